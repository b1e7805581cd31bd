"""Tries random programs: each must compile, and its match must come out the same however it is played.

    .venv/bin/python scripts/fuzz_programs.py COUNT [START] [--coverage]

Prints what went wrong with the seed of the program; `--show SEED` prints that program. With `--coverage` it plays
nothing and counts in how many programs each operation and each kind of node of the core occurs.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "kit"))

from programs import program
from programs.trial import Wrong, compiled, trial
from tgpl.core import nodes
from tgpl.core.operations import OPERATIONS
from tgpl.core.walk import walk

SLOWEST = 120  # seconds for one program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("start", type=int, nargs="?", default=0)
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--show", type=int, metavar="SEED")
    parser.add_argument("--jobs", type=int, default=None)
    asked = parser.parse_args()
    if asked.show is not None:
        print(program(asked.show), end="")
        return 0
    seeds = range(asked.start, asked.start + asked.count)
    with Pool(asked.jobs) as pool:
        if asked.coverage:
            _print_coverage(pool.imap_unordered(_occurring, seeds, 8), asked.count)  # type: ignore[arg-type]
            return 0
        ends: Counter[str] = Counter()
        wrong = 0
        began = time.monotonic()
        for done, (seed, end, problem) in enumerate(pool.imap_unordered(_tried, seeds, 4), 1):
            ends[end] += 1
            if problem:
                wrong += 1
                print(f"seed {seed}: {problem}", flush=True)
            if done % 100 == 0:
                print(f"{done} of {asked.count}, {wrong} wrong, {time.monotonic() - began:.0f} s", flush=True)
    print(", ".join(f"{end} {often}" for end, often in ends.most_common()))
    print("all fine" if not wrong else f"{wrong} programs went wrong")
    return min(wrong, 1)


def _tried(seed: int) -> tuple[int, str, str]:
    def too_slow(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, too_slow)
    signal.alarm(SLOWEST)
    try:
        return seed, trial(seed).ended, ""
    except Wrong as wrong:
        return seed, "wrong", str(wrong)
    except Exception:
        return seed, "raised", traceback.format_exc(limit=-6)
    finally:
        signal.alarm(0)


def _occurring(seed: int) -> set[str]:
    found = set()
    for node in walk(compiled(program(seed)).program()):
        found.add(type(node).__name__)
        if isinstance(node, nodes.Operate):
            found.add(node.op)
    return found


def _print_coverage(occurring: list[set[str]], count: int) -> None:
    often = Counter(name for found in occurring for name in found)
    kinds = [name for name, kind in vars(nodes).items() if isinstance(kind, type) and issubclass(kind, nodes.Node)]
    for name in [*(kind for kind in kinds if kind != "Node"), *OPERATIONS]:
        print(f"{often[name] / count:6.1%}  {name}" + ("" if often[name] else "  NEVER"))


if __name__ == "__main__":
    sys.exit(main())
