"""Plays random programs on both targets and says where they differ.

    .venv/bin/python scripts/fuzz_native.py COUNT [START]

What the C target cannot translate yet is counted and left out.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from programs import program
from tgpl.agents.seats import seated, seats
from tgpl.compile import compile_rules
from tgpl.emit.c import Unsupported
from tgpl.files import Texts
from tgpl.runtime.loading import NoCompiler
from tgpl.runtime.native import NotSupported

MOST_MOVES = 40


def outcome(seed: int) -> str:
    """What comparing one program came to."""
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": program(seed)}))
    try:
        native = result.native("tcc")
        state = result.game().begin(seed)
        state.play(seated(seats("random", state.players, seed)), MOST_MOVES)
        found = native.play(seed, state.players, agent="random", most_moves=MOST_MOVES)
    except (Unsupported, NotSupported):
        return "not supported"
    except NoCompiler:
        return "WRONG: the C compiler refuses it"
    error = None if state.error is None else (state.error.code, state.error.place, state.error.player or 0)
    choices: list[int | list[int]] = [choice if isinstance(choice, int) else [] for choice in state.choices]
    wanted = (state.ended, state.ranking, state.moves, choices, state.log, error)
    same = wanted == (found.ended, found.ranking, found.moves, found.choices, found.log, found.error)
    return "alike" if same else "WRONG: they differ"


def main() -> int:
    count = int(sys.argv[1])
    start = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    counts: Counter[str] = Counter()
    for seed in range(start, start + count):
        came = outcome(seed)
        counts[came] += 1
        if came.startswith("WRONG"):
            print(f"seed {seed}: {came}", flush=True)
        elif (seed - start) % 100 == 99:
            print(f"{seed - start + 1} of {count}: {dict(counts)}", flush=True)
    print(dict(counts))
    return any(came.startswith("WRONG") for came in counts)


if __name__ == "__main__":
    sys.exit(main())
