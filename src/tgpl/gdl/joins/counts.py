"""How many tuples the relations have that always hold: counted, as far as that is little work.

In: clauses in groups, each behind those it leans on. Out: the number of tuples of every relation that could be counted. The
tuples themselves are worked out again in C when a game begins; here they only say in which order literals are best looked at.

    succ(1,2). succ(2,3). two(?x,?z) :- succ(?x,?y), succ(?y,?z).       ->      succ: 2, two: 1
"""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.gdl.joins.clauses import Clause, Literal, Name
from tgpl.gdl.joins.order import Cardinalities, Order, Step, order_literals
from tgpl.text.terms import Term

MOST_STEPS = 60_000
Tuple = tuple[Term, ...]


class _BudgetSpent(Exception):
    """Too much to count."""


class Counter:
    def __init__(self, cardinalities: Cardinalities) -> None:
        self.tuples: dict[Name, dict[Tuple, None]] = {}
        self._measures = cardinalities
        self._indexes: dict[tuple[Name, tuple[int, ...]], dict[Tuple, list[Tuple]]] = {}
        self._left = MOST_STEPS

    def count(self, names: tuple[Name, ...], of: dict[Name, list[Clause]]) -> bool:
        """Works out relations that lean on each other and on what is counted already; False: it is left."""
        leaning = {literal.name for name in names for clause in of[name] for literal in clause.positive}
        denied = {literal.name for name in names for clause in of[name] for literal in clause.negative}
        if not leaning <= self.tuples.keys() | set(names) or not denied <= self.tuples.keys():
            return False
        try:
            self._derive(names, of)
        except _BudgetSpent:
            for name in names:
                self.tuples.pop(name, None)
            return False
        for name in names:
            self._measures.size[name] = max(float(len(self.tuples[name])), 0.01)
        return True

    def _derive(self, names: tuple[Name, ...], of: dict[Name, list[Clause]]) -> None:
        for name in names:
            self.tuples[name] = {}
        ordered: list[tuple[Clause, Order, bool]] = []
        for name in names:
            for clause in of[name]:
                if not (clause.positive or clause.negative or clause.apart):
                    self.tuples[name][clause.head.arguments] = None
                    continue
                found = order_literals(clause, set(), self._measures)
                if found is not None:
                    ordered.append((clause, found, any(literal.name in names for literal in clause.positive)))
        before, first = -1, True
        while before != (before := sum(len(self.tuples[name]) for name in names)) or first:
            for key in [key for key in self._indexes if key[0] in names]:
                del self._indexes[key]
            for clause, found, again in ordered:
                if again or first:
                    for env in list(self._solve(found.steps, 0, {})):
                        made = tuple(_substitute(argument, env) for argument in clause.head.arguments)
                        self.tuples[clause.head.name][made] = None
            first = False

    def _solve(self, steps: tuple[Step, ...], at: int, env: dict[str, Term]) -> Iterator[dict[str, Term]]:
        self._left -= 1
        if self._left < 0:
            raise _BudgetSpent
        if at == len(steps):
            yield env
            return
        kind, literal, bound = steps[at]
        if kind == "apart":
            left, right = (_substitute(argument, env) for argument in literal.arguments)
            if left != right:
                yield from self._solve(steps, at + 1, env)
        elif kind == "scan":
            for row in self._rows(literal, bound, env):
                more = _match_row(literal, bound, row, env)
                if more is not None:
                    yield from self._solve(steps, at + 1, more)
        else:
            wanted = tuple(_substitute(argument, env) for argument in literal.arguments)
            if (wanted in self.tuples[literal.name]) == (kind == "test"):
                yield from self._solve(steps, at + 1, env)

    def _rows(self, literal: Literal, bound: tuple[int, ...], env: dict[str, Term]) -> list[Tuple]:
        index = self._indexes.get((literal.name, bound))
        if index is None:
            index = self._indexes[literal.name, bound] = {}
            for row in self.tuples[literal.name]:
                index.setdefault(tuple(row[column] for column in bound), []).append(row)
        return index.get(tuple(_substitute(literal.arguments[column], env) for column in bound), [])


def _match_row(literal: Literal, bound: tuple[int, ...], row: Tuple, env: dict[str, Term]) -> dict[str, Term] | None:
    env = dict(env)
    for column, term in enumerate(literal.arguments):
        if column not in bound and not _match(term, row[column], env):
            return None
    return env


def _match(term: Term, value: Term, env: dict[str, Term]) -> bool:
    if isinstance(term, str):
        return env.setdefault(term, value) == value if term.startswith("?") else term == value
    if isinstance(value, str) or value[0] != term[0] or len(value) != len(term):
        return False
    return all(_match(one, other, env) for one, other in zip(term[1:], value[1:], strict=True))


def _substitute(term: Term, env: dict[str, Term]) -> Term:
    if isinstance(term, str):
        return env[term] if term.startswith("?") else term
    return (term[0], *(_substitute(argument, env) for argument in term[1:]))
