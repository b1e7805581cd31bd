"""Broken rule texts of all five languages: checking, mending and playing them may not raise or hang, mending may make none worse,
and both targets must play alike what can be played.

    .venv/bin/python scripts/fuzz_texts.py COUNT [START] [--processes N] [--show SEED]

The work is done in other processes with little memory: one that crashes or hangs costs one text, and is told.
"""

from __future__ import annotations

import sys

from workers import Trials, run_trials

from programs.text_trial import broken, trial


def outcome(seed: int) -> str:
    return trial(broken(seed), seed)


def show(seed: int) -> str:
    return "".join(f"== {name}\n{text}\n" for name, text in broken(seed).items())


if __name__ == "__main__":
    sys.exit(run_trials(__file__, __doc__, Trials("text", outcome, slow=30, patience=300, show=show, count=1000)))
