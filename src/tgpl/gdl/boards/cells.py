"""Boards in the positions of a rulesheet: facts of the usual shape, a content at two coordinates.

In:  `Logic`, and the facts of the first position. Out: a `Grid` for each name of facts that says what stands where; the
coordinates are arguments, or parts of one (`(at (xy 1 3) x)`), or of a name (`(at e4 king)`).

    (cell 1 3 x)  (cell a 1 whitepawn)  (location king c 4)  (cell 2 1 1 o)  (queen 1 5)

Which coordinate goes across, and where the first row is:
- letters go across, and row 1 is at the bottom, as in chess;
- else, where the sheet itself speaks of rows first (`(cell ?row ?column …)`), row 1 is at the top, as in a table;
- else the first one goes across and the second up, as x and y do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from tgpl.gdl.boards.cell_contents import PossibleTerms, Relation, find_contents
from tgpl.text.terms import Logic, Term, number, relation, spell_infix

_MOST = 40  # rows, and columns
_MOST_BOARDS = 9  # of one name, told apart by another argument
_SQUARE = re.compile(r"([a-z])([0-9]{1,2})", re.IGNORECASE)  # a field in one word
_COUNTED = re.compile(r"(\D+)([0-9]{1,2})")
_BLANKS = frozenset(("b", "blank", "empty", "e", "none", "nothing", "nil", "null", "clear", "free", "vuota", "_", "-"))
_SPOKEN = {"row": "down", "riga": "down", "rank": "down", "r": "down", "y": "up"} | dict.fromkeys(
    ("column", "col", "colonna", "file", "c", "x"), "across"
)
_PLACING = frozenset(("cell", "at", "on", "location", "board", "square", "piece", "holds", "cellholds", "occupied"))

Path = tuple[int, ...]  # to a part of a fact, argument by argument


class Axis(NamedTuple):
    path: Path
    part: int  # of a word that names a field: 1 for its letter, 2 for its number; 0 for a whole word
    words: tuple[str, ...]  # in their order

    def of(self, fact: Term) -> str | None:
        """The coordinate of a fact."""
        word = _at(fact, self.path)
        if not isinstance(word, str):
            return None
        if not self.part:
            return word
        square = _SQUARE.fullmatch(word)
        return None if square is None else square[self.part]

    def among(self, more: Iterable[str]) -> Axis:
        """With words that it does not have yet."""
        words = dict.fromkeys((*self.words, *more))
        return self._replace(words=_order(words) or tuple(words))


class Grid(NamedTuple):
    key: Relation
    across: Axis
    down: Axis
    upward: bool  # the first row is at the bottom
    apart: Path | None  # what tells several boards of this name apart
    contents: frozenset[str]  # words that can be on it, as far as they are known
    blanks: frozenset[str]  # of them those that mean nothing
    fields: frozenset[tuple[str, str]] | None  # that there are; none: those that facts tell of, or all
    hollow: bool  # a field that no fact tells of is a hole, and not empty

    def place(self, fact: Term) -> tuple[str, str] | None:
        """Column and row of a fact's field."""
        column, row = self.across.of(fact), self.down.of(fact)
        return None if column is None or row is None else (column, row)

    def board(self, fact: Term) -> Term | None:
        """Which of several boards of this name a fact speaks of."""
        return None if self.apart is None else _at(fact, self.apart)

    def content(self, fact: Term) -> str:
        """What a fact says of its field, in words."""
        assert isinstance(fact, tuple)
        spoken = {axis.path[0] for axis in (self.across, self.down)} | ({self.apart[0]} if self.apart else set())
        left = [spell_infix(part) for i, part in enumerate(fact[1:]) if i not in spoken]
        return ",".join(left) or self.key[0]


def find_grids(logic: Logic, first: Iterable[Term], ever: Iterable[Term] = ()) -> list[Grid]:
    """The boards of a sheet, in the order in which their facts come up in the first position. `ever`: the facts that the sheet says
    there can be (`base`)."""
    places = find_contents(logic)
    told, known = _by_name(first), _by_name(ever)
    found = {}
    for key in (*told, *places):
        grid = _grid(logic, key, places[key], told.get(key, []), known.get(key, [])) if key in places else None
        if grid is not None:
            found[key] = grid
    sure = [grid for key, grid in found.items() if len(told.get(key, ())) > 1]
    likely = [grid for key, grid in found.items() if key[0].lower() in _PLACING or grid.across.words == grid.down.words]
    return sure or likely[:1]


def _by_name(facts: Iterable[Term]) -> dict[Relation, list[Term]]:
    found: dict[Relation, list[Term]] = {}
    for fact in facts:
        found.setdefault(relation(fact), []).append(fact)
    return found


def _grid(logic: Logic, key: Relation, place: PossibleTerms, facts: list[Term], ever: list[Term]) -> Grid | None:
    for one, two in _pairs(place, key, facts):
        index = _index(place, key, facts, one, two)
        if index is None:
            continue
        contents = _contents(place, key, {one.path, two.path, index})
        blanks = _blanks(contents)
        listed = ever or (facts if blanks else [])  # facts that tell of every field
        if listed:
            one, two = (
                axis._replace(words=_order(axis.of(fact) or "" for fact in listed) or ()) for axis in (one, two)
            )
        if not (2 <= len(one.words) <= _MOST and 2 <= len(two.words) <= _MOST):
            continue
        across, down, upward = _orient(logic, key, one, two)
        fields = [(column, row) for fact in ever if (column := across.of(fact)) and (row := down.of(fact))]
        if not fields and across.part:
            fields = [(word[0], word[1:]) for word in place.at(across.path) or ()]
        return Grid(key, across, down, upward, index or None, contents, blanks, frozenset(fields) or None, bool(blanks))
    return None


# ---- coordinates


def _pairs(place: PossibleTerms, key: Relation, facts: list[Term]) -> Iterator[tuple[Axis, Axis]]:
    """Two coordinates that facts of a name may have, the likeliest first."""
    axes = [axis for path in _paths(place, key) if (axis := _axis(place, path, facts)) is not None]
    for one, two in pairwise(axes):
        if key[1] > 2 or len(one.path) > 1 or (one.words == two.words and len(one.words) > 3):
            yield one, two
    for path in _paths(place, key):
        words = place.at(path) or ()
        squares = [square for word in words if (square := _SQUARE.fullmatch(word)) is not None]
        letters, numbers = (_order(square[part] for square in squares) for part in (1, 2))
        if squares and len(squares) == len(words) and letters and numbers:
            yield Axis(path, 1, letters), Axis(path, 2, numbers)


def _paths(place: PossibleTerms, key: Relation) -> list[Path]:
    """Where words can stand in facts of a name: its arguments, and the arguments of the functions there."""
    found: list[Path] = []
    for i, argument in enumerate(place.made[key]):
        found.append((i,))
        deep = max((len(parts) for parts in argument.made.values()), default=0)
        found += [(i, j) for j in range(deep)]
    return found


def _axis(place: PossibleTerms, path: Path, facts: list[Term]) -> Axis | None:
    """A coordinate: words in an order of their own, the same in all facts."""
    words = place.at(path)
    if not words or any(_at(fact, path) is None for fact in facts):
        return None
    ordered = _order(words)
    return None if ordered is None else Axis(path, 0, ordered)


def _order(words: Iterable[str]) -> tuple[str, ...] | None:
    """Numbers, letters that follow each other, or names that are counted; none if words have no such order."""
    some = list(dict.fromkeys(words))
    if some and all(number(word) is not None for word in some):
        return tuple(sorted(some, key=lambda word: (number(word), word)))
    if all(len(word) == 1 and word.isascii() and word.isalpha() for word in some):
        codes = sorted(ord(word.lower()) for word in some)
        gaps = any(after - before != 1 for before, after in pairwise(codes))
        return None if gaps or not codes else tuple(sorted(some, key=str.lower))
    counted = [_COUNTED.fullmatch(word) for word in some]
    if some and all(counted) and len({match[1] for match in counted if match}) == 1:
        return tuple(sorted(some, key=lambda word: int(re.sub(r"\D", "", word))))
    return None


def _index(place: PossibleTerms, key: Relation, facts: list[Term], one: Axis, two: Axis) -> Path | None:
    """What else it takes to have one fact a field: nothing (an empty path), or one more argument; none if that is not enough."""
    if _is_one_each(facts, one, two, ()):
        return ()
    for path in _paths(place, key):
        words = place.at(path)
        if path not in (one.path, two.path) and words and 1 < len(words) <= _MOST_BOARDS:
            if _is_one_each(facts, one, two, path):
                return path
    return () if key[0].lower() in _PLACING else None


def _is_one_each(facts: list[Term], one: Axis, two: Axis, index: Path) -> bool:
    fields = [(one.of(fact), two.of(fact), _at(fact, index) if index else None) for fact in facts]
    return len(set(fields)) == len(fields)


def _at(fact: Term, path: Path) -> Term | None:
    found: Term = fact
    for step in path:
        if isinstance(found, str) or step + 1 >= len(found):
            return None
        found = found[step + 1]
    return found


# ---- contents, and how it lies


def _contents(place: PossibleTerms, key: Relation, spoken: set[Path]) -> frozenset[str]:
    """The words that can stand in the argument that is no coordinate, if there is one."""
    left = [i for i in range(key[1]) if i not in {path[0] for path in spoken if path}]
    return frozenset(place.made[key][left[0]].words) if len(left) == 1 else frozenset()


def _blanks(contents: frozenset[str]) -> frozenset[str]:
    """Words for nothing. A `b` beside a `w` is black."""
    black = {"b"} if "w" in {word.lower() for word in contents} else set()
    return frozenset(word for word in contents if word.lower() in _BLANKS - black)


def _orient(logic: Logic, key: Relation, one: Axis, two: Axis) -> tuple[Axis, Axis, bool]:
    """Which coordinate goes across, which one down or up, and whether it is up."""
    lettered = [axis.words[0].isalpha() for axis in (one, two)]
    if lettered[0] != lettered[1]:
        return (one, two, True) if lettered[0] else (two, one, True)
    if one.part:
        return one, two, True
    if _speaks_of_rows_first(logic, key, one, two):
        return two, one, False
    return one, two, True


def _speaks_of_rows_first(logic: Logic, key: Relation, one: Axis, two: Axis) -> bool:
    """By the names of variables, and by what lines of cells are called: `(<= (row ?m) (true (cell ?m 1 x)) …)`."""
    votes = 0
    for rule in logic.rules:
        cells = [term for literal in rule.body for term in _inside(literal) if relation(term) == key]
        for cell in (*cells, *(term for term in _inside(rule.head) if relation(term) == key)):
            first, second = (_SPOKEN.get(str(_at(cell, axis.path)).lstrip("?").lower()) for axis in (one, two))
            votes += (first == "down") + (second == "across") - (first == "across") - (second in ("down", "up"))
        if len(cells) > 1 and relation(rule.head)[0].lower() in ("row", "riga"):
            votes += _is_shared(cells, one) - _is_shared(cells, two)
    return votes > 0


def _is_shared(cells: list[Term], axis: Axis) -> bool:
    return len({str(_at(cell, axis.path)) for cell in cells}) == 1


def _inside(term: Term) -> Iterator[Term]:
    yield term
    if isinstance(term, tuple):
        for part in term[1:]:
            yield from _inside(part)
