"""What a translated game declares: classes, actions, turns, and `Rules`, its table of contents.

A translated module ends with `RULES = Rules(…)`. From that the runtime knows, once for all matches, which actions
observe which events (so nothing is registered when an object is made), what each attribute holds, and what is private.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard

from tgpl.runtime.board import (
    BlankTile,
    Board,
    Connection,
    Tile,
    TileGroup,
)
from tgpl.runtime.collections import Anything, CollectionKind, List, Player, Stack, Table, as_a, is_a
from tgpl.runtime.display import HIDE
from tgpl.runtime.entity import (
    Entity,
    Event,
    Global,
    Local,
    NoChoiceEvent,
    Owned,
    PhaseChangeEvent,
    PlayerChoiceEvent,
    Shared,
    TurnChangeEvent,
)
from tgpl.runtime.errors import Place, RuleError
from tgpl.runtime.inputs import Input
from tgpl.runtime.piece import Deck, Piece
from tgpl.runtime.symbols import Enum, EnumValue, Kind, is_symbol_kind, kind_of, kinds_of, no_case, present
from tgpl.runtime.values import (
    ceil,
    digits,
    finite,
    floor,
    int32,
    number,
    remainder,
    round_half_up,
    same,
    times32,
    truth,
    whole_number,
)  # fmt: skip
from tgpl.text.mangling import demangle
from tgpl.text.terms import Logic, Rule, relation

if TYPE_CHECKING:
    from tgpl.runtime.datalog.reasoner import Reasoner
    from tgpl.runtime.match import Match

# ---- parts of an action


class Require:
    def __init__(self, test: Callable[..., bool]) -> None:
        self.test = test


class Trigger:
    """Waits for an event; without a test it always runs."""

    def __init__(self, event: type[Event], test: Callable[..., bool] | None = None) -> None:
        self.event = event
        self.test = test


def require(test: Callable[..., bool]) -> Require:
    return Require(test)


def trigger(event: type[Event]) -> Callable[[Callable[..., bool]], Trigger]:
    return lambda test: Trigger(event, test)


class Action:
    """An action: a class inside the class that has it. Its functions get that object as `self`."""

    name: ClassVar[str] = ""  # the designer's
    priority: ClassVar[float] = 0.0
    order: ClassVar[int] = 0  # of declaration
    inputs: ClassVar[tuple[Input, ...]] = ()
    requires: ClassVar[tuple[Callable[..., bool], ...]] = ()
    triggers: ClassVar[tuple[Trigger, ...]] = ()
    part: ClassVar[str] = ""  # what it is called, if it is part of another action, whose effect calls it
    during: ClassVar[str] = ""  # the phases to which its first require binds it
    point: ClassVar[int] = -1  # that is noted when it is offered, if one is (core/coverage.py)
    effect: ClassVar[Callable[..., None]]

    def __init_subclass__(cls) -> None:
        """Gathers the parts; an override has none of its own but the effect."""
        parts = list(vars(cls).values())
        cls.inputs += tuple(part for part in parts if isinstance(part, Input))
        cls.requires += tuple(part.test for part in parts if isinstance(part, Require))
        cls.triggers += tuple(part for part in parts if isinstance(part, Trigger))

    @classmethod
    def waits_for(cls, event: Event) -> list[Trigger]:
        """The triggers for an event, the most particular first."""
        fitting = [t for t in cls.triggers if isinstance(event, t.event)]
        return sorted(fitting, key=lambda t: -len(t.event._lineage))


# ---- turns


class Phase:
    """A phase. Without an effect it waits for a choice."""

    name: ClassVar[str] = ""
    simultaneous: ClassVar[bool] = False
    point: ClassVar[int] = -1  # that is noted when it begins
    inputs: ClassVar[tuple[Input, ...]] = ()
    effect: ClassVar[Callable[..., None] | None] = None

    def __init_subclass__(cls) -> None:
        cls.inputs = tuple(part for part in vars(cls).values() if isinstance(part, Input))


class Turn:
    name: ClassVar[str] = ""
    phases: ClassVar[tuple[type[Phase], ...]] = ()
    default: ClassVar[Callable[[Match], int | None] | None] = None

    def __init_subclass__(cls) -> None:
        cls.phases = tuple(p for p in vars(cls).values() if isinstance(p, type) and issubclass(p, Phase)) or (
            MainPhase,
        )

    @classmethod
    def phase(cls, name: str | None) -> type[Phase]:
        """A phase by its name; the first one without."""
        if name is None:
            return cls.phases[0]
        for phase in cls.phases:
            if phase.name == name:
                return phase
        raise RuleError("R710", f'The turn "{cls.name}" has no phase "{name}".')


class MainPhase(Phase):
    """The only phase of a turn that declares none."""

    name = "main"


class MainTurn(Turn):
    """The turn of a game that declares none."""

    name = "main"
    phases = (MainPhase,)


# ---- functions


def recursive(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that can come back to itself: how deep is counted."""

    @functools.wraps(function)
    def counted(first: Any, /, *rest: Any, **named: Any) -> Any:
        game = rest[0] if isinstance(first, Entity) else first
        game.deeper()
        result = function(first, *rest, **named)
        game.depth -= 1
        return result

    return counted


class Unset:
    """An argument that was not given."""


UNSET: Any = Unset()


class Private:
    """`hand: Private[List[Card]]`: only the owners see it."""

    def __class_getitem__(cls, of: Any) -> Any:
        return of


class Unseen:
    """`pile: Unseen[List[Card]]`: nobody sees it."""

    def __class_getitem__(cls, of: Any) -> Any:
        return of


# ---- the table of contents

Listener = tuple[type[Entity], str]  # a class, and the designer's name of an action of it
_VALUE_KINDS: dict[str, Any] = {"float": float, "str": str, "bool": bool, "Player": int, "Anything": Anything}
_SHAPES = {"List": List, "Table": Table, "Stack": Stack}
PREDEFINED: tuple[type[Any], ...] = (
    Entity, Event, Tile, BlankTile, TileGroup, Board, Connection, Deck, Owned, Piece,
    PlayerChoiceEvent, NoChoiceEvent, TurnChangeEvent, PhaseChangeEvent,
)  # fmt: skip
_SHOWN: dict[type[Any], str] = {
    Tile: "tile", TileGroup: "group", Board: "board", Deck: "stack", Event: "event",
    Piece: "interactable", Owned: "class",
}  # fmt: skip


def seat_name(player: int, seats: tuple[str, ...]) -> str:
    """A player by the name of the seat, if it has one."""
    return seats[player] if seats else f"player {player}"


class Rules:
    """A translated game, ready to be played any number of times."""

    def __init__(
        self,
        name: str,
        players: tuple[int, int],
        classes: list[type[Entity]],
        turns: list[type[Turn]],
        setups: list[Callable[[Match], None]],
        connections: bool = False,
        cancels: bool = False,
        goals: type[Event] | None = None,
        filename: str = "",
        prints: bool = False,
        logic: Logic | None = None,
        names: tuple[str, ...] = (),
        colors: tuple[str, ...] = (),
        rulebook: tuple[str, ...] = (),
        tells: bool = False,
        enums: list[type[EnumValue]] | None = None,
        points: int = 0,
    ) -> None:
        self.name = name
        self.players = players
        self.classes = classes  # in the order of declaration
        self.turns = {turn.name: turn for turn in turns} or {MainTurn.name: MainTurn}
        self.setups = setups
        self.connections = connections
        self.goals = goals  # thrown after every move and automatic phase: who has reached a goal?
        self.prints = prints  # what it logs are pieces of one text, not lines
        self.logic = logic  # the rules that `game.logic` goes by
        self.names = names  # of the players, one for each seat, or none
        self.colors = colors
        self.rulebook = rulebook  # the rules in words, line by line
        self.cancels = cancels  # an effect may take back what it has done
        self.filename = filename or (setups[0].__code__.co_filename if setups else "")
        self.places: dict[int, list[tuple[int, int, Place]]] = {}  # where the text of each line comes from
        self.takes: dict[Place, tuple[Place, str]] = {}  # uses of what was taken from a deck or stack: where it was
        self.heads: list[Place] = []  # where the head of each of the logic's rules stands
        self._own = frozenset(classes)
        self._actions_in: dict[type, dict[str, type[Action]]] = {}  # that each class itself declares
        self.enums = enums or []
        self.points = points  # that matches note when they come by
        self._kinds: dict[str, Any] = {**_VALUE_KINDS, **{kind.__qualname__: kind for kind in (*PREDEFINED, *classes)}}
        self._kinds.update({kind.__name__: kind for kind in self.enums})
        self.keyed: dict[str, Any] = {**_VALUE_KINDS, **{kind.__qualname__: kind for kind in PREDEFINED}}
        named: list[type] = [*classes, *self.enums]
        self.keyed.update({_key(kind, self.keyed.keys()): kind for kind in named})
        self.keys = {kind: key for key, kind in self.keyed.items()}
        for kind, shown in _SHOWN.items():
            kind.shown = shown
        for kind in (*PREDEFINED, *classes):
            self._describe(kind)
        self.globals = [kind for kind in classes if _is_global(kind)]
        # Something is hidden from some: attributes, the order of decks, or lines that one player is told.
        self.secrets = tells or any(kind._private or issubclass(kind, Deck) for kind in classes)
        # Whether anything that is only looked at depends on chance: see `Match.side_chance`.
        self.draws_aside = self.secrets or any(kind.visibility == "group" for kind in classes)
        self.scattered = _find_scattered(classes)
        # By the name of a tile: the only group that has such, if its columns or rows have names.
        self.headed = _find_headed(classes)
        self._listeners: dict[type[Event], list[Listener]] = {}
        self.actions = self._all_actions()

    @property
    def seats(self) -> tuple[str, ...]:
        """What the seats are called, where the rules name them."""
        return self.names if self.logic is None else self.logic.roles

    def seat_name(self, player: int) -> str:
        """What a player is called."""
        return seat_name(player, self.seats)

    @functools.cached_property
    def reasoner(self) -> Reasoner:
        """What works out positions, for all matches: it remembers those that it has met."""
        from tgpl.runtime.datalog.reasoner import Reasoner

        assert self.logic is not None
        return Reasoner(self.logic)

    def place_of(self, about: tuple[str, int]) -> Place | None:
        """Where a rulesheet first says something of a relation: by a rule, or if there is none by a fact."""
        rules = () if self.logic is None else self.logic.rules
        own = [(not rule.body, at) for at, rule in enumerate(rules[: len(self.heads)]) if relation(rule.head) == about]
        return self.heads[min(own)[1]] if own else None

    def kind(self, name: str) -> Any:
        """A kind by how the translated game writes it: `c_Card`, `List[c_Card]`, `float`."""
        return _kind(self._kinds, name)

    def kind_of_key(self, key: str) -> Any:
        """A kind by how a saved state writes it: `Card`, `List[Card]`, `float`; KeyError if the rules have none."""
        return _kind(self.keyed, key)

    def key_of_kind(self, kind: Any) -> str:
        if isinstance(kind, CollectionKind):
            return f"{kind.shape.__name__}[{self.key_of_kind(kind.of)}]"
        if isinstance(kind, Kind):
            return f"Kind[{self.keys[kind.of]}]"
        return self.keys[kind]

    def _describe(self, kind: type[Entity]) -> None:
        """Fills in what the runtime knows about a class."""
        kind.shown = kind.__dict__.get("shown") or (demangle(kind.__name__) if kind in self._own else kind.__name__)
        kind._lineage = kind.__mro__[:-1]
        attributes: dict[str, str] = {}
        for step in reversed(kind.__mro__):
            own = step in self._own
            if own or issubclass(kind, Event):
                hints = vars(step).get("__annotations__", {})
                attributes.update({n: str(a) for n, a in hints.items() if own or n[0] != "_"})
            if own:  # an attribute that is looked at before it has its value is null
                for name in hints:
                    setattr(step, name, None)
        attributes = {n: hint.removesuffix(" | None") for n, hint in attributes.items() if "ClassVar" not in hint}
        kind._attributes = tuple(attributes)
        kind._names = {name: demangle(name) for name in attributes}
        kind._actions, kind._display = {}, {}
        for step in reversed(kind.__mro__):
            actions = self._actions_in.get(step)
            if actions is None:
                actions = {part.name: part for part in vars(step).values() if _is_action(part)}
                self._actions_in[step] = actions
            kind._actions.update(actions)
            hints = vars(step).get("display", {})
            kept = kind._display.get(HIDE, ())
            kind._display.update(hints)
            if kept:  # a derived class hides what its base hides
                kind._display[HIDE] = tuple(dict.fromkeys((*kept, *hints.get(HIDE, ()))))
        kind._unseen = frozenset(name for name, hint in attributes.items() if hint.startswith("Unseen["))
        kind._private = kind._unseen | {name for name, hint in attributes.items() if hint.startswith("Private[")}
        plain = {name: re.sub(r"^(?:Private|Unseen)\[(.*)\]$", r"\1", hint) for name, hint in attributes.items()}
        kind._kinds = {name: self.kind(hint) for name, hint in plain.items()}
        kind._links = tuple(
            name
            for name, hint in plain.items()
            if hint == "Anything" or (hint not in _VALUE_KINDS and not is_symbol_kind(kind._kinds[name]))
        )
        if issubclass(kind, Deck):
            kind._holds = self.kind(kind.holds)
        if issubclass(kind, TileGroup):
            kind._lines = tuple(
                tuple(None if cell == "." else self._kinds[cell] for cell in line.split())
                for line in kind.rows.strip().splitlines()
            )
            cells = [cell for line in kind._lines for cell in line]
            kind._of = _common_tile([cell for cell in cells if cell is not None] if kind.hollow else cells)
        if issubclass(kind, Board):
            kind._groups = tuple(_groups(kind).items())

    def _all_actions(self) -> list[Listener]:
        """Every action where it is first declared, with its class."""
        found = []
        for kind in self.classes:
            for part in vars(kind).values():
                if _is_action(part) and part.__mro__[1] is Action:
                    found.append((kind, part.name))
        return found

    def listeners(self, event: type[Event]) -> list[Listener]:
        """The actions that observe an event, in the order of declaration."""
        known = self._listeners.get(event)
        if known is None:
            known = [
                (kind, name)
                for kind, name in self.actions
                if any(issubclass(event, one.event) for one in kind._actions[name].triggers)
            ]
            known.sort(key=lambda listener: listener[0]._actions[listener[1]].order)
            self._listeners[event] = known
        return known


def _kind(known: dict[str, Any], name: str) -> Any:
    """A kind by its name; collections become known as they are met."""
    found = known.get(name)
    if found is None:
        match = re.fullmatch(r"(\w+)\[(.*)\]", name)
        if match is None:
            raise KeyError(name)
        of = _kind(known, match[2])
        if match[1] == "Kind":
            if not isinstance(of, type) or not issubclass(of, Entity):
                raise KeyError(name)
            return kinds_of(of)
        found = known[name] = CollectionKind(_SHAPES[match[1]], of)
    return found


def _key(kind: type, predefined: Collection[str]) -> str:
    """The designer's name, with an underscore where that is the name of something predefined; of a group with its board."""
    first, *inner = map(demangle, kind.__qualname__.split("."))
    return ".".join([f"{first}_" if first.rstrip("_") in predefined else first, *inner])


def _is_action(part: object) -> TypeGuard[type[Action]]:
    return isinstance(part, type) and issubclass(part, Action)


def _is_global(kind: type[Entity]) -> bool:
    return kind.visibility == "global" and not kind.__dict__.get("replaced", False)


def _find_scattered(classes: list[type[Entity]]) -> frozenset[type[Tile]]:
    """Tiles that lie in the grids of several groups of a board: their coordinates do not say which they are."""
    found: set[type[Tile]] = set()
    for board in classes:
        seen: set[type[Tile]] = set()
        for _, group in board._groups if issubclass(board, Board) else ():
            here = {cell for line in group._lines for cell in line if cell is not None}
            found |= here & seen
            seen |= here
    return frozenset(found)


def _find_headed(classes: list[type[Entity]]) -> dict[str, type[TileGroup]]:
    groups = [group for board in classes if issubclass(board, Board) for _, group in board._groups]
    homes: dict[str, set[type[TileGroup]]] = {}
    for group in groups:
        for cell in {cell for line in group._lines for cell in line if cell is not None}:
            homes.setdefault(cell.shown, set()).add(group)
    alone = {name: next(iter(found)) for name, found in homes.items() if len(found) == 1}
    return {name: group for name, group in alone.items() if group._display}


def _common_tile(cells: list[type[Tile] | None]) -> type[Tile]:
    """The nearest class that all tiles of a grid are; with holes, or without a grid, any tile."""
    for step in cells[0].__mro__ if cells and cells[0] is not None else ():
        if issubclass(step, Tile) and all(cell is not None and issubclass(cell, step) for cell in cells):
            return step
    return Tile


def _groups(board: type[Board]) -> dict[str, type[TileGroup]]:
    """The groups of a board by name, its base's first; one that is declared again takes its place."""
    found: dict[str, type[TileGroup]] = {}
    for step in reversed(board.__mro__):
        for name, part in vars(step).items():
            if isinstance(part, type) and issubclass(part, TileGroup):
                found[name] = part
    return found


__all__ = [
    "UNSET", "Action", "Anything", "BlankTile", "Board", "Connection", "Deck", "Enum", "Event", "Global", "Input", "Kind",
    "List", "Local", "Logic", "NoChoiceEvent", "Owned", "Phase", "PhaseChangeEvent", "Piece", "Player", "PlayerChoiceEvent",
    "Private", "Rule", "Rules", "Shared", "Stack", "Table", "Tile", "TileGroup", "Trigger", "Turn", "TurnChangeEvent",
    "Unseen", "as_a", "ceil", "digits", "finite", "floor", "int32", "is_a", "kind_of", "no_case", "number", "present", "recursive", "remainder",
    "require",
    "round_half_up", "same", "times32", "trigger", "truth", "whole_number",
]  # fmt: skip
