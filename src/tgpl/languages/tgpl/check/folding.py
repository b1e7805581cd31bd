"""What an expression always comes to: constants, cases, and what a kind knows of its objects.

In:  an expression that has been checked. Out: its value, worked out as a game would; raises `Unfoldable` where a game would have to run.

    fold(Binary("+", 2, 3))     # 5.0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tgpl.core.types import NUMBER, PLAYER, EnumType, KindType
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import DICE
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.runtime import values
from tgpl.runtime.errors import RuleError
from tgpl.text.limits import LONGEST_TEXT

_DEEPEST = 100  # constants that are worked out from each other


class Named(NamedTuple):
    """A value of an enum, or a class as a value."""

    type: EnumType | KindType
    name: str  # of the value; of the class in the core
    shown: str


class Formula(NamedTuple):
    """Dice: put together when they are lowered."""

    node: t.Expr
    constant: s.Constant | None  # where they stand


Value = float | str | bool | Named | Formula | None


class Unfoldable(Exception):
    def __init__(self, node: t.Expr, why: str | None = None, circular: s.Constant | None = None) -> None:
        super().__init__(why)
        self.node = node
        self.why = why  # None: it is only known while a game runs
        self.circular = circular  # a constant that needs itself
        self.inside: s.Constant | None = None  # the constant in whose text the node stands


class TooDeep(Unfoldable):
    """Nothing is wrong with the constant where it shows."""


def fold(node: t.Expr) -> Value:
    return _Folding().fold(node)


def fold_constant(constant: s.Constant) -> Value:
    """What a constant comes to: an expansion's, if that has another."""
    return _Folding().constant(constant, constant.node.value or t.Literal(0, 0, None))


class _Folding:
    def __init__(self) -> None:
        self.going_on: list[s.Constant] = []

    def fold(self, node: t.Expr) -> Value:
        if node.type is DICE:
            return self._dice(node)
        match node:
            case t.Literal():
                return node.value
            case t.Name() | t.Member():
                return self._named(node)
            case t.Unary():
                return self._unary(node)
            case t.Binary():
                return self._binary(node)
            case t.Conditional():
                return self.fold(node.yes if self._bool(node.condition) else node.no)
            case t.Call():
                return self._call(node)
            case _:
                raise Unfoldable(node)

    def constant(self, constant: s.Constant, at: t.Expr) -> Value:
        constant = constant.latest()
        value = constant.node.value
        if constant.folded is not ...:
            return constant.folded  # type: ignore[return-value]
        if constant in self.going_on:
            raise Unfoldable(at, None, constant)
        if len(self.going_on) == _DEEPEST:
            raise TooDeep(at, f"More than {_DEEPEST} constants are worked out from each other.")
        if value is None:
            raise Unfoldable(at)
        self.going_on.append(constant)
        try:
            if constant.type is NUMBER and value.type is PLAYER:
                raise Unfoldable(value)  # which number that is depends on how many play
            constant.folded = found = self.fold(value)
            return found
        except Unfoldable as error:
            error.inside = error.inside or constant
            raise
        finally:
            self.going_on.pop()

    def _named(self, node: t.Name | t.Member) -> Value:
        refers = node.refers
        if isinstance(refers, s.Constant):
            return self.constant(refers, node)
        if isinstance(refers, s.Enum):
            return Named(refers.type, node.name, node.name)
        if isinstance(refers, s.Class) and isinstance(node.type, KindType):
            return Named(node.type, refers.type.name, refers.name)
        raise Unfoldable(node)

    def _dice(self, node: t.Expr) -> Value:
        """Dice are constant if they are put together from pools and whole numbers."""
        match node:
            case t.Dice():
                pass
            case t.Binary():
                for side in (node.left, node.right):
                    self.fold(side)
            case t.Unary():
                self.fold(node.value)
            case t.Name() | t.Member() if isinstance(node.refers, s.Constant):
                return self.constant(node.refers, node)
            case _:
                raise Unfoldable(node)
        return Formula(node, self.going_on[-1] if self.going_on else None)

    # -- operators

    def _unary(self, node: t.Unary) -> Value:
        if node.op == "!":
            return not self._bool(node.value)
        return -self._number(node.value)

    def _binary(self, node: t.Binary) -> Value:
        op = node.op
        if op in ("&&", "||"):
            left = self._bool(node.left)
            return left if left is (op == "||") else self._bool(node.right)
        left_value, right_value = self.fold(node.left), self.fold(node.right)
        if op in ("==", "!=") and PLAYER in (node.left.type, node.right.type):
            raise Unfoldable(node)
        if op in ("==", "!="):
            return (left_value == right_value) is (op == "==")
        if op == "+" and (isinstance(left_value, str) or isinstance(right_value, str)):
            return self._join(node, _text(left_value), _text(right_value))
        if op in _LOGIC and isinstance(left_value, bool) and isinstance(right_value, bool):
            return _LOGIC[op](left_value, right_value)
        if op in _COMPARE and isinstance(left_value, str) and isinstance(right_value, str):
            return _COMPARE[op](left_value, right_value)
        return self._calculate(node, self._number(node.left), self._number(node.right))

    def _join(self, node: t.Expr, left: str, right: str) -> str:
        if len(left) + len(right) > LONGEST_TEXT:
            raise Unfoldable(node, f"A text can have {LONGEST_TEXT:,} characters; this one would have more.")
        return left + right

    def _calculate(self, node: t.Expr, *numbers: float) -> Value:
        op = node.op if isinstance(node, t.Binary) else ""
        try:
            if op in _COMPARE:
                return _COMPARE[op](*numbers)
            return values.finite(_ARITHMETIC[op](*numbers))
        except ZeroDivisionError:
            raise Unfoldable(node, "Nothing can be divided by zero.") from None
        except OverflowError:
            raise Unfoldable(node, "The result is larger than any number can be.") from None
        except RuleError as error:
            raise Unfoldable(node, error.message) from None
        except KeyError:
            raise Unfoldable(node) from None

    def _call(self, node: t.Call) -> Value:
        """`floor(SIZE / 2)` and its like."""
        refers = node.refers
        work = _FUNCTIONS.get(refers.op) if isinstance(refers, s.Operation) else None
        if work is None:
            raise Unfoldable(node)
        return float(work(*[self._number(argument.value) for argument in node.arguments]))

    def _number(self, node: t.Expr) -> float:
        value = self.fold(node)
        if node.type is PLAYER:  # it is wrapped around the table, and how many play is not known
            raise Unfoldable(node)
        if value is None:
            raise Unfoldable(node, "Nothing can be worked out with null.")
        if isinstance(value, bool) or not isinstance(value, float):
            raise Unfoldable(node)
        return value

    def _bool(self, node: t.Expr) -> bool:
        value = self.fold(node)
        if value is None:
            raise Unfoldable(node, "A condition that is null is neither true nor false.")
        if not isinstance(value, bool):
            raise Unfoldable(node)
        return value


def _text(value: Value) -> str:
    return value.shown if isinstance(value, Named) else values.text(value)


_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": values.remainder,
    "^": values.power,
}
_COMPARE: dict[str, Callable[..., bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}
_LOGIC: dict[str, Callable[[bool, bool], bool]] = {
    "&": lambda a, b: a and b,
    "|": lambda a, b: a or b,
    "^": lambda a, b: a is not b,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    "floor": values.floor,
    "ceil": values.ceil,
    "round": values.round_half_up,
    "abs": abs,
    "min": min,
    "max": max,
}
