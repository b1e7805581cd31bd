"""An agent that searches: it follows the match with a compiled one and searches from there.

agent = SearchAgent(spec, seat=0, seed=7, context=SearchContext(native, state))
number = agent(decision)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tgpl.agents.agent_names import AgentSpec
from tgpl.agents.search import Manner, Search, SearchResult
from tgpl.agents.text_answers import TextTrial
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.runtime.decision import Decision
from tgpl.runtime.rng import Rng
from tgpl.runtime.state import State

_TRIES = 12  # of each option, for who is greedy: a move may go on with other choices, and with chance
MANNERS: dict[str, Manner] = {"mcts": "mcts", "flat": "flat", "greedy": "greedy"}
_STREAM = 0x7417  # keeps an agent's chance apart from the game's, and from that of agents who do not think


def agent_seed(seed: int, seat: int) -> int:
    """Where the chance of an agent begins, in a match with this seed."""
    return Rng(seed * 64 + seat + _STREAM).next()


def decision_seed(begun: int, moves: int) -> int:
    """Where the chance of one search begins, behind so many moves."""
    return Rng(begun + moves).next()


def count_games(spec: AgentSpec, options: int) -> int:
    """How many games an agent plays in its head for a decision with so many options."""
    if spec.name == "greedy":
        return _TRIES * options
    assert spec.games is not None
    return spec.games


class SearchContext(NamedTuple):
    """What the agent needs from outside."""

    native: Callable[[], NativeGame]  # the compiled game; another one when the rules have changed
    state: Callable[[], State]  # the match as it stands
    tell: Callable[[int], None] = lambda done: None  # how many games were played for the open decision


class SearchAgent:
    def __init__(self, spec: AgentSpec, seat: int, seed: int, context: SearchContext) -> None:
        self.spec = spec
        self.context = context
        self._seed = agent_seed(seed, seat)
        self._game: NativeGame | None = None
        self._match: NativeState | None = None
        self._search: Search | None = None

    def __call__(self, decision: Decision) -> int:
        if len(decision.options) == 1:
            return 0
        return self.search(decision).best

    def search(self, decision: Decision) -> SearchResult:
        """About the open decision of the match, which is perhaps in the middle of a move."""
        match, search = self._in_step(decision)
        seed = decision_seed(self._seed, match.moves)
        games = None if self.spec.seconds is not None else count_games(self.spec, len(decision.options))
        among = None if decision.length is None else TextTrial(self.context.state()).useful()
        return search.run(match, seed, games, self.spec.seconds, self.context.tell, among)

    def _in_step(self, decision: Decision) -> tuple[NativeState, Search]:
        game, state = self.context.native(), self.context.state()
        if self._match is None or self._search is None or game is not self._game:
            library = game.library
            self._game = game
            self._match = NativeState(game, library)
            self._search = Search(game, library, self.spec.threads, MANNERS[self.spec.name])
        self._match.follow(state, decision)
        return self._match, self._search
