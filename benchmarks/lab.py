"""Random games per second through the lab, with one worker, with two, and through Ray; the peer is one thread of `tgpl bench`, in
the same run.

.venv/bin/python benchmarks/lab.py [EXAMPLE …] [--games 20000]

A row for Ray is there only where it is installed. What a worker does beside playing is counted in: facts of every match,
coverage, and the way back; starting the workers is not.
"""

from __future__ import annotations

import argparse
import time
from importlib.util import find_spec

from comparison import ROOT

from tgpl.apps.lab.batches import Rules, Setting
from tgpl.apps.lab.plan import Need, Series, plan_batches
from tgpl.apps.lab.workers import open_pool
from tgpl.compile import Result, compile_rules
from tgpl.text.files import Folder

EXAMPLES = ("tris", "connect_four", "settlement")
MOST_MOVES = 2_000
BATCH = 64


def measure_alone(result: Result, games: int) -> float:
    """Games per second on one thread, as `tgpl bench` plays them."""
    native, players = result.native("now"), result.game().rules.players[0]
    before = time.perf_counter()
    for seed in range(games):
        native.play(seed, players, most_moves=MOST_MOVES)
    return games / (time.perf_counter() - before)


def measure_lab(result: Result, games: int, workers: int, ray: str | None = None) -> float:
    """Games per second of the lab, once its workers are there."""
    players = result.game().rules.players[0]
    series = Series("random", players, ("random",) * players)
    with open_pool(workers, Setting(Rules.of(result), 0, MOST_MOVES), ray) as pool:
        for _ in pool.run(plan_batches([Need(series, 0, BATCH * workers * 2, BATCH)], 0)):
            pass  # all are awake
        before = time.perf_counter()
        played = sum(len(p.matches) for _, p in pool.run(plan_batches([Need(series, 0, games, BATCH)], 0)))
        return played / (time.perf_counter() - before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", nargs="*", default=EXAMPLES)
    parser.add_argument("--games", type=int, default=20_000)
    given = parser.parse_args()
    for name in given.examples:
        result = compile_rules(Folder.of_main(str(ROOT / "examples" / name / f"{name}.tgpl")))
        alone = measure_alone(result, given.games)
        print(f"{name:16} bench, one thread {alone:>12,.0f} games/s")
        ways: list[tuple[str, int, str | None]] = [("one worker", 1, None), ("two workers", 2, None)]
        if find_spec("ray") is not None:
            ways.append(("Ray, two workers", 2, "local"))
        for words, workers, ray in ways:
            rate = measure_lab(result, given.games, workers, ray)
            print(f"{name:16} {words:17} {rate:>12,.0f} games/s, {rate / alone:.2f} of one thread", flush=True)


if __name__ == "__main__":
    main()
