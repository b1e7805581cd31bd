"""Counting: how many sequences of moves there are, depth by depth.

The number is the same whoever counts it right, so it shows whether rules say what they should. Positions to which
several sequences lead are counted once and remembered.

    perft(game.start(), 3)   # [9, 72, 504]
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.runtime.errors import RuleError, Uncountable
from tgpl.runtime.state import State

_REMEMBERED = 2_000_000  # positions, at most


class Perft:
    def __init__(self, progress: Callable[[int], None] | None = None) -> None:
        self.progress = progress  # told how many moves were tried so far
        self.tried = 0
        self.broken: RuleError | None = None  # the first rule error that a move ran into
        self._known: dict[tuple[str, int], list[int]] = {}

    def count(self, state: State, depth: int) -> list[int]:
        """The number of moves that succeed at each depth."""
        if depth == 0 or state.decision is None:
            return [0] * depth
        if depth == 1:
            return self._from(state, depth)
        key = (state.digest(), depth)
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = self._from(state, depth)
        return self._known[key]

    def _from(self, state: State, depth: int) -> list[int]:
        """The moves from a position; if all of them fail, those that follow when nobody can choose."""
        totals = self._moves(state, depth)
        if totals[0] or self.broken is not None:
            return totals
        commits = state.commits
        with state.branch():
            while state.decision is not None and state.commits == commits:
                state.choose(0)
            return self.count(state, depth) if state.commits > commits else totals

    def _moves(self, state: State, depth: int) -> list[int]:
        decision = state.decision
        assert decision is not None
        if decision.free is not None:
            raise Uncountable(decision.name, decision.free)
        totals = [0] * depth
        for number in range(len(decision.options)):
            moves, commits = state.moves, state.commits
            with state.branch():
                state.choose(number)
                found = self._count_behind(state, depth, state.moves > moves, state.commits > commits)
            totals = [total + more for total, more in zip(totals, found, strict=True)]
        return totals

    def _count_behind(self, state: State, depth: int, complete: bool, committed: bool) -> list[int]:
        """What follows a choice: a complete move, the next question of the same one, or a failure."""
        if state.error is not None and (depth > 1 or not complete):  # nobody asks what follows the last move
            self.broken = self.broken or state.error
        if complete:
            self.tried += 1
            if self.progress is not None:
                self.progress(self.tried)
            return [1, *self.count(state, depth - 1)]
        if state.decision is None or state.refused is not None or committed:
            return [0] * depth
        return self._moves(state, depth)


def perft(state: State, depth: int) -> list[int]:
    return Perft().count(state, depth)
