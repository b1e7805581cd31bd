"""Prefix KIF to a tree.

In:  a `SourceFile`. Out: a `Sheet` and the problems of its shape. Lists are put together on a stack of our own, so nesting
costs nothing; what nobody could read is refused.

    (<= (line ?x) (row ?m ?x))   ; a rule; everything behind `;` is a comment
"""

from __future__ import annotations

import re

from tgpl.languages.common.token_cursor import MOST_PROBLEMS, Hopeless
from tgpl.languages.gdl import problems as p
from tgpl.languages.gdl.syntax import tree as t
from tgpl.languages.gdl.syntax.names import Folding
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span

DEEPEST = 100
_TOKEN = re.compile(r"[()]|;[^\n]*|[^\s();\ufeff]+")
_BEGINS_TWICE = re.compile(r"(?:[\s\ufeff]|;[^\n]*)*+\((?:[\s\ufeff]|;[^\n]*)*+\(")
_SPECIAL = frozenset("();")


def parse_kif(file: SourceFile) -> tuple[t.Sheet, list[Problem]]:
    reader = _Reader(file)
    try:
        reader.read()
    except Hopeless:
        reader.complete = False
    return t.Sheet(file, False, reader.rules, reader.comments, reader.complete), reader.problems


class _Open:
    """A list whose `)` has not come yet."""

    __slots__ = ("items", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.items: list[t.Term] = []


class _Reader:
    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.fold = Folding()
        self.problems: list[Problem] = []
        self.rules: list[t.Rule] = []
        self.comments: list[t.Comment] = []
        self.complete = True
        self.open: list[_Open] = []
        self.shaky = not _balanced(file.text)  # then a `(` in the first column begins something new

    def read(self) -> None:
        around = _around(self.file.text)
        for match in _TOKEN.finditer(self.file.text):
            text, start = match.group(), match.start()
            if start in around:
                continue
            if text[0] not in _SPECIAL:
                self._word(text, start)
            elif text == "(":
                self._opened(start)
            elif text == ")":
                self._closed(start)
            else:
                self.comments.append(t.Comment(start, text[1:].rstrip("\r")))
        self._unclosed(0)

    def report(self, problem: Problem) -> None:
        self.complete = False
        self.problems.append(problem)
        if len(self.problems) >= MOST_PROBLEMS:
            raise Hopeless

    def _span(self, start: int, end: int) -> Span:
        return Span(self.file, start, end)

    def _word(self, text: str, start: int) -> None:
        if not text.isprintable():
            strange = next(i for i, c in enumerate(text) if not c.isprintable())
            self.report(p.StrangeCharacter(self._span(start + strange, start + strange + 1), text[strange]))
        term = t.Term(self.fold(text), (), start, start + len(text))
        if self.open:
            self.open[-1].items.append(term)
        else:
            self._statement(term)

    def _opened(self, start: int) -> None:
        if self.shaky and self.open and (start == 0 or self.file.text[start - 1] == "\n"):
            self._unclosed(start)
        self.open.append(_Open(start))
        if len(self.open) > DEEPEST:
            self.report(p.TooDeep(self._span(start, start + 1), DEEPEST))
            raise Hopeless

    def _closed(self, start: int) -> None:
        if not self.open:
            self.report(p.StrayParenthesis(self._span(start, start + 1)))
            return
        closed = self.open.pop()
        for item in closed.items[1:]:
            if item.name == "<=":
                self.report(p.BadArrow(self._span(item.start, item.end), "This `<=` begins no list."))
        if closed.items and closed.items[0].name == "<=" and not closed.items[0].arguments:
            self._rule(closed, start + 1)
            return
        term = self._list(closed, start + 1)
        if self.open:
            self.open[-1].items.append(term)
        else:
            self._statement(term)

    def _unclosed(self, upto: int) -> None:
        """What is open here will never be closed; `upto` is where something else begins, or 0 at the end."""
        if self.open:
            first, line = self.open[0], self.file.position(upto)[0] if upto else 0
            self.report(p.Unclosed(self._span(first.start, first.start + 1), len(self.open), line))
            self.open.clear()

    def _list(self, closed: _Open, end: int) -> t.Term:
        found = None
        if not closed.items:
            found = "nothing"
        elif closed.items[0].arguments or self.file.text[closed.items[0].start] == "(":
            found = "another list"
        elif closed.items[0].is_variable:
            found = f"the variable `{closed.items[0].name}`"
        if found is not None:
            self.report(p.NoName(self._span(closed.start, end), found))
            return t.Term("?", (), closed.start, end)
        return t.Term(closed.items[0].name, tuple(closed.items[1:]), closed.start, end)

    def _rule(self, closed: _Open, end: int) -> None:
        if self.open:
            self.report(p.BadArrow(self._span(closed.start, end), "A rule stands inside something else here."))
            self.open[-1].items.append(t.Term("?", (), closed.start, end))
        elif len(closed.items) == 1:
            self.report(p.BadArrow(self._span(closed.start, end), "This rule has no head: nothing follows from it."))
        else:
            self.rules.append(t.Rule(closed.items[1], tuple(closed.items[2:]), closed.start, end))

    def _statement(self, term: t.Term) -> None:
        if term.name == "<=":
            self.report(p.BadArrow(self._span(term.start, term.end), "This `<=` begins no list."))
        self.rules.append(t.Rule(term, (), term.start, term.end))


def _around(text: str) -> tuple[int, ...]:
    """The places of a pair of parentheses around the whole sheet, as game managers send it; no statement begins with two."""
    if not _BEGINS_TWICE.match(text) or not _balanced(text):
        return ()
    tokens = [match.start() for match in _TOKEN.finditer(text) if match.group()[0] != ";"]
    depth = 0
    for start in tokens[:-1]:
        depth += (text[start] == "(") - (text[start] == ")")
        if not depth:
            return ()  # it ends before the sheet does
    return tokens[0], tokens[-1]


def _balanced(text: str) -> bool:
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        depth += (token == "(") - (token == ")")
        if depth < 0:
            return False
    return depth == 0
