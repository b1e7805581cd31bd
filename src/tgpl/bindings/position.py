"""A match as an episode walks through it, from choice to choice; on the Python target, or much faster as compiled code.

position = begin_position(setting, seed=7, is_open=False, most=1000)
position.walk(position.stop.options[0], position.stop.actions[0])
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Protocol, TypeVar

from tgpl.bindings.object_keys import ObjectKeys
from tgpl.bindings.rulebook import Setting
from tgpl.native.results import NotSupported
from tgpl.native.walk import NOTHING_KNOWN, Bench, Stop
from tgpl.runtime.chance import CHANCE, begin_open, copy_open, open_digest, open_draw, settle_draw
from tgpl.runtime.errors import RuleError
from tgpl.runtime.state import State

OVER = -4  # who chooses when nobody does
T = TypeVar("T")


class Position(Protocol):
    stop: Stop

    def walk(self, option: int, action: int) -> Stop:
        """Takes an option, which is an action (or the outcome of a draw, which is none: -1), and goes on to where there is
        a choice."""

    def copy(self) -> Position: ...

    def digest(self) -> str:
        """Equal for equal positions of one target."""

    def trail(self) -> list[int]:
        """Every choice and draw so far, by their options and outcomes."""

    def chosen(self) -> list[int]:
        """Seats and actions, one behind the other, of moves that are not carried out yet."""

    def ranking(self) -> list[list[int]] | None: ...

    def error(self) -> RuleError | None: ...


def begin_position(setting: Setting, seed: int, is_open: bool, most: int) -> Position:
    """A new match at its first choice; it stops in any case after `most` steps."""
    bench = setting.bench(is_open)
    if bench is not None:
        try:
            return NativePosition.begin(bench, setting, seed, most)
        except NotSupported:
            setting.rulebook.compiles = False
    return PythonPosition(setting, seed, is_open, most)


# ---- on the Python target


class Follower:
    """A match that makes every step it is told, and no other."""

    def __init__(self, setting: Setting, seed: int, is_open: bool) -> None:
        self._open = is_open
        game, players = setting.game, setting.players
        state = begin_open(game, seed, players, setting.widest) if is_open else game.start(seed, players)
        self.state: State = state
        self.steps = 0

    @property
    def player(self) -> int:
        decision = self.state.decision
        return OVER if decision is None or self.state.ended is not None else decision.player

    def choose(self, option: int) -> None:
        self.steps += 1
        if self.player == CHANCE:
            settle_draw(self.state, option)
        elif option == NOTHING_KNOWN:
            self.state.give_up()
        else:
            self.state.choose(option)

    def among(self) -> int:
        """How many are drawn from."""
        draw = open_draw(self.state)
        return 0 if draw is None else sum(draw.weights)

    def digest(self) -> str:
        return open_digest(self.state) if self._open else self.state.digest()

    def copy(self) -> Follower:
        made: Follower = object.__new__(Follower)
        made._open, made.steps = self._open, self.steps
        made.state = copy_open(self.state) if self._open else self.state.copy()
        return made


class PythonPosition:
    def __init__(self, setting: Setting, seed: int, is_open: bool, most: int) -> None:
        self._setting = setting
        self._most = most
        self.follower = Follower(setting, seed, is_open)
        self._trail: list[int] = []
        self._chosen: list[int] = []
        self.stop = self._look()

    def walk(self, option: int, action: int) -> Stop:
        self._step(option, action)
        self.stop = self._look()
        return self.stop

    def _step(self, option: int, action: int) -> None:
        follower, state = self.follower, self.follower.state
        commits, sealed_count = state.commits, state.sealed_count
        if action >= 0:
            self._chosen += [follower.player, action]
        self._trail.append(option)
        follower.choose(option)
        if (
            state.commits > commits and state.sealed_count <= sealed_count
        ):  # carried out: everybody sees what came of it
            self._chosen = []

    def _look(self) -> Stop:
        """Takes what leaves no choice."""
        while True:
            player = self.follower.player
            actions = self._actions() if player >= 0 else []
            if player < 0 or len(actions) > 1 or len(self._trail) >= self._most:
                numbers, options = [number for number, _ in actions], [option for _, option in actions]
                ended = self.follower.state.ended
                return Stop(player, ended, numbers, options, self.follower.among(), len(self._trail))
            self._step(*self._only(actions))

    def _actions(self) -> list[tuple[int, int]]:
        """The numbers of what can be chosen, in order, with the options that they stand for."""
        decision = self.follower.state.decision
        assert decision is not None
        object_keys = ObjectKeys(self.follower.state.view(decision.player), self._setting.facts)
        numbers = self._setting.catalogue.numbers(decision, object_keys)
        return sorted((number, option) for option, number in enumerate(numbers) if number is not None)

    def _only(self, actions: list[tuple[int, int]]) -> tuple[int, int]:
        """The option and the action that are left."""
        if actions:
            return actions[0][1], actions[0][0]
        decision = self.follower.state.decision
        return (0 if decision is not None and decision.options else NOTHING_KNOWN), -1

    def copy(self) -> PythonPosition:
        made: PythonPosition = object.__new__(PythonPosition)
        made._setting, made._most, made.stop = self._setting, self._most, self.stop
        made.follower = self.follower.copy()
        made._trail, made._chosen = list(self._trail), list(self._chosen)
        return made

    def digest(self) -> str:
        return self.follower.digest()

    def trail(self) -> list[int]:
        return self._trail

    def chosen(self) -> list[int]:
        return self._chosen

    def ranking(self) -> list[list[int]] | None:
        return self.follower.state.ranking

    def error(self) -> RuleError | None:
        return self.follower.state.error


# ---- as compiled code


class NativePosition:
    """A match that is on a bench, or kept as bytes while another is."""

    stop: Stop

    def __init__(self, bench: Bench, most: int, saved: bytes | None) -> None:
        self.bench = bench
        self._most = most
        self._saved = saved

    @classmethod
    def begin(cls, bench: Bench, setting: Setting, seed: int, most: int) -> NativePosition:
        made = cls(bench, most, None)
        with bench.lock:
            made._clear()
            made.stop = bench.start(seed, setting.players, most)
        return made

    def walk(self, option: int, action: int) -> Stop:
        bench = self.bench
        with bench.lock:
            if bench.holder is None or bench.holder() is not self:
                self._sit_down()
            self._saved = None
            self.stop = bench.walk(option, action, self._most)
        return self.stop

    def _sit_down(self) -> None:
        if self.bench.holder is None or self.bench.holder() is not self:
            self._clear()
            assert self._saved is not None
            self.bench.load(self._saved)

    def _ask(self, question: Callable[[Bench], T]) -> T:
        with self.bench.lock:
            self._sit_down()
            return question(self.bench)

    def _clear(self) -> None:
        """Takes the bench: who is on it is kept."""
        bench = self.bench
        other = None if bench.holder is None else bench.holder()
        if other is not None and other._saved is None:
            other._saved = bench.save()
        bench.holder = weakref.ref(self)

    def copy(self) -> NativePosition:
        with self.bench.lock:
            if self._saved is None:
                self._saved = self.bench.save()
        made = NativePosition(self.bench, self._most, self._saved)
        made.stop = self.stop
        return made

    def digest(self) -> str:
        return self._ask(Bench.digest)

    def trail(self) -> list[int]:
        return self._ask(Bench.trail)

    def chosen(self) -> list[int]:
        return self._ask(Bench.chosen)

    def ranking(self) -> list[list[int]] | None:
        return self._ask(Bench.ranking) if self.stop.ended == "winner" else None

    def error(self) -> RuleError | None:
        return self._ask(Bench.error) if self.stop.ended == "error" else None
