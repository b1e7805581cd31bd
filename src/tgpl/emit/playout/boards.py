"""Tiles of a grid on flat states: tables of numbers. A step from a tile to one at a small distance is one look into a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.types import NUMBER, ClassType
from tgpl.emit.c.static_objects import StaticObject
from tgpl.emit.playout.layout import Unsupported
from tgpl.text.grid_neighbours import list_steps

if TYPE_CHECKING:
    from tgpl.emit.playout.body import Body

REACH = 2  # columns and rows that a step may go in a table of steps


def translate_tile_at(b: Body, e: n.TileAt, only: str | None = None) -> str:
    """`only`: a tile of another class than this one is none."""
    group = b.analysis.static_objects.find(e.group)
    grid = None if group is None else b.memory.geometry(group.class_name)
    if group is None or grid is None or not group.tables:
        raise Unsupported("a grid that is not always there")
    step = _find_step(b, e)
    swapped = not grid.column_first or (grid.shape == "hex" and grid.orientation != "column")
    if step is not None and not swapped:
        start, right, down = step
        table = _write_steps(b, group, only)
        none = n.Literal(e.span, NUMBER, 0.0)
        far = [none if side is None else side for side in (right, down)]
        parts = [b.part(start, b.demand(start)), *(b.part(side, b.translate(side), "int") for side in far)]
        return b.order(parts, lambda t: f"flat_step({table}, {t[0]}, {t[1]}, {t[2]})")
    width, height = _sides(grid)
    firsts, seconds, across, along = (height, width, width, 1) if swapped else (width, height, 1, width)
    table = _write_places(b, group, only)
    if b.is_whole(e.first) and b.is_whole(e.second):
        parts = [b.part(side, b.translate(side)) for side in (e.first, e.second)]
        return b.order(parts, lambda t: f"flat_tile({table}, {t[0]}, {t[1]}, {firsts}, {seconds}, {across}, {along})")
    parts = [b.part(side, f"flat_needed(s, {b.convert(side, 'double')})", "double") for side in (e.first, e.second)]
    return b.order(parts, lambda t: f"flat_tile_near({table}, {t[0]}, {t[1]}, {firsts}, {seconds}, {across}, {along})")


def _find_step(b: Body, e: n.TileAt) -> tuple[n.Expr, n.Expr | None, n.Expr | None] | None:
    """`grid[t.x + right][t.y + down]`: the tile, and how far; only where nothing is worked out twice."""
    first, second = _split(b, e.first, "tile.x"), _split(b, e.second, "tile.y")
    if first is None or second is None or not _is_same(first[0], second[0]):
        return None
    if first[1] is None and second[1] is None:
        return None
    if (
        b.analysis.values.side.null
        or not isinstance(first[0].type, ClassType)
        or not b.layout.is_fixed(first[0].type.name)
    ):
        return None if not _stands_on_tile(b, first[0]) else (first[0], first[1], second[1])
    return first[0], first[1], second[1]


def _stands_on_tile(b: Body, e: n.Expr) -> bool:
    """The tile of a piece: whatever it is, it is one of the board's."""
    return (
        isinstance(e, n.Operate)
        and e.op == "piece.tile"
        and not b.analysis.values.side.null
        and b.layout.is_fixed("tile")
    )


def _split(b: Body, e: n.Expr, op: str) -> tuple[n.Expr, n.Expr | None] | None:
    if isinstance(e, n.Operate) and e.op == op:
        return e.arguments[0], None
    if isinstance(e, n.Arithmetic) and e.op == "+" and isinstance(e.left, n.Operate) and e.left.op == op:
        return (e.left.arguments[0], e.right) if b.is_whole(e.right) else None
    return None


def _is_same(one: n.Expr, other: n.Expr) -> bool:
    if isinstance(one, n.This):
        return isinstance(other, n.This)
    if isinstance(one, n.Local):
        return isinstance(other, n.Local) and other.name == one.name
    if isinstance(one, n.Operate) and one.op == "piece.tile":
        return isinstance(other, n.Operate) and other.op == one.op and _is_same(one.arguments[0], other.arguments[0])
    return False


def _sides(grid: n.Geometry) -> tuple[int, int]:
    lines, places = len(grid.rows), max(map(len, grid.rows))
    return (lines, places) if grid.shape == "hex" and grid.orientation == "column" else (places, lines)


def place_tiles(b: Body, group: StaticObject, only: str | None) -> list[list[int]]:
    """The numbers of the tiles of a group, row by row."""
    grid = b.memory.geometry(group.class_name)
    assert grid is not None
    width, height = _sides(grid)
    within = None if only is None else set(b.memory.within(only))

    def number(tile: StaticObject | None) -> int:
        return 0 if tile is None or (within is not None and tile.class_name not in within) else b.layout.number(tile)

    if grid.shape == "hex" and grid.orientation == "column":
        return [[number(group.tiles[column * height + row]) for column in range(width)] for row in range(height)]
    return [[number(group.tiles[row * width + column]) for column in range(width)] for row in range(height)]


def _write_places(b: Body, group: StaticObject, only: str | None) -> str:
    places = place_tiles(b, group, only)
    return _keep(b, "places", "", ", ".join(str(tile) for row in places for tile in row))


def _write_steps(b: Body, group: StaticObject, only: str | None) -> str:
    """For each step the tile that it leads to, by the number of the tile where it begins."""
    places = place_tiles(b, group, only)
    where = {number: place for static, place in _coordinates(b) if (number := b.layout.number(static))}
    size = b.layout.first_other
    rows = []
    for down in range(-REACH, REACH + 1):
        for right in range(-REACH, REACH + 1):
            cells = []
            for number in range(size):
                x, y = where.get(number, (-99, -99))
                x, y = x + right, y + down
                cells.append(places[y][x] if 0 <= y < len(places) and 0 <= x < len(places[0]) else 0)
            rows.append("{" + ", ".join(map(str, cells)) + "}")
    return _keep(b, "steps", f"[{size}]", ",\n    ".join(rows))


def _coordinates(b: Body) -> list[tuple[StaticObject, tuple[int, int]]]:
    """Every tile of a grid with its column and row."""
    found = []
    for group in b.analysis.static_objects.groups:
        for y, row in enumerate(place_tiles(b, group, None)):
            for x, number in enumerate(row):
                if number:
                    found.append((b.analysis.static_objects.all[number - 1], (x, y)))
    return found


def write_sides(b: Body) -> list[str]:
    """The columns and rows of tiles, by their numbers."""
    where = {b.layout.number(static): place for static, place in _coordinates(b)}
    lines = []
    for i, word in enumerate(("FLAT_X", "FLAT_Y")):
        cells = [str(where.get(number, (0, 0))[i]) for number in range(b.layout.first_other)]
        lines.append(f"FLAT_TABLE i16 {word}[] = {{{', '.join(cells)}}};")
    return lines


def _keep(b: Body, word: str, row: str, cells: str) -> str:
    """A table, once."""
    known = b.functions.steps
    if cells not in known:
        known[cells] = b.memory.unique(f"flat_{word}")
        b.functions.tables.append(f"FLAT_TABLE Flat_ref {known[cells]}[]{row} = {{{cells}}};")
    return known[cells]


def list_neighbours(b: Body) -> list[list[int]]:
    """For each static object its neighbours, clockwise from up, if it is a tile of a grid."""
    found: list[list[int]] = [[] for _ in range(b.layout.first_other)]
    for group in b.analysis.static_objects.groups:
        grid = b.memory.geometry(group.class_name)
        assert grid is not None
        places = place_tiles(b, group, None)
        blank = {b.layout.number(tile) for tile in group.tiles if tile is not None and tile.class_name == "BlankTile"}
        for y, row in enumerate(places):
            for x, number in enumerate(row):
                steps = list_steps(grid.shape, grid.around, grid.orientation, x, y) if number else ()
                near = [_look_up(places, x + right, y + down) for right, down in steps]
                found[number] = [other for other in near if other and other not in blank]
    found[0] = []
    return found


def _look_up(places: list[list[int]], x: int, y: int) -> int:
    return places[y][x] if 0 <= y < len(places) and 0 <= x < len(places[0]) else 0
