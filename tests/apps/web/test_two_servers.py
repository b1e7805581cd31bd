"""Two servers over one PostgreSQL: people at the same table by different doors."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from databases import Database, needs_postgres
from tgpl.apps.web.tokens import make_token
from web_client import Page, come_back
from web_server import RunningServer
from web_tables import links, play_on, refused

pytestmark = needs_postgres


@pytest.fixture(scope="module")
def servers(database: Database) -> Iterator[list[RunningServer]]:
    with RunningServer(database.address) as one, RunningServer(database.address) as other:
        yield [one, other]


@pytest.mark.parametrize("game", ["tris/tris.tgpl", "goofspiel/goofspiel.tgpl", "workshops/workshops.tgpl"])
def test_people_play_by_different_doors(servers: list[RunningServer], game: str) -> None:
    async def work() -> None:
        made = servers[0].make_table(game, seed=7)
        pages = [Page(servers[n % 2], made["table"], token) for n, token in enumerate(links(made))]
        watchers = [Page(server, made["table"], made["links"]["watch"]) for server in servers]
        for page in (*pages, *watchers):
            await page.open()
        await pages[0].until(lambda: all(seat["present"] for seat in pages[0].table["seats"]))
        await asyncio.gather(*(play_on(page, random.Random(n)) for n, page in enumerate(pages)))
        for page in (*pages, *watchers):
            await page.until_ended()
        assert len({str(page.ended) for page in (*pages, *watchers)}) == 1
        assert watchers[0].picture == watchers[1].picture and watchers[0].news == watchers[1].news
        for page in (*pages, *watchers):
            await page.close()

    asyncio.run(work())


def test_votes_names_and_seats_reach_the_other_door(servers: list[RunningServer]) -> None:
    async def work() -> None:
        made = servers[0].make_table("tris/tris.tgpl")
        mine = make_token()
        async with (
            Page(servers[0], made["table"], made["owner"]) as owner,
            Page(servers[1], made["table"], made["links"]["1"], take=mine) as guest,
        ):
            await guest.ask("name", name="Ada")
            await owner.until(lambda: owner.table["seats"][1]["name"] == "Ada")
            await owner.choose(next(iter(owner.options)))
            await owner.choose(next(iter(owner.options)))
            await guest.until(lambda: guest.at == 1)
            await guest.ask("undo", to=0)
            await owner.until(lambda: owner.heard[-1].get("votes") is not None)
            await owner.ask("agree")
            await guest.until(lambda: guest.at == 0)
            await owner.ask("sit", seat=1, who="person")
            assert await guest.until_closed() == 4403
            late = Page(servers[1], made["table"], mine)
            await late.open(wait=False)
            assert await late.until_closed() == 4401

    asyncio.run(work())


def test_one_server_lets_a_machine_choose(servers: list[RunningServer]) -> None:
    async def work() -> None:
        made = servers[0].make_table("tris/tris.tgpl", seats=["me", "random"])
        async with (
            Page(servers[1], made["table"], made["owner"]) as owner,
            Page(servers[0], made["table"], made["links"]["watch"]) as watcher,
        ):
            await play_on(owner, random.Random(1))
            await watcher.until_ended()
            assert owner.news == watcher.news

    asyncio.run(work())


def test_of_two_who_choose_at_once_by_different_doors_one_is_right(servers: list[RunningServer]) -> None:
    """The same seat, open twice: a choice is made once."""

    async def work() -> None:
        made = servers[0].make_table("tris/tris.tgpl", seats=["me", "random"])
        for _ in range(5):
            async with (
                Page(servers[0], made["table"], made["owner"]) as one,
                Page(servers[1], made["table"], made["owner"]) as other,
            ):
                await asyncio.gather(one.until_asked(), other.until_asked())
                if one.ended is not None:
                    return
                answers: list[Any] = await asyncio.gather(
                    *(page.choose(next(iter(page.options))) for page in (one, other)), return_exceptions=True
                )
                assert sum(not isinstance(answer, Exception) for answer in answers) <= 2
                await asyncio.gather(one.until_asked(), other.until_asked())
                await one.until(lambda: one.at == other.at or one.ended is not None)

    asyncio.run(work())


def test_when_the_database_is_away_nothing_is_told_that_is_not_kept(
    database: Database, servers: list[RunningServer]
) -> None:
    async def work() -> None:
        made = servers[0].make_table("tris/tris.tgpl")
        async with Page(servers[0], made["table"], made["owner"]) as owner:
            before = owner.at
            database.stop()
            try:
                code = await refused(owner.choose(next(iter(owner.options))))
                assert code in ("not_kept",)
                assert await owner.until_closed() == 4503
                assert servers[0].ask("/tables", {"game": "tris/tris.tgpl"})[0] == 503
            finally:
                database.start()
        again = await come_back(servers[1], made["table"], made["owner"])
        assert again.at == before
        await again.choose(next(iter(again.options)))
        await again.close()

    asyncio.run(work())
