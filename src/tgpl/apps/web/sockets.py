"""Sockets of pages: who they are is asked first, then one message after the other is read, as often as is fair.

In:  a socket that somebody opened. Out: nothing is sent on it before it is known who is there; whoever sends rubbish hears so, whoever
sends too much or nothing is let go.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from tgpl.apps.web.actions import handle
from tgpl.apps.web.connection import AWAY, NO_TABLE, NOT_ENTERED, TOO_MANY, TOO_MUCH, Connection
from tgpl.apps.web.host import HostGone
from tgpl.apps.web.live_table import LiveTable
from tgpl.apps.web.lobby import Lobby
from tgpl.apps.web.messages import BadMessage, Enter, decode
from tgpl.apps.web.origins import Origins
from tgpl.apps.web.rates import Rates, group_address
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.settings import Settings
from tgpl.apps.web.store import StoreTrouble

_PATIENCE_WITH_FLOODS = 200  # messages in a row that come too fast, before somebody is let go
_log = logging.getLogger("tgpl.web")


class Sockets:
    def __init__(self, lobby: Lobby, origins: Origins, settings: Settings) -> None:
        self.lobby = lobby
        self.origins = origins
        self.settings = settings
        self._rates = Rates(settings.connections)
        self._open: Counter[str] = Counter()  # by address

    async def serve(self, socket: WebSocket) -> None:
        address = group_address(socket.client.host if socket.client is not None else "")
        refused = self._refuse(socket, address)
        if refused is not None:
            await socket.close(refused)
            return
        self._open[address] += 1
        try:
            await socket.accept()
            await self._talk(socket)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _refuse(self, socket: WebSocket, address: str) -> int | None:
        if not self.origins.allow(socket.headers):
            return 4403
        if self._open[address] >= self.settings.most_connections or not self._rates.allows(address):
            return TOO_MANY
        return None

    async def _talk(self, socket: WebSocket) -> None:
        connection = Connection(socket, self.settings)
        pump = asyncio.create_task(connection.pump())
        table: LiveTable | None = None
        try:
            table = await self._enter(connection, socket.path_params["table"])
            if table is not None:
                await self._listen(connection, table)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it is closed
        except Exception:
            _log.exception("a socket of table %s", "?" if table is None else table.name)
        finally:
            if table is not None:
                table.leave(connection)
            connection.close(1000, "")
            with suppress(Exception):
                await pump

    async def _enter(self, connection: Connection, name: str) -> LiveTable | None:
        """The table, once it is known who has come."""
        try:
            async with asyncio.timeout(self.settings.enter):
                message = decode(await _receive(connection.socket))
            if not isinstance(message, Enter):
                raise BadMessage("not_entered", "The first message is `enter`.")
            table = await self.lobby.find(name)
            if table is None:
                connection.close(NO_TABLE, "There is no such table.")
            elif await table.enter(connection, message):
                return table
        except TimeoutError:
            connection.close(NOT_ENTERED, "Nobody has said who is there.")
        except BadMessage as why:
            connection.close(NOT_ENTERED, why.words)
        except (StoreTrouble, HostGone, Refused) as why:
            connection.close(AWAY, f"The table cannot be read now: {why}.")
        return None

    async def _listen(self, connection: Connection, table: LiveTable) -> None:
        floods = 0
        while True:
            text = await _receive(connection.socket)
            if connection.is_closing:
                continue  # what comes now is from somebody who has to go
            if not (connection.messages.allows() and table.messages.allows()):
                floods += 1
                if floods > _PATIENCE_WITH_FLOODS:
                    connection.close(TOO_MUCH, "Too many messages.")
                connection.send({"type": "refused", "request": None, "code": "too_often", "words": "Not so fast."})
                continue
            floods = 0
            try:
                message = decode(text)
            except BadMessage as why:
                connection.send({"type": "refused", "request": why.request, "code": why.code, "words": why.words})
                continue
            table = self.lobby.tables.get(table.name, table)
            await handle(table, connection, message, self.lobby)


async def _receive(socket: WebSocket) -> str:
    """A text; raises BadMessage for anything else, and WebSocketDisconnect."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if not isinstance(text, str):
        return ""  # which is no JSON
    return text
