"""Collections: List, Table and Stack.

They are references: two variables can hold the same one. Each knows the match it belongs to, because every change
is written into that match's journal (so that it can be taken back) and large work costs steps; and the kind of its
elements, because a list may be seen as a list of a base class, and then not everything that fits the type fits the list.

    numbers = List(game, float, 1.0, 2.0)
    numbers[0.0]   # 1.0
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tgpl.runtime.errors import RuleError, null_error
from tgpl.runtime.symbols import ClassSymbol, Kind, Symbol, is_symbol_kind
from tgpl.runtime.values import number_text, same, text
from tgpl.text.limits import LONGEST_TEXT, MOST_ELEMENTS, SHUFFLE_WORK

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

Player = int  # in annotations of translated games
_VALUES = (float, str, bool, int)


class Anything:
    """The kind of a table's keys: whatever they are."""


class CollectionKind:
    """The kind `List[Card]`, for elements that are collections themselves."""

    __slots__ = ("of", "shape")

    def __init__(self, shape: type[Collected], of: Any) -> None:
        self.shape = shape
        self.of = of

    def __str__(self) -> str:
        return f"{self.shape.__name__}<{kind_name(self.of)}>"


def kind_name(kind: Any) -> str:
    """A kind as the designer writes it."""
    if isinstance(kind, (CollectionKind, Kind)):
        return str(kind)
    return {float: "number", str: "string", bool: "bool", int: "player", Anything: "any"}.get(kind) or str(kind.shown)


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a kind; null is of every kind."""
    if value is None or kind is Anything:
        return True
    if isinstance(kind, CollectionKind):
        return isinstance(value, kind.shape) and _narrower(value.kind, kind.of)
    if kind is float or kind is int:
        return isinstance(value, (float, int)) and not isinstance(value, bool)
    if isinstance(kind, Kind):
        return isinstance(value, ClassSymbol) and issubclass(value.of, kind.of)
    return isinstance(value, kind) and (kind is not str or not isinstance(value, Symbol))


def _narrower(kind: Any, wanted: Any) -> bool:
    if isinstance(kind, CollectionKind) and isinstance(wanted, CollectionKind):
        return kind.shape is wanted.shape and _narrower(kind.of, wanted.of)
    if isinstance(kind, type) and isinstance(wanted, type):
        return issubclass(kind, wanted)
    return isinstance(kind, Kind) and isinstance(wanted, Kind) and issubclass(kind.of, wanted.of)


def is_a(value: Any, kind: Any) -> bool:
    """`value is T`: a collection is a List<T> if every element is a T."""
    if value is None:
        return False
    if not isinstance(kind, CollectionKind):
        return fits(value, kind)
    if not isinstance(value, kind.shape):
        return False
    if _apart(value.kind, kind.of):
        return False
    elements = value.elements()
    value._game.work(len(elements))
    return all(e is None or is_a(e, kind.of) for e in elements)


def _apart(kind: Any, wanted: Any) -> bool:
    """Numbers, strings, bools, players, objects and collections are never each other, also where there are none."""
    if kind is Anything:
        return False
    if isinstance(kind, CollectionKind) and isinstance(wanted, CollectionKind):
        return kind.shape is not wanted.shape or _apart(kind.of, wanted.of)
    if isinstance(kind, CollectionKind) or isinstance(wanted, CollectionKind):
        return True
    if is_symbol_kind(kind) or is_symbol_kind(wanted):
        return kind is not wanted and not (isinstance(kind, Kind) and isinstance(wanted, Kind))
    return (kind in _VALUES or wanted in _VALUES) and kind is not wanted


def as_a(value: Any, kind: Any) -> Any:
    """`value as T`: the same object, or null."""
    if not is_a(value, kind):
        return None
    if isinstance(kind, CollectionKind):
        _settle(value, kind)
    return value


def _settle(value: Collected, kind: CollectionKind) -> None:
    """A collection of what could be of any type, as the keys of a table, is one of one type from now on."""
    if not _is_open(value.kind) or kind.of is Anything:
        return
    value._settle_kind(kind.of)
    if isinstance(kind.of, CollectionKind):
        for item in value.elements():
            if item is not None:
                _settle(item, kind.of)


def _as_element(value: Any, kind: Any, game: Match) -> Any:
    """A value that fits, as a collection of a kind holds it: numbers and players may be taken for each other."""
    if kind is int:
        return game.seat(value)
    return float(value) if kind is float and value is not None else value


def _is_open(kind: Any) -> bool:
    while isinstance(kind, CollectionKind):
        kind = kind.of
    return kind is Anything


class Collected:
    """What the three have in common. List and Stack hold items, a Table pairs."""

    __slots__ = ("_game", "items", "kind")
    _game: Match
    kind: Any
    items: list[Any]

    def __init__(self, game: Match, kind: Any, *_: Any) -> None:
        self._game = game
        self.kind = kind

    def __class_getitem__(cls, of: Any) -> CollectionKind:
        return CollectionKind(cls, of)

    def elements(self) -> list[Any]:
        return self.items

    def __str__(self) -> str:
        """What it holds; one that holds itself would never end."""
        self._game.deeper()
        parts: list[str] = []
        length = 2
        for part in self._content():
            length += len(part) + (2 if parts else 0)
            if length > LONGEST_TEXT:  # said at once: a few long texts that are held often are more than any memory
                raise RuleError("R713", f"A text can have {LONGEST_TEXT:,} characters; this one would have more.")
            parts.append(part)
        self._game.depth -= 1
        self._game.work(length)
        return "{" + ", ".join(parts) + "}"

    def _content(self) -> Iterator[str]:
        return map(self._write, self.items)

    def _write(self, value: Any) -> str:
        """An element in a text; players go by their names."""
        return self._game.player_name(value) if self.kind is int else text(value)

    def _settle_kind(self, kind: Any) -> None:
        """From now on it holds what is of a kind."""
        self._game.journal.append((_undo_kind, (self, self.kind, self.items)))
        self.kind = kind
        self.items = [_as_element(item, kind, self._game) for item in self.items]

    def _check(self, value: Any) -> Any:
        """A value that is not plainly of the kind, as it is held."""
        if not fits(value, self.kind):
            word = type(self).__name__
            raise RuleError(
                "R708", f"This {word} holds `{kind_name(self.kind)}`; `{text(value)}` does not fit into it."
            )
        return _as_element(value, self.kind, self._game)

    def _limit(self, size: int) -> None:
        if size > MOST_ELEMENTS:
            raise RuleError("R713", f"A {type(self).__name__} can hold {MOST_ELEMENTS:,} elements.")

    def _references(self) -> list[Any]:
        """What it keeps in the game."""
        return [] if self.kind in _VALUES or is_symbol_kind(self.kind) else self.elements()


# Undoing: each takes what the journal kept.


def _undo_add(items: list[Any]) -> None:
    items.pop()


def _undo_set(kept: tuple[list[Any], int, Any]) -> None:
    items, i, old = kept
    items[i] = old


def _undo_remove(kept: tuple[list[Any], int, Any]) -> None:
    items, i, old = kept
    items.insert(i, old)


def _undo_remove_at(kept: tuple[list[Any], int]) -> None:
    items, i = kept
    del items[i]


def _undo_all(kept: tuple[list[Any], list[Any]]) -> None:
    items, old = kept
    items[:] = old


# Lists that are no collections of the rules: the cards of a deck, the pieces on a tile.


def add_to(game: Match, items: list[Any], item: Any) -> None:
    items.append(item)
    game.journal.append((_undo_add, items))


def insert_into(game: Match, items: list[Any], item: Any) -> None:
    """In front of all others."""
    items.insert(0, item)
    game.journal.append((_undo_remove_at, (items, 0)))


def take_from(game: Match, items: list[Any], at: int) -> Any:
    taken = items.pop(at)
    game.journal.append((_undo_remove, (items, at, taken)))
    return taken


def clear(game: Match, items: list[Any]) -> None:
    game.journal.append((_undo_all, (items, items.copy())))
    items.clear()


def _undo_kind(kept: tuple[Collected, Any, list[Any]]) -> None:
    value = kept[0]
    value.kind, value.items = kept[1:]


class List(Collected):
    __slots__ = ()

    def __init__(self, game: Match, kind: Any, *items: Any) -> None:
        super().__init__(game, kind)
        self.items = list(items)

    def _at(self, index: float) -> int:
        if index is None:
            null_error("The index")
        at = int(index)
        if not 0 <= at < len(self.items):
            shown = number_text(float(index))
            raise RuleError("R702", f"There is no place {shown} in a list of {len(self.items)}; the first is 0.")
        return at

    def __getitem__(self, index: float) -> Any:
        return self.items[self._at(index)]

    def __setitem__(self, index: float, value: Any) -> None:
        at = self._at(index)
        if value.__class__ is not self.kind:
            value = self._check(value)
        self._game.journal.append((_undo_set, (self.items, at, self.items[at])))
        self.items[at] = value

    def __iter__(self) -> Any:
        """As it is now: what is added on the way is not visited."""
        return iter(self.items.copy())

    def at(self, index: float) -> Any:
        """The item at a place; null outside."""
        if index is None:
            null_error("The index")
        at = int(index)
        return self.items[at] if 0 <= at < len(self.items) else None

    def inner(self, index: float) -> Any:
        """The collection at a place, made if there is none: something is about to be written into it."""
        found = self.at(index)
        if found is None:
            found = self.kind.shape(self._game, self.kind.of)
            self.put(index, found)
        return found

    def put(self, index: float, value: Any) -> None:
        """Into a place, or one behind the last."""
        if index is not None and int(index) == len(self.items):
            self.add(value)
        else:
            self[index] = value

    @property
    def length(self) -> float:
        return float(len(self.items))

    def add(self, value: Any) -> None:
        if value.__class__ is not self.kind:
            value = self._check(value)
        self._limit(len(self.items) + 1)
        self.items.append(value)
        self._game.journal.append((_undo_add, self.items))

    def append(self, other: List) -> None:
        if other is None:
            null_error("The list to append")
        self._limit(len(self.items) + len(other.items))
        self._game.work(len(other.items))
        more = [self._check(value) for value in other.items]
        old = len(self.items)
        self.items += more
        self._game.journal.append((_undo_grow, (self.items, old)))

    def clear(self) -> None:
        self._game.work(len(self.items))
        self._replace([])

    def _replace(self, items: list[Any]) -> None:
        self._game.journal.append((_undo_all, (self.items, self.items.copy())))
        self.items[:] = items

    def contains(self, value: Any) -> bool:
        return self._find(value) >= 0

    def indexOf(self, value: Any) -> float:  # noqa: N802  the language's own name
        return float(self._find(value))

    def find(self, value: Any) -> float | None:
        at = self._find(value)
        return None if at < 0 else float(at)

    def removeRange(self, other: List) -> None:  # noqa: N802  the language's own name
        """Takes out every item that the other list holds."""
        if other is None:
            null_error("The list of what to remove")
        before, kept = len(self.items), self.items
        for value in other.items.copy():
            self._game.work(before)
            kept = [item for item in kept if not same(item, value)]
        if len(kept) < before:
            self._replace(kept)

    def _find(self, value: Any) -> int:
        self._game.work(len(self.items))
        if self.kind is Anything or (value.__class__ is bool) is not (
            self.kind is bool
        ):  # Python would take true for 1
            return next((i for i, item in enumerate(self.items) if same(item, value)), -1)
        try:
            return self.items.index(value)
        except ValueError:
            return -1

    def remove(self, value: Any) -> None:
        at = self._find(value)
        if at >= 0:
            self._remove(at)

    def removeAt(self, index: float) -> None:  # noqa: N802  the language's own name
        self._remove(self._at(index))

    def _remove(self, at: int) -> None:
        self._game.work(len(self.items))
        self._game.journal.append((_undo_remove, (self.items, at, self.items.pop(at))))

    def shuffle(self) -> None:
        self._game.work(SHUFFLE_WORK * len(self.items))
        shuffled = self.items.copy()
        self._game.rng.shuffle(shuffled)
        self._replace(shuffled)

    def copy(self) -> List:
        self._game.work(len(self.items))
        return List(self._game, self.kind, *self.items)


def _undo_grow(kept: tuple[list[Any], int]) -> None:
    items, old = kept
    del items[old:]


class Stack(Collected):
    """The top is the last item."""

    __slots__ = ()

    def __init__(self, game: Match, kind: Any, *items: Any) -> None:
        super().__init__(game, kind)
        self.items = [item for item in items if item is not None]

    def length(self) -> float:
        return float(len(self.items))

    def push(self, value: Any) -> None:
        if value is None:
            return
        if value.__class__ is not self.kind:
            value = self._check(value)
        self._limit(len(self.items) + 1)
        add_to(self._game, self.items, value)

    def push_front(self, value: Any) -> None:
        if value is None:
            return
        if value.__class__ is not self.kind:
            value = self._check(value)
        self._limit(len(self.items) + 1)
        self._game.work(len(self.items))
        insert_into(self._game, self.items, value)

    def pop(self) -> Any:
        return self._take(len(self.items) - 1)

    def pop_front(self) -> Any:
        return self._take(0)

    def _take(self, at: int) -> Any:
        if not self.items:
            self._game.on_empty()
            return None
        if at == 0:
            self._game.work(len(self.items))
        return take_from(self._game, self.items, at)

    def peek(self, depth: float) -> Any:
        """What lies so far below the topmost; null outside."""
        if depth is None:
            null_error("How deep to look")
        at = len(self.items) - 1 - int(depth)
        return self.items[at] if 0 <= at < len(self.items) else None

    def take(self, value: Any) -> Any:
        """Out of the stack, where it lies topmost."""
        if value is None:
            return None
        self._game.work(len(self.items))
        for at in range(len(self.items) - 1, -1, -1):
            if same(self.items[at], value):
                self._game.work(len(self.items))
                return take_from(self._game, self.items, at)
        return None

    def contains(self, value: Any) -> bool:
        self._game.work(len(self.items))
        return value in self.items

    def clone(self) -> Stack:
        self._game.work(len(self.items))
        return Stack(self._game, self.kind, *self.items)

    def shuffle(self) -> None:
        self._game.work(SHUFFLE_WORK * len(self.items))
        self._game.journal.append((_undo_all, (self.items, self.items.copy())))
        self._game.rng.shuffle(self.items)


class _Truth:
    """A bool as a key: Python would take true for 1."""

    __slots__ = ("value",)

    def __init__(self, value: bool) -> None:
        self.value = value


_TRUE, _FALSE = _Truth(True), _Truth(False)


def _undo_pair(kept: tuple[dict[Any, Any], Any, Any]) -> None:
    pairs, key, old = kept
    if old is _MISSING:
        del pairs[key]
    else:
        pairs[key] = old


def _undo_pairs(kept: tuple[dict[Any, Any], dict[Any, Any]]) -> None:
    pairs, old = kept
    pairs.clear()
    pairs.update(old)


def _undo_kind_of_pairs(kept: tuple[Table, Any, dict[Any, Any]]) -> None:
    value = kept[0]
    value.kind, value.pairs = kept[1:]


_MISSING: Any = object()


class Table(Collected):
    """Pairs in the order in which their keys came; null is never a value."""

    __slots__ = ("pairs",)

    def __init__(self, game: Match, kind: Any, *pairs: tuple[Any, Any]) -> None:
        super().__init__(game, kind)
        self.pairs: dict[Any, Any] = {}
        for key, value in pairs:
            if value is not None:
                self.pairs[_key(key)] = value
            else:
                self.pairs.pop(_key(key), None)

    def _settle_kind(self, kind: Any) -> None:
        self._game.journal.append((_undo_kind_of_pairs, (self, self.kind, self.pairs)))
        self.kind = kind
        self.pairs = {key: _as_element(value, kind, self._game) for key, value in self.pairs.items()}

    def elements(self) -> list[Any]:
        return list(self.pairs.values())

    def _references(self) -> list[Any]:
        return [key for key in self.pairs if not isinstance(key, (*_VALUES, _Truth))] + super()._references()

    def _content(self) -> Iterator[str]:
        return (f"{{{text(_unkey(k))}, {self._write(v)}}}" for k, v in self.pairs.items())

    def __getitem__(self, key: Any) -> Any:
        if key is None or key is True or key is False:
            key = _key(key)
        return self.pairs.get(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        key = _key(key)
        if value is None:
            if key in self.pairs:
                # Taking a pair back to its old place among the others needs them all.
                self._game.work(len(self.pairs))
                self._game.journal.append((_undo_pairs, (self.pairs, self.pairs.copy())))
                del self.pairs[key]
            return
        if value.__class__ is not self.kind:
            value = self._check(value)
        self._limit(len(self.pairs) + 1)
        self._game.journal.append((_undo_pair, (self.pairs, key, self.pairs.get(key, _MISSING))))
        self.pairs[key] = value

    def inner(self, key: Any) -> Any:
        """The collection behind a key, made if it is missing: something is about to be written into it."""
        found = self[key]
        if found is None:
            found = self.kind.shape(self._game, self.kind.of)
            self[key] = found
        return found

    @property
    def length(self) -> float:
        return float(len(self.pairs))

    def clear(self) -> None:
        self._game.work(len(self.pairs))
        self._game.journal.append((_undo_pairs, (self.pairs, self.pairs.copy())))
        self.pairs.clear()

    def copy(self) -> Table:
        self._game.work(len(self.pairs))
        made = Table(self._game, self.kind)
        made.pairs = self.pairs.copy()
        return made

    def flat(self) -> list[Any]:
        """Keys and values, one behind the other."""
        return [part for key, value in self.pairs.items() for part in (_unkey(key), value)]

    def keys(self) -> List:
        self._game.work(len(self.pairs))
        return List(self._game, Anything, *map(_unkey, self.pairs))


def _key(key: Any) -> Any:
    if key is None:
        raise RuleError("R703", "A table cannot be looked up by null.")
    if key is True:
        return _TRUE
    if key is False:
        return _FALSE
    return key


def _unkey(key: Any) -> Any:
    return key.value if isinstance(key, _Truth) else key
