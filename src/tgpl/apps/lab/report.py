"""What a report says, whatever it is written as: findings, the worst first, and every question with its answer.

report = make_report(lab_answers, …)
report.data()          # as `--json` writes it
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tgpl.apps.lab.answers import YES, Answer
from tgpl.apps.lab.line_coverage import LineFacts
from tgpl.apps.lab.personas import StyleTable


class Report(NamedTuple):
    game: str
    file: str
    seed: int
    games: int
    players: tuple[int, ...]
    answers: list[Answer]
    measures: dict[str, Any]
    records: dict[int, list[dict[str, Any]]]  # of each finding, by its place in `findings`
    agents: tuple[str, ...] = ()  # who thought, the weakest first
    most_moves: int = 0  # after which a match was left
    interrupted: bool = False
    sources: dict[str, str] = {}  # the rule texts, by the names that lines have
    lines: dict[str, list[LineFacts]] = {}  # what happened on each of their lines
    styles: StyleTable | None = None  # who plays how, against whom

    @property
    def findings(self) -> list[Answer]:
        """The worst first; of those that are as bad the surest."""
        found = [answer for answer in self.answers if answer.verdict == YES]
        return sorted(found, key=lambda answer: (-answer.size, -answer.confidence, answer.kind))

    @property
    def again(self) -> list[str]:
        """The options with which the same report comes out."""
        words = ["--games", str(self.games), "--agents", ",".join(self.agents), "--seed", str(self.seed)]
        return [*words, "--players", _tell_range(self.players)]

    def data(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "findings": [
                {
                    "kind": answer.kind,
                    "where": list(answer.where),
                    "lines": [{"file": line.file, "line": line.line} for line in answer.lines],
                    "text": answer.text,
                    "confidence": round(answer.confidence, 6),
                    "players": answer.players,
                    "evidence": answer.figures,
                    "matches": self.records.get(number, []),
                }
                for number, answer in enumerate(self.findings)
            ],
            "measures": self.measures,
            "games": self.games,
            "seed": self.seed,
            "players": list(self.players),
            "agents": list(self.agents),
            "again": self.again,
            "asked": [
                {
                    "kind": answer.kind,
                    "players": answer.players,
                    "where": list(answer.where),
                    "answer": answer.verdict,
                    "text": answer.text,
                    "evidence": answer.figures,
                }
                for answer in self.answers
            ],
            **({} if self.styles is None else {"styles": self.styles.data()}),
        }


def _tell_range(players: tuple[int, ...]) -> str:
    """As `--players` takes it."""
    whole = players == tuple(range(players[0], players[-1] + 1)) and len(players) > 1
    return f"{players[0]}-{players[-1]}" if whole else ",".join(map(str, players))
