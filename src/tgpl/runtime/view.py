"""What a player may see. Views are made here and nowhere else.

`private` attributes are seen by the owners of their object only, and so is what can be reached through nothing else.
What a public list or a tile holds is public. The order and content of a deck are secret to all, its size is not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tgpl.runtime.board import BlankTile, Board, Tile, TileGroup
from tgpl.runtime.collect import Collected, List, Stack, Table
from tgpl.runtime.entity import Entity
from tgpl.runtime.piece import Deck, Piece
from tgpl.runtime.values import text

if TYPE_CHECKING:
    from tgpl.runtime.match import Match


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
        told = text(tile) if name is None else f"{name} ({tile.x:.0f}, {tile.y:.0f})"
        several = tile.group is not None and type(tile) in tile._game.rules.scattered
        return f"{told} of {tile.group.shown}" if several and tile.group is not None else told
    if "{" in "".join(tile._display.get("name", ())) and name:
        return name  # it says which one it is
    if tile.group is None or tile not in tile.group._tiles:
        return name or text(tile)
    return f"{name or text(tile)} {tile.group._tiles.index(tile)}"


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


# ---- who sees what


def visible(match: Match, player: int | None, held: list[Any] | None = None) -> frozenset[int]:
    """The serial numbers of the objects that a player (None: a spectator) may see.

    `held` is what a running block has in its hands: the player whom it asks sees it too.
    """
    registrar = match.registrar
    alive = registrar.alive()
    everything = [entity for serial, entity in registrar.by_serial.items() if serial in alive]
    tucked = _tucked(everything, player)
    roots = [entity for entity in everything if entity._rooted()] + (held or [])
    return _spread([root for root in roots if getattr(root, "_serial", -1) not in tucked], player)


def _tucked(entities: list[Entity], player: int | None) -> set[int]:
    """What lies in private attributes of others: to be seen, it must lie somewhere in the open too."""
    found: set[int] = set()
    for entity in entities:
        waiting = [getattr(entity, name) for name in entity._private if not _open(entity, name, player)]
        if isinstance(entity, Deck):
            waiting += entity._cards
        while waiting:
            item = waiting.pop()
            if isinstance(item, Entity):
                found.add(item._serial)
            elif isinstance(item, Collected):
                waiting += item._references()
    return found


def _spread(roots: list[Any], player: int | None) -> frozenset[int]:
    """Everything that can be reached in the open."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        item = waiting.pop()
        if isinstance(item, Entity):
            if item._serial not in found:
                found.add(item._serial)
                waiting += _open_references(item, player)
        elif isinstance(item, Collected) and id(item) not in seen:
            seen.add(id(item))
            waiting += item._references()
    return frozenset(found)


def _open(entity: Entity, name: str, player: int | None) -> bool:
    return name not in entity._private or (player is not None and player in entity._owners())


def _open_references(entity: Entity, player: int | None) -> list[Any]:
    if not entity._private and not isinstance(entity, Deck):
        return entity._references()
    parts = [entity.discard_stack] if isinstance(entity, Deck) else entity._parts()
    return [*parts, *(getattr(entity, name) for name in entity._links if _open(entity, name, player))]


# ---- the view itself


def view(match: Match, player: int | None, held: list[Any] | None = None) -> dict[str, Any]:
    """The match as plain data, as a player may see it."""
    seen = visible(match, player, held)
    objects = [match.registrar.by_serial[serial] for serial in sorted(seen)]
    return {
        "game": match.rules.name,
        "seat": player,
        "players": match.players,
        "active": match.active_player,
        "turn": match.turn_name,
        "phase": match.phase_name,
        "objects": [_object(entity, player, seen) for entity in objects],
        "log": list(match.log_lines),
    }


def _object(entity: Entity, player: int | None, seen: frozenset[int]) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": entity._serial, "class": entity.shown, "kind": entity.kind}
    owners = entity._owners()
    if owners:
        shown["owners"] = list(owners)
    if entity._everybodys():
        shown["global"] = True
    display = {word: told for word in entity._display if (told := _hint(entity, word))}
    if display:
        shown["display"] = display
    if entity._attributes:
        shown["attributes"] = {
            entity._names[name]: _value(getattr(entity, name), seen)
            for name in entity._attributes
            if _open(entity, name, player)
        }
    if isinstance(entity, Piece):
        shown["tile"] = _value(entity._tile, seen)
        shown["discarded"] = entity.discarded
    elif isinstance(entity, Tile):
        shown |= {
            "group": _value(entity.group, seen),
            "x": entity.x,
            "y": entity.y,
            "blank": isinstance(entity, BlankTile),
        }
        shown["pieces"] = [_value(piece, seen) for piece in entity._pieces]
        shown["neighbors"] = [_value(tile, seen) for tile in entity._neighbors()]
    elif isinstance(entity, Deck):
        shown |= {"size": len(entity._cards), "discards": _value(entity.discard_stack, seen)}
    elif isinstance(entity, Board):
        shown["groups"] = {group.shown: _value(getattr(entity, name), seen) for name, group in entity._groups}
    elif isinstance(entity, TileGroup):
        shown |= {"geometry": entity.geometry, "tiles": [_value(tile, seen) for tile in entity._tiles]}
    return shown


def _value(value: Any, seen: frozenset[int]) -> Any:
    """A value inside a view: objects by their id; what may not be seen is only known to be there."""
    if isinstance(value, Entity):
        return {"id": value._serial} if value._serial in seen else {"hidden": True}
    if isinstance(value, List):
        return [_value(item, seen) for item in value.items]
    if isinstance(value, Stack):
        return {"stack": [_value(item, seen) for item in value.items]}
    if isinstance(value, Table):
        keys = value.keys().items
        return {"table": [[_value(k, seen), _value(value[k], seen)] for k in keys]}
    return value
