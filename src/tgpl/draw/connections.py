"""Connections that the picture of a board cannot show: from group to group, and those that no grid would have.

In:  a scene and the groups of a board. Out: these connections, or lines that tell of them, under the pictures.

      borders: Hills (0, 3) ↔ Coast (0, 0)
      also connected: Hills (0, 0) → (2, 2)
      not connected: Hills (1, 0) ↮ (1, 1)
"""

from __future__ import annotations

import textwrap
from typing import NamedTuple

from tgpl.draw.scene import Scene, Shown
from tgpl.runtime.board import beside

Pairs = dict[tuple[int, int], None]  # from tile to tile, in the order in which they are shown


class _Map:
    """The tiles of a board and how they are connected."""

    def __init__(self, scene: Scene, groups: list[tuple[str, Shown]]) -> None:
        self.scene = scene
        self.homes: dict[int, str] = {}  # the group of every tile
        self.wanted: Pairs = {}  # what lies side by side in a grid
        self.there: Pairs = {}
        self.grids: set[str] = set()
        for name, group in groups:
            tiles = [tile for part in group["tiles"] if (tile := scene[part]) is not None]
            for tile in tiles:
                self.homes[tile["id"]] = name
            if group["geometry"] != "graph":
                self.grids.add(name)
                self._add_grid(group["geometry"], tiles)
        for start in self.homes:
            for other in scene.objects[start]["neighbors"]:
                if other.get("id") in self.homes:
                    self.there[start, other["id"]] = None

    def _add_grid(self, geometry: str, tiles: list[Shown]) -> None:
        places = {(int(tile["x"]), int(tile["y"])): tile["id"] for tile in tiles if tile["x"] is not None}
        for (column, row), start in places.items():
            for right, down in beside(geometry, column, row):
                goal = places.get((column + right, row + down))
                if goal is not None:
                    self.wanted[start, goal] = None

    def connections(self) -> Connections:
        homes = self.homes
        if self.grids == {*homes.values()} and len(self.grids) == 1 and self.there.keys() == self.wanted.keys():
            return Connections({}, {}, {})  # a grid as grids are
        inside = {pair: None for pair in self.there if homes[pair[0]] == homes[pair[1]] in self.grids}
        return Connections(
            {pair: None for pair in self.there if homes[pair[0]] != homes[pair[1]]},
            {pair: None for pair in inside if pair not in self.wanted},
            {pair: None for pair in self.wanted if pair not in inside},
        )

    def describe(self, pairs: Pairs, both: str, one: str) -> list[str]:
        found = []
        for start, goal in pairs:
            mutual = (goal, start) in pairs
            if not mutual or start < goal:
                found.append(f"{self._name(start)} {both if mutual else one} {self._name(goal, beside=start)}")
        return found

    def _name(self, tile: int, beside: int | None = None) -> str:
        """What a tile is called in its group; the group is said once for two that stand beside each other."""
        shown = self.scene.objects[tile]
        if shown["x"] is None:
            return self.scene.name(shown)
        place, group = f"({shown['x']:.0f}, {shown['y']:.0f})", self.homes[tile]
        return place if beside is not None and self.homes[beside] == group else f"{group} {place}"


class Connections(NamedTuple):
    borders: Pairs  # from one group to another
    also: Pairs  # inside a group, where no grid has them
    cut: Pairs  # that its grid would have


def find_connections(scene: Scene, groups: list[tuple[str, Shown]]) -> Connections:
    return _Map(scene, groups).connections()


def describe_connections(scene: Scene, groups: list[tuple[str, Shown]], columns: int) -> list[list[tuple[str, str]]]:
    found = _Map(scene, groups)
    told = found.connections()
    lines = [
        *tell_pairs("borders", found.describe(told.borders, "↔", "→"), columns),
        *tell_pairs("also connected", found.describe(told.also, "↔", "→"), columns),
        *tell_pairs("not connected", found.describe(told.cut, "↮", "↛"), columns),
    ]
    return [[], *lines] if lines else []


def tell_pairs(word: str, pairs: list[str], columns: int) -> list[list[tuple[str, str]]]:
    """In lines that break no pair in two."""
    if not pairs:
        return []
    text = ", ".join(pair.replace(" ", "\xa0") for pair in pairs)
    wrapped = textwrap.wrap(f"{word}: {text}", max(20, columns - 2), subsequent_indent="  ")
    return [[("  " + line.replace("\xa0", " "), "dim")] for line in wrapped]
