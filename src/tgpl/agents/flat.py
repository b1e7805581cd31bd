"""A hint without much thought: tries every option in random games and takes the one that went best. It knows no more
than a player: what chance will bring is drawn anew in every game.

number, share = best(state, playouts=200, seed=1)
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.agents.seats import seated, seats
from tgpl.runtime.state import State

_LONGEST = 1_000  # moves of one game


def best(state: State, playouts: int, seed: int, tell: Callable[[int], None] = lambda done: None) -> tuple[int, float]:
    """The option that won most often, and how often it did, from 0 to 1."""
    decision = state.decision
    assert decision is not None and decision.options
    each = max(1, playouts // len(decision.options))
    shares = []
    for number in range(len(decision.options)):
        won = 0.0
        for i in range(each):
            tell(number * each + i)
            won += _outcome(state, number, seed + i)
        shares.append(won / each)
    top = max(range(len(shares)), key=lambda number: shares[number])
    return top, shares[top]


def _outcome(state: State, number: int, seed: int) -> float:
    """1 for the player alone in the first place, less for a shared one, 0 for everybody else."""
    decision = state.decision
    assert decision is not None
    player, tried = decision.player, state.copy()
    tried.forget_chance(seed)
    tried.choose(number)
    tried.forget_chance(seed)  # a move in the middle of which the game asked has to end with the chance it began with
    if tried.ended is None:
        tried.play(seated(seats("random", tried.players, seed)), tried.moves + _LONGEST)
    first = tried.ranking[0] if tried.ranking else []
    return 1.0 / len(first) if player in first else 0.0
