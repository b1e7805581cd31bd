"""Plays every rulesheet many times: the reference and both ways to work it out in C have to say the same at every position.

    .venv/bin/python scripts/sheets_alike.py [SHEET …] [--games 1000] [--processes 2]

Compared are in every position of random games: whether it is over, the moves of every role by their names, who is asked, the
goals; at every step the percepts; and that equal positions are equal in C and no others. Prints a line for each sheet; ends
with status 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "kit"))

from evaluators import Together, ways
from evaluators import differences as compared
from sheets import NAMES, logic

AT_ONCE = 25  # games: what was seen in them is remembered
LONGEST = 1_000  # steps


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="SHEET", help=", ".join(NAMES))
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    names = asked.names or NAMES
    if unknown := [name for name in names if name not in NAMES]:
        parser.error(f"there is no sheet {', '.join(unknown)}; there are {', '.join(NAMES)}")
    wrong = 0
    with Pool(asked.processes, maxtasksperchild=1) as pool:
        for line, fine in pool.imap(_alike, [(name, asked.games) for name in names], chunksize=1):
            print(line, flush=True)
            wrong += not fine
    return min(wrong, 1)


def _alike(asked: tuple[str, int]) -> tuple[str, bool]:
    name, games = asked
    began, sheet = time.monotonic(), logic(name)
    texts = ways(sheet)
    minds = Together(list(texts.values()))
    made = time.monotonic() - began
    played, found = 0, list[str]()
    while played < games and not found:
        batch = min(AT_ONCE, games - played)
        found = compared(sheet, minds, batch, seed=played, longest=LONGEST)
        played += batch
    seconds = time.monotonic() - began
    told = f"{name} ({', '.join(texts)}): {played} games in {seconds:.0f} s, {made:.0f} of them to compile"
    return (f"{told}: alike", True) if not found else (f"{told}: DIFFERENT: {found[0][:2_000]}", False)


if __name__ == "__main__":
    sys.exit(main())
