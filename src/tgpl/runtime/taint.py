"""Tests run with what a player may not see tainted: reading it raises, so what a test says otherwise tells them nothing new.

with taint_hidden(match, player):
    match.test(…)   # raises TaintedRead if it depends on something hidden
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from tgpl.runtime.entity import Entity
from tgpl.runtime.piece import Deck

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

_set = object.__setattr__


class TaintedRead(Exception):
    """A test looked at something that is hidden."""


@contextmanager
def taint_hidden(match: Match, player: int) -> Iterator[None]:
    """While it lasts, private attributes of others cannot be read, and of a deck only its size is known."""
    if not match.rules.secrets:
        yield
        return
    attributes = [(kind, name) for kind in match.rules.classes for name in sorted(kind._private) if name in vars(kind)]
    kept = [vars(kind)[name] for kind, name in attributes]
    decks = [entity for entity in match.registrar.by_serial.values() if isinstance(entity, Deck)]
    cards = [deck._cards for deck in decks]
    for kind, name in attributes:
        setattr(kind, name, _tainted_attribute(match, player, name))
    for deck in decks:
        _set(
            deck, "_parts", partial(tuple, deck._parts())
        )  # what is in the game is not for rules to see: it may be looked for
        _set(deck, "_cards", _TaintedCards(deck._cards))
    try:
        yield
    finally:
        for (kind, name), old in zip(attributes, kept, strict=True):
            setattr(kind, name, old)
        for deck, old_cards in zip(decks, cards, strict=True):
            _set(deck, "_cards", old_cards)
            object.__delattr__(deck, "_parts")


def _tainted_attribute(match: Match, player: int, name: str) -> property:
    """An attribute that only the owners of an object can read; other matches of the same game, and what a test makes
    itself, are left alone."""
    first = match.serial

    def read(entity: Entity) -> Any:
        seen = player in entity._owners() and name not in entity._unseen
        if entity._game is match and entity._serial < first and not seen:
            raise TaintedRead
        return vars(entity).get(name)

    def write(entity: Entity, value: Any) -> None:
        vars(entity)[name] = value

    return property(read, write)


class _TaintedCards(tuple[Any, ...]):
    """Cards from behind: they can be counted."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        raise TaintedRead

    def __getitem__(self, at: Any) -> Any:
        raise TaintedRead

    def append(self, card: Any) -> None:
        raise TaintedRead

    def insert(self, at: int, card: Any) -> None:
        raise TaintedRead

    def pop(self, at: int) -> Any:
        raise TaintedRead
