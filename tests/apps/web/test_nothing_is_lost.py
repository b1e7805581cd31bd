"""Servers that are killed, disks that are full: nothing that was acknowledged is missing, and everybody goes on by themselves."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from databases import Database, needs_postgres
from web_client import Closed, Page, RefusedByServer, come_back
from web_games import write_games
from web_load import Load
from web_server import NoServer, RunningServer


def assert_nothing_lost(server: RunningServer, times: int, seed: int) -> None:
    async def work() -> None:
        load = Load(server, tables=3)
        await load.run(lambda: load.kill_often(times, random.Random(seed)))
        assert await load.missing() == []
        assert all(talker.returns > 1 for talker in load.talkers)

    asyncio.run(work())


def test_killed_at_random_moments(tmp_path: Path) -> None:
    with RunningServer(str(tmp_path / "tables.sqlite"), [str(write_games(tmp_path))]) as server:
        assert_nothing_lost(server, 4, seed=1)


@needs_postgres
def test_killed_at_random_moments_over_postgres(tmp_path: Path, database: Database) -> None:
    with RunningServer(database.address, [str(write_games(tmp_path))]) as server:
        assert_nothing_lost(server, 3, seed=2)


def test_a_page_that_comes_back_and_has_missed_nothing_is_sent_nothing(server: RunningServer) -> None:
    async def work() -> None:
        made = server.make_table("tris/tris.tgpl")
        async with Page(server, made["table"], made["owner"]) as page:
            again = Page(server, made["table"], made["owner"], seen=page.version)
            await again.open(wait=False)
            again.picture = page.picture
            await again.until(lambda: len(again.heard) >= 2)
            assert "picture" not in [message["type"] for message in again.heard]
            await page.choose(next(iter(page.options)))
            await again.until(lambda: again.version == page.version)
            assert again.picture == page.picture
            await again.close()
            async with Page(server, made["table"], made["owner"], seen=1) as late:
                await late.until(lambda: len(late.heard) >= 2)
                assert [message["type"] for message in late.heard][:2] == ["table", "picture"]

    asyncio.run(work())


def test_a_full_disk_is_told_and_nothing_is_acknowledged(tmp_path: Path) -> None:
    """The largest file that the process may write is a few kilobytes larger than it is."""
    with RunningServer(str(tmp_path / "tables.sqlite"), [str(write_games(tmp_path))]) as server:

        async def work() -> None:
            made = server.make_table("shop.tgpl", seats=["me", "random"])
            page = await come_back(server, made["table"], made["owner"])
            await page.choose(page.option("Say"))
            await page.close()
            server.kill()
            size = max(path.stat().st_size for path in tmp_path.glob("tables.sqlite*"))
            server.limit_files(size + 8_000)
            page = await come_back(server, made["table"], made["owner"])
            assert page.asked is not None and page.asked["kind"] == "input"
            assert "not_kept" in [await say(page, number) for number in range(60)]
            # What is shown is what is kept; with room it goes on by itself.
            server.kill()
            server.limit_files(None)
            page = await come_back(server, made["table"], made["owner"])
            assert page.asked is not None or page.picture["asked"] == [1]

        asyncio.run(work())


async def say(page: Page, number: int) -> str:
    """As much as can be said; gives what the server says to that."""
    try:
        await page.choose(value=f"{number} " + "x" * 1_900)
    except RefusedByServer as why:
        return why.code
    except Closed:
        return "closed"
    return ""


def test_a_store_is_for_one_server(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.sqlite")
    with RunningServer(store) as first:
        with pytest.raises(NoServer, match="another server has it open"), RunningServer(store):
            pass
        assert first.ask("/about")[0] == 200
    with RunningServer(store):
        pass
