"""Which relations need which: components, in an order in which each comes behind all that it needs.

A component is a set of relations that need each other (most often one alone). Its level says what has to be given before
it can be worked out: nothing (`ALWAYS`), a position, or a position and what everybody does there.

    components([p ← q, not r;  q ← true(x)])   ->   {r}: ALWAYS, {q}: POSITION, {p}: POSITION
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tgpl.runtime.datalog.clauses import DOES, FAILS, HOLDS, IGNORES, KNOWS, TRUE, Clause
from tgpl.text.scc import find_components as strongly_connected
from tgpl.text.terms import relation

ALWAYS, POSITION, MOVES = 0, 1, 2
Relation = tuple[str, int]


class Component(NamedTuple):
    relations: tuple[Relation, ...]
    clauses: tuple[Clause, ...]
    level: int
    needs: tuple[Relation, ...]  # of other components
    negates_itself: bool  # does one of its relations stand in a negation on the way to itself?


def components(clauses: Iterable[Clause]) -> Iterator[Component]:
    """Facts of the position and moves are given, so rules for them do not count."""
    by_head: dict[Relation, list[Clause]] = {}
    for clause in clauses:
        if relation(clause.head) not in (TRUE, DOES):
            by_head.setdefault(relation(clause.head), []).append(clause)
    needs = {
        head: dict.fromkeys(relation(atom) for clause in own for kind, atom in clause.body if kind in (HOLDS, FAILS))
        for head, own in by_head.items()
    }
    levels: dict[Relation, int] = {TRUE: POSITION, DOES: MOVES}
    for group in strongly_connected(needs, lambda name: needs.get(name, ())):
        members = tuple(sorted(group))
        own = tuple(clause for member in members for clause in by_head.get(member, ()))
        outside = tuple(sorted({need for member in members for need in needs.get(member, ())}.difference(members)))
        level = max([levels[need] for need in outside] + [_least_level(clause) for clause in own], default=ALWAYS)
        if members[0] in (TRUE, DOES):
            continue
        levels.update(dict.fromkeys(members, level))
        negated = {relation(atom) for clause in own for kind, atom in clause.body if kind == FAILS}
        yield Component(members, own, level, outside, not negated.isdisjoint(members))


def _least_level(clause: Clause) -> int:
    return POSITION if any(kind in (KNOWS, IGNORES) for kind, _ in clause.body) else ALWAYS
