"""The values of a session between two inputs: taken out of one match, and put into the next.

Every input is a program of its own, so its objects are of classes of their own. In between, an object is what it was
made as, with its fields by name; sharing and circles stay as they are.

    values = read_variables(match, compiled)
    write_variables(values, match, other_compiled)
"""

from __future__ import annotations

from typing import Any

from tgpl.apps.repl.compiled_input import CompiledInput
from tgpl.languages.rpg.check.types import ObjectType
from tgpl.runtime.collections import CollectionKind, List
from tgpl.runtime.entity import Entity
from tgpl.runtime.match import Match

Value = Any  # a number, truth or text; or one of these:


class ListValue:
    """A list."""

    def __init__(self) -> None:
        self.values: list[Value] = []


class ObjectValue:
    """An object."""

    def __init__(self, type_: ObjectType) -> None:
        self.type = type_
        self.fields: dict[str, tuple[str, Value]] = {}  # the type of each, as it is written, and what it holds


# ---- out of a match


def read_variables(match: Match, compiled: CompiledInput) -> dict[str, Value]:
    """The variables."""
    reader = _Reader(compiled)
    holder = compiled.variables(match)
    return {name: reader.value(getattr(holder, attribute)) for name, attribute in compiled.names.items()}


def find_objects(values: dict[str, Value]) -> list[ObjectValue]:
    """All objects that can be reached, each once."""
    found: dict[int, ObjectValue] = {}
    seen: set[int] = set()
    waiting = list(values.values())
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        if isinstance(value, ListValue):
            seen.add(id(value))
            waiting += value.values
        elif isinstance(value, ObjectValue):
            seen.add(id(value))
            found[id(value)] = value
            waiting += [held for _, held in value.fields.values()]
    return list(found.values())


class _Reader:
    def __init__(self, compiled: CompiledInput) -> None:
        self._compiled = compiled
        self._known: dict[int, Value] = {}
        self._waiting: list[tuple[Entity, ObjectValue]] = []

    def value(self, value: Any) -> Value:
        found = self._one(value)
        while self._waiting:  # one after the other: a long chain of objects is no deep one
            entity, thing = self._waiting.pop()
            for name, (type_, attribute) in self._compiled.fields(thing.type).items():
                thing.fields[name] = type_, self._one(getattr(entity, attribute))
        return found

    def _one(self, value: Any) -> Value:
        if not isinstance(value, (List, Entity)):
            return value
        known = self._known.get(id(value))
        if known is not None:
            return known
        if isinstance(value, List):
            items = self._known[id(value)] = ListValue()
            items.values = [self._one(item) for item in value.items]
            return items
        thing = self._known[id(value)] = ObjectValue(self._compiled.type_of(value))
        self._waiting.append((value, thing))
        return thing


# ---- into a match


def write_variables(values: dict[str, Value], match: Match, compiled: CompiledInput) -> None:
    writer = _Writer(match, compiled)
    holder = compiled.variables(match)
    for name, value in values.items():
        attribute = compiled.names.get(name)
        if attribute is not None:
            setattr(holder, attribute, writer.value(value, type(holder)._kinds[attribute]))


class _Writer:
    def __init__(self, match: Match, compiled: CompiledInput) -> None:
        self._match = match
        self._compiled = compiled
        self._things: dict[int, Entity] = {}
        self._lists: dict[tuple[int, Any], List] = {}
        self._waiting: list[tuple[ObjectValue, Entity]] = []

    def value(self, value: Value, kind: Any) -> Any:
        found = self._one(value, kind)
        while self._waiting:
            thing, entity = self._waiting.pop()
            self._fill(thing, entity)
        return found

    def _fill(self, thing: ObjectValue, entity: Entity) -> None:
        """A field that the definition has no longer is left out; one that it has only now begins as nothing."""
        for name, (type_, attribute) in self._compiled.fields(thing.type).items():
            was, value = thing.fields.get(name, ("", None))
            kind = type(entity)._kinds[attribute]
            empty = isinstance(value, ListValue) and not value.values and isinstance(kind, CollectionKind)
            if was == type_ or empty:
                setattr(entity, attribute, self._one(value, kind))
            elif type_ == "Dice":
                setattr(entity, attribute, "0")

    def _one(self, value: Value, kind: Any) -> Any:
        if isinstance(value, ObjectValue):
            made = self._things.get(id(value))
            if made is None:
                made = self._things[id(value)] = self._compiled.kind(value.type)(self._match)
                made._prepare(self._match)
                self._waiting.append((value, made))
            return made
        if isinstance(value, ListValue):
            of = kind.of
            key = id(value), of
            if key not in self._lists:
                self._lists[key] = List(self._match, of, *[self._one(item, of) for item in value.values])
            return self._lists[key]
        return value
