"""Exact solving: what a small game comes to if nobody makes a mistake, and a line that shows it.

Only for games without secrets and choices at the same time, and without chance once they have begun. A position that comes up again on its own line is
no way out: what nobody can force goes on for ever, which counts as a draw (for one player alone: as not won).

    solved = solve(native, state, most_positions=2_000_000)
    solved.points, solved.line
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import NamedTuple

from tgpl.native.game import NativeGame
from tgpl.native.result_codes import Halt, Solved
from tgpl.native.results import check_count
from tgpl.native.state import NativeState
from tgpl.runtime.state import State

LONGEST_LINE = 1_000  # choices
_POLL = 0.05  # seconds
_NEVER = {
    1: "it has secrets (a private attribute, a deck, or `sees`)",
    2: "players choose at the same time in it",
}
_WHY = {
    Solved.REPEATS: "positions come up again, and only for one player or two against each other it is clear what that is worth",
    Solved.SPENT: "there are more than {most:,} positions; --positions allows more",
    Solved.BROKEN: "a rule breaks on the way: `tgpl run` with random agents finds it sooner or later",
    Solved.ANY_VALUE: "any number or text can be named in it; give it a range or a list to choose from",
    Solved.TOO_DEEP: "its lines are too long",
    Solved.ALL_LOSE: "positions come up again, and everybody can lose together: it is not clear what that is worth",
    Solved.DRAWS: "chance has a part in it, not only in how it begins",
    Solved.AT_ONCE: "players choose at the same time in it",
    Solved.NO_MEMORY: "there is not enough memory for its positions; it has been looked at {looked:,} of them",
}


class CannotSolve(Exception):
    """Why not, in words that go on from "cannot be solved: "."""


class Step(NamedTuple):
    """A choice of the best line."""

    player: int
    label: str
    move: int  # the choices of one move have the same


class Solution(NamedTuple):
    points: list[int]  # for each player: 2 for everybody behind them, 1 for everybody level
    most: int  # that a player could have
    line: list[Step]
    complete: bool  # the line comes to the end of the game
    positions: int
    endless: bool  # positions come up again: found backwards from the ends

    def worth(self, player: int) -> float:
        """From 0 to 1."""
        return self.points[player] / self.most


class Solver:
    def __init__(self, native: NativeGame, most_positions: int) -> None:
        self.most = most_positions
        self._match = NativeState(native)
        self._work = NativeState(native, self._match.library)
        self._library = self._match.library
        self._solver = self._library.tgpl_solver_open(check_count("most_positions", most_positions))
        if not self._solver:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "_solver", None):
            self._library.tgpl_solver_close(self._solver)
            self._solver = None

    @property
    def looked(self) -> int:
        return int(self._library.tgpl_solver_looked(self._solver))

    @property
    def endless(self) -> bool:
        return bool(self._library.tgpl_solver_listed(self._solver))

    def at(self, state: State, tell: Callable[[int], None]) -> tuple[list[int], int]:
        """The points of every player from here on, and the best option; raises CannotSolve."""
        self._match.follow(state)
        saved = self._match.save()
        points, best = (ctypes.c_int32 * state.players)(), ctypes.c_int32()
        result = [0]

        def work() -> None:
            result[0] = self._library.tgpl_solve(
                self._work.handle, self._solver, saved, len(saved), points, ctypes.byref(best)
            )

        thread = threading.Thread(target=work)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(_POLL)
                tell(self.looked)
        finally:
            if thread.is_alive():
                self._library.tgpl_solver_stop(self._solver)
                self._library.tgpl_halt(self._work.handle, Halt.DROP)
                thread.join()
                self._library.tgpl_halt(self._work.handle, 0)
        if result[0] != Solved.SOLVED:
            raise CannotSolve(
                _WHY.get(Solved(result[0]), "it was interrupted").format(most=self.most, looked=self.looked)
            )
        return list(points), best.value


def solve(
    native: NativeGame, state: State, most_positions: int, tell: Callable[[int], None] = lambda looked: None
) -> Solution:
    """From the decision that is open; raises CannotSolve. The state goes along the best line."""
    never = native.library.tgpl_unsolvable()
    if never:
        raise CannotSolve(_NEVER[never])
    if state.decision is None:
        raise CannotSolve("nobody has anything to decide in it")
    solver = Solver(native, most_positions)
    points, _ = solver.at(state, tell)
    most = 2 * max(1, state.players - 1)
    looked, endless = solver.looked, solver.endless
    line = _follow_best(solver, state, tell)
    return Solution(points, most, line, state.ended is not None, looked, endless)


def _follow_best(solver: Solver, state: State, tell: Callable[[int], None]) -> list[Step]:
    line: list[Step] = []
    seen: set[str] = set()
    while state.decision is not None and state.ended is None and len(line) < LONGEST_LINE:
        decision = state.decision
        digest = state.digest()
        if digest in seen:
            break  # from here on it goes round
        seen.add(digest)
        best = 0
        if len(decision.options) > 1:
            try:
                best = solver.at(state, tell)[1]
            except CannotSolve:
                break
        line.append(Step(decision.player, decision.options[best].label, state.commits))
        state.choose(best)
    return line
