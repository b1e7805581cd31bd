"""Things that nothing tells apart: two Coppers in one hand are one option with a count.

Two objects are alike if they are of the same class, have the same owner, stand on the same tile and hold the same in all attributes,
if no attribute, table or event refers to one of them, and if they lie in the same lists, each as often as the other. What
variables of running blocks hold tells nothing apart, nor does the order of a list.

In a game with secrets that is so for the player who is asked: what they do not see is like nothing else, nor is what has an
attribute that is not for them, because that there is one option and not two would tell. And what refers to a thing where they do not see
it counts for nothing. Compiled code does the same (`8a_alike.c`).

In:  a match, candidates, perhaps a player. Out: for each candidate the place of the first that is like it.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, Any

from tgpl.runtime.collections import Collected, Table
from tgpl.runtime.entity import Entity
from tgpl.runtime.piece import Deck, Piece
from tgpl.runtime.visibility import find_visible_when_asked, sees_attribute

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

Groups = list[int]  # for each candidate the place of the first that is like it


def group_values(values: list[Any]) -> Groups:
    """Numbers, texts and the like: equal ones are alike."""
    first: dict[Any, int] = {}
    return [first.setdefault((isinstance(value, bool), value), i) for i, value in enumerate(values)]


def group_objects(match: Match, candidates: list[Entity], player: int | None) -> Groups:
    """`player`: who is asked; None where it only matters what rules can tell apart."""
    if not match.rules.secrets:
        player = None
    first: dict[Any, int] = {}
    groups = [
        first.setdefault(_looks(one), i) if _can_be_like_another(one, player) else i for i, one in enumerate(candidates)
    ]
    sizes = Counter(groups)
    tracked = {one._serial: i for i, one in enumerate(candidates) if sizes[groups[i]] > 1}
    if not tracked:
        return groups
    seen = match.registrar.alive() if player is None else find_visible_when_asked(match, player)
    return _Referrers(match, player, seen, tracked).refine(groups)


def _can_be_like_another(one: Entity, player: int | None) -> bool:
    if one.kind not in ("class", "interactable") or one._is_public():
        return False
    return player is None or all(sees_attribute(one, name, player) for name in one._private)


def _looks(one: Entity) -> tuple[Any, ...]:
    place = (one.discarded, id(one._tile), one._decks) if isinstance(one, Piece) else ()
    held = one.__dict__
    return type(one), one._owners(), place, tuple(_content(held.get(name), True) for name in one._attributes)


def _content(value: Any, open_: bool) -> Any:
    """A value so that two are equal where nothing tells them apart; collections inside collections are only like themselves."""
    if isinstance(value, Entity):
        return "object", value._serial
    if not isinstance(value, Collected):
        plain = value is None or isinstance(value, (bool, str))
        return (type(value), value) if plain else ("number", float(value))
    if not open_:
        return "collection", id(value)
    parts = value.flat() if isinstance(value, Table) else value.elements()
    return type(value), tuple(_content(part, False) for part in parts)


class _Referrers:
    """What refers to candidates that look alike."""

    def __init__(self, match: Match, player: int | None, seen: frozenset[int], tracked: dict[int, int]) -> None:
        self.tracked = tracked
        self.met: set[int] = set()  # collections, by identity
        self.waiting: list[Collected] = []
        self.lists: list[list[Any]] = []
        self.single: set[int] = {i for serial, i in tracked.items() if serial not in seen}
        for serial, entity in match.registrar.by_serial.items():
            if serial in seen:
                self._look_into(entity, player)
        while self.waiting:
            self._open(self.waiting.pop())

    def _look_into(self, entity: Entity, player: int | None) -> None:
        held = entity.__dict__
        for name in entity._links:
            if player is None or sees_attribute(entity, name, player):
                self._refer(held.get(name))
        if isinstance(entity, Deck):
            self._refer(entity.discard_stack)
            if player is None:
                self.lists.append(entity._cards)

    def _refer(self, value: Any) -> None:
        """One thing refers to it, and to no other by the same way."""
        if isinstance(value, Entity):
            if value._serial in self.tracked:
                self.single.add(self.tracked[value._serial])
        elif isinstance(value, Collected) and id(value) not in self.met:
            self.met.add(id(value))
            self.waiting.append(value)

    def _open(self, value: Collected) -> None:
        if isinstance(value, Table):
            for part in value.flat():
                self._refer(part)
            return
        self.lists.append(value.elements())
        for part in value.elements():
            if isinstance(part, Collected):
                self._refer(part)

    def refine(self, groups: Groups) -> Groups:
        """Candidates that are in other lists, or more often in one, are not alike."""
        numbers = count(len(groups))
        names = [next(numbers) if i in self.single else group for i, group in enumerate(groups)]
        for items in self.lists:
            times = Counter(
                self.tracked[item._serial]
                for item in items
                if isinstance(item, Entity) and item._serial in self.tracked
            )
            parts: dict[tuple[int, int], int] = {}
            for i, often in times.items():
                part = (names[i], often)
                if part not in parts:
                    parts[part] = next(numbers)
                names[i] = parts[part]
        first: dict[int, int] = {}
        return [first.setdefault(name, i) for i, name in enumerate(names)]
