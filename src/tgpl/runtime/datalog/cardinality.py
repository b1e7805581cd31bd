"""How many rows a literal can be expected to have: counted in the tables that are there when its clause is prepared.

A shape is an atom without its words: `true(cell(?x,1,b))` has the shape `true(cell(·,·,·))`. Of each shape it is counted
how many rows have it and how many values stand at each of its places; what is bound then divides the rows.

    8 x 8 cells with 12 men:  true(cell(?x,?y,?m))  ->  64.0;   with ?x and ?y bound  ->  1.0;   with b for ?m  ->  21.3
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import islice
from typing import NamedTuple

from tgpl.runtime.datalog.clauses import HOLDS, Literal
from tgpl.runtime.datalog.strata import Relation
from tgpl.runtime.datalog.tables import FREE, Question, Signature, Table, make_splitter
from tgpl.text.terms import Term, is_variable, relation, variables

SAMPLE = 200  # rows that are looked at, taken from all over the table
ASK_COST = 20.0  # what a question costs that is answered where it is asked, beside 1 for a look into a table
TEST_SELECTIVITY = 0.5  # how often a test goes well of which nothing is known
# Values of a column of which nothing is known: with others that are, and with none.
FEW, UNSEEN = 3, 10


class Count(NamedTuple):
    rows: float
    values: tuple[float, ...]  # of each place from the left


class Estimate(NamedTuple):
    rows: float  # that fit what is bound
    price: float  # of a look


Counts = dict[tuple[Relation, Signature, int], Count]  # of so many rows


class Cardinalities:
    """Estimates for the literals of one component; `found` has a table of every relation that it can look into whole."""

    def __init__(
        self, found: Callable[[Relation], Table | None], asked: Callable[[Relation], Table | None], counts: Counts
    ) -> None:
        self._found = found
        self._asked = asked  # of those that are worked out where they are asked for: some of their rows
        self._counts = counts  # shared: what was counted once is about the same in another position
        self._answers: dict[Question, float] = {}

    def estimate(self, literal: Literal, bound: Collection[str]) -> Estimate:
        asked = self._asked(relation(literal.atom))
        price = 1.0 if asked is None else ASK_COST
        if literal.kind != HOLDS or (asked is not None and literal.variables <= set(bound)):
            return Estimate(TEST_SELECTIVITY, price)
        return Estimate(
            self._rows(literal.atom, bound) if asked is None else self._demanded_rows(literal.atom, bound, asked), price
        )

    def _demanded_rows(self, atom: Term, bound: Collection[str], asked: Table) -> float:
        known = tuple(at for at, part in enumerate(atom[1:]) if set(bound).issuperset(variables(part)))
        question: Question = (*relation(atom), known)
        if question not in self._answers:
            self._answers[question] = _estimate_answers(question, asked)
        return self._answers[question]

    def _rows(self, atom: Term, bound: Collection[str]) -> float:
        count = self._count(atom)
        rows, met = count.rows, set(bound)
        for place, values in zip(_places(atom), count.values, strict=True):
            if not is_variable(place) or place in met:
                rows /= values
            met.add(place)
        return rows

    def _count(self, atom: Term) -> Count:
        about, shape = relation(atom), _shape(atom)
        table = self._found(about)
        size = 0 if table is None else len(table.rows)
        if (about, shape, size) not in self._counts:
            self._counts[about, shape, size] = _count_rows(table, shape)
        return self._counts[about, shape, size]


def _estimate_answers(question: Question, some: Table) -> float:
    """How many rows a question has among those that were found before: few were, but of these many questions have all."""
    _, columns, known = question
    if not known or not some.rows:
        return float((FEW if known else UNSEEN) ** (columns - len(known)))
    return len(some.rows) / max(1, len({tuple([row[at] for at in known]) for row in some.rows}))


def _count_rows(table: Table | None, shape: Signature) -> Count:
    split = make_splitter(shape)
    rows = {} if table is None else table.rows
    every = max(1, len(rows) // SAMPLE)
    parts = [part for part in map(split, islice(rows, 0, None, every)) if part is not None]
    width = sum(1 for _ in _leaves(shape))
    columns = (
        [{part[1] for part in parts}] if width == 1 else list(map(set, zip(*(part[1] for part in parts), strict=True)))
    )
    return Count(
        max(len(parts) * every, 0.5), tuple(_values(len(own), len(parts), every) for own in columns) or (1.0,) * width
    )


def _values(seen: int, looked: int, every: int) -> float:
    """Where nearly every row that was looked at had a value of its own, so have the others."""
    return max(1.0, float(seen * every if seen > looked * 0.8 else seen))


def _shape(atom: Term) -> Signature:
    return tuple(_shape_of(part) for part in atom[1:]) if isinstance(atom, tuple) else ()


def _shape_of(term: Term) -> object:
    return (term[0], *map(_shape_of, term[1:])) if isinstance(term, tuple) else FREE


def _leaves(shape: Signature) -> Iterator[object]:
    for part in shape:
        if isinstance(part, tuple):
            yield from _leaves(part[1:])
        else:
            yield part


def _places(atom: Term) -> Iterator[str]:
    """The words and variables at the places of an atom's shape."""
    for part in atom[1:] if isinstance(atom, tuple) else ():
        if isinstance(part, tuple):
            yield from _places(part)
        else:
            yield part
