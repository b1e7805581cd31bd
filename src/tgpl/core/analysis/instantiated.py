"""Which classes ever have objects of their own.

In:  a program. Out: `Instantiated`, which knows the classes of the objects that a value of some class can really be: if all tiles
of a game are fields, every tile is one.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import KINDS
from tgpl.core.walk import walk

# Those that the runtime makes itself, and what they derive from.
_PREDEFINED = {
    "BlankTile": "tile", "PlayerChoiceEvent": "event", "NoChoiceEvent": "event", "TurnChangeEvent": "event",
    "PhaseChangeEvent": "event",
}  # fmt: skip


class Instantiated:
    def __init__(self, program: n.Program) -> None:
        self._base = dict(_PREDEFINED) | {class_.name: class_.base or class_.kind for class_ in program.classes}
        found = {node.class_name for node in walk(program) if isinstance(node, n.Make)}
        found |= set(_PREDEFINED) - {"BlankTile"} | {"connection"}
        for class_ in program.classes:
            found |= set(class_.groups)
            if class_.visibility == "global":
                found.add(class_.name)
            geometry = class_.geometry
            for row in geometry.rows if geometry is not None else ():
                found |= {cell for cell in row if cell is not None}
                if None in row and geometry is not None and not geometry.hollow:
                    found.add("BlankTile")
        self.all = frozenset(found)
        self._within = {name: frozenset[str]() for name in (*KINDS, *self._base)}
        for name in self.all:
            step: str | None = name
            while step is not None:
                self._within[step] |= {name}
                step = self._base.get(step)

    def within(self, name: str) -> frozenset[str]:
        """The classes of the objects that are of a class."""
        return self._within[name]

    def is_always(self, own: str, wanted: str) -> bool:
        """Whether every object of one class is of another."""
        return self._within[own] <= self._within[wanted]
