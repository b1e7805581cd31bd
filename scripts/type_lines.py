"""Types random lines at every example, and looks whether what was played is what each line names, else nothing.

    .venv/bin/python scripts/type_lines.py COUNT [START] [--processes N]

COUNT lines are typed, fifty at a sitting; sittings are numbered from START on, and go through the examples in turn.
"""

from __future__ import annotations

import sys
from collections import Counter

from workers import arguments, run_workers, try_one

from programs.lines import GAMES, sitting

LINES = 50  # of a sitting
PATIENCE = 300  # seconds for one


def outcome(number: int) -> str:
    counts = sitting(number, LINES)
    return f"played {counts['played']} refused {counts['refused']}"


def main() -> int:
    given = arguments(__doc__, 10_000).parse_args()
    if given.work:
        for number in range(given.start, given.start + given.count * given.step, given.step):
            print(f"{number} {try_one(outcome, number)}".replace("\n", " "), flush=True)
        return 0
    given.count = -(-given.count // LINES)
    counts: Counter[str] = Counter()
    for done, line in enumerate(run_workers(given, __file__, PATIENCE), 1):
        sat, words = line.split(" ", 1)
        if words.startswith("played"):
            _, played, _, refused = words.split()
            counts += Counter(played=int(played), refused=int(refused))
        else:
            counts["wrong"] += 1
            print(f"sitting {sat} ({GAMES[int(sat) % len(GAMES)].name}): {words}", flush=True)
        if done % 200 == 0:
            print(f"{done} of {given.count} sittings, {counts['wrong']} wrong", flush=True)
    print(f"{counts['played']} lines played, {counts['refused']} refused, {counts['wrong']} sittings wrong")
    return min(counts["wrong"], 1)


if __name__ == "__main__":
    sys.exit(main())
