"""How a match lies in memory while it is played at random: objects by small numbers, attributes in rows.

Every object has a number: 0 is null, then come the objects that every match has at the same place (`StaticObjects`), then the others
by their age. What an attribute holds lies in one row, by the number of its object. So a match is one block without a pointer, small
enough to be copied before a test that tries something out.

In:  a module of the C target. Out: `FlatLayout`, which the other modules here ask.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.core import nodes as n
from tgpl.core.analysis.ranges import Range
from tgpl.core.types import BOOL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type, is_symbol
from tgpl.core.walk import walk
from tgpl.emit.c.module import Module
from tgpl.emit.c.static_objects import StaticObject
from tgpl.text.mangling import ATTRIBUTE, mangle

MOST_OTHERS = 124  # objects beside the static ones; a match that makes more is played otherwise
FEW_OTHERS = 62  # where only a setup makes objects
_SMALLEST_LIST = 62  # elements that every list has room for
_SPARE_LISTS = 2
_INTS = (("i8", 2.0**7), ("i16", 2.0**15), ("i32", 2.0**31))


class Unsupported(Exception):
    """Something that is not played on flat states, and why."""


class Row(NamedTuple):
    """Where an attribute lies."""

    name: str  # of the field in C
    element: str  # the type of C
    size: int  # 0: there is only one such object
    type: Type


class FlatLayout:
    def __init__(self, module: Module, others: int | None = None) -> None:
        self.module = module
        self.memory = module.layout
        self.statics = module.analysis.static_objects
        self.numbers = {static.name: i + 1 for i, static in enumerate(self.statics.all)}
        self.first_other = len(self.statics.all) + 1
        self.is_all_made_first = self._find_whether_made_first()
        if others is None or not self.is_all_made_first:
            others = FEW_OTHERS if self.is_all_made_first else MOST_OTHERS
        self.most = self.first_other + others
        self.ref = "u8" if self.most <= 256 else "u16"
        self.words = (others + 63) // 64
        self.players = module.program.players[1]
        self.tiles = [static for static in self.statics.all if self.is_tile(static)]
        self.texts: list[str] = []
        self.rows: dict[tuple[str, str], Row] = {}
        self.lists = self._count_lists()
        self.list_room = max(_SMALLEST_LIST, len(self.tiles) + 2)
        self._fixed = module.analysis.permanent | set(self.memory.globals) | {"BlankTile"}

    def _find_whether_made_first(self) -> bool:
        """Whether no action, phase or function that one of them calls makes an object."""
        program = self.module.program
        parts: list[n.Node] = [action for class_ in program.classes for action in class_.actions]
        parts += list(program.turns)
        bodies = {function.name: function for function in program.functions}
        bodies |= {f".{function.name}": function for class_ in program.classes for function in class_.functions}
        seen: set[str] = set()
        while parts:
            part = parts.pop()
            for node in walk(part):
                if isinstance(node, n.Make):
                    return False
                key = (
                    node.function
                    if isinstance(node, n.Call)
                    else f".{node.name}"
                    if isinstance(node, n.CallMethod)
                    else ""
                )
                if key in bodies and key not in seen:
                    seen.add(key)
                    parts += [f for c in program.classes for f in c.functions if f".{f.name}" == key]
                    parts += [f for f in program.functions if f.name == key]
        return True

    def _count_lists(self) -> int:
        """Lists that attributes hold: those that are there from the beginning, and some more."""
        initial = [
            a.initial for c in self.module.program.classes for a in c.attributes if isinstance(a.type, Collection)
        ]
        made = sum(isinstance(node, n.MakeCollection) for node in walk(*initial))
        return made + _SPARE_LISTS if made else 0

    def is_tile(self, static: StaticObject) -> bool:
        return self.memory.classes[static.class_name].kind == "tile"

    def number(self, static: StaticObject) -> int:
        return self.numbers[static.name]

    def text(self, text: str) -> int:
        """Texts that stand in the rules, counted from 1."""
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text) + 1

    # -- classes

    def instantiated(self, class_name: str) -> list[str]:
        """The classes of objects that are of a class."""
        made = self.module.analysis.values.instantiated.all
        return [name for name in self.memory.within(class_name) if name in made]

    def is_fixed(self, class_name: str) -> bool:
        """Whether all objects of a class are static."""
        names = self.instantiated(class_name)
        known = {static.class_name for static in self.statics.all}
        return bool(names) and all(name in self._fixed and name in known for name in names)

    def static_of(self, class_name: str) -> list[StaticObject]:
        within = set(self.memory.within(class_name))
        return [static for static in self.statics.all if static.class_name in within]

    # -- attributes

    def row(self, class_name: str, attribute: str) -> Row:
        held = next(
            step for step in reversed(self.memory.lineage(class_name)) if attribute in step.attributes
        )  # the class that declares it first
        key = (held.name, attribute)
        if key not in self.rows:
            type_ = held.attributes[attribute][0]
            size = self.most
            if self.is_fixed(held.name):
                numbers = [self.number(static) for static in self.static_of(held.name)]
                size = 0 if len(numbers) == 1 else max(numbers) + 1
            name = f"{mangle(ATTRIBUTE, attribute)}_{len(self.rows)}"
            self.rows[key] = Row(name, self.element_type(type_, self.attribute_range(attribute)), size, type_)
        return self.rows[key]

    def attribute_range(self, attribute: str) -> Range:
        values = self.module.analysis.values
        return values.places.get(f"{attribute} attribute") or values.range_of_type(NUMBER)

    def element_type(self, type_: Type, range_: Range) -> str:
        """How C keeps a value in a row."""
        if type_ is NUMBER:
            return whole_type(range_) or "double"
        if type_ in (BOOL, PLAYER):
            return "i8"
        if type_ is TEXT or is_symbol(type_):
            return "i16"
        if isinstance(type_, ClassType) and type_.kind != "stack":
            return "Flat_ref"
        if isinstance(type_, Collection) and type_.shape == "List" and is_listable(type_.of):
            return "i16"
        raise Unsupported(f"an attribute of type {type_}")


def is_listable(type_: Type) -> bool:
    """Whether a list can hold such values."""
    if isinstance(type_, Collection):
        return type_.shape == "List" and is_listable(type_.of)
    return type_ in (PLAYER, NUMBER) or (isinstance(type_, ClassType) and type_.kind != "stack")


def whole_type(range_: Range) -> str | None:
    """The smallest whole number of C for a range, if it is one."""
    if not range_.fits_int:
        return None
    return next((name for name, end in _INTS if range_.largest < end), "i64")
