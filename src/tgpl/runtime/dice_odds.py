"""How likely dice come to what: means and chances of formulas, while rules run.

Ways are counted, as doubles: whole numbers and exact up to 2^53, so that chances of everyday dice are rounded only once,
at the end; beyond that they are as close as doubles are. Both targets do the same steps in the same order, so that they
give the same. What has too many outcomes is refused: `tgpl odds` takes longer, and is exact.

    mean(weighed("2d6")[0])                # 7.0
    chance(weighed("2d6")[0], ">=", 7.0)   # 0.5833333333333334
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tgpl.text.dice_formula import LARGEST, FormulaError, Pool, compares, evaluate, faces_that, within, worked_out

MOST_WORK = 1_000_000  # steps of counting, for one formula
MOST_VALUES = 20_000  # that a part of a formula can come to
_TOO_MANY = 2.0**500  # ways, before all of them are made fewer
_FEWER = 2.0**-400


class Weights(NamedTuple):
    low: int
    ways: list[float]  # to come to `low`, to one more, and so on


@lru_cache(maxsize=64)
def weighed(text: str) -> tuple[Weights, int]:
    """The ways to everything that a formula can come to, and how much work it was to count them."""
    counting = _Counting()
    return evaluate(text, counting), counting.work


def mean(weights: Weights) -> float:
    total = summed = 0.0
    for i, ways in enumerate(weights.ways):
        total += ways
        summed += (weights.low + i) * ways
    return summed / total


def chance(weights: Weights, sign: str, value: float) -> float:
    total = fine = 0.0
    for i, ways in enumerate(weights.ways):
        total += ways
        if compares(sign, weights.low + i, value):
            fine += ways
    return fine / total


class _Counting:
    def __init__(self) -> None:
        self.work = 0

    def _spend(self, work: int, values: int) -> None:
        self.work += work
        if self.work > MOST_WORK or values > MOST_VALUES:
            raise FormulaError("R713", "These dice can come to too much to be counted while a game runs.")

    def number(self, value: int) -> Weights:
        return Weights(value, [1.0])

    def thrown(self, pool: Pool) -> Weights:
        self._spend(0, pool.size * pool.faces)
        return self._repeated(Weights(1, [1.0] * pool.faces), pool.size)

    def _repeated(self, die: Weights, times: int) -> Weights:
        faces = len(die.ways)
        self._spend(faces * ((faces - 1) * (times * (times - 1) // 2) + times - 1), times * (faces - 1) + 1)
        found = die
        for _ in range(times - 1):
            found = Weights(found.low + die.low, _convolved(found.ways, die.ways))
        return found

    def kept(self, word: str, number: int, pool: Pool) -> Weights:
        """Face by face, those first that are kept: so many dice show it, and as many of them count as are still wanted."""
        size, faces = pool
        drops = word[0] == "d"
        wanted = size - number if drops else number
        width = wanted * faces + 1
        self._spend(faces * ((size + 1) * (size + 2) // 2) * width, width)
        from_high = word.endswith("highest") != drops
        ways_of = _binomials(size)
        found = _blank(size + 1, width)
        found[0][0] = 1.0
        for face in range(faces, 0, -1) if from_high else range(1, faces + 1):
            found = _with_face(found, face, wanted, ways_of)
        return Weights(wanted, _fewer(found[size][wanted:]))

    def exploded(self, pool: Pool, times: int) -> Weights:
        size, faces = pool
        self._spend(0, size * faces * (times + 1))
        if faces == 1:
            return Weights(size * (times + 1), [1.0])
        ways = [0.0] * ((times + 1) * faces)
        ways[-1] = each = 1.0
        for thrown in range(times, -1, -1):
            for face in range(1, faces):
                ways[thrown * faces + face - 1] = each
            each *= faces
            if each > _TOO_MANY:
                ways, each = [one * _FEWER for one in ways], each * _FEWER
        return self._repeated(Weights(1, ways), size)

    def counted(self, sign: str, value: int, pool: Pool) -> Weights:
        wanted = faces_that(sign, value, pool.faces)
        return self._repeated(Weights(0, [float(pool.faces - wanted), float(wanted)]), pool.size)

    def against(self, left: Pool, right: Pool) -> Weights:
        """Face by face from the highest down: who shows it, and which of the left ones stand before a lower die."""
        pairs = min(left.size, right.size)
        highest = max(left.faces, right.faces)
        triangles = ((left.size + 1) * (left.size + 2) // 2) * ((right.size + 1) * (right.size + 2) // 2)
        self._spend(highest * triangles * (pairs + 1), pairs + 1)
        placing = _Placing(left, right, pairs)
        for face in range(highest, 0, -1):
            placing.place(face)
        return Weights(0, _fewer(placing.found[left.size][right.size]))

    def negated(self, value: Weights) -> Weights:
        return Weights(-(value.low + len(value.ways) - 1), value.ways[::-1])

    def joined(self, sign: str, left: Weights, right: Weights) -> Weights:
        one, other = len(left.ways), len(right.ways)
        if sign in "*/":
            self._spend(2 * one * other, 0)
            return self._paired(sign, left, right)
        self._spend(one * other, one + other - 1)
        right = right if sign == "+" else self.negated(right)
        low = left.low + right.low
        within(low, low + one + other - 2)
        return Weights(low, _convolved(left.ways, right.ways))

    def _paired(self, sign: str, left: Weights, right: Weights) -> Weights:
        """Every outcome of one side with every outcome of the other."""
        found = [
            (_exact(worked_out(sign, left.low + i, right.low + j)), mine * its)
            for i, mine in enumerate(left.ways)
            for j, its in enumerate(right.ways)
            if mine != 0.0 and its != 0.0
        ]
        low, high = min(value for value, _ in found), max(value for value, _ in found)
        self._spend(0, high - low + 1)
        ways = [0.0] * (high - low + 1)
        for value, both in found:
            ways[value - low] += both
        return Weights(low, _fewer(ways))


class _Placing:
    """Two pools, sorted, as far as their faces are known."""

    def __init__(self, left: Pool, right: Pool, pairs: int) -> None:
        self._left, self._right, self._pairs = left, right, pairs
        self._mine, self._its = _binomials(left.size), _binomials(right.size)
        # By how many dice of each are placed, and how many pairs the left has won.
        self.found = [_blank(right.size + 1, pairs + 1) for _ in range(left.size + 1)]
        self.found[0][0][0] = 1.0

    def place(self, face: int) -> None:
        """All dice that show a face, the highest that is left."""
        left, right = self._left.size, self._right.size
        new = [_blank(right + 1, self._pairs + 1) for _ in range(left + 1)]
        for i in range(left + 1):
            for j in range(right + 1):
                for won, ways in enumerate(self.found[i][j]):
                    if ways != 0.0:
                        self._share(new, face, i, j, won, ways)
        self.found = new

    def _share(self, new: list[list[list[float]]], face: int, i: int, j: int, won: int, ways: float) -> None:
        mine = self._left.size - i if face <= self._left.faces else 0
        its = self._right.size - j if face <= self._right.faces else 0
        for a in range(mine + 1):
            for b in range(its + 1):
                more = max(0, min(i + a, self._pairs) - max(i, j + b))
                both = self._mine[self._left.size - i][a] * self._its[self._right.size - j][b]
                new[i + a][j + b][won + more] += ways * both


def _with_face(found: list[list[float]], face: int, wanted: int, ways_of: list[list[float]]) -> list[list[float]]:
    """By how many dice are placed, and what those that are kept come to: with those that show one face more."""
    size = len(found) - 1
    new = _blank(size + 1, len(found[0]))
    for placed, row in enumerate(found):
        for total, ways in enumerate(row):
            if ways != 0.0:
                for more in range(size - placed + 1):
                    counts = min(more, max(0, wanted - placed))
                    new[placed + more][total + face * counts] += ways * ways_of[size - placed][more]
    return new


def _blank(rows: int, width: int) -> list[list[float]]:
    return [[0.0] * width for _ in range(rows)]


def _binomials(most: int) -> list[list[float]]:
    """How many ways there are to choose some of some."""
    rows = _blank(most + 1, most + 1)
    for i, row in enumerate(rows):
        row[0] = 1.0
        for j in range(1, i + 1):
            row[j] = rows[i - 1][j - 1] + rows[i - 1][j]
    return rows


def _convolved(one: list[float], other: list[float]) -> list[float]:
    found = [0.0] * (len(one) + len(other) - 1)
    for i, mine in enumerate(one):
        for j, its in enumerate(other):
            found[i + j] += mine * its
    return _fewer(found)


def _fewer(ways: list[float]) -> list[float]:
    """The same, so that the numbers stay in the range of doubles; to divide by a power of 2 loses nothing."""
    total = 0.0
    for one in ways:
        total += one
    return [one * _FEWER for one in ways] if total > _TOO_MANY else ways


def _exact(value: int) -> int:
    if abs(value) >= LARGEST:
        raise FormulaError("R705", "The dice come to more than numbers can be exactly.")
    return value
