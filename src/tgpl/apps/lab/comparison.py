"""Two rule texts, an old and a new one, in the lab with the same seeds and the same agents: what has changed?

comparison = Comparison(new, old, Request(games=400), ("new.tgpl", "old.tgpl"))
compared = comparison.run(tell=print)
compared.data(), write_comparison(compared)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

from tgpl.apps.lab.batches import Rules, Setting
from tgpl.apps.lab.differences import Difference, FindingChange, compare_evidence, compare_findings
from tgpl.apps.lab.lab import USUAL_MINUTES, Lab, Request
from tgpl.apps.lab.report import Report
from tgpl.apps.lab.schedule import Effort, Schedule, choose_agents
from tgpl.apps.lab.workers import open_pool
from tgpl.compile import Result


class SteadyLab(Lab):
    """Plays on between equals, also when all questions are settled: differences are small."""

    def measure(self) -> None:
        super()._prepare()

    def settle(self, agents: tuple[str, ...], most_moves: int) -> None:
        """What both have in common."""
        self.agents, self.most_moves = agents, most_moves
        self._schedule = Schedule(self._schedule.efforts, agents)

    @property
    def efforts(self) -> dict[int, Effort]:
        return self._schedule.efforts

    def _find_open(self) -> dict[int, set[str]]:
        return {players: {*purposes, "equals"} for players, purposes in super()._find_open().items()}


class Compared(NamedTuple):
    new: Report
    old: Report
    differences: list[Difference]
    findings: list[FindingChange]
    left_out: tuple[int, ...]  # numbers of players that only one of them is for
    asked_games: int | None
    interrupted: bool = False

    @property
    def changed(self) -> list[Difference]:
        return [difference for difference in self.differences if difference.has_changed]

    def data(self) -> dict[str, Any]:
        return {
            "game": self.new.game,
            "new": {"file": self.new.file, "games": self.new.games, "measures": self.new.measures},
            "old": {"file": self.old.file, "games": self.old.games, "measures": self.old.measures},
            "seed": self.new.seed,
            "players": list(self.new.players),
            "players_left_out": list(self.left_out),
            "agents": list(self.new.agents),
            "changed": [difference.data() for difference in self.changed],
            "compared": [difference.data() for difference in self.differences],
            "findings": {
                fate: [change.data() for change in self.findings if change.fate == fate]
                for fate in ("new", "gone", "still")
            },
        }


class Comparison:
    def __init__(self, new: Result, old: Result, request: Request, names: tuple[str, str]) -> None:
        """`names`: of the new and the old text. Raises ValueError where they cannot be compared."""
        self.request, self.names = request, names
        texts = [SteadyLab(result, request._replace(players=None)) for result in (new, old)]
        own = [{*lab.players} for lab in texts]
        common = tuple(sorted(own[0] & own[1])) if request.players is None else request.players
        if not common:
            raise ValueError("The two texts are for different numbers of players: there is nothing to compare")
        self.left_out = tuple(sorted((own[0] ^ own[1]) - {*common})) if request.players is None else ()
        asked = request._replace(players=common)
        self.new = SteadyLab(new, asked._replace(file=names[0]))
        self.old = SteadyLab(old, asked._replace(file=names[1]))
        self.interrupted = False

    def run(self, tell: Callable[[str], None]) -> Compared:
        """Both in turn, so that Ctrl-C leaves about as much of each."""
        try:
            tell("Compiling the rules")
            self._prepare()
            with ExitStack() as stack:
                plays = [self._begin(stack, lab, tell) for lab in (self.old, self.new)]
                while plays:
                    plays = [play for play in plays if next(play, None) is not None]
        except KeyboardInterrupt:
            self.interrupted = True
        return self.compare()

    def _prepare(self) -> None:
        for lab in (self.new, self.old):
            lab.measure()
        efforts = [*self.new.efforts.values(), *self.old.efforts.values()]
        minutes = USUAL_MINUTES if self.request.games is not None else self.request.minutes / 2
        agents = self.request.agents or choose_agents(efforts, minutes)
        most_moves = max(self.new.most_moves, self.old.most_moves)
        for lab in (self.new, self.old):
            lab.settle(agents, most_moves)

    def _begin(self, stack: ExitStack, lab: Lab, tell: Callable[[str], None]) -> Iterator[int]:
        setting = Setting(Rules.of(lab.result), self.request.seed, lab.most_moves)
        workers = stack.enter_context(open_pool(self.request.workers, setting, None))
        word = "new" if lab is self.new else "old"
        return lab.play_looks(workers, lambda words: tell(f"{word} rules: {words}"))

    def compare(self) -> Compared:
        new, old = self.new.report(), self.old.report()
        differences = compare_evidence(self.old.evidence, self.new.evidence, self.new.players)
        findings = compare_findings(old.answers, new.answers)
        return Compared(new, old, differences, findings, self.left_out, self.request.games, self.interrupted)
