"""States as plain data: copied, saved, loaded, and summed up in a digest.

In a saved state objects are numbered by age among those that are in the game, so that two matches which came to the
same position on different ways are saved alike. A saved state is a file that somebody hands us: everything in it
is checked on the way in.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tgpl.runtime.board import Board, Connection, Tile, TileGroup
from tgpl.runtime.collections import Collected, List, Stack, Table, fits, is_a
from tgpl.runtime.decision import Mark
from tgpl.runtime.entity import Entity
from tgpl.runtime.match import Match
from tgpl.runtime.piece import Piece
from tgpl.runtime.savepoint import Pending
from tgpl.runtime.symbols import ClassSymbol, EnumValue, Symbol, kind_of
from tgpl.text.limits import MOST_OBJECTS

if TYPE_CHECKING:
    from tgpl.runtime.rules import Rules

_set = object.__setattr__
E = TypeVar("E", bound=Entity)
C = TypeVar("C", bound=Collected)
_SHAPES: dict[str, type[Collected]] = {"List": List, "Table": Table, "Stack": Stack}


class BadSave(Exception):
    """Why a saved state cannot be loaded."""


def slots(kind: type[Entity]) -> tuple[str, ...]:
    """Everything that an object of a class holds: the runtime's part, then the designer's."""
    known = kind.__dict__.get("_slots")
    if known is None:
        structure = [name for step in reversed(kind.__mro__) for name in vars(step).get("_structure", ())]
        groups = [name for name, _ in kind._groups] if issubclass(kind, Board) else []
        known = tuple(dict.fromkeys([*structure, *groups, *kind._attributes]))
        kind._slots = known  # type: ignore[attr-defined]
    return tuple(known)


# ---- copies


def copy_match(match: Match, log: list[str]) -> Match:
    """The same position in a match of its own, with its own log."""
    made = Match(match.rules, 0, match.players)
    made.rng.state, made.serial = match.rng.state, match.serial
    made.log_lines = log
    made.active_player, made.turn, made.phase, made.pending = (
        match.active_player, match.turn, match.phase, match.pending,
    )  # fmt: skip
    made.out, made.first = match.out, match.first
    made.hits = set(match.hits)
    made.questions.restore(match.questions.save())
    copier = _Copier(made)
    alive = match.registrar.alive()
    entities = [entity for serial, entity in match.registrar.by_serial.items() if serial in alive]
    for entity in entities:
        copier.entities[entity] = _blank(made, type(entity), entity._serial)
    for entity in entities:
        clone = copier.entities[entity]
        for name in slots(type(entity)):
            _set(clone, name, copier.value(getattr(entity, name)))
    copier.fill()
    _set_globals(made)
    return made


def _blank(match: Match, kind: type[Entity], serial: int) -> Entity:
    """An object without content, registered."""
    entity = object.__new__(kind)
    _set(entity, "_game", match)
    if isinstance(entity, TileGroup):
        _set(entity, "_near", {})
    outer, match.serial = match.serial, serial
    match.registrar.add(entity)
    match.serial = outer
    match.journal.clear()
    return entity


def _set_globals(match: Match) -> None:
    for kind in match.rules.globals:
        found = match.registrar.by_class.get(kind, [])
        setattr(match, kind.__name__, found[0] if found else None)
    match.registrar.forget_alive()


class _Copier:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.entities: dict[Entity, Entity] = {}
        self.collections: dict[int, Collected] = {}
        self._empty: list[tuple[Collected, Collected]] = []  # copies without content, each with what it is a copy of

    def value(self, value: Any) -> Any:
        if isinstance(value, Entity):
            return self.entities[value]
        if isinstance(value, tuple):
            return tuple(self.value(part) for part in value)
        if isinstance(value, list):
            return [self.value(part) for part in value]
        if isinstance(value, dict):
            return {key: self.value(part) for key, part in value.items()}
        if isinstance(value, Collected):
            made = self.collections.get(id(value))
            if made is None:
                made = self.collections[id(value)] = type(value)(self.match, value.kind)
                self._empty.append((made, value))
            return made
        return value

    def fill(self) -> None:
        """Collections one behind the other, however deep they lie in each other."""
        while self._empty:
            self._fill(*self._empty.pop())

    def _fill(self, made: Collected, value: Collected) -> None:
        if isinstance(value, Table) and isinstance(made, Table):
            made.pairs = {self.value(key): self.value(part) for key, part in value.pairs.items()}
        elif isinstance(value, (List, Stack)) and isinstance(made, (List, Stack)):
            made.items = [self.value(part) for part in value.items]


# ---- saving


Sealed = list[tuple[Any, ...] | None]  # what each seat has chosen in a simultaneous phase


def position(match: Match, sealed: Sealed) -> dict[str, Any]:
    """Everything that decides how the match can go on, as plain data."""
    writer = _Writer(match)
    kept = [None if keys is None else [writer.key(key) for key in keys] for keys in sealed]
    return {**writer.position(), "sealed": kept}


def digest(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


class _Writer:
    def __init__(self, match: Match) -> None:
        self.match = match
        alive = match.registrar.alive()
        entities = match.registrar.by_serial
        self.entities = [entity for serial, entity in sorted(entities.items()) if serial in alive]
        self.rank = {entity._serial: i for i, entity in enumerate(self.entities)}
        self.collections: list[Any] = []
        self.numbers: dict[int, int] = {}  # of collections, by identity

    def position(self) -> dict[str, Any]:
        match = self.match
        objects = [[match.rules.keys[type(e)], *(self.slots(e))] for e in self.entities]
        return {
            "objects": objects,
            "collections": self.collections,
            "chance": match.rng.state,
            "active": match.active_player,
            "turn": match.turn_name,
            "phase": match.phase_name,
            "pending": list(match.pending),
            **({"out": match.out} if match.out else {}),
            **({} if match.first is None else {"first": match.first}),
            "answers": [self.key(key) for key in match.questions.answers],
            "offered": [None if keys is None else self.keys(keys) for keys in match.questions.offered],
            "asked": match.questions.decisions,
            "answered": match.questions.committed_answers if match.rules.draws_aside else 0,
            "struck": sorted((list(map(self.key, path)) for path in match.questions.ruled_out), key=json.dumps),
        }

    def slots(self, entity: Entity) -> list[Any]:
        return [self.value(getattr(entity, name)) for name in slots(type(entity))]

    def value(self, value: Any) -> Any:
        kind = type(value)  # of most values, and this is what a digest spends its time on
        if kind is float or kind is int:
            return value + 0.0  # nothing tells -0 from 0
        if value is None or kind is bool or kind is str:
            return value
        if isinstance(value, Symbol):
            return _symbol(value, self.match.rules)
        if isinstance(value, Entity):
            return {"o": self.rank[value._serial]}
        if isinstance(value, (tuple, list)):
            return [self.value(part) for part in value]
        if isinstance(value, dict):
            return [[*key, self.value(part)] for key, part in value.items()]
        return {"c": self.collection(value)}

    def collection(self, value: Collected) -> int:
        """Its number, in the order in which they are come to; with a list of those that are not done instead of calls
        inside each other, because they may lie deep in each other."""
        number = self.numbers.get(id(value))
        if number is not None:
            return number
        number, undone = len(self.collections), [self._begun(value)]
        while undone:
            for part, put in undone[-1]:
                is_new = isinstance(part, Collected) and id(part) not in self.numbers
                if is_new:
                    put({"c": len(self.collections)})
                    undone.append(self._begun(part))
                    break
                put(self.value(part))
            else:
                undone.pop()
        return number

    def _begun(self, value: Collected) -> Iterator[tuple[Any, Callable[[Any], None]]]:
        """An entry without content, and every part of it with where it goes."""
        self.numbers[id(value)] = len(self.collections)
        content: list[Any] = []
        self.collections.append([type(value).__name__, self.match.rules.key_of_kind(value.kind), content])
        return _parts_of(value, content)

    def keys(self, keys: frozenset[Any]) -> list[Any]:
        return sorted((self.key(key) for key in keys), key=json.dumps)

    def key(self, key: Any) -> Any:
        """An answer; an object that the unfinished block will make again is numbered behind those there are."""
        if isinstance(key, float):
            return ["v", "", key + 0.0]
        if isinstance(key, Symbol):
            return ["v", "", _symbol(key, self.match.rules)]
        if not isinstance(key, Mark):
            return ["v", "player", key] if isinstance(key, int) and not isinstance(key, bool) else ["v", "", key]
        serial = key.serial
        number = self.rank.get(serial, len(self.entities) + serial - self.match.serial)
        return ["m", key.what, number if key.what in ("object", "action") else 0, key.action]


def _symbol(value: Symbol, rules: Rules) -> dict[str, Any]:
    """A value of an enum with the name of that; a class as a value."""
    if isinstance(value, ClassSymbol):
        return {"k": rules.keys[value.of]}
    return {"e": [rules.keys[type(value)], str(value)]}


# ---- loading


def _parts_of(value: Collected, content: list[Any]) -> Iterator[tuple[Any, Callable[[Any], None]]]:
    if not isinstance(value, Table):
        for part in value.elements():
            yield part, content.append
        return
    for key in value.keys().items:
        pair: list[Any] = []
        content.append(pair)
        yield key, pair.append
        yield value[key], pair.append


def load_position(rules: Rules, players: int, data: dict[str, Any]) -> tuple[Match, Sealed]:
    """What `position` described; raises BadSave."""
    try:
        reader = _Reader(rules, players, data)
        sealed = [None if keys is None else tuple(reader.key(key) for key in keys) for keys in data["sealed"]]
        return reader.match, sealed
    except BadSave:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise BadSave(f"something in it makes no sense ({type(error).__name__}: {error})") from error


class _Reader:
    def __init__(self, rules: Rules, players: int, data: dict[str, Any]) -> None:
        self.rules = rules
        self.data = data
        self.match = Match(rules, 0, players)
        self.entities: list[Entity] = []
        self.collections: dict[int, Collected] = {}
        self._objects()
        self._frame()
        _set_globals(self.match)

    def _objects(self) -> None:
        rows = self.data["objects"]
        for row in rows:
            kind = self.rules.keyed.get(row[0])
            if not isinstance(kind, type) or not issubclass(kind, Entity) or len(row) != 1 + len(slots(kind)):
                raise BadSave(f"there is no class {row[0]!r} of that shape in these rules")
            self.entities.append(_blank(self.match, kind, len(self.entities)))
        self.match.serial = len(self.entities)
        for number in reversed(range(len(self.data["collections"]))):  # what lies in each other, from the inside
            self._collection(number)
        for entity, row in zip(self.entities, rows, strict=True):
            for name, value in zip(slots(type(entity)), row[1:], strict=True):
                _set(entity, name, self._slot(entity, name, value))

    def _slot(self, entity: Entity, name: str, value: Any) -> Any:
        kind = entity._kinds.get(name)
        if kind is not None:
            return self._convert(kind, value)
        if isinstance(entity, Board) and name in dict(entity._groups):
            return self._entity(value, dict(entity._groups)[name])
        return _STRUCTURE[name](self, value)

    def _many(self, kind: type[E], value: Any) -> tuple[E, ...]:
        return tuple(self._entity(part, kind) for part in value)

    def _places(self, value: Any) -> dict[tuple[int, int], Tile]:
        size = 1 << 20
        return {(_index(column, size), _index(row, size)): self._entity(tile, Tile) for column, row, tile in value}

    def _number(self, value: Any) -> float | None:
        return cast(float | None, self._convert(float, value))

    def _held(self, shape: type[C], kind: type[Entity], value: Any) -> C:
        made = self._collection(value["c"])
        if not isinstance(made, shape) or not (isinstance(made.kind, type) and issubclass(made.kind, kind)):
            raise BadSave(f"{value!r} is no {shape.__name__} of {kind.shown}")
        return made

    def _convert(self, kind: Any, value: Any) -> Any:
        """A value of a kind that is known from the rules."""
        made = self._player(value) if kind is int and value is not None else self._plain(value)
        if not fits(made, kind) and not is_a(made, kind):  # `as` may have made it a list of what is in it
            raise BadSave(f"{value!r} is no {self.rules.key_of_kind(kind)}")
        return made

    def _player(self, value: Any) -> int:
        if not isinstance(value, (int, float)) or value not in range(self.match.players):
            raise BadSave(f"there is no player {value!r}")
        return int(value)

    def _entity(self, value: Any, kind: type[E]) -> E:
        found = self.entities[_index(value["o"], len(self.entities))]
        if not isinstance(found, kind):
            raise BadSave(f"{value!r} is no {kind.shown}")
        return found

    def _plain(self, value: Any) -> Any:
        if isinstance(value, dict) and ("e" in value or "k" in value):
            return self._symbol(value)
        if isinstance(value, dict):
            return self._entity(value, Entity) if "o" in value else self._collection(value["c"])
        if isinstance(value, (float, int)) and not isinstance(value, bool):
            if not math.isfinite(value):
                raise BadSave("a number is not finite")
            return float(value)
        if value is None or isinstance(value, (bool, str)):
            return value
        raise BadSave(f"{value!r} is no value")

    def _symbol(self, value: dict[str, Any]) -> Symbol:
        found = self.rules.keyed[value["k"] if "k" in value else value["e"][0]]
        if "e" in value and isinstance(found, type) and issubclass(found, EnumValue):
            return found.values[value["e"][1]]
        if "k" in value and isinstance(found, type) and issubclass(found, Entity):
            return kind_of(found)
        raise BadSave(f"{value!r} is no value of these rules")

    def _collection(self, number: Any) -> Collected:
        number = _index(number, len(self.data["collections"]))
        made = self.collections.get(number)
        if made is None:
            shape, of, content = self.data["collections"][number]
            kind = self.rules.kind_of_key(of)
            made = self.collections[number] = _SHAPES[shape](self.match, kind)
            if isinstance(made, Table):
                for key, value in content:
                    made[self._plain(key)] = self._convert(kind, value)
            else:
                made.items = [self._convert(kind, value) for value in content]
                if isinstance(made, Stack) and None in made.items:
                    raise BadSave("a stack holds null")
            self.match.journal.clear()
        return made

    def _frame(self) -> None:
        match, data = self.match, self.data
        match.rng.state = _index(data["chance"], 1 << 64)
        match.active_player = self._player(data["active"])
        if data["turn"] is not None:
            match.turn = self.rules.turns[data["turn"]]
            match.phase = None if data["phase"] is None else match.turn.phase(data["phase"])
        turn, player, phase, default = data["pending"]
        if turn is not None and turn not in self.rules.turns:
            raise BadSave(f"there is no turn {turn!r}")
        match.pending = Pending(turn, None if player is None else self._player(player), phase, bool(default))
        match.out = _index(data.get("out", 0), 1 << match.players)
        match.first = self._player(data["first"]) if "first" in data else None
        match.questions.answers = [self.key(key) for key in data["answers"]]
        match.questions.offered = [None if keys is None else frozenset(map(self.key, keys)) for keys in data["offered"]]
        match.questions.decisions = _index(data["asked"], len(match.questions.answers) + 1)
        match.questions.committed_answers = _index(data["answered"], 1 << 62)
        match.questions.ruled_out = {tuple(map(self.key, path)) for path in data["struck"]}

    def _action(self, mark: Mark) -> Mark:
        """A chosen action: of an object that is there, or of one that the unfinished block will make again."""
        entity = self.match.registrar.by_serial.get(mark.serial)
        if entity is None or mark.action not in entity._actions:
            raise BadSave(f"there is no action {mark.action!r}")
        return mark

    def key(self, key: Any) -> Any:
        if key[0] == "m":
            mark = Mark(str(key[1]), _index(key[2], 1 << 62), str(key[3]))
            return self._action(mark) if mark.what == "action" else mark
        if key[1] == "player":
            return self._player(key[2])
        return self._plain(key[2])


_STRUCTURE: dict[str, Callable[[_Reader, Any], Any]] = {
    "_owner": lambda reader, value: None if value is None else reader._player(value),
    "_members": lambda reader, value: tuple(sorted({reader._player(part) for part in value})),
    "discarded": lambda reader, value: reader._convert(bool, value),
    "_tile": lambda reader, value: None if value is None else reader._entity(value, Tile),
    "_decks": lambda reader, value: _index(int(value), MOST_OBJECTS),
    "_cards": lambda reader, value: [*reader._many(Piece, value)],
    "discard_stack": lambda reader, value: reader._held(Stack, Piece, value),
    "group": lambda reader, value: None if value is None else reader._entity(value, TileGroup),
    "x": _Reader._number,
    "y": _Reader._number,
    "_pieces": lambda reader, value: [*reader._many(Piece, value)],
    "_connections": lambda reader, value: None if value is None else reader._held(List, Connection, value),
    "to": lambda reader, value: None if value is None else reader._entity(value, Tile),
    "_tiles": lambda reader, value: reader._many(Tile, value),
    "_places": _Reader._places,
}


def _index(value: Any, limit: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < limit:
        raise BadSave(f"{value!r} is out of range")
    return value
