"""`switch`: one of several blocks, chosen by a value.

In:  a cursor at `switch`. Out: a node of `tree.py`, or None where the word is a name. A case has no braces: its statements go on
to the next `case`, to `default` or to the end.
"""

from __future__ import annotations

from tgpl.languages.common.token_cursor import Lost
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import read_expression
from tgpl.languages.tgpl.syntax.statements import MOST_BRANCHES, nest, read_statement

_USES = frozenset(("=", ".", "[", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|="))  # of a variable called `case`


# switch = "switch" "(" expression ")" "{" { case } [ "default" ":" { statement } ] "}"
def read_switch(c: Cursor) -> t.Switch | None:
    if not _is_switch(c):
        return None
    at = c.at
    c.advance()
    opened = c.i
    if c.accept("("):
        value = read_expression(c)
        c.close(")", opened)
    else:
        c.report(p.ConditionWithoutParentheses(c.here()))
        value = read_expression(c)
    opened = c.i
    c.expect("{")
    nest(c)
    depth = c.depth
    cases: list[t.Case] = []
    otherwise: t.Block | None = None
    while not c.end_of_block(opened):
        start = c.i
        try:
            if c.cut_short(opened):
                break
            if _at_label(c) and c.word == "case":
                _keep_case(c, cases, _read_case(c))
            elif _at_label(c):
                if otherwise is not None:
                    c.report(p.PartTwice(c.here(), "default", "switch"))
                otherwise = _read_default(c)
            else:
                c.report(p.OutsideCase(c.here()))
                _read_body(c)
        except Lost:
            c.depth = depth
            c.skip_statement()
            if c.i == start:
                c.advance()
    c.depth = depth - 1
    return t.Switch(at, c.before, value, tuple(cases), otherwise)


def _is_switch(c: Cursor) -> bool:
    """`switch (…) {` or `switch x {`; a function may be called `switch`, and a class."""
    if c.peek() == "name" and c.peek(2) == "{":
        return True
    return c.peek() == "(" and c.peek(_find_closed(c)) == "{"


def _find_closed(c: Cursor) -> int:
    """How many steps ahead something stands behind the parentheses that open at the next token."""
    steps, open_, braces = 2, 1, 0
    while open_ and (sign := c.peek(steps)) != "end" and (sign != ";" or braces > 0):
        open_ += {"(": 1, ")": -1}.get(sign, 0)
        braces += {"{": 1, "}": -1}.get(sign, 0)  # questions to lists have statements in theirs
        steps += 1
    return steps


def _at_label(c: Cursor) -> bool:
    if c.word == "default":
        return c.peek() in (":", "{")
    if c.word != "case" or c.peek() in _USES:
        return False
    return c.peek() != "(" or c.peek(_find_closed(c)) not in (";", ".")  # a function may be called `case`


def _keep_case(c: Cursor, cases: list[t.Case], one: t.Case) -> None:
    if len(cases) == MOST_BRANCHES:
        c.report(p.TooDeep(c.span(one.at, one.at + len("case")), MOST_BRANCHES, "branches follow each other"))
    cases.append(one)


# case = "case" expression { "," expression } ":" { statement }
def _read_case(c: Cursor) -> t.Case:
    at = c.at
    c.advance()
    values = [read_expression(c)]
    while c.accept(","):
        values.append(read_expression(c))
    _read_colon(c)
    body = _read_body(c)
    return t.Case(at, c.before, tuple(values), body)


def _read_default(c: Cursor) -> t.Block:
    c.advance()
    _read_colon(c)
    return _read_body(c)


def _read_colon(c: Cursor) -> None:
    if c.kind == "{":  # as a block elsewhere would begin
        c.report(p.CaseWithoutColon(c.span(c.before, c.before)))
        return
    at = c.at
    c.expect(":", "`:` behind the values of the case")
    if c.kind == "}" or _at_label(c):
        stacked = c.word == "case"
        c.report(p.EmptyCase(c.span(at, c.ends[c.i] if stacked else c.before), stacked))


def _read_body(c: Cursor) -> t.Block:
    at, depth = c.at, c.depth
    loops, gives_bool = c.loops, c.gives_bool
    statements: list[t.Statement] = []
    while c.kind not in ("}", "end") and not _at_label(c):
        start = c.i
        try:
            if c.kind == "name" and c.opens_declaration(frozenset()):
                break
            one = read_statement(c)
            if one is not None:
                statements.append(one)
        except Lost:
            c.depth, c.loops, c.gives_bool, c.comparing = depth, loops, gives_bool, False
            c.skip_statement()
            if c.i == start:
                c.advance()
    return t.Block(at, max(at, c.before), tuple(statements))
