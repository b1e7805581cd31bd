"""Which places of a grid lie beside each other.

In:  the shape of a grid and a place as (column, row). Out: the steps to its neighbours, clockwise from up; on hexes with
their points up the first is the upper right one. The C runtime gets the same steps (`tgpl.emit.c.layout.shared_text`).
"""

from __future__ import annotations

Steps = tuple[tuple[int, int], ...]

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
# By whether the line is moved (index 1, 3, …): a row moved right, a column moved down.
HEX_ROWS = (((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)), ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)))
HEX_COLUMNS = (((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)), ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)))  # fmt: skip


def list_steps(shape: str, around: bool, orientation: str | None, column: int, row: int) -> Steps:
    if shape == "hex":
        return HEX_COLUMNS[column & 1] if orientation == "column" else HEX_ROWS[row & 1]
    return AROUND if around else SIDES
