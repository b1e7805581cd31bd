"""The addresses of the studio: its page, the table beside it, and what the page asks for.

In:  requests of anybody. Out: pages and JSON. Who sits at this computer may write the files of the server's folders; guests write only where
`--studio` lets them, texts of their own that are read and played in processes that are locked in.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tgpl.apps.web.drafts import Draft
from tgpl.apps.web.messages import parse_json
from tgpl.apps.web.origins import is_local_host, is_local_name
from tgpl.apps.web.rates import Rates, group_address
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.settings import Settings
from tgpl.apps.web.studio import Studio
from tgpl.apps.web.studio_requests import WORK, read_begin, read_key, read_work

Work = Callable[[], Awaitable[Any]]
ReadBody = Callable[[Request, int], Awaitable[bytes]]
ReadAnswer = Callable[[Work], Awaitable[Response]]
SendPage = Callable[[Request, str], Response]
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
_TEMPLATE = Path(__file__).parents[2] / "template.tgpl"
_NAME = "My game"


class StudioRoutes:
    def __init__(
        self, studio: Studio, settings: Settings, public: bool, read_body: ReadBody, answer: ReadAnswer, page: SendPage
    ) -> None:
        self.studio = studio
        self._settings = settings
        self._public = public
        self._read_body, self._answer, self._page = read_body, answer, page
        self._drafts, self._asked = Rates(settings.drafts), Rates(settings.studio)

    def routes(self) -> list[Route]:
        return [
            Route("/studio", self.page),
            Route("/studio/starters", self.starters),
            Route("/studio", self.begin, methods=["POST"]),
            Route("/studio/shared", self.shared, methods=["POST"]),
            Route("/studio/{draft}/{what}", self.work, methods=["POST"]),
            Route("/beside/{table}", self.table),
        ]

    async def page(self, request: Request) -> Response:
        return self._page(request, "studio.html")

    async def table(self, request: Request) -> Response:
        """The page of a table as the studio shows it beside the text."""
        return self._page(request, "table.html")

    async def starters(self, request: Request) -> Response:
        text = _TEMPLATE.read_text(encoding="utf-8").replace("NAME", _NAME)
        return JSONResponse({"template": {"main": "game.tgpl", "sources": {"game.tgpl": text}}})

    def may_write(self, request: Request) -> bool:
        return self.studio.may_write(self.is_own(request))

    def is_own(self, request: Request) -> bool:
        """Whether it comes from who sits at this computer: nobody else can reach it by these names, and nothing stands in between."""
        client = request.client
        return (
            not self._public
            and client is not None
            and is_local_name(client.host)
            and bool(client.host)
            and is_local_host(request.headers.get("host", "?"))
            and not any(name in request.headers for name in _FORWARDED)
        )

    async def begin(self, request: Request) -> Response:
        async def work() -> Any:
            own = self.is_own(request)
            asked = read_begin(parse_json(await self._read_body(request, self._settings.largest_draft)))
            if not own and self.studio.may_write(own) and not self._drafts.allows(_find_address(request)):
                raise Refused(
                    "too_often", "So many texts were begun from here that others have to wait. Try again later."
                )
            if asked.rules is not None:
                return await self.studio.begin(asked.rules, own)
            if asked.table is not None:
                return await self.studio.open_table(*asked.table, own)
            return await self.studio.open_game(asked.game or "", own)

        return await self._answer(work)

    async def shared(self, request: Request) -> Response:
        async def work() -> Any:
            self._demand_time(request)
            key = read_key(parse_json(await self._read_body(request, self._settings.largest_draft)))
            return json.loads(await self.studio.read_shared(key))

        return await self._answer(work)

    async def work(self, request: Request) -> Response:
        what = request.path_params["what"]

        async def work() -> Any:
            self._demand_time(request)
            if what not in WORK:
                raise Refused("no_game", "There is nothing here.")
            data = read_work(what, parse_json(await self._read_body(request, self._settings.largest_draft)))
            draft = await self.studio.enter(request.path_params["draft"], data.pop("token"), self.is_own(request))
            return await self._do(what, draft, data)

        return await self._answer(work)

    def _demand_time(self, request: Request) -> None:
        if not self._asked.allows(_find_address(request)):
            raise Refused("too_often", "Not so fast: the text is read again in a moment.")

    async def _do(self, what: str, draft: Draft, data: dict[str, Any]) -> Any:
        studio = self.studio
        match what:
            case "read":
                return {**studio.read(draft), **await studio.study(draft)}
            case "complete" | "point":
                method = "complete" if what == "complete" else "point_at"
                return await studio.ask(draft, method, data["file"], data["text"], data["offset"])
            case "versions":
                return studio.list_versions(draft)
            case "look":
                return studio.look_at(draft, data["row"])
            case _:
                return await getattr(studio, what)(draft, **data)


def _find_address(request: Request) -> str:
    return group_address(request.client.host if request.client is not None else "")
