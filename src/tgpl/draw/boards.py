"""Boards drawn with characters.

In:  a scene and the tiles that can be chosen. Out: lines, each a list of (text, style). Tiles that can be chosen
stand in brackets, so that a picture without colour tells as much as one with. A board that is wider than the screen is
drawn in strips; the groups of a board stand side by side as far as there is room.

      0   1   2
    ┌───┬───┬───┐
  0 │ X │[·]│ O │
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from tgpl.draw.connections import describe_connections, tell_pairs
from tgpl.draw.program_boards import find_program_boards
from tgpl.draw.scene import Scene, Shown
from tgpl.draw.text_width import measure, split_cells
from tgpl.draw.wrap import wrap_pieces

Span = tuple[str, str]
Line = list[Span]
Places = dict[int, tuple[int, int]]  # of the tiles of a graph: column and row

_BORDERED = 6  # rows up to which a square board gets lines between its tiles
_GAP = 4  # columns between boards side by side
_NOTHING: Line = []
CHOICE = "choice"  # the style of brackets


def draw_boards(scene: Scene, choices: frozenset[int], columns: int, lined: bool = True) -> list[Line]:
    """Every board that can be seen; `lined`: small square ones with lines between their tiles, which take as much room again."""
    lines: list[Line] = []
    found = scene.of_kind("board")
    for board in found:
        groups = [(name, shown) for name, group in board["groups"].items() if (shown := scene[group]) is not None]
        pictures = []
        for name, group in groups:
            head: list[Line] = [[(f"{board['class']}.{name}", "bold")]] if len(groups) > 1 or len(found) > 1 else []
            pictures.append([*head, *draw_board(scene, group, choices, columns, lined)])
        for row in arrange(pictures, columns):
            lines += [*([[]] if lines else []), *row]
        lines += describe_connections(scene, groups, columns)
    own = find_program_boards(scene)
    for one in own:
        if lines:
            lines.append([])
        if len(own) > 1:
            lines.append([(one.name, "bold")])
        lines += draw_board(one.scene, one.group, choices, columns, lined)
    return lines


def arrange(pictures: list[list[Line]], columns: int) -> Iterator[list[Line]]:
    """Pictures in rows, as many side by side as fit."""
    row: list[Line] = []
    for picture in pictures:
        left = max(map(_measure_line, row), default=0) + _GAP
        if row and left + max(map(_measure_line, picture), default=0) <= columns:
            row = _put_beside(row, left, picture)
            continue
        if row:
            yield row
        row = picture
    if row:
        yield row


def _put_beside(row: list[Line], left: int, picture: list[Line]) -> list[Line]:
    pairs = zip_longest(row, picture, fillvalue=_NOTHING)
    return [[*one, (" " * (left - _measure_line(one)), ""), *other] if other else [*one] for one, other in pairs]


def _measure_line(line: Line) -> int:
    return sum(measure(text) for text, _ in line)


def draws_numbers(scene: Scene, choices: frozenset[int]) -> bool:
    """Whether a number stands where one can choose."""
    tiles = [tile for tile in scene.of_kind("tile") if _is_chosen(tile, choices)]
    return any(character.isdigit() for tile in tiles for character in scene.cell(tile, mixed=False)[0])


def _is_chosen(tile: Shown, choices: frozenset[int]) -> bool:
    return tile["id"] in choices or any(piece.get("id") in choices for piece in tile["pieces"])


def draw_board(scene: Scene, group: Shown, choices: frozenset[int], columns: int, lined: bool = True) -> list[Line]:
    picture = _Picture(scene, group, choices, lined)
    return [*picture.lines(group["geometry"], columns), *picture.legend(columns)]


class _Picture:
    def __init__(self, scene: Scene, group: Shown, choices: frozenset[int], lined: bool) -> None:
        self.scene = scene
        self.choices = choices
        self.tiles = [tile for part in group["tiles"] if (tile := scene[part]) is not None]
        self.places = {(int(t["x"]), int(t["y"])): t for t in self.tiles if t["x"] is not None}
        self.mixed = len({tile["class"] for tile in self.tiles}) > 1
        self.cells = {tile["id"]: scene.cell(tile, self.mixed) for tile in self.tiles}
        self.wide = max((measure(text) for text, _ in self.cells.values()), default=1)
        self.columns = 1 + max((x for x, _ in self.places), default=-1)
        self.span = range(self.columns)  # the columns that are being drawn
        self.rows = 1 + max((y for _, y in self.places), default=-1)
        self.lined = lined and self.rows <= _BORDERED
        self.heads: list[str] = group.get("columns") or [str(column) for column in range(self.columns)]
        self.sides: list[str] = group.get("rows") or [str(row) for row in range(self.rows)]
        self.wide = max([self.wide, *(measure(name) - 1 for name in group.get("columns", ()))])
        self.margin = max(map(measure, self.sides), default=1) + 1
        self.nameless = group.get("nameless", False)  # its columns have no numbers of their own

    def lines(self, geometry: str, columns: int) -> list[Line]:
        if geometry == "graph":
            return self.draw_graph(columns)
        if not self.places:
            return []
        draw = {"hex row": self.draw_hex_rows, "hex column": self.draw_hex_columns}.get(geometry, self.draw_square)
        room, step = columns - self.margin - 2, self.wide + 3
        if geometry == "hex row":
            room, step = room - step // 2, 2 * (step // 2)
        elif geometry != "hex column" and not self.lined:
            room, step = room + 1, step - 1
        each = max(1, room // step)
        lines: list[Line] = []
        for first in range(0, self.columns, each):
            self.span = range(first, min(first + each, self.columns))
            lines += [*([[]] if first else []), *draw()]
        return lines

    def legend(self, columns: int) -> list[Line]:
        """What the letters mean, where there are any."""
        pieces = [piece for tile in self.tiles for part in tile["pieces"] if (piece := self.scene[part]) is not None]
        shown = {tile["id"]: text for tile in self.tiles if (text := self.cells[tile["id"]][0])}
        tiles = [t for t in self.tiles if self.mixed and shown.get(t["id"]) == self.scene.letters[t["class"]].lower()]
        letters = [
            *((self.scene.letters[piece["class"]], piece) for piece in pieces),
            *((self.scene.letters[tile["class"]].lower(), tile) for tile in tiles),
        ]
        told = [
            *dict.fromkeys(f"{letter} {s['class']}" for letter, s in letters if "symbol" not in s.get("display", {}))
        ]
        edge = " " * (self.margin + 1)
        words = [*(f"{one}," for one in told[:-1]), *told[-1:]]
        lines = wrap_pieces(words, max(20, columns - len(edge)), 0) if len(told) > 1 else []
        return [[(edge + line, "dim")] for line in lines]

    def cell(self, tile: Shown | None) -> Line:
        """A tile with room for brackets at its sides; a hole is empty."""
        if tile is None:
            return [(" " * (self.wide + 2), "")]
        text, style = self.cells[tile["id"]]
        left = (self.wide - measure(text)) // 2
        filled = " " * left + text + " " * (self.wide - measure(text) - left)
        if _is_chosen(tile, self.choices):
            return [("[", CHOICE), (filled, style), ("]", CHOICE)]
        return [(f" {filled} ", style)]

    def head(self, step: int, start: int) -> Line:
        """The numbers of the columns."""
        text = "" if self.nameless else "".join(self.heads[column].center(step) for column in self.span)
        return [(" " * start + text.rstrip(), "dim")]

    def side(self, row: int) -> Span:
        return (" " * (self.margin - measure(self.sides[row])) + self.sides[row] + " ", "dim")

    # -- square

    def draw_square(self) -> list[Line]:
        return self._draw_bordered() if self.lined else self._draw_compact()

    def _draw_compact(self) -> list[Line]:
        step = self.wide + 2
        lines = [self.head(step, self.margin + 1)]
        for row in range(self.rows):
            cells = [span for column in self.span for span in self.cell(self.places.get((column, row)))]
            lines.append([self.side(row), *cells])
        return lines

    def _draw_bordered(self) -> list[Line]:
        step = self.wide + 2
        edge = " " * (self.margin + 1)
        lines = [self.head(step + 1, self.margin + 2)]
        for row in range(self.rows + 1):
            lines.append([(edge + self._border(row, step), "dim")])
            if row < self.rows:
                line: Line = [self.side(row)]
                for column in range(self.span.start, self.span.stop + 1):
                    line.append((self._wall(column, row), "dim"))
                    if column < self.span.stop:
                        line += self.cell(self.places.get((column, row)))
                lines.append(line)
        return lines

    def _wall(self, column: int, row: int) -> str:
        beside = any((c, row) in self.places for c in (column - 1, column) if c in self.span)
        return "│" if beside else " "

    def _border(self, row: int, step: int) -> str:
        made = ""
        for column in range(self.span.start, self.span.stop + 1):
            inside = [c for c in (column - 1, column) if c in self.span]
            around = [(c, r) in self.places and c in inside for r in (row - 1, row) for c in (column - 1, column)]
            made += _corner(*around)
            if column < self.span.stop:
                line = (column, row - 1) in self.places or (column, row) in self.places
                made += ("─" if line else " ") * step
        return made.rstrip()

    # -- hexes

    def draw_hex_rows(self) -> list[Line]:
        """Points up: every second row is moved right by half a tile."""
        half = (self.wide + 3) // 2
        step = 2 * half
        lines = [self.head(step, self.margin + 1)]
        for row in range(self.rows):
            line: Line = [self.side(row), (" " * (half if row % 2 else 0), "")]
            for column in self.span:
                line += [*self.cell(self.places.get((column, row))), (" " * (step - self.wide - 2), "")]
            lines.append(line)
        return lines

    def draw_hex_columns(self) -> list[Line]:
        """Sides up: every second column is moved down by half a tile."""
        step = self.wide + 3
        lines = [self.head(step, self.margin + 1)]
        for at in range(2 * self.rows + (self.columns > 1)):
            line: Line = [self.side(at // 2) if at % 2 == 0 and at // 2 < self.rows else (" " * (self.margin + 1), "")]
            for column in self.span:
                here = at - column % 2
                tile = self.places.get((column, here // 2)) if here >= 0 and here % 2 == 0 else None
                line += [*self.cell(tile), (" ", "")]
            lines.append(line)
        while not any(text.strip() for text, _ in lines[-1]):
            lines.pop()  # the lower halves of tiles that are not there
        return lines

    # -- graphs

    def draw_graph(self, columns: int) -> list[Line]:
        """With whole names if there is room for them, else with their beginnings."""
        places = {tile["id"]: place for tile in self.tiles if (place := read_place(tile)) is not None}
        left, top = (min((place[i] for place in places.values()), default=0) for i in (0, 1))
        places = {number: (column - left, row - top) for number, (column, row) in places.items()}
        if self.tiles and len(places) == len(self.tiles) == len(set(places.values())):
            whole = [_name_on_map(self.scene.name(tile), tile) for tile in self.tiles]
            for names in (whole, shorten(whole)):
                drawn = self._draw_graph(places, names)
                if max(map(_measure_line, drawn)) <= columns:
                    return [*drawn, *self._tell_far(places, columns)]
        return self._list_tiles()

    def _list_tiles(self) -> list[Line]:
        """Each tile with its neighbours."""
        names = {tile["id"]: self.scene.name(tile) for tile in self.tiles}
        longest = max(map(measure, names.values()), default=0)
        lines = []
        for tile in self.tiles:
            name = names[tile["id"]]
            near = [found for one in tile["neighbors"] if (found := self.scene[one]) is not None]
            neighbors = [_name_on_map(names[one["id"]], one) for one in near if one["id"] in names]
            lines.append(
                [
                    (name + " " * (longest + 1 - measure(name)), ""),
                    *self.cell(tile),
                    ("  — " + ", ".join(neighbors), "dim"),
                ]
            )
        return lines

    def _draw_graph(self, places: Places, names: list[str]) -> list[Line]:
        """Tiles at their places, with the lines between those that are joined and near each other."""
        step_x, step_y = self.wide + 4 + max(map(measure, names)), 2
        canvas = _Canvas()
        for start, goal in self._ways(places):
            if is_near(places, start, goal):
                canvas.join(_scale(places[start], step_x, step_y), _scale(places[goal], step_x, step_y))
        for name, tile in zip(names, self.tiles, strict=True):
            column, row = places[tile["id"]]
            canvas.put(column * step_x - 1 - measure(name), row * step_y, [(name, "dim"), *self.cell(tile)])
        return canvas.lines()

    def _ways(self, places: Places) -> list[tuple[int, int]]:
        ways = [(tile["id"], near.get("id")) for tile in self.tiles for near in tile["neighbors"]]
        return [(start, goal) for start, goal in ways if goal in places]

    def _tell_far(self, places: Places, columns: int) -> list[Line]:
        """Connections for which there is no line."""
        ways = dict.fromkeys(self._ways(places))
        names = {tile["id"]: self.scene.name(tile) for tile in self.tiles}
        far = [(start, goal) for start, goal in ways if not is_near(places, start, goal)]
        told = [
            f"{names[start]} {'↔' if (goal, start) in ways else '→'} {names[goal]}"
            for start, goal in far
            if start < goal or (goal, start) not in ways
        ]
        return tell_pairs("also connected", told, columns)


def _scale(place: tuple[int, int], step_x: int, step_y: int) -> tuple[int, int]:
    return place[0] * step_x, place[1] * step_y


def _name_on_map(name: str, tile: Shown) -> str:
    """One that has only a number is not called by its class each time."""
    number = name.removeprefix(f"{tile['class']} ")
    return number if number.isdigit() else name


def is_near(places: Places, start: int, goal: int) -> bool:
    """Whether a line can lead from one tile to the other: straight, and past no third one."""
    (x, y), (to_x, to_y) = places[start], places[goal]
    across, down = to_x - x, to_y - y
    if across and down and abs(across) != abs(down):
        return False
    steps = max(abs(across), abs(down))
    between = {(x + across * i // steps, y + down * i // steps) for i in range(1, steps)}
    return between.isdisjoint(places.values())


def shorten(names: list[str]) -> list[str]:
    """The beginnings of names, three letters long or as many as it takes to tell them apart; each can be typed."""
    for length in range(3, max(map(len, names)) + 1):
        found = [name[:length].rstrip() for name in names]
        if len(set(found)) == len(set(names)):
            return found
    return names


def read_place(tile: Shown) -> tuple[int, int] | None:
    """Where a tile of a graph wants to be drawn: `display { place "{column}, {row}"; }`, or as in chess, "d7"."""
    words = str(tile.get("display", {}).get("place", "")).split(",")
    square = re.fullmatch(r"([a-z])(\d\d?)", words[0].strip())
    if square is not None:
        return ord(square[1]) - ord("a"), 40 - min(40, int(square[2]))
    try:
        column, row = (int(float(word)) for word in words)
    except ValueError:
        return None
    return (column, row) if 0 <= column <= 40 and 0 <= row <= 40 else None


class _Canvas:
    """Characters at places."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], Span] = {}

    def join(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A straight line, where one can be drawn."""
        (x, y), (to_x, to_y) = min(start, end), max(start, end)
        if y == to_y:
            for column in range(x + 1, to_x):
                self.marks.setdefault((column, y), ("─", "dim"))
        elif x == to_x:
            for row in range(min(y, to_y) + 1, max(y, to_y)):
                self.marks.setdefault((x, row), ("│", "dim"))
        else:
            rows = abs(to_y - y)
            sign = "╲" if to_y > y else "╱"
            for i in range(1, rows):
                place = (x + round((to_x - x) * i / rows), y + (i if to_y > y else -i))
                crossed = self.marks.get(place, (sign, ""))[0] != sign
                self.marks[place] = ("╳" if crossed else sign, "dim")

    def put(self, column: int, row: int, spans: Iterable[Span]) -> None:
        for text, style in spans:
            for mark in split_cells(text):
                self.marks[column, row] = (mark, style)
                column += 1

    def lines(self) -> list[Line]:
        left = min(column for column, _ in self.marks)
        right = max(column for column, _ in self.marks)
        bottom = max(row for _, row in self.marks)
        empty = (" ", "")
        return [
            [(" ", ""), *(self.marks.get((column, row), empty) for column in range(left, right + 1))]
            for row in range(bottom + 1)
        ]


def _corner(upper_left: bool, upper_right: bool, lower_left: bool, lower_right: bool) -> str:
    """The piece of border where four tiles meet, of which some are not there."""
    up, down = upper_left or upper_right, lower_left or lower_right
    left, right = upper_left or lower_left, upper_right or lower_right
    return _CORNERS[up, down, left, right]


_CORNERS = {
    (False, False, False, False): " ",
    (False, True, False, True): "┌",
    (False, True, True, False): "┐",
    (False, True, True, True): "┬",
    (True, False, False, True): "└",
    (True, False, True, False): "┘",
    (True, False, True, True): "┴",
    (True, True, False, True): "├",
    (True, True, True, False): "┤",
    (True, True, True, True): "┼",
}
