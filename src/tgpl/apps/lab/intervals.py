"""How sure a share is: intervals, the probability of being wrong, and how that is spent.

A share is what part of some games had a property; a game may count in part (a shared first place), which only makes an
interval wider than it has to be. Every question is judged several times while games are played, so the probability of a
false alarm that it may have is spent bit by bit.

    share = Share(58, 100)
    share.interval(0.05)            # (0.482, 0.672)
    share.doubt_above(0.5)          # 0.067: how likely a share of a half, or less, would show so many
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

_NORMAL = NormalDist()
FALSE_ALARMS = 0.05  # of a whole report about a sound game
LOOKS = 8  # at most so often a question is judged


class Level(NamedTuple):
    """How sure an answer has to be: of the false alarms that a whole report may have, the part of one question."""

    questions: float  # among which they are shared out

    @property
    def alpha(self) -> float:
        return FALSE_ALARMS / self.questions

    def split(self, parts: float) -> Level:
        return Level(self.questions * max(1.0, parts))

    def confidence(self, doubt: float) -> float:
        """That something is no false alarm, if chance alone would show as much with this probability."""
        return 1.0 - min(1.0, doubt * self.questions)


class Share(NamedTuple):
    """`part` of `total`; both may be fractions."""

    part: float
    total: float

    @property
    def value(self) -> float:
        return self.part / self.total if self.total else 0.0

    def interval(self, alpha: float) -> tuple[float, float]:
        """Wilson's: both ends are wrong with `alpha` together."""
        return self._limit(alpha / 2, -1.0), self._limit(alpha / 2, 1.0)

    def at_least(self, alpha: float) -> float:
        return self._limit(alpha, -1.0)

    def at_most(self, alpha: float) -> float:
        return self._limit(alpha, 1.0)

    def _limit(self, alpha: float, side: float) -> float:
        if not self.total:
            return 0.0 if side < 0 else 1.0
        z, n, p = quantile(alpha), self.total, self.value
        middle = p + z * z / (2 * n)
        width = z * math.sqrt(max(p * (1 - p) / n + z * z / (4 * n * n), 0.0))
        return min(1.0, max(0.0, (middle + side * width) / (1 + z * z / n)))

    def doubt_above(self, bound: float) -> float:
        """How likely so large a share, or a larger one, is if the truth is not above the bound."""
        if not self.total or self.value <= bound:
            return 1.0
        return tail((self.value - bound) / math.sqrt(bound * (1 - bound) / self.total)) if 0.0 < bound < 1.0 else 0.0

    def doubt_below(self, bound: float) -> float:
        return Share(self.total - self.part, self.total).doubt_above(1.0 - bound)


class Mean(NamedTuple):
    """Of some numbers: how many, their sum, and the sum of their squares."""

    number: int
    sum: float
    squares: float

    @classmethod
    def of(cls, numbers: list[float]) -> Mean:
        return cls(len(numbers), math.fsum(numbers), math.fsum(number * number for number in numbers))

    @property
    def value(self) -> float:
        return self.sum / self.number if self.number else 0.0

    @property
    def error(self) -> float:
        """How far from the truth it is, usually."""
        if self.number < 2:
            return math.inf
        spread = max(0.0, self.squares - self.sum * self.sum / self.number) / (self.number - 1)
        return math.sqrt(spread / self.number)

    def interval(self, alpha: float) -> tuple[float, float]:
        width = quantile(alpha / 2) * self.error if self.error else 0.0
        return self.value - width, self.value + width


def quantile(alpha: float) -> float:
    """How many standard deviations leave `alpha` on one side."""
    return -_NORMAL.inv_cdf(min(max(alpha, 1e-300), 1.0 - 1e-12))


def tail(z: float) -> float:
    """How much lies beyond so many standard deviations, on one side."""
    return 0.5 * math.erfc(z / math.sqrt(2.0))


def most_if_never(total: int, alpha: float) -> float:
    """How often something can happen at most that did not happen in so many games."""
    return 1.0 - alpha ** (1.0 / total) if total else 1.0
