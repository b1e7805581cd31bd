"""A batch of games, played: what a worker does.

room = Playroom(Setting(rules, base=0, most_moves=2000))
played = room.play(batch)
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.agents.contest import Contest
from tgpl.agents.coverage import compile_counted
from tgpl.agents.meaning import Meaning
from tgpl.apps.lab.evidence import MatchFacts, Played
from tgpl.apps.lab.plan import Batch, Series
from tgpl.apps.lab.recorder import Instruments, Recorder, Wanted
from tgpl.compile import Result, compile_rules
from tgpl.native.library import BuildMode
from tgpl.text.files import Texts

_LOOKED_AT = {"equals": Wanted(), "varied": Wanted(things=False, probes=False)}  # others are only won and lost
_NOTHING = Wanted(choices=False, things=False, probes=False)


class Rules(NamedTuple):
    """Rule texts, as they can be handed to another process or machine."""

    main: str
    sources: dict[str, str]

    @classmethod
    def of(cls, result: Result) -> Rules:
        return cls(result.files[-1].name, result.sources)

    def read(self) -> Result:
        return compile_rules(Texts(self.main, self.sources))


class Setting(NamedTuple):
    """What all batches of a report have in common."""

    rules: Rules
    base: int  # of the seeds
    most_moves: int
    wishes: tuple[str, ...] = ()  # what play styles like

    def open(self) -> Playroom:
        return Playroom(self)


class Playroom:
    """One compiled game, and matches of it one after the other."""

    def __init__(self, setting: Setting, build: BuildMode = "now") -> None:
        self.setting = setting
        self._result = setting.rules.read()
        self._counted = compile_counted(self._result, build, setting.wishes)
        self._meaning = Meaning(self._counted, setting.wishes)
        self._open()

    def _open(self) -> None:
        self._contest = Contest(self._counted.native, self._meaning)
        self._tools = Instruments(self._contest, self._meaning, self.setting.most_moves)

    def hurry(self) -> None:
        """The optimised library is there by now: goes over to it."""
        if self._counted.native.loader.look_again() and self._contest.library is not self._counted.native.library:
            self._open()

    def play(self, batch: Batch) -> Played:
        hits = [0] * len(self._counted.coverage)
        numbers = range(batch.first, batch.first + batch.games)
        play = self._play_at_random if batch.series.purpose == "random" else self._play_one
        return Played([play(batch.series, number, hits) for number in numbers], hits)

    def _play_one(self, series: Series, number: int, hits: list[int]) -> MatchFacts:
        seed, agents = series.seed(self.setting.base, number), series.seats(number)
        wanted = _LOOKED_AT.get(series.purpose, _NOTHING)
        recorder = Recorder(self._tools, wanted, series.players, seed)
        match = self._contest.play(agents, seed, series.players, self.setting.most_moves, recorder.watch)
        _count(hits, self._tools.observer.hits())
        return recorder.facts(series, number, agents, match)

    def _play_at_random(self, series: Series, number: int, hits: list[int]) -> MatchFacts:
        """Whole matches in compiled code: they are many."""
        native, seed = self._counted.native, series.seed(self.setting.base, number)
        match = native.play(seed, series.players, "random", None, self.setting.most_moves)
        _count(hits, native.hits())
        ranking = None if match.ranking is None else tuple(map(tuple, match.ranking))
        ended = match.ended or "limit"
        return MatchFacts(series, number, seed, series.cast, ended, ranking, match.moves, tuple(match.choices))


def _count(hits: list[int], match: bytes) -> None:
    for point, hit in enumerate(match):
        hits[point] += hit
