"""Mistakes in what the rules say, and doubts about it."""

from __future__ import annotations

from tgpl.diagnostics import Problem


class NoRoles(Problem):
    code, title = "E980", "Nobody plays"

    def message(self) -> str:
        return "No fact says who plays: this sheet has no `role`."

    def expected(self) -> str:
        return "a fact for each player, as in `(role white)`, in infix `role(white)`"
