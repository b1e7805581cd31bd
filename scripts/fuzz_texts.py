"""Broken rule texts of all five languages: checking, mending and playing them may not raise or hang, mending may make none worse,
and both targets must play alike what can be played.

    .venv/bin/python scripts/fuzz_texts.py COUNT [START] [--processes N] [--show SEED]

The work is done in other processes with little memory: one that crashes or hangs costs one text, and is told.
"""

from __future__ import annotations

import gc
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from workers import TooSlow, arguments, too_slow, worked

from programs.text_trial import broken, trial
from programs.trial import Wrong

MEMORY = 3 << 30
SLOW = 30  # seconds of work after which a text is left alone, and told
PATIENCE = 300  # seconds until a process is taken for hanging


def work(count: int, start: int, step: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, too_slow)
    gc.disable()
    for number, seed in enumerate(range(start, start + count * step, step)):
        if number % 50 == 0:
            gc.collect()
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SLOW)
        came = _outcome(seed)
        signal.setitimer(signal.ITIMER_PROF, 0)
        took = time.process_time() - began
        print(f"{seed} {came}{f' in {took:.0f} s' if took > 8 else ''}".replace("\n", " "), flush=True)


def _outcome(seed: int) -> str:
    try:
        return trial(broken(seed), seed)
    except TooSlow:
        return "slow"
    except Wrong as wrong:
        return f"WRONG: {wrong}"
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)[-4:]
        where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
        return f"WRONG: {type(error).__name__}: {str(error)[:200]} ({where})"


def main() -> int:
    parser = arguments(__doc__, 1000)
    parser.add_argument("--show", type=int, metavar="SEED")
    given = parser.parse_args()
    if given.show is not None:
        for name, text in broken(given.show).items():
            print(f"== {name}\n{text}")
        return 0
    if given.work:
        work(given.count, given.start, given.step)
        return 0
    counts: Counter[str] = Counter()
    for line in worked(given, __file__, PATIENCE):
        came = line.split(" ", 1)[1]
        counts[came.split(":")[0].split(" in ")[0]] += 1
        if came.startswith(("WRONG", "slow")) or " in " in came.removeprefix("mended in part"):
            print(f"text {line}", flush=True)
        if counts.total() % 2000 == 0:
            print(f"{counts.total()} of {given.count}, {counts['WRONG']} wrong", flush=True)
    print(", ".join(f"{came} {often}" for came, often in counts.most_common()))
    return min(counts["WRONG"], 1)


if __name__ == "__main__":
    sys.exit(main())
