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
from tgpl.bindings.object_keys import Signs
from tgpl.bindings.position import OVER, Follower, NativePlaying, Playing, PythonPlaying, begin
from tgpl.bindings.rulebook import Setting
from tgpl.native.results import NotSupported
from tgpl.native.walk import Bench, Stop
from tgpl.runtime.chance import CHANCE, weights_of
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
        self.taken = 0  # choices that were left to somebody
        self._shared = False  # with a copy: whoever goes on takes another match
        self._follower: Follower | None = None  # the same match, as far as somebody looked at it
        self._follower_shared = False
        self._play = begin(setting, seed, is_open, MOST_STEPS * most)
        self._stand(self._play.stop)

    # -- where it stands

    @property
    def bench(self) -> Bench | None:
        """Where it is played as compiled code."""
        return self._play.bench if isinstance(self._play, NativePlaying) else None

    @property
    def options(self) -> list[int]:
        """The numbers of the options that the legal actions stand for."""
        return self._play.stop.options

    @property
    def trail(self) -> list[int]:
        """Every choice and draw so far, by their options and outcomes; also those that left no choice."""
        return self._play.trail()

    @property
    def limited(self) -> bool:
        """Whether it is over only because it became too long."""
        return self.player == OVER and self._play.stop.ended is None

    def weights(self) -> list[int]:
        """Of the outcomes of the draw where it stands."""
        return weights_of(self._play.stop.among, self.setting.widest)

    def chosen(self, seat: int) -> list[int]:
        """The actions of a move that a seat has begun, or of a sealed choice."""
        pairs = self._play.chosen()
        return [action for who, action in zip(pairs[::2], pairs[1::2], strict=True) if who == seat]

    def payoffs(self) -> list[float]:
        ranking = self._play.ranking() if self.player == OVER else None
        return payoffs(ranking, self.setting.players, self.setting.facts.shared_defeat)

    def digest(self) -> str:
        """Equal for equal positions: how the match can go on from here."""
        return self._play.digest()

    # -- going on

    def take(self, action: int) -> None:
        """Takes an action; raises ValueError if it is not legal."""
        try:
            option = self._play.stop.options[self.legal.index(action)]
        except ValueError:
            raise ValueError(f"Action {action} is not legal here; these are: {self.legal}.") from None
        self.taken += 1
        if self._shared:
            self._play, self._shared = self._play.copy(), False
        try:
            stop = self._play.walk(option, action)
        except NotSupported:
            stop = self._go_on_in_python()
        if stop.player == OVER or self.taken >= self.most or stop.steps >= MOST_STEPS * self.most:
            self._end(stop)
        else:
            self.player, self.legal = stop.player, stop.actions

    def settle(self, outcome: int) -> None:
        """What a draw brings."""
        if self.player != CHANCE or not 0 <= outcome < len(self.weights()):
            raise ValueError(f"{outcome} is no outcome of a draw here.")
        if self._shared:
            self._play, self._shared = self._play.copy(), False
        try:
            self._stand(self._play.walk(outcome, -1))
        except NotSupported:
            self._stand(self._go_on_in_python())

    def _go_on_in_python(self) -> Stop:
        """Where compiled code cannot go on the other target can."""
        trail = self._play.trail()
        self._play = PythonPlaying(self.setting, self.seed, self.is_open, MOST_STEPS * self.most)
        return _follow(self._play, trail)

    def _stand(self, stop: Stop) -> None:
        self.player, self.legal = stop.player, stop.actions
        if self.player == OVER or self.taken >= self.most or stop.steps >= MOST_STEPS * self.most:
            self._end(stop)

    def _end(self, stop: Stop) -> None:
        self.player, self.legal = OVER, []
        if stop.ended == "error":
            self._complain()

    def _complain(self) -> None:
        """Rules that break are no end of a match."""
        error = self._play.error()
        assert error is not None
        where = "" if error.place is None else f"{error.place.file}, line {error.place.line}: "
        raise BrokenRules(f"{where}{error.message} ({error.code}) Seed {self.seed}, choices so far: {self.trail}.")

    # -- looking

    @property
    def state(self) -> State:
        """The match on the Python target; only for looking."""
        if isinstance(self._play, PythonPlaying):
            return self._play.follower.state
        follower = self._follower or Follower(self.setting, self.seed, self.is_open)
        if follower.steps < self._play.stop.steps:
            if self._follower_shared:
                follower, self._follower_shared = follower.copy(), False
            for option in self.trail[follower.steps :]:
                follower.choose(option)
        self._follower = follower
        return follower.state

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.state.view(seat)

    def observation(self, seat: int) -> Row:
        """What a seat sees, as numbers."""
        return self.setting.encoder.encode(Signs(self.view(seat), self.setting.facts), self.chosen(seat))

    # -- copying and keeping

    def copy(self) -> Course:
        made: Course = object.__new__(Course)
        made.__dict__.update(self.__dict__)
        self._shared = made._shared = True
        self._follower_shared = made._follower_shared = self._follower is not None
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _replayed, (self.setting, self.seed, self.is_open, self.most, self.taken, self.trail)


def _replayed(setting: Setting, seed: int, is_open: bool, most: int, taken: int, trail: list[int]) -> Course:
    """A course that was kept, by all its choices."""
    made = Course(setting, seed, is_open, most)
    stop = _follow(made._play, trail)
    made.taken = taken
    made._stand(stop)
    return made


def _follow(play: Playing, trail: list[int]) -> Stop:
    """Makes every choice of a trail that is left to somebody."""
    while play.stop.steps < len(trail):
        stop, option = play.stop, trail[play.stop.steps]
        play.walk(option, -1 if stop.player < 0 else stop.actions[stop.options.index(option)])
    return play.stop


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
