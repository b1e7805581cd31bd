"""A component that is worked out where it is asked for: for known values in some columns of a relation, and for no others.

Its clauses are rewritten so that questions are rows too (known as magic sets). For `reach` asked with its first column:

    reach(?x,?z) ← edge(?x,?y), reach(?y,?z)

becomes, with `asked` for the questions and `known` for the answers,

    known(?x,?z) ← asked(?x), edge(?x,?y), known(?y,?z)         asked(?y) ← asked(?x), edge(?x,?y)

The least model of these clauses with a question in `asked` holds all answers to it, and answers only to what was asked on the way:
a row follows from them if and only if it follows from the clauses as they were and its question is asked. So new
questions can be put at any time, and what was found stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tgpl.runtime.datalog.cardinality import Cardinalities
from tgpl.runtime.datalog.clauses import HOLDS, Clause, Literal
from tgpl.runtime.datalog.join_order import order_literals
from tgpl.runtime.datalog.prepared_clause import PreparedClause, prepare
from tgpl.runtime.datalog.strata import Component, Relation
from tgpl.runtime.datalog.tables import Question, Table
from tgpl.text.terms import Term, relation, variables


class Program(NamedTuple):
    """The clauses for one question, and where its values go and its answers come."""

    asked: Relation
    known: Relation
    relations: tuple[Relation, ...]
    runs: tuple[PreparedClause, ...]


def rewrite(
    component: Component, question: Question, cardinalities: Cardinalities, on_demand: Mapping[Relation, Table]
) -> Program:
    clauses: list[Clause] = []
    seen = {question: None}
    todo = [question]
    while todo:
        here = todo.pop()
        for clause in component.clauses:
            if relation(clause.head) == here[:2]:
                rewritten, inner = _rewrite_clause(clause, here, component, cardinalities)
                clauses += rewritten
                todo += [one for one in inner if one not in seen]
                seen.update(dict.fromkeys(inner))
    relations = tuple(name for one in seen for name in (_asked_name(one), _known_name(one)))
    runs = tuple(
        prepare(clause, number, cardinalities, on_demand)
        for clause in clauses
        for number, (kind, atom) in enumerate(clause.body)
        if kind == HOLDS and relation(atom) in relations
    )
    return Program(_asked_name(question), _known_name(question), relations, runs)


def _rewrite_clause(
    clause: Clause, question: Question, component: Component, cardinalities: Cardinalities
) -> tuple[list[Clause], list[Question]]:
    """A clause for one question: how it answers, and what it asks of its own component on the way there."""
    asked = _question_literal(clause.head, question)
    bound = set(variables(asked.atom))
    body, made, inner = [asked], list[Clause](), list[Question]()
    for number in order_literals(clause, cardinalities, bound=bound):
        literal = clause.body[number]
        if literal.kind == HOLDS and relation(literal.atom) in component.relations:
            asks: Question = (*relation(literal.atom), tuple(_known_columns(literal.atom, bound)))
            made.append(Clause(_question_literal(literal.atom, asks).atom, tuple(body)))
            inner.append(asks)
            body.append(Literal(HOLDS, _named(literal.atom, _known_name(asks)[0])))
        else:
            body.append(literal)
        bound |= literal.variables
    made.append(Clause(_named(clause.head, _known_name(question)[0]), tuple(body)))
    return made, inner


def _known_columns(atom: Term, bound: set[str]) -> Iterator[int]:
    return (
        (at for at, part in enumerate(atom[1:]) if bound.issuperset(variables(part)))
        if isinstance(atom, tuple)
        else iter(())
    )


def _question_literal(atom: Term, question: Question) -> Literal:
    name = _asked_name(question)[0]
    values = tuple(atom[1 + at] for at in question[2])
    return Literal(HOLDS, (name, *values) if values else name)


def _named(atom: Term, name: str) -> Term:
    return (name, *atom[1:]) if isinstance(atom, tuple) else name


# Names with blanks in them: no word of a rulesheet has any.


def _asked_name(question: Question) -> Relation:
    return f"{question[0]} {question[1]} asked {question[2]}", len(question[2])


def _known_name(question: Question) -> Relation:
    return f"{question[0]} {question[1]} known {question[2]}", question[1]


def original_relation(name: Relation) -> Relation:
    """The relation of the sheet behind one of these names, or behind its own."""
    word, *rest = name[0].split(" ")
    return (word, int(rest[0])) if rest else name
