"""Enums and constants: declarations that only name values.

In:  a cursor at `enum` or `const`. Out: nodes of `tree.py`.
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import TYPE_WORDS, read_expression, read_type_name, starts_type
from tgpl.languages.tgpl.syntax.statements import accept_value

MOST_VALUES = 1_000  # of one enum


def at_enum(c: Cursor) -> bool:
    """`enum Suit {`; elsewhere `enum` is a name."""
    return c.word == "enum" and c.peek() == "name" and c.peek(2) in ("{", ":")


def at_constant(c: Cursor) -> bool:
    """`const number HAND =`, also without its type or its value."""
    if c.word != "const" or (c.peek() != "name" and c.peek() not in TYPE_WORDS):
        return False
    behind = 1 + starts_type(c, 1)
    return c.peek(behind) == "name" or (c.peek() == "name" and c.peek(2) in ("=", "number", "string", "bool"))


# enum = ["override"] "enum" name "{" name { "," name } [","] "}"
def read_enum(c: Cursor, override: bool) -> t.Enum:
    at = c.at
    c.advance()
    name, name_at = c.name("a name for the enum")
    opened = c.i
    c.expect("{")
    values: list[tuple[str, int]] = []
    while c.kind not in ("}", "end"):
        values.append(c.name("the name of a value"))
        if not c.accept(",") and c.kind != "}":
            _read_separator(c)
    if c.kind == "end":
        c.end_of_block(opened)
    else:
        c.advance()
    if len(values) > MOST_VALUES:
        c.report(p.TooManyValues(c.span(name_at, name_at + len(name)), name, len(values), MOST_VALUES))
        del values[MOST_VALUES:]
    return t.Enum(at, c.before, name, name_at, override, tuple(values))


def _read_separator(c: Cursor) -> None:
    """Between two values stands a comma: what stands there instead is told, and taken for one."""
    if c.kind not in (";", "name"):
        raise c.lost("`,` or `}`")
    missing = c.span(c.before, c.before) if c.kind == "name" else c.here()
    c.report(p.ValueSeparator(missing))
    c.accept(";")


# const = ["override"] "const" type name "=" expression ";"
def read_constant(c: Cursor, override: bool) -> t.Constant:
    at = c.at
    c.advance()
    if c.kind == "name" and c.peek() in ("number", "string", "bool"):  # the other way round
        name, type_word = str(c.word), c.peek()
        c.report(p.SwappedWords(c.span(c.at, c.ends[c.i + 1]), name, type_word))
        c.kinds[c.i], c.kinds[c.i + 1] = type_word, "name"
        c.values[c.i], c.values[c.i + 1] = type_word, name
        c.kind = c.kinds[c.i]
    if c.kind == "name" and c.peek() == "=":
        c.report(p.ConstantIncomplete(c.here(), str(c.word), "type"))
        type_ = t.TypeName(c.at, c.at, "?")
    else:
        type_ = read_type_name(c)
    name, name_at = c.name("a name for the constant")
    value: t.Expr | None = None
    if accept_value(c):
        value = read_expression(c)
    else:
        c.report(p.ConstantIncomplete(c.span(name_at, name_at + len(name)), name, "value"))
    c.semicolon()
    return t.Constant(at, c.before, name, name_at, override, type_, value)


# ---- where none can stand


def read_attribute_instead(c: Cursor) -> t.Attribute | None:
    """A constant in a class, told and taken for an attribute; an enum there is told and left out."""
    made = _read_inside(c)
    if made is None:
        return None
    return t.Attribute(made.at, made.end, made.type_name, made.name, made.name_at, made.value, False, False)


def read_variable_instead(c: Cursor) -> t.Statement | None:
    """The same in a block, where it is taken for a variable; None if the word is a name here."""
    if not is_inside(c):
        return None
    made = _read_inside(c)
    if made is None:
        return t.Block(c.before, c.before)
    return t.Declare(made.at, made.end, made.type_name, made.name, made.name_at, made.value)


def is_inside(c: Cursor) -> bool:
    """One that is written as it should be, but stands in a class or a block."""
    return at_enum(c) or (at_constant(c) and c.peek(2) != "=")


def _read_inside(c: Cursor) -> t.Constant | None:
    word = str(c.word)
    c.report(p.DeclaredInside(c.here(), word))
    if word == "const":
        return read_constant(c, False)
    read_enum(c, False)
    return None
