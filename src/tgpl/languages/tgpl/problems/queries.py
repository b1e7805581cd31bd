"""Mistakes with questions to lists, and with lists that are made anew each time they are looked at."""

from __future__ import annotations

from tgpl.text.diagnostics import Problem

_INSTEAD = {  # members that lists have in other languages → the word of the question
    **dict.fromkeys(("any", "some", "exists"), "any"),
    **dict.fromkeys(("all", "every"), "all"),
    **dict.fromkeys(("first", "firstOrNull"), "first"),
    **dict.fromkeys(("where", "filter", "select"), "where"),
    **dict.fromkeys(("each", "map", "forEach"), "each"),
    **dict.fromkeys(("best", "max", "maxBy", "largest"), "best"),
    **dict.fromkeys(("least", "min", "minBy", "smallest"), "least"),
    **dict.fromkeys(("sort", "sorted", "sortBy", "orderBy"), "sort"),
    "count": "count",
    "sum": "sum",
}  # fmt: skip


def word_for(member: str) -> str | None:
    """The word of a question that asks what other languages ask with a member of lists."""
    return _INSTEAD.get(member)


class QueryWritesOuter(Problem):
    code, title = "E560", "A question that writes"
    name: str
    says = "`{name}` stands outside this question, which may read it and not write it."
    advises = (
        "let the question give the answer (`count`, `sum`, `best` …), or write a loop: `for (T x in list) {{ … }}`"
    )


class QueryChanges(Problem):
    code, title = "E561", "A question that changes something"
    what: str  # what it does, in words or as it is written
    says = "A question to a list only looks, and {what} changes something that is not its own."
    advises = "write a loop for it: `for (T x in list) {{ … }}`"


class WrongKey(Problem):
    code, title = "E565", "Nothing to sort by"
    got: str
    says = "Lists are sorted by numbers and texts; this is a `{got}`."

    def advice(self) -> str | None:
        return "turn it into a number: `count` of something, an attribute, a function" if self.got == "bool" else None


class AskedInWords(Problem):
    code, title = "E566", "A question as a member"
    member: str
    word: str
    values: str
    says = "A list has no `{member}`; what it holds is asked in words."
    expects = "`{word} x in {values} {{ … }}`"

    def advice(self) -> str | None:
        return f"`{self.values}.length` is how many there are" if self.member == "count" else None


class UnlikeAnswers(Problem):
    code, title = "E567", "Answers of several types"
    types: str
    says = "This question gives {types}: nothing can be a list of that."


class AsksAnything(Problem):
    code, title = "E569", "Elements of any type"
    word: str
    name: str
    says = "The keys of a table can be of any type, so nobody knows what this is."
    expects = "the type before the name: `{word} string {name} in …`"


class AsksNoList(Problem):
    code, title = "E570", "A question to no list"
    word: str
    name: str
    got: str
    says = "`{word} {name} in …` is put to a list, and this is a `{got}`."

    def advice(self) -> str | None:
        if self.got.startswith("Table<"):
            return f"ask its keys: `{self.word} string {self.name} in table.keys() {{ … }}`"
        if self.got.startswith("Stack<"):
            return "the order of a stack is secret: keep in a list what is asked about"
        return None


class ListMadeAnew(Problem):
    code, title = "E568", "A list that is made anew"
    source: str  # as written
    change: str  # what was called
    instead: str | None
    says = "`{source}` is a new list each time, so `{change}` would change nothing in the game."
    advises = "{instead}"
