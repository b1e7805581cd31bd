"""Boards that a program lays out itself, as those of Senet: objects that keep their cells in a list.

In:  a scene. Out: for each such board its name, and a scene in which it is a board like any other, to be drawn.

A board is known by what it has: `cells`, its size `x` and `y`, and a shape; a piece by its text `s` and its `owner`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tgpl.draw.scene import Scene, Shown

_RECT, _HEX = 1.0, 4.0  # of the shapes; the others are a row
_SHAPE, _BLANK = "shape", "blank"  # of the library of Senet
_LANGUAGE = frozenset(("ON_MOVE", "N_PLAYERS", "passed", "restarting"))
_MARKS = "XO#@%&+$"  # of players whose pieces have no text


class ProgramBoard(NamedTuple):
    name: str  # of the variable that holds it
    scene: Scene
    group: Shown


def find_program_boards(scene: Scene) -> list[ProgramBoard]:
    """The boards in variables that everybody sees, as far as they have cells."""
    found = []
    for holder in scene.objects.values():
        if holder.get("global"):
            for name, value in holder.get("attributes", {}).items():
                board = scene[value]
                if board is not None and is_program_board(board) and board["attributes"]["cells"]:
                    found.append(ProgramBoard(name, *_make_group(scene, board["attributes"])))
    return found


def find_language_variables(holder: Shown) -> frozenset[str]:
    """Variables that are no program's own: who is on move is shown anyway."""
    return _LANGUAGE if {"ON_MOVE", "N_PLAYERS"} <= holder.get("attributes", {}).keys() else frozenset()


def is_program_board(shown: Shown | None) -> bool:
    return shown is not None and {"cells", "x", "y", _SHAPE} <= shown.get("attributes", {}).keys()


def _make_group(scene: Scene, board: dict[str, Any]) -> tuple[Scene, Shown]:
    tiles, pieces = [], []
    for number, (cell, (column, row)) in enumerate(zip(board["cells"], _place_cells(board), strict=True)):
        piece = scene[cell]
        stands = piece is not None and not piece.get("attributes", {}).get(_BLANK)
        tile = {"id": -1 - number, "class": "Cell", "kind": "tile", "x": float(column), "y": float(row)}
        tiles.append({**tile, "pieces": [cell] if stands else [], "neighbors": []})
        if piece is not None and stands:
            pieces.append(_make_piece(piece, scene.view["players"]))
    geometry = "hex row" if board[_SHAPE] == _HEX else "square"
    group = {"geometry": geometry, "tiles": [{"id": tile["id"]} for tile in tiles], "nameless": board[_SHAPE] == _HEX}
    return Scene({**scene.view, "objects": [*tiles, *pieces]}), group


def _make_piece(piece: Shown, players: int) -> Shown:
    owner = int(piece["attributes"].get("owner", -1.0))
    text = str(piece["attributes"].get("s", "")).strip() or _MARKS[owner % len(_MARKS)]
    owners = {"owners": [owner]} if 0 <= owner < players else {}
    return {"id": piece["id"], "class": piece["class"], "kind": "interactable", "display": {"symbol": text}, **owners}


def _place_cells(board: dict[str, Any]) -> list[tuple[int, int]]:
    """Column and row of every cell. Hexes come row by row, and every second row is drawn half a tile to the right."""
    count, wide = len(board["cells"]), int(board["x"])
    if board[_SHAPE] == _RECT:
        return [(number % wide, number // wide) for number in range(count)]
    if board[_SHAPE] != _HEX:
        return [(number, 0) for number in range(count)]
    found = []
    for r in range(-wide, wide + 1):
        for q in range(max(-wide, -wide - r), min(wide, wide - r) + 1):
            halves = 2 * q + r + 2 * wide + wide % 2
            found.append((halves // 2, r + wide))
    return found
