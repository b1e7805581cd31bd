"""What a value can be, as far as it can be known before a game runs: null or not, whole or not, how small, how large.

In:  what the operands can be. Out: what the result can be. Of objects and collections only null matters. A text is `whole`
if it is one that stands in the rules; they are numbered.

    add(of(1.0), Range(False, True, 0.0, 7.0))   # whole, from 1 to 8
"""

from __future__ import annotations

import math
from typing import NamedTuple

INF = math.inf
EXACT = 2.0**53 - 1.0  # whole numbers up to here are exact


class Range(NamedTuple):
    null: bool
    whole: bool
    low: float
    high: float  # below `low`: it can be nothing but null

    @property
    def largest(self) -> float:
        """How far from 0 it can be."""
        return max(abs(self.low), abs(self.high)) if self.low <= self.high else 0.0

    @property
    def fits_int(self) -> bool:
        """A number that C's whole numbers hold as exactly as a double does, and never null."""
        return self.whole and not self.null and self.low <= self.high and self.largest <= 2.0**52


NEVER = Range(False, True, INF, -INF)  # nothing has come here yet
ONLY_NULL = Range(True, True, INF, -INF)  # null itself
ANYTHING = Range(True, False, -INF, INF)
MADE_TEXT = Range(False, False, -INF, INF)  # that the rules put together
RULE_TEXT = Range(False, True, -INF, INF)  # one of those that stand in the rules
NOT_NULL = Range(False, True, 0.0, 0.0)  # no number, and not null
NULLABLE = Range(True, True, 0.0, 0.0)  # no number, perhaps null


def of(number: float) -> Range:
    return Range(False, number == math.floor(number), number, number)


def between(low: float, high: float, null: bool = False) -> Range:
    return Range(null, True, low, high)


def drop_null(value: Range) -> Range:
    return value._replace(null=False) if value.null else value


def join(one: Range, other: Range) -> Range:
    if one == other:
        return one
    return Range(one.null or other.null, one.whole and other.whole, min(one.low, other.low), max(one.high, other.high))


def widen(old: Range, new: Range, thresholds: list[float]) -> Range:
    """What holds both, and comes to an end: limits that move go on to the next threshold."""
    both = join(old, new)
    low = old.low if both.low >= old.low else max((s for s in thresholds if s <= both.low), default=-INF)
    high = old.high if both.high <= old.high else min((s for s in thresholds if s >= both.high), default=INF)
    return Range(both.null, both.whole, low, high)


def _sided(one: Range, other: Range, whole: bool, low: float, high: float) -> Range:
    """The result of arithmetic: null stops it. Of two ends that nothing is known of (one is endless, and so is what it is
    less) nothing is known either."""
    if one.low > one.high or other.low > other.high:
        return NEVER
    return Range(False, whole, -INF if low != low else low, INF if high != high else high)


def add(one: Range, other: Range) -> Range:
    return _sided(one, other, one.whole and other.whole, one.low + other.low, one.high + other.high)


def subtract(one: Range, other: Range) -> Range:
    return _sided(one, other, one.whole and other.whole, one.low - other.high, one.high - other.low)


def multiply(one: Range, other: Range) -> Range:
    corners = [0.0 if a == 0.0 or b == 0.0 else a * b for a in one[2:] for b in other[2:]]
    return _sided(one, other, one.whole and other.whole, min(corners), max(corners))


def divide(one: Range, other: Range) -> Range:
    least = max(other.low, 1.0) if other.whole and other.low >= 0.0 else other.low  # 0 itself stops it
    if least >= 1.0:
        if other.high < least:
            return NEVER
        corners = [a / d if not math.isinf(d) else 0.0 for a in one[2:] for d in (least, other.high)]
        return _sided(one, other, False, min(corners), max(corners))
    if other.whole or other.high <= -1.0:
        return _sided(one, other, False, -one.largest, one.largest)
    return _sided(one, other, False, -INF, INF)


def take_remainder(one: Range, other: Range) -> Range:
    whole = one.whole and other.whole
    most = min(one.largest, max(other.largest - 1.0, 0.0) if whole else other.largest)
    return _sided(one, other, whole, 0.0 if one.low >= 0.0 else -most, 0.0 if one.high <= 0.0 else most)


def negate(value: Range) -> Range:
    return Range(False, value.whole, -value.high, -value.low)


def take_absolute(value: Range) -> Range:
    if value.low > value.high:
        return NEVER
    low = 0.0 if value.low <= 0.0 <= value.high else min(abs(value.low), abs(value.high))
    return Range(False, value.whole, low, max(abs(value.low), abs(value.high)))


def round_whole(value: Range) -> Range:
    """By floor, ceil or round."""
    if value.whole:
        return drop_null(value)
    low, high = (end if math.isinf(end) else end // 1.0 for end in (value.low, value.high))
    return Range(False, True, low, high + 1.0)


def truncate(value: Range) -> Range:
    """Cut towards zero; what is too large stops it."""
    if value.low > value.high:
        return NEVER
    low, high = (float(int(max(-EXACT, min(EXACT, end)))) for end in (value.low, value.high))
    return Range(False, True, low, high)


INT32 = (-(2.0**31), 2.0**31 - 1.0)


def wrap_int32(value: Range) -> Range:
    """Cut towards zero, and wrapped into 32 bits if it can be larger."""
    if value.low > value.high:
        return NEVER
    if value.low < INT32[0] or value.high > INT32[1]:
        return between(*INT32)
    return truncate(value)


def take_smaller(one: Range, other: Range) -> Range:
    return Range(False, one.whole and other.whole, min(one.low, other.low), min(one.high, other.high))


def take_larger(one: Range, other: Range) -> Range:
    return Range(False, one.whole and other.whole, max(one.low, other.low), max(one.high, other.high))


def raise_power(one: Range, other: Range) -> Range:
    return Range(False, False, -INF, INF)


ARITHMETIC = {"+": add, "-": subtract, "*": multiply, "/": divide, "%": take_remainder, "^": raise_power}


# ---- what a comparison that holds says about its left side


def narrow_below(value: Range, limit: Range, equal: bool) -> Range:
    high = limit.high
    if value.whole and high != INF and high != -INF:
        high = math.floor(high) if equal else math.ceil(high) - 1.0
    return Range(False, value.whole, value.low, min(value.high, float(high)))


def narrow_above(value: Range, limit: Range, equal: bool) -> Range:
    return negate(narrow_below(negate(value), negate(limit), equal))


def narrow_equal(value: Range, other: Range) -> Range:
    low, high = max(value.low, other.low), min(value.high, other.high)
    return Range(value.null and other.null, value.whole or other.whole, low, high)


def narrow_not_equal(value: Range, other: Range) -> Range:
    """Something is learned only at the edges, and about null."""
    if other.low != other.high or other.null or not value.whole:
        return value
    low = value.low + 1.0 if value.low == other.low else value.low
    high = value.high - 1.0 if value.high == other.low else value.high
    return value._replace(low=low, high=high)
