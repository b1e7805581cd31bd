"""Pools of dice: sums, the highest and lowest of them, explosions, counting, and pool against pool.

In:  how many dice with how many faces. Out: a `Distribution`. Each is worked out from formulas over faces and
numbers of dice, never by listing throws: `keep_highest(8, 16, 10)` looks at a few thousand numbers, not at 10^16 throws.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb, gcd

from tgpl.dice.budget import check_results, check_steps, estimate_bits
from tgpl.dice.distribution import Distribution, make_certain, make_uniform, negate_odds, reduce_weights, unpack_weights

_KEPT = 16  # distributions of each kind: the same dice are often asked for again


@lru_cache(maxsize=_KEPT)
def sum_pool(count: int, faces: int) -> Distribution:
    """The sum of `count` dice."""
    if count == 1:
        return make_uniform(1, faces)
    check_results(count * (faces - 1) + 1, estimate_bits(faces, count))
    counts = count_sums(count, faces)
    return Distribution({count + over: often for over, often in enumerate(counts)}, faces**count)


def count_sums(count: int, faces: int) -> list[int]:
    """In how many ways dice that show 0 … faces - 1 come to each sum.

    They are the coefficients of ((1 - x^faces) / (1 - x))^count. Such a power solves a differential equation, from
    which each coefficient follows from three before it; the second half mirrors the first.
    """
    if count == 0:
        return [1]
    size = count * (faces - 1) + 1
    counts = [1] + [0] * (size - 1)
    for k in range(1, (size + 1) // 2):
        sum_ = (k - 1 + count) * counts[k - 1]
        if k >= faces:
            sum_ += (k - faces - count * faces) * counts[k - faces]
        if k > faces:
            sum_ += (count * (faces - 1) - (k - faces - 1)) * counts[k - faces - 1]
        counts[k] = sum_ // k
    for k in range((size + 1) // 2, size):
        counts[k] = counts[size - 1 - k]
    return counts


# ---- the highest and the lowest


@lru_cache(maxsize=_KEPT)
def keep_highest(keep: int, count: int, faces: int) -> Distribution:
    """The sum of the highest `keep` of `count` dice.

    Let t be the lowest face that is kept: fewer than `keep` dice show more than t, and with those that show t they
    are at least `keep`. Over t and the number of dice above it, that is every throw once.
    """
    if keep == 0:
        return make_certain(0)
    if keep >= count:
        return sum_pool(count, faces)
    bits = estimate_bits(faces, count)
    check_results(keep * (faces - 1) + 1, bits)
    check_steps(faces * keep * (faces * (keep - 1) + 4) // 4, bits)
    weights = dict.fromkeys(range(keep, keep * faces + 1), 0)
    for t in range(1, faces + 1):
        for above in range(keep if t < faces else 1):
            rest = count - above
            often = comb(count, above) * _at_least(keep - above, rest, t)
            start = keep * t + above  # the dice above show at least t + 1
            for over, times in enumerate(count_sums(above, faces - t)):
                weights[start + over] += often * times
    return reduce_weights(weights.items(), faces**count)


def _at_least(wanted: int, count: int, t: int) -> int:
    """In how many ways dice that show 1 … t show t at least so often."""
    fewer = sum(comb(count, n) * int((t - 1) ** (count - n)) for n in range(wanted))
    return int(t**count) - fewer


def keep_lowest(keep: int, count: int, faces: int) -> Distribution:
    """Seen from below every face is faces + 1 less itself."""
    mirror = negate_odds(keep_highest(keep, count, faces))
    top = min(keep, count) * (faces + 1)
    return Distribution({value + top: weight for value, weight in mirror.weights.items()}, mirror.total)


# ---- explosions


@lru_cache(maxsize=_KEPT)
def explode_pool(count: int, faces: int, times: int) -> Distribution:
    """A die that shows its highest face is thrown again and added, at most `times` further times."""
    bits = estimate_bits(faces, count * (times + 1))
    check_results(count * faces * (times + 1), bits)
    check_steps(count * faces * (times + 1) * faces * (times + 1), bits)
    return add_repeatedly(_explode_die(faces, times), count)


def _explode_die(faces: int, times: int) -> Distribution:
    weights = {}
    for again in range(times + 1):
        for face in range(1, faces + (again == times)):
            weights[again * faces + face] = faces ** (times - again)
    return reduce_weights(weights.items(), faces ** (times + 1))


def add_repeatedly(die: Distribution, count: int) -> Distribution:
    """The sum of `count` such dice: the powers of a polynomial, each coefficient from those before it."""
    least, first = die.least, die.weights[die.least]
    steps = [(value - least, weight) for value, weight in die.weights.items()][1:]
    size = count * (die.greatest - least) + 1
    found = [first**count] + [0] * (size - 1)
    for k in range(1, size):
        sum_ = 0
        for step, weight in steps:
            if step > k:
                break
            sum_ += (count * step - (k - step)) * weight * found[k - step]
        found[k] = sum_ // (k * first)
    # Powers of lowest terms are lowest terms (Gauss's lemma).
    return Distribution({count * least + k: often for k, often in enumerate(found) if often}, die.total**count)


# ---- counting


def count_good(good: int, count: int, faces: int) -> Distribution:
    """How many of the dice show one of `good` faces."""
    good = max(0, min(good, faces))
    check_results(count + 1, estimate_bits(faces, count))
    if good in (0, faces):
        return make_certain(count if good else 0)
    common = gcd(good, faces)
    good, faces = good // common, faces // common
    return Distribution(dict(_spread_binomial(good, faces - good, count)), faces**count)


def _spread_binomial(good: int, bad: int, count: int) -> Iterator[tuple[int, int]]:
    often = bad**count
    for n in range(count + 1):
        yield n, often
        often = often * good * (count - n) // (bad * (n + 1))


def count_good_faces(sign: str, bound: int, faces: int) -> int:
    """How many faces of a die are as `sign bound` says."""
    at_most = max(0, min(bound, faces))  # faces up to the bound
    same = 1 if 1 <= bound <= faces else 0
    match sign:
        case "<=":
            return at_most
        case "<":
            return at_most - same
        case ">":
            return faces - at_most
        case ">=":
            return faces - at_most + same
        case "==":
            return same
        case "!=":
            return faces - same
    raise ValueError(sign)


# ---- pool against pool


def oppose_pools(count: int, faces: int, other_count: int, other_faces: int) -> Distribution:
    """Both sorted from the highest down and compared in pairs: how many pairs the first pool wins.

    Faces are gone through from the highest down, first the other pool's dice with that face, then one's own. A die
    of one's own wins its pair if at that time the other pool has not yet come to that pair. What is known for each
    number of dice gone through is how often each number of wins comes, packed into one long number.
    """
    pairs = min(count, other_count)
    bits = estimate_bits(faces, count) + estimate_bits(other_faces, other_count)
    check_steps(max(faces, other_faces) * count * other_count * (count + other_count) // 2, pairs * bits // 8)
    total = faces**count * other_faces**other_count
    wide = (total.bit_length() // 8 + 1) * 8
    counts = {(0, 0): 1}
    for face in range(max(faces, other_faces), 0, -1):
        if face <= other_faces:
            counts = _others_show(counts, other_count, face == 1)
        if face <= faces:
            counts = _own_show(counts, count, pairs, wide, face == 1)
    return reduce_weights(unpack_weights(counts[count, other_count], 0, wide - 8), total)


Counts = dict[tuple[int, int], int]  # by the dice of both pools gone through: often, by wins, packed


def _others_show(counts: Counts, count: int, last: bool) -> Counts:
    found: Counts = {}
    for (own, other), often in counts.items():
        for n in range(count - other if last else 0, count - other + 1):
            key = own, other + n
            found[key] = found.get(key, 0) + often * comb(count - other, n)
    return found


def _own_show(counts: Counts, count: int, pairs: int, wide: int, last: bool) -> Counts:
    found: Counts = {}
    for (own, other), often in counts.items():
        for n in range(count - own if last else 0, count - own + 1):
            key = own + n, other
            wins = max(0, min(own + n, pairs) - max(own, other))
            found[key] = found.get(key, 0) + (often * comb(count - own, n) << wins * wide)
    return found
