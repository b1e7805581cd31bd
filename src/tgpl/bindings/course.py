"""The course of a match by the numbers of actions: it stops where somebody has a choice, or chance has.

Decisions that leave no choice are taken on the way. With chance laid open (`is_open`) draws are stops too, else
the seed decides them. A course that becomes too long is over without a winner.

    course = Course(setting, seed=7)
    while course.player != OVER:
        course.take(course.legal[0])
    course.payoffs()
"""

from __future__ import annotations

from typing import Any

from tgpl.bindings.codecs import Row
from tgpl.bindings.playing import OVER, NativePlaying, PythonPlaying, begin
from tgpl.bindings.rulebook import Setting
from tgpl.bindings.signs import Signs
from tgpl.runtime.chance import CHANCE, weights_of
from tgpl.runtime.native import NotSupported
from tgpl.runtime.native_walk import Bench, Stop
from tgpl.runtime.state import State

MOST = 2_000  # choices of one match
MOST_STEPS = 20  # times as many, of choices and draws of every kind


class BrokenRules(RuntimeError):
    """A match ran into an error of its rules."""


class Course:
    player: int  # who is to choose: a seat, CHANCE or OVER
    legal: list[int]  # the actions that can be taken, in order

    def __init__(self, setting: Setting, seed: int = 0, is_open: bool = False, most: int = MOST) -> None:
        self.setting = setting
        self.seed = seed
        self.is_open = is_open
        self.most = most
        self.trail: list[int] = []  # every choice and draw so far, as numbers of options
        self.taken = 0  # choices that were left to somebody
        self.chosen: tuple[tuple[int, ...], ...] = ((),) * setting.players  # actions of moves that are not done yet
        self._shared = False  # with a copy: whoever goes on takes another match
        self._follower: tuple[int, PythonPlaying] | None = None  # the match behind so many steps, for views
        self._follower_shared = False
        self._play, stop = begin(setting, seed, is_open, MOST_STEPS * most)
        self._stand(stop)

    # -- where it stands

    @property
    def bench(self) -> Bench | None:
        """Where it is played as compiled code."""
        return self._play.bench if isinstance(self._play, NativePlaying) else None

    @property
    def limited(self) -> bool:
        """Whether it is over only because it became too long."""
        return self.player == OVER and self._stop.ended is None

    def weights(self) -> list[int]:
        """Of the outcomes of the draw where it stands."""
        return weights_of(self._stop.among, self.setting.widest)

    def payoffs(self) -> list[float]:
        return payoffs(self._play.ranking, self.setting.players, self.setting.facts.shared_defeat)

    # -- going on

    def take(self, action: int) -> None:
        """Takes an action; raises ValueError if it is not legal."""
        stop = self._stop
        if self.player < 0 or action not in stop.numbers:
            raise ValueError(f"Action {action} is not legal here; these are: {self.legal}.")
        option = stop.options[stop.numbers.index(action)]
        self.taken += 1
        self._add(self.player, action)
        self._walk(option)

    def settle(self, outcome: int) -> None:
        """What a draw brings."""
        if self.player != CHANCE or not 0 <= outcome < len(self.weights()):
            raise ValueError(f"{outcome} is no outcome of a draw here.")
        self._walk(outcome)

    def _walk(self, option: int) -> None:
        most = MOST_STEPS * self.most - len(self.trail)
        if self._shared:
            self._play, self._shared = self._play.copy(), False
        try:
            stop = self._play.walk(option, most)
        except NotSupported:  # the compiled game cannot go on; the other target always can
            self._play = self._followed()
            stop = self._play.walk(option, most)
        self.trail.append(option)
        if stop.done:
            self._forget()
        self._stand(stop)

    def _stand(self, stop: Stop) -> None:
        for step in stop.steps:
            self.trail.append(step.option)
            if step.number >= 0:
                self._add(step.seat, step.number)
            if step.done:
                self._forget()
        self._stop, self.player, self.legal = stop, stop.player, stop.numbers
        over = self.taken >= self.most or (stop.player >= 0 and len(stop.numbers) < 2)
        if over or len(self.trail) >= MOST_STEPS * self.most:
            self.player = OVER
        if self.player == OVER:
            self.legal = []
            self._check()

    def _add(self, seat: int, action: int) -> None:
        chosen = self.chosen
        self.chosen = (*chosen[:seat], (*chosen[seat], action), *chosen[seat + 1 :])

    def _forget(self) -> None:
        """What was chosen is carried out: everybody sees what came of it."""
        self.chosen = ((),) * self.setting.players

    def _check(self) -> None:
        """Rules that break are no end of a match."""
        error = self._play.error
        if error is not None:
            where = "" if error.place is None else f"{error.place.file}, line {error.place.line}: "
            raise BrokenRules(f"{where}{error.message} ({error.code}) Seed {self.seed}, choices so far: {self.trail}.")

    # -- looking

    @property
    def state(self) -> State:
        """The match on the Python target; only for looking."""
        return self._followed().state

    def _followed(self) -> PythonPlaying:
        if isinstance(self._play, PythonPlaying):
            return self._play
        steps, play = self._follower or (0, PythonPlaying(self.setting, self.seed, self.is_open))
        if steps < len(self.trail):
            if self._follower_shared:
                play, self._follower_shared = play.copy(), False
            for option in self.trail[steps:]:
                play.choose(option)
        self._follower = (len(self.trail), play)
        return play

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.state.view(seat)

    def digest(self) -> str:
        """Equal for equal positions: how the match can go on from here."""
        return self._play.digest()

    def observation(self, seat: int) -> Row:
        """What a seat sees, as numbers."""
        return self.setting.encoder.encode(Signs(self.view(seat), self.setting.facts), self.chosen[seat])

    # -- copying and keeping

    def copy(self) -> Course:
        made: Course = object.__new__(Course)
        made.__dict__.update(self.__dict__)
        made.trail = list(self.trail)
        self._shared = made._shared = True
        self._follower_shared = made._follower_shared = self._follower is not None
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _replayed, (self.setting, self.seed, self.is_open, self.most, self.trail)


def _replayed(setting: Setting, seed: int, is_open: bool, most: int, trail: list[int]) -> Course:
    """A course that was kept, by all its choices."""
    made = Course(setting, seed, is_open, most)
    while len(made.trail) < len(trail):
        option = trail[len(made.trail)]
        if made.player == CHANCE:
            made.settle(option)
        else:
            made.take(made._stop.numbers[made._stop.options.index(option)])
    return made


def payoffs(ranking: list[list[int]] | None, players: int, shared_defeat: bool) -> list[float]:
    """From 1 for who has left all others behind to -1 for who has been left behind by all; who shares a place gets what
    is between. Together they are zero, except where the rules let everybody lose: that is -1 for all, and for a
    player alone a win is 1."""
    if ranking is None:
        return [0.0] * players
    if players == 1 or (shared_defeat and not any(ranking)):
        return [1.0 if [player] in ranking else -1.0 for player in range(players)]
    places = {player: place for place, named in enumerate(ranking) for player in named}
    at = [places.get(player, len(ranking)) for player in range(players)]
    return [sum((other > own) - (other < own) for other in at) / (players - 1) for own in at]
