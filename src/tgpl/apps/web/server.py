"""The server's addresses: pages and their files, games, tables, sockets. Everything that comes in is checked here or on the way.

No address has a token in it: a token stands behind the # of a link, which browsers keep to themselves, and comes in the first message of a
socket or in the body of a request.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import mimetypes
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tgpl import __version__
from tgpl.apps.web.catalogue import Catalogue
from tgpl.apps.web.host import HostGone
from tgpl.apps.web.lobby import Lobby
from tgpl.apps.web.messages import BadMessage, parse_json
from tgpl.apps.web.origins import Origins, is_local_name
from tgpl.apps.web.rates import Rates, group_address
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.requests import read_record, read_table_request, read_token_request
from tgpl.apps.web.settings import Settings
from tgpl.apps.web.sockets import Sockets
from tgpl.apps.web.store import Store, StoreTrouble
from tgpl.apps.web.studio import Studio
from tgpl.apps.web.studio_routes import StudioRoutes

PAGE = Path(__file__).parent / "page"
_log = logging.getLogger("tgpl.web")
_SCAN = 5.0  # seconds that the front page waits for the games to be read
_SMALL_BODY = 16_000  # bytes
_STATUS = {"bad_token": 403, "no_studio": 403, "secrets": 403, "not_public": 403, "too_often": 429, "no_game": 404}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {around}{more}"
)
_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Server:
    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        settings: Settings,
        local: bool = True,
        watch: bool = False,
        public: bool = False,
        studio: bool = False,
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self.settings = settings
        self.watch, self.public = watch, public
        self.origins = Origins(local and not public)
        self.lobby = Lobby(store, catalogue, settings)
        self.sockets = Sockets(self.lobby, self.origins, settings)
        self.studio = StudioRoutes(
            Studio(self.lobby, studio), settings, public, _read_body, self._answer_work, _send_page
        )
        self._requests, self._tables, self._heavy = map(Rates, (settings.requests, settings.tables, settings.heavy))

    async def open(self) -> None:
        """Raises StoreTrouble."""
        await self.store.open(self.lobby.hear)

    def app(self) -> ASGIApp:
        routes = [
            Route("/", self.front_page),
            Route("/t/{table}", self.table_page),
            Route("/static/{file:path}", self.static),
            Route("/about", self.about),
            Route("/games", self.games),
            Route("/sight", self.sight),
            Route("/picture/{game:path}", self.picture),
            Route("/tables", self.make_table, methods=["POST"]),
            Route("/t/{table}/record", self.record, methods=["POST"]),
            Route("/replay", self.open_record, methods=["POST"]),
            *self.studio.routes(),
            WebSocketRoute("/t/{table}/socket", self.sockets.serve),
        ]
        return Guard(Starlette(routes=routes, lifespan=self._live), self)

    @asynccontextmanager
    async def _live(self, _: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(work) for work in (self._keep_house(), self.catalogue.scan())]
        if self.watch:
            tasks.append(asyncio.create_task(self.lobby.changes.watch()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            self.studio.studio.close()
            await self.lobby.close()
            await self.store.close()

    async def _keep_house(self) -> None:
        """Forgets tables that nobody is at, and lets pages know that the server is there."""
        pinged = time.monotonic()
        while True:
            await asyncio.sleep(1.0)
            try:
                self.lobby.forget_idle()
                self.lobby.wake_machines()
                if time.monotonic() - pinged > self.settings.ping:
                    pinged = time.monotonic()
                    self.lobby.ping()
            except Exception:
                _log.exception("keeping house")

    def allows(self, scope: Scope) -> bool:
        client = scope.get("client")
        return self._requests.allows(group_address(client[0] if client else ""))

    # -- pages

    async def front_page(self, request: Request) -> Response:
        return send_file(request, PAGE / "index.html")

    async def table_page(self, request: Request) -> Response:
        return send_file(request, PAGE / "table.html")

    async def static(self, request: Request) -> Response:
        path = (PAGE / request.path_params["file"]).resolve()
        if not path.is_relative_to(PAGE.resolve()):
            return _say_nothing_here()
        return send_file(request, path)

    async def about(self, request: Request) -> Response:
        """What a page may know of the server."""
        writing = self.studio.may_write(request)
        return JSONResponse({"version": __version__, "public": self.public, "watch": self.watch, "studio": writing})

    async def games(self, request: Request) -> Response:
        with suppress(TimeoutError):  # what is not read by then is shown by its name
            await asyncio.wait_for(self.catalogue.scanned.wait(), _SCAN)
        return JSONResponse(self.catalogue.list_games())

    async def sight(self, request: Request) -> Response:
        """How a game looks at its beginning to who watches: for the front page."""
        try:
            rules = await self.catalogue.load(request.query_params.get("game", ""))
            picture = await rules.run(rules.draw_beginning)
        except Refused as why:
            return refuse(404, why.code, why.words)
        return JSONResponse({"picture": picture})

    async def picture(self, request: Request) -> Response:
        path = self.catalogue.find_picture(request.path_params["game"])
        return _say_nothing_here() if path is None else send_file(request, path)

    # -- tables

    async def make_table(self, request: Request) -> Response:
        async def make() -> dict[str, Any]:
            most = self.settings.largest_upload if self._takes_rules(request) else _SMALL_BODY
            asked = read_table_request(parse_json(await _read_body(request, most)))
            if asked.rules is not None:
                self._demand_upload(request)
            return await self.lobby.create(asked)

        return await self._answer(request, make, 201)

    async def open_record(self, request: Request) -> Response:
        async def read() -> dict[str, Any]:
            record = read_record(await _read_body(request, self.settings.largest_record))
            self._demand_heavy(request)
            own = request.client is not None and is_local_name(request.client.host)
            return await self.lobby.open_record(record, foreign=self.public or own)

        return await self._answer(request, read, 201)

    def _takes_rules(self, request: Request) -> bool:
        return self.public or self.studio.may_write(request)

    def _demand_upload(self, request: Request) -> None:
        if not self._takes_rules(request):
            raise Refused(
                "not_public", "This server plays its own games only; `tgpl serve --public` lets others bring theirs."
            )
        self._demand_heavy(request)

    def _demand_heavy(self, request: Request) -> None:
        if not self._heavy.allows(_find_address(request)):
            raise Refused("too_often", "That was too often. Wait a minute.")

    async def record(self, request: Request) -> Response:
        async def read() -> str:
            tokens = read_token_request(parse_json(await _read_body(request, _SMALL_BODY)))
            return await self.lobby.write_record(request.path_params["table"], *tokens)

        return await self._answer(request, read)

    async def _answer(self, request: Request, work: Callable[[], Awaitable[Any]], status: int = 200) -> Response:
        """What somebody asked for, or in words why not."""
        if not self._tables.allows(_find_address(request)):
            return refuse(429, "too_often", "That was too often. Wait a minute.")
        return await self._answer_work(work, status)

    async def _answer_work(self, work: Callable[[], Awaitable[Any]], status: int = 200) -> Response:
        try:
            found = await work()
        except BadMessage as why:
            return refuse(413 if why.code == "too_large" else 400, why.code, why.words)
        except Refused as why:
            return refuse(_STATUS.get(why.code, 409), why.code, why.words)
        except StoreTrouble as why:
            return refuse(503, "not_kept", f"That could not be kept or read: {why}. Try again.")
        except HostGone as why:
            return refuse(422, "gone", f"That was too much: {why}.")
        except ClientDisconnect:
            return Response(status_code=400)
        if isinstance(found, str):
            headers = {"content-disposition": 'attachment; filename="match.json"'}
            return Response(found, media_type="application/json", headers=headers)
        return JSONResponse(found, status_code=status)


# ---- requests and answers


def _find_address(request: Request) -> str:
    return group_address(request.client.host if request.client is not None else "")


async def _read_body(request: Request, most: int) -> bytes:
    """Raises BadMessage."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise BadMessage("too_large", f"At most {most:,} bytes are read.")
        parts.append(part)
    return b"".join(parts)


def refuse(status: int, code: str, words: str) -> Response:
    return JSONResponse({"code": code, "words": words}, status_code=status)


def _send_page(request: Request, name: str) -> Response:
    return send_file(request, PAGE / name)


def _say_nothing_here() -> Response:
    return Response("There is nothing here.", status_code=404, media_type="text/plain")


def send_file(request: Request, path: Path) -> Response:
    """With a mark of its content, so that an unchanged one is not sent again."""
    try:
        status = path.stat()
        data, mark = _read_file(path, status.st_mtime_ns, status.st_size)
    except OSError:
        return _say_nothing_here()
    headers = {"etag": mark, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(data, media_type="text/javascript" if path.suffix == ".js" else kind, headers=headers)


@lru_cache(maxsize=128)
def _read_file(path: Path, _written: int, _size: int) -> tuple[bytes, str]:
    data = path.read_bytes()
    return data, f'"{hashlib.sha256(data).hexdigest()[:20]}"'


def _tell_frames(path: str) -> list[tuple[bytes, bytes]]:
    """Only the studio shows another page inside its own: that of the table beside the text."""
    beside = path.startswith("/beside/")
    more = "; frame-src 'self'" if path == "/studio" else ""
    policy = _POLICY.format(around="'self'" if beside else "'none'", more=more)
    return [
        (b"content-security-policy", policy.encode()),
        (b"x-frame-options", b"SAMEORIGIN" if beside else b"DENY"),
    ]


class Guard:
    """Around everything: who may ask and how often; what every answer says to browsers."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS, *_tell_frames(scope["path"])]
            await send(message)

        refused = self._refuse(scope)
        await (self.app if refused is None else refused)(scope, receive, send_with_headers)

    def _refuse(self, scope: Scope) -> Response | None:
        request = Request(scope)
        if not self.server.allows(scope):
            return refuse(429, "too_often", "Not so fast.")
        if request.method not in ("GET", "HEAD", "POST"):
            return refuse(405, "no_method", "That cannot be done here.")
        if request.method == "POST" and not self.server.origins.allow(request.headers):
            return refuse(403, "origin", "Pages of others may not do that here.")
        if not self.server.origins.allow_host(request.headers):
            return refuse(421, "host", "This server is for this computer only, and goes by no other name.")
        return None
