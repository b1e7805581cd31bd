"""What a player may see, as plain data and as labels. Views are made here and nowhere else.

In a view objects go by numbers that the seat could have given them itself (see `visibility`): `{"id": 3}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tgpl.runtime.board import BlankTile, Board, Tile, TileGroup
from tgpl.runtime.collections import Collected, Stack, Table
from tgpl.runtime.decision import OBJECTS, Key, Mark
from tgpl.runtime.display import CALLED, HIDE, OWNER, describe, fill_hint, find_owner
from tgpl.runtime.entity import Entity
from tgpl.runtime.piece import Deck, Piece
from tgpl.runtime.symbols import Symbol
from tgpl.runtime.values import text
from tgpl.runtime.visibility import (
    Numbers,
    find_visible,
    find_visible_when_asked,
    holds_nothing_else,
    number_visible,
    sees_attribute,
)
from tgpl.text.told_lines import lines_for

if TYPE_CHECKING:
    from tgpl.runtime.match import Match
    from tgpl.runtime.rules import Rules


References = dict[int, dict[str, Any]]  # by serial numbers: how what is seen is referred to
ShownTiles = dict[
    int, tuple[Any, dict[str, Any]]
]  # by serial numbers: what tiles were made from, and how they were shown
DEEPEST = 100  # collections inside each other that a view shows


def label(value: Any, names: tuple[str, ...] = ()) -> str:
    """A value as an option shows it; `names`: of the players."""
    if isinstance(value, Tile):
        return _tile_label(value)
    if isinstance(value, Entity):
        return _object_label(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return names[value] if names else f"player {value}"
    return text(value)


def _tile_label(tile: Tile) -> str:
    name = fill_hint(tile, "name")
    if tile.x is not None and tile.y is not None:
        told = _name_in_grid(tile, name)
        several = tile.group is not None and type(tile) in tile._game.rules.scattered
        return f"{told} of {tile.group.shown}" if several and tile.group is not None else told
    says_which = "{" in "".join(tile._display.get("name", ()))
    return name if name and says_which else _name_in_graph(tile, name)


def _name_in_graph(tile: Tile, name: str | None) -> str:
    """A tile without coordinates: by the name that it has alone, else by that which the graph has for it, else by its number."""
    group, told = tile.group, name or text(tile)
    if group is None or tile not in group._tiles:
        return told
    alone = sum(type(other) is type(tile) for other in group._tiles) == 1
    own = (group._names[one] for one in group._attributes if getattr(group, one) is tile)
    return told if name and alone else next(own, told if alone else f"{told} {group._tiles.index(tile)}")


def _name_in_grid(tile: Tile, name: str | None) -> str:
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
    columns, rows = group._display.get("columns"), group._display.get("rows")
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
    """What it is, and where."""
    told = describe(entity)
    return f"{told} on {_tile_label(entity._tile)}" if isinstance(entity, Piece) and entity._tile is not None else told


# ---- the view itself


def view(match: Match, player: int | None, shown: ShownTiles | None = None) -> dict[str, Any]:
    """The match as plain data, as a player may see it who is not asked. `shown`: tiles as they were shown before, in a game without
    secrets; those that are as they were are not looked at again."""
    numbers = number_visible(match, player, find_visible(match, player))
    return _show(match, player, numbers, None if match.rules.secrets else shown)


def asked_view(match: Match, player: int, keys: list[Key], public: dict[str, Any] | None = None) -> dict[str, Any]:
    """The same for the player who is asked, with the objects that they can choose, or whose actions. `public`: in a game without
    secrets, what a spectator sees of the same position."""
    if public is not None and holds_nothing_else(match, seen := {shown["id"] for shown in public["objects"]}):
        return {**public, "seat": player, "choices": _find_choices(keys, {serial: serial for serial in seen})}
    numbers = number_visible(match, player, find_visible_when_asked(match, player))
    return {**_show(match, player, numbers), "choices": _find_choices(keys, numbers)}


def _find_choices(keys: list[Key], numbers: Numbers) -> list[int | None]:
    return [numbers.get(key.serial) if isinstance(key, Mark) and key.what in OBJECTS else None for key in keys]


def number_seen(match: Match, player: int | None, asked: bool) -> Numbers:
    """The numbers that the objects of a player's view go by there."""
    seen = find_visible_when_asked(match, player) if asked and player is not None else find_visible(match, player)
    return number_visible(match, player, seen)


def own_view(match: Match, player: int, asked: bool) -> list[dict[str, Any]]:
    """The objects of a view that a spectator would see otherwise, or not at all."""
    seen, public = (
        find_visible_when_asked(match, player) if asked else find_visible(match, player),
        find_visible(match, None),
    )
    numbers = number_visible(match, player, seen)
    own, known = _refer(numbers), _refer({serial: n for serial, n in numbers.items() if serial in public})
    found = []
    for serial in sorted(numbers, key=lambda serial: numbers[serial]):
        entity = match.registrar.by_serial[serial]
        shown = _object(entity, player, own)
        if serial not in public or shown != _object(entity, None, known):
            found.append(shown)
    return found


def _refer(numbers: Numbers) -> References:
    return {serial: {"id": number} for serial, number in numbers.items()}


def _show(match: Match, player: int | None, numbers: Numbers, before: ShownTiles | None = None) -> dict[str, Any]:
    known = _refer(numbers)
    objects = [match.registrar.by_serial[serial] for serial in sorted(numbers, key=lambda serial: numbers[serial])]
    return {
        "game": match.rules.name,
        "seat": player,
        "players": match.players,
        "active": match.active_player,
        "turn": match.turn_name,
        "phase": match.phase_name,
        "objects": [
            _object(entity, player, known)
            if before is None or not isinstance(entity, Tile)
            else _show_again(entity, player, known, before)
            for entity in objects
        ],
        "log": [line for line in lines_for(match.log_lines, player) if line is not None],
        **({"names": list(match.rules.names)} if match.rules.names else {}),
        **({"colors": list(match.rules.colors)} if match.rules.colors else {}),
        **({"out": [seat for seat in range(match.players) if match.out >> seat & 1]} if match.out else {}),
        **({} if match.first is None else {"first": match.first}),
    }


def _show_again(tile: Tile, player: int | None, known: References, before: ShownTiles) -> dict[str, Any]:
    """A tile where nothing is hidden: the same one, if all that it was made from is the same."""
    if tile._connections is not None:
        return _object(tile, player, known)
    held = tile.__dict__
    parts = (type(tile), tile.group, tile.x, tile.y, *tile._pieces, *(held.get(name) for name in tile._attributes))
    found = before.get(tile._serial)
    if found is not None and found[0] == parts and not tile._links:
        return found[1]
    shown = _object(tile, player, known)
    before[tile._serial] = parts, shown
    return shown


def _object(entity: Entity, player: int | None, known: References) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": known[entity._serial]["id"], "class": entity.shown, "kind": entity.kind}
    owners = entity._owners()
    if owners:
        shown["owners"] = list(owners)
    if entity._is_public():
        shown["global"] = True
    if entity.zone:
        shown["zone"] = entity.zone
    if entity._display:
        shown |= _show_hints(entity)
    if entity._attributes:
        shown["attributes"] = {
            entity._names[name]: _value(getattr(entity, name), known)
            for name in entity._attributes
            if sees_attribute(entity, name, player)
        }
    if isinstance(entity, Piece):
        shown["tile"] = _value(entity._tile, known)
        shown["discarded"] = entity.discarded
    elif isinstance(entity, Tile):
        shown |= {
            "group": _value(entity.group, known),
            "x": entity.x,
            "y": entity.y,
            "blank": isinstance(entity, BlankTile),
        }
        place = heading(entity)
        if place is not None:
            shown |= {"place": place, "called": _name_in_grid(entity, None)}
        elif entity.x is None and entity.group is not None and "name" not in shown.get("display", ()):
            shown["called"] = _name_in_graph(entity, None)
        shown["pieces"] = _refer_all(entity._pieces, known)
        shown["neighbors"] = _refer_all(entity._neighbors(), known)
    elif isinstance(entity, Deck):
        shown |= {"size": len(entity._cards), "discards": _value(entity.discard_stack, known)}
    elif isinstance(entity, Board):
        shown["groups"] = {group.shown: _value(getattr(entity, name), known) for name, group in entity._groups}
    elif isinstance(entity, TileGroup):
        shown |= {"geometry": entity.geometry, "tiles": _refer_all(entity._tiles, known)}
    return shown


def _show_hints(entity: Entity) -> dict[str, Any]:
    """What the designer says of how it is shown."""
    if isinstance(entity, TileGroup):
        return {axis: list(names) for axis, names in entity._display.items()}
    shown: dict[str, Any] = {}
    words = (word for word in entity._display if word not in (HIDE, OWNER, CALLED))
    display = {word: told for word in words if (told := fill_hint(entity, word))}
    if display:
        shown["display"] = display
    if OWNER in entity._display and (holder := find_owner(entity)) is not None:
        shown["holder"] = holder
    if HIDE in entity._display:
        shown["aside"] = list(entity._display[HIDE])
    return shown


def _refer_all(entities: Iterable[Entity], known: References) -> list[dict[str, Any]]:
    return [known.get(entity._serial) or {"hidden": True} for entity in entities]


def _value(value: Any, known: References, depth: int = 0) -> Any:
    """A value inside a view: objects by their id; what may not be seen is only known to be there, and so is what lies too
    deep in other collections."""
    if isinstance(value, Entity):
        return known.get(value._serial) or {"hidden": True}
    if not isinstance(value, Collected):
        return str(value) if isinstance(value, Symbol) else value
    if depth == DEEPEST:
        return {"hidden": True}
    parts = value.flat() if isinstance(value, Table) else value.elements()
    shown = [_value(part, known, depth + 1) for part in parts]
    if isinstance(value, Table):
        return {"table": [list(pair) for pair in zip(shown[::2], shown[1::2], strict=True)]}
    return {"stack": shown} if isinstance(value, Stack) else shown
