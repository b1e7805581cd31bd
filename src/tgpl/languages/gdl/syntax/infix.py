"""The infix spelling to a tree.

In:  a `SourceFile`. Out: a `Sheet` and the problems of its shape; each is reported once, and what follows is read all the same.

    line(X) :- row(M,X) & ~blocked(M)    a rule; a literal that nothing joins to the one before begins the next rule
"""

from __future__ import annotations

import re

from tgpl.languages.common.lexing import Tokens
from tgpl.languages.common.token_cursor import Hopeless, Lost, TokenCursor
from tgpl.languages.gdl import problems as p
from tgpl.languages.gdl.syntax import tree as t
from tgpl.languages.gdl.syntax.lex_infix import lex_infix
from tgpl.languages.gdl.syntax.names import Folding
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile

_OPERATORS = {"and": "&", "or": "|"}  # where a word may stand for a sign


# sheet = { rule }
def parse_infix(file: SourceFile) -> tuple[t.Sheet, list[Problem]]:
    tokens, comments, problems = lex_infix(file)
    c = _Cursor(tokens, problems)
    rules: list[t.Rule] = []
    try:
        while c.kind != "eof":
            start = c.i
            try:
                rules.append(read_rule(c, rules))
            except Lost:
                c.to_next_rule(start)
    except Hopeless:
        pass
    return t.Sheet(file, True, rules, comments, not problems), problems


class _Cursor(TokenCursor):
    mistakes = p
    deepest = 100
    last_kind = "eof"
    the_end = "the end of the sheet"
    beginnings = frozenset(())
    openings = frozenset(())

    def __init__(self, tokens: Tokens, problems: list[Problem]) -> None:
        super().__init__(tokens, problems)
        self.fold = Folding()
        self.unnamed = 0  # how many `_` the rule has had
        self.taken = set(re.findall(r"_\d+", self.file.text))  # perhaps as names of variables
        self.free: list[int] = []  # numbers for unnamed ones that are not taken
        self.number = 0  # the last that was looked at
        self.parentheses = 0  # how many are open

    def operator(self) -> str:
        """The current token, as a sign if it is a word for one."""
        return _OPERATORS.get(str(self.values[self.i]), self.kind) if self.kind == "name" else self.kind

    def variable(self) -> str:
        written = str(self.values[self.i])
        if written != "_":
            return written.lower()
        while len(self.free) <= self.unnamed:
            self.number += 1
            if f"_{self.number}" not in self.taken:
                self.free.append(self.number)
        self.unnamed += 1
        return f"?_{self.free[self.unnamed - 1]}"

    def begins_line(self) -> bool:
        return self.at == 0 or self.file.text[self.at - 1] == "\n"

    def to_next_rule(self, start: int) -> None:
        """Behind the next `.`, or to what begins in the first column."""
        if self.i == start or self.kind not in ("name", "quoted", "variable"):
            self.advance()
        while self.kind != "eof" and not self.accept("."):
            if self.begins_line():
                return
            self.advance()

    def shut(self, opened: int) -> None:
        """The `)` of the parenthesis at `opened` (the number of a token)."""
        if self.accept(")"):
            self.parentheses -= 1
        elif self.kind in ("name", "variable", "quoted") and not self.begins_line():
            raise self.lost("`,` or `)`")
        else:
            line = 0 if self.kind == "eof" else self.file.position(self.at)[0]
            self.report(p.Unclosed(self.token(opened), self.parentheses, line))
            raise Lost

    def opened(self) -> int:
        """Behind a `(`; the number of its token."""
        self.advance()
        self.parentheses += 1
        return self.i - 1

    def stray(self) -> None:
        if self.kind == ")":
            self.report(p.StrayParenthesis(self.here()))
            raise Lost


# rule = term [ ":-" body ] [ "." ]
def read_rule(c: _Cursor, before: list[t.Rule]) -> t.Rule:
    start, c.unnamed, c.depth, c.parentheses = c.at, 0, 0, 0
    c.stray()
    head = read_term(c)
    literals = read_body(c) if c.accept(":-") else []
    c.stray()
    if c.kind in ("&", ",", "|") and not literals and before and before[-1].body:
        c.report(p.MissingJoin(c.span(start, head.end), c.kind, c.span(before[-1].end, before[-1].end)))
        c.advance()
        literals = read_body(c)
    if c.kind not in ("name", "quoted", "variable", ".", "eof", "~", "("):
        raise c.lost("`&`, or the next rule" if literals else "`:-`, or the next rule")
    end = c.before
    c.accept(".")
    return t.Rule(head, tuple(literals), start, end)


# body = conjunction { "|" conjunction }
def read_body(c: _Cursor) -> list[t.Term]:
    start, choices = c.at, [read_conjunction(c, ("&", ","))]
    while c.operator() == "|":
        c.advance()
        choices.append(read_conjunction(c, ("&", ",")))
    if len(choices) == 1:
        return choices[0]
    return [t.Term("or", tuple(_read_one(choice) for choice in choices), start, c.before)]


# conjunction = literal { ( "&" | "," ) literal }
def read_conjunction(c: _Cursor, joins: tuple[str, ...]) -> list[t.Term]:
    parts = [read_literal(c)]
    while c.operator() in joins:
        c.advance()
        parts.append(read_literal(c))
    return parts


def _read_one(parts: list[t.Term]) -> t.Term:
    return parts[0] if len(parts) == 1 else t.Term("and", tuple(parts), parts[0].start, parts[-1].end)


# literal = ( "~" | "not" ) literal | "(" body ")" | ( "or" | "and" ) "(" choice { "," choice } ")" | term
def read_literal(c: _Cursor) -> t.Term:
    start, word = c.at, c.values[c.i] if c.kind == "name" else None
    c.enter()
    if c.kind == "~" or word == "not":
        c.advance()
        found = t.Term("not", (read_literal(c),), start, c.before)
    elif c.kind == "(":
        opened = c.opened()
        found = _read_one(read_body(c))
        c.shut(opened)
    elif word in _OPERATORS and c.peek() == "(":
        c.advance()
        found = t.Term(str(word), tuple(_read_choices(c)), start, c.before)
    else:
        found = read_term(c)
    c.depth -= 1
    return found


# choice = literal { "&" literal }
def _read_choices(c: _Cursor) -> list[t.Term]:
    opened = c.opened()
    found = [_read_one(read_conjunction(c, ("&",)))]
    while c.accept(","):
        found.append(_read_one(read_conjunction(c, ("&",))))
    c.shut(opened)
    return found


# term = variable | name [ "(" [ term { "," term } ] ")" ]
def read_term(c: _Cursor) -> t.Term:
    start = c.at
    if c.kind == "variable":
        name = c.variable()
        c.advance()
        if c.kind == "(":
            c.report(p.VariableAsName(c.span(start, c.before), c.file.text[start : c.before]))
            raise Lost
        return t.Term(name, (), start, c.before)
    if c.kind not in ("name", "quoted"):
        raise c.lost("a literal, as in `cell(1,2,X)`" if not c.parentheses else "a name, a variable or a number")
    name = c.fold(str(c.values[c.i]))
    c.advance()
    arguments = _read_arguments(c) if c.kind == "(" else []
    return t.Term(name, tuple(arguments), start, c.before)


def _read_arguments(c: _Cursor) -> list[t.Term]:
    opened = c.opened()
    c.enter()
    found: list[t.Term] = []
    if c.kind != ")":
        found.append(read_term(c))
        while c.accept(","):
            found.append(read_term(c))
    c.shut(opened)
    c.depth -= 1
    return found
