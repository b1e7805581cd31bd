"""Classes of every kind: their members, functions, actions and groups.

In:  a cursor at the first word. Out: nodes of `tree.py`. A member that makes no sense is reported and left out.
"""

from __future__ import annotations

from tgpl.languages.tgdl.syntax.information import at_information, read_class_information
from tgpl.languages.tgdl.syntax.older_words import read_older_part
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.actions import read_action
from tgpl.languages.tgpl.syntax.adjacency import read_links, read_named
from tgpl.languages.tgpl.syntax.card_tree import Content
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.deck_contents import read_contents, starts_content
from tgpl.languages.tgpl.syntax.expressions import TYPE_WORDS, read_expression, read_type_name, starts_type
from tgpl.languages.tgpl.syntax.inputs import PARTS, add_input, at_input
from tgpl.languages.tgpl.syntax.members import (
    HINTS,
    read_effect_or_stray,
    read_members,
    report_second,
    report_stray_member,
)
from tgpl.languages.tgpl.syntax.players import read_texts
from tgpl.languages.tgpl.syntax.statements import accept_value, read_block
from tgpl.languages.tgpl.syntax.values import is_inside, read_attribute_instead
from tgpl.languages.tgpl.syntax.zones import ZoneParts, at_part, read_part, read_zone_of
from tgpl.text.diagnostics import closest

KINDS = frozenset("class interactable stack event tile connection board".split())  # in both editions
VISIBILITIES = frozenset(("local", "group", "global"))
_VISIBLE = {
    **dict.fromkeys(("class", "interactable"), VISIBILITIES),
    "zone": frozenset(("local", "global")),
    "board": frozenset(("global",)),
}
_MEMBER_WORDS = frozenset(("action", "goal", "function", "verb"))
_MODIFIERS = ("private", "override")
# Words that begin the next part of a class, of an attribute, of a group.
_MEMBERS = frozenset("action goal function attribute private override default group".split())
LARGEST_GRID = 200  # tiles in a line, lines in a grid
_GRID_HINTS = frozenset(("columns", "rows"))
_ATTRIBUTE_PARTS = frozenset(("returns", "value"))
_GROUP_WORDS = frozenset("geometry orientation grid row holes tiles adjacency default".split())
_HANDLING = frozenset(("placeable", "stackable"))
# Kinds with a `default`, kinds with actions.
_WITH_DEFAULT = ("stack", "group", "board")
_WITH_ACTIONS = ("class", "interactable", "tile", "board", "zone")


class ClassParts:
    """What a class or group holds, while it is read."""

    def __init__(self) -> None:
        self.attributes: list[t.Attribute] = []
        self.functions: list[t.Function] = []
        self.actions: list[t.Action] = []
        self.groups: list[t.Group] = []
        self.holds: t.TypeName | None = None
        self.default: t.Block | None = None
        self.contents: list[Content] = []
        self.display: list[t.Hint] = []
        self.geometry: str | None = None
        self.around = False
        self.orientation: str | None = None
        self.rows: list[t.GridRow] = []
        self.grid_at: tuple[int, int] | None = None
        self.even: tuple[int, int, t.GridRow] | None = None  # columns, rows, and a line with the one tile
        self.named: list[str] = []
        self.laid: list[t.TypeName] = []
        self.links: list[t.Link] = []
        self.hollow = False
        self.zone = ZoneParts()


# class = ["override"] [visibility] kind name [handling | contents] [":" type] "{" { member } "}"
def read_class(c: Cursor, override: bool) -> t.Class:
    at, visibility = c.at, None
    sealed = False
    while c.word in VISIBILITIES or c.word == "sealed":
        if c.word == "sealed":
            sealed = True
        elif visibility is not None:
            raise c.lost("`class` or `interactable`")
        else:
            visibility = c.word
        c.advance()
    kind = c.spelling.kinds.get(c.word or "")
    if kind is None:
        raise c.lost("`state` or `interactable`" if c.spelling.earlier else "`class` or `interactable`")
    if c.word == ("class" if c.spelling.earlier else "state"):
        c.report(p.OtherEdition(c.here(), "state" if c.spelling.earlier else "class", c.spelling.edition))
    if visibility is not None and visibility not in _VISIBLE.get(kind, ()):
        c.report(p.NoVisibility(c.span(at, c.before), kind))
        visibility = None
    c.advance()
    if c.spelling.earlier and kind == "board":
        visibility = "global"  # there is one, with or without a name
    if c.spelling.earlier and kind == "board" and c.kind == "{":
        name, name_at = "Board", at
    else:
        name, name_at = c.name(f"a name for the {kind}")
    handling = _read_handling(c) if kind == "interactable" and c.kind == "name" else ()
    parts = ClassParts()
    parts.holds = read_zone_of(c) if kind == "zone" else None
    base = read_type_name(c) if c.accept(":") else None
    read_members(c, lambda: read_member(c, kind, parts), _MEMBER_WORDS)
    if kind == "zone" and parts.holds is None and c.word == "of" and c.peek() == "name":
        wanted = f"`of {c.word_at(1)}` before the braces: `zone {name} of {c.word_at(1)} {{ … }}`"
        c.report(p.Unexpected(c.here(), c.describe(), wanted))
        c.advance()
        parts.holds = read_type_name(c)
    return t.Class(
        at, c.before, kind, visibility, override, name, name_at, base,
        tuple(parts.attributes), tuple(parts.functions), tuple(parts.actions), tuple(parts.groups),
        parts.holds, parts.default, tuple(parts.display), handling, tuple(parts.links), sealed,
        tuple(parts.contents),
        parts.zone.finished(at, c.before) if kind == "zone" else None,
    )  # fmt: skip


# handling = ("placeable" | "stackable") { "," ("placeable" | "stackable") }
def _read_handling(c: Cursor) -> tuple[tuple[str, int], ...]:
    said: list[tuple[str, int]] = []
    while True:
        if c.word not in _HANDLING:
            raise c.lost("`placeable` or `stackable`")
        said.append((str(c.word), c.at))
        c.advance()
        if not c.accept(","):
            return tuple(said)


# member = attribute | function | action | group | "returns" type ";" | "default" block
def read_member(c: Cursor, kind: str, parts: ClassParts) -> None:
    if c.spelling.member is not None and c.spelling.member(c, kind, parts):
        return
    at = c.at
    said = c.modifiers(_MODIFIERS)
    private, override = "private" in said, "override" in said
    word, following = c.word, c.peek()
    if word in ("action", "goal") and (following == "{" or (following == "name" and c.peek(2) not in ("=", ";"))):
        c.refuse(said, "an action" if word == "action" else "a goal", "private")
        action = read_action(c, override)
        if kind in _WITH_ACTIONS:
            parts.actions.append(action)
        else:
            c.report(p.Misplaced(c.span(at, action.name_at + len(action.name)), "action", kind))
    elif word == "function" and following == "name" and c.peek(2) not in ("=", ";"):
        c.refuse(said, "a function", "private")
        parts.functions.append(read_function(c, override))
    elif word == "verb" and following == "name" and c.peek(2) == "{":
        c.report(p.OtherEdition(c.here(), "function", "tgpl"))
        parts.functions.append(read_function(c, override))
    elif word == "attribute" and following == "name" and c.peek(2) == "{":
        parts.attributes.append(_read_long_attribute(c, at, private, override))
    elif word == "default" and following == "{" and kind in _WITH_DEFAULT:
        c.refuse(said, "a `default`", *_MODIFIERS)
        report_second(c, parts.default is not None, "default", kind)
        c.advance()
        parts.default = read_block(c)
    elif word == "display" and following == "{":
        c.refuse(said, "`display`", *_MODIFIERS)
        c.advance()
        read_members(c, lambda: _read_hint(c, kind, parts), frozenset())
    elif at_information(c) and kind != "group":
        c.refuse(said, "`information`", *_MODIFIERS)
        parts.display += read_class_information(c)
    elif kind == "stack" and _says_returns(c):
        c.refuse(said, "what a stack holds", *_MODIFIERS)
        if c.kind == "return":
            c.report(p.ReturnForReturns(c.here()))
        c.advance()
        parts.holds = read_type_name(c)
        c.semicolon(_MEMBERS)
    elif word == "group" and kind == "board" and following == "name" and c.peek(2) in ("{", ":"):
        c.refuse(said, "a group", "private")
        parts.groups.append(_read_group_member(c, override))
    elif kind == "group" and word in _GROUP_PARTS and (word in _OLD_PARTS or following in ("{", "null")):
        c.refuse(said, f"a group's `{word}`", *_MODIFIERS)
        _GROUP_PARTS[word](c, parts)
    elif kind == "board" and word in ("borders", "tiles") and following == "{":
        c.refuse(said, "`borders`", *_MODIFIERS)
        c.advance()
        read_members(c, lambda: parts.links.extend(read_links(c, True)), frozenset())
    elif kind == "stack" and not c.spelling.earlier and starts_content(c):
        c.refuse(said, "what a stack begins with", *_MODIFIERS)
        parts.contents += read_contents(c, _MEMBERS)
    elif is_inside(c):
        attribute = read_attribute_instead(c)
        parts.attributes += [] if attribute is None else [attribute]
    elif kind == "zone" and at_part(c):
        c.refuse(said, f"a zone's `{word}`", *_MODIFIERS)
        read_part(c, parts.zone)
    elif word in _OTHER_FUNCTIONS and following == "name" and c.peek(2) == "(" and kind != "group":
        c.report(p.WrongWord(c.here(), str(word), "function", "foreign"))
        parts.functions.append(read_function(c, override))
    elif word == "function" and following == "{":
        c.advance()
        raise c.lost("a name for the function")
    elif c.kind == "name" and c.word_at(1) == "during" and c.peek(2) == "name" and kind in _WITH_ACTIONS:
        raise c.lost(f"`action` before its name: `action {word} during …`")
    elif attribute_ahead(c):
        parts.attributes.append(_read_short_attribute(c, at, private, override))
    else:
        report_stray_member(c, kind)


# display = "display" "{" { ("name" | "short" | "text" | "symbol" | "color" | "image" | "place") text { "," text } ";"
#                         | "hide" name { "," name } ";" | "owner" name ";" } "}"
# headings = "display" "{" { ("columns" | "rows") text { "," text } ";" } "}"
def _read_hint(c: Cursor, kind: str, parts: ClassParts) -> None:
    at, word, known = c.at, c.word, _GRID_HINTS if kind == "group" else HINTS
    if word in ("hide", "owner") and kind != "group":
        parts.display.append(_read_attributes_named(c, word))
        return
    if word is None or c.peek() != "text":
        raise c.lost('a hint such as `columns "a-h";`' if kind == "group" else 'a hint such as `symbol "♙";`')
    if word == "colour":
        word = "color"
    if word not in known:
        c.report(p.UnknownHint(c.here(), word, closest(word, known), kind == "group"))
    c.advance()
    texts = read_texts(c)
    c.semicolon(known)
    parts.display.append(t.Hint(at, c.before, word, texts))


def _read_attributes_named(c: Cursor, word: str) -> t.Hint:
    """`hide cost, worth;`: attributes that everybody may know and nobody has to look at; `owner holder;`: the one that says whose it is."""
    at, names = c.at, list[t.Said]()
    c.advance()
    while True:
        name, name_at = c.name(f"the name of an attribute, as in `{word} {'cost' if word == 'hide' else 'holder'};`")
        names.append((name, name_at, c.before))
        if word == "owner" or not c.accept(","):
            break
    c.semicolon(HINTS)
    return t.Hint(at, c.before, word, tuple(names))


def _says_returns(c: Cursor) -> bool:
    """`returns T`, or `return T;` where it was meant."""
    if c.word == "returns":
        return starts_type(c, 1) > 0
    return c.kind == "return" and starts_type(c, 1) > 0 and c.peek(1 + starts_type(c, 1)) == ";"


def attribute_ahead(c: Cursor) -> bool:
    taken = starts_type(c)
    return taken > 0 and (c.peek(taken) == "name" or c.kind in TYPE_WORDS)


# attribute = ["private"] ["override"] type name ["=" expression] ";"
def _read_short_attribute(c: Cursor, at: int, private: bool, override: bool) -> t.Attribute:
    type_ = read_type_name(c)
    name, name_at = c.name("a name for the attribute")
    value = read_expression(c) if accept_value(c) else None
    c.semicolon(_MEMBERS)
    return t.Attribute(at, c.before, type_, name, name_at, value, private, override)


# attribute = ["private"] ["override"] "attribute" name "{" "returns" type ";" ["value" expression ";"] "}"
def _read_long_attribute(c: Cursor, at: int, private: bool, override: bool) -> t.Attribute:
    c.advance()
    name, name_at = c.name("a name for the attribute")
    types: list[t.TypeName] = []
    values: list[t.Expr] = []

    def member() -> None:
        if c.kind == "return" and starts_type(c, 1):
            c.report(p.ReturnForReturns(c.here()))
            c.advance()
            types.append(read_type_name(c))
        elif c.accept_word("returns"):
            types.append(read_type_name(c))
        elif c.accept_word("value"):
            values.append(read_expression(c))
        else:
            raise c.lost("`returns` or `value`")
        c.semicolon(_ATTRIBUTE_PARTS)

    before = len(c.problems)
    read_members(c, member, frozenset())
    if not types:
        if len(c.problems) == before:  # else what was meant as its type may be what is wrong
            c.report(p.AttributeWithoutType(c.span(name_at, name_at + len(name)), name))
        types = [t.TypeName(name_at, name_at, "?")]
    value = values[-1] if values else None
    return t.Attribute(at, c.before, types[-1], name, name_at, value, private, override)


# ---- functions and actions


# function = ["override"] "function" name "{" { input | "returns" [type] ";" | "effect" block } "}"
def read_function(c: Cursor, override: bool) -> t.Function:
    at = c.begin()
    name, name_at = c.name("a name for the function")
    if c.kind == "(":
        _skip_parameters(c)
    inputs: list[t.Input] = []
    effects: list[t.Block] = []
    returns: list[t.TypeName | None] = []

    def member() -> None:
        nonlocal override
        override = read_older_part(c) or override
        if c.word == "returns":
            c.advance()
            returns.append(read_type_name(c) if starts_type(c) and c.word != "effect" else None)
            c.semicolon(PARTS)
        elif c.kind == "return" and _says_returns(c):
            if not c.spelling.earlier:
                c.report(p.ReturnForReturns(c.here()))
            c.advance()
            returns.append(read_type_name(c))
            c.semicolon()
        elif c.kind == "return" and c.peek() == ";" and not returns and not effects:
            c.report(p.ReturnForReturns(c.here()))
            c.advance()
            returns.append(None)
            c.semicolon()
        elif at_input(c):
            add_input(c, inputs)
        else:
            c.gives_bool = bool(returns) and returns[0] is not None and returns[0].name == "bool"
            read_effect_or_stray(c, effects, "function")
            c.gives_bool = False

    read_members(c, member, frozenset())
    return t.Function(
        at, c.before, name, name_at, override, tuple(inputs),
        returns[0] if returns else None, bool(returns), effects[0] if effects else None,
    )  # fmt: skip


_OTHER_FUNCTIONS = ("def", "func", "fn", "fun")  # what other languages call it


def _skip_parameters(c: Cursor) -> None:
    """`function F(number n): number`, as other languages write it."""
    start = c.i
    while c.kind not in ("{", "}", ";", "end"):
        c.advance()
    c.report(p.ParametersInParentheses(c.span(c.starts[start], c.before)))


# ---- boards


# group = ["override"] "group" name "{" { geometry | orientation | grid | holes | tiles | adjacency
#         | attribute | function | default } "}"
def _read_group_member(c: Cursor, override: bool) -> t.Group:
    return read_group(c, 2, override=override)


def read_group(
    c: Cursor, taken: int, geometry: str | None = None, around: bool = False, orientation: str | None = None,
    *, override: bool = False, name: int = 1,
) -> t.Group:  # fmt: skip
    """A group whose head has `taken` tokens; what the head says of its geometry, in TGDL, is given, and which token its name is."""
    at, behind = c.at, c.i + taken
    for _ in range(name):
        c.advance()
    called, name_at = c.name("a name for the group")
    while c.i < behind:
        c.advance()
    parts = ClassParts()
    parts.geometry, parts.around, parts.orientation = geometry, around, orientation
    read_members(c, lambda: read_member(c, "group", parts), _MEMBER_WORDS)
    if parts.even is not None:  # lines are columns only on hexes with their sides up
        columns, rows, line = parts.even
        long, many = (rows, columns) if parts.orientation == "column" else (columns, rows)
        parts.rows += [t.GridRow(line.at, line.end, line.tiles * long, None)] * many
    return t.Group(
        at, c.before, called, name_at, override, parts.geometry, parts.around, parts.orientation,
        tuple(parts.rows), parts.grid_at, tuple(parts.attributes), tuple(parts.functions), parts.default,
        tuple(parts.named), tuple(parts.links), parts.hollow, tuple(parts.display), tuple(parts.laid),
    )  # fmt: skip


# geometry = "geometry" ("square" ["around" | "sides"] | "hex" | "graph") ";"
def _read_geometry(c: Cursor, parts: ClassParts) -> None:
    report_second(c, parts.geometry is not None, "geometry", "group")
    c.advance()
    if c.word not in ("square", "hex", "graph"):
        raise c.lost("`square`, `hex` or `graph`")
    parts.geometry = c.word
    c.advance()
    if parts.geometry == "square" and c.word in ("around", "sides"):
        parts.around = c.word == "around"
        c.advance()
    c.semicolon(_GROUP_WORDS)


# orientation = "orientation" ("row" | "column" | "col") ";"
def _read_orientation(c: Cursor, parts: ClassParts) -> None:
    report_second(c, parts.orientation is not None, "orientation", "group")
    c.advance()
    if c.word not in ("row", "column", "col"):
        raise c.lost("`row` or `column`")
    parts.orientation = "row" if c.word == "row" else "column"
    c.advance()
    c.semicolon(_GROUP_WORDS)


# grid = "grid" "{" { row } "}" | "grid" number "by" number "of" tile ";"
def _read_grid(c: Cursor, parts: ClassParts) -> None:
    report_second(c, parts.grid_at is not None, "grid", "group")
    parts.grid_at = (c.at, c.at + len("grid"))
    c.advance()
    if c.kind == "numeral":
        _read_even_grid(c, parts)
    else:
        read_members(c, lambda: parts.rows.append(_read_line(c, c.at, None)), _MEMBER_WORDS)


def _read_even_grid(c: Cursor, parts: ClassParts) -> None:
    """`grid 8 by 6 of Field;`: columns, rows, and one kind of tile."""
    at = c.at
    columns = _read_size(c)
    if not c.accept_word("by"):
        raise c.lost("`by` and the number of rows, as in `grid 8 by 6 of Field;`")
    if c.kind != "numeral":
        raise c.lost("the number of rows")
    rows = _read_size(c)
    if not c.accept_word("of"):
        raise c.lost("`of` and a tile, as in `grid 8 by 6 of Field;`")
    tile = read_type_name(c)
    c.semicolon(_GROUP_WORDS)
    parts.even = (columns, rows, t.GridRow(at, c.before, (tile,), None))


def _read_size(c: Cursor) -> int:
    """How many tiles: a whole number, not too large."""
    value = float(str(c.values[c.i]))
    if value != int(value) or not 1 <= value <= LARGEST_GRID:
        c.report(p.GridSize(c.here(), LARGEST_GRID))
        value = 1
    c.advance()
    return int(value)


# row = [number] tile { "," [number] tile } ";"
def _read_line(c: Cursor, at: int, number: int | None) -> t.GridRow:
    tiles = _read_cells(c)
    while c.accept(","):
        tiles += _read_cells(c)
    c.semicolon()
    return t.GridRow(at, c.before, tuple(tiles), number)


def starts_row(c: Cursor) -> bool:
    """Whether a line of tiles begins here, as TGDL writes them directly into a group: `h, h, b;`."""
    return c.kind == "numeral" or (c.kind == "name" and c.peek() in (",", ";", "}"))


def read_row(c: Cursor) -> t.GridRow:
    return _read_line(c, c.at, None)


def _read_cells(c: Cursor) -> list[t.TypeName]:
    """A tile, or several of it: `3 Field`."""
    count = _read_size(c) if c.kind == "numeral" else 1
    return [read_type_name(c)] * count


# row = "row" number ":" [number] tile { "," [number] tile } ";"        (in an expansion: replaces that line of the grid)
def _read_replaced_row(c: Cursor, parts: ClassParts) -> None:
    at = c.begin()
    if c.kind != "numeral":
        raise c.lost("the number of the line, counted from 0")
    number = int(float(str(c.values[c.i])))
    c.advance()
    c.expect(":")
    parts.rows.append(_read_line(c, at, number))


# holes = "holes" "null" ";"
def _read_holes(c: Cursor, parts: ClassParts) -> None:
    c.advance()
    if not c.accept("null"):
        raise c.lost("`null`: `holes null;`")
    parts.hollow = True
    c.semicolon(_GROUP_WORDS)


# tiles = "tiles" "{" { named } "}"
def _read_tiles(c: Cursor, parts: ClassParts) -> None:
    def member() -> None:
        made = read_named(c)
        if isinstance(made, t.TypeName):
            parts.laid.append(made)
            return
        parts.attributes.append(made)
        parts.named.append(made.name)

    c.advance()
    read_members(c, member, frozenset())


# adjacency = "adjacency" "{" { links } "}"
def _read_adjacency(c: Cursor, parts: ClassParts) -> None:
    c.advance()
    read_members(c, lambda: parts.links.extend(read_links(c, False)), frozenset())


_OLD_PARTS = frozenset(("geometry", "orientation", "grid", "row"))  # never read as attributes of a class so called
_GROUP_PARTS = {
    "geometry": _read_geometry,
    "orientation": _read_orientation,
    "grid": _read_grid,
    "row": _read_replaced_row,
    "holes": _read_holes,
    "tiles": _read_tiles,
    "adjacency": _read_adjacency,
}
