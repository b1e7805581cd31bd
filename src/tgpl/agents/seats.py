"""Who sits where: agents by their words.

choosers = seats("random,first", players=2, seed=7)
state.play(lambda decision: choosers[decision.player](decision), most_moves=1000)

Those who think need to know what about: `seats("mcts:1s,random", 2, 7, around)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.agents.agent_names import UnknownAgent, Word, each, understood
from tgpl.runtime.decision import Decision
from tgpl.runtime.rng import Rng

if TYPE_CHECKING:
    from tgpl.agents.mcts_agent import Around

__all__ = ["Agent", "UnknownAgent", "seated", "seats"]

Agent = Callable[[Decision], int]
_STREAM = 0x5EA7  # keeps an agent's chance apart from the game's


def first(seed: int, seat: int) -> Agent:
    """Always the first option: uses no chance."""
    return lambda decision: 0


def random(seed: int, seat: int) -> Agent:
    """Any option, each as likely as the other."""
    chance = Rng(seed * 64 + seat + _STREAM)
    return lambda decision: chance.below(len(decision.options))


_SIMPLE: dict[str, Callable[[int, int], Agent]] = {"first": first, "random": random}


def agent(word: Word, seat: int, seed: int, around: Around | None) -> Agent:
    if not word.thinks:
        return _SIMPLE[word.name](seed, seat)
    if around is None:
        raise UnknownAgent(f"The agent '{word.name}' cannot play here: it thinks, and there is nothing to think with.")
    from tgpl.agents.mcts_agent import Thinker

    return Thinker(word, seat, seed, around)


def seats(words: str, players: int, seed: int, around: Around | None = None) -> list[Agent]:
    """An agent for each seat; one word alone is for all."""
    known = [understood(word) for word in each(words, players)]
    return [agent(word, seat, seed, around) for seat, word in enumerate(known)]


def seated(agents: list[Agent]) -> Agent:
    """All of them as one: each is asked when it is their decision."""
    return lambda decision: agents[decision.player](decision)
