"""The values of a session between two inputs: taken out of one match, and put into the next.

Every input is a program of its own, so its objects are of classes of their own. In between, an object is what it was
made as, with its fields by name; sharing and circles stay as they are.

    values = taken(match, layout)
    put(values, match, other_layout)
"""

from __future__ import annotations

from typing import Any

from tgpl.apps.repl.compiled_input import Layout
from tgpl.languages.rpg.check.types import ObjectType
from tgpl.runtime.collections import CollectionKind, List
from tgpl.runtime.entity import Entity
from tgpl.runtime.match import Match

Value = Any  # a number, truth or text; or one of these:


class Items:
    """A list."""

    def __init__(self) -> None:
        self.values: list[Value] = []


class Thing:
    """An object."""

    def __init__(self, type_: ObjectType) -> None:
        self.type = type_
        self.fields: dict[str, tuple[str, Value]] = {}  # the type of each, as it is written, and what it holds


# ---- out of a match


def taken(match: Match, layout: Layout) -> dict[str, Value]:
    """The variables."""
    taking = _Taking(layout)
    holder = layout.variables(match)
    return {name: taking.value(getattr(holder, attribute)) for name, attribute in layout.names.items()}


def things(values: dict[str, Value]) -> list[Thing]:
    """All objects that can be reached, each once."""
    found: dict[int, Thing] = {}
    seen: set[int] = set()
    waiting = list(values.values())
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        if isinstance(value, Items):
            seen.add(id(value))
            waiting += value.values
        elif isinstance(value, Thing):
            seen.add(id(value))
            found[id(value)] = value
            waiting += [held for _, held in value.fields.values()]
    return list(found.values())


class _Taking:
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._known: dict[int, Value] = {}
        self._waiting: list[tuple[Entity, Thing]] = []

    def value(self, value: Any) -> Value:
        found = self._one(value)
        while self._waiting:  # one after the other: a long chain of objects is no deep one
            entity, thing = self._waiting.pop()
            for name, (type_, attribute) in self._layout.fields(thing.type).items():
                thing.fields[name] = type_, self._one(getattr(entity, attribute))
        return found

    def _one(self, value: Any) -> Value:
        if not isinstance(value, (List, Entity)):
            return value
        known = self._known.get(id(value))
        if known is not None:
            return known
        if isinstance(value, List):
            items = self._known[id(value)] = Items()
            items.values = [self._one(item) for item in value.items]
            return items
        thing = self._known[id(value)] = Thing(self._layout.type_of(value))
        self._waiting.append((value, thing))
        return thing


# ---- into a match


def put(values: dict[str, Value], match: Match, layout: Layout) -> None:
    putting = _Putting(match, layout)
    holder = layout.variables(match)
    for name, value in values.items():
        attribute = layout.names.get(name)
        if attribute is not None:
            setattr(holder, attribute, putting.value(value, type(holder)._kinds[attribute]))


class _Putting:
    def __init__(self, match: Match, layout: Layout) -> None:
        self._match = match
        self._layout = layout
        self._things: dict[int, Entity] = {}
        self._lists: dict[tuple[int, Any], List] = {}
        self._waiting: list[tuple[Thing, Entity]] = []

    def value(self, value: Value, kind: Any) -> Any:
        found = self._one(value, kind)
        while self._waiting:
            thing, entity = self._waiting.pop()
            self._fill(thing, entity)
        return found

    def _fill(self, thing: Thing, entity: Entity) -> None:
        """A field that the definition has no longer is left out; one that it has only now begins as nothing."""
        for name, (type_, attribute) in self._layout.fields(thing.type).items():
            was, value = thing.fields.get(name, ("", None))
            kind = type(entity)._kinds[attribute]
            empty = isinstance(value, Items) and not value.values and isinstance(kind, CollectionKind)
            if was == type_ or empty:
                setattr(entity, attribute, self._one(value, kind))
            elif type_ == "Dice":
                setattr(entity, attribute, "0")

    def _one(self, value: Value, kind: Any) -> Any:
        if isinstance(value, Thing):
            made = self._things.get(id(value))
            if made is None:
                made = self._things[id(value)] = self._layout.kind(value.type)(self._match)
                made._prepare(self._match)
                self._waiting.append((value, made))
            return made
        if isinstance(value, Items):
            of = kind.of
            key = id(value), of
            if key not in self._lists:
                self._lists[key] = List(self._match, of, *[self._one(item, of) for item in value.values])
            return self._lists[key]
        return value
