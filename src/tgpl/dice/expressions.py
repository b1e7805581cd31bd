"""Core expressions worked out along one path: where chance has a say, the path knows what it said.

In:  a core expression and a `Frame`: the variables of a body, the world, the path. Out: its value; the world of the
frame may be another one then. Numbers and texts are those of the runtime. What only games have (boards, players,
inputs) cannot be followed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Protocol, assert_never

from tgpl.core import nodes as n
from tgpl.dice.budget import DividesByZero, OutOfRange
from tgpl.dice.formula_odds import find_formula_odds
from tgpl.dice.world import Ref, Value, World, change_field
from tgpl.runtime import values
from tgpl.runtime.errors import RuleError
from tgpl.text import dice_formula
from tgpl.text.dice_formula import FormulaError
from tgpl.text.source import Span


class Path(Protocol):
    def throw(self, dice: str) -> int:
        """What these dice show on this path."""

    def call(self, function: n.Function, arguments: list[Value], world: World, span: Span) -> tuple[Value, World]:
        """What a call gives on this path, and what the world is behind it."""


class Declarations(Protocol):
    """The classes and functions of a script."""

    functions: dict[str, n.Function]

    def field(self, kind: str, name: str) -> int:
        """The place of a field among those of a class."""

    def method(self, kind: str, name: str) -> n.Function: ...
    def blank(self, kind: str) -> tuple[Value, ...]: ...


class CannotFollow(Exception):
    """Something that odds cannot be worked out through."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


class FailsOnPath(Exception):
    """A run-time error on some path through the script."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


class Frame:
    """One body on one path."""

    __slots__ = ("declarations", "names", "path", "world")

    def __init__(self, declarations: Declarations, path: Path, names: dict[str, Value], world: World) -> None:
        self.declarations = declarations
        self.path = path
        self.names = names
        self.world = world


def evaluate(frame: Frame, e: n.Expr) -> Value:
    try:
        match e:
            case n.Local():
                return frame.names[e.name]
            case n.Literal():
                return e.value
            case n.Attribute():
                owner = evaluate_object(frame, e.value)  # which may change the world
                kind, fields = frame.world[owner]
                return fields[frame.declarations.field(kind, e.name)]
            case n.Operate():
                return _operate(frame, e)
            case n.Arithmetic():
                return calculate(e.op, _number(frame, e.left), _number(frame, e.right), e.span)
            case n.Compare():
                return bool(_COMPARE[e.op](evaluate(frame, e.left), evaluate(frame, e.right)))
            case n.Global():
                return Ref(0)  # a script has one: its variables
            case n.Equal():
                return (evaluate(frame, e.left) == evaluate(frame, e.right)) != e.negated
            case n.Call():
                return _call(frame, e)
            case n.CallMethod():
                return _call_method(frame, e)
            case n.Logic():
                return _logic(frame, e)
            case n.Choose():
                return evaluate(frame, e.yes if evaluate(frame, e.condition) else e.no)
            case n.Not():
                return not evaluate(frame, e.value)
            case n.Negate():
                return -_number(frame, e.value)
            case n.Join():
                return "".join([values.text(evaluate(frame, part)) for part in e.parts])
            case n.This():
                return frame.names["this"]
            case n.Make():
                return _make(frame, e)
            case n.MakeCollection() if not e.keys:
                return tuple([evaluate(frame, item) for item in e.items])
            case (
                n.MakeCollection() | n.Symbol() | n.Event() | n.ListItem() | n.TableItem() | n.TileAt() | n.OwnedBy()
                | n.Convert() | n.IsA() | n.AsA() | n.CallAction()
            ):  # fmt: skip
                raise CannotFollow(e.span)
            case _:
                assert_never(e)
    except (RuleError, FormulaError) as error:
        raise FailsOnPath(e.span, error.message) from None
    except DividesByZero:
        raise FailsOnPath(e.span, "Nothing can be divided by zero, and these dice might be.") from None
    except OutOfRange:
        raise FailsOnPath(e.span, "The dice come to more than numbers can be exactly.") from None


# ---- names and things


def evaluate_object(frame: Frame, e: n.Expr) -> Ref:
    found = evaluate(frame, e)
    if not isinstance(found, Ref):
        raise FailsOnPath(e.span, "There is no object here.")
    return found


def _make(frame: Frame, e: n.Make) -> Value:
    made = Ref(len(frame.world))
    frame.world = (*frame.world, (e.class_name, frame.declarations.blank(e.class_name)))
    for name, filled in e.fills:
        value = evaluate(frame, filled)
        frame.world = change_field(frame.world, made, frame.declarations.field(e.class_name, name), value)
    return made


# ---- operators


def calculate(op: str, left: float, right: float, span: Span) -> float:
    if op == "/" and right == 0:
        raise FailsOnPath(span, "Nothing can be divided by zero.")
    return values.finite(_ARITHMETIC[op](left, right))


def _logic(frame: Frame, e: n.Logic) -> Value:
    left = evaluate(frame, e.left)
    if e.op == "&&":
        return left and evaluate(frame, e.right)
    if e.op == "||":
        return left or evaluate(frame, e.right)
    raise CannotFollow(e.span)


def _number(frame: Frame, e: n.Expr) -> float:
    found = evaluate(frame, e)
    if not isinstance(found, (int, float)):
        raise FailsOnPath(e.span, "There is no number here.")
    return found


# ---- calls


def _call(frame: Frame, e: n.Call) -> Value:
    function = frame.declarations.functions[e.function]
    given = {name: evaluate(frame, argument) for name, argument in e.arguments}
    return _invoke(frame, function, given, [], e.span)


def _call_method(frame: Frame, e: n.CallMethod) -> Value:
    this = evaluate_object(frame, e.value)
    function = frame.declarations.method(e.base or frame.world[this][0], e.name)
    given = {name: evaluate(frame, argument) for name, argument in e.arguments}
    return _invoke(frame, function, given, [this], e.span)


def _invoke(frame: Frame, function: n.Function, given: dict[str, Value], first: list[Value], span: Span) -> Value:
    if function.inputs or any(parameter.name not in given for parameter in function.parameters):
        raise CannotFollow(span)
    arguments = first + [given[parameter.name] for parameter in function.parameters]
    found, frame.world = frame.path.call(function, arguments, frame.world, span)
    return found


def _operate(frame: Frame, e: n.Operate) -> Value:
    if e.op == "list.append" and isinstance(e.arguments[0], n.Local):  # a list is a value here: the variable changes
        name = e.arguments[0].name
        frame.names[name] = _list(frame, e.arguments[0]) + _list(frame, e.arguments[1])
        return None
    arguments = [evaluate(frame, argument) for argument in e.arguments]
    if e.op == "dice.roll":
        return float(frame.path.throw(str(arguments[0])))
    work = _OPERATIONS.get(e.op)
    if work is None:
        raise CannotFollow(e.span)
    found: Value = work(*arguments)
    return found


def _list(frame: Frame, e: n.Expr) -> tuple[Value, ...]:
    found = evaluate(frame, e)
    assert isinstance(found, tuple)
    return found


def _limit(which: int) -> Callable[[str], float]:
    return lambda dice: float(dice_formula.limits(dice)[which])


_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": values.remainder,
    "^": values.power,
}
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_OPERATIONS: dict[str, Callable[..., Any]] = {
    "log": lambda *shown: None,
    "print": lambda *shown: None,
    "whole": values.whole_number,
    "floor": values.floor,
    "ceil": values.ceil,
    "round": values.round_half_up,
    "abs": abs,
    "min": min,
    "max": max,
    "list.length": lambda items: float(len(items)),
    "dice.plus": lambda left, right: dice_formula.join("+", left, right),
    "dice.minus": lambda left, right: dice_formula.join("-", left, right),
    "dice.times": lambda left, right: dice_formula.join("*", left, right),
    "dice.over": lambda left, right: dice_formula.join("/", left, right),
    "dice.negate": dice_formula.negate,
    "dice.of": dice_formula.number_text,
    "dice.pool": dice_formula.pool_text,
    "dice.least": _limit(0),
    "dice.greatest": _limit(1),
    "dice.mean": lambda dice: float(find_formula_odds(dice).mean),
}
