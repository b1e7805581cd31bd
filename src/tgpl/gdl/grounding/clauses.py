"""Rules without `or`, `and` and nested `not`: what grounding works on.

In:  the rules of a sheet. Out: `Clause`s. A rule with `or` becomes several; where that would be too many, `TooLarge`.

    to_clauses((Rule("p", (("or", "q", ("not", "r")),)),))   ->   p if q;  p if not r
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

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


class _Literal(NamedTuple):
    atom: Term
    positive: bool


def to_clauses(rules: Iterable[Rule]) -> list[Clause]:
    made: dict[Clause, None] = {}
    for rule in rules:
        for alternative in _all(rule.body, True):
            made[_clause(rule.head, alternative)] = None
    return list(made)


def _clause(head: Term, literals: tuple[_Literal | Check, ...]) -> Clause:
    plain = [literal for literal in dict.fromkeys(literals) if isinstance(literal, _Literal)]
    return Clause(
        head,
        tuple(literal.atom for literal in plain if literal.positive),
        tuple(literal.atom for literal in plain if not literal.positive),
        tuple(check for check in dict.fromkeys(literals) if isinstance(check, Check)),
    )


def _alternatives(literal: Term, positive: bool) -> list[tuple[_Literal | Check, ...]]:
    """Sets of literals, any of which makes this one hold."""
    match literal:
        case ("not", inner):
            return _alternatives(inner, not positive)
        case ("distinct", left, right):
            return [(Check(left, right, not positive),)]
        case ("or", *parts) | ("and", *parts):
            return _all(parts, positive) if (literal[0] == "and") == positive else _any(parts, positive)
        case _:
            return [(_Literal(literal, positive),)]


def _any(parts: Iterable[Term], positive: bool) -> list[tuple[_Literal | Check, ...]]:
    return [alternative for part in parts for alternative in _alternatives(part, positive)]


def _all(parts: Iterable[Term], positive: bool) -> list[tuple[_Literal | Check, ...]]:
    each = [_alternatives(part, positive) for part in parts]
    count = 1
    for alternatives in each:
        count *= len(alternatives)
        if count > MOST_ALTERNATIVES:
            raise TooLarge
    return [tuple(literal for part in chosen for literal in part) for chosen in product(*each)]
