"""Everything that is no tile and stands on none, class by class: a row for each thing, or for each kind of alike ones.

A row of something that changes: whether it can be seen, then its attributes. A row of things that are alike: how many
can be seen, and how many of them belong to each player, counted from the seat that looks.
"""

from __future__ import annotations

from tgpl.bindings.attributes import Attributes, write_fields
from tgpl.bindings.codecs import Row, choose_scale, clip_unit
from tgpl.bindings.object_keys import NOBODY, THING, ObjectKey, ObjectKeys


class ThingRows:
    def __init__(self, class_: str) -> None:
        self.name = class_
        self.most = 1  # that were alike
        self.alike = False

    def look(self, object_keys: ObjectKeys) -> None:
        counts: dict[object, int] = {}
        for number, object_key in object_keys.items():
            if object_key[0] == THING and object_keys.objects[number]["class"] == self.name and len(object_key) == 4:
                self.alike = True
                counts[object_key[2]] = counts.get(object_key[2], 0) + 1
        self.most = max(self.most, *counts.values(), 1)

    def lay_out(self, attributes: Attributes) -> None:
        rows = dict.fromkeys(map(self._row, attributes.rows([self.name])))
        self.rows = {row: place for place, row in enumerate(row for row in rows if row[0] == THING)}
        self.scale = choose_scale(self.most)
        self.fields, width = ([], attributes.players) if self.alike else attributes.fields([self.name])
        self.shape = (len(self.rows), 1 + width)

    def _row(self, object_key: ObjectKey) -> ObjectKey:
        return object_key[:3] if self.alike else object_key

    def write(self, out: Row, object_keys: ObjectKeys) -> None:
        table = out.reshape(self.shape)
        for number, object_key in object_keys.items():
            if object_key[0] != THING or object_key[1] != self.name:
                continue
            place = self.rows.get(self._row(object_key))
            if place is None:
                continue
            row = table[place]
            row[0] = clip_unit(row[0] + 1.0 / self.scale)
            if not self.alike:
                write_fields(self.fields, row, 1, object_keys.objects[number], object_keys)
            elif object_key[3] != NOBODY:
                row[1 + object_key[3]] = clip_unit(row[1 + object_key[3]] + 1.0 / self.scale)
