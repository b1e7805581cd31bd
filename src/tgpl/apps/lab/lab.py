"""The lab: plays, asks, plays on where something is still open, and makes a report of what there is.

lab = Lab(result, Request(games=400, workers=2))
report = lab.run(tell=print)
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tgpl import __version__
from tgpl.agents.coverage import compile_counted
from tgpl.apps.lab.answers import Answer, Inquiry
from tgpl.apps.lab.batches import Rules, Setting
from tgpl.apps.lab.evidence import Evidence, MatchFacts
from tgpl.apps.lab.intervals import LOOKS, Level
from tgpl.apps.lab.line_coverage import list_lines
from tgpl.apps.lab.measures import measure_all
from tgpl.apps.lab.plan import SEEDS, Batch, plan_batches
from tgpl.apps.lab.questions import FAMILIES, ask_all
from tgpl.apps.lab.report import Report
from tgpl.apps.lab.schedule import Schedule, choose_agents, limit_moves, measure_effort
from tgpl.apps.lab.workers import Pool, open_pool
from tgpl.compile import Result
from tgpl.runtime.record import write

_LONGEST_RECORD = 2_000  # choices of a match that is shown
USUAL_MINUTES = 2.0
_MOST_COUNTS = 4  # numbers of players that are tried, where the game is for more


class Request(NamedTuple):
    """A report as somebody asks for it."""

    file: str = ""
    seed: int = 0
    players: tuple[int, ...] | None = None
    agents: tuple[str, ...] | None = None  # who thinks, the weakest first; None: as strong as there is time for
    games: int | None = None  # in all
    minutes: float = USUAL_MINUTES  # where no number of games is given
    workers: int = 2  # 0: one for each core
    ray: str | None = None  # address of a cluster that plays


class Lab:
    def __init__(self, result: Result, request: Request) -> None:
        """Raises ValueError where so many cannot play."""
        self.result, self.request = result, request
        self.game = result.game()
        self.players = request.players or _choose_counts(*self.game.rules.players)
        for players in self.players:
            self.game.seats(players)
        self.evidence = Evidence()
        self.interrupted = False
        self._began = time.monotonic()
        self.agents: tuple[str, ...] = request.agents or ()
        self.most_moves = 0
        self._looks = 0
        self._batches = 0

    # -- playing

    def run(self, tell: Callable[[str], None]) -> Report:
        """As long as there is time and something is open; Ctrl-C leaves what there is."""
        try:
            tell("Compiling the rules")
            self._prepare()
            setting = Setting(Rules.of(self.result), self.request.seed, self.most_moves)
            with open_pool(self.request.workers, setting, self.request.ray) as workers:
                self._play(workers, tell)
        except KeyboardInterrupt:
            self.interrupted = True
        return self.report()

    def _prepare(self) -> None:
        """Some games by chance tell how long games take. The optimising compiler begins meanwhile; workers find in the
        cache what it makes."""
        self.counted = compile_counted(self.result, "soon")
        first = self.request.seed * SEEDS
        efforts = {players: measure_effort(self.counted, players, first) for players in self.players}
        minutes = USUAL_MINUTES if self.request.games is not None else self.request.minutes
        self.agents = self.request.agents or choose_agents([*efforts.values()], minutes)
        self.most_moves = limit_moves([*efforts.values()])
        self._schedule = Schedule(efforts, self.agents)

    def _play(self, workers: Pool[Batch], tell: Callable[[str], None]) -> None:
        for _ in self.play_looks(workers, tell):
            pass

    def play_looks(self, workers: Pool[Batch], tell: Callable[[str], None]) -> Iterator[int]:
        """Ever more games; gives the number of each look at them, for who does something else in between."""
        wanted = {
            players: {purpose for _, needed in FAMILIES.values() for purpose in needed} for players in self.players
        }
        for look in range(LOOKS):
            needs = self._schedule.needs(look, self.evidence, wanted)
            if not needs:
                return
            for _, played in workers.run(plan_batches(needs, self._batches), lambda: self._goes_on(tell)):
                self.evidence.add(played)
                self._batches += 1
                if self._has_enough():
                    return
            self._looks = look + 1
            wanted = self._find_open()
            yield look

    def _find_open(self) -> dict[int, set[str]]:
        """For each number of players, the purposes of the series that open questions lean on."""
        wanted: dict[int, set[str]] = {players: set() for players in self.players}
        for family, answer in self._ask():
            if answer.players is not None and not answer.settled and family in FAMILIES:
                wanted[answer.players] |= {*FAMILIES[family][1]}
        return wanted

    def _has_enough(self) -> bool:
        if self.request.games is not None:
            return self.evidence.games >= self.request.games
        over = time.monotonic() >= self._began + 60 * self.request.minutes
        return over and self.evidence.games > 0  # on a busy machine too there is something to tell

    def _goes_on(self, tell: Callable[[str], None]) -> bool:
        tell(f"{self.evidence.games:,} games played{self._estimate()}")
        return not self._has_enough()

    def _estimate(self) -> str:
        if self.request.games is None:
            return f", {max(0.0, self._began + 60 * self.request.minutes - time.monotonic()):.0f} s left"
        gone, done = time.monotonic() - self._began, self.evidence.games
        left = gone / done * max(0, self.request.games - done) if done else 0.0
        return f" of {self.request.games:,}" + (f", {left:.0f} s left" if done else "")

    # -- asking

    def _ask(self) -> list[tuple[str, Answer]]:
        inquiry = Inquiry(self.evidence, 0, Level(1.0), self.counted.coverage, self.game.rules.seats)
        return [*ask_all(inquiry, self.players)]

    # -- the report

    def report(self) -> Report:
        answers = [answer for _, answer in self._ask()] if self.evidence.games else []
        sources = {file.name: file.text for file in self.result.source_files.values()}
        report = Report(
            self.game.name,
            self.request.file,
            self.request.seed,
            self.evidence.games,
            self.players,
            answers,
            measure_all(self.evidence, self.players) if self.evidence.games else {},
            {},
            self.agents,
            self.most_moves,
            self.interrupted,
            sources,
            list_lines(self.counted.coverage, self.evidence.hits, sources) if self.evidence.games else {},
        )
        records = {i: [self._record(m) for m in answer.matches] for i, answer in enumerate(report.findings)}
        return report._replace(records={i: [r for r in found if r is not None] for i, found in records.items()})

    def _record(self, match: MatchFacts) -> dict[str, Any] | None:
        """The match as `tgpl replay` takes it."""
        if len(match.choices) > _LONGEST_RECORD:
            return None
        state = self.game.replay(match.seed, match.players, list(match.choices))
        state.stop()
        text = write(state, __version__, self.result.files[-1].name, self.result.sources, match.agents)
        record: dict[str, Any] = json.loads(text)
        return record


def _choose_counts(low: int, high: int) -> tuple[int, ...]:
    """Every number of players, or some of many: the fewest, the most, and between them."""
    if high - low < _MOST_COUNTS:
        return tuple(range(low, high + 1))
    return tuple(sorted({low, low + 1, low + 2, high}))
