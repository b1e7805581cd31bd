"""What a simple statement does to a frame: it sets a variable or a field, or only works something out."""

from __future__ import annotations

from collections.abc import Callable

from tgpl.core import nodes as n
from tgpl.dice.expressions import CannotFollow, Frame, calculate, evaluate, evaluate_object
from tgpl.dice.world import Value, change_field

Simple = n.Declare | n.Assign | n.Update | n.Evaluate


def execute(frame: Frame, s: Simple) -> None:
    match s:
        case n.Declare():
            frame.names[s.name] = evaluate(frame, s.value)
        case n.Evaluate():
            evaluate(frame, s.value)
        case n.Assign():
            _assign(frame, s.target, lambda: evaluate(frame, s.value))
        case n.Update():
            _assign(frame, s.target, lambda: _update(frame, s))


def _assign(frame: Frame, target: n.Expr, value: Callable[[], Value]) -> None:
    match target:
        case n.Local():
            frame.names[target.name] = value()
        case n.Attribute():
            owner, given = evaluate_object(frame, target.value), value()
            field = frame.declarations.field(frame.world[owner][0], target.name)
            frame.world = change_field(frame.world, owner, field, given)
        case _:
            raise CannotFollow(target.span)


def _update(frame: Frame, s: n.Update) -> Value:
    before, more = evaluate(frame, s.target), evaluate(frame, s.value)
    if isinstance(before, str) and s.op == "+":
        return before + str(more)
    if isinstance(before, float) and isinstance(more, float) and s.op in "+-*/":
        return calculate(s.op, before, more, s.span)
    raise CannotFollow(s.span)
