"""Rules → clauses: a head, and a body that is nothing but a conjunction of literals.

`or`, `and` and `not` inside each other are spread out first: `(<= p (or a (not (and b c))))` becomes the three clauses
`p ← a`, `p ← not b`, `p ← not c`. Every clause means what one of the ways to make its rule's body true means.

    clauses_of(Rule("p", (("or", "a", ("q", "?x")),)))   ->   Clause("p", (Literal(HOLDS, "a"),)), Clause("p", (Literal(HOLDS, ("q", "?x")),))
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from tgpl.runtime.errors import RuleError
from tgpl.text.terms import Rule, Term, is_variable, relation, spell, variables

# What a literal asks of its atom. The last four only look: they wait until their variables are bound.
HOLDS, FAILS, DISTINCT, SAME, KNOWS, IGNORES = "holds", "fails", "distinct", "same", "knows", "ignores"
OPPOSITE = {HOLDS: FAILS, FAILS: HOLDS, DISTINCT: SAME, SAME: DISTINCT, KNOWS: IGNORES, IGNORES: KNOWS}
MOST_CLAUSES = 10_000  # that one rule may come to

TRUE, DOES = ("true", 1), ("does", 2)  # given from outside: the facts of a position, and what everybody does there


class Literal(NamedTuple):
    kind: str
    atom: Term

    @property
    def variables(self) -> frozenset[str]:
        return frozenset(variables(self.atom))


class Clause(NamedTuple):
    head: Term
    body: tuple[Literal, ...]


def clauses_of(rule: Rule) -> Iterator[Clause]:
    """Every way to make the rule's body true, as a clause of its own."""
    ways = conjunctions(("and", *rule.body), True, rule.head)
    return (Clause(rule.head, tuple(dict.fromkeys(way))) for way in ways)


def conjunctions(formula: Term, wanted: bool, head: Term, most: int = MOST_CLAUSES) -> list[tuple[Literal, ...]]:
    """The formula, or with `wanted` off its contrary, as alternatives of which each is a conjunction; at most so many."""
    if isinstance(formula, tuple):
        if relation(formula) == ("not", 1):
            return conjunctions(formula[1], not wanted, head, most)
        if formula[0] in ("and", "or"):
            parts = [conjunctions(part, wanted, head, most) for part in formula[1:]]
            if (formula[0] == "or") == wanted:
                return [way for ways in parts for way in ways]
            return _all_of(parts, head, most)
    kind = _kind(formula)
    return [(Literal(kind if wanted else OPPOSITE[kind], formula),)]


def _all_of(parts: list[list[tuple[Literal, ...]]], head: Term, most: int) -> list[tuple[Literal, ...]]:
    count = 1
    for ways in parts:
        count *= len(ways)
        if count > most:
            what = f"A rule for `{spell(head)}` has more than {most:,} ways through its `or`s."
            raise RuleError("R713", f"{what} Give some of them a relation of their own.", relation(head))
    return [tuple(literal for way in ways for literal in way) for ways in product(*parts)]


def _kind(atom: Term) -> str:
    if is_variable(atom):
        raise ValueError(f"`{spell(atom)}` cannot be a literal")
    if relation(atom) == ("distinct", 2):
        return DISTINCT
    return KNOWS if relation(atom) in (("knows", 1), ("knows", 2)) else HOLDS
