"""Numbers with their chances, as a distribution."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Any

from tgpl.odds.distribution import Distribution, reduced


def from_chances(found: Iterable[tuple[Any, Fraction]]) -> Distribution:
    """Whole numbers, each perhaps more than once; the chances come to 1."""
    found = list(found)
    total = lcm(*(chance.denominator for _, chance in found))
    weights: dict[int, int] = {}
    for value, chance in found:
        number = int(value)
        weights[number] = weights.get(number, 0) + chance.numerator * (total // chance.denominator)
    return reduced(weights.items(), total)
