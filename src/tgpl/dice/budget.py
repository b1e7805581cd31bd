"""What is worked out at once, and what is refused before it is begun.

Odds are exact, so their size is known before they are: how many results there are, and how long the numbers get that
say how often each comes. `TooLarge` says which of the two it was.
"""

from __future__ import annotations

from math import log2

MOST_RESULTS = 200_000  # different results of one distribution
MOST_BITS = 1 << 29  # of all its weights together
MOST_STEPS = 3_000_000  # multiplications or additions of short numbers; long ones count for several


class TooLarge(Exception):
    """Exact odds would take too long; the text says why, as part of a sentence."""


class DividesByZero(Exception):
    """Something may be divided by zero."""


class OutOfRange(Exception):
    """Something may come to more than numbers are exact."""


def check_results(count: int, bits: int = 0) -> None:
    """Refuses what has too many results, or weights of `bits` bits that would be too long together."""
    if count > MOST_RESULTS:
        raise TooLarge(f"it has more than {format_amount(MOST_RESULTS)} different results")
    if count * bits > MOST_BITS:
        digits = bits * 3 // 10
        raise TooLarge(
            f"it has {format_amount(count)} different results with chances of {format_amount(digits)} digits each"
        )


def check_steps(steps: int, bits: int = 0) -> None:
    """Refuses what takes too many steps; with numbers of 1,000 bits a step counts twice."""
    steps += steps * bits // 1000
    if steps > MOST_STEPS:
        raise TooLarge(f"it takes some {format_amount(steps)} steps, and {format_amount(MOST_STEPS)} are the most")


def estimate_bits(faces: int, count: int) -> int:
    """How long `faces` to the power `count` is, about, without making it."""
    return count * int(log2(faces) * 1000) // 1000 + 1


def format_amount(number: int) -> str:
    """A number for a sentence: `12,000`, or its size if it is very long."""
    if number < 10**15:
        return f"{number:,}"
    return f"more than 10^{(number.bit_length() - 1) * 3 // 10}"
