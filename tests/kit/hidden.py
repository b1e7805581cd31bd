"""What a seat may not see, found in another way than the runtime finds it."""

from __future__ import annotations

from typing import Any

from tgpl.runtime.collections import Collected
from tgpl.runtime.entity import Entity
from tgpl.runtime.match import Match
from tgpl.runtime.piece import Deck
from tgpl.runtime.state import State


def hidden_serials(state: State, seat: int | None) -> set[int]:
    """Objects that lie in a deck, or directly in a private attribute of somebody else, where the decision is asked; without what
    the running block holds in its hands, which it shows to the player whom it asks."""
    asked = state.decision is not None and state.decision.player == seat

    def find(match: Match) -> set[int]:
        hidden = _find_hidden(list(match.registrar.by_serial.values()), seat)
        return hidden - _find_held(match) if asked else hidden

    return state._processor.look(find)


def _find_hidden(entities: list[Entity], seat: int | None) -> set[int]:
    hidden: set[int] = set()
    for entity in entities:
        if isinstance(entity, Deck):
            hidden |= {card._serial for card in entity._cards}
        for name in entity._private:
            if seat is None or seat not in entity._owners() or name in entity._unseen:
                hidden |= {item._serial for item in _inside(getattr(entity, name)) if isinstance(item, Entity)}
    return hidden


def _find_held(match: Match) -> set[int]:
    held = match.registrar.held_in_blocks()
    return {item._serial for value in held for item in (value, *_inside(value)) if isinstance(item, Entity)}


def _inside(value: Any) -> list[Any]:
    return list(value.elements()) if isinstance(value, Collected) else [value]
