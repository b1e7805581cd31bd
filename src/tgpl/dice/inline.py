"""Throws that are used once are put where they are used: then sums of dice are sums of distributions.

In:  a block. Out: one that comes to the same, with as few different states between its statements as possible. Every
die is thrown for itself, so it does not matter when.

    r1 = roll(1d100); r2 = roll(1d100); result = r1 - r2;     →     result = roll(1d100) - roll(1d100);
"""

from __future__ import annotations

from typing import Any, TypeVar

from tgpl.core import nodes as n
from tgpl.dice.analysis import Facts, counted

N = TypeVar("N")


def inlined(block: n.Block, facts: Facts) -> n.Block:
    statements = list(block.statements)
    at = 0
    while at < len(statements):
        statement = statements[at]
        user = _only_user(statements, at, facts) if isinstance(statement, n.Declare) else None
        if user is None:
            at += 1
            continue
        assert isinstance(statement, n.Declare)
        statements[user] = _with(statements[user], statement.name, statement.value)
        del statements[at]
        at = 0  # what was put there may be used once itself
    return n.Block(block.span, tuple(statements)) if len(statements) < len(block.statements) else block


def _only_user(statements: list[n.Statement], at: int, facts: Facts) -> int | None:
    """The statement behind a throw that alone uses it, once, if nothing in between can make a difference."""
    throw = statements[at]
    assert isinstance(throw, n.Declare)
    if not facts.throws(throw.value) or facts.changes(throw.value):
        return None
    for i in range(at + 1, len(statements)):
        uses = counted(statements[i])[throw.name]
        if uses:
            alone = uses == 1 and not any(counted(later)[throw.name] for later in statements[i + 1 :])
            return i if alone and counted(_expression(statements[i]))[throw.name] else None
        between = statements[i]
        if not isinstance(between, n.Declare) or facts.changes(between):
            return None
    return None


def _expression(statement: n.Statement) -> object:
    """What a statement works out first, and once."""
    match statement:
        case n.Declare() | n.Assign(target=n.Local()) | n.Return() | n.Evaluate():
            return statement.value
        case n.If():
            return statement.branches[0][0]
    return None


def _with(node: N, name: str, value: n.Expr) -> N:
    """The node with an expression in place of a variable."""
    found: Any = node
    if isinstance(node, n.Local) and node.name == name:
        found = value
    elif isinstance(node, tuple):
        found = tuple(_with(part, name, value) for part in node)
    elif isinstance(node, n.Node) and counted(node)[name]:
        found = type(node)(*(_with(getattr(node, field), name, value) for field in node.__match_args__))
    return found  # type: ignore[no-any-return]
