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
from tgpl.bindings.playing import NOTHING_KNOWN, OVER, Playing, PythonPlaying
from tgpl.bindings.rulebook import Setting
from tgpl.bindings.signs import Signs
from tgpl.runtime.chance import CHANCE

MOST = 2_000  # choices of one match
MOST_STEPS = 20  # times as many, of choices and draws of every kind


class BrokenRules(RuntimeError):
    """A match ran into an error of its rules."""


class Course:
    def __init__(self, setting: Setting, seed: int = 0, is_open: bool = False, most: int = MOST) -> None:
        self.setting = setting
        self.seed = seed
        self.is_open = is_open
        self.most = most
        self.trail: list[int] = []  # every choice and draw so far, as numbers of options
        self.taken = 0  # choices that were left to somebody
        self.chosen: list[tuple[int, ...]] = [()] * setting.players  # actions of the moves that are not carried out yet
        self._play: Playing = PythonPlaying(setting, seed, is_open)
        self._shared = False  # with a copy: whoever goes on first takes another
        self._advance()

    # -- where it stands

    @property
    def legal(self) -> list[int]:
        """The actions that can be taken, in order."""
        return self._legal

    @property
    def limited(self) -> bool:
        """Whether it is over only because it became too long."""
        return self.player == OVER and self._play.ended is None

    def weights(self) -> list[int]:
        """Of the outcomes of the draw where it stands."""
        return self._play.weights()

    def payoffs(self) -> list[float]:
        return payoffs(self._play.ranking, self.setting.players, self.setting.facts.shared_defeat)

    # -- going on

    def take(self, action: int) -> None:
        """Takes an action; raises KeyError if it is not legal."""
        option = self._options[action]
        self.taken += 1
        self._choose(option, action)
        self._advance()

    def settle(self, outcome: int) -> None:
        """What a draw brings."""
        assert self.player == CHANCE
        self._step(outcome)
        self._advance()

    def _advance(self) -> None:
        """To where there is a choice."""
        self._options: dict[int, int] = {}
        while True:
            self.player = self._play.player
            if self.player != OVER and (self.taken >= self.most or len(self.trail) >= MOST_STEPS * self.most):
                self.player = OVER
            if self.player < 0:
                self._check()
                break
            numbers = self._play.numbers()
            self._options = {number: option for option, number in enumerate(numbers) if number is not None}
            if len(self._options) > 1:
                break
            self._take_only(numbers)
            self._options = {}
        self._legal = sorted(self._options)

    def _check(self) -> None:
        """Rules that break are no end of a match."""
        error = self._play.error
        if error is not None:
            where = "" if error.place is None else f"{error.place.file}, line {error.place.line}: "
            raise BrokenRules(f"{where}{error.message} ({error.code}) Choices so far: {self.trail}.")

    def _take_only(self, numbers: list[int | None]) -> None:
        if not numbers:
            self._choose(NOTHING_KNOWN, None)
        elif self._options:
            ((number, option),) = self._options.items()
            self._choose(option, number)
        else:
            self._choose(0, None)

    def _choose(self, option: int, action: int | None) -> None:
        seat, rests, covered = self.player, self._play.rests, self._play.covered
        if action is not None:
            self.chosen[seat] = (*self.chosen[seat], action)
        self._step(option)
        if self._play.rests > rests and self._play.covered <= covered:  # carried out: everybody sees what came of it
            self.chosen = [()] * self.setting.players

    def _step(self, option: int) -> None:
        self.trail.append(option)
        if self._shared:
            self._play, self._shared = self._play.copy(), False
        self._play.choose(option)

    # -- looking

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.state.view(seat)

    @property
    def state(self) -> Any:
        return self._play.state

    def observation(self, seat: int) -> Row:
        """What a seat sees, as numbers."""
        return self.setting.encoder.encode(Signs(self.view(seat), self.setting.facts), self.chosen[seat])

    # -- copying and keeping

    def copy(self) -> Course:
        made: Course = object.__new__(Course)
        made.__dict__.update(self.__dict__)
        made.trail, made.chosen = list(self.trail), list(self.chosen)
        self._shared = made._shared = True
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        kept = (self.trail, self.taken, self.chosen)
        return _replayed, (self.setting, self.seed, self.is_open, self.most, *kept)


def _replayed(
    setting: Setting, seed: int, is_open: bool, most: int, trail: list[int], taken: int, chosen: list[tuple[int, ...]]
) -> Course:
    """A course that was kept, by all its choices."""
    made: Course = object.__new__(Course)
    made.setting, made.seed, made.is_open, made.most = setting, seed, is_open, most
    made.trail, made.taken, made.chosen = [], taken, list(chosen)
    made._play, made._shared = PythonPlaying(setting, seed, is_open), False
    for option in trail:
        made._step(option)
    made._advance()
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
