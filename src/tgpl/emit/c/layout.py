"""How a program lies in memory on the C target: numbers of classes, types and texts, structs, registers, names.

In:  a core program. Out: `MemoryLayout`, which the other modules of the C target ask. Classes are numbered so that a class
and all that derive from it have numbers in a row: `is` is then two comparisons.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache
from pathlib import Path

from tgpl.core import nodes as n
from tgpl.core.fresh_names import number_name
from tgpl.core.types import (
    ANY,
    BOOL,
    KINDS,
    NUMBER,
    PLAYER,
    ROOTS,
    TEXT,
    ClassType,
    Collection,
    EnumType,
    KindType,
    Simple,
    Type,
    collection,
    list_of,
)
from tgpl.native.result_codes import Ended, Halt, Solved
from tgpl.text import limits
from tgpl.text.grid_neighbours import AROUND, HEX_COLUMNS, HEX_ROWS, SIDES
from tgpl.text.mangling import ATTRIBUTE, VARIABLE, mangle
from tgpl.text.records import Record
from tgpl.text.source import Span

RUNTIME = Path(__file__).parent / "runtime"
FIRST_TEXT = 64  # where constant texts begin; nothing is at 0
_OUTSIDE = "g"  # begins what stands outside functions; the runtime has no such name, nor has C
_NO_REMARK = re.compile(r"[^A-Za-z0-9 .,:;<>()+=-]")
_TEXT_HEAD = 12  # what stands before the bytes of a text

# The runtime's struct for each kind.
_HEADS = {
    "class": "Object", "interactable": "Thing", "stack": "Deck", "event": "Object", "tile": "Tile",
    "connection": "Connection", "board": "Object", "group": "Group",
}  # fmt: skip
KIND_NAMES = {
    "class": "CLASS", "interactable": "INTERACTABLE", "stack": "DECK", "event": "EVENT", "tile": "TILE",
    "connection": "CONNECTION", "board": "BOARD", "group": "GROUP",
}  # fmt: skip
_EVENTS = {
    "PlayerChoiceEvent": ("ChoiceEvent", {"active": PLAYER}),
    "NoChoiceEvent": ("ChoiceEvent", {"active": PLAYER}),
    "TurnChangeEvent": ("TurnChangeEvent", {"old": TEXT, "new": TEXT}),
    "PhaseChangeEvent": (
        "PhaseChangeEvent",
        {"turn": TEXT, "oldPhase": TEXT, "newPhase": TEXT, "oldPlayer": PLAYER, "newPlayer": PLAYER},
    ),
}
_TAGS: dict[Type, str] = {NUMBER: "NUMBER", TEXT: "TEXT", BOOL: "BOOL", PLAYER: "PLAYER", ANY: "ANY"}
WHOLE = Simple("whole")  # a number that C holds as a whole one
_C_TYPES: dict[Type, str] = {NUMBER: "double", BOOL: "Bool", PLAYER: "Player", ANY: "Any", WHOLE: "i64"}
NULLS: dict[Type, str] = {NUMBER: "null_number()", BOOL: "2", PLAYER: "-1", ANY: "ANY_NULL", WHOLE: "0"}


@cache
def runtime_text() -> str:
    """What is made of Python, then the hand-written part, in the order of its files."""
    return "\n".join([shared_text(), *(path.read_text(encoding="utf-8") for path in sorted(RUNTIME.glob("*.c")))])


def shared_text() -> str:
    """What Python and C share, as C knows it; only an `int` can be in an `enum`."""
    shared = {name: value for name, value in vars(limits).items() if name.isupper()} | {"FIRST_TEXT": FIRST_TEXT}
    lines = [f"    {name} = {value}," for name, value in shared.items() if value < 1 << 31]
    larger = [f"#define {name} {value}ll" for name, value in shared.items() if value >= 1 << 31]
    head = ["/* ---- limits, as in every target */", "", "enum {", *lines, "};", *larger]
    return "\n".join([*head, "", *map(_write_codes, (Ended, Halt, Solved)), "", *_write_steps(), ""])


def _write_codes(codes: type[IntEnum]) -> str:
    return f"enum {codes.__name__} {{ {', '.join(f'{code.name} = {code.value}' for code in codes)} }};"


def _write_steps() -> list[str]:
    """Steps to the neighbours as columns and rows, clockwise from up; hexes by whether the line is moved."""
    sides, around, *hexes = (
        ", ".join(f"{right}, {down}" for right, down in steps) for steps in (SIDES, AROUND, *HEX_ROWS, *HEX_COLUMNS)
    )
    return [
        f"static const signed char SIDES[] = {{{sides}}};",
        f"static const signed char AROUND[] = {{{around}}};",
        "static const signed char HEXES[4][12] = {",
        *(f"    {{{steps}}}," for steps in hexes),
        "};",
    ]


def c_type(type_: Type) -> str:
    return _C_TYPES.get(type_, "Ref")


def null_of(type_: Type) -> str:
    return NULLS.get(type_, "0")


def is_reference(type_: Type) -> bool:
    """To something that can keep objects in the game."""
    return isinstance(type_, (ClassType, Collection))


def to_slot(type_: Type, text: str) -> str:
    if type_ is WHOLE:
        text = f"(double){text}"
    word = "slot_of_number" if type_ in (NUMBER, WHOLE) else "slot_of_any" if type_ is ANY else "slot_of"
    return f"{word}({text})"


def from_slot(type_: Type, text: str) -> str:
    if type_ is WHOLE:
        return f"(i64){text}.number"
    if type_ is ANY:
        return f"{text}.bits"
    return f"{text}.number" if type_ is NUMBER else f"({c_type(type_)}){text}.whole"


def quote(text: str) -> str:
    """A C string with the bytes of a text."""
    found = []
    for byte in text.encode("utf-8", "surrogatepass"):
        char = chr(byte)
        found.append(char if byte < 127 and char.isprintable() and char not in '"\\?' else f"\\{byte:03o}")
    return f'"{"".join(found)}"'


def remark(text: str) -> str:
    """A text for a comment: only letters, digits and signs that mean nothing there to any C compiler."""
    return f"/* {_NO_REMARK.sub('_', text[:40])} */"


class ClassLayout(Record):
    """A class as the target sees it: predefined ones too."""

    name: str
    shown: str
    kind: str
    visibility: str
    base: str | None
    node: n.Class | None
    attributes: dict[str, tuple[Type, int]]  # with those of its bases, which come first; see `Field.hidden`
    struct: str
    fields: dict[str, str]  # an attribute's name in the struct


class MemoryLayout:
    def __init__(self, program: n.Program) -> None:
        self.program = program
        self._taken: set[str] = set()  # names outside functions
        self.classes: dict[str, ClassLayout] = {}
        self.number: dict[str, int] = {}
        self.last: dict[str, int] = {}
        self.types: list[Type] = []
        self.tile_types: dict[str, ClassType] = {}  # for lists of the tiles of groups
        self.texts: list[str] = [""]
        self._text_at: dict[str, int] = {"": FIRST_TEXT}
        self._next_text = FIRST_TEXT + 16
        self.registers: list[str] = []  # classes whose objects are listed
        self.places: list[Span] = []
        self._place_numbers: dict[tuple[str, int, int], int] = {}
        self._gather()
        self._count()
        self.first_symbols = self._count_symbols()
        self.symbol_texts = [self.text(value) for one in program.enums for value in one.values]
        for simple in (NUMBER, TEXT, BOOL, PLAYER, ANY):
            self.type(simple)
        self.globals = [c.name for c in program.classes if c.visibility == "global" and not c.replaced]
        self.parts = {  # the object types that the runtime makes lists of
            "tiles_type": self.type(list_of(ROOTS["tile"])),
            "things_type": self.type(list_of(ROOTS["interactable"])),
            "connections_type": self.type(list_of(ROOTS["connection"])),
        }

    # -- classes

    def _gather(self) -> None:
        for kind in KINDS:
            self._add(ClassLayout(kind, kind, kind, "local", None, None, {}, _HEADS[kind], {}))
        self._add(ClassLayout("BlankTile", "BlankTile", "tile", "local", "tile", None, {}, "Tile", {}))
        for name, (struct, known) in _EVENTS.items():
            fields = {a: f"{a}_" if a == "new" else a for a in known}
            held: dict[str, tuple[Type, int]] = {a: (type_, 0) for a, type_ in known.items()}
            self._add(ClassLayout(name, name, "event", "local", "event", None, held, struct, fields))
        for class_ in self.program.classes:
            base = self.classes[class_.base or class_.kind]
            attributes = dict(base.attributes)
            fields = dict(base.fields)
            for attribute in class_.attributes:
                attributes[attribute.name] = (attribute.type, 2 if attribute.unseen else int(attribute.private))
                fields[attribute.name] = mangle(ATTRIBUTE, attribute.name)
            for group in class_.groups:
                name = group.split(".")[-1]
                attributes[name] = (ROOTS["group"], 0)
                fields[name] = mangle(ATTRIBUTE, name)
            struct = self.unique(class_.name)
            kind, seen = class_.kind, class_.visibility
            self._add(ClassLayout(class_.name, class_.shown, kind, seen, base.name, class_, attributes, struct, fields))

    def _add(self, held: ClassLayout) -> None:
        self.classes[held.name] = held

    def _count(self) -> None:
        """Numbers in a row for a class and all that derive from it."""
        derived: dict[str, list[str]] = {name: [] for name in self.classes}
        for held in self.classes.values():
            if held.base is not None:
                derived[held.base].append(held.name)

        def visit(name: str) -> None:
            self.number[name] = len(self.number)
            for inner in derived[name]:
                visit(inner)
            self.last[name] = len(self.number)

        for kind in KINDS:
            visit(kind)

    def _count_symbols(self) -> dict[EnumType, int]:
        """The number of the first value of each enum. What a class is as a value goes before: 1 and its number."""
        first, found = len(self.number) + 1, {}
        for one in self.program.enums:
            found[one] = first
            first += len(one.values)
        return found

    def symbol(self, e: n.Symbol) -> str:
        if isinstance(e.type, EnumType):
            number = self.first_symbols[e.type] + e.type.values.index(e.name)
        else:
            number = self.number[e.name] + 1
        return f"{number} {remark(e.name)}"

    def symbols_within(self, type_: EnumType | KindType) -> tuple[int, int]:
        """The numbers of all values of a type."""
        if isinstance(type_, EnumType):
            first = self.first_symbols[type_]
            return first, first + len(type_.values)
        first, last = self.span(type_.of.name)
        return first + 1, last + 1

    def interval(self, name: str) -> str:
        first, last = self.span(name)
        return f"{first}, {last}"

    def span(self, name: str) -> tuple[int, int]:
        """The numbers of a class and all that derive from it; whatever can be owned is a `class`."""
        return self.number[name], self.last["interactable" if name == "class" else name]

    def within(self, name: str) -> list[str]:
        """A class and all that derive from it."""
        first, last = self.span(name)
        return [c for c in self.classes if first <= self.number[c] < last]

    def is_within(self, name: str, above: str) -> bool:
        """Whether a class is another, or derives from it."""
        first, last = self.span(above)
        return first <= self.number[name] < last

    def cards_of(self, deck: str) -> Type:
        """What a deck keeps its cards in."""
        holds = (held.node.holds for held in self.lineage(deck) if held.node is not None)
        return collection("Stack", next((kind for kind in holds if kind is not None), ROOTS["interactable"]))

    def by_number(self) -> list[ClassLayout]:
        """All classes, in the order of their numbers."""
        return sorted(self.classes.values(), key=lambda held: self.number[held.name])

    def lineage(self, name: str | None) -> list[ClassLayout]:
        """A class and what it grows from."""
        found = []
        while name is not None:
            found.append(self.classes[name])
            name = self.classes[name].base
        return found

    def geometry(self, group: str) -> n.Geometry | None:
        """The grid of a group, its own or its base's."""
        grids = (held.node.geometry for held in self.lineage(group) if held.node is not None)
        return next((grid for grid in grids if grid is not None), None)

    def groups(self, board: str) -> dict[str, str]:
        """The classes of the groups of a board by their names, its base's first."""
        found: dict[str, str] = {}
        for held in reversed(self.lineage(board)):
            if held.node is not None:
                found.update({group.split(".")[-1]: group for group in held.node.groups})
        return found

    def struct(self, name: str) -> str:
        held = self.classes[name]
        return held.struct if held.node is None else f"struct {held.struct}"

    def hides(self, class_name: str, name: str) -> int:
        """Whether an attribute is private (1), or nobody sees it (2)."""
        return self.classes[class_name].attributes[name][1]

    def attribute(self, class_name: str, name: str) -> tuple[str, str, Type]:
        """The struct, the field and the type of an attribute."""
        held = self.classes[class_name]
        return self.struct(class_name), held.fields[name], held.attributes[name][0]

    def register(self, name: str) -> int:
        """The list of all objects of a class."""
        if name not in self.registers:
            self.registers.append(name)
        return self.registers.index(name)

    def global_number(self, name: str) -> int:
        return self.globals.index(name)

    # -- types, texts, places, names

    def type(self, type_: Type) -> int:
        if type_ not in self.types:
            if isinstance(type_, Collection):
                self.type(type_.of)
            self.types.append(type_)
        return self.types.index(type_)

    def tag(self, type_: Type) -> str:
        if isinstance(type_, Collection):
            return {"List": "LIST", "Table": "TABLE", "Stack": "STACK"}[type_.shape]
        if isinstance(type_, (EnumType, KindType)):
            return "SYMBOL"
        return "OBJECT" if isinstance(type_, ClassType) else _TAGS[type_]

    def type_rows(self) -> list[str]:
        rows = []
        for i, type_ in enumerate(list(self.types)):
            more = ""
            if isinstance(type_, Collection):
                more = f", .of = {self.type(type_.of)}"
            elif isinstance(type_, ClassType):
                first, last = self.span(type_.name)
                more = f", .first = {first}, .last = {last}"
            elif isinstance(type_, (EnumType, KindType)):
                first, last = self.symbols_within(type_)
                more = f", .first = {first}, .last = {last}"
            rows.append(f"    [{i}] = {{.tag = {self.tag(type_)}{more}}}, {remark(str(type_))}")
        return rows

    def text(self, text: str) -> str:
        """A reference to a constant text."""
        if text not in self._text_at:
            self._text_at[text] = self._next_text
            self._next_text += (_TEXT_HEAD + len(text.encode("utf-8", "surrogatepass")) + 7) & ~7
            self.texts.append(text)
        return f"{self._text_at[text]} {remark(text)}"

    def text_rows(self) -> list[str]:
        return [f"    {quote(text)}, /* {self._text_at[text]} */" for text in self.texts]

    def text_sizes(self) -> list[int]:
        return [len(text.encode("utf-8", "surrogatepass")) for text in self.texts]

    def first_free(self) -> int:
        """Where texts end, as soon as all are known."""
        return self._next_text

    def at(self, span: Span) -> int:
        """The number of a place in the rule text."""
        key = (span.file.name, span.start, span.end)
        if key not in self._place_numbers:
            self._place_numbers[key] = len(self.places)
            self.places.append(span)
        return self._place_numbers[key]

    def unique(self, name: str) -> str:
        """A name of its own for something outside functions."""
        return number_name(mangle(_OUTSIDE, name), self._taken)

    def local(self, name: str) -> str:
        """A variable."""
        return mangle(VARIABLE, name)
