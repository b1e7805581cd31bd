"""What tables give for a key that is missing: `t.get(key, otherwise)`, and `t[key] += 1`, which then begins at 0, or at an empty text.

In:  core expressions. Out: a call of a function that chooses, made once for each type; an assignment of the sum.
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.core import nodes as n
from tgpl.core.fresh_names import number_name
from tgpl.core.types import BOOL, NULL, NUMBER, TEXT, Type
from tgpl.core.walk import walk
from tgpl.languages.tgpl.lower.synthetic import Synthetic
from tgpl.text.source import Span

BEGINNINGS: dict[Type, float | str] = {NUMBER: 0.0, TEXT: ""}  # what a missing number or text counts as


def choose_value(synthetic: Synthetic, span: Span, value: n.Expr, otherwise: n.Expr) -> n.Expr:
    """A value, or another where it is null; both are worked out."""
    type_ = value.type
    name = synthetic.find("or else", str(type_))
    if name is None:
        name = synthetic.name_once("value_or", "or else", str(type_))
        found, other = n.Local(span, type_, "value"), n.Local(span, type_, "otherwise")
        missing = n.If(span, ((_is_null(span, found), n.Block(span, (n.Return(span, other),))),), None)
        parameters = (("value", type_), ("otherwise", type_))
        synthetic.add_function(span, name, parameters, type_, [missing, n.Return(span, found)])
    return n.Call(span, type_, name, (("value", value), ("otherwise", otherwise)))


def update_pair(
    span: Span, target: n.TableItem, value: n.Expr, join: Callable[[n.Expr, n.Expr], n.Expr]
) -> n.Statement:
    """`table[key] op= value`: table and key are looked up once; `join` puts old and new together."""
    taken = {one.name for one in walk(target, value) if isinstance(one, n.Local)}
    found: list[n.Statement] = []

    def once(part: n.Expr, name: str) -> n.Expr:
        if isinstance(part, (n.This, n.Local, n.Global, n.Literal)):
            return part
        local = n.Local(part.span, part.type, number_name(name, taken))
        found.append(n.Declare(span, local.name, part.type, part))
        return local

    place = n.TableItem(target.span, target.type, once(target.value, "held_"), once(target.key, "key_"))
    old = n.Local(target.span, target.type, number_name("old_", taken))
    begin = n.Assign(span, old, n.Literal(span, target.type, BEGINNINGS[target.type]))
    missing = n.If(span, ((_is_null(span, old), n.Block(span, (begin,))),), None)
    stored = n.Assign(span, place, join(old, value))
    return n.Block(span, (*found, n.Declare(span, old.name, target.type, place), missing, stored))


def _is_null(span: Span, value: n.Expr) -> n.Expr:
    return n.Equal(span, BOOL, value, n.Literal(span, NULL, None), False)
