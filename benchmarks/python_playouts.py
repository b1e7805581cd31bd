"""Random games of Tris per second on the Python target; the peer is Tris written by hand in plain Python.

.venv/bin/python benchmarks/python_playouts.py [--against COMMIT]
"""

from __future__ import annotations

import json
import random

from comparison import ROOT, best, compare, options, peak_megabytes

GAMES = 150
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def by_hand(seed: int) -> int:
    """One random game, as a programmer would write it for this game alone."""
    chance = random.Random(seed)
    board = [0] * 9
    for move in range(9):
        free = [i for i in range(9) if not board[i]]
        board[free[chance.randrange(len(free))]] = 1 + move % 2
        if any(board[a] and board[a] == board[b] == board[c] for a, b, c in LINES):
            return 1 + move % 2
    return 0


def main() -> None:
    chosen = options(__doc__ or "")
    if not chosen.child:
        ours, earlier = compare(__file__, chosen.against)
        print(f"{ours['per_second']:,.0f} random games of Tris per second, peak {ours['peak']:.0f} MB")
        print(f"ratio to Tris by hand in Python: {ours['per_second'] / ours['by_hand']:.3f}")
        if earlier is not None:
            print(f"ratio to {chosen.against}: {ours['per_second'] / earlier['per_second']:.2f}")
        return
    from tgpl.agents.seats import combine_agents, make_agents
    from tgpl.compile import compile_rules
    from tgpl.text.files import Folder

    game = compile_rules(Folder.of_main(str(ROOT / "examples" / "tris" / "tris.tgpl"))).game()

    def play() -> None:
        for seed in range(GAMES):
            state = game.begin(seed)
            state.play(combine_agents(make_agents("random", 2, seed)), 100)

    per_second = GAMES / best(play, 5)
    peak = peak_megabytes()
    peer = GAMES / best(lambda: [by_hand(seed) for seed in range(GAMES)], 5)
    print(json.dumps({"per_second": per_second, "peak": peak, "by_hand": peer}))


if __name__ == "__main__":
    main()
