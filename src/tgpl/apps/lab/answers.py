"""What a question was answered with: the one form in which findings, and what is not found, go to reports.

answer = Answer("seat_advantage", YES, 2, "Seat 0 wins 58.1 % of the games.", where=("seat 0",))
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from tgpl.apps.lab.evidence import Evidence, MatchFacts
from tgpl.apps.lab.intervals import Level
from tgpl.core.coverage import Coverage
from tgpl.text.source import Span

Verdict = Literal["yes", "no", "not found out"]
YES: Verdict = "yes"
NO: Verdict = "no"
UNKNOWN: Verdict = "not found out"


class Line(NamedTuple):
    """A line of a rule text."""

    file: str
    line: int


def lines_of(*spans: Span) -> tuple[Line, ...]:
    """The lines at which they begin, each once, in order."""
    return tuple(sorted({Line(span.file.name, span.position[0]) for span in spans}))


class Answer(NamedTuple):
    kind: str
    verdict: Verdict
    players: int | None  # how many played; None: it holds for every number
    text: str  # one or two sentences, for people
    where: tuple[str, ...] = ()  # names: `Class.Action`, a card, a phase, `seat 0`
    lines: tuple[Line, ...] = ()
    confidence: float = 0.0  # that it is no false alarm, all other questions of the report taken into account
    size: float = 0.0  # how bad it is, from 0 to 1: the worst is told first
    figures: dict[str, Any] = {}
    matches: tuple[MatchFacts, ...] = ()  # that show it
    settled: bool = False  # more games would not change it


class Inquiry(NamedTuple):
    """What a question is asked about."""

    evidence: Evidence
    players: int  # how many
    level: Level
    coverage: Coverage
    names: tuple[str, ...] = ()  # of the seats, where the rules name them

    def split(self, parts: float) -> Inquiry:
        return self._replace(level=self.level.split(parts))

    @property
    def alpha(self) -> float:
        return self.level.alpha

    @property
    def strongest(self) -> list[MatchFacts]:
        """The games between equals who think most."""
        series = self.evidence.series("equals", self.players)
        return self.evidence.of(series[-1]) if series else []

    @property
    def is_cooperative(self) -> bool:
        """Whether all win or lose together, in every game that ended."""
        ended = [match for match in self.evidence.all(self.players) if match.ended == "winner"]
        together = all(len(match.first) in (0, self.players) for match in ended)
        return self.players > 1 and together and any(not match.first for match in ended)

    @property
    def thinking(self) -> list[MatchFacts]:
        """The games between equals, of every strength."""
        return [*self.evidence.matches("equals", self.players)]
