"""Who sees what, and in which order: everything that is shown to a seat is numbered and sorted by what that seat knows.

`private` attributes are seen by the owners of their object only, and so is what can be reached through nothing else.
What a public list or a tile holds is public. The order and content of a deck are secret to all, its size is not.

How old an object is tells what it is, wherever things are made in a known order. So in a game with secrets nothing
that leaves the runtime goes by age: `number_visible` walks from what everybody knows along what the seat sees, and sorts what
is left by how it looks. Two matches that look alike are numbered alike. Compiled code does the same (`8_secrets.c`).

In:  a match and a player (None: a spectator). Out: serial numbers of what they see, and numbers of their own for these.
"""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING, Any

from tgpl.runtime.board import Board, Connection, Tile, TileGroup
from tgpl.runtime.collections import Collected, List, Stack, Table
from tgpl.runtime.entity import Entity, Event
from tgpl.runtime.piece import Deck, Piece
from tgpl.text.limits import LOOKS_DEEP, LOOKS_MANY

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

Numbers = dict[int, int]  # from the serial number of an object to the one that a seat knows it by
_NULL, _NUMBER, _TEXT, _BOOL, _OBJECT, _LIST, _TABLE, _STACK = range(8)


def find_visible(match: Match, player: int | None, held: list[Any] | None = None) -> frozenset[int]:
    """The serial numbers of the objects that a player (None: a spectator) may see.

    `held` is what a running block has in its hands: the player whom it asks sees it too, wherever else it lies.
    """
    registrar = match.registrar
    alive = registrar.alive()
    if not match.rules.secrets and not held and registrar.holds_nothing:
        return alive
    everything = [entity for serial, entity in registrar.by_serial.items() if serial in alive]
    hidden = _find_hidden(everything, player)
    roots = [entity for entity in everything if entity._is_root() and entity._serial not in hidden]
    return _find_reachable([*roots, *(held or [])], player)


def find_visible_when_asked(match: Match, player: int) -> frozenset[int]:
    """What the player who is asked sees: also what the running block holds in its hands, and what was answered."""
    return find_visible(match, player, _find_held(match))


def _find_held(match: Match) -> list[Any]:
    asking = match.asking
    answered = () if asking is None else (*asking.injector.context, *asking.found)
    return [*match.registrar.held_in_blocks(), *answered]


def holds_nothing_else(match: Match, seen: set[int]) -> bool:
    """Whether who is asked sees no more than what others see, where nothing is hidden: from what they see all else is reached. The
    event that an action answers is nothing to look at."""
    waiting, met = _find_held(match), set()
    while waiting:
        item = waiting.pop()
        if isinstance(item, Event):
            waiting += item._references()
        elif isinstance(item, Entity):
            if item._serial not in seen:
                return False
        elif isinstance(item, Collected) and id(item) not in met:
            met.add(id(item))
            waiting += item._references()
    return True


def _find_hidden(entities: list[Entity], player: int | None) -> set[int]:
    """What lies in private attributes of others: to be seen, it must lie somewhere in the open too."""
    found: set[int] = set()
    for entity in entities:
        waiting = [getattr(entity, name) for name in entity._private if not sees_attribute(entity, name, player)]
        if isinstance(entity, Deck):
            waiting += entity._cards
        while waiting:
            item = waiting.pop()
            if isinstance(item, Entity):
                found.add(item._serial)
            elif isinstance(item, Collected):
                waiting += item._references()
    return found


def _find_reachable(roots: list[Any], player: int | None) -> frozenset[int]:
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


def sees_attribute(entity: Entity, name: str, player: int | None) -> bool:
    """Whether a player may see an attribute of an object that they see."""
    if name not in entity._private:
        return True
    return player is not None and player in entity._owners() and name not in entity._unseen


def _open_references(entity: Entity, player: int | None) -> list[Any]:
    if not entity._private and not isinstance(entity, Deck):
        return entity._references()
    parts = [entity.discard_stack] if isinstance(entity, Deck) else entity._parts()
    return [*parts, *(getattr(entity, name) for name in entity._links if sees_attribute(entity, name, player))]


# ---- numbers of one's own


def number_visible(match: Match, player: int | None, seen: frozenset[int]) -> Numbers:
    """What a player sees, in an order that follows from how it looks. In a game without secrets age tells nothing."""
    if not match.rules.secrets:
        return {serial: serial for serial in sorted(seen)}
    return _Numbering(match, player, seen).numbers


class _Numbering:
    """From what everybody knows along what is open, breadth first; then from what is left, sorted by its looks."""

    def __init__(self, match: Match, player: int | None, seen: frozenset[int]) -> None:
        self.player = player
        self.numbers: Numbers = {}
        self.waiting: list[Any] = []  # objects and collections
        self.met: set[int] = set()  # by identity
        by_serial = match.registrar.by_serial
        everything = [by_serial[serial] for serial in sorted(seen)]
        for kind in match.rules.globals:
            made = getattr(match, kind.__name__, None)
            if made is not None and made._serial in seen:
                self._from(made)
        for stage in (_is_kept, lambda entity: entity._is_root(), lambda _: True):
            left = [entity for entity in everything if entity._serial not in self.numbers and stage(entity)]
            match.side_chance().shuffle(left)  # those that nothing tells apart: age is not to do it
            left.sort(key=cmp_to_key(self._compare))
            for entity in left:
                self._from(entity)

    def _from(self, root: Entity) -> None:
        self._reach(root)
        for value in self.waiting:  # which grows meanwhile
            if not isinstance(value, Entity):
                for item in value if isinstance(value, (tuple, list)) else _items(value):
                    self._reach(item)
                continue
            self.numbers[value._serial] = len(self.numbers)
            for name in value._links:
                if sees_attribute(value, name, self.player):
                    self._reach(getattr(value, name))
            for part in _parts(value):
                self._reach(part)
        self.waiting = []

    def _reach(self, value: Any) -> None:
        if isinstance(value, (Entity, Collected, tuple, list)) and id(value) not in self.met:
            self.met.add(id(value))
            self.waiting.append(value)

    # -- looks

    def _compare(self, one: Entity, other: Entity, deep: int = LOOKS_DEEP) -> int:
        """Negative, zero or positive, as one comes before another by all that the player sees of them."""
        if one is other:
            return 0
        numbers = [self.numbers.get(entity._serial) for entity in (one, other)]
        if numbers[0] is not None or numbers[1] is not None:
            return _order(numbers[0] is None, numbers[1] is None) or _order(numbers[0], numbers[1])
        found = _order(one.shown, other.shown) or _order(_mask(one), _mask(other))
        if found or type(one) is not type(other):
            return found
        if isinstance(one, Piece) and isinstance(other, Piece):
            found = _order(one.discarded is True, other.discarded is True) or self._compare_values(
                one._tile, other._tile, deep
            )
        elif isinstance(one, Tile) and isinstance(other, Tile):
            found = _order(_at(one), _at(other)) or self._compare_values(one.group, other.group, deep)
        for name in one._attributes:
            if found:
                break
            opens = [sees_attribute(entity, name, self.player) for entity in (one, other)]
            if all(opens):
                found = self._compare_values(getattr(one, name), getattr(other, name), deep)
        return found

    def _compare_values(self, one: Any, other: Any, deep: int) -> int:
        """The same of two values."""
        kind = _kind(one)
        found = _order(kind, _kind(other))
        if found or kind == _NULL:
            return found
        if kind < _OBJECT:
            return _order(one, other)
        if not deep:
            return 0
        if kind == _OBJECT:
            return self._compare(one, other, deep - 1)
        items = _items(one), _items(other)
        found = _order(len(items[0]), len(items[1]))
        for first, second in zip(items[0][:LOOKS_MANY], items[1][:LOOKS_MANY], strict=False):
            if found:
                break
            found = self._compare_values(first, second, deep - 1)
        return found


def _is_kept(entity: Entity) -> bool:
    """Whether it belongs to somebody and is none of the things that lie on boards: these are met on the way."""
    return entity._is_root() and not isinstance(entity, Piece)


def _parts(entity: Entity) -> list[Any]:
    """What belongs to an object beside its attributes, in an order that everybody knows; what lies in a list comes last."""
    if isinstance(entity, Tile):
        return [entity.group, entity._pieces, entity._connections]
    if isinstance(entity, TileGroup):
        places = sorted(entity._places.items(), key=lambda place: (place[0][1], place[0][0]))
        return [entity._tiles, *(tile for _, tile in places)]
    if isinstance(entity, Deck):
        return [entity.discard_stack]
    return list(entity._parts()) if isinstance(entity, (Board, Piece, Connection)) else []


def _items(value: Any) -> list[Any]:
    if isinstance(value, Table):
        return value.flat()
    return value.items if isinstance(value, (List, Stack)) else []


def _kind(value: Any) -> int:
    match value:
        case None:
            return _NULL
        case bool():
            return _BOOL
        case float() | int():
            return _NUMBER
        case str():
            return _TEXT
        case Entity():
            return _OBJECT
        case List():
            return _LIST
        case Table():
            return _TABLE
    return _STACK


def _mask(entity: Entity) -> int:
    return sum(1 << owner for owner in entity._owners())


def _at(tile: Tile) -> tuple[float, float]:
    return (-1.0, -1.0) if tile.x is None or tile.y is None else (tile.y, tile.x)


def _order(one: Any, other: Any) -> int:
    return int(one > other) - int(one < other)
