"""Random games per second of rulesheets in C; the peers are our reference evaluator and our own TGPL rules of the same games, in
the same run and thread.

.venv/bin/python benchmarks/gdl.py [SHEET …] [--seconds N] [--rounds N]

All play in turn, some rounds; a figure is the median of its rounds, a ratio the median of the ratios of the rounds. Time is that
of the processor: others may use the machine too. `net` works the rules out beforehand and follows what changes, `rules` compiles
them as they are; the ratios are those of the one that `tgpl` takes. Behind connect four and breakthrough stands what they reach of a classic
prover in the manner of Prolog, of which 117 and 17 games per second were seen on a machine like the one this was first run on.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from statistics import median

from comparison import ROOT
from compiled_peers import Rate
from playouts import MOST_MOVES, Batch, rate

from tgpl.compile import Result, compile_rules
from tgpl.emit.c.program import emit
from tgpl.emit.c.rulesheet import EvaluatorKind, TooLarge
from tgpl.native.game import NativeGame
from tgpl.text.files import Folder

SHEETS = sorted(path.stem for path in (ROOT / "examples" / "gdl").glob("*.kif"))
PROVER = {"connect_four": 117.0, "breakthrough": 17.0}  # games per second
WANTED = 100.0  # times the prover


def rules_of(name: str) -> Result:
    return compile_rules(Folder.of_main(str(ROOT / "examples" / "gdl" / f"{name}.kif")))


def native(result: Result, way: EvaluatorKind | None = None) -> Batch | None:
    """In C; None where there is no net."""
    program = result.program()
    try:
        game = NativeGame(emit(program, way)[0], [], program.players, build="fast")
    except TooLarge:
        return None
    if game.library.by != "cc":
        sys.exit(f"This measures what a C compiler makes, and there is none: {game.loader.reasons['cc']}.")
    return lambda seed, count: game.many(count, seed, most_moves=MOST_MOVES).moves


def reference(result: Result) -> Batch:
    """Our reference evaluator alone, with joint moves at random."""
    from tgpl.runtime.datalog.reasoner import Reasoner

    logic = result.program().logic
    assert logic is not None
    reasoner, roles = Reasoner(logic), range(len(logic.roles) + logic.random)

    def play(seed: int, count: int) -> int:
        draw, steps = random.Random(seed).random, 0
        for _ in range(count):
            position = reasoner.begin()
            while not reasoner.over(position):
                moves = tuple(int(draw() * len(reasoner.moves(position, role))) for role in roles)
                position = reasoner.next(position, moves)
                steps += 1
        return steps

    return play


def in_tgpl(name: str) -> Batch | None:
    """The example of the same name."""
    path = ROOT / "examples" / name / f"{name}.tgpl"
    return native(compile_rules(Folder.of_main(str(path)))) if path.exists() else None


def compare(name: str, seconds: float, rounds: int) -> None:
    result = rules_of(name)
    players = [native(result, "net"), native(result, "rules"), reference(result), in_tgpl(name)]
    found = [
        [None if one is None else rate(one, 1_000_000 * turn, seconds) for one in players] for turn in range(rounds)
    ]
    program = result.program()
    chosen = int(emit(program)[0] == emit(program, "rules")[0] and not program.logic.knows)  # type: ignore[union-attr]

    def games(which: int) -> float:
        return median(one[which].games for one in found)  # type: ignore[union-attr]

    def ratio(which: int, pick: Callable[[Rate], float]) -> float:
        return median(pick(one[chosen]) / pick(one[which]) for one in found)  # type: ignore[arg-type]

    cells = [f"{games(i):>12,.1f}" if one is not None else f"{'–':>12}" for i, one in enumerate(players)]
    cells.append(f"{ratio(2, lambda r: r.games):>10,.0f}")
    cells.append(f"{ratio(3, lambda r: r.games):>10.2f}" if players[3] is not None else f"{'–':>10}")
    if name in PROVER:
        times = games(chosen) / PROVER[name]
        cells.append(f"   {times:,.0f} times the prover{'' if times >= WANTED else ': BELOW THE FLOOR'}")
    print(f"{name:20}", *cells, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheets", nargs="*", metavar="SHEET", help=", ".join(SHEETS))
    parser.add_argument("--seconds", type=float, default=1.0, help="of each player in each round")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    names = chosen.sheets or SHEETS
    if unknown := [name for name in names if name not in SHEETS]:
        parser.error(f"there is no sheet {', '.join(unknown)}; there are {', '.join(SHEETS)}")
    heads = ("net", "rules", "reference", "TGPL")
    print(f"{'games/s':20}", *(f"{head:>12}" for head in heads), f"{'/reference':>10} {'/TGPL':>10}")
    for name in names:
        compare(name, chosen.seconds, chosen.rounds)


if __name__ == "__main__":
    main()
