"""What was drawn of a match last, so that what looks as before is not drawn again.

In:  objects of views of one match, as one seat sees it (or all, where nothing is hidden). Out: the same objects without what cannot be shown,
and parts of pictures; equal ones are the same ones, so that pictures that follow each other are compared quickly. A part is used again only if
everything that it was made from is equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tgpl.draw.picture_types import Id, Spot, Thing, Tile
from tgpl.draw.scene import Shown, find_ids, make_plain
from tgpl.runtime.view import ShownTiles

_SPARE = 64
_Setting = tuple[Id, int, float, float]  # of a tile: its board, its number there, its place
_Joins = dict[Id, dict[str, list[Any]]]  # of boards: what joins and parts their tiles


class _Seen(NamedTuple):
    """An object of a view."""

    raw: Shown
    plain: Shown
    names: frozenset[int]  # the objects that its attributes name
    alone: bool  # how it looks follows from itself alone


class PictureMemo:
    def __init__(self) -> None:
        self._seen: dict[int, _Seen] = {}
        self.shown_tiles: ShownTiles = {}
        self._tiles: dict[Id, tuple[Shown, _Setting, Tile]] = {}
        self._things: dict[Id, tuple[Shown, Spot, str, Thing]] = {}
        self._joins: dict[int, tuple[Any, _Joins]] = {}

    def make_plain(self, objects: list[Shown]) -> tuple[dict[int, Shown], set[int]]:
        """Objects by their numbers, and the numbers that their attributes name."""
        before = self._seen
        found: dict[int, _Seen] = {}
        named: set[int] = set()
        for raw in objects:
            number = raw["id"]
            seen = before.get(number)
            if seen is None or (seen.raw is not raw and seen.raw != raw):
                seen = _look_at(raw)
            found[number] = seen
            if seen.names:
                named |= seen.names
        self._seen = found
        if len(self._things) > _SPARE + 2 * len(found):  # what has left the game is forgotten now and then
            self._things = {key: known for key, known in self._things.items() if known[0]["id"] in found}
        return {number: seen.plain for number, seen in found.items()}, named

    def find_tile(self, key: Id, shown: Shown, setting: _Setting) -> Tile | None:
        known = self._tiles.get(key)
        return known[2] if known is not None and known[0] is shown and known[1] == setting else None

    def keep_tile(self, key: Id, shown: Shown, setting: _Setting, made: Tile) -> None:
        seen = self._seen.get(shown["id"])
        if seen is not None and seen.alone:
            self._tiles[key] = (shown, setting, made)

    def make_thing(self, key: Id, shown: Shown, at: Spot, letter: str, make: Callable[[], Thing]) -> Thing:
        known = self._things.get(key)
        if known is not None and known[0] is shown and known[1] == at and known[2] == letter:
            return known[3]
        made = make()
        self._things[key] = (shown, at, letter, made)
        return made

    def make_joins(self, board: int, parts: Any, make: Callable[[], _Joins]) -> _Joins:
        """`parts`: all that they are made from."""
        known = self._joins.get(board)
        if known is not None and known[0] == parts:
            return known[1]
        made = make()
        self._joins[board] = (parts, made)
        return made


def _look_at(raw: Shown) -> _Seen:
    attributes = raw.get("attributes", {})
    alone = not any(isinstance(value, dict) for value in attributes.values())
    return _Seen(raw, make_plain(raw), frozenset(find_ids(attributes)), alone)
