"""`switch` to the core: a chain of tests.

In:  a `switch` that was checked. Out: an `If`, with what it goes by in a variable. Null has no case unless it is named: then it is an
error, as long as there is no `default`; and so is a value that an expansion adds, where every case leaves the block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NUMBER, PLAYER, KindType
from tgpl.languages.tgpl.lower.conversion import convert
from tgpl.languages.tgpl.lower.kinds import any_of
from tgpl.languages.tgpl.syntax import tree as t

if TYPE_CHECKING:
    from tgpl.languages.tgpl.lower.statements import StatementLowerer


def lower_switch(lowerer: StatementLowerer, node: t.Switch) -> n.Statement:
    span = lowerer.span(node)
    value = lowerer.lower_expression(node.value)
    if value.type is PLAYER:  # which a case names by its number
        value = convert(value, NUMBER)
    nullable = any(isinstance(one, t.Literal) and one.value is None for case in node.cases for one in case.values)
    if node.otherwise is None and not nullable:
        value = n.Operate(value.span, value.type, "present", (value,))
    lowerer.switches += 1
    name = f"switch {lowerer.switches}"  # nothing in a rule text is called so
    local = n.Local(value.span, value.type, name)
    branches = [
        (any_of(span, [_test(lowerer, local, one) for one in case.values]), lowerer.lower_block(case.body))
        for case in node.cases
    ]
    otherwise = None if node.otherwise is None else lowerer.lower_block(node.otherwise)
    if node.stops:
        otherwise = n.Block(span, (n.Evaluate(span, n.Operate(value.span, NOTHING, "no_case", (local,))),))
    elif node.complete and not node.later and not nullable:  # what is left over is the last
        otherwise = branches.pop()[1]
    declared = n.Declare(span, name, value.type, value)
    if branches:
        return n.Block(span, (declared, n.If(span, tuple(branches), otherwise)))
    return n.Block(span, (declared, *(() if otherwise is None else (otherwise,))))


def _test(lowerer: StatementLowerer, value: n.Local, case: t.Expr) -> n.Expr:
    span, wanted = lowerer.span(case), lowerer.lower_as(case, value.type)
    if isinstance(wanted.type, KindType):
        return n.IsA(span, BOOL, value, wanted.type)  # with all that derive from it
    return n.Equal(span, BOOL, value, wanted, False)
