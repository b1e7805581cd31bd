"""What a simple statement does to a frame: it sets a variable or a field, or only works something out."""

from __future__ import annotations

from collections.abc import Callable

from tgpl.core import nodes as n
from tgpl.dice.expressions import CannotFollow, Frame, arithmetic, thing, value_of
from tgpl.dice.world import Value, changed

Simple = n.Declare | n.Assign | n.Update | n.Evaluate


def do(frame: Frame, s: Simple) -> None:
    match s:
        case n.Declare():
            frame.names[s.name] = value_of(frame, s.value)
        case n.Evaluate():
            value_of(frame, s.value)
        case n.Assign():
            _write(frame, s.target, lambda: value_of(frame, s.value))
        case n.Update():
            _write(frame, s.target, lambda: _updated(frame, s))


def _write(frame: Frame, target: n.Expr, value: Callable[[], Value]) -> None:
    match target:
        case n.Local():
            frame.names[target.name] = value()
        case n.Attribute():
            owner, given = thing(frame, target.value), value()
            field = frame.kinds.field(frame.world[owner][0], target.name)
            frame.world = changed(frame.world, owner, field, given)
        case _:
            raise CannotFollow(target.span)


def _updated(frame: Frame, s: n.Update) -> Value:
    before, more = value_of(frame, s.target), value_of(frame, s.value)
    if isinstance(before, str) and s.op == "+":
        return before + str(more)
    if isinstance(before, float) and isinstance(more, float) and s.op in "+-*/":
        return arithmetic(s.op, before, more, s.span)
    raise CannotFollow(s.span)
