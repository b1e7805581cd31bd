"""Random games through OpenSpiel's own interface, from Python: ours against OpenSpiel's games, in the same run and thread.

.venv/bin/python benchmarks/bindings.py [EXAMPLE …] [--seconds N] [--rounds N]

Both play in turn, some rounds; a ratio is the median of the ratios of the rounds, in choices for each second of the
processor's time. Where a move is made of two choices (a piece, then where to) the ratio counts both.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import median
from typing import Any

from comparison import ROOT, peer

from tgpl.bindings import rulebook

PAIRS = {
    "tris": ("tic_tac_toe", "python_tic_tac_toe"),
    "connect_four": ("connect_four",),
    "breakthrough": ("breakthrough",),
    "reversi": ("othello",),
    "hex": ("hex(board_size=11)",),
    "draughts": ("checkers",),
    "chess": ("chess",),
    "pig": ("pig",),
}


def rate(game: Any, seconds: float, chance: random.Random) -> float:
    """Choices in a second; draws are made on the way."""
    choices, before = 0, time.process_time()
    while time.process_time() - before < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes())
                state.apply_action(chance.choices(outcomes, shares)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                choices += 1
    return choices / (time.process_time() - before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", nargs="*", metavar="EXAMPLE")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each of them in a round")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    spiel = peer("pyspiel", "open_spiel")
    peer("open_spiel.python.games", "open_spiel")  # those that are written in Python
    from tgpl.bindings.openspiel import load

    rulebook.BUILD = "fast"
    for name in chosen.examples or PAIRS:
        mine = load(ROOT / "examples" / name / f"{name}.tgpl")
        for other in PAIRS[name]:
            theirs, chance = spiel.load_game(other), random.Random(1)
            rounds = [[rate(game, chosen.seconds, chance) for game in (mine, theirs)] for _ in range(chosen.rounds)]
            ours, peers = (median(column) for column in zip(*rounds))
            ratio = median(ours / peers for ours, peers in rounds)
            print(f"{name}: {ours:,.0f} choices/s; OpenSpiel's {other}: {peers:,.0f}; ratio {ratio:.2f}", flush=True)


if __name__ == "__main__":
    main()
