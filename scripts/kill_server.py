"""Kills a server again and again at random moments while people play at it, and looks whether anything is missing that was acknowledged.

.venv/bin/python scripts/kill_server.py             # 50 times
.venv/bin/python scripts/kill_server.py 200 --postgres
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "kit"))

from databases import Database
from web_games import write_games
from web_load import Load
from web_server import RunningServer


def tell(number: int) -> None:
    print(f"\rkilled {number} times", end="", flush=True)


async def play(server: RunningServer, times: int) -> bool:
    load = Load(server, tables=6)
    await load.run(lambda: load.kill_often(times, random.Random(), tell))
    print()
    lost, said = await load.missing(), load.count_acknowledged()
    returns = min(talker.returns for talker in load.talkers)
    print(f"{said} choices were acknowledged, {len(lost)} are missing; everybody came back, at least {returns} times.")
    return not lost


def main() -> None:
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    times = int(words[0]) if words else 50
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tgpl-kill-")))
        store = str(folder / "tables.sqlite")
        if "--postgres" in sys.argv:
            store = stack.enter_context(Database(folder / "pg")).address
        server = stack.enter_context(RunningServer(store, [str(write_games(folder))]))
        fine = asyncio.run(play(server, times))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
