"""Pages play whole games by their links: what is asked, chosen, kept and seen."""

from __future__ import annotations

import asyncio
import random

import pytest

from web_client import Page
from web_server import RunningServer
from web_tables import links, play_on

GAMES = [
    "tris/tris.tgpl",
    "goofspiel/goofspiel.tgpl",
    "honours/honours.tgpl",
    "workshops/workshops.tgpl",
    "gdl/rock_paper_scissors.kif",
    "gdl/tris.kif",
]


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_the_same_end(server: RunningServer, game: str) -> None:
    async def play() -> None:
        made = server.make_table(game, seed=5)
        pages = [Page(server, made["table"], token) for token in links(made)]
        watcher = Page(server, made["table"], made["links"]["watch"])
        for page in (*pages, watcher):
            await page.open()
        await asyncio.gather(*(play_on(page, random.Random(seat)) for seat, page in enumerate(pages)))
        for page in (*pages, watcher):
            await page.until_ended()
        assert len({str(page.ended) for page in (*pages, watcher)}) == 1
        assert watcher.asked is None
        for page in (*pages, watcher):
            await page.close()

    asyncio.run(play())
