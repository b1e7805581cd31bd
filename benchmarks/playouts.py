"""Random games per second on the C target; the peer is OpenSpiel driven from Python, in the same run and thread.

.venv/bin/python benchmarks/playouts.py [EXAMPLE …] [--seconds N] [--rounds N]
.venv/bin/python benchmarks/playouts.py [EXAMPLE …] --rbg FOLDER --open-spiel FOLDER [--keep FOLDER]
.venv/bin/python benchmarks/playouts.py [EXAMPLE …] --instructions [--against COMMIT]

Both play in turn, some rounds; a figure is the median of its rounds, a ratio the median of the ratios of the rounds.
Time is that of the processor: others may use the machine too. Floor and aim are multiples of OpenSpiel's moves per
second: games per second differ more, because rules differ in when a game ends (draughts, chess), and because players
who choose at random choose here first a piece and then its move (breakthrough), there any move.

With `--rbg` and `--open-spiel`, folders of local builds, the peers are compiled too (`compiled_peers`): the C++ that
Regular Boardgames' compiler makes of its own rule texts, and OpenSpiel's C++ called from C++. Where a move has several
parts, RBG's split rules ask for them one by one, as ours do, and its others draw among whole moves.

With `--instructions` nothing is timed: valgrind counts the machine instructions of a move, which come out the same on a
busy machine, so that a change of one in a hundred shows. `--against` counts those of an earlier commit too.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from comparison import ROOT, peer
from comparison import compare as compare_commits
from compiled_peers import Program, Rate, build_open_spiel, build_rbg

from tgpl.compile import compile_rules
from tgpl.emit.c.program import emit
from tgpl.native.toolchain import FLAGS, compiler
from tgpl.text.files import Folder

MOST_MOVES = 10_000


class Pair(NamedTuple):
    theirs: str
    floor: float
    aim: float
    rbg: tuple[str, ...]  # those that end in _split ask for the parts of a move one by one


PAIRS = {
    "tris": Pair("tic_tac_toe", 5, 15, ("ticTacToe",)),
    "connect_four": Pair("connect_four", 5, 16, ("connect4",)),
    "breakthrough": Pair("breakthrough", 1, 5, ("breakthrough_split", "breakthrough")),
    "reversi": Pair("othello", 1, 6.5, ("reversi",)),
    "hex": Pair("hex(board_size=11)", 1, 3, ("hex",)),
    "draughts": Pair("checkers", 5, 12, ("englishDraughts_split", "englishDraughts")),
    "chess": Pair("chess", 1, 1.5, ("chess",)),
}

Batch = Callable[[int, int], int]  # plays so many games from a seed on; gives the number of moves


def ours(name: str) -> Batch:
    native = compile_rules(Folder.of_main(str(ROOT / "examples" / name / f"{name}.tgpl"))).native("fast")
    if native.library.by != "cc":
        sys.exit(f"This measures what a C compiler makes, and there is none: {native.loader.reasons['cc']}.")
    return lambda seed, count: native.many(count, seed, most_moves=MOST_MOVES).moves


def theirs(name: str) -> Batch:
    game = peer("pyspiel", "open_spiel").load_game(name)

    def play(seed: int, count: int) -> int:
        draw, moves = random.Random(seed).random, 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                moves += 1
        return moves

    return play


def rate(play: Batch, seed: int, seconds: float) -> Rate:
    games = moves = 0
    count, before = 1, time.process_time()
    while (taken := time.process_time() - before) < seconds:
        moves += play(seed + games, count)
        games += count
        left = seconds - (time.process_time() - before)
        count = max(1, min(2 * count, int(games / max(taken, 0.01) * left)))
    return Rate(games / taken, moves / taken, moves / games)


def compare(name: str, seconds: float, rounds: int) -> None:
    pair = PAIRS[name]
    players = ours(name), theirs(pair.theirs)
    found = [[rate(play, 1_000_000 * turn, seconds) for play in players] for turn in range(rounds)]
    mine, other = ([one[side] for one in found] for side in (0, 1))
    games = median(a.games / b.games for a, b in found)
    moves = median(a.moves / b.moves for a, b in found)
    verdict = "aim reached" if moves >= pair.aim else "above the floor" if moves >= pair.floor else "BELOW THE FLOOR"
    print(
        f"{name:13} {median(r.games for r in mine):>12,.1f} {median(r.moves for r in mine):>12,.0f}"
        f" {median(r.games for r in other):>12,.1f} {median(r.moves for r in other):>12,.0f}"
        f" {games:>8.2f} {moves:>8.2f} {pair.floor:>6g} {pair.aim:>5g}  {verdict}",
        flush=True,
    )


# -- compiled peers

Timed = Callable[[int, float], Rate]  # plays from a seed on for some seconds


def find_peers(name: str, rbg: Path | None, spiel: Path | None, folder: Path) -> dict[str, Timed]:
    pair, found = PAIRS[name], dict[str, Timed]()
    if rbg is not None:
        for game in pair.rbg:
            found[f"RBG {game}"] = build_rbg(rbg, game, folder, split=game.endswith("_split")).play
    if spiel is not None:
        found[f"OpenSpiel {pair.theirs}"] = Program(build_open_spiel(spiel, folder), (pair.theirs,)).play
    return found


def compare_compiled(name: str, peers: dict[str, Timed], seconds: float, rounds: int) -> None:
    """All of them in turn; a ratio is ours by theirs, its spread that of the rounds."""
    play = ours(name)
    mine: list[Rate] = []
    others: dict[str, list[Rate]] = {who: [] for who in peers}
    for turn in range(rounds):
        mine.append(rate(play, 1_000_000 * turn, seconds))
        for who, timed in peers.items():
            others[who].append(timed(turn, seconds))
    print(f"{name:35} {_tell(mine)}")
    for who, found in others.items():
        games = [a.games / b.games for a, b in zip(mine, found, strict=True)]
        moves = [a.moves / b.moves for a, b in zip(mine, found, strict=True)]
        spread = f"{min(moves):.2f}-{max(moves):.2f}"
        print(f"    {who:31} {_tell(found)} {median(games):>8.2f} {median(moves):>8.2f} {spread:>12}", flush=True)


def _tell(found: list[Rate]) -> str:
    games, moves, length = (median(column) for column in zip(*found, strict=True))
    return f"{games:>12,.1f} {moves:>12,.0f} {length:>8.1f}"


def compare_all_compiled(names: list[str], chosen: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) if chosen.keep is None else chosen.keep.absolute()
        found = {name: find_peers(name, chosen.rbg, chosen.open_spiel, folder) for name in names}
        print(f"{'':35} {'games/s':>12} {'moves/s':>12} {'length':>8} {'ratio of':>8} {'ratio of':>8}")
        print(f"{'':35} {'':>12} {'':>12} {'':>8} {'games':>8} {'moves':>8} {'from-to':>12}", flush=True)
        for name, peers in found.items():
            compare_compiled(name, peers, chosen.seconds, chosen.rounds)


# -- instructions

COUNTED_MOVES = 4_000  # at least so many
_DRIVER = """
int main(void) {
    Game *G = tgpl_open();
    i64 found[71];
    memset(found, 0, sizeof found);
    tgpl_start(G, 0, PLAYERS); /* what happens only once is not counted */
    for (u64 seed = 0; found[70] < COUNTED_MOVES; seed++) tgpl_many(G, 1, seed, PLAYERS, 2, MOST_MOVES, found);
    tgpl_close(G);
    return !__builtin_printf("moves %lld\\n", found[70]);
}
"""


def instructions(name: str) -> float:
    """Of a random move, as the compiler makes them for everybody."""
    program = compile_rules(Folder.of_main(str(ROOT / "examples" / name / f"{name}.tgpl"))).program()
    found, valgrind = compiler(), shutil.which("valgrind")
    if found is None or valgrind is None:
        sys.exit("This counts instructions with valgrind in what a C compiler makes; one of them is missing.")
    flags = [flag for flag in FLAGS if flag != "-shared"]
    sizes = [f"-DCOUNTED_MOVES={COUNTED_MOVES}", f"-DPLAYERS={program.players[0]}", f"-DMOST_MOVES={MOST_MOVES}"]
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "game.c"), Path(folder, "game")
        source.write_text(emit(program)[0] + _DRIVER, encoding="utf-8", errors="surrogatepass")
        subprocess.run([*found, *flags, *sizes, "-o", str(made), str(source), "-lm"], check=True)
        counting = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=tgpl_many"]
        done = subprocess.run([*counting, str(made)], capture_output=True, text=True, check=True)
    moves, counted = re.search(r"moves (\d+)", done.stdout), re.search(r"Collected : (\d+)", done.stderr)
    assert moves is not None and counted is not None
    return int(counted[1]) / int(moves[1])


def count(names: list[str], against: str | None) -> None:
    now, before = compare_commits(__file__, against, "--instructions", *names)
    for name in names:
        told = (
            "" if before is None else f", {before[name]:>10,.0f} before: {100 * now[name] / before[name] - 100:+.2f} %"
        )
        print(f"{name:13} {now[name]:>10,.0f} instructions a move{told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", nargs="*", metavar="EXAMPLE", help=", ".join(PAIRS))
    parser.add_argument("--seconds", type=float, default=1.0, help="of each player in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rbg", type=Path, metavar="FOLDER", help="a build of Regular Boardgames' rbg2cpp")
    parser.add_argument(
        "--open-spiel", type=Path, metavar="FOLDER", help="the sources of OpenSpiel, with Abseil in them"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the peers' programs stay, for the next run")
    parser.add_argument("--instructions", action="store_true", help="count them, with valgrind")
    parser.add_argument("--against", metavar="COMMIT", help="count those of that commit too")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    names = chosen.examples or list(PAIRS)
    if unknown := [name for name in names if name not in PAIRS]:
        parser.error(f"there is no pair for {', '.join(unknown)}; there are {', '.join(PAIRS)}")
    if chosen.child:
        print(json.dumps({name: instructions(name) for name in names}))
        return
    if chosen.instructions:
        count(names, chosen.against)
        return
    if chosen.rbg is not None or chosen.open_spiel is not None:
        compare_all_compiled(names, chosen)
        return
    peer("pyspiel", "open_spiel")
    print(f"{'':13} {'in C':>25} {'OpenSpiel':>25} {'ratio of':>17}")
    print(f"{'':13} {'games/s':>12} {'moves/s':>12} {'games/s':>12} {'moves/s':>12} {'games':>8} {'moves':>8}", end="")
    print(f" {'floor':>6} {'aim':>5}")
    for name in names:
        compare(name, chosen.seconds, chosen.rounds)


if __name__ == "__main__":
    main()
