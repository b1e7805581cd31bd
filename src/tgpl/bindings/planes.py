"""A group of tiles as planes: one number for each tile in each channel.

Channels, in this order: the classes of the tiles where there are several; the pieces of each class by owner (counted from
the seat that looks, then nobody's); pieces that are hidden; the plain attributes of the topmost piece; the attributes
of the tile. A grid has the shape (channels, rows, columns), a graph (channels, tiles).
"""

from __future__ import annotations

import numpy as np

from tgpl.bindings.attributes import Attributes, write_fields
from tgpl.bindings.codecs import Row, choose_scale, clip_unit
from tgpl.bindings.object_keys import LINE, NOBODY, ObjectKey, ObjectKeys, Shown


class Planes:
    def __init__(self, board: ObjectKey) -> None:
        self.board = board
        self.name = f"{board[0]}.{board[2]}" if board[1] == 0 else f"{board[0]} {board[1] + 1}.{board[2]}"
        self.tiles: set[str] = set()  # classes
        self.pieces: dict[str, set[bool]] = {}  # classes, and whether they had owners
        self.high = 1
        self.hides = False
        self.places: dict[int, tuple[int, ...]] = {}  # of each tile: row and column, or its number

    def look(self, object_keys: ObjectKeys) -> None:
        for place, number in object_keys.groups[self.board].items():
            tile = object_keys.objects[number]
            self.places.setdefault(place, (place,) if tile["x"] is None else divmod(place, LINE))
            self.tiles.add(tile["class"])
            self.high = max(self.high, len(tile["pieces"]))
            for reference in tile["pieces"]:
                piece = object_keys.objects.get(reference.get("id", -1))
                if piece is None:
                    self.hides = True
                else:
                    self.pieces.setdefault(piece["class"], set()).add(object_keys.owner(piece) != NOBODY)

    def lay_out(self, attributes: Attributes, secrets: bool) -> None:
        self.classes = {name: i for i, name in enumerate(sorted(self.tiles))} if len(self.tiles) > 1 else {}
        self.scale = choose_scale(self.high)
        self.owners: dict[tuple[str, int], int] = {}
        at = len(self.classes)
        for name in sorted(self.pieces):
            for owner in (*(range(attributes.players) if True in self.pieces[name] else ()), NOBODY):
                if owner != NOBODY or False in self.pieces[name]:
                    self.owners[name, owner] = at
                    at += 1
        self.hidden = at
        self.top = at + (secrets and bool(self.pieces))
        self.top_fields, width = attributes.fields(sorted(self.pieces), only_plain=True)
        self.own = self.top + width
        self.fields, width = attributes.fields(sorted(self.tiles))
        self.channels = self.own + width
        self.rows = {place: row for row, place in enumerate(self.places)}
        self.spread = np.array(list(self.places.values())).T
        self.shape: tuple[int, ...] = (self.channels, *(1 + self.spread.max(axis=1)).tolist())

    def write(self, out: Row, object_keys: ObjectKeys) -> None:
        found: Row = np.zeros((len(self.places), self.channels), np.float32)
        for place, number in object_keys.groups.get(self.board, {}).items():
            if place in self.rows:  # a larger group is cut off
                self._write_tile(found[self.rows[place]], object_keys.objects[number], object_keys)
        out.reshape(self.shape)[(slice(None), *self.spread)] = found.T

    def _write_tile(self, row: Row, tile: Shown, object_keys: ObjectKeys) -> None:
        if tile["class"] in self.classes:
            row[self.classes[tile["class"]]] = 1.0
        top: Shown | None = None
        for reference in tile["pieces"]:
            top = object_keys.objects.get(reference.get("id", -1))
            if top is not None:
                at = self.owners.get((top["class"], object_keys.owner(top)))
            else:
                at = self.hidden if self.hidden < self.top else None
            if at is not None:
                row[at] = clip_unit(row[at] + 1.0 / self.scale)
        if top is not None:
            write_fields(self.top_fields, row, self.top, top, object_keys)
        write_fields(self.fields, row, self.own, tile, object_keys)
