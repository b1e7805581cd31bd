"""A clause ready to be run: its literals in order, its loops a function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tgpl.runtime.datalog.cardinality import Cardinalities
from tgpl.runtime.datalog.clauses import Clause
from tgpl.runtime.datalog.join_order import order_literals
from tgpl.runtime.datalog.joins import ROW, Join, compile_join
from tgpl.runtime.datalog.strata import Relation
from tgpl.runtime.datalog.tables import Table
from tgpl.text.terms import Term, relation, variables


class PreparedClause(NamedTuple):
    """Over everything, or over what is new of a relation in one of its literals."""

    head: Relation
    new: Relation | None
    join: Join
    grows: bool  # can terms come out that are deeper than those that went in?


def prepare(
    clause: Clause, new: int | None, cardinalities: Cardinalities, on_demand: Mapping[Relation, Table], price: int = ROW
) -> PreparedClause:
    made = compile_join(clause, order_literals(clause, cardinalities, new), new, price, on_demand)
    return PreparedClause(
        relation(clause.head), None if new is None else relation(clause.body[new].atom), made, builds_terms(clause)
    )


def builds_terms(clause: Clause) -> bool:
    return any(map(has_variables, clause.head[1:]))


def has_variables(part: Term) -> bool:
    """Is it a term that is made of others by a rule?"""
    return isinstance(part, tuple) and any(True for _ in variables(part))
