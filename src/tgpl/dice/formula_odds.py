"""What a formula of dice means to odds: its distribution.

find_formula_odds("2d6 + 3")     # as texts have it that rules keep and throw
"""

from __future__ import annotations

from functools import lru_cache

from tgpl.dice import pools
from tgpl.dice.budget import OutOfRange
from tgpl.dice.distribution import (
    OPERATORS,
    Distribution,
    make_certain,
    negate_odds,
)
from tgpl.text.dice_formula import LARGEST, Pool, evaluate


@lru_cache(maxsize=256)
def find_formula_odds(text: str) -> Distribution:
    """The odds of a formula; raises `FormulaError`, `TooLarge`, `DividesByZero` or `OutOfRange`."""
    return evaluate(text, ODDS)


class Odds:
    """A `Meaning` of formulas; the parts of one are independent, because every die is thrown for itself."""

    def number(self, value: int) -> Distribution:
        return make_certain(value)

    def thrown(self, pool: Pool) -> Distribution:
        return pools.sum_pool(*pool)

    def kept(self, word: str, number: int, pool: Pool) -> Distribution:
        """`word`: "highest", "lowest", "drop highest" or "drop lowest"."""
        count, faces = pool
        keep = count - number if word.startswith("drop") else number
        return (pools.keep_highest if word in ("highest", "drop lowest") else pools.keep_lowest)(keep, count, faces)

    def exploded(self, pool: Pool, times: int) -> Distribution:
        return pools.explode_pool(*pool, times)

    def counted(self, sign: str, value: int, pool: Pool) -> Distribution:
        return pools.count_good(pools.count_good_faces(sign, value, pool.faces), *pool)

    def against(self, left: Pool, right: Pool) -> Distribution:
        return pools.oppose_pools(*left, *right)

    def negated(self, value: Distribution) -> Distribution:
        return negate_odds(value)

    def joined(self, sign: str, left: Distribution, right: Distribution) -> Distribution:
        found = OPERATORS[sign](left, right)
        if found.least <= -LARGEST or found.greatest >= LARGEST:
            raise OutOfRange
        return found


ODDS = Odds()
