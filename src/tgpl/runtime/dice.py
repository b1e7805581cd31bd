"""Dice that are thrown: a formula, the game's own chance, a number.

Each die is one draw, from left to right, so that open chance and agents know what could come as they do with any
other draw. What a formula looks like is told by `tgpl.text.dice_formula`.

    roll("2d6 + 3", Rng(7))   # a number from 5 to 15, and that two dice were thrown
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from tgpl.runtime.dice_odds import Weights, chance, check_exact, count_ways, mean
from tgpl.runtime.errors import RuleError, null_error
from tgpl.runtime.rng import Rng
from tgpl.text.dice_formula import (
    FormulaError,
    Pool,
    compares,
    evaluate,
    join,
    limits,
    negate,
    number_text,
    oppose,
    pool_text,
    work_out,
)
from tgpl.text.limits import MOST_DICE, MOST_FACES

if TYPE_CHECKING:
    from tgpl.runtime.match import Match


def roll(text: str, chance: Rng) -> tuple[int, int]:
    """What a formula comes to, and how many dice were thrown for it."""
    pool = _plain(text)
    if pool is not None:  # nearly always
        return sum([chance.below(pool.faces) + 1 for _ in range(pool.size)]), pool.size
    throw = _Throw(chance)
    return evaluate(text, throw), throw.dice


@lru_cache(maxsize=1024)
def _plain(text: str) -> Pool | None:
    """The dice of a formula that is nothing but dice, and not too many."""
    count, between, faces = text.partition("d")
    if not (between and text.isascii() and count.isdigit() and faces.isdigit() and len(text) < 20):
        return None
    pool = Pool(int(count), int(faces))
    return pool if 0 < pool.size <= MOST_DICE and 0 < pool.faces <= MOST_FACES else None


class _Throw:
    def __init__(self, chance: Rng) -> None:
        self._chance = chance
        self.dice = 0

    def _faces(self, pool: Pool) -> list[int]:
        self._reach_for(pool.size)
        return [self._chance.below(pool.faces) + 1 for _ in range(pool.size)]

    def _reach_for(self, count: int) -> None:
        self.dice += count
        if self.dice > MOST_DICE:
            raise FormulaError("R713", f"One roll can throw {MOST_DICE:,} dice, not more.")

    def number(self, value: int) -> int:
        return value

    def thrown(self, pool: Pool) -> int:
        return check_exact(sum(self._faces(pool)))

    def kept(self, word: str, number: int, pool: Pool) -> int:
        faces = sorted(self._faces(pool), reverse=word.endswith("highest"))
        return check_exact(sum(faces[number:] if word[0] == "d" else faces[:number]))

    def exploded(self, pool: Pool, times: int) -> int:
        self._reach_for(pool.size)
        return check_exact(sum(self._explode_one(pool.faces, times) for _ in range(pool.size)))

    def _explode_one(self, faces: int, times: int) -> int:
        """A die that shows its highest face is thrown again and added."""
        total = face = self._chance.below(faces) + 1
        while face == faces and times:
            self._reach_for(1)
            face = self._chance.below(faces) + 1
            total, times = total + face, times - 1
        return total

    def counted(self, sign: str, value: int, pool: Pool) -> int:
        return sum(compares(sign, face, value) for face in self._faces(pool))

    def against(self, left: Pool, right: Pool) -> int:
        mine, others = (sorted(self._faces(pool), reverse=True) for pool in (left, right))
        return sum(own > other for own, other in zip(mine, others, strict=False))

    def negated(self, value: int) -> int:
        return -value

    def joined(self, sign: str, left: int, right: int) -> int:
        return check_exact(work_out(sign, left, right))


class Dice:
    """What translated rules can do with dice, as `game.dice`: a formula is a text, and null is noticed."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def roll(self, dice: str) -> float:
        self._match.work(len(_there(dice)))
        with _rules():
            total, thrown = roll(dice, self._match.rng)
        self._match.work(16 * thrown)  # a step each
        return float(total)

    def plus(self, left: str, right: str) -> str:
        return self._join("+", left, right)

    def minus(self, left: str, right: str) -> str:
        return self._join("-", left, right)

    def times(self, left: str, right: str) -> str:
        return self._join("*", left, right)

    def over(self, left: str, right: str) -> str:
        return self._join("/", left, right)

    def negate(self, dice: str) -> str:
        with _rules():
            return self._charge(negate(_there(dice)))

    def against(self, left: str, right: str) -> str:
        with _rules():
            return self._charge(oppose(_there(left), _there(right)))

    def pool(self, count: float, faces: float) -> str:
        with _rules():
            return pool_text(_number(count), _number(faces))

    def of(self, number: float) -> str:
        """A number, where dice are wanted."""
        with _rules():
            return number_text(_number(number))

    def least(self, dice: str) -> float:
        return self._limits(dice)[0]

    def greatest(self, dice: str) -> float:
        return self._limits(dice)[1]

    def mean(self, dice: str) -> float:
        return mean(self._count_ways(dice))

    def chance(self, dice: str, sign: str, value: float) -> float:
        """How likely it is that dice compare like that with a number."""
        _there(dice)
        _number(value)
        return chance(self._count_ways(dice), sign, value)

    def _count_ways(self, dice: str) -> Weights:
        self._match.work(len(_there(dice)))
        with _rules():
            weights, work = count_ways(dice)
        self._match.work(work)
        return weights

    def _limits(self, dice: str) -> tuple[float, float]:
        self._match.work(len(_there(dice)))
        with _rules():
            low, high = limits(dice)
        return float(low), float(high)

    def _join(self, sign: str, left: str, right: str) -> str:
        with _rules():
            return self._charge(join(sign, _there(left), _there(right)))

    def _charge(self, text: str) -> str:
        self._match.work(len(text))
        return text


def _there(dice: str | None) -> str:
    return null_error("The dice") if dice is None else dice


def _number(value: float | None) -> float:
    return null_error("A number") if value is None else value


@contextmanager
def _rules() -> Iterator[None]:
    """What is wrong with a formula is an error of the rules."""
    try:
        yield
    except FormulaError as error:
        raise RuleError(error.code, error.message) from None
