"""How long a choice takes to the other's page while many tables are played, and what a table costs.

.venv/bin/python benchmarks/web.py [--tables 1000] [--seconds 20] [--pace 2] [--find] [--postgres]

A server in a process of its own keeps its tables on the disk; this process is everybody's page: two for each table, which choose in
turn, a choice every `--pace` seconds at each table. A figure is the time from a choice to its arrival at the other's page, by the clock. With `--find`
the number of tables is doubled until the 99th percentile passes 250 ms. With `--postgres` two servers share one database, and the
two pages of a table come by different ones.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from comparison import ROOT
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(ROOT / "tests" / "kit"))

from databases import Database
from tgpl.apps.web.patches import apply_patch
from web_server import RunningServer

MOST = 0.250  # seconds: who waits longer notices
AT_ONCE = 50  # tables whose people come at the same time
IDLE = 5.0  # seconds
# It has no end; a choice changes little of a picture of usual size.
GAME = """game "wander"; players 2;
tile Field { }
global board Ground { group Grid { geometry square; grid 8 by 8 of Field; } }
interactable King
{
    action Step
    {
        trigger PlayerChoiceEvent;
        input tile to in this.tile.neighbors() { return to.pieces.length == 0; }
        effect { this.move_to(to); turn.pass(); }
    }
    action Rest { trigger PlayerChoiceEvent; effect { turn.pass(); } }
}
setup
{
    number at = 0;
    for (player p in player.all()) { King k = new King(); k.assign(p); k.move_to(Ground.Grid[at][at]); at += 5; }
}
"""


class Page:
    """Of one seat: it keeps its picture, and chooses when it is told to."""

    def __init__(self, socket: ClientConnection, changed: asyncio.Event) -> None:
        self.socket, self.changed = socket, changed
        self.picture: Any = {}
        self.version = 0
        self.number = 0
        self.options: list[str] = []

    async def read(self) -> None:
        try:
            async for text in self.socket:
                self._take(json.loads(text))
        except ConnectionClosed:
            return

    def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "picture":
                self.picture = message["picture"]
            case "change":
                self.picture = apply_patch(self.picture, message["patch"])
            case "refused" if message["code"] == "stale":  # the news were on their way: it chooses again
                pass
            case "refused":
                raise SystemExit(f"A choice was refused: {message['words']}")
            case _:
                return
        self.version = message.get("version", self.version)
        self.options = list(self.picture.get("ask", {}).get("options", ()))
        self.changed.set()

    async def choose(self, chance: random.Random) -> None:
        self.number += 1
        words = {
            "type": "choose",
            "request": self.number,
            "version": self.version,
            "option": chance.choice(self.options),
        }
        self.options = []  # what is asked next comes with the next change
        await self.socket.send(json.dumps(words))


class Couple:
    """The two pages of a table."""

    def __init__(self, made: dict[str, Any], servers: list[RunningServer]) -> None:
        self.made, self.servers = made, servers
        self.chance = random.Random(made["table"])
        self.changed = asyncio.Event()
        self.pages: list[Page] = []
        self.reading: list[asyncio.Task[None]] = []

    async def enter(self) -> None:
        for number, token in enumerate((self.made["owner"], self.made["links"]["1"])):
            address = self.servers[number % len(self.servers)].address
            socket = await connect(f"ws://{address}/t/{self.made['table']}/socket", compression=None, max_size=None)
            page = Page(socket, self.changed)
            self.pages.append(page)
            self.reading.append(asyncio.create_task(page.read()))
            await socket.send(json.dumps({"type": "enter", "token": token}))
        await self._until(lambda: all(page.version for page in self.pages))

    async def _until(self, holds: Callable[[], Any]) -> None:
        while not holds():
            self.changed.clear()
            await self.changed.wait()

    async def play(self, pace: float, until: float, waits: list[float]) -> None:
        """A move every so many seconds; `waits` gets how long each choice was on its way to the other's page."""
        await asyncio.sleep(self.chance.uniform(0, pace))
        while (began := time.monotonic()) < until:
            await self._until(lambda: any(page.options for page in self.pages))
            chooser, other = self.pages if self.pages[0].options else self.pages[::-1]
            while chooser.options:  # a piece and what it does, then its field
                chosen = time.monotonic()
                await chooser.choose(self.chance)
                await self._until(lambda: chooser.options or other.options)  # noqa: B023 - asked at once
            waits.append(time.monotonic() - chosen)
            await asyncio.sleep(max(0.0, began + pace - time.monotonic()))

    async def leave(self) -> None:
        for page in self.pages:
            await page.socket.close()
        await asyncio.gather(*self.reading)


class Figures(NamedTuple):
    waits: list[float]  # seconds, sorted
    memory: float  # kilobytes a table
    work: float  # milliseconds of the server's processor time a choice
    idle: float  # share of a processor while everybody sits and nobody chooses
    own: float  # share of a processor that this process took while it played

    @property
    def most(self) -> float:
        """The 99th percentile."""
        return self.waits[int(len(self.waits) * 0.99)]


def _processor(servers: list[RunningServer]) -> float:
    """Seconds that servers have worked."""
    total = 0
    for server in servers:
        assert server.process is not None
        fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(") ")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def _memory(servers: list[RunningServer]) -> int:
    """Kilobytes that servers hold."""
    total = 0
    for server in servers:
        assert server.process is not None
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        total += int(status.partition("VmRSS:")[2].split()[0])
    return total


async def measure(servers: list[RunningServer], tables: int, seconds: float, pace: float) -> Figures:
    empty = _memory(servers)
    couples = [Couple(servers[n % len(servers)].make_table("wander.tgpl"), servers) for n in range(tables)]
    for start in range(0, tables, AT_ONCE):
        await asyncio.gather(*(couple.enter() for couple in couples[start : start + AT_ONCE]))
        tell(f"{min(tables, start + AT_ONCE)} of {tables} tables")
    full = _memory(servers)
    waits: list[float] = []
    tell(f"{tables} tables play")
    before, own = _processor(servers), time.process_time()
    began = time.monotonic()
    await asyncio.gather(*(couple.play(pace, began + seconds, waits) for couple in couples))
    taken = time.monotonic() - began
    work, own = _processor(servers) - before, time.process_time() - own
    before = _processor(servers)
    await asyncio.sleep(IDLE)
    idle = (_processor(servers) - before) / IDLE
    await asyncio.gather(*(couple.leave() for couple in couples))
    tell("")
    return Figures(sorted(waits), (full - empty) / tables, work / len(waits) * 1000, idle, own / taken)


def tell(words: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{words}", end="", file=sys.stderr, flush=True)


def show(tables: int, found: Figures) -> None:
    print(
        f"{tables:>7,}  {len(found.waits):>8,}  {median(found.waits) * 1000:>7.1f}  {found.most * 1000:>7.1f}  "
        f"{found.memory:>7.0f}  {found.work:>7.2f}  {found.idle:>6.1%}  {found.own:>6.0%}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds from one choice at a table to the next")
    parser.add_argument("--find", action="store_true", help="double the tables until the 99th percentile passes 250 ms")
    parser.add_argument("--postgres", action="store_true", help="two servers over one PostgreSQL")
    wanted = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))  # two sockets a table; servers inherit it
    print(" tables   choices   median      99%   memory     work    idle   pages")
    print("                        ms       ms  kB each  ms each  of one  of one processor")
    tables = wanted.tables
    while True:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tgpl-web-")))
            (folder / "wander.tgpl").write_text(GAME, encoding="utf-8")
            store = str(folder / "tables.sqlite")
            if wanted.postgres:
                store = stack.enter_context(Database(folder / "pg")).address
            servers = [
                stack.enter_context(RunningServer(store, [str(folder / "wander.tgpl")]))
                for _ in range(2 if wanted.postgres else 1)
            ]
            found = asyncio.run(measure(servers, tables, wanted.seconds, wanted.pace))
        show(tables, found)
        if not wanted.find or found.most > MOST:
            return
        tables *= 2


if __name__ == "__main__":
    main()
