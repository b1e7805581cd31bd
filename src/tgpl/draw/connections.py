"""Connections that the picture of a board cannot show: from group to group, and those that no grid would have.

In:  a scene and the groups of a board. Out: lines that tell of them, under the pictures.

      borders: Hills (0, 3) ↔ Coast (0, 0)
      also connected: Hills (0, 0) → Hills (2, 2)
      not connected: Hills (1, 0) ↮ Hills (1, 1)
"""

from __future__ import annotations

import textwrap

from tgpl.draw.scene import Scene, Shown
from tgpl.runtime.board import beside

Ways = dict[tuple[int, int], None]  # from tile to tile, in the order in which they are told


class _Map:
    """The tiles of a board and how they are connected."""

    def __init__(self, scene: Scene, groups: list[tuple[str, Shown]]) -> None:
        self.homes: dict[int, str] = {}  # the group of every tile
        self.names: dict[int, str] = {}  # what it is called there
        self.wanted: Ways = {}  # what lies side by side in a grid
        self.there: Ways = {}
        self.grids: set[str] = set()
        for name, group in groups:
            tiles = [(n, tile) for n, part in enumerate(group["tiles"]) if (tile := scene[part]) is not None]
            for number, tile in tiles:
                self.homes[tile["id"]], self.names[tile["id"]] = name, _called(scene, name, tile, number)
            if group["geometry"] != "graph":
                self.grids.add(name)
                self._grid(group["geometry"], [tile for _, tile in tiles])
        for start in self.homes:
            for other in scene.objects[start]["neighbors"]:
                if other.get("id") in self.homes:
                    self.there[start, other["id"]] = None

    def _grid(self, geometry: str, tiles: list[Shown]) -> None:
        places = {(int(tile["x"]), int(tile["y"])): tile["id"] for tile in tiles if tile["x"] is not None}
        for (column, row), start in places.items():
            for right, down in beside(geometry, column, row):
                goal = places.get((column + right, row + down))
                if goal is not None:
                    self.wanted[start, goal] = None

    def told(self, ways: Ways, both: str, one: str) -> list[str]:
        found = []
        for start, goal in ways:
            mutual = (goal, start) in ways
            if not mutual or start < goal:
                found.append(f"{self.names[start]} {both if mutual else one} {self.names[goal]}")
        return found


def ways(scene: Scene, groups: list[tuple[str, Shown]], columns: int) -> list[list[tuple[str, str]]]:
    found = _Map(scene, groups)
    homes, grids = found.homes, found.grids
    borders = {way: None for way in found.there if homes[way[0]] != homes[way[1]]}
    inside = {way: None for way in found.there if homes[way[0]] == homes[way[1]] in grids}
    also = {way: None for way in inside if way not in found.wanted}
    cut = {way: None for way in found.wanted if way not in inside}
    lines: list[list[tuple[str, str]]] = []
    for word, told in (
        ("borders", found.told(borders, "↔", "→")),
        ("also connected", found.told(also, "↔", "→")),
        ("not connected", found.told(cut, "↮", "↛")),
    ):
        text = ", ".join(way.replace(" ", "\xa0") for way in told)  # a way is not broken in two
        for line in textwrap.wrap(f"{word}: {text}", max(20, columns - 2), subsequent_indent="  ") if told else []:
            lines.append([("  " + line.replace("\xa0", " "), "dim")])
    return [[], *lines] if lines else []


def _called(scene: Scene, group: str, tile: Shown, number: int) -> str:
    if tile["x"] is not None:
        return f"{group} ({tile['x']:.0f}, {tile['y']:.0f})"
    return scene.name(tile) if "name" in tile.get("display", {}) else f"{tile['class']} {number}"
