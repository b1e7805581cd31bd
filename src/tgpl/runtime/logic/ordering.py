"""In which order the literals of a body are looked at.

Any order that binds variables before they are needed gives the same answers; this one also gives them soon. Literals
that only look (negations, `distinct`, `knows`) come as soon as their variables are bound. Of the others the one with the
fewest variables still open comes next, then the one with the most that are known, then the one that the author wrote first.

    in_order(p(?y) ← not q(?x), r(?x, ?y), s(?x))   ->   s(?x), not q(?x), r(?x, ?y)
"""

from __future__ import annotations

from tgpl.runtime.logic.clauses import HOLDS, Clause, Literal
from tgpl.terms import Term, is_variable, spell, variables


def in_order(clause: Clause, first: int | None = None) -> tuple[int, ...]:
    """The numbers of the body's literals, in their order; with `first` that one leads."""
    left = list(range(len(clause.body)))
    order: list[int] = []
    bound: set[str] = set()
    chosen = first
    while left:
        if chosen is None:
            chosen = _next(clause, left, bound)
        left.remove(chosen)
        order.append(chosen)
        bound |= clause.body[chosen].variables
        chosen = None
    if not bound.issuperset(variables(clause.head)):
        raise ValueError(f"unsafe: {spell(clause.head)}")
    return tuple(order)


def _next(clause: Clause, left: list[int], bound: set[str]) -> int:
    ready = [number for number in left if _ready(clause.body[number], bound)]
    if not ready:
        raise ValueError(f"unsafe: {spell(clause.head)}")
    return min(ready, key=lambda number: (*_price(clause.body[number], bound), number))


def _ready(literal: Literal, bound: set[str]) -> bool:
    return literal.kind == HOLDS or literal.variables <= bound


def _price(literal: Literal, bound: set[str]) -> tuple[int, int]:
    free = literal.variables - bound
    return len(free), -_known(literal.atom, bound) if free else 0


def _known(term: Term, bound: set[str]) -> int:
    """How many words and bound variables stand in it."""
    if isinstance(term, tuple):
        return sum(_known(argument, bound) for argument in term[1:])
    return 0 if is_variable(term) and term not in bound else 1
