"""Counts the moves of the example games as deep as their numbers are known, and says whether they agree.

    python scripts/deep_perft.py                # all of them: takes some twenty minutes
    python scripts/deep_perft.py chess reversi  # only some
    python scripts/deep_perft.py gdl/chess      # the rulesheet of that name, in C

The tests count a little way (tests/examples/test_examples.py); here is the rest. Ends with status 1 if a number is wrong.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tgpl.agents.perft import Perft
from tgpl.compile import compile_rules
from tgpl.text.files import Folder

EXAMPLES = Path(__file__).parent.parent / "examples"

# Where a file has the name of its folder, the folder is enough.
KNOWN = {
    "tris": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    "hex": [121, 14520],
    "nine_mens_morris": [24, 552, 12144],
    "breakthrough": [22, 484, 11132],
    "draughts": [7, 49, 302, 1469, 7361, 36768],
    "reversi": [4, 12, 56, 244, 1396, 8200, 55092],
    "connect_four": [7, 49, 343, 2401, 16807, 117649, 823536],
    "chess/kiwipete": [48, 2039, 97862],
    "chess": [20, 400, 8902, 197281],
}
SHEETS = ["tris", "hex", "breakthrough", "draughts", "reversi", "connect_four", "chess", "nine_mens_morris"]
KNOWN |= {f"gdl/{name}": KNOWN[name] for name in SHEETS}
_EVERY = 2.0  # seconds between two signs of life


class Progress:
    """A line on the terminal that says how far the counting is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.began = self.said = time.monotonic()

    def __call__(self, tried: int) -> None:
        now = time.monotonic()
        if sys.stderr.isatty() and now - self.said > _EVERY:
            self.said = now
            rate = tried / (now - self.began)
            print(f"\r{self.name}: {tried:,} moves tried, {rate:,.0f} a second ", end="", file=sys.stderr, flush=True)

    def seconds(self) -> float:
        return time.monotonic() - self.began

    def wipe(self) -> None:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def agrees(name: str) -> bool:
    """Counts one game, and writes its verdict."""
    folder, _, file = name.partition("/")
    ending = "kif" if folder == "gdl" else "tgpl"
    compiled = compile_rules(Folder.of_main(str(EXAMPLES / folder / f"{file or folder}.{ending}")))
    progress = Progress(name)
    known = KNOWN[name]
    if folder == "gdl":
        counted, tried = compiled.native("fast").perft(0, len(known)), "in C"
    else:
        counter = Perft(progress)
        counted = counter.count(compiled.game().start(), len(known))
        tried = f"{counter.tried:,} moves tried"
        progress.wipe()
    verdict = "right" if counted == known else f"WRONG: {', '.join(map(str, known))} is known"
    shown = ", ".join(map(str, counted))
    print(f"{name}: {shown} {verdict} ({tried}, {progress.seconds():.1f} s)", flush=True)
    return counted == known


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in KNOWN]
    if unknown:
        print(f"There are no numbers for {', '.join(unknown)}; there are for {', '.join(KNOWN)}.", file=sys.stderr)
        return 2
    verdicts = [agrees(name) for name in names or KNOWN]
    print(f"{sum(verdicts)} of {len(verdicts)} agree.")
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
