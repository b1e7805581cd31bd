"""Values of a view as numbers between -1 and 1, each kind of value with a place and a width of its own.

A codec is made from what the rules say about an attribute and from the values that sampled matches showed, and then
writes any value: what does not fit is cut off (a number at the end of its scale, a list at its length) or counted as
"another". A value that the view does not show, and null, are all zeros.

    Number(largest=8).write(row, at, 4.0, object_keys)   # row[at] = 1 (there is a number), row[at + 1] = 0.5
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tgpl.bindings.object_keys import PIECE, TILE, ObjectKey, ObjectKeys
from tgpl.runtime.collections import CollectionKind, Table
from tgpl.runtime.entity import Entity
from tgpl.text.terms import Term, read

Row = NDArray[np.float32]
MOST_WORDS = 32  # different texts of an attribute
MOST_TARGETS = 1024  # different objects that an attribute can refer to
MOST_KEYS = 64  # of a table
MOST_NUMBERS = 16  # of a list


class Codec(Protocol):
    size: int

    def write(self, row: Row, at: int, value: Any, object_keys: ObjectKeys) -> None:
        """Fills `size` places that were zero."""


class Values:
    """What an attribute, or what is in its collections, held in sampled matches."""

    def __init__(self) -> None:
        self.largest = 0.0
        self.words: set[str] = set()
        self.longest = 0
        self.keys: dict[Any, None] = {}
        self._inner: Values | None = None

    @property
    def inner(self) -> Values:
        if self._inner is None:
            self._inner = Values()
        return self._inner

    def meet(self, value: Any, object_keys: ObjectKeys) -> None:
        if isinstance(value, float):
            self.largest = max(self.largest, abs(value))
        elif isinstance(value, str):
            self.words.add(value)
        elif isinstance(value, list):
            self.longest = max(self.longest, len(value))
            for part in value:
                self.inner.meet(part, object_keys)
        elif isinstance(value, dict) and "stack" in value:
            self.meet(value["stack"], object_keys)
        elif isinstance(value, dict) and "table" in value:
            for key, part in value["table"]:
                self.keys[normalize_key(key, object_keys)] = None
                self.inner.meet(part, object_keys)

    def join(self, other: Values) -> None:
        self.largest = max(self.largest, other.largest)
        self.words |= other.words
        self.longest = max(self.longest, other.longest)
        self.keys.update(other.keys)
        if other._inner is not None:
            self.inner.join(other._inner)


class Number:
    def __init__(self, largest: float) -> None:
        self.size = 2
        self.scale = choose_scale(largest)

    def write(self, row: Row, at: int, value: Any, object_keys: ObjectKeys) -> None:
        if isinstance(value, float):
            row[at] = 1.0
            row[at + 1] = clip_unit(value / self.scale)


class Truth:
    size = 2

    def write(self, row: Row, at: int, value: Any, object_keys: ObjectKeys) -> None:
        if isinstance(value, bool):
            row[at if value else at + 1] = 1.0


class Seat:
    """A player, counted from the one who looks."""

    def __init__(self, players: int) -> None:
        self.size = players

    def write(self, row: Row, at: int, value: Any, object_keys: ObjectKeys) -> None:
        if isinstance(value, int) and not isinstance(value, bool):
            row[at + object_keys.relative(value)] += 1.0


class Word:
    def __init__(self, words: set[str]) -> None:
        self.places = {word: place for place, word in enumerate(sorted(words)[:MOST_WORDS])}
        self.size = len(self.places) + 1  # and one for any other

    def write(self, row: Row, at: int, value: Any, object_keys: ObjectKeys) -> None:
        if isinstance(value, str):
            row[at + self.places.get(value, self.size - 1)] += 1.0


class Terms:
    """The facts of a position, which are one text: a place for each that can come up."""

    def __init__(self, facts: Iterable[Term]) -> None:
        self.places = {fact: place for place, fact in enumerate(facts)}
        self.size = len(self.places)

    def write(self, row: Row, at: int, value: Any, object_keys: ObjectKeys) -> None:
        for fact in read(value) if isinstance(value, str) else ():
            place = self.places.get(fact)
            if place is not None:
                row[at + place] = 1.0


class Reference:
    """An object, by its key; one that is hidden, or unknown, is another."""

    def __init__(self, targets: list[ObjectKey]) -> None:
        self.places = {object_key: place for place, object_key in enumerate(targets[:MOST_TARGETS])}
        self.size = len(self.places) + 1

    def write(self, row: Row, at: int, value: Any, object_keys: ObjectKeys) -> None:
        if isinstance(value, dict):
            object_key = object_keys.get(value.get("id", -1))
            known = None if object_key is None else self.places.get(find_target(object_key))
            row[at + (self.size - 1 if known is None else known)] += 1.0


class Many:
    """A list or stack: how long it is, and how many of each it holds; of numbers the first ones in order."""

    def __init__(self, of: Codec | None, longest: int) -> None:
        self.of = of
        self.scale = choose_scale(longest)
        self.ordered = min(longest, MOST_NUMBERS) if isinstance(of, Number) else 0
        self.size = 1 + (0 if of is None else of.size * (self.ordered or not isinstance(of, Number)))

    def write(self, row: Row, at: int, value: Any, object_keys: ObjectKeys) -> None:
        parts = value.get("stack", ()) if isinstance(value, dict) else value
        if parts is None:
            return
        row[at] = clip_unit(len(parts) / self.scale)
        if self.of is None:
            return
        if isinstance(self.of, Number):
            for place, part in enumerate(parts[: self.ordered]):
                self.of.write(row, at + 1 + place * self.of.size, part, object_keys)
            return
        for part in parts:
            self.of.write(row, at + 1, part, object_keys)
        stretch = row[at + 1 : at + 1 + self.of.size]
        np.clip(stretch / self.scale if self.scale > 1 else stretch, 0.0, 1.0, out=stretch)


class Keyed:
    """A table: the values of the keys that sampled matches had."""

    def __init__(self, of: Codec, keys: list[Any]) -> None:
        self.of = of
        self.places = {key: place for place, key in enumerate(keys[:MOST_KEYS])}
        self.size = len(self.places) * of.size

    def write(self, row: Row, at: int, value: Any, object_keys: ObjectKeys) -> None:
        for key, part in value.get("table", ()) if isinstance(value, dict) else ():
            place = self.places.get(normalize_key(key, object_keys))
            if place is not None:
                self.of.write(row, at + place * self.of.size, part, object_keys)


def make_codec(
    kind: Any, values: Values, players: int, targets: Callable[[type[Entity]], list[ObjectKey]]
) -> Codec | None:
    """For what an attribute of a kind held; None where nothing can be told."""
    if kind is float:
        return Number(values.largest)
    if kind is bool:
        return Truth()
    if kind is int:
        return Seat(players)
    if kind is str:
        return Word(values.words)
    if isinstance(kind, CollectionKind):
        of = make_codec(kind.of, values.inner, players, targets)
        if kind.shape is not Table:
            return Many(of, values.longest)
        return None if of is None else Keyed(of, sorted(values.keys, key=repr))
    if isinstance(kind, type) and issubclass(kind, Entity):
        return Reference(targets(kind))
    return None


def find_target(object_key: ObjectKey) -> ObjectKey:
    """What a reference is told by: a piece by its tile."""
    return (TILE, *object_key[1:5]) if object_key[0] == PIECE else object_key


def normalize_key(key: Any, object_keys: ObjectKeys) -> Any:
    """A key of a table as something that stays the same."""
    if isinstance(key, dict):
        object_key = object_keys.get(key.get("id", -1))
        return None if object_key is None else find_target(object_key)
    if isinstance(key, int) and not isinstance(key, bool):
        return ("seat", object_keys.relative(key))
    return key


def choose_scale(largest: float) -> float:
    """A power of two with room for twice as much; up to one nothing is scaled."""
    room = 1.0
    while largest > 1.0 and room < 2.0 * largest:
        room *= 2.0
    return room


def clip_unit(value: float) -> float:
    return max(-1.0, min(1.0, value))
