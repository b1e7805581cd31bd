"""A page without a screen: it enters a table, keeps its picture, chooses.

async with Page(server, made["table"], made["owner"]) as page:
    await page.choose(next(iter(page.options)))
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from tgpl.apps.web.patches import apply_patch

PATIENCE = 30.0  # seconds: only a server that hangs takes so long


class HasAddress(Protocol):
    @property
    def address(self) -> str: ...


class RefusedByServer(Exception):
    def __init__(self, message: dict[str, Any]) -> None:
        super().__init__(f"{message['code']}: {message['words']}")
        self.code: str = message["code"]
        self.words: str = message["words"]


class Closed(Exception):
    """The server has closed the socket."""

    def __init__(self, code: int | None) -> None:
        super().__init__(str(code))
        self.code = code


class Page:
    def __init__(
        self,
        server: HasAddress,
        table: str,
        token: str,
        take: str | None = None,
        seen: int | None = None,
        **headers: str,
    ) -> None:
        self.address = f"ws://{server.address}/t/{table}/socket"
        self.enter = {"type": "enter", "token": token}
        if take is not None:
            self.enter["take"] = take
        if seen is not None:
            self.enter["seen"] = seen  # type: ignore[assignment]
        self.headers = headers
        self.picture: dict[str, Any] = {}
        self.version: int | None = seen
        self.at = 0
        self.news: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []  # everything, in its order
        self.raw: list[str] = []
        self.bye: dict[str, Any] | None = None
        self._request = 0
        self._socket: ClientConnection | None = None
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self.closed: int | None = None

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self, wait: bool = True) -> None:
        self._socket = await connect(self.address, additional_headers=self.headers, max_size=None, compression=None)
        self._reader = asyncio.create_task(self._read())
        await self.send_text(json.dumps(self.enter))
        if wait:
            await self.until(lambda: self.version is not None)

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                self._take(text)
                self._changed.set()
        except ConnectionClosed:
            pass
        self.closed = self._socket.close_code or 0
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Closed(self.closed))
                answer.exception()
        self._changed.set()

    def _take(self, text: str) -> None:
        message = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        match message["type"]:
            case "table":
                self.table = message
            case "seats":
                self.table |= {key: value for key, value in message.items() if key != "type"}
            case "picture" | "change":
                if message["type"] == "change":
                    assert message["from"] == self.version
                    self.picture = apply_patch(self.picture, message["patch"])
                else:
                    self.picture = message["picture"]
                self.version, self.at = message["version"], message["at"]
                self.news = [one for one in self.news if one["at"] <= message["news_after"]] + message["news"]
            case "bye":
                self.bye = message
            case "accepted" | "refused":
                answer = self._answers.pop(message["request"], None)
                if answer is not None and not answer.done():
                    answer.set_result(message)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                if self.closed is not None:
                    raise Closed(self.closed)
                self._changed.clear()
                await self._changed.wait()

    async def until_closed(self) -> int:
        async with asyncio.timeout(PATIENCE):
            while self.closed is None:
                self._changed.clear()
                await self._changed.wait()
        return self.closed

    async def send_text(self, text: str) -> None:
        assert self._socket is not None
        await self._socket.send(text)

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """What the server answers; raises RefusedByServer or Closed."""
        self._request += 1
        answer = self._answers[self._request] = asyncio.get_running_loop().create_future()
        try:
            await self.send_text(json.dumps({"type": kind, "request": self._request, **fields}))
        except ConnectionClosed:
            raise Closed(self.closed) from None
        message: dict[str, Any] = await asyncio.wait_for(answer, PATIENCE)
        if message["type"] == "refused":
            raise RefusedByServer(message)
        return message

    @property
    def notices(self) -> list[str]:
        return [message["words"] for message in self.heard if message["type"] == "notice"]

    # -- playing

    @property
    def asked(self) -> dict[str, Any] | None:
        return self.picture.get("ask")

    @property
    def options(self) -> dict[str, Any]:
        found: dict[str, Any] = (self.asked or {}).get("options", {})
        return found

    @property
    def ended(self) -> dict[str, Any] | None:
        return self.picture.get("ended")

    def option(self, label: str) -> str:
        return next(key for key, option in self.options.items() if option["label"] == label)

    async def choose(self, option: str | None = None, **other: Any) -> dict[str, Any]:
        answer = {"option": option} if option is not None else other
        return await self.ask("choose", version=self.version, **answer)

    async def until_asked(self) -> None:
        await self.until(lambda: self.asked is not None or self.ended is not None)

    async def until_ended(self) -> None:
        await self.until(lambda: self.ended is not None)


async def come_back(server: HasAddress, table: str, token: str, seen: int | None = None) -> Page:
    """As a page does whose line broke: again and again, until it is there."""
    until = asyncio.get_running_loop().time() + PATIENCE
    while True:
        page = Page(server, table, token, seen=seen)
        try:
            await page.open()
            return page
        except (OSError, Closed, ConnectionClosed, InvalidMessage):
            await page.close()
            if page.closed in (4401, 4403, 4404) or asyncio.get_running_loop().time() > until:
                raise
            await asyncio.sleep(0.05)
