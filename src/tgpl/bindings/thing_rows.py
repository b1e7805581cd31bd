"""Everything that is no tile and stands on none, class by class: a row for each thing, or for each kind of alike ones.

A row of something that changes: whether it can be seen, then its attributes. A row of things that are alike: how many
can be seen, and how many of them belong to each player, counted from the seat that looks.
"""

from __future__ import annotations

from tgpl.bindings.attributes import Attributes, write_fields
from tgpl.bindings.codecs import Row, clipped, scale
from tgpl.bindings.object_keys import NOBODY, THING, Sign, Signs


class Things:
    def __init__(self, class_: str) -> None:
        self.name = class_
        self.most = 1  # that were alike
        self.alike = False

    def look(self, signs: Signs) -> None:
        counts: dict[object, int] = {}
        for number, sign in signs.items():
            if sign[0] == THING and signs.objects[number]["class"] == self.name and len(sign) == 4:
                self.alike = True
                counts[sign[2]] = counts.get(sign[2], 0) + 1
        self.most = max(self.most, *counts.values(), 1)

    def lay_out(self, attributes: Attributes) -> None:
        rows = dict.fromkeys(map(self._row, attributes.rows([self.name])))
        self.rows = {row: place for place, row in enumerate(row for row in rows if row[0] == THING)}
        self.scale = scale(self.most)
        self.fields, width = ([], attributes.players) if self.alike else attributes.fields([self.name])
        self.shape = (len(self.rows), 1 + width)

    def _row(self, sign: Sign) -> Sign:
        return sign[:3] if self.alike else sign

    def write(self, out: Row, signs: Signs) -> None:
        table = out.reshape(self.shape)
        for number, sign in signs.items():
            if sign[0] != THING or sign[1] != self.name:
                continue
            place = self.rows.get(self._row(sign))
            if place is None:
                continue
            row = table[place]
            row[0] = clipped(row[0] + 1.0 / self.scale)
            if not self.alike:
                write_fields(self.fields, row, 1, signs.objects[number], signs)
            elif sign[3] != NOBODY:
                row[1 + sign[3]] = clipped(row[1 + sign[3]] + 1.0 / self.scale)
