"""Mistakes about what actions are made of and wait for: parts, phases, happenings, goals."""

from __future__ import annotations

from tgpl.diagnostics import Problem


class NothingToCancel(Problem):
    code, title = "E451", "Nothing to cancel"
    where: str

    def message(self) -> str:
        return f"`cancel` takes back what an action does; {self.where[0].lower()}{self.where[1:]} is not part of one."

    def advice(self) -> str:
        return "in an effect of an action, or a function that effects call; `fail` takes a whole move back"


class UnknownEffect(Problem):
    code, title = "E452", "No effect of that name"
    name: str
    near: str | None

    def message(self) -> str:
        return f"The action around has no `effect for {self.name}` that could be cancelled."

    def advice(self) -> str:
        near = f"`{self.near}`, or " if self.near else ""
        return f'{near}`cancel "…";` for the effect that is running, `cancel all "…";` for the whole action'
