"""One path that chance can take: what dice show on it, and what calls give.

At each turn it takes the first option, but for the turns that it is given; then it knows which other paths there were.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from tgpl.core import nodes as n
from tgpl.dice.formula_odds import find_formula_odds
from tgpl.dice.world import Ref, Value, World, number_reachable, rename_refs, renumber_world
from tgpl.text.source import Span

K = TypeVar("K")
Options = list[tuple[K, Fraction]]
Given = tuple[Value, World]  # what a function gives, and the world behind it
Calls = Callable[[n.Function, tuple[Value, ...], World, Span], Options[Given]]  # what a function gives in its own world


class Path:
    def __init__(self, turns: tuple[int, ...] = (), outcomes: Calls | None = None) -> None:
        self._given = turns
        self._outcomes = outcomes  # None: nothing is called on it
        self._taken: list[int] = []
        self._sizes: list[int] = []
        self.chance = Fraction(1)

    def others(self) -> list[tuple[int, ...]]:
        """The paths that leave this one behind the turns that were given."""
        known = len(self._given)
        return [
            (*self._taken[:at], turn) for at in range(known, len(self._sizes)) for turn in range(1, self._sizes[at])
        ]

    def _turn(self, options: Options[K]) -> K:
        at = len(self._taken)
        turn = self._given[at] if at < len(self._given) else 0
        self._taken.append(turn)
        self._sizes.append(len(options))
        key, chance = options[turn]
        self.chance *= chance
        return key

    def throw(self, dice: str) -> int:
        return self._turn(_list_chances(dice))

    def call(self, function: n.Function, arguments: list[Value], world: World, span: Span) -> tuple[Value, World]:
        """What the function changed is put back into the whole world."""
        assert self._outcomes is not None
        given, small, numbers = restrict_world(arguments, world)
        value, behind = self._turn(self._outcomes(function, given, small, span))
        back = {inner: outer for outer, inner in numbers.items()}
        if behind == small:
            return rename_refs(value, back), world
        for made in range(len(small), len(behind)):
            back[Ref(made)] = Ref(len(world) + made - len(small))
        whole = list(world) + [("", ())] * (len(behind) - len(small))
        for i, (kind, fields) in enumerate(behind):
            whole[back[Ref(i)]] = kind, tuple([rename_refs(field, back) for field in fields])
        return rename_refs(value, back), tuple(whole)


def restrict_world(arguments: list[Value], world: World) -> tuple[tuple[Value, ...], World, dict[Ref, Ref]]:
    """What a function sees: its arguments, and of the world what it can reach; with the numbers that things have there."""
    numbers = number_reachable(world, [*map(Ref, range(min(1, len(world)))), *arguments])
    return tuple([rename_refs(argument, numbers) for argument in arguments]), renumber_world(world, numbers), numbers


@lru_cache(maxsize=256)
def _list_chances(dice: str) -> Options[int]:
    odds = find_formula_odds(dice)
    return [(value, Fraction(weight, odds.total)) for value, weight in odds.weights.items()]
