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
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

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


class _GatheredWrites(asyncio.Transport):
    """A transport that sends all that is written in one turn of the loop at once."""

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__()
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._parts: list[bytes] = []
        self.holds = False  # nothing more should be read for now

    def write(self, data: Any) -> None:
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        if parts and not self._transport.is_closing():
            self._transport.write(b"".join(parts))

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def abort(self) -> None:
        self._transport.abort()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def pause_reading(self) -> None:
        """What has come is mostly taken before more comes: only then it costs something (see `stop_reading`)."""
        self.holds = True

    def resume_reading(self) -> None:
        self.holds = False
        self._transport.resume_reading()  # does nothing if it was not stopped

    def stop_reading(self) -> None:
        self._transport.pause_reading()


class ThriftySocket(WebSocketsSansIOProtocol):
    """A socket that asks the system for as little as possible: with many tables that is most of the work."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(_GatheredWrites(transport))

    def data_received(self, data: bytes) -> None:
        gathered = self.transport
        if isinstance(gathered, _GatheredWrites) and gathered.holds:
            gathered.stop_reading()
        super().data_received(data)


class QuietFilter(logging.Filter):
    """What strangers do wrong is no error of the server."""

    def filter(self, record: logging.LogRecord) -> bool:
        if "UTF-8" in record.getMessage():
            return False
        return record.levelno >= logging.ERROR
