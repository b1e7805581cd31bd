"""A hint without much thought: tries every option in random games and takes the one that went best. It knows no more
than a player: what chance will bring is drawn anew in every game.

number, share = find_best(state, playouts=200, seed=1)
"""

from __future__ import annotations

import time
from collections.abc import Callable

from tgpl.agents.seats import Agent, combine_agents, make_agents
from tgpl.runtime.decision import Decision
from tgpl.runtime.state import State

_LONGEST = 1_000  # moves of one game


class _TimeIsUp(Exception):
    """In the middle of a game."""


def find_best(
    state: State,
    playouts: int,
    seed: int,
    tell: Callable[[int], None] = lambda done: None,
    seconds: float | None = None,
) -> tuple[int, float]:
    """The option that won most often, and how often it did, from 0 to 1; of as many games as there is time for."""
    decision = state.decision
    assert decision is not None and decision.options
    count = len(decision.options)
    until = None if seconds is None else time.monotonic() + seconds
    won, tried = [0.0] * count, [0] * count
    try:
        for done in range(max(1, playouts // count) * count):
            tell(done)
            number = done % count
            won[number] += _outcome(state, number, seed + done // count, until)
            tried[number] += 1
    except _TimeIsUp:
        pass
    shares = [won[number] / max(1, tried[number]) for number in range(count)]
    top = max(range(count), key=lambda number: shares[number])
    return top, shares[top]


def _outcome(state: State, number: int, seed: int, until: float | None) -> float:
    """1 for the player alone in the first place, less for a shared one, 0 for everybody else."""
    decision = state.decision
    assert decision is not None
    player, tried = decision.player, state.copy()
    tried.forget_chance(seed)
    tried.choose(number)
    tried.forget_chance(seed)  # a move in the middle of which the game asked has to end with the chance it began with
    if tried.ended is None:
        agent = combine_agents(make_agents("random", tried.players, seed))
        tried.play(agent if until is None else _limit_time(agent, until), tried.moves + _LONGEST)
    first = tried.ranking[0] if tried.ranking else []
    return 1.0 / len(first) if player in first else 0.0


def _limit_time(agent: Agent, until: float) -> Agent:
    def choose(decision: Decision) -> int:
        if time.monotonic() > until:
            raise _TimeIsUp
        return agent(decision)

    return choose
