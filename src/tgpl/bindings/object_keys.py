"""What the objects of a view are, told so that the same thing is told alike whenever it comes up.

Serial numbers differ from match to match, and labels tell what changes (a score, a price). A sign tells what stays:

- a tile by its board, its group and its place there,
- a piece on a tile by that tile,
- anything else by its class, the attributes that it was given when it was made and keeps, and whose it is; things that
  change, so that no two are alike for long, also by their age. Seats are counted from the one who looks: 0 is their
  own, 1 that of the next player.

In:  a view, as `State.view` makes it, so a sign can tell nothing that the view hides. Out: `Signs`.

    signs = Signs(state.view(0), facts)
    signs[17]   # ("tile", "Field3x3", 0, "Grid", 256): the first in the second row
"""

from __future__ import annotations

from typing import Any

from tgpl.bindings.program_facts import Facts

Shown = dict[str, Any]  # an object of a view
Sign = tuple[Any, ...]

TILE, PIECE, THING = "tile", "piece", "thing"
NOBODY = -1
LINE = 256  # the place of a tile in a grid is its row times this, and its column; in a graph its number
_UNSIGNED = ("board", "group", "connection", "event")


class Signs:
    """The signs of everything in a view, by the numbers of the objects."""

    def __init__(self, view: Shown, facts: Facts) -> None:
        self.view = view
        self.facts = facts
        self.players: int = view["players"]
        self.seat: int = view["seat"] or 0
        self.objects: dict[int, Shown] = {shown["id"]: shown for shown in view["objects"]}
        self.groups: dict[Sign, dict[int, int]] = {}  # the tiles of each group by their places
        self._signs: dict[int, Sign] = {}
        self._number_tiles()
        self._number_things()

    def __getitem__(self, number: int) -> Sign:
        return self._signs[number]

    def get(self, number: int) -> Sign | None:
        return self._signs.get(number)

    def items(self) -> list[tuple[int, Sign]]:
        return list(self._signs.items())

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

    def _number_group(self, board: Sign, group: Shown) -> None:
        places = self.groups[board] = {}
        for nth, reference in enumerate(group["tiles"]):
            tile = self.objects.get(reference.get("id", -1))
            if tile is None:
                continue
            place = nth if tile["x"] is None else int(tile["y"]) * LINE + int(tile["x"])
            places[place] = tile["id"]
            self._signs[tile["id"]] = (TILE, *board, place)
            for height, piece in enumerate(tile["pieces"]):
                if "id" in piece:
                    self._signs[piece["id"]] = (PIECE, *board, place, height)

    def _number_things(self) -> None:
        counts: dict[Sign, int] = {}
        for number, shown in self.objects.items():
            if number in self._signs or shown.get("blank"):
                continue
            if shown["kind"] in _UNSIGNED and shown["class"] not in self.facts.acting_boards:
                continue
            sign: Sign = (THING, shown["class"], self._constants(shown), self.owner(shown))
            if shown["class"] in self.facts.individual or shown["kind"] == "stack":
                nth = counts[sign] = counts.get(sign, -1) + 1
                sign = (*sign, nth)
            self._signs[number] = sign

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


def everybodys(sign: Sign, players: int) -> list[Sign]:
    """What belongs to one player could belong to any."""
    if sign[0] != THING or sign[3] == NOBODY:
        return [sign]
    return [(*sign[:3], distance, *sign[4:]) for distance in range(players)]


def words(sign: Sign, players: int, tiles: dict[Sign, str]) -> str:
    """A sign for people; `tiles` says what tiles are called."""
    if sign[0] == TILE:
        return tiles.get(sign, f"{sign[3]} {sign[4]}")
    if sign[0] == PIECE:
        name = words((TILE, *sign[1:5]), players, tiles)
        return f"on {name}" if sign[5] == 0 else f"on {name}, {sign[5] + 1} up"
    told = ", ".join(f"{name} {_plain(value)}" for name, value in sign[2])
    whose = "" if sign[3] == NOBODY else f" {_whose(sign[3], players)}"
    nth = f" #{sign[4] + 1}" if len(sign) > 4 and sign[4] else ""
    return f"{sign[1]}{f' ({told})' if told else ''}{whose}{nth}"


def _whose(distance: int, players: int) -> str:
    if distance == 0:
        return "of your own"
    return "of the other" if players == 2 else f"of the player {distance} seats on"


def _plain(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)
