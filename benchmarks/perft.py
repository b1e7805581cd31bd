"""Counting moves on the C target: chess beside python-chess, connect four beside the Python target, in one run.

.venv/bin/python benchmarks/perft.py [--chess DEPTH] [--connect-four DEPTH] [--rounds N]

python-chess counts in the usual way: for every legal move push, count what follows, pop. It is also timed as it is
quickest, without making the moves of the last depth. Time is that of the processor: others may use the machine too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from comparison import ROOT, peer

from tgpl.agents.perft import perft
from tgpl.compile import Result, compile_rules
from tgpl.text.files import Folder


def compiled(name: str) -> Result:
    return compile_rules(Folder.of_main(str(ROOT / "examples" / name / f"{name}.tgpl")))


def timed(work: Callable[[], int]) -> tuple[float, int]:
    before = time.process_time()
    found = work()
    return time.process_time() - before, found


def pushed(board: Any, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += pushed(board, depth - 1)
        board.pop()
    return total


def counted(board: Any, depth: int) -> int:
    if depth == 1:
        return int(board.legal_moves.count())
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += counted(board, depth - 1)
        board.pop()
    return total


def chess(depth: int, rounds: int) -> None:
    board = peer("chess", "chess").Board()
    native = compiled("chess").native("fast")
    found = [
        (
            timed(lambda: native.perft(0, depth)[-1]),
            timed(lambda: pushed(board, depth)),
            timed(lambda: counted(board, depth)),
        )
        for _ in range(rounds)
    ]
    assert len({count for one in found for _, count in one}) == 1, "they do not count the same"
    seconds = [median(one[i][0] for one in found) for i in range(3)]
    print(f"chess to depth {depth}: {found[0][0][1]:,} moves")
    print(f"  in C {seconds[0]:.2f} s, python-chess {seconds[1]:.2f} s, without the last moves {seconds[2]:.2f} s")
    ratios = [median(one[i][0] / one[0][0] for one in found) for i in (1, 2)]
    print(f"  ratio to python-chess: {ratios[0]:.2f} (wanted: above 1); without the last moves: {ratios[1]:.2f}")


def connect_four(depth: int, rounds: int) -> None:
    """Python counts once: it takes long, and remembers positions that it has seen."""
    result = compiled("connect_four")
    native, start = result.native("fast"), result.game().start(0)
    in_c = [timed(lambda: native.perft(0, depth)[-1]) for _ in range(rounds)]
    in_python = timed(lambda: perft(start, depth)[-1])
    assert {count for _, count in in_c} == {in_python[1]}, "they do not count the same"
    seconds = median(one[0] for one in in_c)
    print(f"connect four to depth {depth}: {in_python[1]:,} moves")
    print(f"  in C {seconds:.2f} s, in Python {in_python[0]:.1f} s")
    print(f"  ratio to Python: {in_python[0] / seconds:,.0f} (wanted: at least 100)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chess", type=int, default=4, metavar="DEPTH", help="0: not at all")
    parser.add_argument("--connect-four", type=int, default=7, metavar="DEPTH", help="0: not at all")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    if chosen.chess:
        chess(chosen.chess, chosen.rounds)
    if chosen.connect_four:
        connect_four(chosen.connect_four, chosen.rounds)


if __name__ == "__main__":
    main()
