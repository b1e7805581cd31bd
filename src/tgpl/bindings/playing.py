"""A match as a course walks through it: who is to choose, the numbers of their actions, and on.

`Playing` is what a course needs; `PythonPlaying` gives it by the Python target.
"""

from __future__ import annotations

from typing import Protocol, Self

from tgpl.bindings.rulebook import Setting
from tgpl.bindings.signs import Signs
from tgpl.runtime.chance import CHANCE, begin_open, copy_open, open_draw, settle_draw
from tgpl.runtime.errors import RuleError
from tgpl.runtime.state import State

OVER = -4  # the player to choose when nobody is; CHANCE is another
NOTHING_KNOWN = -1  # the number of the answer that no value is known


class Playing(Protocol):
    """`player` is to choose; `moved` tells apart positions between which something was carried out."""

    player: int

    def numbers(self) -> list[int | None]:
        """The number of each option as an action."""

    def weights(self) -> list[int]:
        """Of the outcomes of a draw."""

    def choose(self, option: int) -> None:
        """An option, an outcome of a draw, or NOTHING_KNOWN."""

    def copy(self) -> Self: ...

    @property
    def rests(self) -> int: ...

    @property
    def covered(self) -> int: ...

    @property
    def ended(self) -> str | None: ...

    @property
    def ranking(self) -> list[list[int]] | None: ...

    @property
    def error(self) -> RuleError | None: ...


class PythonPlaying:
    def __init__(self, setting: Setting, seed: int, is_open: bool) -> None:
        self._setting = setting
        self._open = is_open
        game, players = setting.game, setting.players
        state = begin_open(game, seed, players, setting.widest) if is_open else game.start(seed, players)
        self.state: State = state
        self._look()

    def _look(self) -> None:
        decision = self.state.decision
        self.player = OVER if decision is None or self.state.ended is not None else decision.player

    def numbers(self) -> list[int | None]:
        decision = self.state.decision
        assert decision is not None
        signs = Signs(self.state.view(decision.player), self._setting.facts)
        return self._setting.catalogue.numbers(decision, signs)

    def weights(self) -> list[int]:
        draw = open_draw(self.state)
        assert draw is not None
        return draw.weights

    def choose(self, option: int) -> None:
        if self.player == CHANCE:
            settle_draw(self.state, option)
        elif option == NOTHING_KNOWN:
            self.state.give_up()
        else:
            self.state.choose(option)
        self._look()

    def copy(self) -> PythonPlaying:
        made: PythonPlaying = object.__new__(PythonPlaying)
        made._setting, made._open, made.player = self._setting, self._open, self.player
        made.state = copy_open(self.state) if self._open else self.state.copy()
        return made

    @property
    def rests(self) -> int:
        return self.state.rests

    @property
    def covered(self) -> int:
        return self.state.covered

    @property
    def ended(self) -> str | None:
        return self.state.ended

    @property
    def ranking(self) -> list[list[int]] | None:
        return self.state.ranking

    @property
    def error(self) -> RuleError | None:
        return self.state.error
