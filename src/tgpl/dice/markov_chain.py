"""How often each state of a chain is come through on average, exactly.

In:  where it begins, and from each state the chances of the states that can follow; what is missing to 1 leaves the
chain. Out: for each state how often it is come through. States that lead back to each other are solved together.

    count_visits({"try": 1}, {"try": {"try": Fraction(5, 6)}})     # {"try": 6}: a six takes six throws on average
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from tgpl.dice.budget import TooLarge
from tgpl.text.scc import find_components

S = TypeVar("S", bound=Hashable)

MOST_TOGETHER = 60  # states that lead back to each other


class NeverEnds(Exception):
    """Some states are never left once they are reached."""


def count_visits(begins: Mapping[S, Fraction], follows: Mapping[S, Mapping[S, Fraction]]) -> dict[S, Fraction]:
    found: dict[S, Fraction] = {}
    arriving = dict(begins)
    for knot in reversed(find_components(begins, follows.__getitem__)):  # what leads there comes before
        first = knot[0]
        if len(knot) == 1 and first not in follows[first]:
            solved = {first: arriving.get(first, Fraction(0))}
        else:
            solved = _eliminate(knot, arriving, follows)
        for state, often in solved.items():
            found[state] = often
            for following, chance in follows[state].items():
                if following not in solved:
                    arriving[following] = arriving.get(following, Fraction(0)) + often * chance
    return found


def _eliminate(
    knot: list[S], arriving: Mapping[S, Fraction], follows: Mapping[S, Mapping[S, Fraction]]
) -> dict[S, Fraction]:
    """visits = arriving + visits of those that lead here, each times its chance: Gauss's elimination."""
    if len(knot) > MOST_TOGETHER:
        raise TooLarge(f"{len(knot):,} states lead back to each other, and {MOST_TOGETHER} are the most")
    zero = Fraction(0)
    rows = [[Fraction(a is b) - follows[b].get(a, zero) for b in knot] + [arriving.get(a, zero)] for a in knot]
    size = len(knot)
    for i in range(size):
        pivot = next((j for j in range(i, size) if rows[j][i]), None)
        if pivot is None:
            raise NeverEnds
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = rows[i][i]
        rows[i] = [x / scale for x in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                times = rows[j][i]
                rows[j] = [x - times * y for x, y in zip(rows[j], rows[i], strict=True)]
    return {state: row[-1] for state, row in zip(knot, rows, strict=True)}
