"""`tgpl serve`: the server as a command: where it listens, where it keeps its tables, what it says."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import uvicorn

from tgpl.apps.web.catalogue import Catalogue
from tgpl.apps.web.messages import LONGEST
from tgpl.apps.web.origins import is_local_name
from tgpl.apps.web.protocol import Connections, QuietFilter, ThriftySocket, make_protocol
from tgpl.apps.web.server import Server
from tgpl.apps.web.settings import Settings
from tgpl.apps.web.sqlite_store import SqliteStore
from tgpl.apps.web.store import Store, StoreTrouble

_BACKLOG = 512
_STACK = 64 << 20  # bytes, of threads that play: rules call each other deeply


class ServeRequest(NamedTuple):
    """A server as somebody asks for it."""

    paths: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8000
    store: str | None = None
    open: bool = False
    watch: bool = False
    public: bool = False
    studio: bool = False


class CannotServe(Exception):
    """Why there is no server: a sentence."""


def data_folder() -> Path:
    """Where what a user has made is kept."""
    home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return Path(home) / "tgpl"


def make_store(address: str | None) -> Store:
    """Raises CannotServe."""
    if address is None:
        return SqliteStore(data_folder() / "tables.sqlite")
    scheme, colon, rest = address.partition("://")
    if colon and scheme in ("postgresql", "postgres"):
        return _make_postgres_store(address)
    if colon and scheme != "sqlite":
        raise CannotServe(f"There is no store of the kind '{scheme}': give a file, sqlite:///FILE or postgresql://….")
    return SqliteStore(Path(rest.removeprefix("/") if rest.startswith("//") else rest) if colon else Path(address))


def _make_postgres_store(address: str) -> Store:
    try:
        from tgpl.apps.web.postgres_store import PostgresStore
    except ImportError as missing:
        raise CannotServe(
            f"For PostgreSQL {missing.name} is needed, which is not installed here: `pip install 'tgpl[postgres]'`."
        ) from None
    return PostgresStore(address)


def serve(request: ServeRequest, say: Callable[[str], None], settings: Settings = Settings()) -> None:  # noqa: B008
    """Until somebody stops it. Raises CannotServe."""
    threading.stack_size(_STACK)
    sys.setswitchinterval(0.001)  # who plays a slow game lets the others have their turn
    listening = _listen(request.host, request.port)
    address = _describe_address(request.host, listening.getsockname()[1])

    async def run() -> None:
        store = make_store(request.store)
        catalogue = Catalogue(list(request.paths))
        local = is_local_name(request.host)
        server = Server(store, catalogue, settings, local, request.watch, request.public, request.studio)
        await server.open()
        running = uvicorn.Server(_configure(server, settings, request.public))
        say(f"{address}  ({_count(len(catalogue.games))}; Ctrl-C ends it, and the tables are kept)")
        if request.open:
            webbrowser.open(address)
        await running.serve(sockets=[listening])

    try:
        asyncio.run(run())
    except StoreTrouble as why:
        raise CannotServe(f"The tables cannot be kept: {why}.") from None
    except KeyboardInterrupt:
        pass


def _configure(server: Server, settings: Settings, public: bool) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").addFilter(QuietFilter())
    return uvicorn.Config(
        server.app(),
        http=make_protocol(Connections(settings)),
        ws=ThriftySocket,
        ws_max_size=LONGEST,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=public,
        timeout_keep_alive=int(settings.request),
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=32_000,
    )


def _listen(host: str, port: int) -> socket.socket:
    """Raises CannotServe."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(_BACKLOG)
    except OSError as error:
        raise CannotServe(f"Nobody can listen at {host}:{port}: {error.strerror}. Choose another --port.") from None
    return made


def _describe_address(host: str, port: int) -> str:
    name = {"0.0.0.0": _own_address(), "::": _own_address(), "127.0.0.1": "localhost"}.get(host, host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def _own_address() -> str:
    """Under which others in the same network find this computer; nothing is sent for that."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def _count(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"
