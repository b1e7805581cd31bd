"""Exact odds: held against every throw listed, and against another library."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod

import pytest

from processor import processor_time
from tgpl.dice.budget import DividesByZero, TooLarge
from tgpl.dice.distribution import (
    Distribution,
    added,
    blended,
    certain,
    combined,
    cut,
    divided,
    mixed,
    multiplied,
    negated,
    reduced,
    subtracted,
    surely,
    uniform,
)
from tgpl.dice.pools import against, counted, exploding, good_faces, highest, lowest, pool

SIGNS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def listed(result: Callable[[tuple[int, ...]], int], *sizes: int) -> Distribution:
    """Every throw of dice of these sizes, one by one."""
    found = Counter(result(throw) for throw in product(*(range(1, size + 1) for size in sizes)))
    return reduced(found.items(), prod(sizes))


# ---- pools


def middle(throw: tuple[int, ...], first: int, last: int) -> int:
    """The sum of some of the dice, counted from the lowest."""
    return sum(sorted(throw)[first:last])


def pairs_won(throw: tuple[int, ...], count: int) -> int:
    """The first `count` dice against the others."""
    own, others = sorted(throw[:count], reverse=True), sorted(throw[count:], reverse=True)
    return sum(a > b for a, b in zip(own, others, strict=False))


def as_compared(throw: tuple[int, ...], sign: str, bound: int) -> int:
    return sum(SIGNS[sign](face, bound) for face in throw)


@pytest.mark.parametrize("count", range(1, 6))
@pytest.mark.parametrize("faces", range(1, 6))
def test_pools_are_what_their_throws_come_to(count: int, faces: int) -> None:
    sizes = [faces] * count
    assert pool(count, faces) == listed(sum, *sizes)
    for keep in range(count + 1):
        assert highest(keep, count, faces) == listed(partial(middle, first=count - keep, last=count), *sizes)
        assert lowest(keep, count, faces) == listed(partial(middle, first=0, last=keep), *sizes)
    for sign, bound in product(SIGNS, range(faces + 2)):
        expected = listed(partial(as_compared, sign=sign, bound=bound), *sizes)
        assert counted(good_faces(sign, bound, faces), count, faces) == expected


@pytest.mark.parametrize("faces", range(1, 5))
@pytest.mark.parametrize("others", range(1, 5))
def test_pool_against_pool(faces: int, others: int) -> None:
    for count, other in product(range(1, 4), repeat=2):
        expected = listed(partial(pairs_won, count=count), *[faces] * count, *[others] * other)
        assert against(count, faces, other, others) == expected


def test_explosions() -> None:
    assert exploding(1, 6, 0) == uniform(1, 6)
    assert exploding(1, 1, 4) == certain(5)
    assert exploding(1, 2, 2) == Distribution({1: 4, 3: 2, 5: 1, 6: 1}, 8)
    for count in range(2, 6):
        one_more = combined(exploding(count - 1, 3, 4), exploding(1, 3, 4), operator.add)
        assert exploding(count, 3, 4) == one_more


# ---- arithmetic


def test_arithmetic_is_what_every_pair_comes_to() -> None:
    assert added(uniform(1, 6), uniform(1, 8)) == listed(sum, 6, 8)
    assert subtracted(uniform(1, 6), uniform(1, 8)) == listed(lambda t: t[0] - t[1], 6, 8)
    assert multiplied(uniform(1, 6), uniform(1, 8)) == listed(lambda t: t[0] * t[1], 6, 8)
    assert divided(uniform(1, 6), uniform(1, 8)) == listed(lambda t: t[0] // t[1], 6, 8)
    assert negated(pool(2, 6)).weights == {-value: weight for value, weight in reversed(pool(2, 6).weights.items())}
    assert added(multiplied(certain(1000), uniform(1, 6)), uniform(1, 2)) == listed(lambda t: 1000 * t[0] + t[1], 6, 2)
    assert added(certain(3), uniform(1, 2)) == added(uniform(1, 2), certain(3)) == uniform(4, 5)


def test_division_cuts_towards_zero() -> None:
    assert [cut(a, b) for a, b in ((7, 2), (-7, 2), (7, -2), (-7, -2), (0, -3))] == [3, -3, -3, 3, 0]
    with pytest.raises(DividesByZero):
        divided(certain(1), subtracted(uniform(1, 6), certain(3)))


@pytest.mark.parametrize("sign", SIGNS)
def test_comparisons(sign: str) -> None:
    for left, right in ((pool(2, 6), pool(3, 4)), (uniform(1, 3), uniform(5, 9)), (uniform(5, 9), certain(7))):
        pairs = product(left.weights.items(), right.weights.items())
        often = sum(a * b for (x, a), (y, b) in pairs if SIGNS[sign](x, y))
        assert surely(left, sign, right) == Fraction(often, left.total * right.total)


def test_choices() -> None:
    assert mixed(Fraction(1, 3), certain(1), uniform(1, 2)) == Distribution({1: 2, 2: 1}, 3)
    assert mixed(Fraction(0), certain(1), certain(2)) == certain(2)
    assert blended((Fraction(1, 6), uniform(1, face)) for face in range(1, 7)).chance(6) == Fraction(1, 36)


# ---- what is told


def test_mean_spread_and_percentiles() -> None:
    dice = pool(2, 6)
    assert (dice.least, dice.greatest, dice.mean, dice.variance) == (2, 12, Fraction(7), Fraction(35, 6))
    assert dice.percentiles([5, 25, 50, 75, 95, 100]) == [3, 5, 7, 9, 11, 12]
    assert dice.chance(7) == Fraction(1, 6) and dice.chance(1) == 0
    assert pool(1000, 6).mean == 3500


# ---- how large


def test_large_pools_answer_at_once() -> None:
    with processor_time(60):
        assert sum(highest(8, 16, 10).weights.values()) == 10**16
        assert against(4, 6, 4, 6).chance(4) == Fraction(146735, 6**8)
        assert sum(against(20, 6, 20, 6).weights.values()) == against(20, 6, 20, 6).total
        assert pool(1000, 6).weights[1000] == 1
        assert exploding(20, 6, 10).greatest == 20 * 66


@pytest.mark.parametrize(
    "ask",
    [
        lambda: pool(1_000_000, 6),
        lambda: pool(2**53 - 1, 2**32 - 1),
        lambda: pool(50_000, 4),
        lambda: uniform(1, 1_000_000_000),
        lambda: multiplied(uniform(1, 100_000), uniform(1, 100_000)),
        lambda: added(pool(1000, 20), pool(1000, 20)),
        lambda: highest(500, 1000, 1000),
        lambda: highest(2**50, 2**53 - 1, 2**32 - 1),
        lambda: exploding(10, 1000, 2**53 - 1),
        lambda: exploding(100, 100, 100),
        lambda: counted(3, 2**53 - 1, 6),
        lambda: against(1000, 6, 1000, 6),
        lambda: against(2**53 - 1, 6, 1, 6),
    ],
)
def test_what_is_too_large_is_refused_at_once(ask: Callable[[], Distribution]) -> None:
    with processor_time(60), pytest.raises(TooLarge):
        ask()
