"""Where a piece of a random program stands: what it sees and what it may do there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from programs.world import ODD_NAMES, Class, World

DEAREST = 150  # what one block may cost, in statements carried out


@dataclass
class Local:
    name: str
    type: str
    sure: bool = True
    assignable: bool = True


@dataclass
class Scope:
    world: World
    owner: Class | None = None
    acts: frozenset[str] = frozenset()  # what may be done here
    rank: int = 1 << 30  # only what is below may be called
    result: str | None = None  # what `return` gives; "" for nothing, None where there is no return
    event: str | None = None
    event_sure: bool = False
    locals: list[Local] = field(default_factory=list)
    loops: int = 0
    weight: int = 1  # how often a statement here is carried out
    cost: int = 0
    room: int = 5  # statements that may still be written here
    making: bool = False  # a value that an object begins with: it sees nothing of the game
    listening: bool = False  # set off by an event: whatever could set off more needs fuel
    asking: int = 0  # questions to lists around here
    reserved: set[str] = field(default_factory=set)  # names of inputs that are not visible yet

    @property
    def rng(self) -> Random:
        return self.world.rng

    def chance(self, p: float) -> bool:
        return self.world.rng.random() < p

    def careless(self) -> bool:
        return self.world.risk > 0 and self.chance(self.world.risk)

    def fresh(self, stem: str = "") -> str:
        """A name for a variable; names of blocks that are closed come again."""
        taken = {local.name for local in self.locals} | self.reserved
        stem = stem or self.rng.choice("acdefghkmnpqrstuvwz" if self.chance(0.85) else ODD_NAMES)
        if stem not in taken:
            return stem
        number = 2
        while f"{stem}{number}" in taken:
            number += 1
        return f"{stem}{number}"

    def declare(self, name: str, type_: str, sure: bool = True, assignable: bool = True) -> Local:
        local = Local(name, type_, sure, assignable)
        self.locals.append(local)
        return local

    @contextmanager
    def block(self, rounds: int = 1, loop: bool = False) -> Iterator[None]:
        """Variables declared inside are forgotten behind it."""
        seen, loops, weight = len(self.locals), self.loops, self.weight
        self.loops += loop
        self.weight *= rounds
        yield
        del self.locals[seen:]
        self.loops, self.weight = loops, weight

    def inner_test(self) -> Scope:
        """A test inside: it sees the same, and may do nothing."""
        return Scope(
            self.world, self.owner, frozenset(), self.rank, "bool", self.event, self.event_sure,
            list(self.locals), weight=self.weight * 6, cost=self.cost, room=2,
            reserved=set(self.reserved), asking=self.asking,
        )  # fmt: skip

    def spend(self, cost: int = 1) -> None:
        self.cost += cost * self.weight

    def affords(self, cost: int) -> bool:
        return self.cost + cost * self.weight < DEAREST
