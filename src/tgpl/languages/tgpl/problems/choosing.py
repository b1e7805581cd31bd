"""Mistakes in inputs that choose several of what there is: `input 3 Card paid in hand;`."""

from __future__ import annotations

from tgpl.text.diagnostics import Problem


class CountInOtherWords(Problem):
    code, title = "E550", "How many, in other words"
    instead: str
    expects = "`3`, `up to 4`, `at least 2`, `2 to 4` or `any number of`"
    mends = ("write `{instead}`", "{instead}")

    def message(self) -> str:
        return f"How many are chosen is not said by `{self.span.text}`."


class CountWithoutChoice(Problem):
    code, title = "E551", "So many, and nobody chooses"
    mode: str  # "auto" or "function"
    type: str  # of one of them
    name: str

    def message(self) -> str:
        if self.mode == "function":
            return f"What a call passes is not chosen: how many `{self.name}` holds, the call decides."
        return f"`auto` asks nobody, so nobody says which `{self.type}` to take if there are more."

    def advice(self) -> str:
        if self.mode == "function":
            return f"write `function input List<{self.type}> {self.name}`"
        return f"leave out `auto`, or take all that pass the filters: `auto input List<{self.type}> {self.name}`"


class ImpossibleCount(Problem):
    code, title = "E552", "So many cannot be chosen"
    reason: str
    says = "{reason}"


class CountOfLists(Problem):
    code, title = "E553", "A list where one thing is named"
    type: str  # the list
    of: str  # what it holds
    count: str  # as it is written
    says = "Behind the number stands what is chosen, one of it; `{type}` is a list."
    advises = "write `input {count} {of} …`: its answer is a `List<{of}>`"


class OptionalAndEmpty(Problem):
    code, title = "E554", "Two ways to choose nothing"
    count: str  # as it is written
    says = (
        "`{count}` may be none at all, which gives an empty list; `optional` would be a second way to choose nothing."
    )
    advises = "leave out `optional`"


class OneInSetFilter(Problem):
    code, title = "E555", "One of them, where all are judged"
    name: str
    type: str  # of one of them
    member: str
    says = "`{name}` is all that is chosen, a `List<{type}>`: it has no `{member}`, each one of it has."

    def advice(self) -> str:
        one = self.type[:1].lower() if self.type[:1].lower() != self.name else "one"
        return f"to test each one, give it a name: `filter {one} {{ return {one}.{self.member} …; }}`"
