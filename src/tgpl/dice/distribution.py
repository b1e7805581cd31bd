"""Distributions of whole numbers, exactly.

In:  how often each result comes, out of how many. Out: the same for sums, products, comparisons and choices of
independent parts, and what is told about them: mean, spread, percentiles.

    two = add_odds(make_uniform(1, 6), make_uniform(1, 6))
    two.chance(7)        # Fraction(1, 6)
    find_chance(two, ">=", make_uniform(1, 6))

Every operation takes its operands to be independent: nothing that is thrown once is used twice.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import gcd, lcm

from tgpl.dice.budget import DividesByZero, check_results, check_steps


class Distribution:
    """`weights[value] / total` is the chance of a value; values come in order, weights are positive."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: dict[int, int], total: int) -> None:
        self.weights = weights
        self.total = total

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and (self.total, self.weights) == (other.total, other.weights)

    def __hash__(self) -> int:
        return hash((self.total, tuple(self.weights.items())))

    def __repr__(self) -> str:
        return f"Distribution({self.weights}, {self.total})"

    def chance(self, value: int) -> Fraction:
        return Fraction(self.weights.get(value, 0), self.total)

    @property
    def least(self) -> int:
        return next(iter(self.weights))

    @property
    def greatest(self) -> int:
        return next(reversed(self.weights))

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)

    @property
    def variance(self) -> Fraction:
        squares = Fraction(sum(value * value * weight for value, weight in self.weights.items()), self.total)
        return squares - self.mean**2

    def percentiles(self, wanted: Iterable[int]) -> list[int]:
        """For each per cent, in rising order, the least value that is not exceeded with at least that chance."""
        found: list[int] = []
        items = iter(self.weights.items())
        value, below = next(items)
        for per_cent in wanted:
            while below * 100 < per_cent * self.total:
                value, weight = next(items)
                below += weight
            found.append(value)
        return found


class Cases:
    """Texts, each with its chance; in the order of being found."""

    __slots__ = ("chances",)

    def __init__(self, chances: dict[str, Fraction]) -> None:
        self.chances = chances

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cases) and self.chances == other.chances

    __hash__ = None  # type: ignore[assignment]


Spread = Distribution | Fraction  # numbers, or in how many cases something is true
Value = Spread | Cases


# ---- making


def reduce_weights(weights: Iterable[tuple[int, int]], total: int) -> Distribution:
    """In order and in lowest terms, so that equal odds are equal data."""
    ordered = dict(sorted(pair for pair in weights if pair[1]))
    common = total
    for weight in ordered.values():
        common = gcd(common, weight)
        if common == 1:
            return Distribution(ordered, total)
    return Distribution({value: weight // common for value, weight in ordered.items()}, total // common)


def make_certain(value: int) -> Distribution:
    return Distribution({value: 1}, 1)


def make_uniform(first: int, last: int) -> Distribution:
    check_results(last - first + 1)
    return Distribution(dict.fromkeys(range(first, last + 1), 1), last - first + 1)


# ---- arithmetic of independent parts


def add_odds(left: Distribution, right: Distribution) -> Distribution:
    if len(right.weights) == 1:
        return _shift(left, right.least)
    if len(left.weights) == 1:
        return _shift(right, left.least)
    span = left.greatest - left.least + right.greatest - right.least + 1
    pairs = len(left.weights) * len(right.weights)
    if span > pairs:  # sparse: most numbers in between cannot be
        return combine_odds(left, right, operator.add)
    total = left.total * right.total
    bits = total.bit_length()
    check_results(span, bits)
    # Multiplying long numbers takes about their length to the power 1.6.
    check_steps(int((span * (bits + 8) / 1000) ** 1.6))
    product = pack_weights(left.weights, left.least, bits) * pack_weights(right.weights, right.least, bits)
    # Lowest terms times lowest terms are lowest terms (Gauss's lemma), so there is nothing to reduce.
    return Distribution(
        dict(pair for pair in unpack_weights(product, left.least + right.least, bits) if pair[1]), total
    )


def subtract_odds(left: Distribution, right: Distribution) -> Distribution:
    return add_odds(left, negate_odds(right))


def negate_odds(of: Distribution) -> Distribution:
    return Distribution({-value: weight for value, weight in reversed(of.weights.items())}, of.total)


def multiply_odds(left: Distribution, right: Distribution) -> Distribution:
    return combine_odds(left, right, operator.mul)


def divide_odds(left: Distribution, right: Distribution) -> Distribution:
    """Whole-number division that cuts towards zero."""
    if 0 in right.weights:
        raise DividesByZero
    return combine_odds(left, right, divide_truncated)


def divide_truncated(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def combine_odds(left: Distribution, right: Distribution, join: Callable[[int, int], int]) -> Distribution:
    """Every value of one with every value of the other."""
    total = left.total * right.total
    bits = total.bit_length()
    check_steps(len(left.weights) * len(right.weights), bits)
    weights: dict[int, int] = {}
    known = weights.get
    for a, often in left.weights.items():
        check_results(len(weights), bits)
        for b, weight in right.weights.items():
            value = join(a, b)
            weights[value] = known(value, 0) + often * weight
    return reduce_weights(weights.items(), total)


def _shift(of: Distribution, by: int) -> Distribution:
    return Distribution({value + by: weight for value, weight in of.weights.items()}, of.total)


# ---- comparing and choosing


OPERATORS = {"+": add_odds, "-": subtract_odds, "*": multiply_odds, "/": divide_odds}


def find_chance(left: Distribution, sign: str, right: Distribution) -> Fraction:
    """How likely `left sign right` is."""
    match sign:
        case "==":
            return _chance_same(left, right)
        case "!=":
            return 1 - _chance_same(left, right)
        case "<":
            return _chance_less(left, right)
        case ">":
            return _chance_less(right, left)
        case "<=":
            return 1 - _chance_less(right, left)
        case ">=":
            return 1 - _chance_less(left, right)
    raise ValueError(sign)


def _chance_same(left: Distribution, right: Distribution) -> Fraction:
    other = right.weights.get
    return Fraction(sum(w * other(v, 0) for v, w in left.weights.items()), left.total * right.total)


def _chance_less(left: Distribution, right: Distribution) -> Fraction:
    """Both walked upwards side by side."""
    below, found = 0, 0
    smaller = iter(left.weights.items())
    value, weight = next(smaller)
    done = False
    for against, often in right.weights.items():
        while not done and value < against:
            below += weight
            value, weight = next(smaller, (value, 0))
            done = weight == 0
        found += below * often
    return Fraction(found, left.total * right.total)


def mix_odds(chance: Fraction, one: Distribution, other: Distribution) -> Distribution:
    """`one` with that chance, else `other`."""
    return blend_odds([(chance, one), (1 - chance, other)])


def blend_odds(parts: Iterable[tuple[Fraction, Distribution]]) -> Distribution:
    """Each part as often as its chance says; the chances come to 1."""
    parts = [(chance, part) for chance, part in parts if chance]
    total = lcm(*(chance.denominator * part.total for chance, part in parts))
    weights: dict[int, int] = {}
    for chance, part in parts:
        share = total // (chance.denominator * part.total) * chance.numerator
        for value, weight in part.weights.items():
            weights[value] = weights.get(value, 0) + weight * share
    check_results(len(weights), total.bit_length())
    return reduce_weights(weights.items(), total)


def from_chances(found: Iterable[tuple[float, Fraction]]) -> Distribution:
    """Whole numbers with their chances, each perhaps more than once; the chances come to 1."""
    pairs = list(found)
    total = lcm(*(chance.denominator for _, chance in pairs))
    weights: dict[int, int] = {}
    for value, chance in pairs:
        number = int(value)
        weights[number] = weights.get(number, 0) + chance.numerator * (total // chance.denominator)
    return reduce_weights(weights.items(), total)


# ---- many weights in one long number
#
# A distribution as the digits of one number, `bits` bits each: then a product of two numbers is the distribution of
# the sum, and Python multiplies long numbers well.


def pack_weights(weights: dict[int, int], least: int, bits: int) -> int:
    wide = bits // 8 + 1
    space = bytearray((max(weights) - least + 1) * wide)
    for value, weight in weights.items():
        at = (value - least) * wide
        space[at : at + wide] = weight.to_bytes(wide, "little")
    return int.from_bytes(space, "little")


def unpack_weights(number: int, least: int, bits: int) -> list[tuple[int, int]]:
    wide = bits // 8 + 1
    space = number.to_bytes((number.bit_length() + 7) // 8, "little")
    count = -(-len(space) // wide)
    return [(least + i, int.from_bytes(space[i * wide : (i + 1) * wide], "little")) for i in range(count)]
