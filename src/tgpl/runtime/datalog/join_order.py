"""In which order the literals of a body are looked at.

Any order that binds variables before they are needed gives the same answers; this one also gives them soon. Literals
that only look (negations, `distinct`, `knows`) wait until their variables are bound. Of those that are ready the one
comes next that leaves the fewest ways to go on, tests before loops; among equals the one that the author wrote first.

    order_literals(p(?y) ← not q(?x), r(?x, ?y), s(?x))   ->   s(?x), not q(?x), r(?x, ?y)      if s has fewer rows than r
"""

from __future__ import annotations

from collections.abc import Iterable

from tgpl.runtime.datalog.cardinality import Cardinalities
from tgpl.runtime.datalog.clauses import DISTINCT, HOLDS, SAME, Clause, Literal
from tgpl.text.terms import spell, variables

LEAST_SELECTIVITY = 0.02  # of the ways are expected to end at a test
COMPARE_COST = 0.2  # what it costs, of a look into a table


def order_literals(
    clause: Clause, cardinalities: Cardinalities, first: int | None = None, bound: Iterable[str] = ()
) -> tuple[int, ...]:
    """The numbers of the body's literals, in their order; with `first` that one leads. `bound`: variables known before."""
    left = list(range(len(clause.body)))
    order: list[int] = []
    known = set(bound)
    chosen = first
    while left:
        if chosen is None:
            chosen = _pick_next(clause, left, known, cardinalities)
        left.remove(chosen)
        order.append(chosen)
        known |= clause.body[chosen].variables
        chosen = None
    if not known.issuperset(variables(clause.head)):
        raise ValueError(f"unsafe: {spell(clause.head)}")
    return tuple(order)


def _pick_next(clause: Clause, left: list[int], known: set[str], cardinalities: Cardinalities) -> int:
    ready = [number for number in left if _ready(clause.body[number], known)]
    if not ready:
        raise ValueError(f"unsafe: {spell(clause.head)}")
    return min(ready, key=lambda number: (_rank(clause.body[number], known, cardinalities), number))


def _ready(literal: Literal, known: set[str]) -> bool:
    return literal.kind == HOLDS or literal.variables <= known


def _rank(literal: Literal, known: set[str], cardinalities: Cardinalities) -> float:
    """Below 0: it leaves fewer ways than there were; the more of them it ends for its price the sooner it comes."""
    if literal.kind in (DISTINCT, SAME):
        return -1.0 / COMPARE_COST
    rows, price = cardinalities.estimate(literal, known)
    if literal.variables <= known:
        return -max(1.0 - rows, LEAST_SELECTIVITY) / price
    return rows + price - 2.0
