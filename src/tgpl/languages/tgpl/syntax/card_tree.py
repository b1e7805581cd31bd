"""The part of the syntax tree that is about cards: tables of them, what decks begin with, zones in which they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.languages.tgpl.syntax.tree import Node

if TYPE_CHECKING:
    from tgpl.languages.tgpl.syntax.tree import Action, Attribute, Expr, Function, Hint, TypeName
    from tgpl.text.source import SourceFile


class FileCell(Node):
    """A cell of a file: what it says depends on its column. An empty one says nothing."""

    text: str


class Column(Node):
    """`cost`, or `number cost`, which adds an attribute to the cards."""

    name: str  # "": it is for the designer alone
    type_name: TypeName | None = None
    naming: bool = False  # of a file: it names the cards


class CardRow(Node):
    """`Copper: 60, 0, 1 { … }`: a class."""

    name: str
    name_at: int
    shown: str  # what it is called at the table
    cells: tuple[Expr | FileCell | None, ...]  # one for each column; None where nothing stands
    attributes: tuple[Attribute, ...] = ()
    functions: tuple[Function, ...] = ()
    actions: tuple[Action, ...] = ()
    display: tuple[Hint, ...] = ()


class CardTable(Node):
    """`cards Treasure : Card { … }` or `cards Treasure : Card from "treasure.csv";`: a class, and one for each row."""

    override: bool  # an expansion adds rows
    name: str
    name_at: int
    base: TypeName | None
    columns: tuple[Column, ...]
    rows: tuple[CardRow, ...]
    path: str | None = None  # where the columns and rows stand, if not here
    path_at: tuple[int, int] = (0, 0)
    file: SourceFile | None = None  # the same, once it is read


class Content(Node):
    """What a deck begins with: `5 Guard`."""

    count: int
    card: TypeName  # a class, or a table: then all its rows, each as often as it says


class Zone(Node):
    """What a zone says of itself, beside its members; what it leaves out is its base's, if it has one."""

    seen: str | None  # by whom: "owner", "all" or "nobody"
    seen_at: int
    capacity: Expr | None  # `holds 7;`
    ordered: bool
    keeps: bool  # `keeps owner;`: what lies there belongs to whom it belonged before
    source: Expr | None  # `refill from Deck;`
    always: bool  # after every move
