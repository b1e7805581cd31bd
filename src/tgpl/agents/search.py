"""Thinking about one decision: simulations in C, in slices, on one or several threads.

Every thread has a match and a tree of its own; what they found is added up. Python waits beside them, so that Ctrl-C
works and somebody can be told how far it is; who does not come back in time is halted, in the middle of a game too. With
a number of games, and not of seconds, the result depends on nothing but the seed and the number of threads.

    search = Search(game, library, threads=2)
    found = search.run(state, seed=1, games=1000)
    found.best
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

from tgpl.native.game import NativeGame
from tgpl.native.library import Library
from tgpl.native.result_codes import Halt
from tgpl.native.state import NativeState
from tgpl.runtime.rng import Rng

EXPLORATION = 0.5  # the constant of UCT: how much little known options are tried, against good ones
FIRST_PLAY_URGENCY = 1.0  # the same for those that were never tried
WORLDS = 64  # random games from which an agent learns what may be hidden
LONGEST = 1_000  # moves of one simulation
_SLICE = 0.03  # seconds
_LEAST = 16  # simulations for which there is to be time: one that takes longer is left where it stands
_FIRST_SLICE = 32  # simulations
_STREAM = 0x9E3779B97F4A7C15
NO_SCORE = """\
This game has no score that 'greedy' could go by. Give it a function `Score` that takes one player and returns a number, \
or a number attribute `score`, not private, on something that each player owns."""
Manner = Literal["mcts", "flat", "greedy"]
_MANNERS: dict[Manner, int] = {"mcts": 0, "flat": 1, "greedy": 2}
UNDECIDED, DEAD, LOST, DRAWN, WON = range(5)


class OptionStats(NamedTuple):
    """What is known of an option: in how many games it was tried, and what came out for who chose it, from 0 to 1."""

    visits: int
    mean: float
    fate: int


class SearchResult(NamedTuple):
    options: list[OptionStats]
    games: int
    best: int


class Search:
    """Remembers what it found: the next decision of the same match begins with it."""

    def __init__(
        self, game: NativeGame, library: Library, threads: int = 1, manner: Manner = "mcts", wish: int = 0
    ) -> None:
        """`wish`: not the score counts for who is greedy, but what somebody likes, by its number from 1."""
        self.manner: Manner = manner
        if threads < 1:
            raise ValueError(f"somebody has to think: {threads} threads are too few")
        if manner == "greedy" and not wish and not library.tgpl_has_score():
            raise ValueError(NO_SCORE)
        self._workers = [_Worker(game, library) for _ in range(threads)]
        for worker in self._workers:
            worker.like(wish)

    def run(
        self,
        state: NativeState,
        seed: int,
        games: int | None = None,
        seconds: float | None = None,
        tell: Callable[[int], None] = lambda done: None,
        among: list[int] | None = None,
    ) -> SearchResult:
        """About the decision of a match; `tell` hears how many games were played. `among`: the options that can be best."""
        saved = state.save()
        threads = len(self._workers)
        until = None if seconds is None else time.monotonic() + seconds
        for i, worker in enumerate(self._workers):
            share = None if games is None else games // threads + (i < games % threads)
            task = Task(saved, (seed + i * _STREAM) & (1 << 64) - 1, _MANNERS[self.manner], share, until)
            worker.begin(task)
        try:
            self._wait(seconds, until, tell)
        finally:
            for worker in self._workers:
                worker.end()
        return self._conclude(seed, among)

    def run_here(self, state: NativeState, seed: int, games: int, among: list[int] | None = None) -> SearchResult:
        """The same in the thread that calls, for who plays many matches and hears no Ctrl-C meanwhile."""
        share, rest = divmod(games, len(self._workers))
        for i, worker in enumerate(self._workers):
            stream = (seed + i * _STREAM) & (1 << 64) - 1
            worker.work_here(Task(state.save(), stream, _MANNERS[self.manner], share + (i < rest), None))
        return self._conclude(seed, among)

    @property
    def work(self) -> int:
        """Steps of the rules that all its games took, where they are counted: what thinking costs, the same on every machine."""
        return sum(worker.work for worker in self._workers)

    def _conclude(self, seed: int, among: list[int] | None) -> SearchResult:
        options = _merge([worker.statistics() for worker in self._workers])
        numbers = [*range(len(options))] if among is None else among
        best = numbers[_pick([options[number] for number in numbers], self.manner, seed)]
        return SearchResult(options, sum(worker.done for worker in self._workers), best)

    def _wait(self, seconds: float | None, until: float | None, tell: Callable[[int], None]) -> None:
        for worker in self._workers:
            while worker.works(_SLICE):
                tell(sum(worker.done for worker in self._workers))
                if until is not None and seconds is not None:
                    for each in self._workers:
                        each.hurry(until, seconds / _LEAST)


class Task(NamedTuple):
    """What a thread is to think about, and for how long."""

    saved: bytes  # the match
    seed: int
    manner: int
    games: int | None
    until: float | None


class _Worker:
    def __init__(self, game: NativeGame, library: Library) -> None:
        self._library = library
        self._match = NativeState(game, library)
        self._tree = library.tgpl_tree_open()
        if not self._tree:
            raise MemoryError
        library.tgpl_habits(self._tree, EXPLORATION, FIRST_PLAY_URGENCY, LONGEST)
        self.options = 0
        self.done = 0
        self._stopped = self._hurried = False
        self._since = 0.0  # when the running simulations began
        self._thread: threading.Thread | None = None
        self._wrong: BaseException | None = None

    def __del__(self) -> None:
        if getattr(self, "_tree", None):
            self._library.tgpl_tree_close(self._tree)
            self._tree = None

    @property
    def work(self) -> int:
        return int(self._library.tgpl_work(self._match.handle))

    def like(self, wish: int) -> None:
        self._library.tgpl_wish(self._match.handle, wish)

    # -- for who waits

    def begin(self, task: Task) -> None:
        self._prepare()
        self._thread = threading.Thread(target=self._run, args=(task,))
        self._thread.start()

    def work_here(self, task: Task) -> None:
        self._prepare()
        self._run(task)
        if self._wrong is not None:
            raise self._wrong

    def _prepare(self) -> None:
        self.options = self.done = 0
        self._stopped = self._hurried = False
        self._wrong, self._since = None, time.monotonic()
        self._halt(0)

    def works(self, patience: float) -> bool:
        """Whether it still does, after some seconds at most."""
        assert self._thread is not None
        self._thread.join(patience)
        return self._thread.is_alive()

    def hurry(self, until: float, most: float) -> None:
        """Whoever is over time drops what they are doing; a simulation that alone takes very long is cut short."""
        now = time.monotonic()
        if now >= until and self.done:
            self._stopped = True
            self._halt(Halt.DROP)
        elif now >= until or now - self._since > most:
            self._hurried = True
            self._halt(Halt.CUT)

    def end(self) -> None:
        """Comes back soon, whatever it is doing; raises what went wrong."""
        while self.works(0.0):
            self._stopped = True
            self._halt(Halt.DROP)
            self.works(_SLICE)
        if self._wrong is not None:
            raise self._wrong

    def _halt(self, what: int) -> None:
        self._library.tgpl_halt(self._match.handle, what)

    # -- in a thread of its own

    def _run(self, task: Task) -> None:
        try:
            library, match = self._library, self._match.handle
            made = library.tgpl_root(match, self._tree, task.saved, len(task.saved), task.seed, task.manner, WORLDS)
            if made >= 0:
                self.options = made
                self._work(task)
            elif not self._stopped:
                raise ValueError("there is no decision to think about")
        except BaseException as error:
            self._wrong = error

    def _work(self, task: Task) -> None:
        """Until the budget is spent, the decision is certain, or somebody says stop."""
        size = _FIRST_SLICE if task.until is None else 1
        while not self._stopped and (task.games is None or self.done < task.games):
            self._since = began = time.monotonic()
            count = size if task.games is None else min(size, task.games - self.done)
            made = self._simulate(count)
            self.done += made
            now = time.monotonic()
            if made < count or (task.until is not None and now >= task.until):
                break
            left = _SLICE if task.until is None else min(_SLICE, task.until - now)
            size = max(1, min(4 * size, int(count * left / max(now - began, 1e-6))))

    def _simulate(self, count: int) -> int:
        """Simulations; one that is cut short counts, and is not the last."""
        made = 0
        while True:
            if self._hurried:
                self._hurried = False
                self._halt(0)
            made += int(self._library.tgpl_think(self._match.handle, self._tree, count - made))
            if made >= count or not self._hurried or self._stopped:
                return made

    def statistics(self) -> list[OptionStats]:
        count = self.options
        visits, sums, fates = (ctypes.c_int64 * count)(), (ctypes.c_double * count)(), (ctypes.c_int32 * count)()
        self._library.tgpl_verdict(self._tree, visits, sums, fates)
        return [OptionStats(visits[i], sums[i] / visits[i] if visits[i] else 0.0, fates[i]) for i in range(count)]


def _merge(parts: list[list[OptionStats]]) -> list[OptionStats]:
    found = []
    for each in zip(*parts, strict=True):
        visits = sum(stats.visits for stats in each)
        total = sum(stats.mean * stats.visits for stats in each)
        found.append(OptionStats(visits, total / visits if visits else 0.0, max(stats.fate for stats in each)))
    return found


def _pick(options: list[OptionStats], manner: Manner, seed: int) -> int:
    """A certain win; else what was tried most often (of games by lot: what brought most), certain losses last. By the
    score many are as good as each other: any of them."""

    def rank(number: int) -> tuple[float, ...]:
        stats = options[number]
        place = {WON: 2, LOST: 0, DEAD: -1}.get(stats.fate, 1)
        worth = (stats.visits, stats.mean) if manner == "mcts" else (stats.mean, 0)
        return (place, *worth)

    best = max(map(rank, range(len(options))))
    equal = [number for number in range(len(options)) if rank(number) == best]
    return equal[Rng(seed).below(len(equal))] if manner == "greedy" else equal[0]
