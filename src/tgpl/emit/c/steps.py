"""Which tests take no steps of their own, so that those of many candidates can be counted at once.

takes_no_steps(context, filter_.body)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.analysis.collection_views import is_doubtful
from tgpl.core.operations import OPERATIONS
from tgpl.core.types import ANY, TEXT, ClassType, Collection, Type
from tgpl.core.walk import walk

if TYPE_CHECKING:
    from tgpl.emit.c.context import Context


def takes_no_steps(context: Context, test: n.Node) -> bool:
    return all(_takes_none(context, node) for node in walk(test))


def _takes_none(context: Context, e: n.Node) -> bool:
    """Whether a node takes none, whatever its parts do."""
    match e:
        case (
            n.Literal() | n.Local() | n.This() | n.Event() | n.Global() | n.TileAt() | n.Negate() | n.Not() | n.Logic()
        ):
            return True
        case n.Block() | n.If() | n.Return() | n.Evaluate():
            return True
        case n.Declare():
            return e.type is not ANY
        case n.Assign() | n.Update():
            return isinstance(e.target, n.Local) and e.target.type not in (ANY, TEXT)
        case n.Attribute():
            assert isinstance(e.value.type, ClassType)
            return not (context.watched and context.layout.hides(e.value.type.name, e.name))
        case n.ListItem():
            return e.type is not ANY and not is_doubtful(context.analysis.views, e)
        case n.Arithmetic():
            divisor = context.range_of(e.right)
            return e.op in "+-*" or (e.op in "/%" and not divisor.low <= 0.0 <= divisor.high)
        case n.Compare():
            return TEXT not in (e.left.type, e.right.type)
        case n.Equal():
            return ANY not in (e.left.type, e.right.type)
        case n.IsA() | n.AsA() | n.Convert():
            return _is_plain(e.value.type)
        case n.Operate():
            return not OPERATIONS[e.op].fails
        case _:
            return False


def _is_plain(type_: Type) -> bool:
    return type_ is not ANY and not isinstance(type_, Collection)
