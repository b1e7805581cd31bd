"""In how many matches each part of the rules did something: for reports, and for editors that show it beside the lines.

    counted = compile_counted(result)                   # a game whose matches note where they come by
    counts = count_coverage(counted, games=1000)        # by players who choose at random
    counts.of(7), counts.games, counts.by_line()["tris.tgpl", 12]

Whoever plays other matches of the game adds what they noted: `counts.add(hits)`.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.compile import Result
from tgpl.core.coverage import Coverage, Point
from tgpl.native.game import NativeGame
from tgpl.native.library import BuildMode


class CountedGame(NamedTuple):
    native: NativeGame
    coverage: Coverage


def compile_counted(result: Result, build: BuildMode = "soon", wishes: tuple[str, ...] = ()) -> CountedGame:
    """`wishes`: attributes that somebody likes. Raises `NoCompiler`, `OnlyPython` or `NoWish`."""
    from tgpl.emit.c.program import emit
    from tgpl.runtime.errors import Place

    coverage = Coverage(program := result.program())
    text, spans = emit(program, coverage=coverage, wishes=wishes)
    native = NativeGame(text, [Place(*span.on_line()) for span in spans], program.players, build=build)
    return CountedGame(native, coverage)


class Counts:
    """Of how many matches, and in how many of them each point was come by."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage
        self.games = 0
        self.by_point = [0] * len(coverage)

    def add(self, hits: bytes) -> None:
        """One match more."""
        self.games += 1
        for point in range(len(self.by_point)):
            self.by_point[point] += hits[point]

    def merge(self, games: int, by_point: list[int]) -> None:
        """What somebody else has counted."""
        self.games += games
        self.by_point = [mine + theirs for mine, theirs in zip(self.by_point, by_point, strict=True)]

    def never(self) -> list[Point]:
        return [point for point, count in zip(self.coverage.points, self.by_point, strict=True) if not count]

    def by_line(self) -> dict[tuple[str, int], int]:
        """In how many matches the statements that begin on a line did run: of several on one line the one that ran most often."""
        found: dict[tuple[str, int], int] = {}
        for point, count in zip(self.coverage.points, self.by_point, strict=True):
            for span in point.spans if point.what in ("statement", "yes", "no") else ():
                file, line, _, _ = span.on_line()
                found[file, line] = max(found.get((file, line), 0), count)
        return found


def count_coverage(
    counted: CountedGame, games: int, seed: int = 0, players: int | None = None, most_moves: int = 1000
) -> Counts:
    """Of matches with seeds in a row, between players who choose at random."""
    counts = Counts(counted.coverage)
    for number in range(games):
        counted.native.play(seed + number, players, most_moves=most_moves)
        counts.add(counted.native.hits())
    return counts
