"""Boards, groups of tiles, tiles and their connections.

Tiles are made line by line as they are written. A square group is read `[column][row]`, a hex group `[line][place]`.
Neighbours come clockwise from up; on hexes with their points up the first is the upper right one. Connections of a
grid are made as objects only in games that look at them.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any, ClassVar

from tgpl.runtime.collections import List, Table
from tgpl.runtime.entity import Entity
from tgpl.runtime.errors import RuleError, null_error

if TYPE_CHECKING:
    from tgpl.runtime.match import Match
    from tgpl.runtime.piece import Piece

_set = object.__setattr__

# Steps to the neighbours as (columns, rows), clockwise from up.
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
_AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
# Hexes by whether the line is moved (index 1, 3, …): a row moved right, a column moved down.
_HEX_ROW = (
    ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
    ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)),
)
_HEX_COLUMN = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)


class Tile(Entity):
    kind = "tile"
    group: TileGroup | None = None
    x: float | None = None  # column
    y: float | None = None  # row
    _pieces: list[Piece]
    _connections: List | None = None  # None: those of the grid, not yet looked at
    _structure = ("group", "x", "y", "_pieces", "_connections")

    def __init__(self, game: Match) -> None:
        _set(self, "_pieces", [])
        super().__init__(game)

    def __str__(self) -> str:
        if self.x is None or self.y is None:
            return super().__str__()
        return f"{self.shown} ({self.x:.0f}, {self.y:.0f})"

    @property
    def pieces(self) -> List:
        self._game.work(len(self._pieces))
        return List(self._game, self._game.rules.keyed["Piece"], *self._pieces)

    @property
    def connections(self) -> List:
        if self._connections is None:
            self._connections = List(self._game, Connection)
        return self._connections

    @property
    def board(self) -> Board | None:
        """The one board of the game."""
        return None if self.group is None else self._game.global_board()

    def link(self, connection: Connection) -> None:
        """A connection, which takes the place of those that lead to the same tile."""
        if connection is None:
            null_error("The connection")
        if connection.to is None:
            null_error("The tile")
        self._cut(connection.to).add(connection)

    def unlink(self, other: Tile) -> None:
        if other is None:
            null_error("The tile")
        self._cut(other)

    def _cut(self, other: Tile) -> List:
        """Its connections, without those to another tile."""
        if self._connections is None:
            self._connect(self._neighbors())
        connections: List = self.connections
        self._game.work(len(connections.items))
        kept = [connection for connection in connections.items if connection is None or connection.to is not other]
        if len(kept) < len(connections.items):
            connections._replace(kept)
        return connections

    def _connect(self, targets: list[Tile]) -> None:
        """The connections of the grid become objects."""
        made = List(self._game, Connection)
        for target in targets:
            made.items.append(self._game.new(Connection).fill(to=target))
        self._connections = made

    def neighbors(self) -> List:
        self._game.step()
        return List(self._game, Tile, *self._neighbors())

    def _neighbors(self) -> list[Tile]:
        if self._connections is None:
            return self.group._around(self) if self.group is not None else []
        return [connection.to for connection in self._connections.items if connection is not None and connection.to]

    def distance(self, other: Tile) -> float | None:
        """Of the cheapest way along connections; null if there is none."""
        if other is None:
            null_error("The other tile")
        best: dict[Tile, float] = {self: 0.0}
        waiting: list[tuple[float, int, Tile]] = [(0.0, self._serial, self)]
        done: set[Tile] = set()
        while waiting:
            cost, _, tile = heapq.heappop(waiting)
            if tile is other:
                return cost
            if tile in done:
                continue
            done.add(tile)
            self._game.step()
            for price, neighbor in tile._priced_neighbors():
                if neighbor not in best or cost + price < best[neighbor]:
                    best[neighbor] = cost + price
                    heapq.heappush(waiting, (cost + price, neighbor._serial, neighbor))
        return None

    def _priced_neighbors(self) -> list[tuple[float, Tile]]:
        if self._connections is None:
            return [(1.0, tile) for tile in self._neighbors()]
        found = []
        for connection in self._connections.items:
            if connection is not None and connection.to is not None:
                found.append((connection._price(), connection.to))
        return found

    def _parts(self) -> tuple[Any, ...]:
        return (*(part for part in (self.group, self._connections) if part is not None), *self._pieces)

    def _usable(self, player: int) -> bool:
        return True


class BlankTile(Tile):
    """The hole in a grid."""

    shown = "BlankTile"

    def _is_present(self) -> bool:
        return False


class Connection(Entity):
    """A way from the tile that has it to another."""

    kind = "connection"
    shown = "connection"
    to: Tile | None = None
    _structure = ("to",)

    def _price(self) -> float:
        """Its `cost`, if it has one, for distances."""
        cost = getattr(self, "a_cost", 1.0)
        if not isinstance(cost, float) or cost < 0.0:
            raise RuleError("R705", "The cost of a connection must be a number and cannot be negative.")
        return cost

    def _parts(self) -> tuple[Any, ...]:
        return () if self.to is None else (self.to,)


class TileGroup(Entity):
    """A group of a board.

    In hex rows, with their points up, each line is a row, and every second row is moved right; in hex columns, with
    their sides up, each line is a column from top to bottom, and every second column is moved down. A graph has the
    tiles and connections that its default makes.
    """

    kind = "group"
    geometry: ClassVar[str] = "graph"  # or "square", "square around" (also the corners), "hex row", "hex column"
    rows: ClassVar[str] = ""  # the grid as written: names of tiles, `.` for a blank
    row_first: ClassVar[bool] = False  # a square's [row][column]
    hollow: ClassVar[bool] = False  # there is nothing in a hole, not even a BlankTile
    _lines: ClassVar[tuple[tuple[type[Tile] | None, ...], ...]] = ()
    _of: ClassVar[type[Tile]]  # the nearest class that all tiles of the grid are; with holes any tile
    _tiles: tuple[Tile, ...] = ()
    _places: dict[tuple[int, int], Tile]  # by (column, row); blanks included
    _near: dict[Tile, list[Tile]]  # neighbours, once asked for
    _structure = ("_tiles", "_places")

    def __init__(self, game: Match) -> None:
        _set(self, "_places", {})
        _set(self, "_near", {})
        super().__init__(game)

    def _prepare(self, game: Match) -> None:
        tiles = []
        for line, cells in enumerate(self._lines):
            for place, cell in enumerate(cells):
                if cell is None and self.hollow:
                    continue
                tile = game.new(BlankTile if cell is None else cell)
                column, row = self._position(line, place)
                tile.group, tile.x, tile.y = self, float(column), float(row)
                self._places[column, row] = tile
                if cell is not None:
                    tiles.append(tile)
        self._tiles = tuple(tiles)
        if game.rules.connections:
            for tile in tiles:
                tile._connect(self._around(tile))
        self.default(game)

    def default(self, game: Match) -> None:
        """What the designer does with a new group."""

    @property
    def tiles(self) -> List:
        self._game.work(len(self._tiles))
        return List(self._game, self._of, *self._tiles)

    @property
    def width(self) -> float:
        return float(self._size()[0])

    @property
    def height(self) -> float:
        return float(self._size()[1])

    def _size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self._position(len(self._lines), max(map(len, self._lines), default=0))

    def at(self, first: float, second: float) -> Tile | None:
        """`group[first][second]`."""
        if first is None or second is None:
            null_error("A coordinate")
        one, other = int(first), int(second)
        across = self.row_first or self.geometry == "hex row"
        return self._places.get((other, one) if across else (one, other))

    def add(self, tile: Tile) -> None:
        if tile is None:
            null_error("The tile")
        if not isinstance(tile, self._of):
            raise RuleError(
                "R708", f"All tiles of this group are `{self._of.shown}`; `{tile.shown}` does not fit into it."
            )
        tile.group = self
        self._game.work(len(self._tiles))
        if tile not in self._tiles:
            self._tiles = (*self._tiles, tile)

    def connect(self, first: Tile, second: Tile) -> None:
        """A connection each way."""
        if first is None or second is None:
            null_error("The tile")
        for one, other in ((first, second), (second, first)):
            if one._connections is None:
                one._connect(one._neighbors())
            one.connections.add(self._game.new(Connection).fill(to=other))

    def _around(self, tile: Tile) -> list[Tile]:
        """The neighbours in the grid."""
        near = self._near.get(tile)
        if near is None:
            near = self._near[tile] = []
            if tile.x is not None and tile.y is not None:
                column, row = int(tile.x), int(tile.y)
                for right, down in beside(self.geometry, column, row):
                    other = self._places.get((column + right, row + down))
                    if other is not None and not isinstance(other, BlankTile):
                        near.append(other)
        return near

    def _position(self, line: int, place: int) -> tuple[int, int]:
        """(column, row) of a cell as written."""
        return (line, place) if self.geometry == "hex column" else (place, line)

    def _parts(self) -> tuple[Any, ...]:
        return (*self._tiles, *self._places.values())


def beside(geometry: str, column: int, row: int) -> tuple[tuple[int, int], ...]:
    """The steps to the neighbours of a place, as (columns, rows)."""
    match geometry:
        case "square":
            return _SIDES
        case "square around":
            return _AROUND
        case "hex row":
            return _HEX_ROW[row % 2]
        case "hex column":
            return _HEX_COLUMN[column % 2]
    return ()


class Board(Entity):
    kind = "board"
    _groups: ClassVar[tuple[tuple[str, type[TileGroup]], ...]] = ()  # in order, by the designer's names

    def _prepare(self, game: Match) -> None:
        for name, group in self._groups:
            setattr(self, name, game.new(group))
        self.default(game)

    def default(self, game: Match) -> None:
        """What the designer does with a new board."""

    def _is_root(self) -> bool:
        return self.visibility == "global"

    def _is_public(self) -> bool:
        return self.visibility == "global"

    def _usable(self, player: int) -> bool:
        return True

    @property
    def groups(self) -> Table:
        return Table(self._game, TileGroup, *((group.shown, getattr(self, name)) for name, group in self._groups))

    def _parts(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name, _ in self._groups)
