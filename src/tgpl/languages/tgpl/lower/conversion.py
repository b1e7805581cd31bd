"""A value as the type that its place wants, where that takes a conversion."""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import ANY, NUMBER, PLAYER, Type


def convert(value: n.Expr, wanted: Type) -> n.Expr:
    type_ = value.type
    if type_ is wanted:
        return value
    if (type_ is NUMBER and wanted is PLAYER) or (type_ is PLAYER and wanted is NUMBER):
        return n.Convert(value.span, wanted, value)
    if type_ is ANY and wanted is not ANY:
        return n.Convert(value.span, wanted, value)
    return value
