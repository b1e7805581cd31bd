"""Rules without `or`, `and` and nested `not`: what grounding works on.

In:  the rules of a sheet. Out: `Clause`s. A rule with `or` becomes several; where that would be too many, `TooLarge`.

    to_clauses((Rule("p", (("or", "q", ("not", "r")),)),))   ->   p if q;  p if not r
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tgpl.runtime.datalog.clauses import DISTINCT, FAILS, HOLDS, IGNORES, KNOWS, SAME, Literal, conjunctions
from tgpl.runtime.errors import RuleError
from tgpl.text.terms import Rule, Term

MOST_ALTERNATIVES = 2000  # of one rule


class TooLarge(Exception):
    """The work or the room that a sheet would need is beyond what is allowed."""


class Check(NamedTuple):
    """Two terms that have to be equal, or have to differ."""

    left: Term
    right: Term
    equal: bool


class Clause(NamedTuple):
    head: Term
    positive: tuple[Term, ...]
    negative: tuple[Term, ...]
    checks: tuple[Check, ...]


def to_clauses(rules: Iterable[Rule]) -> list[Clause]:
    made: dict[Clause, None] = {}
    for rule in rules:
        try:
            alternatives = conjunctions(("and", *rule.body), True, rule.head, MOST_ALTERNATIVES)
        except RuleError:
            raise TooLarge from None
        made |= dict.fromkeys(_clause(rule.head, dict.fromkeys(literals)) for literals in alternatives)
    return list(made)


def _clause(head: Term, literals: Iterable[Literal]) -> Clause:
    return Clause(
        head,
        tuple(atom for kind, atom in literals if kind in (HOLDS, KNOWS)),
        tuple(atom for kind, atom in literals if kind in (FAILS, IGNORES)),
        tuple(Check(atom[1], atom[2], kind == SAME) for kind, atom in literals if kind in (DISTINCT, SAME)),
    )
