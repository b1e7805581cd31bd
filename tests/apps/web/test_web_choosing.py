"""What a seat is asked and may answer: options, sets, values, moves that are taken back while they are made, choices at the same time."""

from __future__ import annotations

from typing import Any

from web_client import Page
from web_server import RunningServer
from web_tables import at_table, refused


def test_what_is_not_offered_is_refused(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        first, second = pages
        assert await refused(first.choose("99")) == "not_offered"
        assert await refused(first.choose("-1")) == "not_offered"
        assert await refused(first.choose(options=["0"])) == "no_set"
        assert await refused(first.choose(value=3)) == "not_possible"
        assert await refused(second.choose("0")) == "not_asked"
        assert await refused(first.ask("choose", version=0, option="0")) == "stale"
        version = first.version
        await first.choose("0")
        assert await refused(first.ask("choose", version=version, option="0")) == "stale"  # the same once more
        assert await refused(second.ask("hand", move="1", to="2")) == "not_owner"
        assert await refused(second.ask("accept", rules="x")) == "not_owner"

    at_table(server, "tris/tris.tgpl", work)


def test_who_only_watches_can_do_nothing(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        async with Page(server, made["table"], made["links"]["watch"]) as page:
            assert page.asked is None and page.table["you"] == {"seat": None, "owner": False}
            assert await refused(page.choose("0")) == "no_seat"
            for kind in ("cancel", "why", "hint", "agree", "decline"):
                assert await refused(page.ask(kind)) == "no_seat"
            wanted: list[tuple[str, dict[str, Any]]] = [
                ("undo", {"to": 0}),
                ("comment", {"at": 0, "text": "x"}),
                ("name", {"name": "x"}),
                ("sit", {"seat": 0, "who": "random"}),
                ("options", {"undo": "at once"}),
            ]
            for kind, more in wanted:
                assert await refused(page.ask(kind, **more)) == "not_owner"
            await page.ask("look", at=0)

    at_table(server, "tris/tris.tgpl", work)


def test_sets_are_chosen_piece_by_piece_or_whole(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        first, second = pages
        await first.choose(first.option("Pay"))
        assert first.asked is not None and first.asked["set"]["picked"] == [] and first.asked["cancel"]
        names = {option["label"]: key for key, option in first.options.items()}
        await first.choose(names["coin 4"])
        assert first.asked["set"]["picked"] == [names["coin 4"]] and names["coin 4"] not in first.options
        assert "done" not in first.options
        await first.choose(names["coin 1"])
        assert set(first.options) == {"done"}
        await first.ask("cancel")  # only what is picked
        assert first.asked["set"]["picked"] == [] and set(names.values()) <= set(first.options)
        assert await refused(first.choose(options=[names["coin 1"]])) == "not_possible"
        assert await refused(first.choose(options=[names["coin 1"]] * 2)) == "not_possible"
        assert await refused(first.choose(options=["7777", "x"])) == "not_offered"
        await first.choose(options=[names["coin 3"], names["coin 1"]])
        await second.until_asked()
        buyer = next(v for v in second.picture["players"]["0"]["values"] if v["name"].lower() == "paid")
        assert buyer["value"] == "4"

    at_table(server, "shop.tgpl", work)


def test_any_number_or_text_may_be_named(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        first, second = pages
        await first.choose(first.option("Say"))
        assert first.asked is not None and first.asked["free"] == "string"
        words = "<script>alert(1)</script> ünd 🎲"
        await first.choose(value=words)
        await second.until_asked()
        assert second.news[-1]["text"] == words
        await second.choose(second.option("Count"))
        assert await refused(second.choose(value="three")) == "not_possible"
        assert await refused(second.choose(value=None)) == "not_possible"
        await second.choose(value=2.5)
        await second.choose(second.option("2"))
        await first.until_asked()
        assert any(value["value"] == "5" for value in first.picture["values"])

    at_table(server, "shop.tgpl", work)


def test_a_move_can_be_taken_back_while_nothing_of_it_is_done(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        first, second = pages
        before = first.picture
        assert await refused(first.ask("cancel")) == "nothing_to_cancel"
        await first.choose(first.option("Count"))
        await first.choose(value=3)
        assert await refused(second.ask("cancel")) == "nothing_to_cancel"
        await first.ask("cancel")
        assert first.picture == before
        await first.choose(first.option("End"))
        assert await refused(first.ask("cancel")) == "nothing_to_cancel"

    at_table(server, "shop.tgpl", work)


def test_all_choose_in_whichever_order(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        first, second, third = pages
        assert all(page.picture["asked"] == [0, 1, 2] and page.asked is not None for page in pages)
        before = [len(page.raw) for page in pages]
        await third.choose(third.option("Offer"))
        await third.choose(third.option("2"))
        await third.choose(third.option("true"))
        await second.choose(second.option("Pass"))
        assert third.asked is None and second.asked is None
        # Nobody heard anything of the others, and one can still think again.
        assert len(first.raw) == before[0] and third.picture["asked"] == [0, 1, 2]
        await third.ask("cancel")
        assert third.asked is not None and {o["label"] for o in third.options.values()} == {"Offer", "Pass"}
        await third.choose(third.option("Pass"))
        await first.choose(first.option("Pass"))
        for page in pages:
            await page.until(lambda page=page: page.at == 1)
        # In the second round player 1 has nothing to choose, and nobody can see that.
        assert second.asked is None and all(page.picture["asked"] == [0, 1, 2] for page in pages)
        await third.choose(third.option("Pass"))
        await first.choose(first.option("Pass"))
        for page in pages:
            await page.until(lambda page=page: page.at == 2)
        assert all(page.picture["move"] == first.picture["move"] for page in pages)

    at_table(server, "bids.tgpl", work, players=3)


def test_why_quotes_the_rule_and_a_hint_names_an_option(server: RunningServer) -> None:
    async def work(pages: list[Page], made: dict[str, Any]) -> None:
        first, second = pages
        await first.choose(next(iter(first.options)))
        if first.asked is not None:
            await first.choose(next(iter(first.options)))
        await second.until_asked()
        taken = next(
            key
            for key, tile in second.picture["tiles"].items()
            if "mark" in tile or any(thing["at"].get("tile") == key for thing in second.picture["things"].values())
        )
        found = (await second.ask("why", about=taken))["why"]
        assert found["reasons"] and all("/" not in reason.get("file", "") for reason in found["reasons"])
        assert any("quote" in reason for reason in found["reasons"]) and await refused(first.ask("why")) == "not_asked"
        hint = (await second.ask("hint"))["hint"]
        assert hint["option"] in second.options and hint["label"] == second.options[hint["option"]]["label"]

    at_table(server, "tris/tris.tgpl", work)
