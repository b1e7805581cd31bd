"""Numbers and texts as the language has them.

Numbers are IEEE doubles, never infinite: an operation that would give something else is a run-time error.
"""

from __future__ import annotations

import decimal
import math
from typing import Any

from tgpl.runtime.errors import RuleError, null_error

_HALF = 2**31  # of what 32 bits can hold
_EXACT = 2.0**53  # whole numbers below are exact
_WHOLE = 1e21  # whole numbers below are written out


def finite(x: float) -> float:
    """A result of arithmetic; the check that it is a number at all."""
    if x - x == 0.0:  # false for infinities and for what is not a number
        return x
    raise RuleError("R705", "The result is larger than any number can be.")


def whole_numbers(low: float, high: float) -> list[float]:
    """Those from low to high that a number can be: from 2^53 on there is not every one."""
    if low > -_EXACT and high < _EXACT:
        return [float(n) for n in range(math.ceil(low), math.floor(high) + 1)]
    found: list[float] = []
    n = float(math.ceil(low))
    while n <= high:
        found.append(n)
        n = n + 1.0 if n + 1.0 > n else math.nextafter(n, math.inf)
    return found


def remainder(x: float, y: float) -> float:
    """`x % y`, with the sign of x."""
    if x is None or y is None:
        null_error("A number")
    if y == 0.0:
        raise ZeroDivisionError
    return math.fmod(x, finite(y))


def power(x: float, y: float) -> float:
    """`x ^ y`, rounded correctly, so that it is the same everywhere."""
    if x is None or y is None:
        null_error("A number")
    if x == 0.0 and y < 0.0:
        raise ZeroDivisionError
    if y == 0.0 or x == 1.0:
        return 1.0
    if x == 0.0:
        return 0.0
    whole = y == int(y)
    if x < 0.0 and not whole:
        raise RuleError("R705", "A negative number has no power with a fraction.")
    if whole and x == int(x) and 0.0 < y < 64.0 and abs(x) < 2.0**53 and abs(exact := int(x) ** int(y)) <= 2**53:
        return float(exact)
    return _power(abs(x), y) * (-1.0 if x < 0.0 and whole and int(y) % 2 else 1.0)


def _power(x: float, y: float) -> float:
    """With far more digits than a double has."""
    with decimal.localcontext() as context:
        context.prec = 60
        context.Emax, context.Emin = decimal.MAX_EMAX, decimal.MIN_EMIN
        context.traps[decimal.Overflow] = context.traps[decimal.Underflow] = False
        context.traps[decimal.Inexact] = context.traps[decimal.Rounded] = False
        if abs(y * math.log(x)) > 800.0:
            if y * math.log(x) < 0.0:
                return 0.0
            raise RuleError("R705", "The result is larger than any number can be.")
        written = _written_out(x, y)
        return finite(float(decimal.Decimal(x) ** decimal.Decimal(y))) if written is None else finite(written)


def _written_out(x: float, y: float) -> float | None:
    """A power that can lie exactly between two doubles is a fraction of whole numbers: rounded once, from these."""
    odd, below = x.as_integer_ratio()
    twos = (odd & -odd).bit_length() - below.bit_length()
    odd //= odd & -odd
    while y != int(y):
        root = math.isqrt(odd)
        if root * root != odd or twos % 2:
            return None  # no fraction
        odd, twos, y = root, twos // 2, 2.0 * y
    if odd.bit_length() * abs(y) > 1_200.0:
        return None  # far too many digits to lie between two
    above, below = int(odd ** abs(int(y))), 1
    if y < 0.0:
        above, below = below, above
    twos *= int(y)
    try:
        return (above << max(twos, 0)) / (below << max(-twos, 0))
    except OverflowError:
        return math.inf


def whole_number(x: float) -> float:
    """Cut towards zero; only where whole numbers are exact."""
    if x is None:
        null_error("A number")
    if not -_EXACT < x < _EXACT:
        raise RuleError("R705", f"Whole numbers go up to {int(_EXACT) - 1:,}; this one is larger.")
    return float(int(x))


def int32(x: float) -> float:
    """Cut towards zero, and wrapped into 32 bits."""
    if x is None:
        null_error("A number")
    return float((int(x) + _HALF) % (2 * _HALF) - _HALF)


def times32(x: float, y: float) -> float:
    """The product of two numbers of 32 bits, wrapped; a double would not hold it exactly."""
    if x is None or y is None:
        null_error("A number")
    return float((int(x) * int(y) + _HALF) % (2 * _HALF) - _HALF)


def digits(x: str) -> float:
    """The number that a text of digits stands for, with blanks around it or without; 0 for any other text."""
    if x is None:
        null_error("A text")
    found = x.strip(" \t\r\n")
    if not (found.isascii() and found.isdecimal()):
        return 0.0
    number = 0
    for digit in found:
        number = (10 * number + int(digit)) % (2 * _HALF)
    return int32(number)


def floor(x: float) -> float:
    if x is None:
        null_error("A number")
    return float(math.floor(x))


def ceil(x: float) -> float:
    return -floor(-x) if x is not None else floor(x)


def round_half_up(x: float) -> float:
    """To the nearest whole number; halves go up."""
    if x is None:
        null_error("A number")
    return float(math.floor(x + 0.5)) if abs(x) < 2.0**52 else x


def number(x: float | None) -> float | None:
    """A player as a number."""
    return None if x is None else float(x)


def truth(x: bool | None) -> bool:
    """A condition that might be null."""
    if x is None:
        null_error("A condition")
    return x


def text(x: Any) -> str:
    """How a value is written in a text or in the log."""
    if x is None:
        return "null"
    if x is True or x is False:
        return "true" if x else "false"
    if isinstance(x, (float, int)):
        return number_text(float(x))
    return x if x.__class__ is str else str(x)


def number_text(x: float) -> str:
    """Without a fraction when it has none; else the shortest digits that give the same number back."""
    if x == int(x) and abs(x) < _WHOLE:
        return str(int(x))
    return repr(x)


def same(x: Any, y: Any) -> bool:
    """Equality where the types are known only now: values by value, objects by identity."""
    if x is y:
        return True
    if isinstance(x, bool) or isinstance(y, bool):
        return False
    return isinstance(x, (float, int, str)) and isinstance(y, (float, int, str)) and x == y
