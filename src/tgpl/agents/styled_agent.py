"""Agents with a play style in a match that people or other agents play too: they follow it with a compiled one, and choose as in
the lab.

    table = StyledSeats(result, {1: "mcts:50 never Attack"}, seed=7, state=lambda: state)
    number = table.agent(1)(decision)
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.agents.agent_names import UnknownAgent
from tgpl.agents.compiled import CannotSearch
from tgpl.agents.contest import Contest
from tgpl.agents.coverage import compile_counted
from tgpl.agents.meaning import Meaning
from tgpl.agents.seats import Agent
from tgpl.agents.style_names import check_styles
from tgpl.compile import Result
from tgpl.core.score import NoWish
from tgpl.emit.c.rulesheet import OnlyPython
from tgpl.native.library import NoCompiler
from tgpl.runtime.decision import Decision
from tgpl.runtime.state import State


class StyledSeats:
    def __init__(self, result: Result, words: dict[int, str], seed: int, state: Callable[[], State]) -> None:
        """`words`: by seats. Raises UnknownAgent or CannotSearch."""
        self._state = state
        try:
            wishes = check_styles(result.program(), words.values())
            counted = compile_counted(result, "now", wishes)
        except NoWish as why:
            raise UnknownAgent(str(why)) from None
        except (NoCompiler, OnlyPython) as why:
            raise CannotSearch(f"Who has a play style needs the compiled game: {why}.") from None
        self._contest = Contest(counted.native, Meaning(counted, wishes))
        last = max(words, default=-1)
        self._choosers = self._contest.seat([words.get(seat, "first") for seat in range(last + 1)], seed)

    def agent(self, seat: int) -> Agent:
        def choose(decision: Decision) -> int:
            self._contest.state.follow(self._state(), decision)
            return self._choosers[seat].choose(self._contest.state)

        return choose
