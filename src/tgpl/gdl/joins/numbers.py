"""Every ground term as a number, so that smaller numbers come earlier in the canonical order.

Constants come first, in their order. Then each function whose arguments have finitely many values has a stretch of
numbers, one for each combination: no table is needed to put such a term together or take it apart. Terms of other
functions get numbers from `DYNAMIC` on while the game runs.

    a, b, f(a), f(b)        ->      0, 1, 2, 3
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from tgpl.gdl.joins.clauses import Clause, Kind
from tgpl.gdl.joins.domains import Places
from tgpl.text.terms import Term, order_key

DYNAMIC = 0x40000000
MOST_OF_A_FUNCTION = 1 << 24
MOST = 1 << 28
Function = tuple[str, int]


class Domain(NamedTuple):
    """What can stand in a place: constants and then functions, all in order. Its members are also numbered from 0."""

    number: int  # of this domain
    constants: tuple[int, ...]
    functions: tuple[int, ...]  # by number
    size: int  # 0: without end

    def within(self, other: Domain) -> bool:
        return self is other or (
            set(self.constants) <= set(other.constants) and set(self.functions) <= set(other.functions)
        )


class Numbers:
    """`constants`, `functions`: all, in order. `first[f]`, `size[f]`: the stretch of a function, 0 where it is without end."""

    def __init__(self, clauses: list[Clause], places: Places) -> None:
        self._places = places
        constants: dict[str, None] = {}
        functions: dict[Function, None] = {}
        for clause in clauses:
            for literal in (clause.head, *clause.positive, *clause.negative):
                for argument in literal.arguments:
                    _collect(argument, constants, functions)
            for pair in clause.apart:
                for argument in pair:
                    _collect(argument, constants, functions)
        self.constants = sorted(constants, key=order_key)
        self.number_of = {text: number for number, text in enumerate(self.constants)}
        self.functions = sorted(functions)
        self.function_number = {function: number for number, function in enumerate(self.functions)}
        self._sizes: dict[Function, int] = {}
        self._domains: dict[tuple[tuple[int, ...], tuple[int, ...]], Domain] = {}
        self.domains: list[Domain] = []
        for function in self.functions:
            self._size_of(function, ())
        self.size = [self._sizes[function] for function in self.functions]
        if sum(self.size) > MOST:
            self.size = [0] * len(self.size)
        self.first: list[int] = []
        top = len(self.constants)
        for size in self.size:
            self.first.append(top)
            top += size
        self.arguments = [
            tuple(self.domain(places.get((function, at), set())) for at in range(function[1]))
            for function in self.functions
        ]

    def _size_of(self, function: Function, outer: tuple[Function, ...]) -> int:
        """How many terms it has; 0: without end, or too many to number."""
        if function in outer:
            return 0
        if function not in self._sizes:
            size = 1
            for at in range(function[1]):
                here = 0
                for kind in self._places.get((function, at), ()):
                    inner = 1 if isinstance(kind, str) else self._size_of(kind, (*outer, function))
                    if inner == 0:
                        here = 0
                        break
                    here += inner
                size *= here
                if size == 0 or size > MOST_OF_A_FUNCTION:
                    size = 0
                    break
            self._sizes[function] = size
        return self._sizes[function]

    def domain(self, kinds: set[Kind] | frozenset[Kind]) -> Domain:
        constants = tuple(sorted(self.number_of[kind] for kind in kinds if isinstance(kind, str)))
        functions = tuple(sorted(self.function_number[kind] for kind in kinds if isinstance(kind, tuple)))
        found = self._domains.get((constants, functions))
        if found is None:
            size = len(constants) + sum(self.size[function] for function in functions)
            if not all(self.size[function] for function in functions):
                size = 0
            found = Domain(len(self.domains), constants, functions, size)
            self._domains[constants, functions] = found
            self.domains.append(found)
        return found


def product_of(domains: tuple[Domain, ...]) -> int:
    """How many combinations there are; 0: without end."""
    return prod(domain.size for domain in domains)


def _collect(term: Term, constants: dict[str, None], functions: dict[Function, None]) -> None:
    if isinstance(term, tuple):
        functions[term[0], len(term) - 1] = None
        for argument in term[1:]:
            _collect(argument, constants, functions)
    elif not term.startswith("?"):
        constants[term] = None
