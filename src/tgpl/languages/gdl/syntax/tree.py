"""What a rulesheet says, in either spelling.

A rule is a head and a body of literals; a fact is a rule without a body. Terms, atoms and literals have one shape: a name
and arguments. Names are as they will be printed: folded to one case, keywords in small letters, variables with their `?`.

    (<= (line ?x) (row ?m ?x))   Rule(head=Term("line", (Term("?x"),)), body=(Term("row", …),))
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.text.records import Frozen, Record
from tgpl.text.source import SourceFile, Span


class Term:
    __slots__ = ("arguments", "end", "is_variable", "key", "name", "start")

    def __init__(self, name: str, arguments: tuple[Term, ...], start: int, end: int) -> None:
        self.name = name  # of a variable with its `?`
        self.arguments = arguments
        self.start = start
        self.end = end
        self.key = name, len(arguments)  # a symbol is its name and how many arguments it has
        self.is_variable = name[0] == "?"


class Rule(Frozen):
    head: Term
    body: tuple[Term, ...]
    start: int
    end: int


class Comment(NamedTuple):
    start: int
    text: str  # without its mark


class Sheet(Record):
    file: SourceFile
    infix: bool
    rules: list[Rule]
    comments: list[Comment]
    complete: bool  # everything was read: what is missing is missing in the sheet

    def span(self, node: Term | Rule) -> Span:
        return Span(self.file, node.start, node.end)
