"""Random games per second on the C target; the peer is the Python target, in the same run.

.venv/bin/python benchmarks/native.py [EXAMPLE …]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from comparison import ROOT

from tgpl.agents.seats import combine_agents, make_agents
from tgpl.compile import compile_rules
from tgpl.text.files import Folder

EXAMPLES = ("tris", "connect_four", "breakthrough", "reversi", "hex", "draughts", "chess", "nine_mens_morris")
MOST_MOVES = 300
LEAST_SECONDS = 0.5  # of each round
ROUNDS = 3


def rate(play: Callable[[int, int], None]) -> float:
    """Games per second, the best of some rounds; `play` gets a seed and how many games from there."""
    best, count = 0.0, 1
    for _ in range(ROUNDS):
        while True:
            before = time.perf_counter()
            play(0, count)
            taken = time.perf_counter() - before
            if taken >= LEAST_SECONDS:
                break
            count *= 2
        best = max(best, count / taken)
    return best


def measured(name: str) -> tuple[float, float]:
    """Games per second of an example, in C and in Python."""
    result = compile_rules(Folder.of_main(str(ROOT / "examples" / name / f"{name}.tgpl")))
    native, game = result.native("fast"), result.game()
    players = game.rules.players[0]

    def in_c(seed: int, count: int) -> None:
        native.many(count, seed, most_moves=MOST_MOVES)

    def in_python(seed: int, count: int) -> None:
        for one in range(seed, seed + count):
            state = game.begin(one)
            state.play(combine_agents(make_agents("random", players, one)), MOST_MOVES)

    return rate(in_c), rate(in_python)


def main() -> None:
    for name in sys.argv[1:] or EXAMPLES:
        ours, theirs = measured(name)
        print(f"{name}: {ours:,.0f} games per second in C, {theirs:,.1f} in Python, ratio {ours / theirs:,.0f}")


if __name__ == "__main__":
    main()
