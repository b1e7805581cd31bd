"""What TGDL writes otherwise inside states and boards: verbs, and groups whose geometry stands in their head.

In:  a cursor at the first word of a member. Out: True and the part that it was, or False: then TGPL's parser reads it.
"""

from __future__ import annotations

from typing import Any

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.adjacency import read_link, read_named
from tgpl.languages.tgpl.syntax.classes import read_function, read_group, read_row, starts_row
from tgpl.languages.tgpl.syntax.cursor import Cursor

_GEOMETRIES = {"square": "square", "hex": "hex", "adjacency": "graph", "graph": "graph"}


def read_member(c: Cursor, kind: str, parts: Any) -> bool:
    if at_verb(c):
        parts.functions.append(read_verb(c))
        return True
    if kind == "board" and c.word == "group" and c.peek() == "name" and c.word_at(2) in _GEOMETRIES:
        parts.groups.append(_read_group(c))
        return True
    if kind == "group" and parts.geometry == "graph" and _read_graph_line(c, parts):
        return True
    if kind == "group" and starts_row(c):
        parts.grid_at = parts.grid_at or (c.at, c.ends[c.i])
        parts.rows.append(read_row(c))
        return True
    return False


def _read_graph_line(c: Cursor, parts: Any) -> bool:
    """`a: Field;`, `a -> 3 b;`, or `Field;` for the only tile of its class."""
    if c.kind != "name":
        return False
    if c.peek() == ":":
        made = read_named(c)
        parts.attributes.append(made)
        parts.named.append(made.name)
    elif c.peek() in ("-", "<", "numeral") or c.word_at(1) == "x":
        link = read_link(c, False)
        parts.links.append(link)
        for place in (link.first, link.second):
            _add_only(parts, str(place.name), place)
    elif c.peek() == ";":
        _add_only(parts, str(c.word), t.Node(c.at, c.ends[c.i]))
        c.advance()
        c.advance()
    else:
        return False
    return True


def _add_only(parts: Any, name: str, place: t.Node) -> None:
    """A tile that is called by its class, because it is the only one of it."""
    if name not in parts.named:
        type_ = t.TypeName(place.at, place.end, name)
        new = t.New(place.at, place.end, type_, ())
        parts.attributes.append(t.Attribute(place.at, place.end, type_, name, place.at, new, False, False))
        parts.named.append(name)


def at_verb(c: Cursor) -> bool:
    override = 1 if c.word == "override" else 0
    return (
        c.word_at(override) in ("verb", "function") and c.peek(override + 1) == "name" and c.peek(override + 2) == "{"
    )


# verb = ["override"] "verb" name "{" { input } "effect" block [ "return" type ";" ] "}"
def read_verb(c: Cursor) -> t.Function:
    override = c.accept_word("override")
    if c.word == "function":
        c.report(p.OtherEdition(c.here(), "verb", "tgdl"))
    made = read_function(c, override)
    made.inferred = not made.says_returns
    return made


# group = "group" name ("square" ["around" | "sides"] | "hex" ("row" | "col" | "column") | "adjacency") "{" … "}"
def _read_group(c: Cursor) -> t.Group:
    geometry = _GEOMETRIES[str(c.word_at(2))]
    around, orientation = c.word_at(3) == "around", None
    taken = 3
    if geometry == "square" and c.word_at(3) in ("around", "sides"):
        taken = 4
    elif geometry == "hex" and c.word_at(3) in ("row", "col", "column"):
        orientation = "row" if c.word_at(3) == "row" else "column"
        taken = 4
    if geometry == "square":
        orientation = "row"  # [row][column]
    made = read_group(c, taken, geometry, around, orientation)
    made.hollow = geometry != "graph"  # a hole is none
    return made
