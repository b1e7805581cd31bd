"""Mistakes that several languages share; each language gives them a code and a title."""

from __future__ import annotations

from tgpl.diagnostics import Edit, Fix, Problem
from tgpl.source import Span


class Unexpected(Problem):
    found: str
    wanted: str

    def message(self) -> str:
        return f"I found {self.found}, which cannot stand here."

    def expected(self) -> str:
        return self.wanted


class UnclosedBlock(Problem):
    found: str

    def message(self) -> str:
        return f"This `{{` is not closed before {self.found}."

    def expected(self) -> str:
        return "a `}` where it ends"


class StrayBrace(Problem):
    def message(self) -> str:
        return "This `}` closes nothing: every `{` before it is closed already."

    def advice(self) -> str:
        return "remove it, or look above for a `{` that is missing or was closed too early"


class UnclosedBracket(Problem):
    bracket: str
    opening: Span

    def message(self) -> str:
        line, column = self.opening.position
        return f"The `{self.opening.text}` of line {line}, column {column} is not closed."

    def expected(self) -> str:
        return f"`{self.bracket}` here"

    def fix(self) -> Fix:
        return Fix(f"put a `{self.bracket}` here", (Edit(self.span, self.bracket),))


class TooDeep(Problem):
    limit: int

    def message(self) -> str:
        return f"More than {self.limit} things stand inside each other here; nobody could read that."

    def advice(self) -> str:
        return "give parts of it a name: a variable, or a function"
