"""The game's one source of chance.

SplitMix64: one 64-bit word of state, so that a state carries its chance with it; whole numbers only, so that every
machine and every target draws the same. A draw below n takes the upper half of the next output times n, cut, and
draws again in the rare case that would favour some numbers (Lemire's method on 32 bits).

    chance = Rng(7)
    chance.below(6)   # 0 … 5
"""

from __future__ import annotations

from typing import Any

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
LARGEST = 1 << 32  # of what `below` can be asked


class Rng:
    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = _mix((seed + _GOLDEN) & _MASK)

    def next(self) -> int:
        """64 bits."""
        self.state = (self.state + _GOLDEN) & _MASK
        return _mix(self.state)

    def below(self, n: int) -> int:
        """A whole number from 0 up to but without n; 1 ≤ n ≤ 2^32."""
        product = (self.next() >> 32) * n
        if product & 0xFFFFFFFF < n:
            unfair = LARGEST % n
            while product & 0xFFFFFFFF < unfair:
                product = (self.next() >> 32) * n
        return product >> 32

    def shuffle(self, items: list[Any]) -> None:
        """From the last place to the second, each swapped with one at or before it."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def _mix(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)
