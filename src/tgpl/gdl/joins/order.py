"""In which order the literals of a clause are looked at, and what that is expected to cost.

In: a clause, which of its variables are known already, how large relations are expected to be. Out: steps. A literal all of
whose arguments are known is a test; another is a scan that goes through what fits the known ones. Tests come as soon
as they can, cheap ones first; of the scans the one that leaves least to do.

    p(?x) :- not q(?y), r(?x,?y), s(?x)          ->          scan s(?x), scan r(?x,?y), test not q(?y)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tgpl.gdl.joins.clauses import Clause, Literal, Name
from tgpl.text.terms import variables

ENDLESS = 1000.0  # how many terms a column without end is expected to have


class Step(NamedTuple):
    kind: str  # "scan", "test", "not", "apart"
    literal: Literal
    bound: tuple[int, ...] = ()  # columns of a scan whose arguments are known


class Order(NamedTuple):
    steps: tuple[Step, ...]
    counts: tuple[float, ...]  # how often each step is expected to be come to
    cost: float
    out: float  # how often all of them hold


class Cardinalities:
    """What is expected of relations: how many tuples, how many values each column has, what a test costs."""

    def __init__(self, columns: Callable[[Name], tuple[float, ...]]) -> None:
        self.columns = columns
        self.size: dict[Name, float] = {}
        self.price: dict[Name, float] = {}

    def fan(self, name: Name, bound: tuple[int, ...]) -> float:
        """How many tuples fit known values in these columns."""
        found = self.size.get(name, 1.0)
        columns = self.columns(name)
        for column in bound:
            found /= max(columns[column], 1.0)
        return found


def order_literals(clause: Clause, known: set[str], cardinalities: Cardinalities, without: int = -1) -> Order | None:
    """None: a variable that nothing binds. `without`: a literal that is matched before, so it is left out."""
    known = set(known)
    waiting: list[tuple[str, Literal]] = [
        ("scan", literal) for at, literal in enumerate(clause.positive) if at != without
    ]
    waiting += [("not", literal) for literal in clause.negative]
    waiting += [("apart", Literal(Name("distinct", "", 2), pair)) for pair in clause.apart]
    needs = {id(literal): [frozenset(variables(argument)) for argument in literal.arguments] for _, literal in waiting}
    steps: list[Step] = []
    counts: list[float] = []
    count, cost = 1.0, 0.0
    while waiting:
        best: tuple[float, int] | None = None
        for at, (kind, literal) in enumerate(waiting):
            rank = _rank(kind, literal, needs[id(literal)], known, cardinalities)
            if rank is not None and (best is None or rank < best[0]):
                best = (rank, at)
        if best is None:
            return None
        kind, literal = waiting.pop(best[1])
        bound = tuple(column for column, needed in enumerate(needs[id(literal)]) if needed <= known)
        fan, price = _estimate(kind, literal, bound, cardinalities)
        if kind == "scan" and len(bound) == len(literal.arguments):
            kind = "test"
        steps.append(Step(kind, literal, bound))
        counts.append(count)
        cost += count * price
        count *= fan
        for needed in needs[id(literal)]:
            known |= needed
    if not {v for argument in clause.head.arguments for v in variables(argument)} <= known:
        return None
    return Order(tuple(steps), tuple(counts), cost + count, count)


def _rank(
    kind: str, literal: Literal, needs: list[frozenset[str]], known: set[str], cardinalities: Cardinalities
) -> float | None:
    bound = tuple(column for column, needed in enumerate(needs) if needed <= known)
    if kind != "scan" and len(bound) < len(needs):
        return None
    fan, price = _estimate(kind, literal, bound, cardinalities)
    return (fan - 1.0) / price if fan > 1.0 else (fan - 1.001) / price


def _estimate(kind: str, literal: Literal, bound: tuple[int, ...], cardinalities: Cardinalities) -> tuple[float, float]:
    """How many ways go on behind a step, and what it costs."""
    if kind == "apart":
        return 0.8, 0.2
    price = cardinalities.price.get(literal.name, 1.0)
    fan = cardinalities.fan(literal.name, bound)
    if len(bound) == len(literal.arguments):
        likely = min(max(fan, 0.02), 0.98)
        return (likely if kind == "scan" else 1.0 - likely), price
    return max(fan, 0.02), price + fan
