"""What a player sees of the moves of others, where what was chosen is not told: the difference between two of that player's views.

In:  two looks at a table by the same seat. Out: what has changed, in words. Nothing can be told that the seat does not see.

    before, after = look_at(Scene(…)), look_at(Scene(…))
    describe_changes(before, after, mover)          # ["coins 3 → 5", "Market: − Village, + Smithy"]
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from tgpl.draw.panel import Told, describe_panel, with_count
from tgpl.draw.scene import Scene

_MOST = 12  # changes that are told
_MOST_ITEMS = 6  # of one list
_MARKS = re.compile(r" \((?:first|out|first, out)\)")  # of players, in titles


class Look(NamedTuple):
    """What can be compared: things go by their words, because numbers of one's own are others in every view."""

    told: dict[tuple[str, str], Told]  # by title and name
    players: dict[int, str]  # what their entries are called
    pieces: Counter[tuple[str, str]]  # on boards: what, and where
    tiles: dict[tuple[str, str], str]  # plain attributes, by tile and name


def look_at(scene: Scene) -> Look:
    told = {(_MARKS.sub("", entry.title), one.name): one for entry in describe_panel(scene) for one in entry.told}
    pieces: Counter[tuple[str, str]] = Counter()
    tiles: dict[tuple[str, str], str] = {}
    for tile in scene.of_kind("tile"):
        place = scene.name(tile)
        pieces.update((scene.words(piece, deep=False), place) for piece in tile["pieces"])
        for name, value in tile.get("attributes", {}).items():
            if isinstance(value, (bool, int, float, str)) or value is None:
                tiles[place, name] = scene.words(value)
    return Look(told, {player: scene.player(player) for player in range(scene.view["players"])}, pieces, tiles)


def describe_changes(before: Look, after: Look, mover: int) -> list[str]:
    """The mover's own things come first and without a title."""
    found: list[tuple[bool, str]] = []
    name = after.players[mover]
    for key in dict.fromkeys([*before.told, *after.told]):
        words = _compare(before.told.get(key), after.told.get(key))
        if words:
            title, what = key
            own = title == name or title.startswith(f"{name}, ")
            text = f"{what} {words}".lstrip()
            other = title in after.players.values()
            found.append((not own, text if own else f"{title}'s {text}" if other else f"{title}: {text}"))
    found.sort(key=lambda change: change[0])
    told = [*_compare_pieces(before, after), *(text for _, text in found), *_compare_tiles(before, after)]
    return told if len(told) <= _MOST else [*told[:_MOST], f"{len(told) - _MOST} more changes"]


def _compare(before: Told | None, after: Told | None) -> str:
    if before == after:
        return ""
    lists = (before is None or before.is_list or before.items == ("none",)) and (
        after is None or after.is_list or after.items == ("none",)
    )
    if lists and (before or after) is not None:
        return _compare_lists(before, after)
    return f"{_write(before)} → {_write(after)}"


def _write(told: Told | None) -> str:
    if told is None:
        return "-"
    return f"{len(told.items)} cards" if told.is_list else told.items[0]


def _compare_lists(before: Told | None, after: Told | None) -> str:
    counts = [Counter(told.items if told is not None and told.is_list else ()) for told in (before, after)]
    gone, come = counts[0] - counts[1], counts[1] - counts[0]
    parts = [f"− {with_count(*pair)}" for pair in gone.items()] + [f"+ {with_count(*pair)}" for pair in come.items()]
    if not parts:
        return "in another order" if counts[0] and before is not None and before.ordered else ""
    more = [f"… {len(parts) - _MOST_ITEMS} more"] if len(parts) > _MOST_ITEMS else []
    return ", ".join([*parts[:_MOST_ITEMS], *more])


def _compare_pieces(before: Look, after: Look) -> list[str]:
    gone, come = list((before.pieces - after.pieces).elements()), list((after.pieces - before.pieces).elements())
    told = []
    for what, place in gone:
        target = next((one for one in come if one[0] == what), None)
        if target is None:
            told.append(f"{what} leaves {place}")
        else:
            come.remove(target)
            told.append(f"{what}: {place} → {target[1]}")
    return told + [f"{what} comes to {place}" for what, place in come]


def _compare_tiles(before: Look, after: Look) -> list[str]:
    return [
        f"{place}: {name} {before.tiles[place, name]} → {now}"
        for (place, name), now in after.tiles.items()
        if before.tiles.get((place, name), now) != now
    ]
