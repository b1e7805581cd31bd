"""What a machine would choose, for `hint` at the table: tree search, or without the compiled game some random games."""

from __future__ import annotations

from collections.abc import Callable

from tgpl.agents.agent_names import AgentSpec
from tgpl.agents.compiled import CannotSearch
from tgpl.agents.flat import find_best
from tgpl.agents.search import DRAWN, LOST, WON, SearchResult
from tgpl.agents.search_agent import SearchAgent, SearchContext
from tgpl.native.results import NotSupported
from tgpl.native.state import OutOfStep
from tgpl.runtime.state import State

SPEC = AgentSpec("mcts", games=3_000, seconds=1.0)  # whichever comes first
PLAYOUTS = 200  # in Python, or as many as there is time for:
_PATIENCE = 10.0  # seconds
_CERTAIN = {WON: "it wins for certain", DRAWN: "nothing better than a draw is left", LOST: "everything loses here"}


class Hints:
    def __init__(self, context: SearchContext, is_open: Callable[[], bool]) -> None:
        self._agent = SearchAgent(SPEC, 0, 1, context)
        self._is_open = is_open  # nobody has anything to hide

    def __call__(self, state: State) -> tuple[int, str] | str:
        """An option and why; or why there is none."""
        decision = state.decision
        if decision is None or not decision.options:
            return "No hint here: any value can be named."
        if len(decision.options) == 1:
            return 0, "there is nothing else"
        try:
            found = self._agent.search(decision)
        except (CannotSearch, NotSupported, OutOfStep) as why:
            if not self._is_open():
                return f"No hint: a game with secrets or hidden choices has to be compiled for that. {why}"
            number, share = find_best(state, PLAYOUTS, 1, seconds=_PATIENCE)
            return number, f"best of some random games: it won {share:.0%} of its share"
        return found.best, _describe(found)


def _describe(found: SearchResult) -> str:
    chosen = found.options[found.best]
    if chosen.fate in _CERTAIN:
        return _CERTAIN[chosen.fate]
    return f"after some games in the head: worth {chosen.mean:.0%} of a win"  # how many depends on the machine
