"""The agents that need no thought, and who sits where.

choosers = seats("random,first", players=2, seed=7)
state.play(lambda decision: choosers[decision.player](decision), most_moves=1000)
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.runtime.decision import Decision
from tgpl.runtime.rng import Rng

Agent = Callable[[Decision], int]
_STREAM = 0x5EA7  # keeps an agent's chance apart from the game's


class UnknownAgent(ValueError):
    """A word that names no agent, or too few or many of them."""


def first(seed: int, seat: int) -> Agent:
    """Always the first option: uses no chance."""
    return lambda decision: 0


def random(seed: int, seat: int) -> Agent:
    """Any option, each as likely as the other."""
    chance = Rng(seed * 64 + seat + _STREAM)
    return lambda decision: chance.below(len(decision.options))


AGENTS: dict[str, Callable[[int, int], Agent]] = {"first": first, "random": random}


def seats(words: str, players: int, seed: int) -> list[Agent]:
    """An agent for each seat; one word alone is for all."""
    names = [word.strip() for word in words.split(",")]
    for name in names:
        if name not in AGENTS:
            raise UnknownAgent(f"There is no agent '{name}'. There are: {', '.join(AGENTS)}.")
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UnknownAgent(f"{len(names)} agents are named for {players} players; name one for all, or one each.")
    return [AGENTS[name](seed, seat) for seat, name in enumerate(names)]


def seated(agents: list[Agent]) -> Agent:
    """All of them as one: each is asked when it is their decision."""
    return lambda decision: agents[decision.player](decision)
