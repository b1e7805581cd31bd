"""A clause ready to be run: its literals in order, its loops a function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tgpl.runtime.datalog.cardinality import Measures
from tgpl.runtime.datalog.clauses import Clause
from tgpl.runtime.datalog.join_order import in_order
from tgpl.runtime.datalog.joins import ROW, Join, join
from tgpl.runtime.datalog.strata import Relation
from tgpl.runtime.datalog.tables import Table
from tgpl.text.terms import Term, relation, variables


class Run(NamedTuple):
    """Over everything, or over what is new of a relation in one of its literals."""

    head: Relation
    new: Relation | None
    join: Join
    grows: bool  # can terms come out that are deeper than those that went in?


def prepared(
    clause: Clause, new: int | None, measures: Measures, asked: Mapping[Relation, Table], price: int = ROW
) -> Run:
    made = join(clause, in_order(clause, measures, new), new, price, asked)
    return Run(relation(clause.head), None if new is None else relation(clause.body[new].atom), made, grows(clause))


def grows(clause: Clause) -> bool:
    return any(map(has_variables, clause.head[1:]))


def has_variables(part: Term) -> bool:
    """Is it a term that is made of others by a rule?"""
    return isinstance(part, tuple) and any(True for _ in variables(part))
