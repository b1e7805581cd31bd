"""A script, or a single expression, to its tree.

In:  a `SourceFile`. Out: `tree.Script` or an expression, and the lexical and syntax problems, with recovery: each
mistake is reported once, and what follows it is read all the same.

    script, problems = parse(SourceFile("a.rpg", 'print("hello");'))
    value, problems = parse_expression(SourceFile("odds", "2d6 + 3 >= 7"))
"""

from __future__ import annotations

from tgpl.languages.common.token_cursor import Hopeless, Lost
from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg.syntax import tree as t
from tgpl.languages.rpg.syntax.cursor import Cursor
from tgpl.languages.rpg.syntax.expressions import (
    read_block,
    read_expression,
    read_statement,
    read_traits,
    read_type_name,
)
from tgpl.languages.rpg.syntax.lex import lex
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile


# script = { definition | statement }
def parse(file: SourceFile) -> tuple[t.Script, list[Problem]]:
    tokens, problems = lex(file)
    c = Cursor(tokens, problems)
    parts: list[t.Definition | t.Statement] = []
    try:
        while c.kind != "end":
            if c.kind == "}":
                c.report_stray()
                continue
            try:
                c.endless = False
                parts.append(_read_part(c))
            except Lost:
                c.depth = 0
                c.skip()
    except Hopeless:
        c.left_out = True
    return t.Script(file, tuple(parts), not problems), problems


def parse_expression(file: SourceFile) -> tuple[t.Expr | None, list[Problem]]:
    """One expression and nothing else, as `tgpl odds` is given it; None where it makes no sense."""
    tokens, problems = lex(file)
    c = Cursor(tokens, problems)
    c.floor = -1  # no assignment can be meant
    try:
        value = read_expression(c)
        c.accept(";")
        if c.kind != "end":
            raise c.lost("the end of the expression, or an operator")
    except (Lost, Hopeless):
        return None, problems
    return (None if problems else value), problems


def _read_part(c: Cursor) -> t.Definition | t.Statement:
    if c.kind == "fun":
        return _end_fields(c, _read_function(c), "This function")
    if c.kind == "trait":
        return _end_fields(c, _read_trait(c), "This trait")
    if c.kind in ("Name", "name") and (c.peek() in ("{", "extends") or _read_with_fields(c)):
        return _end_fields(c, _read_object(c), "This object")
    return read_statement(c)


def _read_with_fields(c: Cursor) -> bool:
    """`Name with A and B {`, where `extends` was forgotten."""
    steps = 1
    while c.peek(steps) in ("with", "and") and c.peek(steps + 1) == "Name":
        steps += 2
    return steps > 1 and c.peek(steps) == "{"


def _end_fields(c: Cursor, definition: t.Definition, what: str) -> t.Definition:
    """A definition with its `;`. Before a `}` too many nothing is said: that one is the slip."""
    if c.kind != "}":
        c.end_statement(what)
    return definition


# object = Name [ "extends" Name [ "with" Name { "and" Name } ] ] fields ";"
def _read_object(c: Cursor) -> t.Object:
    at, name, base = c.at, c.capital("an object"), None
    if c.accept("extends"):
        base = c.capital("an object")
    elif c.kind == "with":
        raise c.lost("`extends` and the object that it grows from, as in `Mage extends Entity with Strong { }`")
    given = read_traits(c)
    return t.Object(at, c.before, name, base, given, _read_fields(c))


# trait = "trait" Name [ "for" Name ] fields ";"
def _read_trait(c: Cursor) -> t.Trait:
    at = c.begin()
    name, target = c.capital("a trait"), None
    if c.accept("for"):
        target = c.capital("an object")
    return t.Trait(at, c.before, name, target, _read_fields(c))


# fields = "{" [ Name ":" expression { "," Name ":" expression } [ "," ] ] "}"
def _read_fields(c: Cursor) -> tuple[t.Field, ...]:
    opened = c.open("{")
    found: list[t.Field] = []
    while c.kind not in ("}", "end"):
        at, name = c.at, c.capital("a field")
        c.expect(":", "`:` and the value of the field")
        value = read_expression(c)
        found.append(t.Field(at, value.end, name, value))
        if c.kind == ";" or (c.kind in ("Name", "name") and c.peek() == ":"):
            c.report(p.FieldSeparator(c.here() if c.kind == ";" else c.span(c.before, c.before)))
            c.accept(";")
        elif not c.accept(","):
            break
    if c.kind == "end":
        c.never_closed(opened)
    else:
        c.expect("}", "`,` and another field, or `}`")
    return tuple(found)


# function = "fun" name "(" [ name ":" type { "," name ":" type } ] ")" [ [ ":" ] type ] block ";"
def _read_function(c: Cursor) -> t.Function:
    at = c.begin()
    name = c.small("a function")
    opened = c.open("(", "`(` and the parameters")
    parameters = _read_parameters(c)
    c.close(")", opened)
    returns = None
    if c.accept(":") or c.kind == "Name":
        returns = read_type_name(c)
    end = c.before
    return t.Function(at, end, name, parameters, returns, read_block(c))


def _read_parameters(c: Cursor) -> tuple[t.Parameter, ...]:
    found: list[t.Parameter] = []
    while c.kind not in (")", "{", "end"):
        at, name = c.at, c.small("a parameter")
        c.expect(":", "`:` and the type of the parameter, as in `name: String`")
        found.append(t.Parameter(at, c.ends[c.i], name, read_type_name(c)))
        if not c.accept(","):
            break
    return tuple(found)
