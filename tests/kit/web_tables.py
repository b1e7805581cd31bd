"""Tables with a page at each seat, and what such pages do, for tests of the table in the browser."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from web_client import Page, RefusedByServer
from web_server import RunningServer

Work = Callable[[list[Page], dict[str, Any]], Awaitable[None]]


def links(made: dict[str, Any]) -> list[str]:
    """The tokens of all seats; the owner has the first."""
    return [made["owner"], *(token for seat, token in made["links"].items() if seat != "watch")]


def at_table(server: RunningServer, game: str, work: Work, **more: Any) -> None:
    """With a page for each seat."""

    async def run() -> None:
        made = server.make_table(game, **more)
        async with AsyncExitStack() as stack:
            tokens = links(made)
            pages = [await stack.enter_async_context(Page(server, made["table"], token)) for token in tokens]
            await work(pages, made)

    asyncio.run(run())


async def refused(answer: Awaitable[Any]) -> str:
    with pytest.raises(RefusedByServer) as why:
        await answer
    return why.value.code


async def move(page: Page, chance: random.Random) -> None:
    """One whole move, not the last."""
    await page.until_asked()
    at = page.at
    while page.at == at:
        await page.choose(chance.choice([key for key, option in page.options.items() if option["label"] != "End"]))


async def play_on(page: Page, chance: random.Random, most: int = 400) -> None:
    """Until the game is over, or for so long."""
    for _ in range(most):
        await page.until_asked()
        if page.ended is not None:
            return
        try:
            await page.choose(chance.choice(list(page.options)))
        except RefusedByServer as why:
            assert why.code == "stale"
