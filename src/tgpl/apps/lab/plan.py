"""What is played, in which order: series of games, cut into batches.

A series is one way to play: so many players, and who they are. Its games have numbers, and a number has its seed; the same
number is the same chance in every series, so that what is compared differs in nothing else. Where the players are not all
alike, games that follow each other have the same seed and other seats.

    series = Series("equals", 2, ("mcts:50", "mcts:50"))
    [*plan_batches([(series, 0, 64)])]       # batches, each with a number of its own
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

SEEDS = 1_000_000  # of one report: those of the next begin behind them


class Series(NamedTuple):
    purpose: str  # "random", "equals", …
    players: int
    cast: tuple[str, ...]  # who plays, by the words of `--agents`, one for each seat

    @property
    def rotates(self) -> bool:
        return len(set(self.cast)) > 1

    def seats(self, index: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        if not self.rotates:
            return self.cast
        shift = index % self.players
        return tuple(self.cast[(seat - shift) % self.players] for seat in range(self.players))

    def seed(self, base: int, index: int) -> int:
        """Of a game; `base` is the report's."""
        return base * SEEDS + (index // self.players if self.rotates else index)


class Batch(NamedTuple):
    """Some games of a series that one worker plays."""

    number: int
    series: Series
    first: int
    games: int


class Need(NamedTuple):
    """Games of a series that are to be played: from one up to another, so many in a batch."""

    series: Series
    first: int
    last: int
    size: int


def plan_batches(needs: Iterable[Need], number: int) -> Iterator[Batch]:
    """Batches of all series in turn, so that wherever it is broken off all have come about as far."""
    pieces: list[tuple[float, int, Series, int, int]] = []
    for order, need in enumerate(needs):
        for first in range(need.first, need.last, need.size):
            count = min(need.size, need.last - first)
            part = (first + count - need.first) / (need.last - need.first)
            pieces.append((part, order, need.series, first, count))
    for i, (_, _, series, first, count) in enumerate(sorted(pieces, key=lambda piece: piece[:2])):
        yield Batch(number + i, series, first, count)
