"""Passing as TGDL writes it: `pass player + 1 to Draw;`, `use turn Night;`. In a TGPL file that is reported, and read as meant.

In:  a cursor at the first word. Out: a call of `turn.pass` or `turn.use`; None where the word is an ordinary name.
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.print.expressions import spell
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import read_expression

_NAME_FOLLOWS = ("=", ".", "[", "+=", "-=", "*=", "/=")  # behind the word: it is a variable


def make_call(at: int, end: int, path: str, *values: t.Expr) -> t.Call:
    """`turn.pass(…)` and its like."""
    space, *names = path.split(".")
    callee: t.Expr = t.Name(at, at, space)
    for name in names:
        callee = t.Member(at, end, callee, name, at)
    return t.Call(at, end, callee, tuple(t.Argument(value.at, value.end, None, value) for value in values))


# pass = "pass" [ expression ] [ "to" phase ] ";"
def read_pass(c: Cursor) -> t.Statement | None:
    if c.peek() in _NAME_FOLLOWS or not (c.spelling.earlier or _plainly_passes(c)):
        return None
    at = c.begin()
    values: list[t.Expr] = []
    if c.word == "player" and c.peek() in ("numeral", "name", "(") and c.word_at(1) != "to":
        c.advance()  # `pass player 0`
    if c.kind not in (";", "}", "end") and c.word != "to":
        values.append(read_expression(c))
    if c.accept_word("to"):
        if not values:
            values.append(make_call(at, at, "player.active"))
        values.append(_read_phase(c))
    made = make_call(at, c.before, "turn.pass", *values)
    _report(c, at, made)
    c.semicolon()
    return t.Evaluate(at, c.before, made)


def _plainly_passes(c: Cursor) -> bool:
    """In TGPL: `pass;`, or `pass` with `to` before the next `;`; else something may be called `pass`."""
    steps = 1
    while c.peek(steps) not in (";", "{", "}", "end", "="):
        if c.word_at(steps) == "to":
            return True
        steps += 1
    return steps == 1 and c.peek() == ";"


def _report(c: Cursor, at: int, made: t.Call) -> None:
    if not c.spelling.earlier:
        text = spell(_expand_players(made))
        c.report(p.OtherEdition(c.span(at, c.before), text, "tgpl"))


def _expand_players(node: t.Call) -> t.Call:
    """With `player.active()` for a bare `player`."""
    for argument in node.arguments:
        for name in (argument.value, getattr(argument.value, "left", None)):
            if isinstance(name, t.Name) and name.name == "player":
                name.meant = make_call(name.at, name.end, "player.active")
    return node


def _read_phase(c: Cursor) -> t.Expr:
    """The name of a phase, or `phase`: the one that is active."""
    at = c.at
    if c.word == "phase":
        c.advance()
        return make_call(at, c.before, "turn.phase.active")
    if c.kind == "text":
        return read_expression(c)
    name, _ = c.name("the name of a phase")
    return t.Literal(at, c.before, name)


# use = "use" "turn" name [ "to" phase ] ";"
def read_use(c: Cursor) -> t.Statement | None:
    if c.word_at(1) != "turn" or c.peek() in _NAME_FOLLOWS:
        return None
    at = c.begin()
    c.advance()
    name_at = c.at
    name, _ = c.name("the name of a turn")
    values: list[t.Expr] = [t.Literal(name_at, c.before, name)]
    if c.accept_word("to"):
        values.append(_read_phase(c))
    made = make_call(at, c.before, "turn.use", *values)
    _report(c, at, made)
    c.semicolon()
    return t.Evaluate(at, c.before, made)


PASSING = {"pass": read_pass, "use": read_use}
