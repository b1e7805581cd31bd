"""Expressions and type names.

In:  a cursor at the first token. Out: a node of `tree.py`; the cursor stands behind it.

    read_expression(cursor)      # a = b + c * d  →  Assign(a, Binary("+", b, Binary("*", c, d)))
"""

from __future__ import annotations

from tgpl.languages.senet import problems as p
from tgpl.languages.senet.syntax import tree as t
from tgpl.languages.senet.syntax.cursor import TYPES, Cursor

# How tightly an operator binds; `not` stands between `and` and the equalities.
BINDING = {
    "or": 1,
    "and": 2,
    "==": 4, "!=": 4,
    "<": 5, ">": 5, "<=": 5, ">=": 5,
    ">>": 6, "<<": 6,
    "+": 7, "-": 7,
    "*": 8, "/": 8, "%": 8,
}  # fmt: skip
_NOT = 3


# expression = [ ( name | operand "." name | operand "[" expression "]" ) "=" ] binary
def read_expression(c: Cursor) -> t.Expr:
    c.enter()
    at = c.at
    value = _read_binary(c, 1)
    if c.kind == "=":
        sign, height = c.at, c.height
        if not isinstance(value, (t.Name, t.Member, t.Index)):
            c.report(p.NotAssignable(c.span(value.at, value.end)))
        c.advance()
        given = read_expression(c)
        c.height = max(height, c.height) + 1
        value = t.Assign(at, c.before, value, sign, given)
    c.depth -= 1
    return value


# binary = unary { operator unary }
def _read_binary(c: Cursor, minimum: int) -> t.Expr:
    c.enter()
    at = c.at
    left = _read_not(c) if c.kind == "not" else _read_operand(c)
    while True:
        op = c.kind
        binding = BINDING.get(op)
        if binding is None or binding < minimum:
            break
        height = c.height
        if op in (">>", "<<"):
            left = _read_shift(c, at, left)
        else:
            c.advance()
            left = t.Binary(at, c.before, op, left, _read_binary(c, binding + 1))
            left.end = c.before
        c.height = max(height, c.height) + 1
        if c.height > c.deepest:
            c.too_deep(c.span(left.at, left.at + 1))
    c.depth -= 1
    return left


def _read_not(c: Cursor) -> t.Expr:
    at = c.at
    c.enter()
    c.advance()
    value = _read_binary(c, _NOT + 1) if c.kind != "not" else _read_not(c)
    c.depth -= 1
    c.height += 1
    return t.Not(at, c.before, value)


# shift = sum ( ">>" | "<<" ) sum [ ( ">>" | "<<" ) sum ]
def _read_shift(c: Cursor, at: int, left: t.Expr) -> t.Expr:
    op = c.kind
    c.advance()
    right = _read_binary(c, BINDING[op] + 1)
    if c.kind == op:
        c.advance()
        place = _read_binary(c, BINDING[op] + 1)
        return t.Shift(at, c.before, op, left, right, (place,))
    if isinstance(right, t.Index):
        return t.Shift(at, c.before, op, left, right.value, right.items)
    if op == ">>":
        raise c.lost("a place on the board, as in `piece >> board[1, 2]` or `piece >> board >> [1, 2]`")
    return t.Shift(at, c.before, op, left, None, (right,))


# operand = numeral | text | "True" | "False" | "None" | list | "(" expression ")" | "-" operand
#         | ( name | "this" | call ) { "." name [ arguments ] | "[" expression { "," expression } "]" }
def _read_operand(c: Cursor) -> t.Expr:
    kind, at, end, value = c.kind, c.at, c.ends[c.i], c.values[c.i]
    c.height = 0
    node: t.Expr
    if kind == "name":
        word = c.word()
        node = _read_call(c, None, word) if c.kind == "(" else t.Name(at, end, word.text)
    elif kind == "numeral":
        c.advance()
        node = t.Numeral(at, end, value)  # type: ignore[arg-type]
    elif kind == "text":
        c.advance()
        node = t.Text(at, end, str(value))
    elif kind in ("True", "False"):
        c.advance()
        node = t.Truth(at, end, kind == "True")
    elif kind == "None":
        c.advance()
        node = t.Nothing(at, end)
    elif kind == "this":
        c.advance()
        node = t.This(at, end)
    elif kind == "(":
        opened = c.open()
        node = read_expression(c)
        c.close(")", opened)
    elif kind == "[":
        node = read_items(c)
    elif kind == "-":
        return _read_negate(c)
    else:
        raise c.lost("an expression")
    return _read_behind(c, at, node)


def _read_negate(c: Cursor) -> t.Expr:
    at = c.at
    c.enter()
    c.advance()
    value = _read_operand(c)
    c.depth -= 1
    c.height += 1
    return t.Negate(at, c.before, value)


def _read_behind(c: Cursor, at: int, node: t.Expr) -> t.Expr:
    while c.kind in (".", "["):
        height, opened = c.height, c.i
        dot = c.kind == "."
        c.advance()
        if dot:
            word = c.name("a field or function")
            node = _read_call(c, node, word) if c.kind == "(" else t.Member(at, c.before, node, word)
        else:
            if c.kind == "]":
                raise c.lost("the number of an element, or a place on a board")
            found = read_separated(c, "]")
            c.close("]", opened)
            node = t.Index(at, c.before, node, found)
        c.height = max(height, c.height) + 1
        if c.height > c.deepest:
            c.too_deep(c.span(at, at + 1))
    return node


def _read_call(c: Cursor, value: t.Expr | None, name: t.Word) -> t.Expr:
    at = name.at if value is None else value.at
    given = read_arguments(c)
    return t.Call(at, c.before, value, name, given)


# arguments = "(" [ expression { "," expression } ] ")"
def read_arguments(c: Cursor) -> tuple[t.Expr, ...]:
    opened = c.open("(")
    found = read_separated(c, ")")
    c.close(")", opened)
    return found


# list = "[" [ expression { "," expression } ] "]"
def read_items(c: Cursor) -> t.Expr:
    at, opened = c.at, c.i
    c.advance()
    found = read_separated(c, "]")
    c.close("]", opened)
    c.height += 1
    return t.Items(at, c.before, found)


def read_separated(c: Cursor, end: str) -> tuple[t.Expr, ...]:
    found, height = list[t.Expr](), 0.0
    while c.kind not in (end, "eof"):
        found.append(read_expression(c))
        height = max(height, c.height)
        if not c.accept(","):
            break
    c.height = height + 1
    return tuple(found)


# type = "int" | "str" | "bool" | "void" | "list" ( "<" type ">" | "[" type "]" ) | [ "group" ] name [ "." name ]
def read_type_name(c: Cursor) -> t.TypeName:
    at, kind = c.at, c.kind
    if kind == "list":
        return _read_list_type(c)
    if kind in TYPES:
        c.advance()
        return t.TypeName(at, c.before, kind)
    c.accept("group")
    if c.kind != "name":
        raise c.lost("a type: `int`, `str`, `bool`, `void`, `list<int>` or the name of a group")
    name = c.word().text
    while c.kind == "." and c.peek() == "name":
        c.advance()
        name += f".{c.word().text}"
    return t.TypeName(at, c.before, name)


def _read_list_type(c: Cursor) -> t.TypeName:
    at = c.at
    c.enter()
    c.advance()
    opened, bracket = c.i, c.kind
    if bracket not in ("<", "["):
        raise c.lost("`<` and the type of what the list holds, as in `list<int>`")
    c.advance()
    of = read_type_name(c)
    if bracket == "<" and c.kind == ">>":
        c.split()
        end = c.at
    else:
        c.close(">" if bracket == "<" else "]", opened)
        end = c.before
    c.depth -= 1
    return t.TypeName(at, end, "list", of)
