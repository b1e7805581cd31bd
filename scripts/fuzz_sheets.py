"""Random and changed rulesheets: nothing may raise, hang or fill the memory, and both targets must play the same.

    .venv/bin/python scripts/fuzz_sheets.py COUNT [START] [--processes N] [--show SEED]

Half of the sheets are the examples with parts exchanged, left out or doubled, so that they can still be read; a quarter are the
examples with broken texts, and a quarter are made up. The work is done in other processes with little memory: one that
crashes or hangs costs one sheet, and is told.
"""

from __future__ import annotations

import sys

from workers import Trials, run_trials

from programs.sheet_trial import sheet_of, trial


def outcome(seed: int) -> str:
    return trial(*sheet_of(seed), seed)


def show(seed: int) -> str:
    return sheet_of(seed)[1]


if __name__ == "__main__":
    sys.exit(run_trials(__file__, __doc__, Trials("sheet", outcome, slow=60, patience=600, show=show)))
