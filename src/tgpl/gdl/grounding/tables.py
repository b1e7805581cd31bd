"""What is known to hold, kept so that joins find it: a table for each shape of literal, with indexes.

In:  ground atoms. Out: for a literal and the variables that have values already, the values of its others.

A `Table` belongs to all literals of one shape, such as `(true (cell ?0 ?1 b))`. A row is the values of its variables
from the left and, last, the number of the atom. An index is a dictionary from the values of some columns to the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tgpl.runtime.datalog.tables import JOINS
from tgpl.runtime.guard import execute
from tgpl.text.terms import Term, relation, variables

Row = tuple[Any, ...]
RowMatcher = Callable[[Term], Row | None]


def shape_of(literal: Term) -> Term:
    """The literal with its variables numbered from the left: `?0`, `?1`, …"""
    names: dict[str, str] = {}

    def rename(term: Term) -> Term:
        if isinstance(term, tuple):
            return (term[0], *map(rename, term[1:]))
        return names.setdefault(term, f"?{len(names)}") if term.startswith("?") else term

    return rename(literal)


class Table:
    def __init__(self, shape: Term) -> None:
        self.shape = shape
        self.rows: list[Row] = []
        self.width = len(set(variables(shape)))
        self.match = _matcher(shape)
        self._indexes: dict[tuple[int, ...], dict[Any, list[Row]]] = {}
        self._distinct: dict[int, tuple[int, int]] = {}  # column -> of how many rows, how many values

    def add(self, atom: Term, number: int) -> Row | None:
        """The atom's row, if it is of this shape."""
        found = self.match(atom)
        if found is None:
            return None
        row = (*found, number)
        self.rows.append(row)
        for columns, index in self._indexes.items():
            _enter(index, columns, row)
        return row

    def index(self, columns: tuple[int, ...]) -> dict[Any, list[Row]]:
        """From the values of these columns (one value, or a tuple) to the other columns and the number."""
        found = self._indexes.get(columns)
        if found is None:
            found = self._indexes[columns] = {}
            for row in self.rows:
                _enter(found, columns, row)
        return found

    def values(self, column: int) -> int:
        """How many values a column has."""
        size, count = self._distinct.get(column, (-1, 0))
        if size != len(self.rows):
            count = len({row[column] for row in self.rows})
            self._distinct[column] = (len(self.rows), count)
        return count


def _enter(index: dict[Any, list[Row]], columns: tuple[int, ...], row: Row) -> None:
    key = row[columns[0]] if len(columns) == 1 else tuple([row[column] for column in columns])
    rest = tuple([value for column, value in enumerate(row) if column not in columns])
    rows = index.get(key)
    if rows is None:
        index[key] = [rest]
    else:
        rows.append(rest)


def _matcher(shape: Term) -> RowMatcher:
    """A function from an atom of the shape's relation to its row, or None. Made as text: it runs for every atom."""
    tests: list[str] = []
    places: dict[str, str] = {}

    def look(term: Term, place: str) -> None:
        if isinstance(term, tuple):
            if place != "a":
                tests.append(f"type({place}) is tuple and {place}[0] == {term[0]!r} and len({place}) == {len(term)}")
            for number, argument in enumerate(term[1:], 1):
                look(argument, f"{place}[{number}]")
        elif not term.startswith("?"):
            if place != "a":
                tests.append(f"{place} == {term!r}")
        elif term in places:
            tests.append(f"{place} == {places[term]}")
        else:
            places[term] = place

    look(shape, "a")
    row = f"({', '.join(places.values())}{',' if len(places) == 1 else ''})"
    text = f"lambda a: {row} if {' and '.join(tests)} else None" if tests else f"lambda a: {row}"
    made: RowMatcher = execute(f"match = {text}", "<match>", JOINS)["match"]
    return made


class Tables:
    """All tables, by relation and shape."""

    def __init__(self) -> None:
        self._of: dict[tuple[str, int], list[Table]] = {}
        self._shapes: dict[Term, Table] = {}

    def table(self, literal: Term) -> Table:
        shape = shape_of(literal)
        found = self._shapes.get(shape)
        if found is None:
            found = self._shapes[shape] = Table(shape)
            self._of.setdefault(relation(shape), []).append(found)
        return found

    def tables(self, key: tuple[str, int]) -> list[Table]:
        """Those that speak about a relation."""
        return self._of.get(key, [])
