"""Arithmetic with players where a number is wanted: it goes around the table, which hardly anybody means there.

In:  a checked expression. Out: the players in it, if it is a sum (or product …) that goes around the table.

    find_wrapping(node)      # 10 + p  →  (p,)
"""

from __future__ import annotations

from tgpl.core.types import NUMBER, PLAYER, Type
from tgpl.languages.tgpl.syntax import tree as t

_ARITHMETIC = frozenset("+-*/%^")


def is_wrapping(node: t.Expr) -> bool:
    """Whether something is worked out with players and becomes one."""
    if node.type is not PLAYER:
        return False
    return (isinstance(node, t.Binary) and node.op in _ARITHMETIC) or isinstance(node, t.Unary)


def find_players(node: t.Expr) -> tuple[t.Expr, ...]:
    """The players that are counted with."""
    if node.type is not PLAYER:
        return ()
    if isinstance(node, t.Unary):
        return find_players(node.value)
    if isinstance(node, t.Binary) and node.op in _ARITHMETIC:
        return (*find_players(node.left), *find_players(node.right))
    return (node,)


def compares_number(node: t.Expr, other: t.Expr, other_type: Type, most: int) -> bool:
    """`p + 1 == n`: whether a sum that goes around the table is held against what is hardly meant for a player. A seat's number is."""
    if not is_wrapping(node) or other_type is not NUMBER:
        return False
    seat = other.value if isinstance(other, t.Literal) else None
    return not (isinstance(seat, float) and seat == int(seat) and 0 <= seat < most)
