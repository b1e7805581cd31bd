"""What `--vary` asks for: knobs with values, and all settings of them.

asked = parse_variation("Heap.stones=10..30/5")
asked.name, asked.op, asked.values          # "Heap.stones", "=", (10, 15, 20, 25, 30)
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from tgpl.apps.lab.batches import Rules
from tgpl.apps.lab.knobs import CannotVary, Knob, choose_knob, find_knobs, turn, write_number
from tgpl.compile import Result
from tgpl.runtime.rng import Rng

MOST_VALUES = 1_000  # of one knob
MOST_SETTINGS = 1_000_000_000
GRID = 24  # settings that are all played; of more, some are drawn
DRAWN = 54  # so many of them
_STREAM = 0x5E771  # keeps the chance of drawing settings apart
_NUMBER = r"[+-]?[0-9]+(?:\.[0-9]+)?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?:/([0-9]+(?:\.[0-9]+)?))?")
_HOW = "Write NAME=10..30, NAME=10..30/5, NAME=1,2,4, or NAME+=-1..1 for as much more than it is"


class Variation(NamedTuple):
    name: str
    op: str  # "=" or "+="
    values: tuple[Decimal, ...]


def parse_variation(words: str) -> Variation:
    """Raises CannotVary."""
    name, equals, listed = words.partition("=")
    op = "+=" if name.endswith("+") else "="
    name = name.removesuffix("+").strip()
    if not equals or not name or not listed.strip():
        raise CannotVary(f"{words!r} says no values. {_HOW}")
    values = dict.fromkeys(value for part in listed.split(",") for value in _read_part(part.strip(), words))
    return Variation(name, op, tuple(values))


def _read_part(part: str, words: str) -> list[Decimal]:
    if re.fullmatch(_NUMBER, part):
        return [Decimal(part)]
    found = _RANGE.fullmatch(part)
    if found is None:
        raise CannotVary(f"{part!r} in {words!r} is neither a number nor a range. {_HOW}")
    first, last, step = Decimal(found[1]), Decimal(found[2]), Decimal(found[3] or 1)
    if step <= 0 or last < first:
        raise CannotVary(f"The range {part} is empty: the smaller number comes first, and the step is above zero")
    count = int((last - first) / step) + 1
    if count > MOST_VALUES:
        raise CannotVary(
            f"The range {part} has {count:,} values; {MOST_VALUES:,} are possible. A step makes fewer: {part}/5"
        )
    return [first + i * step for i in range(count)]


class Setting(NamedTuple):
    """One value for each knob that is varied."""

    values: tuple[Decimal, ...]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(map(write_number, self.values))


class Space:
    """All settings of some knobs of a rule text. Raises CannotVary."""

    def __init__(self, result: Result, asked: Sequence[str]) -> None:
        self.variations = [parse_variation(words) for words in asked]
        names = [variation.name for variation in self.variations]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise CannotVary(f"{twice!r} is varied twice: name all of its values at once")
        knobs = find_knobs(result)
        self.knobs: list[Knob] = [choose_knob(knobs, name) for name in names]
        if self.size > MOST_SETTINGS:
            raise CannotVary(f"These are {self.size:,} settings; {MOST_SETTINGS:,} are possible")
        self._result = result

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(v.name if v.op == "=" else f"{v.name} +" for v in self.variations)

    @property
    def size(self) -> int:
        return math.prod(len(variation.values) for variation in self.variations)

    def at(self, number: int) -> Setting:
        """By its number in the order in which the last knob turns fastest."""
        values = []
        for variation in reversed(self.variations):
            number, place = divmod(number, len(variation.values))
            values.append(variation.values[place])
        return Setting(tuple(reversed(values)))

    def draw(self, seed: int) -> Iterator[Setting]:
        """All settings if they are few; else some, by lot, in their order."""
        if self.size <= GRID:
            yield from map(self.at, range(self.size))
            return
        chance, drawn = Rng(seed + _STREAM), set[int]()
        while len(drawn) < min(DRAWN, self.size):
            drawn.add(chance.below(self.size))
        yield from map(self.at, sorted(drawn))

    def rules(self, setting: Setting) -> Rules:
        edits = []
        for knob, variation, value in zip(self.knobs, self.variations, setting.values, strict=True):
            edits += knob.turned(variation.op, value)
        return turn(self._result, edits)
