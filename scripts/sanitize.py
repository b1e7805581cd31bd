"""Plays every example, every golden, hostile and random programs and random rulesheets in C under the address and undefined-behaviour sanitizers.

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
from hostile import PROGRAMS as HOSTILE
from hostile import UNCOUNTED
from programs import files
from programs.sheet_trial import sheet_of
from programs.small import PROGRAMS
from sanitized import available, complaint
from sheets import SHEETS
from tgpl.compile import Result, compile_rules
from tgpl.core.nodes import Program
from tgpl.emit.c_logic import OnlyPython, TooLarge, Way
from tgpl.files import Folder, Texts


def games(programs: int, start: int) -> Iterator[tuple[str, Result]]:
    for path in (*EXAMPLES, *POSITIONS, *SHEETS.glob("*.kif")):
        yield path.stem, compile_rules(Folder.of_main(str(path)))
    for path in GOLDENS:
        yield path.stem, read(path).compiled()
    for name, text in (PROGRAMS | HOSTILE).items():
        yield name, compile_rules(Texts("main.tgpl", {"main.tgpl": f'game "odd"; players 2;\n{text}'}))
    for seed in range(start, start + programs):
        yield f"program {seed}", compile_rules(Texts(*files(seed)))
        name, text = sheet_of(seed)
        yield f"sheet {seed}", compile_rules(Texts(name, {name: text}))


def ways(program: Program) -> tuple[Way | None, ...]:
    """A rulesheet is worked out in two ways, or by a table."""
    return (None,) if program.logic is None or program.logic.knows else ("net", "rules")


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
            program = result.program()
            for way in ways(program):
                try:
                    found = complaint(program, Path(folder), way=way, counted=name not in UNCOUNTED)
                except (TooLarge, OnlyPython):
                    continue
                count += 1
                if found is not None:
                    wrong += 1
                    print(f"{name} {way or ''}:\n{found}\n", flush=True)
                elif count % 10 == 0:
                    print(f"{count} games, {wrong} complaints", flush=True)
    print(f"{count} games, {wrong} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
