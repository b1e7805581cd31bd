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
    add_odds,
    blend_odds,
    combine_odds,
    divide_odds,
    divide_truncated,
    find_chance,
    make_certain,
    make_uniform,
    mix_odds,
    multiply_odds,
    negate_odds,
    reduce_weights,
    subtract_odds,
)
from tgpl.dice.pools import (
    count_good,
    count_good_faces,
    explode_pool,
    keep_highest,
    keep_lowest,
    oppose_pools,
    sum_pool,
)

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
    return reduce_weights(found.items(), prod(sizes))


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
    assert sum_pool(count, faces) == listed(sum, *sizes)
    for keep in range(count + 1):
        assert keep_highest(keep, count, faces) == listed(partial(middle, first=count - keep, last=count), *sizes)
        assert keep_lowest(keep, count, faces) == listed(partial(middle, first=0, last=keep), *sizes)
    for sign, bound in product(SIGNS, range(faces + 2)):
        expected = listed(partial(as_compared, sign=sign, bound=bound), *sizes)
        assert count_good(count_good_faces(sign, bound, faces), count, faces) == expected


@pytest.mark.parametrize("faces", range(1, 5))
@pytest.mark.parametrize("others", range(1, 5))
def test_pool_against_pool(faces: int, others: int) -> None:
    for count, other in product(range(1, 4), repeat=2):
        expected = listed(partial(pairs_won, count=count), *[faces] * count, *[others] * other)
        assert oppose_pools(count, faces, other, others) == expected


def test_explosions() -> None:
    assert explode_pool(1, 6, 0) == make_uniform(1, 6)
    assert explode_pool(1, 1, 4) == make_certain(5)
    assert explode_pool(1, 2, 2) == Distribution({1: 4, 3: 2, 5: 1, 6: 1}, 8)
    for count in range(2, 6):
        one_more = combine_odds(explode_pool(count - 1, 3, 4), explode_pool(1, 3, 4), operator.add)
        assert explode_pool(count, 3, 4) == one_more


# ---- arithmetic


def test_arithmetic_is_what_every_pair_comes_to() -> None:
    assert add_odds(make_uniform(1, 6), make_uniform(1, 8)) == listed(sum, 6, 8)
    assert subtract_odds(make_uniform(1, 6), make_uniform(1, 8)) == listed(lambda t: t[0] - t[1], 6, 8)
    assert multiply_odds(make_uniform(1, 6), make_uniform(1, 8)) == listed(lambda t: t[0] * t[1], 6, 8)
    assert divide_odds(make_uniform(1, 6), make_uniform(1, 8)) == listed(lambda t: t[0] // t[1], 6, 8)
    assert negate_odds(sum_pool(2, 6)).weights == {
        -value: weight for value, weight in reversed(sum_pool(2, 6).weights.items())
    }
    assert add_odds(multiply_odds(make_certain(1000), make_uniform(1, 6)), make_uniform(1, 2)) == listed(
        lambda t: 1000 * t[0] + t[1], 6, 2
    )
    assert (
        add_odds(make_certain(3), make_uniform(1, 2))
        == add_odds(make_uniform(1, 2), make_certain(3))
        == make_uniform(4, 5)
    )


def test_division_cuts_towards_zero() -> None:
    assert [divide_truncated(a, b) for a, b in ((7, 2), (-7, 2), (7, -2), (-7, -2), (0, -3))] == [3, -3, -3, 3, 0]
    with pytest.raises(DividesByZero):
        divide_odds(make_certain(1), subtract_odds(make_uniform(1, 6), make_certain(3)))


@pytest.mark.parametrize("sign", SIGNS)
def test_comparisons(sign: str) -> None:
    for left, right in (
        (sum_pool(2, 6), sum_pool(3, 4)),
        (make_uniform(1, 3), make_uniform(5, 9)),
        (make_uniform(5, 9), make_certain(7)),
    ):
        pairs = product(left.weights.items(), right.weights.items())
        often = sum(a * b for (x, a), (y, b) in pairs if SIGNS[sign](x, y))
        assert find_chance(left, sign, right) == Fraction(often, left.total * right.total)


def test_choices() -> None:
    assert mix_odds(Fraction(1, 3), make_certain(1), make_uniform(1, 2)) == Distribution({1: 2, 2: 1}, 3)
    assert mix_odds(Fraction(0), make_certain(1), make_certain(2)) == make_certain(2)
    assert blend_odds((Fraction(1, 6), make_uniform(1, face)) for face in range(1, 7)).chance(6) == Fraction(1, 36)


# ---- what is told


def test_mean_spread_and_percentiles() -> None:
    dice = sum_pool(2, 6)
    assert (dice.least, dice.greatest, dice.mean, dice.variance) == (2, 12, Fraction(7), Fraction(35, 6))
    assert dice.percentiles([5, 25, 50, 75, 95, 100]) == [3, 5, 7, 9, 11, 12]
    assert dice.chance(7) == Fraction(1, 6) and dice.chance(1) == 0
    assert sum_pool(1000, 6).mean == 3500


# ---- how large


def test_large_pools_answer_at_once() -> None:
    with processor_time(60):
        assert sum(keep_highest(8, 16, 10).weights.values()) == 10**16
        assert oppose_pools(4, 6, 4, 6).chance(4) == Fraction(146735, 6**8)
        assert sum(oppose_pools(20, 6, 20, 6).weights.values()) == oppose_pools(20, 6, 20, 6).total
        assert sum_pool(1000, 6).weights[1000] == 1
        assert explode_pool(20, 6, 10).greatest == 20 * 66


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sum_pool(1_000_000, 6),
        lambda: sum_pool(2**53 - 1, 2**32 - 1),
        lambda: sum_pool(50_000, 4),
        lambda: make_uniform(1, 1_000_000_000),
        lambda: multiply_odds(make_uniform(1, 100_000), make_uniform(1, 100_000)),
        lambda: add_odds(sum_pool(1000, 20), sum_pool(1000, 20)),
        lambda: keep_highest(500, 1000, 1000),
        lambda: keep_highest(2**50, 2**53 - 1, 2**32 - 1),
        lambda: explode_pool(10, 1000, 2**53 - 1),
        lambda: explode_pool(100, 100, 100),
        lambda: count_good(3, 2**53 - 1, 6),
        lambda: oppose_pools(1000, 6, 1000, 6),
        lambda: oppose_pools(2**53 - 1, 6, 1, 6),
    ],
)
def test_what_is_too_large_is_refused_at_once(ask: Callable[[], Distribution]) -> None:
    with processor_time(60), pytest.raises(TooLarge):
        ask()
