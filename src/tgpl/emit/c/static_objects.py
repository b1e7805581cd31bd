"""Which objects every match has at the same place in memory: the first that its setup makes, as long as it is known
what comes next and that it stays: global objects, their boards, the groups and the tiles of these.

In:  a program and what is known of it. Out: `StaticObjects`, which knows such an object by the expression that leads to it, and writes the
tables of their places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.types import ClassType
from tgpl.core.walk import walk
from tgpl.emit.c.layout import MemoryLayout
from tgpl.text.grid_neighbours import list_steps
from tgpl.text.records import Record

if TYPE_CHECKING:
    from tgpl.emit.c.analysis import Analysis


class StaticObject(Record):
    """An object that is always at the same place."""

    name: str  # of the place, in C
    class_name: str
    parts: dict[str, StaticObject]  # what its attributes hold for ever
    tiles: list[StaticObject | None]  # of a group: line by line as written, None is a hole
    tables: str  # of a group: what its tables are called, or nothing

    @property
    def tile_count(self) -> int:
        return len([tile for tile in self.tiles if tile is not None and tile.class_name != "BlankTile"])


class _Unpredictable(Exception):
    """What is made next is not known."""


class StaticObjects:
    def __init__(self, program: n.Program, layout: MemoryLayout, analysis: Analysis) -> None:
        self.program = program
        self.layout = layout
        self.analysis = analysis
        self.all: list[StaticObject] = []
        self.globals: dict[str, StaticObject] = {}
        self.groups: list[StaticObject] = []
        self.uses_neighbours = False
        self._narrowed: dict[tuple[str, str], StaticObject] = {}
        self.used: set[str] = set()  # tables that somebody looks into
        if analysis.atomic_construction:
            try:
                for name in layout.globals:
                    self.globals[name] = self._add(name)
                    self._add_parts(self.globals[name])
            except _Unpredictable:
                pass

    def find(self, e: n.Expr) -> StaticObject | None:
        """The object that an expression always gives."""
        if isinstance(e, n.Global):
            return self.globals.get(e.class_name)
        if isinstance(e, n.This) and isinstance(e.type, ClassType) and len(self.layout.within(e.type.name)) == 1:
            return self.globals.get(e.type.name)
        if isinstance(e, n.Attribute):
            holder = self.find(e.value)
            return None if holder is None else holder.parts.get(e.name)
        return None

    # -- what a setup makes, in its order

    def _add(self, class_name: str) -> StaticObject:
        made = StaticObject(self.layout.unique(f"THE_{len(self.all)}_{class_name}"), class_name, {}, [], "")
        self.all.append(made)
        return made

    def _add_part(self, class_name: str) -> StaticObject:
        if class_name not in self.analysis.permanent and class_name != "BlankTile":
            raise _Unpredictable
        made = self._add(class_name)
        self._add_parts(made)
        return made

    def _add_parts(self, made: StaticObject) -> None:
        lineage = self.layout.lineage(made.class_name)
        initial: dict[str, n.Expr] = {}
        groups = self.layout.groups(made.class_name)
        for held in reversed(lineage):
            if held.node is not None:
                initial.update({attribute.name: attribute.initial for attribute in held.node.attributes})
        for name, value in initial.items():
            if isinstance(value, n.Make) and not value.items:
                part = self._add_part(value.class_name)
                if name in self.analysis.never_null_attributes:
                    made.parts[name] = part
                if any(isinstance(node, n.Make) for _, fill in value.fills for node in walk(fill)):
                    raise _Unpredictable
            elif any(isinstance(node, n.Make) for node in walk(value)):
                raise _Unpredictable
        for name, group in groups.items():
            part = self._add_part(group)
            if name in self.analysis.never_null_attributes:
                made.parts[name] = part
        if lineage[0].kind == "group":
            self._add_tiles(made)
        if any(held.node is not None and held.node.default is not None for held in lineage):
            raise _Unpredictable

    def _add_tiles(self, group: StaticObject) -> None:
        geometry = self.layout.geometry(group.class_name)
        rows = () if geometry is None else geometry.rows
        width = max(map(len, rows), default=0)
        for row in rows:
            for cell in row:
                hole = cell is None and _geometry(group, self.layout).hollow
                group.tiles.append(None if hole else self._add_part(cell if cell is not None else "BlankTile"))
            group.tiles += [None] * (width - len(row))
        if self.program.connections:
            raise _Unpredictable
        if group.tile_count:
            group.tables = self.layout.unique(f"{group.class_name}_{len(self.all)}")
            self.groups.append(group)

    # -- in C

    def write(self) -> list[str]:
        """Places, one behind the other; known only when every text and every register is."""
        layout = self.layout
        first = (
            f"{layout.first_free()} + {len(layout.registers)} * sizeof(Items) + {(4 * len(layout.globals) + 7) & ~7}"
        )
        lines = ["enum {", f"    FIXED_BEGIN = {first},"]
        end = "FIXED_BEGIN"
        for static in self.all:
            lines.append(f"    {static.name} = {end},")
            end = f"{static.name} + ((sizeof({layout.struct(static.class_name)}) + 7) & ~7)"
        lines += [f"    FIXED_END = {end}", "};", ""]
        for group in self.groups:
            if group.tables in self.used:
                lines.append(
                    f"static const Ref {group.tables}_PLACES[] = {{{', '.join(_names(_order_by_place(group, layout)))}}};"
                )
                tiles = [tile.name for tile in group.tiles if tile is not None and tile.class_name != "BlankTile"]
                lines.append(f"static const Ref {group.tables}_TILES[] = {{{', '.join(tiles)}}};")
        for (_, class_name), group in self._narrowed.items():
            within = self.layout.within(class_name)
            places = [tile if tile is not None and tile.class_name in within else None for tile in _order_by_place(group, self.layout)]  # fmt: skip
            lines.append(f"static const Ref {self.table_of(group, class_name)}[] = {{{', '.join(_names(places))}}};")
        return lines + self._write_neighbours()

    def table_of(self, group: StaticObject, class_name: str | None) -> str:
        """The table of a group's places; with a class: the one that has only its tiles."""
        self.used.add(group.tables)
        if class_name is None:
            return f"{group.tables}_PLACES"
        self._narrowed[group.tables, class_name] = group
        return f"{group.tables}_ONLY_{self.layout.number[class_name]}"

    def neighbour_table(self, class_name: str) -> tuple[str, str]:
        """The table of neighbours of a group's tiles, and how long a row of it is."""
        for group in self.groups:
            if group.class_name == class_name and self.uses_neighbours:
                return f"{group.tables}_NEAR", str(_directions(_geometry(group, self.layout)) + 1)
        return "0", "0"

    def _write_neighbours(self) -> list[str]:
        lines = []
        for group in self.groups if self.uses_neighbours else ():
            geometry = _geometry(group, self.layout)
            places = _order_by_place(group, self.layout)
            columns = geometry.shape == "hex" and geometry.orientation == "column"
            width = len(geometry.rows) if columns else max(map(len, geometry.rows))
            rows = []
            for place in range(len(places)):
                near = _find_neighbours(geometry, places, width, place)
                cells = [str(len(near)), *near, *["0"] * (_directions(geometry) - len(near))]
                rows.append("{" + ", ".join(cells) + "}")
            size = _directions(geometry) + 1
            table = f"{group.tables}_NEAR"
            lines.append(f"static const Ref {table}_ROWS[][{size}] = {{{', '.join(rows)}}};")
            lines.append(f"#define {table} {table}_ROWS[0]")
        return lines


def _geometry(group: StaticObject, layout: MemoryLayout) -> n.Geometry:
    geometry = layout.geometry(group.class_name)
    assert geometry is not None
    return geometry


def _directions(geometry: n.Geometry) -> int:
    return 6 if geometry.shape == "hex" else 8 if geometry.around else 4


def _find_neighbours(geometry: n.Geometry, places: list[StaticObject | None], width: int, place: int) -> list[str]:
    column, row = place % width, place // width
    found = []
    for right, down in list_steps(geometry.shape, geometry.around, geometry.orientation, column, row):
        x, y = column + right, row + down
        if 0 <= x < width and 0 <= y < len(places) // width:
            tile = places[x + y * width]
            if tile is not None and tile.class_name != "BlankTile":
                found.append(tile.name)
    return found


def _names(tiles: list[StaticObject | None]) -> list[str]:
    return ["0" if tile is None else tile.name for tile in tiles]


def _order_by_place(group: StaticObject, layout: MemoryLayout) -> list[StaticObject | None]:
    """By column + row * width; hexes in columns are written column by column."""
    geometry = _geometry(group, layout)
    if geometry.shape != "hex" or geometry.orientation != "column":
        return group.tiles
    width = len(geometry.rows)
    height = len(group.tiles) // width
    return [group.tiles[column * height + row] for row in range(height) for column in range(width)]
