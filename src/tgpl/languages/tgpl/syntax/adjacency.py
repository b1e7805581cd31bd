"""How tiles are connected, as it is written: the lines of `adjacency` and `borders`, and the named tiles of a graph.

In:  a cursor behind the word. Out: nodes of `tree.py`. A line that makes no sense is reported and left out.
"""

from __future__ import annotations

from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import read_fills, read_type_name

_WAYS = "`->`, `<->`, `x->` or `x-x`"


# links = place [number] ("->" | "<->" | "x->" | "x-x") [number] place { "," [number] place } ";"
def read_links(c: Cursor, of_board: bool) -> list[t.Link]:
    """From one place to one or several others."""
    at, made = c.at, list[t.Link]()
    first = _read_place(c, of_board)
    back = _read_cost(c)
    arrow = _read_arrow(c)
    while True:
        there = _read_cost(c)
        second = _read_place(c, of_board)
        made.append(t.Link(second.at if made else at, c.before, first, second, arrow, there, back))
        if not c.accept(","):
            break
    c.semicolon()
    return made


def _read_cost(c: Cursor) -> float | None:
    if c.kind != "numeral":
        return None
    value = float(str(c.values[c.i]))
    c.advance()
    return value


def _read_arrow(c: Cursor) -> str:
    """The signs of an arrow are tokens of their own."""
    if c.word == "x" and c.peek() == "-" and (c.peek(2) == ">" or c.word_at(2) == "x"):
        arrow = "x->" if c.peek(2) == ">" else "x-x"
    elif c.kind == "<" and c.peek() == "-" and c.peek(2) == ">":
        arrow = "<->"
    elif c.kind == "-" and c.peek() == ">":
        arrow = "->"
    else:
        raise c.lost(_WAYS)
    for _ in arrow:
        c.advance()
    return arrow


# place = "(" number "," number ")" | name                                in a group
#       | group "(" number "," number ")" | group "." name                in a board
def _read_place(c: Cursor, of_board: bool) -> t.Place:
    at, group = c.at, None
    if of_board:
        group, _ = c.name("the group of a tile, as in `Hills(0, 2)`")
        if c.accept("."):
            name, _ = c.name("the name of a tile")
            return t.Place(at, c.before, group, name)
        if c.kind != "(":
            raise c.lost("a place in the group, as in `Hills(0, 2)` or `Roads.inn`")
    elif c.kind == "name":
        name, _ = c.name("the name of a tile")
        return t.Place(at, c.before, None, name)
    elif c.kind != "(":
        raise c.lost("a tile: `(0, 2)`, or its name")
    opened = c.open()
    first = _read_coordinate(c)
    c.expect(",")
    second = _read_coordinate(c)
    c.close(")", opened)
    return t.Place(at, c.before, group, None, first, second)


def _read_coordinate(c: Cursor) -> float:
    value = _read_cost(c)
    if value is None:
        raise c.lost("a coordinate: a whole number")
    return value


# named = name ":" tile ["{" fill { ("," | ";") fill } "}"] ";"
#       | table ";"                                                       all its rows
def read_named(c: Cursor) -> t.Attribute | t.TypeName:
    """A tile of a graph: an attribute of the group that holds a new one; or a table of tiles."""
    at = c.at
    if c.kind == "name" and (c.peek() == ";" or (c.peek() == "." and c.peek(3) == ";")):
        table = read_type_name(c)
        c.semicolon()
        return table
    name, name_at = c.name("a name for the tile")
    c.expect(":", "`:` and the class of the tile, as in `inn: Field;`")
    type_ = read_type_name(c)
    given = read_fills(c) if c.kind == "{" else ()
    made = t.New(type_.at, c.before, type_, given)
    c.semicolon()
    return t.Attribute(at, c.before, type_, name, name_at, made, False, False)
