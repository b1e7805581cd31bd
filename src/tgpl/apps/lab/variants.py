"""Games of many rule texts at once: what a worker does when a text is varied.

rooms = Variants(texts, base=0, most_moves=2000).open()
rooms.play(VariantBatch(0, variant=3, series, first=0, games=8))
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.apps.lab.batches import Playroom, Rules, Setting
from tgpl.apps.lab.evidence import Played
from tgpl.apps.lab.plan import Batch, Series

_MOST_OPEN = 64  # compiled games at a time


class VariantBatch(NamedTuple):
    """Some games of a series, with one of the texts."""

    number: int
    variant: int
    series: Series
    first: int
    games: int


class Variants(NamedTuple):
    texts: tuple[Rules, ...]
    base: int  # of the seeds: the same for all
    most_moves: int

    def open(self) -> Rooms:
        return Rooms(self)


class Rooms:
    """A room for each text that was asked for; the one that was opened first makes way."""

    def __init__(self, variants: Variants) -> None:
        self._variants = variants
        self._open: dict[int, Playroom] = {}

    def hurry(self) -> None:
        """Nothing: to optimise so many texts takes longer than to play them."""

    def play(self, batch: VariantBatch) -> Played:
        room = self._open.get(batch.variant)
        if room is None:
            if len(self._open) >= _MOST_OPEN:
                del self._open[next(iter(self._open))]
            text, (_, base, most_moves) = self._variants.texts[batch.variant], self._variants
            room = self._open[batch.variant] = Playroom(Setting(text, base, most_moves))
        return room.play(Batch(batch.number, batch.series, batch.first, batch.games))
