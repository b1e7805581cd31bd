"""Tables of cards: the classes that they and their rows become, and what the cells say.

In:  `CardTable`s. Out: classes for `declare`; and, once the attributes of their bases are known, an attribute for each cell and hints
of how cards are shown.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from tgpl.core.types import BOOL, BROKEN, NUMBER, TEXT, EnumType, Type, fits
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import element_of
from tgpl.languages.tgpl.check.own_names import names_itself
from tgpl.languages.tgpl.check.resolve import find_class, resolve, spell_type
from tgpl.languages.tgpl.check.suggestions import is_kind
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_files import read_cell_expression
from tgpl.languages.tgpl.syntax.card_tree import CardRow, CardTable, Column, FileCell
from tgpl.languages.tgpl.syntax.deck_contents import MOST_COPIES
from tgpl.text.diagnostics import Problem, closest
from tgpl.text.source import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tgpl.languages.tgpl.load import Loaded

    Known = Mapping[str, s.Declared]

TABLE_KINDS = ("interactable", "class", "tile", "event")
HINT_COLUMNS = ("name", "text", "symbol", "color")
_BESIDE = ("copies", "name", "text")  # what these words do they do also where there is an attribute so called
MOST_BAD_CELLS = 50  # of one table that are told
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_BOOLS = {"true": True, "yes": True, "false": False, "no": False}

# ---- classes


def kind_of_table(node: CardTable, loaded: Loaded, scopes: Mapping[Loaded, s.Scope], known: Known) -> str:
    """The kind of the class that the cards derive from; of one that is not known, which is told later, that of cards."""
    name, tree, seen = node.base, loaded.tree, {node.name}
    if name is None:
        older = known.get(node.name)
        return older.kind if isinstance(older, s.Class) else "interactable"
    while name.alias is None:
        tables = [one for one in tree.tables if name.name in (one.name, *(row.name for row in one.rows))]
        if not tables or tables[0].name in seen or tables[0].base is None:
            break
        seen.add(tables[0].name)
        name = tables[0].base
    own = next((one.kind for one in tree.classes if one.name == name.name and name.alias is None), None)
    if own is not None:
        return own
    found: object = known.get(name.name) if name.alias is None else None
    for import_, imported in loaded.imports:
        if import_.alias == name.alias and imported in scopes:
            found = scopes[imported].own.get(name.name, found)
    if isinstance(found, s.Function):
        return "function"
    return found.kind if isinstance(found, s.Class) else "interactable"


def make_table_class(node: CardTable, kind: str) -> t.Class:
    return t.Class(
        node.at, node.end, kind, None, node.override, node.name, node.name_at, node.base, (), (), (), (), None, None, ()
    )


def make_row_class(table: CardTable, row: CardRow, kind: str, derives: bool) -> t.Class:
    end = row.name_at + 1
    base = t.TypeName(row.name_at, end, table.name) if derives or table.base is None else table.base
    return t.Class(
        row.at, row.end, kind, None, False, row.name, row.name_at, base,
        row.attributes, row.functions, row.actions, (), None, None, row.display,
    )  # fmt: skip


def make_table_problem(span: Span, class_: s.Class) -> Problem:
    return p.TableIsNoCard(span, class_.name, class_.cards[0].name if class_.cards else None)


# ---- columns


def declare_columns(game: s.Game, class_: s.Class) -> None:
    """The columns of a table: each is an attribute of its cards, or a word."""
    if class_.table is None:
        return
    node, scope = class_.table
    if class_.visibility == "global" and node.base is not None and class_.file is not None:
        span = Span(class_.file, node.base.at, node.base.end)
        game.problems.append(p.TableOfWrongKind(span, node.base.name, f"global {class_.kind}"))
    if _is_cut_off(class_, node):
        return
    seen: set[str] = set()
    for column in node.columns:
        span = Span(scope.file, column.at, column.end)
        if column.name in seen:
            game.problems.append(p.ColumnTwice(span, column.name))
        elif column.type_name is not None:
            _add_attribute(game, class_, column, column.type_name, scope)
        elif not column.naming and not _is_known(class_, column):
            game.problems.append(_unknown(class_, column, span, scope))
        seen.add(column.name or str(len(seen)))


def _is_cut_off(class_: s.Class, node: CardTable) -> bool:
    """Whether its base is not known, so that nothing is known of its columns either."""
    by_kind = node.base is not None and node.base.name == class_.kind
    return class_.base is None or (is_kind(class_.base) and not by_kind)


def _members(class_: s.Class) -> dict[str, object]:
    """What its base has, and its own columns so far."""
    return {**(class_.base.members() if class_.base is not None else {}), **class_.attributes}


def _is_known(class_: s.Class, column: Column) -> bool:
    words = ("", *HINT_COLUMNS, *(("copies",) if class_.kind == "interactable" else ()))
    return column.name in words or isinstance(_members(class_).get(column.name), s.Attribute)


def _unknown(class_: s.Class, column: Column, span: Span, scope: s.Scope) -> Problem:
    base = class_.base or class_
    attributes = [name for name, member in _members(class_).items() if isinstance(member, s.Attribute)]
    words = [*HINT_COLUMNS, *(("copies",) if class_.kind == "interactable" else ())]
    near = closest(column.name, [*attributes, *words])
    name = column.name if column.type_name is None else f"{column.type_name.name} {column.name}"
    return p.UnknownColumn(span, name, base.name, near, len(words) > len(HINT_COLUMNS), scope.file is not class_.file)


def _add_attribute(game: s.Game, class_: s.Class, column: Column, type_name: t.TypeName, scope: s.Scope) -> None:
    """`number worth`: the cards of this table have one attribute more."""
    span = Span(scope.file, column.at, column.end)
    if _members(class_).get(column.name) is not None:
        game.problems.append(p.MemberTwice(span, class_.name, column.name))
        return
    assert class_.node is not None
    found: list[Problem] = []
    type_ = resolve(type_name, scope, found)
    if found and scope.file is not class_.file:  # a heading of two words, perhaps
        found = [_unknown(class_, column, span, scope)]
    game.problems += found
    at = class_.node.name_at
    node = t.Attribute(at, at, type_name, column.name, at, None, False, False)
    class_.attributes[column.name] = s.Attribute(column.name, type_, class_, node)


# ---- rows


def declare_cells(game: s.Game, class_: s.Class) -> None:
    """What the cells of a row say: values of attributes, how it is shown, how many there are."""
    if class_.row is None or class_.scope is None or not isinstance(class_.node, t.Class):
        return
    row, table = class_.row
    assert table.table is not None
    columns = table.table[0].columns
    cells = _Cells(game, class_, class_.scope, table)
    if row.cells and columns and len(row.cells) != len(columns):
        span = Span(class_.scope.file, row.name_at, row.name_at + len(row.name))
        names = tuple(column.name for column in columns)
        game.problems.append(p.CellCount(span, row.name, len(row.cells), names))
    for column, cell in zip(columns, row.cells, strict=False):
        if cell is not None and column.name:
            cells.read(column, cell)
    if names_itself(class_):
        named = cells.hints.pop("name", None)
        class_.called = row.shown if named is None else named.texts[0][0]
    elif "name" not in cells.hints and not _has_name(class_):
        cells.hints["name"] = t.Hint(row.name_at, row.name_at, "name", ((row.shown, row.name_at, row.name_at + 1),))
    said = {hint.word for hint in class_.node.display}
    class_.node.display = (*(hint for word, hint in cells.hints.items() if word not in said), *class_.node.display)


def _has_name(class_: s.Class) -> bool:
    nodes = [step.node for step in class_.lineage()]
    return any(hint.word == "name" for node in nodes if isinstance(node, t.Class) for hint in node.display)


class _Cells:
    def __init__(self, game: s.Game, class_: s.Class, scope: s.Scope, table: s.Class) -> None:
        self.game, self.class_, self.scope, self.table = game, class_, scope, table
        self.hints: dict[str, t.Hint] = {}

    def read(self, column: Column, cell: t.Expr | FileCell) -> None:
        above = _members(self.class_).get(column.name)
        if isinstance(above, s.Attribute):
            self._fill(column, cell, above)
            if column.name not in _BESIDE or (column.name != "copies" and above.type is not TEXT):
                return
        if column.name == "copies":
            self._count(cell)
        elif column.name in HINT_COLUMNS:
            text = _text_of(cell)
            if text is None:
                self._misfit(column, cell, "a text in quotes")
            else:
                self.hints[column.name] = t.Hint(cell.at, cell.end, column.name, ((text, cell.at, cell.end),))

    def _misfit(self, column: Column, cell: t.Expr | FileCell, wanted: str) -> None:
        span = Span(self.scope.file, cell.at, cell.end)
        self.table.bad_cells += 1
        if self.table.bad_cells <= MOST_BAD_CELLS:
            text = cell.text if isinstance(cell, FileCell) else span.text
            self.game.problems.append(p.BadCell(span, column.name, text, wanted))

    def _count(self, cell: t.Expr | FileCell) -> None:
        value = cell.value if isinstance(cell, t.Literal) else None
        if isinstance(cell, FileCell):
            value = _number_of(cell.text)
        if not isinstance(value, float) or not 0 <= value <= MOST_COPIES or value != int(value):
            self._misfit(Column(0, 0, "copies"), cell, f"a whole number from 0 to {MOST_COPIES:,}")
        else:
            self.class_.copies = int(value)

    def _fill(self, column: Column, cell: t.Expr | FileCell, above: s.Attribute) -> None:
        """The attribute has another initial value."""
        value: t.Expr | None = cell if not isinstance(cell, FileCell) else None
        named = _name_value(cell, above.type, spell_type(above.type, self.scope))
        if named is not None:
            value = named
        elif isinstance(cell, FileCell):
            value = _value_of(cell, above.type)
            if value is None:
                words = _WANTED.get(above.type) or f"a `{spell_type(above.type, self.scope) or above.type}`"
                if isinstance(above.type, EnumType):
                    words = " or ".join(f"`{one}`" for one in above.type.values[:6])
                self._misfit(column, cell, words)
                return
        at = cell.at
        node = t.Attribute(at, cell.end, t.TypeName(at, at, "?"), column.name, at, value, above.private, True)
        made = s.Attribute(column.name, above.type, self.class_, node, above.private, above)
        self.class_.attributes[column.name] = made


_WANTED: dict[Type, str] = {NUMBER: "a number, as `3` or `-1.5`", BOOL: "`true` or `false`"}


def _text_of(cell: t.Expr | FileCell) -> str | None:
    if isinstance(cell, FileCell):
        return cell.text
    return cell.value if isinstance(cell, t.Literal) and isinstance(cell.value, str) else None


def _number_of(text: str) -> float | None:
    value = float(text) if _NUMBER.fullmatch(text) and text.isascii() else math.inf
    return value if math.isfinite(value) else None


def _value_of(cell: FileCell, type_: Type) -> t.Expr | None:
    """What a cell of a file says, where a type is wanted."""
    if type_ is TEXT:
        return t.Literal(cell.at, cell.end, cell.text)
    if cell.text == "null" or type_ is BROKEN:
        return t.Literal(cell.at, cell.end, None)
    if type_ is NUMBER:
        number = _number_of(cell.text)
        return None if number is None else t.Literal(cell.at, cell.end, number)
    if type_ is BOOL:
        truth = _BOOLS.get(cell.text.lower())
        return None if truth is None else t.Literal(cell.at, cell.end, truth)
    if isinstance(type_, EnumType) and cell.text.isidentifier():
        return None
    return read_cell_expression(cell)


def _name_value(cell: t.Expr | FileCell, type_: Type, spelled: str | None) -> t.Expr | None:
    """In a column of an enum the name of a value alone will do, as in a `case`."""
    said = cell.text if isinstance(cell, FileCell) else cell.name if isinstance(cell, t.Name) else None
    if said is None or spelled is None or not isinstance(type_, EnumType) or said not in type_.values:
        return None
    first, *rest = spelled.split(".")
    node: t.Expr = t.Name(cell.at, cell.end, first)
    for name in (*rest, said):
        node = t.Member(cell.at, cell.end, node, name, cell.at)
    return node


def is_constant(node: t.Expr) -> bool:
    """Whether a value stands in its cell: nothing of the object is asked, nothing made or called."""
    match node:
        case t.Literal() | t.Dice():
            return True
        case t.Unary():
            return is_constant(node.value)
        case t.Binary():
            return is_constant(node.left) and is_constant(node.right)
        case t.Braces():
            return all(is_constant(item) for item in node.items)
        case t.Name() | t.Member():
            return not isinstance(node.refers, (s.Local, s.Attribute, s.Operation)) and node.refers not in (
                "this",
                "event",
            )
        case _:
            return False


# ---- decks


def declare_contents(game: s.Game, deck: s.Class) -> None:
    """What a deck begins with; a table stands for all its rows, each as often as it says."""
    node, scope = deck.node, deck.scope
    if not isinstance(node, t.Class) or scope is None:
        return
    holds = element_of(deck.type, deck)
    for content in node.contents:
        span = Span(scope.file, content.at, content.end)
        found = find_class(content.card, scope, game.problems, lambda class_: fits(class_.type, holds))
        if found is None:
            continue
        if not fits(found.type, holds):
            held = spell_type(holds, scope) or str(holds)
            place = Span(scope.file, content.card.at, content.card.end)
            game.problems.append(p.NoCardOfDeck(place, found.name, found.kind, held))
            continue
        cards = [(found, 1)] if found.cards is None else [(row.latest(), row.copies) for row in found.cards]
        deck.contents += [(card, content.count * copies, span) for card, copies in cards if copies]
        for card, _ in cards:
            game.made.add(card)
            if deck.initial is not None:
                deck.initial.calls.append((card, span))
