"""The reference registrar: every object of a match, by class and by age, and which of them are still in the game.

An object is in the game while something that is in the game refers to it. Roots are globals, objects that belong to
a player, the variables of running blocks and the events that are thrown. What is not reachable from them is never
offered by an input, observes nothing, and is forgotten at the next commit.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tgpl.runtime.collections import Collected
from tgpl.runtime.entity import Entity
from tgpl.runtime.errors import RuleError
from tgpl.text.limits import MOST_OBJECTS

if TYPE_CHECKING:
    from types import FrameType

    from tgpl.runtime.match import Match

_TOO_MANY = f"A game can have {MOST_OBJECTS:,} objects."
_set = object.__setattr__


class Registrar:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.by_serial: dict[int, Entity] = {}
        self.by_class: dict[type[Entity], list[Entity]] = {}
        self.sweep_at = 1_000  # how many objects there may be before the dead ones are looked for
        self._alive: tuple[int, frozenset[int]] | None = None  # the length of the journal, and who was alive then

    def add(self, entity: Entity) -> None:
        """Registers a new object; called by its initialiser."""
        match = self.match
        serial = match.serial
        _set(entity, "_serial", serial)
        match.serial = serial + 1
        if len(self.by_serial) >= MOST_OBJECTS:
            raise RuleError("R713", _TOO_MANY)
        self.by_serial[serial] = entity
        for class_ in entity._lineage:
            members = self.by_class.get(class_)
            if members is None:
                self.by_class[class_] = [entity]
            else:
                members.append(entity)
        match.journal.append((self._forget, entity))

    def room_for(self, count: float) -> None:
        """So many objects more are going to be made."""
        if len(self.by_serial) + count > MOST_OBJECTS:
            raise RuleError("R713", _TOO_MANY)

    def _forget(self, entity: Entity) -> None:
        """Undoes `add`: what is newest goes first."""
        del self.by_serial[entity._serial]
        for class_ in entity._lineage:
            self.by_class[class_].pop()

    def all(self, class_: type[Entity]) -> list[Entity]:
        """Every object of a class that is in the game and present, oldest first."""
        members = self.by_class.get(class_, [])
        self.match.work(len(members))
        alive: frozenset[int] | None = None
        found = []
        for entity in members:
            if not entity._is_present():
                continue
            if not entity._is_root():
                if alive is None:
                    alive = self.alive()
                if entity._serial not in alive:
                    continue
            found.append(entity)
        return found

    # -- reachability

    def alive(self) -> frozenset[int]:
        """The serial numbers of all objects that are in the game."""
        match = self.match
        held = match.held_values()
        if match.running or held:
            match.work(4 * len(self.by_serial))
            return self._mark([*self._roots(), *self.held_in_blocks(), *held])
        if self._alive is None or self._alive[0] != len(match.journal):
            self._alive = (len(match.journal), self._mark(self._roots()))
        return self._alive[1]

    @property
    def holds_nothing(self) -> bool:
        """Whether no running block holds anything: what is in the game is then what can be reached in it."""
        return not self.match.running and not self.match.held_values()

    def held_in_blocks(self) -> list[Any]:
        """What the variables of running blocks hold."""
        return _variables(self.match.rules.filename) if self.match.running else []

    def forget_after(self, length: int) -> None:
        """The journal was cut: what was known about a longer one no longer holds."""
        if self._alive is not None and self._alive[0] > length:
            self._alive = None

    def forget_alive(self) -> None:
        self._alive = None

    def _roots(self) -> list[Any]:
        return [entity for entity in self.by_serial.values() if entity._is_root()]

    def _mark(self, roots: list[Any]) -> frozenset[int]:
        found: set[int] = set()
        seen: set[int] = set()  # collections, by identity
        waiting = roots
        while waiting:
            item = waiting.pop()
            if isinstance(item, Entity):
                serial = item._serial
                if serial not in found:
                    found.add(serial)
                    waiting += item._references()
            elif isinstance(item, Collected) and id(item) not in seen:
                seen.add(id(item))
                waiting += item._references()
        return frozenset(found)

    def sweep(self) -> None:
        """Forgets what is no longer in the game, once there is enough of it; only when nothing can be taken back."""
        if len(self.by_serial) < self.sweep_at:
            return
        alive = self.alive()
        self.by_serial = {serial: entity for serial, entity in self.by_serial.items() if serial in alive}
        for class_, members in self.by_class.items():
            self.by_class[class_] = [entity for entity in members if entity._serial in alive]
        self.sweep_at = max(1_000, 2 * len(self.by_serial))


def _variables(filename: str) -> list[Any]:
    """What the variables of the running blocks of a translated game hold."""
    found: list[Any] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == filename:
            for name, value in frame.f_locals.items():
                if isinstance(value, (Entity, Collected)) and (name[0] != "_" or name[-1] == "_"):
                    found.append(value)  # the others are the translation's own
        frame = frame.f_back
    return found
