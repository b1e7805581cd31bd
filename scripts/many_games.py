"""Plays every example many times with random players on fixed seeds: each game must come to its end without an error.

    .venv/bin/python scripts/many_games.py [GAME …] [--games 1000] [--each] [--both]

With `--each` that many games are played at every number of players. With `--both` every game is played on the C target too, and must be the same: choices, log, ranking, error.
Expansions and positions beside an example are played too, and the rulesheets (`gdl` means all of them). Prints a
line for each, with who won how often.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

from tgpl.agents.seats import combine_agents, make_agents
from tgpl.agents.text_answers import play_typed
from tgpl.compile import compile_rules
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.runtime.game import Game
from tgpl.runtime.state import State
from tgpl.text.files import Folder

ROOT = Path(__file__).parent.parent
LONGEST = 5_000  # moves


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--each", action="store_true", help="so many at every number of players")
    parser.add_argument("--both", action="store_true", help="compare with the C target")
    asked = parser.parse_args()
    paths = sorted(path for ending in ("tg[pd]l", "snt", "kif") for path in ROOT.glob(f"examples/*/*.{ending}"))
    chosen = [str(path) for path in paths if not asked.names or {path.stem, path.parent.name} & set(asked.names)]
    wrong = 0
    with Pool() as pool:
        for line, fine in pool.imap(_many, [(path, asked.games, asked.each, asked.both) for path in chosen]):
            print(line, flush=True)
            wrong += not fine
    print("all fine" if not wrong else f"{wrong} games are not fine")
    return min(wrong, 1)


def _many(asked: tuple[str, int, bool, bool]) -> tuple[str, bool]:
    path, count, each, both = asked
    began = time.monotonic()
    name = Path(path).stem
    result = compile_rules(Folder.of_main(path))
    game, native = result.game(), result.native("fast") if both else None
    if each:
        low, high = game.rules.players
        count *= high - low + 1
    won: Counter[str] = Counter()
    moves = 0
    for seed in range(count):
        moves += _one(game, native, seed, won)
    told = ", ".join(f"{who} {often}" for who, often in sorted(won.items()))
    seconds = time.monotonic() - began
    fine = not any(word in told for word in ("stuck", "limit", "different")) and "error" not in told
    verdict = "fine" if fine else "WRONG"
    compared = " (both targets alike)" if both and fine else ""
    return f"{name}: {verdict}{compared}: {count} games, {moves} moves in {seconds:.0f} s; won by {told}", fine


def _one(game: Game, native: NativeGame | None, seed: int, won: Counter[str]) -> int:
    low, high = game.rules.players
    players = low + seed % (high - low + 1)
    if game.rules.prints:
        state = play_typed(game, seed, players, "random", LONGEST)
    else:
        state = game.begin(seed, players)
        state.play(combine_agents(make_agents("random", players, seed)), LONGEST)
    if native is not None and not _alike(state, native, seed):
        won[f"different (seed {seed})"] += 1
    if state.ended != "winner":
        error = f" {state.error.message}" if state.error is not None else ""
        won[f"{state.ended}{error} (seed {seed})"] += 1
    elif not state.ranking:
        won["nobody"] += 1
    else:
        won["all" if len(state.ranking[0]) == players else " and ".join(map(str, state.ranking[0]))] += 1
    return state.moves


def _alike(state: State, native: NativeGame, seed: int) -> bool:
    if state.game.rules.prints:  # machines type what leads on, which is tried in Python: the others follow
        follower = NativeState(native)
        follower.follow(state)
        ended = (follower.ended, follower.ranking, follower.moves, follower.log)
        return ended == (state.ended, state.ranking, state.moves, state.log)
    found = native.play(seed, state.players, agent="random", most_moves=LONGEST)
    error = None if state.error is None else (state.error.code, state.error.place, state.error.player or 0)
    wanted = (state.ended, state.ranking, state.moves, state.choices, state.log, error)
    return wanted == (found.ended, found.ranking, found.moves, found.choices, found.log, found.error)


if __name__ == "__main__":
    sys.exit(main())
