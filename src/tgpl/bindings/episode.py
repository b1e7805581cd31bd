"""An episode is a match by the numbers of actions: it stops where somebody has a choice, or chance has.

Decisions that leave no choice are taken on the way. With chance laid open (`is_open`) draws are stops too, else
the seed decides them. An episode that becomes too long is over without a winner.

    episode = Episode(setting, seed=7)
    while episode.player != OVER:
        episode.take(episode.legal[0])
    episode.payoffs()
"""

from __future__ import annotations

from typing import Any

from tgpl.bindings.codecs import Row
from tgpl.bindings.object_keys import ObjectKeys
from tgpl.bindings.position import OVER, Follower, NativePosition, Position, PythonPosition, begin_position
from tgpl.bindings.rulebook import Setting
from tgpl.native.results import NotSupported
from tgpl.native.walk import Bench, Stop
from tgpl.runtime.chance import CHANCE, weights_of
from tgpl.runtime.state import State

MOST = 2_000  # choices of one match
MOST_STEPS = 20  # times as many, of choices and draws of every kind


class BrokenRules(RuntimeError):
    """A match ran into an error of its rules."""


class Episode:
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
        self._position = begin_position(setting, seed, is_open, MOST_STEPS * most)
        self._stand(self._position.stop)

    # -- where it stands

    @property
    def bench(self) -> Bench | None:
        """Where it is played as compiled code."""
        return self._position.bench if isinstance(self._position, NativePosition) else None

    @property
    def options(self) -> list[int]:
        """The numbers of the options that the legal actions stand for."""
        return self._position.stop.options

    @property
    def trail(self) -> list[int]:
        """Every choice and draw so far, by their options and outcomes; also those that left no choice."""
        return self._position.trail()

    @property
    def limited(self) -> bool:
        """Whether it is over only because it became too long."""
        return self.player == OVER and self._position.stop.ended is None

    def weights(self) -> list[int]:
        """Of the outcomes of the draw where it stands."""
        return weights_of(self._position.stop.among, self.setting.widest)

    def chosen(self, seat: int) -> list[int]:
        """The actions of a move that a seat has begun, or of a sealed choice."""
        pairs = self._position.chosen()
        return [action for who, action in zip(pairs[::2], pairs[1::2], strict=True) if who == seat]

    def payoffs(self) -> list[float]:
        ranking = self._position.ranking() if self.player == OVER else None
        return compute_payoffs(ranking, self.setting.players, self.setting.facts.shared_defeat)

    def digest(self) -> str:
        """Equal for equal positions: how the match can go on from here."""
        return self._position.digest()

    # -- going on

    def take(self, action: int) -> None:
        """Takes an action; raises ValueError if it is not legal."""
        try:
            option = self._position.stop.options[self.legal.index(action)]
        except ValueError:
            raise ValueError(f"Action {action} is not legal here; these are: {self.legal}.") from None
        self.taken += 1
        if self._shared:
            self._position, self._shared = self._position.copy(), False
        try:
            stop = self._position.walk(option, action)
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
            self._position, self._shared = self._position.copy(), False
        try:
            self._stand(self._position.walk(outcome, -1))
        except NotSupported:
            self._stand(self._go_on_in_python())

    def _go_on_in_python(self) -> Stop:
        """Where compiled code cannot go on the other target can."""
        trail = self._position.trail()
        self._position = PythonPosition(self.setting, self.seed, self.is_open, MOST_STEPS * self.most)
        return _follow(self._position, trail)

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
        error = self._position.error()
        assert error is not None
        where = "" if error.place is None else f"{error.place.file}, line {error.place.line}: "
        raise BrokenRules(f"{where}{error.message} ({error.code}) Seed {self.seed}, choices so far: {self.trail}.")

    # -- looking

    @property
    def state(self) -> State:
        """The match on the Python target; only for looking."""
        if isinstance(self._position, PythonPosition):
            return self._position.follower.state
        follower = self._follower or Follower(self.setting, self.seed, self.is_open)
        if follower.steps < self._position.stop.steps:
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
        return self.setting.encoder.encode(ObjectKeys(self.view(seat), self.setting.facts), self.chosen(seat))

    # -- copying and keeping

    def copy(self) -> Episode:
        made: Episode = object.__new__(Episode)
        made.__dict__.update(self.__dict__)
        self._shared = made._shared = True
        self._follower_shared = made._follower_shared = self._follower is not None
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _replay, (self.setting, self.seed, self.is_open, self.most, self.taken, self.trail)


def _replay(setting: Setting, seed: int, is_open: bool, most: int, taken: int, trail: list[int]) -> Episode:
    """An episode that was kept, by all its choices."""
    made = Episode(setting, seed, is_open, most)
    stop = _follow(made._position, trail)
    made.taken = taken
    made._stand(stop)
    return made


def _follow(position: Position, trail: list[int]) -> Stop:
    """Makes every choice of a trail that is left to somebody."""
    while position.stop.steps < len(trail):
        stop, option = position.stop, trail[position.stop.steps]
        position.walk(option, -1 if stop.player < 0 else stop.actions[stop.options.index(option)])
    return position.stop


def compute_payoffs(ranking: list[list[int]] | None, players: int, shared_defeat: bool) -> list[float]:
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
