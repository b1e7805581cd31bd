"""Core expressions worked out along one path: where chance has a say, the path knows what it said.

In:  a core expression and a `Frame`: the variables of a body, the world, the path. Out: its value; the world of the
frame may be another one then. Numbers and texts are those of the runtime. What only games have (boards, players,
inputs) cannot be followed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from tgpl.core import nodes as n
from tgpl.dice.budget import DividesByZero, OutOfRange
from tgpl.dice.formula_odds import of_formula
from tgpl.dice.world import Ref, Value, World, changed
from tgpl.runtime import values
from tgpl.runtime.errors import RuleError
from tgpl.text import dice_formula
from tgpl.text.dice_formula import FormulaError
from tgpl.text.source import Span

V = TypeVar("V")


class Path(Protocol):
    def thrown(self, dice: str) -> int:
        """What these dice show on this path."""

    def called(self, function: n.Function, arguments: list[Value], world: World, span: Span) -> tuple[Value, World]:
        """What a call gives on this path, and what the world is behind it."""


class Kinds(Protocol):
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


class Fails(Exception):
    """A run-time error on some way through the script."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


class Frame:
    """One body on one path."""

    __slots__ = ("kinds", "names", "path", "world")

    def __init__(self, kinds: Kinds, path: Path, names: dict[str, Value], world: World) -> None:
        self.kinds = kinds
        self.path = path
        self.names = names
        self.world = world


def value_of(frame: Frame, e: n.Expr) -> Value:
    work = _WORK.get(e.__class__)
    if work is None:
        raise CannotFollow(e.span)
    try:
        found: Value = work(frame, e)
    except (RuleError, FormulaError) as error:
        raise Fails(e.span, error.message) from None
    except DividesByZero:
        raise Fails(e.span, "Nothing can be divided by zero, and these dice might be.") from None
    except OutOfRange:
        raise Fails(e.span, "The dice come to more than numbers can be exactly.") from None
    return found


# ---- names and things


def _literal(frame: Frame, e: n.Literal) -> Value:
    return e.value


def _local(frame: Frame, e: n.Local) -> Value:
    return frame.names[e.name]


def _this(frame: Frame, e: n.This) -> Value:
    return frame.names["this"]


def _global(frame: Frame, e: n.Global) -> Value:
    return Ref(0)  # a script has one: its variables


def _attribute(frame: Frame, e: n.Attribute) -> Value:
    owner = thing(frame, e.value)  # which may change the world
    kind, fields = frame.world[owner]
    return fields[frame.kinds.field(kind, e.name)]


def thing(frame: Frame, e: n.Expr) -> Ref:
    found = value_of(frame, e)
    if not isinstance(found, Ref):
        raise Fails(e.span, "There is no object here.")
    return found


def _make(frame: Frame, e: n.Make) -> Value:
    made = Ref(len(frame.world))
    frame.world = (*frame.world, (e.class_name, frame.kinds.blank(e.class_name)))
    for name, filled in e.fills:
        value = value_of(frame, filled)
        frame.world = changed(frame.world, made, frame.kinds.field(e.class_name, name), value)
    return made


def _collection(frame: Frame, e: n.MakeCollection) -> Value:
    if e.keys:
        raise CannotFollow(e.span)
    return tuple([value_of(frame, item) for item in e.items])


# ---- operators


def _negate(frame: Frame, e: n.Negate) -> Value:
    return -_number(frame, e.value)


def _not(frame: Frame, e: n.Not) -> Value:
    return not value_of(frame, e.value)


def _arithmetic(frame: Frame, e: n.Arithmetic) -> Value:
    left, right = _number(frame, e.left), _number(frame, e.right)
    return arithmetic(e.op, left, right, e.span)


def arithmetic(op: str, left: float, right: float, span: Span) -> float:
    if op == "/" and right == 0:
        raise Fails(span, "Nothing can be divided by zero.")
    return values.finite(_ARITHMETIC[op](left, right))


def _compare(frame: Frame, e: n.Compare) -> Value:
    left, right = value_of(frame, e.left), value_of(frame, e.right)
    return bool(_COMPARE[e.op](left, right))


def _equal(frame: Frame, e: n.Equal) -> Value:
    return (value_of(frame, e.left) == value_of(frame, e.right)) != e.negated


def _logic(frame: Frame, e: n.Logic) -> Value:
    left = value_of(frame, e.left)
    if e.op == "&&":
        return left and value_of(frame, e.right)
    if e.op == "||":
        return left or value_of(frame, e.right)
    raise CannotFollow(e.span)


def _join(frame: Frame, e: n.Join) -> Value:
    return "".join([values.text(value_of(frame, part)) for part in e.parts])


def _number(frame: Frame, e: n.Expr) -> float:
    found = value_of(frame, e)
    if not isinstance(found, (int, float)):
        raise Fails(e.span, "There is no number here.")
    return found


# ---- calls


def _call(frame: Frame, e: n.Call) -> Value:
    function = frame.kinds.functions[e.function]
    given = {name: value_of(frame, argument) for name, argument in e.arguments}
    return _called(frame, function, given, [], e.span)


def _call_method(frame: Frame, e: n.CallMethod) -> Value:
    this = thing(frame, e.value)
    function = frame.kinds.method(e.base or frame.world[this][0], e.name)
    given = {name: value_of(frame, argument) for name, argument in e.arguments}
    return _called(frame, function, given, [this], e.span)


def _called(frame: Frame, function: n.Function, given: dict[str, Value], first: list[Value], span: Span) -> Value:
    if function.inputs or any(parameter.name not in given for parameter in function.parameters):
        raise CannotFollow(span)
    arguments = first + [given[parameter.name] for parameter in function.parameters]
    found, frame.world = frame.path.called(function, arguments, frame.world, span)
    return found


def _operate(frame: Frame, e: n.Operate) -> Value:
    if e.op == "list.append" and isinstance(e.arguments[0], n.Local):  # a list is a value here: the variable changes
        name = e.arguments[0].name
        frame.names[name] = _list(frame, e.arguments[0]) + _list(frame, e.arguments[1])
        return None
    arguments = [value_of(frame, argument) for argument in e.arguments]
    if e.op == "dice.roll":
        return float(frame.path.thrown(str(arguments[0])))
    work = _OPERATIONS.get(e.op)
    if work is None:
        raise CannotFollow(e.span)
    found: Value = work(*arguments)
    return found


def _list(frame: Frame, e: n.Expr) -> tuple[Value, ...]:
    found = value_of(frame, e)
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
    "dice.mean": lambda dice: float(of_formula(dice).mean),
}
_WORK: dict[type, Callable[[Frame, Any], Value]] = {
    n.Literal: _literal,
    n.Local: _local,
    n.This: _this,
    n.Global: _global,
    n.Attribute: _attribute,
    n.Make: _make,
    n.MakeCollection: _collection,
    n.Negate: _negate,
    n.Not: _not,
    n.Arithmetic: _arithmetic,
    n.Compare: _compare,
    n.Equal: _equal,
    n.Logic: _logic,
    n.Join: _join,
    n.Call: _call,
    n.CallMethod: _call_method,
    n.Operate: _operate,
}
