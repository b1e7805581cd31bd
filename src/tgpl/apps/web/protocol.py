"""HTTP with less patience: who does not say what they want is let go, and nobody opens connections without end.

In:  connections. Out: requests that are whole, as uvicorn has them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from tgpl.apps.web.rates import group_address
from tgpl.apps.web.settings import Settings

_BEHIND = 100  # connections of an address beside its sockets


class Connections:
    """How many there are of each address, and how long a request may take to come."""

    def __init__(self, settings: Settings) -> None:
        self.patience = settings.request
        self.most = settings.most_connections + _BEHIND
        self.open: Counter[str] = Counter()


def make_protocol(shared: Connections) -> type[asyncio.Protocol]:
    class PatientHttp(H11Protocol):
        def __init__(self, config: Config, **rest: Any) -> None:
            super().__init__(config, **rest)
            self._deadline: asyncio.TimerHandle | None = None
            self._address: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._address = group_address(self.client[0] if self.client else "")
            shared.open[self._address] += 1
            if shared.open[self._address] > shared.most:
                transport.abort()
                return
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._leave()
            super().handle_websocket_upgrade(event)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if not self.transport.is_closing():
                self._wait()

        def _wait(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
            self._deadline = self.loop.call_later(shared.patience, self._lose_patience)

        def _lose_patience(self) -> None:
            """Of a request that has come whole somebody else takes care."""
            if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self.transport.is_closing():
                self.transport.abort()

        def _leave(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None
            if self._address is not None:
                shared.open[self._address] -= 1
                if shared.open[self._address] <= 0:
                    del shared.open[self._address]
                self._address = None

    return PatientHttp


class QuietFilter(logging.Filter):
    """What strangers do wrong is no error of the server."""

    def filter(self, record: logging.LogRecord) -> bool:
        if "UTF-8" in record.getMessage():
            return False
        return record.levelno >= logging.ERROR
