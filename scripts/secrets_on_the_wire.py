"""Random games of every example with secrets, each in two worlds that look alike to a seat: whether that seat is sent the same bytes.

.venv/bin/python scripts/secrets_on_the_wire.py             # 50 games of each
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "kit"))

from games import EXAMPLES, example
from tgpl.apps.web.rules import LoadedRules
from tgpl.compile import compile_rules
from tgpl.text.files import Folder
from web_worlds import Pair

MOST = 400  # choices of a game


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    for path in EXAMPLES:
        if not example(path).rules.secrets:
            continue
        rules, compared, apart = LoadedRules(compile_rules(Folder.of_main(str(path)))), 0, 0
        players = rules.game.seats(None)
        for seed in range(games):
            pair = Pair(rules, [*range(players), None][seed % (players + 1)], seed, players)
            asyncio.run(pair.play(Random(seed), MOST))
            compared += pair.compared
            apart += pair.apart
        print(f"{path.stem}: {games} games, {compared} messages alike; made alike again {apart} times", flush=True)


if __name__ == "__main__":
    main()
