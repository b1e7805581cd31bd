"""Throws that are used once are put where they are used: then sums of dice are sums of distributions.

In:  a block. Out: one that comes to the same, with as few different states between its statements as possible. Every
die is thrown for itself, so it does not matter when.

    r1 = roll(1d100); r2 = roll(1d100); result = r1 - r2;     →     result = roll(1d100) - roll(1d100);
"""

from __future__ import annotations

from typing import Any, TypeVar

from tgpl.core import nodes as n
from tgpl.dice.analysis import EffectAnalysis, count_names

N = TypeVar("N")


def inline_throws(block: n.Block, effects: EffectAnalysis) -> n.Block:
    statements = list(block.statements)
    at = 0
    while at < len(statements):
        statement = statements[at]
        user = _find_only_user(statements, at, effects) if isinstance(statement, n.Declare) else None
        if user is None:
            at += 1
            continue
        assert isinstance(statement, n.Declare)
        statements[user] = _substitute(statements[user], statement.name, statement.value)
        del statements[at]
        at = 0  # what was put there may be used once itself
    return n.Block(block.span, tuple(statements)) if len(statements) < len(block.statements) else block


def _find_only_user(statements: list[n.Statement], at: int, effects: EffectAnalysis) -> int | None:
    """The statement behind a throw that alone uses it, once, if nothing in between can make a difference."""
    throw = statements[at]
    assert isinstance(throw, n.Declare)
    if not effects.throws(throw.value) or effects.changes(throw.value):
        return None
    for i in range(at + 1, len(statements)):
        uses = count_names(statements[i])[throw.name]
        if uses:
            alone = uses == 1 and not any(count_names(later)[throw.name] for later in statements[i + 1 :])
            first = _first_expression(statements[i])
            return i if alone and first is not None and count_names(first)[throw.name] else None
        between = statements[i]
        if not isinstance(between, n.Declare) or effects.changes(between):
            return None
    return None


def _first_expression(statement: n.Statement) -> n.Expr | None:
    """What a statement works out first, and once."""
    match statement:
        case n.Declare() | n.Assign(target=n.Local()) | n.Return() | n.Evaluate():
            return statement.value
        case n.If():
            return statement.branches[0][0]
    return None


def _substitute(node: N, name: str, value: n.Expr) -> N:
    """The node with an expression in place of a variable."""
    found: Any = node
    if isinstance(node, n.Local) and node.name == name:
        found = value
    elif isinstance(node, tuple):
        found = tuple(_substitute(part, name, value) for part in node)
    elif isinstance(node, n.Node) and count_names(node)[name]:
        found = type(node)(*(_substitute(getattr(node, field), name, value) for field in node.__match_args__))
    return found  # type: ignore[no-any-return]
