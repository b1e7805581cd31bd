"""How often each line of a game happened: games by chance are played, and an editor shows it beside the lines.

In:  a `Reading`. Out: `Covered`, which holds for these very texts; of them `NeverRan` stretches, which are dimmed, and counts, which stand behind the lines.

    covered = play_by_chance(reading)
    covered.fits(reading), covered.never("tris.tgpl"), covered.counts("tris.tgpl")
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.apps.editor.reading import Reading
from tgpl.apps.lab.line_coverage import LineFacts
from tgpl.apps.quick_test import Budget, QuickTest
from tgpl.text.diagnostics import errors

SECONDS = 3.0
MOST_MOVES = 2000
NO_GAME = "This is no game that can be begun: it has errors, or no `game`."


class NeverRan(NamedTuple):
    first: int  # lines, from 0
    last: int
    why: str
    whole: bool  # else something else on the line did run


class LineCount(NamedTuple):
    line: int  # from 0
    games: int


class Covered(NamedTuple):
    texts: dict[str, str]  # by names of files, as they were then
    lines: dict[str, list[LineFacts]]
    games: int
    words: str  # what `tgpl test` says

    def fits(self, reading: Reading) -> bool:
        return {name: file.text for name, file in reading.files.items()} == self.texts

    def never(self, name: str) -> list[NeverRan]:
        """Stretches of lines with one reason."""
        found: list[NeverRan] = []
        for number, fact in enumerate(self.lines.get(name, ())):
            if not fact.note:
                continue
            before = found[-1] if found else None
            if before is not None and before == (before.first, number - 1, fact.note, fact.never):
                found[-1] = before._replace(last=number)
            else:
                found.append(NeverRan(number, number, fact.note, fact.never))
        return found

    def counts(self, name: str) -> list[LineCount]:
        """Where the number is another than on the line above."""
        found, above = list[LineCount](), None
        for number, fact in enumerate(self.lines.get(name, ())):
            if fact.games is not None and fact.games != above:
                found.append(LineCount(number, fact.games))
            above = fact.games
        return found


def play_by_chance(reading: Reading, seconds: float = SECONDS, games: int | None = None) -> Covered | None:
    """None of a text that is no game; `games` with every number of players, if it is given."""
    test = run_test(reading, seconds, games)
    if test is None:
        return None
    texts = {name: file.text for name, file in reading.files.items()}
    return Covered(texts, test.list_lines(texts), sum(test.games.values()), test.text())


def run_test(reading: Reading, seconds: float, games: int | None = None) -> QuickTest | None:
    result = reading.result
    if errors(result.found) or not result.playable:
        return None
    test = QuickTest(result, next(iter(reading.files)), 0, MOST_MOVES)
    test.run(Budget(seconds, games), lambda words: None)
    return test
