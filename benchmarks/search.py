"""Simulations of tree search per second on the C target; the peer is OpenSpiel's own search in C++ (`MCTSBot` with
random rollouts, one for each simulation), in the same run and thread.

.venv/bin/python benchmarks/search.py [EXAMPLE …] [--simulations N] [--rounds N]

Both search in turn from the beginning of the game with nothing known, some rounds; a figure is the median of its
rounds, a ratio the median of the ratios of the rounds. Time is that of the processor. Both prove wins and losses.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from statistics import median

from comparison import ROOT, peer

from tgpl.agents.search import Search
from tgpl.compile import compile_rules
from tgpl.native.state import NativeState
from tgpl.text.files import Folder

PAIRS = {
    "tris": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough",
    "reversi": "othello",
    "hex": "hex(board_size=11)",
}
DEFAULT = ("connect_four", "breakthrough", "reversi")
MEGABYTES = 2_000  # that the peer may use

Think = Callable[[int, int], float]  # with a seed, so many simulations; gives seconds


def ours(name: str) -> Think:
    native = compile_rules(Folder.of_main(str(ROOT / "examples" / name / f"{name}.tgpl"))).native("fast")
    if native.library.by != "cc":
        sys.exit(f"This measures what a C compiler makes, and there is none: {native.loader.reasons['cc']}.")
    state = NativeState(native)
    state.begin(0)
    while state.options == 1:
        state.choose(0)

    def think(seed: int, simulations: int) -> float:
        search = Search(native, state.library)
        before = time.process_time()
        made = search.run(state, seed, games=simulations).games
        return (time.process_time() - before) * simulations / made  # one that is decided ends early

    return think


def theirs(name: str) -> Think:
    spiel = peer("pyspiel", "open_spiel")
    game = spiel.load_game(name)

    def think(seed: int, simulations: int) -> float:
        rollouts = spiel.RandomRolloutEvaluator(1, seed)
        bot = spiel.MCTSBot(game, rollouts, 2.0, simulations, MEGABYTES, True, seed, False)
        state = game.new_initial_state()
        before = time.process_time()
        found = bot.mcts_search(state).explore_count
        taken = time.process_time() - before
        return taken * simulations / max(1, int(found))

    return think


def compare(name: str, simulations: int, rounds: int) -> None:
    mine, other = ours(name), theirs(PAIRS[name])
    found = [(mine(turn, simulations), other(turn, simulations)) for turn in range(rounds)]
    ratio = median(b / a for a, b in found)
    rates = [median(simulations / pair[side] for pair in found) for side in (0, 1)]
    verdict = "ahead" if ratio > 1 else "BEHIND"
    print(f"{name:13} {rates[0]:>14,.0f} {rates[1]:>14,.0f} {ratio:>8.2f}  {verdict}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", nargs="*", metavar="EXAMPLE", help=", ".join(PAIRS))
    parser.add_argument("--simulations", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    names = chosen.examples or list(DEFAULT)
    if unknown := [name for name in names if name not in PAIRS]:
        parser.error(f"there is no pair for {', '.join(unknown)}; there are {', '.join(PAIRS)}")
    peer("pyspiel", "open_spiel")
    print(f"{'':13} {'simulations/s':>14} {'OpenSpiel':>14} {'ratio':>8}")
    for name in names:
        compare(name, chosen.simulations, chosen.rounds)


if __name__ == "__main__":
    main()
