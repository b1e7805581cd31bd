"""A match as a course walks through it, from choice to choice; on the Python target, or much faster as compiled code.

play, stop = begin(setting, seed=7, is_open=False, most=1000)
stop = play.walk(stop.options[0], most=1000)
"""

from __future__ import annotations

import threading
import weakref
from typing import Protocol

from tgpl.bindings.rulebook import Setting
from tgpl.bindings.signs import Signs
from tgpl.runtime.chance import CHANCE, begin_open, copy_open, open_digest, open_draw, settle_draw
from tgpl.runtime.errors import RuleError
from tgpl.runtime.native import NotSupported
from tgpl.runtime.native_walk import NOTHING_KNOWN, Bench, Step, Stop
from tgpl.runtime.state import State

OVER = -4  # who chooses when nobody does
_bench_lock = threading.RLock()  # a bench holds one match at a time


class Playing(Protocol):
    def walk(self, option: int, most: int) -> Stop:
        """Takes an option, or the outcome of a draw, and goes on to where there is a choice, or through `most` choices
        that leave none."""

    def copy(self) -> Playing: ...

    def digest(self) -> str:
        """Equal for equal positions of one target."""

    @property
    def ranking(self) -> list[list[int]] | None: ...

    @property
    def error(self) -> RuleError | None: ...


def begin(setting: Setting, seed: int, is_open: bool, most: int) -> tuple[Playing, Stop]:
    """A new match at its first choice."""
    bench = setting.bench(is_open)
    if bench is not None:
        try:
            return NativePlaying.begin(bench, setting, seed, most)
        except NotSupported:
            setting.rulebook.compiles = False
    play = PythonPlaying(setting, seed, is_open)
    return play, play.look(most)


# ---- on the Python target


class PythonPlaying:
    def __init__(self, setting: Setting, seed: int, is_open: bool) -> None:
        self._setting = setting
        self._open = is_open
        game, players = setting.game, setting.players
        state = begin_open(game, seed, players, setting.widest) if is_open else game.start(seed, players)
        self.state: State = state

    @property
    def player(self) -> int:
        decision = self.state.decision
        return OVER if decision is None or self.state.ended is not None else decision.player

    def choose(self, option: int) -> None:
        """One choice or outcome, and no step further."""
        if self.player == CHANCE:
            settle_draw(self.state, option)
        elif option == NOTHING_KNOWN:
            self.state.give_up()
        else:
            self.state.choose(option)

    def walk(self, option: int, most: int) -> Stop:
        done = self._done(option)
        return self.look(most)._replace(done=done)

    def _done(self, option: int) -> int:
        """Whether a choice carried something out."""
        rests, covered = self.state.rests, self.state.covered
        self.choose(option)
        return int(self.state.rests > rests and self.state.covered <= covered)

    def look(self, most: int) -> Stop:
        steps: list[Step] = []
        while True:
            player = self.player
            actions = self._actions() if player >= 0 else []
            if player < 0 or len(actions) > 1 or len(steps) >= most:
                numbers, options = [number for number, _ in actions], [option for _, option in actions]
                return Stop(player, self.state.ended, numbers, options, 0, steps, self._among())
            option, number = self._only(actions)
            steps.append(Step(player, option, number, self._done(option)))

    def _actions(self) -> list[tuple[int, int]]:
        """The numbers of what can be chosen, in order, with the options that they stand for."""
        decision = self.state.decision
        assert decision is not None
        signs = Signs(self.state.view(decision.player), self._setting.facts)
        numbers = self._setting.catalogue.numbers(decision, signs)
        return sorted((number, option) for option, number in enumerate(numbers) if number is not None)

    def _only(self, actions: list[tuple[int, int]]) -> tuple[int, int]:
        if actions:
            return actions[0][1], actions[0][0]
        decision = self.state.decision
        return (0 if decision is not None and decision.options else NOTHING_KNOWN), -1

    def _among(self) -> int:
        draw = open_draw(self.state)
        return 0 if draw is None else sum(draw.weights)

    def digest(self) -> str:
        return open_digest(self.state) if self._open else self.state.digest()

    def copy(self) -> PythonPlaying:
        made: PythonPlaying = object.__new__(PythonPlaying)
        made._setting, made._open = self._setting, self._open
        made.state = copy_open(self.state) if self._open else self.state.copy()
        return made

    @property
    def ranking(self) -> list[list[int]] | None:
        return self.state.ranking

    @property
    def error(self) -> RuleError | None:
        return self.state.error


# ---- as compiled code


class NativePlaying:
    """A match that is on a bench, or kept as bytes while another is."""

    def __init__(self, bench: Bench, saved: bytes | None) -> None:
        self.bench = bench
        self._saved = saved
        self.ranking: list[list[int]] | None = None
        self.error: RuleError | None = None

    @classmethod
    def begin(cls, bench: Bench, setting: Setting, seed: int, most: int) -> tuple[NativePlaying, Stop]:
        made = cls(bench, None)
        with _bench_lock:
            made._clear()
            return made, made._seen(bench.start(seed, setting.players, most))

    def walk(self, option: int, most: int) -> Stop:
        with _bench_lock:
            self._sit_down()
            self._saved = None
            return self._seen(self.bench.walk(option, most))

    def digest(self) -> str:
        with _bench_lock:
            self._sit_down()
            return self.bench.digest()

    def _sit_down(self) -> None:
        if self.bench.holder is None or self.bench.holder() is not self:
            self._clear()
            assert self._saved is not None
            self.bench.load(self._saved)

    def _clear(self) -> None:
        """Takes the bench: who is on it is kept."""
        bench = self.bench
        other = None if bench.holder is None else bench.holder()
        if other is not None and other._saved is None:
            other._saved = bench.save()
        bench.holder = weakref.ref(self)

    def _seen(self, stop: Stop) -> Stop:
        if stop.ended == "winner":
            self.ranking = self.bench.ranking()
        elif stop.ended == "error":
            self.error = self.bench.error()
        return stop

    def copy(self) -> NativePlaying:
        with _bench_lock:
            if self._saved is None:
                self._saved = self.bench.save()
        made = NativePlaying(self.bench, self._saved)
        made.ranking, made.error = self.ranking, self.error
        return made
