"""People who keep talking at tables while a server is killed and started again: what was acknowledged must be there.

load = Load(server, tables=4)
await load.run(interrupt)               # plays while `interrupt` does what it wants with the server
load.missing()                          # what was acknowledged and is not there
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.exceptions import ConnectionClosed

from web_client import Closed, Page, RefusedByServer, come_back
from web_server import RunningServer

GAME = "shop.tgpl"


class Talker:
    """Somebody at a seat who says something new whenever they are asked, and comes back when the line breaks."""

    def __init__(self, server: RunningServer, table: str, token: str, name: str) -> None:
        self.server, self.table, self.token, self.name = server, table, token, name
        self.acknowledged: list[str] = []
        self.returns = 0
        self.said = 0
        self.page: Page | None = None

    async def talk(self, until: asyncio.Event) -> None:
        while not until.is_set():
            try:
                self.page = await come_back(self.server, self.table, self.token)
                self.returns += 1
                while not until.is_set():
                    await self._say_something(self.page, until)
            except (Closed, ConnectionClosed, OSError):
                continue
        if self.page is not None:
            await self.page.close()

    async def _say_something(self, page: Page, until: asyncio.Event) -> None:
        try:
            await asyncio.wait_for(page.until(lambda: page.asked is not None or until.is_set()), 0.5)
        except TimeoutError:
            return
        if page.asked is None:
            return
        try:
            if page.asked["kind"] == "action":
                await page.choose(page.option("Say"))
                return
            self.said += 1
            words = f"{self.name}.{self.said}"
            await page.choose(value=words)
            self.acknowledged.append(words)
        except RefusedByServer as why:
            if why.code not in ("stale", "not_kept", "not_asked"):
                raise


class Load:
    def __init__(self, server: RunningServer, tables: int) -> None:
        self.server = server
        self.made: list[dict[str, Any]] = [server.make_table(GAME) for _ in range(tables)]
        self.talkers = [
            Talker(server, made["table"], token, f"{number}.{seat}")
            for number, made in enumerate(self.made)
            for seat, token in enumerate((made["owner"], made["links"]["1"]))
        ]

    async def run(self, interrupt: Callable[[], Awaitable[None]]) -> None:
        over = asyncio.Event()
        work = [asyncio.create_task(talker.talk(over)) for talker in self.talkers]
        try:
            await interrupt()
            await self.go_on()
        finally:
            over.set()
            await asyncio.gather(*work)

    async def go_on(self) -> None:
        """Until everybody has been heard once more."""
        before = [len(talker.acknowledged) for talker in self.talkers]
        async with asyncio.timeout(60):
            while not all(len(t.acknowledged) > count for t, count in zip(self.talkers, before, strict=True)):
                await asyncio.sleep(0.02)

    async def kill_often(
        self, times: int, chance: random.Random, tell: Callable[[int], None] = lambda number: None
    ) -> None:
        """Each time after some more choices were acknowledged, in the middle of others."""
        for number in range(times):
            wanted = self.count_acknowledged() + chance.randint(1, 40)
            async with asyncio.timeout(60):
                while self.count_acknowledged() < wanted:
                    await asyncio.sleep(chance.uniform(0.0, 0.01))
            await asyncio.to_thread(self.server.kill)
            await asyncio.sleep(chance.uniform(0.0, 0.1))
            await asyncio.to_thread(self.server.start)
            tell(number + 1)

    def count_acknowledged(self) -> int:
        return sum(len(talker.acknowledged) for talker in self.talkers)

    async def missing(self) -> list[str]:
        """What was acknowledged and is not there, or not in its order."""
        lost = []
        for made in self.made:
            told = await self._end(made)
            for talker in self.talkers:
                if talker.table == made["table"]:
                    own = [words for words in told if words in set(talker.acknowledged)]
                    lost += [words for words in talker.acknowledged if words not in told]
                    assert own == [words for words in talker.acknowledged if words in told]
        return lost

    async def _end(self, made: dict[str, Any]) -> list[str]:
        """Ends the game; gives all that was said in it, as its record has it."""
        tokens = (made["owner"], made["links"]["1"])
        pages = [await come_back(self.server, made["table"], token) for token in tokens]
        page = next(page for page in pages if page.asked is not None)
        if page.asked is not None and page.asked["kind"] == "input":
            await page.ask("cancel")
        await page.choose(page.option("End"))
        for one in pages:
            await one.close()
        status, record = self.server.ask(f"/t/{made['table']}/record", {"token": made["owner"]})
        assert status == 200, record
        found: list[str] = record["result"]["log"]
        return found
