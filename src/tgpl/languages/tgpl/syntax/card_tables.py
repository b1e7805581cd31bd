"""Tables of cards: what their columns are called, then a line for each card, perhaps with members of its own.

In:  a cursor at `cards`. Out: a `CardTable`. The lines of a file beside the rules are read by `card_files.py`.

    cards Treasure : Card { copies, cost; Copper: 60, 0; Gold: 30, 6 { override function Shine { … } } }
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import CardRow, CardTable, Column, FileCell
from tgpl.languages.tgpl.syntax.classes import ClassParts, attribute_ahead, read_member
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import TYPE_WORDS, read_expression, read_type_name, starts_type
from tgpl.languages.tgpl.syntax.members import read_members

MOST_ROWS = 1_000  # of one table
MOST_COLUMNS = 100
_MEMBER_WORDS = frozenset(("action", "goal", "function", "verb"))
_NO_CELL = (",", ";", "{", "}")
_VALUES = ("numeral", "text", "dice", "true", "false", "null", "name", "-")  # what a cell may begin with


def starts_table(c: Cursor) -> bool:
    return c.word == "cards" and (c.peek() in (":", "{") or (c.peek() == "name" and c.peek(2) in (":", "{", "name")))


# table = ["override"] "cards" name [":" type] ("{" columns { row } "}" | "from" text ";")
def read_table(c: Cursor, override: bool) -> CardTable:
    at = c.at
    c.advance()
    name, name_at = c.name("a name for the table")
    base = read_type_name(c) if c.accept(":") else None
    if base is None and c.kind == "name" and c.word != "from":
        raise c.lost("`:` before the class of the cards")
    if base is None and not override:
        c.report(p.TableWithoutBase(c.span(name_at, name_at + len(name)), name))
    if c.accept_word("from"):
        if c.kind != "text":
            raise c.lost('the name of a file in quotes, as in `from "cards.csv"`')
        path, path_at = str(c.values[c.i]), (c.at, c.ends[c.i])
        c.advance()
        c.semicolon()
        return CardTable(at, c.before, override, name, name_at, base, (), (), path, path_at)
    if c.kind == "text":
        raise c.lost("`from` before the name of a file")
    columns, rows = _read_lines(c, name_at, name)
    return CardTable(at, c.before, override, name, name_at, base, tuple(columns), tuple(rows))


def _read_lines(c: Cursor, name_at: int, name: str) -> tuple[list[Column], list[CardRow]]:
    columns: list[Column] = []
    rows: list[CardRow] = []
    begun = False

    def line() -> None:
        nonlocal begun
        if not begun:
            begun = True
            if not (c.kind == "name" and c.peek() in (":", "{")):
                columns.extend(_read_columns(c))
                return
            c.report(p.MissingColumns(c.here(), name))
        rows.append(_read_row(c))
        if len(rows) == MOST_ROWS + 1:
            c.report(
                p.TableTooLarge(c.span(rows[-1].name_at, rows[-1].name_at + len(rows[-1].name)), "rows", MOST_ROWS)
            )

    read_members(c, line, _MEMBER_WORDS)
    if not begun:
        c.report(p.MissingColumns(c.span(name_at, name_at + len(name)), name))
    return columns, rows[:MOST_ROWS]


# columns = column { "," column } ";"
def _read_columns(c: Cursor) -> list[Column]:
    found = [read_column(c)]
    while c.accept(","):
        found.append(read_column(c))
    if c.kind == "name" and not c.on_new_line():
        raise c.lost("`,` before the next column, or `;`")
    if len(found) > MOST_COLUMNS:
        c.report(p.TableTooLarge(c.span(found[MOST_COLUMNS].at, found[MOST_COLUMNS].end), "columns", MOST_COLUMNS))
    c.semicolon()
    return found[:MOST_COLUMNS]


# column = [type] name
def read_column(c: Cursor) -> Column:
    at = c.at
    name_at = c.i + starts_type(c)
    typed = attribute_ahead(c) and "\n" not in c.file.text[at : c.starts[name_at]]  # else the `;` is missing
    type_ = read_type_name(c) if typed else None
    name, _ = c.name("the name of a column")
    return Column(at, c.before, name, type_)


# row = name [":" cell { "," cell }] (";" | "{" { member } "}" [";"])
def _read_row(c: Cursor) -> CardRow:
    at = c.at
    name, name_at = c.name("a name for the card")
    cells: list[t.Expr | FileCell | None] = []
    if c.kind not in (":", ";", "{", "}") and not c.on_new_line():
        lost = c.lost("`:` and its cells, as in `Copper: 60, 0;`")
        if c.kind not in ("=", *_VALUES):
            raise lost
    if c.accept(":") or c.accept("=") or c.kind in _VALUES:
        cells.append(_read_cell(c))
        while c.accept(","):
            cells.append(_read_cell(c))
    parts = ClassParts()
    if c.kind == "{":
        read_members(c, lambda: read_member(c, "interactable", parts), _MEMBER_WORDS)
        c.accept(";")
    elif c.kind in _VALUES and not c.on_new_line():
        raise c.lost("`,` before the next cell, or `;`")
    else:
        c.semicolon()
    return CardRow(
        at, c.before, name, name_at, name, tuple(cells),
        tuple(parts.attributes), tuple(parts.functions), tuple(parts.actions), tuple(parts.display),
    )  # fmt: skip


def _read_cell(c: Cursor) -> t.Expr | None:
    """A value; where nothing stands the card keeps what its base has."""
    if c.kind in _NO_CELL and not (c.kind == "{" and _opens_list(c)):
        return None
    return read_expression(c)


def _opens_list(c: Cursor) -> bool:
    """Whether a `{` begins a list of values and not the members of a card."""
    if c.peek() == "}":  # an empty list if another cell or the end of the line follows
        return c.peek(2) in (",", ";", "{")
    return c.peek() not in TYPE_WORDS and not (c.peek() == "name" and c.peek(2) in ("name", "{", *TYPE_WORDS))
