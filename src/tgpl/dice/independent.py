"""What an expression can come to, as one distribution: its throws are independent, so no paths are needed.

In:  a core expression that changes nothing, in one state. Out: its values with their chances; None where only walking
every path can tell.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tgpl.core import nodes as n
from tgpl.dice.budget import DividesByZero, OutOfRange
from tgpl.dice.distribution import (
    OPERATORS,
    Distribution,
    Spread,
    find_chance,
    from_chances,
    make_certain,
    negate_odds,
)
from tgpl.dice.expressions import Frame, evaluate
from tgpl.dice.formula_odds import find_formula_odds
from tgpl.dice.world import Ref, Value
from tgpl.text.dice_formula import LARGEST, FormulaError

_COMPARISONS = ("<", ">", "<=", ">=")

Given = Callable[[Frame, n.Call], "list[tuple[Value, Fraction]] | None"]  # what a call gives, if it changes nothing


class IndependentOdds:
    def __init__(self, throws: Callable[[n.Expr], bool], given: Given) -> None:
        self._throws = throws
        self._given = given

    def find(self, frame: Frame, e: n.Expr) -> list[tuple[Value, Fraction]] | None:
        try:
            found = self._find(frame, e)
        except (FormulaError, DividesByZero, OutOfRange):
            return None  # the path will say it better
        if found is None:
            return None
        if isinstance(found, Fraction):
            return [(truth, chance) for truth, chance in ((True, found), (False, 1 - found)) if chance]
        return [(float(value), Fraction(weight, found.total)) for value, weight in found.weights.items()]

    def _find(self, frame: Frame, e: n.Expr) -> Spread | None:
        if not self._throws(e):
            return _make_certain(evaluate(frame, e))
        match e:
            case n.Operate(op="dice.roll", arguments=(dice,)) if not self._throws(dice):
                return find_formula_odds(str(evaluate(frame, dice)))
            case n.Operate(op="whole", arguments=(n.Arithmetic() as inner,)):
                return self._arithmetic(frame, inner)
            case n.Negate():
                value = self._find(frame, e.value)
                return negate_odds(value) if isinstance(value, Distribution) else None
            case n.Not():
                value = self._find(frame, e.value)
                return 1 - value if isinstance(value, Fraction) else None
            case n.Compare() if e.op in _COMPARISONS:
                return self._compare(frame, e.op, e.left, e.right)
            case n.Equal():
                return self._compare(frame, "!=" if e.negated else "==", e.left, e.right)
            case n.Logic(op="&&" | "||"):
                return self._logic(frame, e)
            case n.Call():
                return self._call(frame, e)
        return None

    def _arithmetic(self, frame: Frame, e: n.Arithmetic) -> Distribution | None:
        left, right = self._find(frame, e.left), self._find(frame, e.right)
        if not isinstance(left, Distribution) or not isinstance(right, Distribution) or e.op not in OPERATORS:
            return None
        if e.op == "/" and 0 in right.weights:
            return None
        found = OPERATORS[e.op](left, right)
        return found if found.least > -LARGEST and found.greatest < LARGEST else None

    def _compare(self, frame: Frame, sign: str, left: n.Expr, right: n.Expr) -> Fraction | None:
        one, other = self._find(frame, left), self._find(frame, right)
        if isinstance(one, Distribution) and isinstance(other, Distribution):
            return find_chance(one, sign, other)
        return None

    def _logic(self, frame: Frame, e: n.Logic) -> Fraction | None:
        left = self._find(frame, e.left)
        if not isinstance(left, Fraction):
            return None
        if left == (0 if e.op == "&&" else 1):
            return left  # the right is not looked at
        right = self._find(frame, e.right)
        if not isinstance(right, Fraction):
            return None
        return left * right if e.op == "&&" else left + right - left * right

    def _call(self, frame: Frame, e: n.Call) -> Spread | None:
        if any(self._throws(argument) for _, argument in e.arguments):
            return None
        given = self._given(frame, e)
        if given is None:
            return None
        if all(isinstance(value, bool) for value, _ in given):
            return sum((chance for value, chance in given if value), Fraction(0))
        numbers = [(value, chance) for value, chance in given if isinstance(value, float)]
        return from_chances(numbers) if len(numbers) == len(given) else None


def _make_certain(value: Value) -> Spread | None:
    if isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, (float, int)) and not isinstance(value, Ref) and value == int(value):
        return make_certain(int(value))
    return None
