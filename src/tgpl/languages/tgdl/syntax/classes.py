"""What TGDL writes otherwise inside states and boards: verbs, and groups whose geometry stands in their head.

In:  a cursor at the first word of a member. Out: True and the part that it was, or False: then TGPL's parser reads it.
"""

from __future__ import annotations

from typing import Any

from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.actions import read_action
from tgpl.languages.tgpl.syntax.adjacency import read_links, read_named
from tgpl.languages.tgpl.syntax.classes import read_function, read_group, read_row, starts_row
from tgpl.languages.tgpl.syntax.cursor import Cursor

_WITH_ACTIONS = ("class", "interactable", "tile", "board")
_GEOMETRIES = {"square": "square", "hex": "hex", "adjacency": "graph", "graph": "graph"}


def read_member(c: Cursor, kind: str, parts: Any) -> bool:
    if at_verb(c):
        parts.functions.append(read_verb(c))
        return True
    if c.word == "action" and c.peek() == "{" and kind in _WITH_ACTIONS:
        parts.actions.append(read_action(c, False))
        return True
    if kind == "board" and c.word == "group" and c.peek() == "name" and c.word_at(2) in _GEOMETRIES:
        parts.groups.append(_read_group(c))
        return True
    if kind == "board" and c.word == "group" and c.word_at(1) in _GEOMETRIES and (name := _name_behind(c)):
        parts.groups.append(_read_group(c, 1, name))
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
        assert isinstance(made, t.Attribute)
        parts.attributes.append(made)
        parts.named.append(made.name)
    elif c.peek() in ("-", "<", "numeral") or c.word_at(1) == "x":
        links = read_links(c, False)
        parts.links += links
        for place in (links[0].first, *(link.second for link in links)):
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
    made = read_function(c, override)
    made.inferred = not made.says_returns
    if made.effect is None and made.returns is not None:  # only what heirs override says what it gives
        at = made.end - 1
        made.effect = t.Block(at, at, (t.Return(at, at, t.Literal(at, at, None)),))
    return made


def _name_behind(c: Cursor) -> int:
    """`group square Grid {`, `group hex row Grid {`: how many tokens ahead the name stands; 0 if it does not."""
    name = 3 if c.word_at(2) in ("around", "sides", "row", "col", "column") and c.peek(3) == "name" else 2
    return name if c.peek(name) == "name" and c.peek(name + 1) == "{" else 0


# group = "group" (name geometry | geometry name) "{" … "}"
# geometry = "square" ["around" | "sides"] | "hex" ("row" | "col" | "column") | "adjacency"
def _read_group(c: Cursor, shape: int = 2, name: int = 1) -> t.Group:
    """`shape` and `name` are how many tokens ahead the geometry and the name stand."""
    geometry, manner = _GEOMETRIES[str(c.word_at(shape))], c.word_at(shape + 1) if name != shape + 1 else None
    around, orientation = manner == "around", None
    taken = shape + 1
    if geometry == "square" and manner in ("around", "sides"):
        taken += 1
    elif geometry == "hex" and manner in ("row", "col", "column"):
        orientation = "row" if manner == "row" else "column"
        taken += 1
    if geometry == "square":
        orientation = "row"  # [row][column]
    made = read_group(c, max(taken, name + 1), geometry, around, orientation, name=name)
    made.hollow = geometry != "graph"  # a hole is none
    return made
