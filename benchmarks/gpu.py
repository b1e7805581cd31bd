"""Random games on a graphics card, beside those of the C target on one thread of the processor; both come to the same.

python benchmarks/gpu.py [EXAMPLE …] [--games N] [--rounds N]

An example is a rule text (`tris`) or a rulesheet (`gdl/tris`); of those without names all that a card plays are tried.

Time is that on the clock, from the call to its result, the compiling aside; a figure is the median of its rounds.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "src"))

from tgpl.agents.gpu_playouts import GpuPlayouts  # noqa: E402
from tgpl.compile import compile_rules  # noqa: E402
from tgpl.native.cuda import NoCard  # noqa: E402
from tgpl.text.files import Folder  # noqa: E402

EXAMPLES = ("tris", "connect_four", "reversi", "hex", "breakthrough", "draughts")
SHEETS = ("gdl/tris", "gdl/connect_four", "gdl/reversi", "gdl/breakthrough", "gdl/draughts", "gdl/nim", "gdl/pastures")
CHECKED = 20_000  # games that are held against the processor's
MOST_MOVES = 1000


def measure(name: str, games: int, rounds: int) -> None:
    file = ROOT / "examples" / (f"{name}.kif" if name.startswith("gdl/") else f"{name}/{name}.tgpl")
    result = compile_rules(Folder.of_main(str(file)))
    native = result.native("fast")
    before = time.perf_counter()
    playouts = GpuPlayouts(result)
    ready = time.perf_counter() - before
    before = time.process_time()
    expected = native.many(CHECKED, 0, most_moves=MOST_MOVES)
    own = expected.moves / (time.process_time() - before)
    found = playouts.many(CHECKED, 0, MOST_MOVES)
    same = (found.ends, found.firsts, found.moves) == (expected.ends, expected.firsts, expected.moves)
    rates = []
    for turn in range(rounds):
        before = time.perf_counter()
        moves = playouts.many(games, turn * games, MOST_MOVES).moves
        rates.append(moves / (time.perf_counter() - before))
    print(
        f"{name:17} {median(rates) / 1e6:>10,.0f} M moves/s on {playouts.card.name}, {own / 1e6:>6,.2f} M on a thread: "
        f"{median(rates) / own:>7,.0f} times; ready in {ready:.1f} s; {'alike' if same else 'NOT ALIKE'}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", nargs="*", default=[*EXAMPLES, *SHEETS], metavar="EXAMPLE")
    parser.add_argument("--games", type=int, default=20_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    for name in chosen.examples:
        try:
            measure(name, chosen.games, chosen.rounds)
        except NoCard as why:
            print(f"{name:17} no card: {why}")


if __name__ == "__main__":
    main()
