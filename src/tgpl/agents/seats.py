"""Who sits where: agents by their words.

choosers = make_agents("random,first", players=2, seed=7)
state.play(lambda decision: choosers[decision.player](decision), most_moves=1000)

Those who search need a context: `make_agents("mcts:1s,random", 2, 7, context)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.agents.agent_names import AgentSpec, UnknownAgent, parse_agent, split_seats
from tgpl.runtime.decision import Decision
from tgpl.runtime.rng import Rng

if TYPE_CHECKING:
    from tgpl.agents.search_agent import SearchContext

Agent = Callable[[Decision], int]
_STREAM = 0x5EA7  # keeps an agent's chance apart from the game's


def make_first(seed: int, seat: int) -> Agent:
    """Always the first option: uses no chance."""
    return lambda decision: 0


def random_chance(seed: int, seat: int) -> Rng:
    """Of who chooses at random, in a match with this seed."""
    return Rng(seed * 64 + seat + _STREAM)


def make_random(seed: int, seat: int) -> Agent:
    """Any option, each as likely as the other."""
    chance = random_chance(seed, seat)
    return lambda decision: chance.below(len(decision.options))


_SIMPLE: dict[str, Callable[[int, int], Agent]] = {"first": make_first, "random": make_random}


def make_agent(spec: AgentSpec, seat: int, seed: int, context: SearchContext | None) -> Agent:
    if not spec.searches:
        return _SIMPLE[spec.name](seed, seat)
    if context is None:
        raise UnknownAgent(f"The agent '{spec.name}' cannot play here: it thinks, and there is nothing to think with.")
    from tgpl.agents.search_agent import SearchAgent

    return SearchAgent(spec, seat, seed, context)


def make_agents(words: str, players: int, seed: int, context: SearchContext | None = None) -> list[Agent]:
    """An agent for each seat; one word alone is for all."""
    specs = [parse_agent(word) for word in split_seats(words, players)]
    return [make_agent(spec, seat, seed, context) for seat, spec in enumerate(specs)]


def combine_agents(agents: list[Agent]) -> Agent:
    """All of them as one: each is asked when it is their decision."""
    return lambda decision: agents[decision.player](decision)
