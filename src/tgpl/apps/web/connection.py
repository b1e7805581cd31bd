"""One page that is connected: what is sent to it waits in a queue of its own, and who does not read is let go.

In:  a socket. Out: texts in their order; whoever sends never waits.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from tgpl.apps.web.rates import Bucket
from tgpl.apps.web.settings import Settings

_MOST_WAITING = 2_000_000  # characters that wait for a page
_PATIENCE = 20.0  # seconds that sending what waits may take

# Why a socket is closed, as the page sees it.
BAD_TOKEN, GIVEN_AWAY, NO_TABLE = 4401, 4403, 4404  # it makes no sense to come again
TOO_SLOW, TOO_MUCH, TOO_MANY, NOT_ENTERED, AWAY = 4408, 4429, 4430, 4440, 4503


def spell(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Connection:
    def __init__(self, socket: WebSocket, settings: Settings) -> None:
        self.socket = socket
        self.messages, self.thoughts = Bucket(settings.messages), Bucket(settings.thoughts)
        self.seat: int | None = None
        self.token: str | None = None  # the hash of the seat's when they came
        self.owner: str | None = None  # the owner's token, for the links that follow from it
        self.version: int | None = None  # of the picture that the page has
        self._waiting: deque[str] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None

    @property
    def is_closing(self) -> bool:
        return self._closing is not None

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(spell(message))

    def send_text(self, text: str) -> None:
        if self._closing is not None:
            return
        self._size += len(text)
        if self._size > _MOST_WAITING:
            self._waiting.clear()
            self.close(TOO_SLOW, "The page does not read what is sent to it.")
            return
        self._waiting.append(text)
        self._wake.set()

    def close(self, code: int, words: str) -> None:
        """After what waits; the page may come back unless the code says otherwise."""
        if self._closing is None:
            self._waiting.append(spell({"type": "bye", "code": code, "words": words}))
            self._closing = (code, words)
            self._wake.set()

    async def pump(self) -> None:
        """Sends what waits until the connection is closed."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                async with asyncio.timeout(_PATIENCE):
                    while self._waiting:
                        text = self._waiting.popleft()
                        self._size -= len(text)
                        await self.socket.send_text(text)
                if self._closing is not None:
                    await self.socket.close(*self._closing)
                    return
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            with suppress(Exception):
                await self.socket.close(TOO_SLOW)
