"""Plays games in C under the address and undefined-behaviour sanitizers, and says what they complain about.

    .venv/bin/python scripts/sanitize.py suite [--processes N]
    .venv/bin/python scripts/sanitize.py programs COUNT [START] [--processes N]
    .venv/bin/python scripts/sanitize.py sheets COUNT [START] [--processes N]

The suite is every example, golden, small and hostile program; the others are random programs and rulesheets. Compiling takes
most of the time: some seconds for each game. The work is done in other processes: one that hangs costs one game, and is told.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from workers import add_options, run_workers

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
from tgpl.emit.c.rulesheet import EvaluatorKind, OnlyPython, TooLarge
from tgpl.text.files import Folder, Texts

PATIENCE = 1500  # seconds for one game
Named = tuple[str, Callable[[], Result]]


def suite() -> list[Named]:
    found: list[Named] = []
    for path in (*EXAMPLES, *POSITIONS, *sorted(SHEETS.glob("*.kif"))):
        found.append((path.stem, partial(_of_file, path)))
    for path in GOLDENS:
        found.append((path.stem, partial(_of_golden, path)))
    for name, text in (PROGRAMS | HOSTILE).items():
        found.append((name, partial(_of_text, f'game "odd"; players 2;\n{text}')))
    return found


def _of_file(path: Path) -> Result:
    return compile_rules(Folder.of_main(str(path)))


def _of_golden(path: Path) -> Result:
    return read(path).compiled()


def _of_text(text: str) -> Result:
    return compile_rules(Texts("main.tgpl", {"main.tgpl": text}))


def random_program(seed: int) -> Named:
    return f"program {seed}", lambda: compile_rules(Texts(*files(seed)))


def random_sheet(seed: int) -> Named:
    name, text = sheet_of(seed)
    return f"sheet {seed}", lambda: compile_rules(Texts(name, {name: text}))


def ways(program: Program) -> tuple[EvaluatorKind | None, ...]:
    """A rulesheet is worked out in two ways, or by a table."""
    return (None,) if program.logic is None or program.logic.knows else ("net", "rules")


def outcome(name: str, result: Result, folder: Path) -> str:
    if not result.playable:
        return "cannot be played"
    program = result.program()
    for way in ways(program):
        try:
            found = complaint(program, folder, way=way, counted=name not in UNCOUNTED)
        except (TooLarge, OnlyPython):
            continue
        if found is not None:
            return f"WRONG: {name} {way or ''}: {found}"
    return "fine"


def work(given: argparse.Namespace) -> None:
    known = suite() if given.what == "suite" else []
    for number in range(given.start, given.start + given.count * given.step, given.step):
        kind = {"programs": random_program, "sheets": random_sheet}.get(given.what, known.__getitem__)
        name, compiled = kind(number)
        with tempfile.TemporaryDirectory() as folder:
            print(number, outcome(name, compiled(), Path(folder)).replace("\n", " | "), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["suite", "programs", "sheets"])
    add_options(parser, 0)
    given = parser.parse_args()
    if not available():
        print("The C compiler here has no sanitizers.")
        return 2
    if given.work:
        work(given)
        return 0
    if given.what == "suite":
        given.count = len(suite())
    done = wrong = fine = 0
    for line in run_workers(given, __file__, PATIENCE, (given.what,)):
        done += 1
        came = line.split(" ", 1)[1]
        fine += came == "fine"
        if came.startswith("WRONG"):
            wrong += 1
            print(line, flush=True)
        elif done % 50 == 0:
            print(f"{done} of {given.count}, {wrong} complaints", flush=True)
    print(f"{done} games, {fine} watched without a complaint, {wrong} complaints")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
