"""Who gets in, and who does not: links, seats that are given away, machines."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tgpl.apps.web.tokens import make_token
from web_client import Closed, Page
from web_server import RunningServer
from web_tables import at_table, play_on, refused

TRIS = "tris/tris.tgpl"


def test_a_link_is_for_one_person(server: RunningServer) -> None:
    async def work() -> None:
        made = server.make_table(TRIS)
        table, link = made["table"], made["links"]["1"]
        mine, theirs = make_token(), make_token()
        async with Page(server, table, link, take=mine) as page:
            assert page.table["you"] == {"seat": 1, "owner": False} and "links" not in page.table
            # The link is worth nothing now, with another token or alone.
            for late in (Page(server, table, link, take=theirs), Page(server, table, link)):
                await late.open(wait=False)
                assert await late.until_closed() == 4401
                assert [message["type"] for message in late.heard] == ["bye"]
            # Whose answer was lost comes again with the same two; later with their own alone.
            for again in (Page(server, table, link, take=mine), Page(server, table, mine)):
                async with again:
                    assert again.table["you"]["seat"] == 1
        async with Page(server, table, made["owner"]) as owner:
            assert set(owner.table["links"]) == {"watch"} and owner.table["seats"][1]["taken"]

    asyncio.run(work())


def test_of_two_who_come_at_once_one_sits_down(server: RunningServer) -> None:
    async def work() -> None:
        made = server.make_table(TRIS)
        pages = [Page(server, made["table"], made["links"]["1"], take=make_token()) for _ in range(8)]

        async def come(page: Page) -> bool:
            try:
                await page.open()
                return True
            except Closed:
                return False

        assert sum(await asyncio.gather(*map(come, pages))) == 1
        for page in pages:
            await page.close()

    asyncio.run(work())


def test_a_seat_that_is_given_away_is_lost_at_once(server: RunningServer) -> None:
    async def work() -> None:
        made = server.make_table(TRIS)
        table, mine = made["table"], make_token()
        async with (
            Page(server, table, made["owner"]) as owner,
            Page(server, table, made["links"]["1"], take=mine) as page,
        ):
            await owner.ask("sit", seat=1, who="person")
            assert await page.until_closed() == 4403 and page.bye is not None and page.bye["code"] == 4403
            for token in (mine, made["links"]["1"]):
                late = Page(server, table, token)
                await late.open(wait=False)
                assert await late.until_closed() == 4401
            fresh = owner.table["links"]["1"]
            assert fresh not in (mine, made["links"]["1"])
            async with Page(server, table, fresh) as other:
                assert other.table["you"]["seat"] == 1

    asyncio.run(work())


def test_nothing_is_told_to_who_has_not_entered(server: RunningServer) -> None:
    async def work() -> None:
        made = server.make_table(TRIS)
        address = f"ws://{server.address}/t/{made['table']}/socket"
        firsts = [
            {"type": "choose", "request": 1, "version": 0, "option": "0"},
            {"type": "look", "request": 1, "at": 0},
            {"type": "enter", "token": "x" * 22},
            {"type": "enter", "token": ""},
            {"type": "enter", "token": made["table"]},
            {"type": "enter"},
            {"type": "enter", "token": made["owner"], "seat": 1},
            [],
        ]
        async with Page(server, made["table"], made["owner"]) as owner:
            for first in firsts:
                async with connect(address) as socket:
                    await socket.send(json.dumps(first))
                    assert json.loads(await socket.recv())["type"] == "bye"
                    with pytest.raises(Exception, match="44"):
                        await socket.recv()
            async with connect(address) as socket:  # says nothing, while others play
                await owner.choose("0")
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(socket.recv(), 0.3)

    asyncio.run(work())


def test_another_table_is_another_table(server: RunningServer) -> None:
    """A token opens one table, one seat, and no record of another's."""

    async def work() -> None:
        one, other = server.make_table("hands.tgpl"), server.make_table("hands.tgpl")
        for token in (one["owner"], one["links"]["1"], one["links"]["watch"]):
            page = Page(server, other["table"], token)
            await page.open(wait=False)
            assert await page.until_closed() == 4401
            assert server.ask(f"/t/{other['table']}/record", {"token": token})[0] == 403
        nowhere = Page(server, "A" * 12, one["owner"])
        await nowhere.open(wait=False)
        assert await nowhere.until_closed() == 4404

    asyncio.run(work())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_pages_of_others_get_nothing(server: RunningServer, origin: str) -> None:
    assert server.ask("/tables", {"game": TRIS}, {"origin": origin})[0] == 403
    made = server.make_table(TRIS)
    assert server.ask(f"/t/{made['table']}/record", {"token": made["owner"]}, {"origin": origin})[0] == 403

    async def work() -> None:
        with pytest.raises(Exception, match="403"):
            await connect(f"ws://{server.address}/t/{made['table']}/socket", origin=origin).__aenter__()  # type: ignore[arg-type]
        own: Any = f"http://{server.address}"
        async with connect(f"ws://{server.address}/t/{made['table']}/socket", origin=own):
            pass

    asyncio.run(work())


def test_another_name_for_this_computer_is_none(server: RunningServer) -> None:
    """A page that lets its own name lead here would else be a page of this server."""
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example"):
        assert server.ask("/games", headers={"host": host})[0] == 421
        assert server.ask("/tables", {"game": TRIS}, {"host": host, "origin": f"http://{host}"})[0] == 403
    for host in ("localhost:8000", "127.0.0.1", "[::1]:8000"):
        assert server.ask("/about", headers={"host": host})[0] == 200


def test_names_and_titles_are_texts(server: RunningServer) -> None:
    script = "<script>alert(1)</script>"

    async def work() -> None:
        made = server.make_table(TRIS, title=script)
        async with (
            Page(server, made["table"], made["owner"]) as owner,
            Page(server, made["table"], made["links"]["1"]) as page,
        ):
            await page.ask("name", name=f"  {script}\u202e\n and so on for ever and ever and ever")
            await owner.until(lambda: owner.table["seats"][1]["name"] != "")
            name = owner.table["seats"][1]["name"]
            assert name.startswith(script) and "\u202e" not in name and "\n" not in name and len(name) <= 40
            assert page.table["title"] == script
            await owner.ask("options", title="x\u0000" * 100)
            await page.until(lambda: page.table["title"] != script)
            assert "\u0000" not in page.table["title"] and len(page.table["title"]) <= 60

    asyncio.run(work())
    for path in (
        "/",
        f"/t/{script}",
        "/about",
        "/games",
        "/nowhere",
        "/static/table.js",
        "/static/../server.py",
        "/static/%2e%2e/server.py",
    ):
        status, _ = server.ask(path)
        assert status in (200, 404)


def test_every_answer_forbids_what_a_page_must_not_do(server: RunningServer) -> None:
    import urllib.error
    import urllib.request

    for path in ("/", "/t/abc", "/games", "/nowhere", "/tables"):
        try:
            answer: Any = urllib.request.urlopen(f"http://{server.address}{path}")
        except urllib.error.HTTPError as error:
            answer = error
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert (
            answer.headers["x-content-type-options"] == "nosniff" and answer.headers["referrer-policy"] == "no-referrer"
        )
        assert "server" not in answer.headers and "set-cookie" not in answer.headers


# ---- machines


def test_machines_take_seats_when_somebody_leaves(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        owner, guest = pages
        assert await refused(guest.ask("sit", seat=0, who="random")) == "not_owner"
        assert await refused(guest.ask("sit", seat=1, who="me")) == "not_owner"
        assert await refused(owner.ask("sit", seat=1, who="genius")) == "no_machine"
        assert await refused(owner.ask("sit", seat=1, who="mcts:1000s")) == "no_machine"
        assert await refused(owner.ask("sit", seat=9, who="random")) == "no_seat"
        await guest.ask("sit", seat=1, who="random")  # leaves
        assert await guest.until_closed() == 4403
        await play_on(owner, random.Random(1))
        assert owner.ended is not None
        assert owner.table["seats"][1] == {"name": "", "who": "random", "taken": True, "present": True}

    at_table(server, TRIS, work)


@pytest.mark.parametrize("game", [TRIS, "goofspiel/goofspiel.tgpl"])
def test_a_machine_thinks_in_its_own_process(server: RunningServer, game: str) -> None:
    async def work() -> None:
        made = server.make_table(game, seats=["me", "mcts:30"], seed=3)
        async with Page(server, made["table"], made["owner"]) as page:
            await play_on(page, random.Random(2))
            assert page.ended is not None

    asyncio.run(work())


def test_the_owner_takes_another_seat(server: RunningServer) -> None:
    async def work() -> None:
        made = server.make_table(TRIS, seats=["random", "random"])
        async with Page(server, made["table"], made["owner"]) as page:
            assert page.table["you"] == {"seat": None, "owner": True}
            await page.ask("sit", seat=0, who="me")
            assert page.table["you"]["seat"] == 0
            await page.ask("sit", seat=1, who="me")
            assert page.table["you"]["seat"] == 1 and not page.table["seats"][0]["taken"]
            assert "0" in page.table["links"]

    asyncio.run(work())
