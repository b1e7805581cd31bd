"""The designer's desk: things that are changed by hand, and rules that change while tables are played."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tgpl.apps.cli import tgpl
from web_client import Page
from web_games import HANDS, write_games
from web_server import RunningServer
from web_tables import at_table, move, refused


def tile(page: Page, x: int, y: int) -> str:
    return next(str(key) for key, one in page.picture["tiles"].items() if (one["x"], one["y"]) == (x, y))


def zone(page: Page, name: str, owner: int | None = None) -> str:
    zones = page.picture["zones"].items()
    return next(str(key) for key, one in zones if one["name"].lower() == name and one.get("owner") == owner)


def test_the_owner_lends_a_hand(server: RunningServer, tmp_path: Path) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        owner, guest = pages
        pawn = next(
            key for key, thing in owner.picture["things"].items() if thing.get("owner") == 1 and "tile" in thing["at"]
        )
        goal = tile(owner, 2, 2)
        await owner.ask("hand", move=pawn, to=goal)
        await guest.until(lambda: guest.at == 1)
        assert guest.news[-1] == {"at": 1, "kind": "said", "text": "By hand: pawn from Spot (1, 0) to Spot (2, 2)."}
        there = [thing for thing in guest.picture["things"].values() if thing["at"].get("tile") == tile(guest, 2, 2)]
        assert len(there) == 1 and owner.asked is not None
        # A card that nobody sees goes to a hand that only its owner sees.
        await move(owner, random.Random(1))
        await move(guest, random.Random(1))
        await owner.until_asked()
        hand = zone(owner, "cards", 0)
        before = owner.picture["zones"][hand]["size"]
        await owner.ask("hand", deal=zone(owner, "pile"), to=hand)
        await guest.until(lambda: guest.at == owner.at)
        assert owner.picture["zones"][zone(owner, "cards", 0)]["size"] == before + 1
        assert "card" not in guest.news[-1]["text"].replace("cards of Hand", "") and "hidden" in guest.news[-1]["text"]
        score = next(value for value in owner.picture["values"] if value["name"].lower() == "points")
        assert score["value"] == "0"
        for code, edit in (
            ("no_thing", {"move": "9999", "to": goal}),
            ("not_possible", {"move": pawn, "to": pawn}),
            ("not_possible", {"set": goal, "attribute": "points", "value": 3}),
            ("bad_field", {"set": goal}),
        ):
            assert await refused(owner.ask("hand", **edit)) == code
        assert await refused(guest.ask("hand", move=pawn, to=goal)) == "not_owner"
        await owner.ask("options", hand=False)
        assert await refused(owner.ask("hand", move=pawn, to=goal)) == "no_hand"
        # It can be taken back, and stands in the record, which replays as it was.
        past = (await guest.ask("look", at=1))["past"]["picture"]
        assert any(thing["at"].get("tile") == goal for thing in past["things"].values())
        await owner.until_asked()
        await owner.choose(owner.option("End"))
        record = server.ask(f"/t/{made['table']}/record", {"token": made["owner"]})[1]
        assert next(choice for choice in record["choices"] if isinstance(choice, dict)).keys() == {"hand"}
        path = tmp_path / "match.json"
        path.write_text(json.dumps(record), encoding="utf-8")
        played = CliRunner().invoke(tgpl, ["replay", str(path)])
        assert played.exit_code == 0 and "By hand: pawn" in played.output

    at_table(server, "hands.tgpl", work)


def test_numbers_are_changed_by_hand_and_who_thinks_says_so_plainly(server: RunningServer) -> None:
    async def work() -> None:
        made = server.make_table("pig/pig.tgpl", seats=["me", "mcts:20"])
        async with Page(server, made["table"], made["owner"]) as owner:
            points = next(value for value in owner.picture["players"]["0"]["values"] if "number" in value)
            await owner.ask("hand", set=points["of"], attribute=points["attribute"], value=7)
            assert "By hand" in owner.news[-1]["text"] and "→ 7" in owner.news[-1]["text"]
            while not owner.notices:
                await owner.until(lambda: owner.asked is not None or bool(owner.notices))
                if not owner.notices:
                    await owner.choose(next(reversed(owner.options)))
            assert "changed by hand" in owner.notices[0] and "mcts:20" in owner.notices[0]
            await owner.ask("sit", seat=1, who="random")
            await owner.until_asked()

    asyncio.run(work())


@pytest.fixture
def desk(tmp_path: Path, store: str) -> Iterator[tuple[RunningServer, Path]]:
    folder = tmp_path / "games"
    folder.mkdir()
    with RunningServer(store, [str(write_games(folder))], watch=True) as running:
        yield running, folder / "hands.tgpl"


def save(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    os.utime(path, (time.time() + save.later,) * 2)  # type: ignore[attr-defined]
    save.later += 2  # type: ignore[attr-defined]


save.later = 2  # type: ignore[attr-defined]


def test_saved_rules_reach_a_running_table(desk: tuple[RunningServer, Path]) -> None:
    server, file = desk

    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        owner, guest = pages
        for page in (owner, guest, owner):
            await move(page, random.Random(1))
        # A rule more: everything so far is still possible, though the numbers of options may be others.
        save(
            file,
            HANDS.replace(
                "class Hand\n{", "class Hand\n{\n    action Ask { trigger PlayerChoiceEvent; effect { turn.pass(); } }"
            ),
        )
        await guest.until(lambda: any("still possible" in words for words in guest.notices))
        await guest.until(lambda: guest.asked is not None and "Ask" in [o["label"] for o in guest.options.values()])
        assert guest.at == 3
        # A mistake is shown to the owner, as `tgpl check` shows it, and to nobody else.
        save(file, HANDS.replace("number points", "numbr points"))
        await owner.until(lambda: owner.heard[-1]["type"] == "problems" and owner.heard[-1]["problems"] != [])
        problem = owner.heard[-1]["problems"][0]
        assert (
            "numbr" in problem
            and "hands.tgpl" in problem
            and str(file.parent.parent) not in problem.split("hands.tgpl")[0][:0] + ""
        )
        assert not any(message["type"] == "problems" for message in guest.heard)
        await guest.choose(guest.option("Ask"))
        # Without what was just chosen: the first choice that is lost is named, and the last good point offered.
        save(file, HANDS)
        await owner.until(lambda: any(message.get("offer") for message in owner.heard))
        offer = next(message["offer"] for message in owner.heard if message.get("offer"))
        assert "Choice 4 of 4" in offer["words"] and offer["lost"]["seat"] == 1 and offer["lost"]["at"] == 3
        assert await refused(guest.ask("accept", rules=offer["rules"])) == "not_owner"
        assert await refused(owner.ask("accept", rules="x" * 64)) == "no_offer"
        assert owner.at == 4
        await owner.ask("accept", rules=offer["rules"])
        await guest.until(lambda: guest.at == 3 and guest.asked is not None)
        assert {option["label"] for option in guest.options.values()} == {"Draw", "End"}

    at_table(server, "hands.tgpl", work)


def test_after_a_restart_a_table_goes_on_under_the_rules_that_it_had(desk: tuple[RunningServer, Path]) -> None:
    server, file = desk

    async def work() -> None:
        made = server.make_table("hands.tgpl")
        async with Page(server, made["table"], made["owner"]) as owner:
            await move(owner, random.Random(1))
            save(file, HANDS.replace('game "hands"', 'game "other hands"'))
            await owner.until(lambda: owner.picture["title"] == "other hands")
        server.kill()
        server.start()
        async with Page(server, made["table"], made["owner"]) as owner:
            assert owner.picture["title"] == "other hands" and owner.at == 1

    asyncio.run(work())
