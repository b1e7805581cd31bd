"""What a player may see, as plain data and as labels. Views are made here and nowhere else.

In a view objects go by numbers that the seat could have given them itself (see `visibility`): `{"id": 3}`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tgpl.runtime.board import BlankTile, Board, Tile, TileGroup
from tgpl.runtime.collections import Collected, Stack, Table
from tgpl.runtime.decision import OBJECTS, Key, Mark
from tgpl.runtime.entity import Entity
from tgpl.runtime.piece import Deck, Piece
from tgpl.runtime.values import text
from tgpl.runtime.visibility import Numbers, find_visible, find_visible_when_asked, number_visible, sees_attribute

if TYPE_CHECKING:
    from tgpl.runtime.match import Match
    from tgpl.runtime.rules import Rules


DEEPEST = 100  # collections inside each other that a view shows


def label(value: Any) -> str:
    """A value as an option shows it."""
    if isinstance(value, Tile):
        return _tile_label(value)
    if isinstance(value, Entity):
        return _object_label(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return f"player {value}"
    return text(value)


def _tile_label(tile: Tile) -> str:
    """One of a graph has no coordinates: it goes by its number."""
    name = _hint(tile, "name")
    if tile.x is not None and tile.y is not None:
        told = _compare_values(tile, name)
        several = tile.group is not None and type(tile) in tile._game.rules.scattered
        return f"{told} of {tile.group.shown}" if several and tile.group is not None else told
    if "{" in "".join(tile._display.get("name", ())) and name:
        return name  # it says which one it is
    if tile.group is None or tile not in tile.group._tiles:
        return name or text(tile)
    return f"{name or text(tile)} {tile.group._tiles.index(tile)}"


def _compare_values(tile: Tile, name: str | None) -> str:
    """What a tile of a grid is called; its class goes without saying where all are alike and have names of their own."""
    group, place = tile.group, heading(tile)
    if group is None or place is None:
        return text(tile) if name is None else f"{name} ({tile.x:.0f}, {tile.y:.0f})"
    mixed = len({cell for line in group._lines for cell in line if cell is not None}) > 1
    return place if name is None and not mixed and place[0] != "(" else f"{name or tile.shown} {place}"


def heading(tile: Tile) -> str | None:
    """Where a tile is, as people write it: `e2`, or `(3, 4)` if columns and rows are both numbered; None without such names."""
    if tile.group is None or tile.x is None or tile.y is None:
        return None
    return _heading(type(tile.group), int(tile.x), int(tile.y))


def _heading(group: type[TileGroup], x: int, y: int) -> str | None:
    columns, rows = (group._display.get(axis) for axis in ("columns", "rows"))
    if columns is None and rows is None:
        return None
    column = columns[x] if columns is not None and x < len(columns) else str(x)
    row = rows[y] if rows is not None and y < len(rows) else str(y)
    return f"({column}, {row})" if column.isdigit() and row.isdigit() else column + row


_PLACED = re.compile(r"([^\W\d]\w*) \(([0-9]{1,3}), ([0-9]{1,3})\)")


def name_tiles(line: str, rules: Rules) -> str:
    """A line of the log with tiles as people write them, where their class says on which board they are."""

    def named(found: re.Match[str]) -> str:
        group = rules.headed.get(found[1])
        place = None if group is None else _heading(group, int(found[2]), int(found[3]))
        return found[0] if place is None else place if place[0] != "(" else f"{found[1]} {place}"

    return _PLACED.sub(named, line) if rules.headed else line


def _object_label(entity: Entity) -> str:
    """The class, what tells this one from its like, and where it is."""
    name = _hint(entity, "name")
    if name is not None:
        return f"{name} on {_tile_label(entity._tile)}" if isinstance(entity, Piece) and entity._tile else name
    public = [name for name in entity._attributes if name not in entity._private]
    values = [(entity._names[n], getattr(entity, n)) for n in public]
    told = [f"{name} {text(v)}" for name, v in values if isinstance(v, (float, str, bool)) and v is not False]
    shown = f"{entity.shown} ({', '.join(told[:4])})" if told else entity.shown
    if isinstance(entity, Piece) and entity._tile is not None:
        return f"{shown} on {_tile_label(entity._tile)}"
    return shown


# ---- display hints


def _hint(entity: Entity, word: str) -> str | None:
    """A hint of the designer with the attributes that it names filled in."""
    texts = entity._display.get(word)
    if not texts:
        return None
    owners = entity._owners()
    chosen = texts[owners[0] % len(texts)] if owners else texts[0]
    return re.sub(r"\{(\w+)\}", lambda part: _plain(entity, part[1]), chosen)


def _plain(entity: Entity, name: str) -> str:
    """A public attribute as it stands in a hint; objects are not followed."""
    for attribute, designers in entity._names.items():
        if designers == name and attribute not in entity._private:
            value = getattr(entity, attribute)
            return text(value) if isinstance(value, (float, int, str)) else ""
    return ""


# ---- the view itself


def view(match: Match, player: int | None) -> dict[str, Any]:
    """The match as plain data, as a player may see it who is not asked."""
    return _show(match, player, number_visible(match, player, find_visible(match, player)))


def asked_view(match: Match, player: int, keys: list[Key]) -> dict[str, Any]:
    """The same for the player who is asked, with the objects that they can choose, or whose actions."""
    numbers = number_visible(match, player, find_visible_when_asked(match, player))
    objects = [numbers.get(key.serial) if isinstance(key, Mark) and key.what in OBJECTS else None for key in keys]
    return {**_show(match, player, numbers), "choices": objects}


def own_view(match: Match, player: int, asked: bool) -> list[dict[str, Any]]:
    """The objects of a view that a spectator would see otherwise, or not at all."""
    seen, public = (
        find_visible_when_asked(match, player) if asked else find_visible(match, player),
        find_visible(match, None),
    )
    numbers = number_visible(match, player, seen)
    known = {serial: number for serial, number in numbers.items() if serial in public}
    found = []
    for serial in sorted(numbers, key=lambda serial: numbers[serial]):
        entity = match.registrar.by_serial[serial]
        shown = _object(entity, player, numbers)
        if serial not in public or shown != _object(entity, None, known):
            found.append(shown)
    return found


def _show(match: Match, player: int | None, numbers: Numbers) -> dict[str, Any]:
    objects = [match.registrar.by_serial[serial] for serial in sorted(numbers, key=lambda serial: numbers[serial])]
    return {
        "game": match.rules.name,
        "seat": player,
        "players": match.players,
        "active": match.active_player,
        "turn": match.turn_name,
        "phase": match.phase_name,
        "objects": [_object(entity, player, numbers) for entity in objects],
        "log": list(match.log_lines),
    }


def _object(entity: Entity, player: int | None, numbers: Numbers) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": numbers[entity._serial], "class": entity.shown, "kind": entity.kind}
    owners = entity._owners()
    if owners:
        shown["owners"] = list(owners)
    if entity._is_public():
        shown["global"] = True
    display = {word: told for word in entity._display if (told := _hint(entity, word))}
    if isinstance(entity, TileGroup):
        shown |= {axis: list(names) for axis, names in entity._display.items()}
    elif display:
        shown["display"] = display
    if entity._attributes:
        shown["attributes"] = {
            entity._names[name]: _value(getattr(entity, name), numbers)
            for name in entity._attributes
            if sees_attribute(entity, name, player)
        }
    if isinstance(entity, Piece):
        shown["tile"] = _value(entity._tile, numbers)
        shown["discarded"] = entity.discarded
    elif isinstance(entity, Tile):
        shown |= {
            "group": _value(entity.group, numbers),
            "x": entity.x,
            "y": entity.y,
            "blank": isinstance(entity, BlankTile),
        }
        place = heading(entity)
        if place is not None:
            shown |= {"place": place, "called": _compare_values(entity, None)}
        shown["pieces"] = [_value(piece, numbers) for piece in entity._pieces]
        shown["neighbors"] = [_value(tile, numbers) for tile in entity._neighbors()]
    elif isinstance(entity, Deck):
        shown |= {"size": len(entity._cards), "discards": _value(entity.discard_stack, numbers)}
    elif isinstance(entity, Board):
        shown["groups"] = {group.shown: _value(getattr(entity, name), numbers) for name, group in entity._groups}
    elif isinstance(entity, TileGroup):
        shown |= {"geometry": entity.geometry, "tiles": [_value(tile, numbers) for tile in entity._tiles]}
    return shown


def _value(value: Any, numbers: Numbers, depth: int = 0) -> Any:
    """A value inside a view: objects by their id; what may not be seen is only known to be there, and so is what lies too
    deep in other collections."""
    if isinstance(value, Entity):
        number = numbers.get(value._serial)
        return {"hidden": True} if number is None else {"id": number}
    if not isinstance(value, Collected):
        return value
    if depth == DEEPEST:
        return {"hidden": True}
    parts = value.flat() if isinstance(value, Table) else value.elements()
    shown = [_value(part, numbers, depth + 1) for part in parts]
    if isinstance(value, Table):
        return {"table": [list(pair) for pair in zip(shown[::2], shown[1::2], strict=True)]}
    return {"stack": shown} if isinstance(value, Stack) else shown
