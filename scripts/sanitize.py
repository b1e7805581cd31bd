"""Plays every example, every golden and random programs in C under the address and undefined-behaviour sanitizers.

    .venv/bin/python scripts/sanitize.py [PROGRAMS [START]]

Says what they complain about. Compiling takes most of the time: some seconds for each game.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from formats import read
from games import EXAMPLES, GOLDENS, POSITIONS
from programs import files
from programs.small import PROGRAMS
from sanitized import available, complaint
from tgpl.compile import Result, compile_rules
from tgpl.files import Folder, Texts


def games(programs: int, start: int) -> Iterator[tuple[str, Result]]:
    for path in (*EXAMPLES, *POSITIONS):
        yield path.stem, compile_rules(Folder.of_main(str(path)))
    for path in GOLDENS:
        yield path.stem, read(path).compiled()
    for name, text in PROGRAMS.items():
        yield name, compile_rules(Texts("main.tgpl", {"main.tgpl": f'game "odd"; players 2;\n{text}'}))
    for seed in range(start, start + programs):
        yield f"program {seed}", compile_rules(Texts(*files(seed)))


def main() -> int:
    if not available():
        print("The C compiler here has no sanitizers.")
        return 2
    programs = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    start = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    count = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, result in games(programs, start):
            if not result.playable:
                continue
            count += 1
            found = complaint(result.program(), Path(folder))
            if found is not None:
                wrong += 1
                print(f"{name}:\n{found}\n", flush=True)
            elif count % 10 == 0:
                print(f"{count} games, {wrong} complaints", flush=True)
    print(f"{count} games, {wrong} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
