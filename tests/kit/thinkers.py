"""What agents choose, and how they come to it."""

from __future__ import annotations

from tgpl.agents.search import Manner, Search, SearchResult
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.runtime.state import State

MANNERS: tuple[Manner, ...] = ("mcts", "flat")


def thought(native: NativeGame, state: State, games: int, seed: int = 1, manner: Manner = "mcts") -> SearchResult:
    match = NativeState(native)
    match.follow(state)
    return Search(native, match.library, manner=manner).run(match, seed, games=games)
