"""The attributes of everything that sampled matches showed, and how each is written.

attributes = Attributes(game, players)
attributes.look(object_keys)                  # for every sampled view
fields, width = attributes.fields(["Pawn"])   # then nothing new is looked at
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tgpl.bindings.codecs import Codec, Row, Terms, Values, find_target, make_codec
from tgpl.bindings.object_keys import ObjectKey, ObjectKeys, Shown, expand_owners
from tgpl.gdl.grounding.instances import list_moves_and_facts
from tgpl.runtime.collections import CollectionKind, Stack
from tgpl.runtime.entity import Entity
from tgpl.runtime.game import Game
from tgpl.runtime.piece import Deck
from tgpl.text.terms import order_key, read

_PLAIN = (float, bool, int, str)


class Field(NamedTuple):
    """An attribute, where it is written, and how."""

    name: str
    at: int
    codec: Codec


class Attributes:
    def __init__(self, game: Game, players: int) -> None:
        self.players = players
        self.logic = game.rules.logic
        self.kinds = {kind.shown: kind for kind in game.rules.classes}
        self.object_keys: dict[str, dict[ObjectKey, None]] = {}  # what references can lead to, by class
        self._values: dict[tuple[str, str], Values] = {}  # by class and name
        self._targets: dict[type, list[ObjectKey]] = {}

    def look(self, object_keys: ObjectKeys) -> None:
        for number, object_key in object_keys.items():
            shown = object_keys.objects[number]
            self.object_keys.setdefault(shown["class"], {})[find_target(object_key)] = None
            for name, value in read_attributes(shown).items():
                self._values.setdefault((shown["class"], name), Values()).meet(value, object_keys)

    def rows(self, classes: Iterable[str]) -> list[ObjectKey]:
        """Everything of some classes that could be there: what one player has, any can have."""
        found: dict[ObjectKey, None] = {}
        for class_ in classes:
            for object_key in self.object_keys.get(class_, ()):
                found.update(dict.fromkeys(expand_owners(object_key, self.players)))
        return sorted(found, key=repr)

    def fields(self, classes: Iterable[str], only_plain: bool = False) -> tuple[list[Field], int]:
        """The attributes of some classes, one behind the other, and their width; those of one name share a place."""
        fields: list[Field] = []
        at = 0
        for name, kind, values in self._join_values(classes):
            if only_plain and kind not in _PLAIN:
                continue
            made = self._codec(name, kind, values)
            if made is not None and made.size:
                fields.append(Field(name, at, made))
                at += made.size
        return fields, at

    def _codec(self, name: str, kind: Any, values: Values) -> Codec | None:
        if self.logic is None or name != "facts":
            return make_codec(kind, values, self.players, self._find_targets)
        known = list_moves_and_facts(self.logic)
        met = {fact for position in values.words for fact in read(position)}
        return Terms(sorted(met, key=order_key) if known is None else known.facts)

    def _join_values(self, classes: Iterable[str]) -> Iterator[tuple[str, Any, Values]]:
        found: dict[tuple[str, Any], Values] = {}
        for class_ in classes:
            for name, kind in self._list_declared(class_):
                values = found.setdefault((name, kind), Values())
                if (class_, name) in self._values:
                    values.join(self._values[class_, name])
        for (name, kind), values in found.items():
            yield name, kind, values

    def _list_declared(self, class_: str) -> Iterator[tuple[str, Any]]:
        kind = self.kinds.get(class_)
        if kind is None:
            return
        for attribute, of in kind._kinds.items():
            yield kind._names[attribute], of
        if issubclass(kind, Deck):
            yield "size", float
            yield "discards", CollectionKind(Stack, kind._holds)

    def _find_targets(self, kind: type[Entity]) -> list[ObjectKey]:
        if kind not in self._targets:
            names = [name for name in self.object_keys if issubclass(self.kinds.get(name, Entity), kind)]
            self._targets[kind] = self.rows(names)
        return self._targets[kind]


def read_attributes(shown: Shown) -> dict[str, Any]:
    """What an object of a view tells about itself."""
    found: dict[str, Any] = dict(shown.get("attributes", {}))
    if shown["kind"] == "stack":
        found |= {"size": float(shown["size"]), "discards": shown["discards"]}
    return found


def write_fields(fields: list[Field], row: Row, at: int, shown: Shown, object_keys: ObjectKeys) -> None:
    values = read_attributes(shown)
    for name, place, made in fields:
        value = values.get(name)
        if value is not None:
            made.write(row, at + place, value, object_keys)
