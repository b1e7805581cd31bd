"""Open chance: a match that stops where something is drawn and is told what comes. Search calls this chance nodes.

In:  a game. Out: a state whose decisions are also those of `CHANCE`. What tests draw, and the order of hidden options,
still come from a generator of their own: nothing that is only looked at is asked for.

    state = begin_open(game, seed=0, players=2, widest=6)
    draw = open_draw(state)
    if draw is not None:
        draw.weights     # how likely each outcome is, as whole numbers
        settle_draw(state, 4)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.runtime.decision import Decision, Option
from tgpl.runtime.errors import Question
from tgpl.runtime.rng import Rng
from tgpl.runtime.save import digest
from tgpl.runtime.state import State

if TYPE_CHECKING:
    from tgpl.runtime.game import Game

CHANCE = -1  # the player whose decisions are draws


class Draw(Decision):
    """Asks what chance brings."""

    __slots__ = ("at", "weights")

    def __init__(self, at: int, weights: list[int]) -> None:
        options = tuple(Option(str(number), number) for number in range(len(weights)))
        # Asked between two transactions, like an action.
        super().__init__(CHANCE, "action", "chance", "chance", options)
        self.at = at  # the state of chance in which it is made
        self.weights = weights


class OpenChance(Rng):
    """Draws what it is told. A draw is known by the state in which it is made, so that a block that runs again, or is
    taken back, finds the same; a state that no draw led to is that of a test, which draws for itself."""

    __slots__ = ("line", "outcomes", "source", "widest")

    def __init__(self, state: int, widest: int, source: Callable[[list[int]], int] | None = None) -> None:
        self.state = state
        self.source = source  # tells what comes on the spot
        self.widest = widest  # outcomes of one draw; one among more is made in several
        self.outcomes: dict[tuple[int, int], int] = {}  # by state and number of outcomes
        self.line = {state}  # the states between the draws of effects

    def below(self, n: int) -> int:
        if self.state not in self.line:
            return super().below(n)
        low = 0
        while n > self.widest:
            weights = weights_of(n, self.widest)
            number = self._drawn(weights)
            low += sum(weights[:number])
            n = weights[number]
        return low if n == 1 else low + self._drawn(weights_of(n, self.widest))

    def _drawn(self, weights: list[int]) -> int:
        key = (self.state, len(weights))
        number = self.outcomes.get(key)
        if number is None:
            if self.source is None:
                raise Question(Draw(self.state, weights))
            number = self.outcomes[key] = self.source(weights)
        self.state = _behind(self.state, number)
        self.line.add(self.state)
        return number

    def forget(self) -> None:
        """Keeps only what can be asked again, from the commit on where the match stands."""
        waiting, self.line = [self.state], {self.state}
        while waiting:
            state = waiting.pop()
            behind = {_behind(at, number) for (at, _), number in self.outcomes.items() if at == state} - self.line
            self.line |= behind
            waiting += behind
        self.outcomes = {key: number for key, number in self.outcomes.items() if key[0] in self.line}


def weights_of(n: int, widest: int) -> list[int]:
    """The outcomes of a draw of one among n: each of them, or where these are too many stretches of them."""
    step = -(-n // widest)
    return [min(step, n - first) for first in range(0, n, step)]


def _behind(state: int, number: int) -> int:
    """The state behind a draw: another for every outcome."""
    return Rng(state + 1 + number).next()


def begin_open(
    game: Game, seed: int, players: int | None, widest: int, source: Callable[[list[int]], int] | None = None
) -> State:
    """A new match, at its first decision or draw; with a source nothing is asked for."""
    state = game.begin(seed, players)
    match = state._processor.match
    match.rng = OpenChance(match.rng.state, widest, source)
    state._processor.proceed()
    return state


def open_draw(state: State) -> Draw | None:
    """What chance is asked for, if it is."""
    decision = state.decision
    return decision if isinstance(decision, Draw) else None


def settle_draw(state: State, number: int) -> None:
    """Tells what comes."""
    processor, draw = state._processor, open_draw(state)
    chance = processor.match.rng
    assert draw is not None and 0 <= number < len(draw.weights) and isinstance(chance, OpenChance)
    chance.outcomes[draw.at, len(draw.weights)] = number
    commits, processor.decision = state.commits, None
    processor.proceed()
    if state.commits > commits:
        chance.forget()


def open_digest(state: State) -> str:
    """Of the position, and of what was drawn since the last commit."""
    chance = state._processor.match.rng
    assert isinstance(chance, OpenChance)
    return digest([state.position(), sorted([*key, number] for key, number in chance.outcomes.items())])


def copy_open(state: State) -> State:
    """A copy whose chance is as open."""
    made, chance = state.copy(), state._processor.match.rng
    assert isinstance(chance, OpenChance)
    other = OpenChance(chance.state, chance.widest)
    other.outcomes, other.line = dict(chance.outcomes), set(chance.line)
    made._processor.match.rng = other
    return made
