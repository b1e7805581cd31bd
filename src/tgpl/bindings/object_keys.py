"""What the objects of a view are, told so that the same thing is told alike whenever it comes up.

Serial numbers differ from match to match, and labels tell what changes (a score, a price). A key tells what stays:

- a tile by its board, its group and its place there,
- a piece on a tile by that tile,
- anything else by its class, the attributes that it was given when it was made and keeps, and whose it is; things that
  change, so that no two are alike for long, also by their age. Seats are counted from the one who looks: 0 is their
  own, 1 that of the next player.

In:  a view, as `State.view` makes it, so a key can tell nothing that the view hides. Out: `ObjectKeys`.

    object_keys = ObjectKeys(state.view(0), facts)
    object_keys[17]   # ("tile", "Field3x3", 0, "Grid", 256): the first in the second row
"""

from __future__ import annotations

from typing import Any

from tgpl.bindings.program_facts import ProgramFacts

Shown = dict[str, Any]  # an object of a view
ObjectKey = tuple[Any, ...]

TILE, PIECE, THING = "tile", "piece", "thing"
NOBODY = -1
LINE = 256  # the place of a tile in a grid is its row times this, and its column; in a graph its number
_WITHOUT_KEY = ("board", "group", "connection", "event")


class ObjectKeys:
    """The keys of everything in a view, by the numbers of the objects."""

    def __init__(self, view: Shown, facts: ProgramFacts) -> None:
        self.view = view
        self.facts = facts
        self.players: int = view["players"]
        self.seat: int = view["seat"] or 0
        self.objects: dict[int, Shown] = {shown["id"]: shown for shown in view["objects"]}
        self.groups: dict[ObjectKey, dict[int, int]] = {}  # the tiles of each group by their places
        self._object_keys: dict[int, ObjectKey] = {}
        self._number_tiles()
        self._number_things()

    def __getitem__(self, number: int) -> ObjectKey:
        return self._object_keys[number]

    def get(self, number: int) -> ObjectKey | None:
        return self._object_keys.get(number)

    def items(self) -> list[tuple[int, ObjectKey]]:
        return list(self._object_keys.items())

    def relative(self, player: int) -> int:
        return (player - self.seat) % self.players

    def _number_tiles(self) -> None:
        boards: dict[str, int] = {}
        for shown in self.objects.values():
            if shown["kind"] != "board":
                continue
            nth = boards[shown["class"]] = boards.get(shown["class"], -1) + 1
            for name, reference in shown["groups"].items():
                group = self.objects.get(reference.get("id", -1))
                if group is not None:
                    self._number_group((shown["class"], nth, name), group)

    def _number_group(self, board: ObjectKey, group: Shown) -> None:
        places = self.groups[board] = {}
        for nth, reference in enumerate(group["tiles"]):
            tile = self.objects.get(reference.get("id", -1))
            if tile is None:
                continue
            place = nth if tile["x"] is None else int(tile["y"]) * LINE + int(tile["x"])
            places[place] = tile["id"]
            self._object_keys[tile["id"]] = (TILE, *board, place)
            for height, piece in enumerate(tile["pieces"]):
                if "id" in piece:
                    self._object_keys[piece["id"]] = (PIECE, *board, place, height)

    def _number_things(self) -> None:
        counts: dict[ObjectKey, int] = {}
        for number, shown in self.objects.items():
            if number in self._object_keys or shown.get("blank"):
                continue
            if shown["kind"] in _WITHOUT_KEY and shown["class"] not in self.facts.acting_boards:
                continue
            object_key: ObjectKey = (THING, shown["class"], self._constants(shown), self.owner(shown))
            if shown["class"] in self.facts.individual or shown["kind"] == "stack":
                nth = counts[object_key] = counts.get(object_key, -1) + 1
                object_key = (*object_key, nth)
            self._object_keys[number] = object_key

    def _constants(self, shown: Shown) -> tuple[tuple[str, Any], ...]:
        found = []
        for name, value in shown.get("attributes", {}).items():
            if name in self.facts.constant and value is not None:
                is_player = isinstance(value, int) and not isinstance(value, bool)
                found.append((name, self.relative(value) if is_player else value))
        return tuple(found)

    def owner(self, shown: Shown) -> int:
        owners = shown.get("owners")
        return self.relative(owners[0]) if owners else NOBODY


def expand_owners(object_key: ObjectKey, players: int) -> list[ObjectKey]:
    """What belongs to one player could belong to any."""
    if object_key[0] != THING or object_key[3] == NOBODY:
        return [object_key]
    return [(*object_key[:3], distance, *object_key[4:]) for distance in range(players)]


def describe_object(object_key: ObjectKey, players: int, tiles: dict[ObjectKey, str]) -> str:
    """A key for people; `tiles` says what tiles are called."""
    if object_key[0] == TILE:
        return tiles.get(object_key, f"{object_key[3]} {object_key[4]}")
    if object_key[0] == PIECE:
        name = describe_object((TILE, *object_key[1:5]), players, tiles)
        return f"on {name}" if object_key[5] == 0 else f"on {name}, {object_key[5] + 1} up"
    told = ", ".join(f"{name} {_format_value(value)}" for name, value in object_key[2])
    whose = "" if object_key[3] == NOBODY else f" {_describe_owner(object_key[3], players)}"
    nth = f" #{object_key[4] + 1}" if len(object_key) > 4 and object_key[4] else ""
    return f"{object_key[1]}{f' ({told})' if told else ''}{whose}{nth}"


def _describe_owner(distance: int, players: int) -> str:
    if distance == 0:
        return "of your own"
    return "of the other" if players == 2 else f"of the player {distance} seats on"


def _format_value(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)
