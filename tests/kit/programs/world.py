"""What a random program declares, as far as the rest of it needs to know.

Types are kept as they are written: "number", "List<Card>". Something is *sure* if it is never null.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

SIMPLE = ("number", "string", "bool", "player")
ASK, PASS, THROW, FAIL, WIN = "ask", "pass", "throw", "fail", "win"
ACTS = frozenset((ASK, PASS, THROW, FAIL, WIN))
# Names that are ordinary here and mean something in the languages that a game is translated to.
ODD_NAMES = (
    "self game lambda def None float int str len match state items import yield pass_ class_ del with "
    "print object list dict set type id text seat step count value name key keys values Match Rules _ __ _1 é Ñandú "
    "Δ 名前 static void struct double char long register union sizeof extern goto enum typedef inline restrict main "
    "errno NULL stdin EOF printf malloc free _Bool _ue9 _Ue9_ __class __globals __init__ linux const switch case kind kinds v_x a_x g_x fn_x f_globals"
).split()


def element(type_: str) -> str:
    return type_[type_.index("<") + 1 : -1]


def shape(type_: str) -> str:
    """List, Table or Stack; empty for everything else."""
    return type_[: type_.index("<")] if "<" in type_ else ""


@dataclass
class Attr:
    name: str
    type: str
    sure: bool = True
    private: bool = False


@dataclass
class Param:
    name: str
    type: str
    sure: bool = True
    optional: bool = False  # it may be left out


@dataclass(eq=False)
class Callee:
    """A function or an action. It calls only those with a lower rank, so that every call comes to its end."""

    name: str
    rank: int
    params: list[Param]
    returns: str | None  # None for an action, "" for a function without a result
    acts: frozenset[str] = frozenset()
    cost: int = 1
    owner: Class | None = None
    event: str | None = None  # of an action: the type of `event` in its effect
    inputs: list[Param] = field(default_factory=list)  # of a function: what it asks for itself


@dataclass(eq=False)
class Class:
    name: str
    kind: str
    visibility: str = "local"
    base: Class | None = None
    attrs: list[Attr] = field(default_factory=list)
    callees: list[Callee] = field(default_factory=list)
    holds: Class | None = None  # of a deck
    lines: list[str] = field(default_factory=list)  # its members as text
    row: bool = False  # of a table, which says the rest of it

    def lineage(self) -> list[Class]:
        return [self, *(self.base.lineage() if self.base is not None else [])]

    def all_attrs(self) -> list[Attr]:
        return [attr for step in reversed(self.lineage()) for attr in step.attrs]

    def derives(self, other: Class) -> bool:
        return other in self.lineage()


@dataclass(eq=False)
class Table:
    """A table of cards."""

    name: str
    base: Class
    columns: list[str] = field(default_factory=list)
    rows: list[tuple[Class, str]] = field(default_factory=list)  # with their cells


@dataclass
class Group:
    name: str
    path: str  # an expression for it, from anywhere
    tile: str  # the type of its tiles
    grid: bool
    width: int = 0
    height: int = 0
    attr: str = ""  # the name of a number that it has
    across: int = 0  # as it is written
    down: int = 0


@dataclass(eq=False)
class World:
    rng: Random
    players: tuple[int, int] = (2, 2)
    seats_named: bool = False
    teamed: bool = False
    risk: float = 0.0  # how often something is left unguarded
    small: bool = False
    hostile: float = 0.0  # how often a statement is one with values that nobody expects
    dice: bool = False
    named: bool = False  # it has enums, constants and kinds
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)  # by name, their types
    zones: bool = False
    classes: dict[str, Class] = field(default_factory=dict)  # in the order of their rank
    callees: list[Callee] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    boards: list[str] = field(default_factory=list)  # expressions for boards
    turns: dict[str, list[str]] = field(default_factory=dict)  # with their phases
    functions: list[str] = field(default_factory=list)  # as text
    used: set[str] = field(default_factory=set)

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def name(self, stem: str) -> str:
        """One that nothing else has."""
        if self.chance(0.12):
            odd = self.rng.choice(ODD_NAMES)
            if odd not in self.used:
                self.used.add(odd)
                return odd
        number = 1
        while f"{stem}{number}" in self.used:
            number += 1
        self.used.add(f"{stem}{number}")
        return f"{stem}{number}"

    def of_kind(self, *kinds: str, visibility: str | None = None) -> list[Class]:
        return [
            c for c in self.classes.values() if c.kind in kinds and (visibility is None or c.visibility == visibility)
        ]

    def makeable(self, type_: str) -> list[Class]:
        """Classes whose objects `new` makes where a type is wanted."""
        if type_ in self.classes:
            wanted = self.classes[type_]
            return [c for c in self.classes.values() if c.derives(wanted) and c.visibility != "global"]
        return [c for c in self.of_kind(type_) if c.visibility != "global"] if type_ != "group" else []

    def fits(self, got: str, wanted: str) -> bool:
        """Whether an object of one class may stand for another."""
        if got == wanted:
            return True
        if got.startswith("kind of ") and wanted.startswith("kind of "):
            return self.fits(got.removeprefix("kind of "), wanted.removeprefix("kind of "))
        found = self.classes.get(got)
        if found is None:
            return False
        return wanted == found.kind or (wanted in self.classes and found.derives(self.classes[wanted]))

    def simple_type(self) -> str:
        if self.named and self.chance(0.25):
            return self.rng.choice(("Mood", "Mood", "Weather", "kind of Ware", "kind of Ware", "kind of Silk"))
        if self.dice:
            return self.rng.choices((*SIMPLE, "dice"), (4, 2, 2, 2, 2))[0]
        return self.rng.choices(SIMPLE, (5, 2, 2, 2))[0]

    def class_type(self, *kinds: str) -> str | None:
        found = [
            c.name for c in self.of_kind(*(kinds or ("class", "interactable", "tile"))) if c.visibility != "global"
        ]
        return self.rng.choice(found) if found else None

    def any_type(self, depth: int = 2) -> str:
        roll = self.rng.random()
        if roll < 0.55 or depth == 0:
            return self.simple_type()
        if roll < 0.7:
            return self.class_type() or "number"
        made = self.rng.choices(("List", "Table", "Stack"), (5, 3, 2))[0]
        return f"{made}<{self.any_type(depth - 1)}>"
