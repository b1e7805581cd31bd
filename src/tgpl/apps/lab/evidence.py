"""What came out of the games: facts of each match, by series, and what the rules came by.

evidence.add(played)
evidence.matches("equals", players=2)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tgpl.agents.styles import parse_style
from tgpl.apps.lab.plan import Series
from tgpl.runtime.state import Choice

NO_VALUE = 255  # in `values`: nobody thought about it
MOST_OPTIONS = 65_535
_SCALE = 250.0  # of values in bytes


def pack_value(value: float) -> int:
    """A worth from 0 to 1 as a byte."""
    return round(min(1.0, max(0.0, value)) * _SCALE)


def unpack_value(byte: int) -> float:
    return byte / _SCALE


class Thing(NamedTuple):
    """A card, a piece, a place: all that have the same name are one."""

    family: str
    name: str
    class_name: str


class Use(NamedTuple):
    """How an alternative (an action, a value with a name, a thing of one kind) did, in one match or in many."""

    offered: int = 0  # together with others
    chosen: int = 0
    mattered: int = 0  # where it was offered, and what was chosen made a difference to who thought about it
    chosen_then: int = 0
    expected: float = 0.0  # how often it would be chosen then by who does not care
    best: int = 0  # how often it looked clearly better than everything else

    def plus(self, other: Use) -> Use:
        return Use(
            self.offered + other.offered,
            self.chosen + other.chosen,
            self.mattered + other.mattered,
            self.chosen_then + other.chosen_then,
            self.expected + other.expected,
            self.best + other.best,
        )


class Alternative(NamedTuple):
    """Something that can be chosen, wherever and whenever it is offered."""

    question: str  # what was asked: `Class.Action.input`; empty where an action is chosen
    name: str  # `Class.Action`, the name of a value, or of a thing


class Probe(NamedTuple):
    """A decision that was looked at closely: every option tried, the rest at random, with the same luck for each."""

    question: str
    seat: int
    move: int
    options: int  # that were tried
    differs: bool  # some option led to another end than some other, with the same luck
    own: float  # the largest share of wins that who chooses can have
    swing: float  # by how much who chooses can change the share of somebody else
    late: bool = False  # one of the last of the match


class MatchFacts(NamedTuple):
    """One match. What does not stand here can be found out by playing it again: seed and agents give the same match."""

    series: Series
    number: int  # in its series
    seed: int
    agents: tuple[str, ...]  # by seats
    ended: str  # winner, stuck, error, limit
    ranking: tuple[tuple[int, ...], ...] | None
    moves: int
    choices: tuple[Choice, ...]
    # Move by move: who made it, how many ways there were (all questions of it together), what it looked like to them.
    seats: bytes = b""
    ways: tuple[int, ...] = ()
    values: bytes = b""
    repeats: int = 0  # how often the same situation came up, at most
    uses: dict[Alternative, Use] = {}
    held: tuple[Counter[Thing], ...] = ()  # by seats: things that they ever had
    used: tuple[Counter[Thing], ...] = ()  # by seats: things that they chose
    probes: tuple[Probe, ...] = ()
    numeric: bool = False  # a number was to be chosen

    @property
    def players(self) -> int:
        return self.series.players

    @property
    def first(self) -> tuple[int, ...]:
        """Who came first; nobody if it did not end or all lost."""
        return self.ranking[0] if self.ranking else ()

    def share(self, seat: int) -> float:
        """What a seat has of the first place. Where nobody has it, everybody has a part; who plays alone has lost."""
        if not self.first:
            return 1.0 / self.players if self.players > 1 else 0.0
        return 1.0 / len(self.first) if seat in self.first else 0.0

    @property
    def is_draw(self) -> bool:
        """It ended, and all are level."""
        return self.ended == "winner" and self.players > 1 and len(self.first) in (0, self.players)

    def real(self, seat: int) -> int:
        """How many moves of a seat were a choice between several."""
        return sum(who == seat and ways > 1 for who, ways in zip(self.seats, self.ways, strict=True))


class Played(NamedTuple):
    """A batch that was played."""

    matches: list[MatchFacts]
    hits: list[int]  # for each point of the rules, in how many of the matches they came by
    work: int = 0  # in steps of the rules


class Evidence:
    def __init__(self) -> None:
        self._by_series: dict[Series, list[MatchFacts]] = {}
        self.hits: list[int] = []  # in how many matches, of all series
        self.games = 0

    def add(self, played: Played) -> None:
        for match in played.matches:
            self._by_series.setdefault(match.series, []).append(match)
        self.games += len(played.matches)
        self.hits = [a + b for a, b in zip(self.hits or [0] * len(played.hits), played.hits, strict=True)]

    def series(self, purpose: str, players: int | None = None) -> list[Series]:
        """Of those who think, the strongest last."""
        found = [s for s in self._by_series if s.purpose == purpose and players in (None, s.players)]
        return sorted(found, key=lambda s: (s.players, parse_style(s.cast[0]).base.games or 0, s.cast))

    def of(self, series: Series) -> list[MatchFacts]:
        return self._by_series.get(series, [])

    def matches(self, purpose: str, players: int | None = None) -> Iterator[MatchFacts]:
        for series in self.series(purpose, players):
            yield from self._by_series[series]

    def all(self, players: int | None = None) -> Iterator[MatchFacts]:
        for series, matches in self._by_series.items():
            if players in (None, series.players):
                yield from matches
