"""Where the tiles of a graph are drawn that say nothing of it themselves: apart by as much as they are apart in steps.

In:  how many tiles there are, and which are joined. Out: for each a place, from 0 up. The same graph is always laid out the same.

    lay_out(3, ((0, 1), (1, 2)))            # three places in a line
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

Place = tuple[float, float]
Links = tuple[tuple[int, int], ...]

_MOST = 150  # tiles that are moved about; more stay on their circle
_ROUNDS = 80
_APART = 2  # steps beyond the longest way, between parts that nothing joins


@lru_cache(maxsize=64)
def lay_out(count: int, links: Links) -> tuple[Place, ...]:
    places = _spread_on_circle(count)
    if 2 < count <= _MOST:
        steps = _count_steps(count, links)
        for _ in range(_ROUNDS):
            places = _relax(places, steps)
    return _move_to_origin(places)


def _spread_on_circle(count: int) -> list[Place]:
    """Not quite evenly: what is wholly even has no way to unfold."""
    around = max(1.0, count / math.pi)
    turns = [2 * math.pi * (number + 0.13 * (number % 3)) / max(1, count) for number in range(count)]
    return [(around * math.cos(turn), around * math.sin(turn)) for turn in turns]


def _count_steps(count: int, links: Links) -> list[list[int]]:
    """How many steps lead from each tile to each."""
    beside: list[list[int]] = [[] for _ in range(count)]
    for one, other in links:
        beside[one].append(other)
        beside[other].append(one)
    found = [_walk(start, beside) for start in range(count)]
    far = _APART + max((step for row in found for step in row if step is not None), default=0)
    return [[far if step is None else step for step in row] for row in found]


def _walk(start: int, beside: Sequence[Sequence[int]]) -> list[int | None]:
    steps: list[int | None] = [None] * len(beside)
    steps[start], reached = 0, [start]
    for tile in reached:  # which grows meanwhile
        for other in beside[tile]:
            if steps[other] is None:
                steps[other] = (steps[tile] or 0) + 1
                reached.append(other)
    return steps


def _relax(places: list[Place], steps: list[list[int]]) -> list[Place]:
    """Every tile goes to where the others would have it on average: those that are near count more."""
    made = []
    for one, (x, y) in enumerate(places):
        across = down = weight = 0.0
        for other, (there_x, there_y) in enumerate(places):
            if other == one:
                continue
            wanted = steps[one][other]
            length = math.hypot(x - there_x, y - there_y) or 1e-6
            share = 1 / (wanted * wanted)
            across += share * (there_x + wanted * (x - there_x) / length)
            down += share * (there_y + wanted * (y - there_y) / length)
            weight += share
        made.append((across / weight, down / weight))
    return made


def _move_to_origin(places: list[Place]) -> tuple[Place, ...]:
    left, top = (min((place[axis] for place in places), default=0.0) for axis in (0, 1))
    return tuple((round(x - left, 2) + 0.0, round(y - top, 2) + 0.0) for x, y in places)
