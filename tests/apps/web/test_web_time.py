"""Back and forth in time: looking back, undo by agreement, forks, comments, records."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from tgpl.apps.cli import tgpl
from web_client import Page
from web_server import RunningServer
from web_tables import at_table, links, move, play_on, refused

TRIS = "tris/tris.tgpl"


def test_looking_back_disturbs_nobody(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        chance, seen = random.Random(4), [[], []]  # type: ignore[var-annotated]
        for turn in range(4):
            for number, page in enumerate(pages):
                seen[number].append(without_questions(page.picture))
            await move(pages[turn % 2], chance)
            await pages[1 - turn % 2].until(lambda turn=turn: pages[1 - turn % 2].at == turn + 1)  # type: ignore[misc]
        before = [len(page.raw) for page in pages]
        for number, page in enumerate(pages):
            for at in (3, 0, 2):
                past = (await page.ask("look", at=at))["past"]
                assert past["at"] == at and without_questions(past["picture"]) == seen[number][at]
                assert "ask" not in past["picture"]
        assert [len(page.raw) for page in pages] == [count + 3 for count in before]
        assert await refused(pages[0].ask("look", at=5)) == "no_moment"
        assert await refused(pages[0].ask("look", at=10**9)) == "no_moment"

    at_table(server, "hands.tgpl", work)


def without_questions(picture: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in picture.items() if key not in ("ask", "asked")}


def test_people_agree_to_go_back(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        owner, guest = pages
        chance = random.Random(1)
        first = owner.picture
        await move(owner, chance)
        await move(guest, chance)
        await owner.until(lambda: owner.at == 2)
        assert await refused(owner.ask("agree")) == "no_vote"
        assert await refused(owner.ask("undo", to=3)) == "no_moment"
        await owner.ask("undo", to=0)
        await guest.until(lambda: guest.heard[-1].get("votes") == {"undo": 0, "by": 0, "agreed": [0]})
        await guest.ask("decline")
        await owner.until(lambda: owner.heard[-1].get("votes", 0) is None)
        await owner.ask("undo", to=0)
        await move(owner, chance)  # who plays on has given it up
        assert await refused(guest.ask("agree")) == "no_vote"
        await guest.ask("undo", to=0)
        await owner.ask("agree")
        for page in pages:
            await page.until(lambda page=page: page.at == 0)  # type: ignore[misc]
            assert page.news == []
        assert owner.picture == first
        # At once, if the table says so.
        await owner.ask("options", undo="at once")
        await move(owner, chance)
        await guest.ask("undo", to=0)
        await owner.until(lambda: owner.at == 0)
        assert await refused(guest.ask("options", undo="agreement")) == "not_owner"
        assert await refused(owner.ask("options", undo="never")) == "bad_field"

    at_table(server, TRIS, work)


def test_comments_are_pinned_to_moments(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        owner, guest = pages
        await move(owner, random.Random(1))
        await guest.ask("comment", at=1, text="  <b>Well</b> played\n")
        await owner.until(lambda: owner.heard[-1]["type"] == "comments")
        assert owner.heard[-1]["comments"] == [{"seat": 1, "at": 1, "text": "<b>Well</b> played"}]
        assert await refused(guest.ask("comment", at=7, text="x")) == "no_moment"
        assert await refused(guest.ask("comment", at=0, text="  ")) == "no_words"
        async with Page(server, made["table"], made["links"]["watch"]) as late:
            assert late.table["comments"][0]["at"] == 1

    at_table(server, TRIS, work)


def test_a_record_is_what_replay_takes_and_tells_nothing_before_the_end(server: RunningServer, tmp_path: Path) -> None:
    async def work() -> None:
        made = server.make_table("honours/honours.tgpl", seats=["me", "person", "random", "random"])
        pages = [Page(server, made["table"], token) for token in links(made)]
        for page in pages:
            await page.open()
        status, found = server.ask(f"/t/{made['table']}/record", {"token": made["owner"]})
        assert (status, found["code"]) == (403, "secrets")
        assert await refused(pages[0].ask("fork", at=0)) == "secrets"
        await asyncio.gather(*(play_on(page, random.Random(seat)) for seat, page in enumerate(pages)))
        await pages[0].ask("comment", at=3, text="why this?")
        status, record = server.ask(f"/t/{made['table']}/record", {"token": made["owner"]})
        assert status == 200 and record["comments"] == [{"seat": 0, "at": 3, "text": "why this?"}]
        assert record["seats"] == ["human", "human", "random", "random"] and record["times"]
        path = tmp_path / "match.json"
        path.write_text(json.dumps(record), encoding="utf-8")
        played = CliRunner().invoke(tgpl, ["replay", str(path), "--json"])
        assert played.exit_code == 0, played.output
        assert json.loads(played.output)["ranking"] == record["result"]["ranking"]
        forked = (await pages[1].ask("fork", at=20))["fork"]
        for page in pages:
            await page.close()
        async with Page(server, forked["table"], forked["owner"]) as again:
            assert again.at >= 20 and again.table["you"] == {"seat": 1, "owner": True}
            await play_on(again, random.Random(3), most=3)

    asyncio.run(work())


def test_a_fork_of_an_open_game_draws_anew(server: RunningServer) -> None:
    """Nobody looks into the future in a fork."""

    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        await move(pages[0], random.Random(1))
        assert server.ask(f"/t/{made['table']}/record", {"token": made["owner"]})[0] == 403
        forked = (await pages[1].ask("fork", at=1))["fork"]
        async with Page(server, forked["table"], forked["owner"]) as page:
            assert any(one["text"].startswith("By hand: what is drawn") for one in page.news)

    at_table(server, "pig/pig.tgpl", work)
