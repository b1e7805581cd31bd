"""Comparing where two nulls are not the same (`same(a, b)`, and TGDL's `==`): what can be null, what can be asked twice.

In:  core expressions. Out: whether each is surely a value, and whether evaluating it again changes nothing and gives the same.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NULL, Type
from tgpl.text.source import Span

_SURE = (
    n.Symbol, n.This, n.Global, n.Negate, n.Not, n.Arithmetic, n.Compare, n.Equal, n.Logic, n.Join, n.IsA, n.Make, n.MakeCollection,
)  # fmt: skip
_READING = frozenset(
    """list.length list.at list.contains list.indexOf list.find table.length stack.length deck.length deck.discard_stack own.player
    own.players piece.tile piece.discarded tile.group tile.x tile.y connection.to group.geometry group.width group.height
    player.active player.count turn.active turn.phase""".split()
)


def is_never_null(node: n.Expr) -> bool:
    if isinstance(node, n.Literal):
        return node.value is not None
    if isinstance(node, n.Convert):
        return is_never_null(node.value)
    return isinstance(node, _SURE) or (isinstance(node, n.Operate) and node.op in ("player.active", "player.count"))


def is_repeatable(node: n.Expr) -> bool:
    if isinstance(node, (n.Literal, n.Symbol, n.Local, n.This, n.Event, n.Global)):
        return True
    if isinstance(node, (n.Attribute, n.Convert, n.AsA, n.Negate)):
        return is_repeatable(node.value)
    if isinstance(node, (n.ListItem, n.TableItem)):
        return is_repeatable(node.value) and is_repeatable(node.key)
    if isinstance(node, n.TileAt):
        return is_repeatable(node.group) and is_repeatable(node.first) and is_repeatable(node.second)
    if isinstance(node, n.OwnedBy):
        return is_repeatable(node.player)
    if isinstance(node, n.Arithmetic):
        return is_repeatable(node.left) and is_repeatable(node.right)
    return isinstance(node, n.Operate) and node.op in _READING and all(map(is_repeatable, node.arguments))


def make_comparison(name: str, type_: Type, span: Span) -> n.Function:
    """The function that compares two values of a type, for sides that can be evaluated only once."""
    a, b, null = n.Local(span, type_, "a"), n.Local(span, type_, "b"), n.Literal(span, NULL, None)
    equal = n.Logic(span, BOOL, "&&", n.Equal(span, BOOL, a, b, False), n.Equal(span, BOOL, a, null, True))
    body = n.Block(span, (n.Return(span, equal),))
    return n.Function(
        span, name, (n.Parameter(span, "a", type_, None), n.Parameter(span, "b", type_, None)), (), BOOL, body
    )
