"""Texts that are written beside their table: what is told of them, kept of them, and brought to a match; without a page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tgpl.apps.web.bench import Bench, Units
from tgpl.apps.web.catalogue import Catalogue
from tgpl.apps.web.lobby import Lobby
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.sandbox import Upload
from tgpl.apps.web.settings import Settings
from tgpl.apps.web.sqlite_store import SqliteStore
from tgpl.apps.web.studio import Studio

TEMPLATE = (Path(__file__).parents[3] / "src" / "tgpl" / "template.tgpl").read_text(encoding="utf-8")
MAIN = "game.tgpl"


def in_studio(tmp_path: Path, work: Callable[[Studio], Awaitable[None]], guests: bool = True, *games: str) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        lobby = Lobby(store, Catalogue(list(games)), Settings())
        await store.open(lobby.hear)
        studio = Studio(lobby, guests)
        try:
            await work(studio)
        finally:
            studio.close()
            await lobby.close()
            await store.close()

    asyncio.run(run())


async def refused(answer: Awaitable[Any]) -> str:
    with pytest.raises(Refused) as why:
        await answer
    return why.value.code


# ---- the bench


def test_a_slip_is_told_with_what_mends_it_in_units_of_browsers() -> None:
    text = "// 🎲\n" + TEMPLATE.replace("effect", "efect")
    told = Bench({}).study(MAIN, {MAIN: text})
    problem = next(one for one in told["problems"] if "fix" in one)
    units = text.encode("utf-16-le")
    for change in reversed(problem["fix"]["changes"]):
        units = units[: 2 * change["start"]] + change["text"].encode("utf-16-le") + units[2 * change["end"] :]
    after = Bench({}).study(MAIN, {MAIN: units.decode("utf-16-le")})
    assert not told["playable"] and after["playable"] and after["problems"] == []
    assert after["players"] == [2, 4] and after["names"]["Heap"] == "class"


def test_units_lead_there_and_back() -> None:
    text = "a🎲b🎲c"
    units = Units(text)
    assert [units.forth(at) for at in range(len(text) + 1)] == [0, 1, 3, 4, 6, 7]
    assert [units.back(units.forth(at)) for at in range(len(text) + 1)] == list(range(len(text) + 1))


def test_completion_knows_the_text_as_it_is_now() -> None:
    bench, text = Bench({}), TEMPLATE.replace("stones -= count;", "sto")
    found = bench.complete(MAIN, {MAIN: text}, MAIN, text.index("sto\n") + 3)
    assert found["start"] == text.index("sto\n") and found["items"][0]["label"] == "stones"


def test_quick_games_go_on_where_they_were() -> None:
    bench = Bench({})
    bench.study(MAIN, {MAIN: TEMPLATE})
    first, second = (sum(bench.test(0.2)["games"].values()) for _ in range(2))
    assert 0 < first < second
    bench.study(MAIN, {MAIN: TEMPLATE.replace("if (stones == 0)", "if (stones < 0)")})
    assert bench.test(0.3)["fine"] is False


# ---- drafts


def test_all_that_was_written_can_be_had_again(tmp_path: Path) -> None:
    texts = [TEMPLATE, TEMPLATE.replace("12", "9"), TEMPLATE.replace("12", "20") + "// end\n"]

    async def work(studio: Studio) -> None:
        made = await studio.begin(Upload(MAIN, {MAIN: texts[0]}), own=False)
        draft = await studio.enter(made["draft"], made["token"], own=False)
        for number, text in enumerate(texts[1:]):
            assert (await studio.write(draft, {MAIN: text}, number))["playable"]
        assert await refused(studio.write(draft, {MAIN: "other"}, 1)) == "stale"
        await studio.save(draft, {MAIN: texts[2]}, 2, force=False)
        again = await studio.drafts.find(draft.name)
        assert again is not None and again.now == {MAIN: texts[2]}
        assert [again.at(row)[MAIN] for row in range(3)] == texts
        assert again.versions()[0].mark == "saved"

    in_studio(tmp_path, work)


def test_nobody_reads_or_writes_without_the_token(tmp_path: Path) -> None:
    async def work(studio: Studio) -> None:
        made, other = [await studio.begin(Upload(MAIN, {MAIN: TEMPLATE}), own=False) for _ in range(2)]
        for token in ("", "x" * 22, other["token"], None):
            assert await refused(studio.enter(made["draft"], token, own=False)) == "bad_token"
        assert await refused(studio.enter("../../../../etc", made["token"], own=False)) == "bad_token"
        draft = await studio.enter(made["draft"], made["token"], own=False)
        for sources in ({"../a.tgpl": "", MAIN: ""}, {"b.tgpl": ""}, {MAIN: "x" * 400_000}):
            assert await refused(studio.write(draft, sources, 0)) in ("bad_files", "too_large")

    in_studio(tmp_path, work)


def test_without_leave_guests_do_not_write(tmp_path: Path) -> None:
    async def work(studio: Studio) -> None:
        assert await refused(studio.begin(Upload(MAIN, {MAIN: TEMPLATE}), own=False)) == "no_studio"
        assert "draft" in await studio.begin(Upload(MAIN, {MAIN: TEMPLATE}), own=True)

    in_studio(tmp_path, work, False)


# ---- at the table


async def choose_first(studio: Studio, table: str) -> None:
    found = await studio.lobby.find(table)
    assert found is not None
    async with found.alone():
        await found.keep_and_show([await found.host.call("choose", 0, {"option": "0"}, 0)])


def test_a_rule_changes_under_a_running_match_and_the_match_is_kept_so(tmp_path: Path) -> None:
    async def work(studio: Studio) -> None:
        made = await studio.begin(Upload(MAIN, {MAIN: TEMPLATE}), own=False)
        draft = await studio.enter(made["draft"], made["token"], own=False)
        table = await studio.play(draft, None)
        await choose_first(studio, table["table"])
        await studio.write(draft, {MAIN: TEMPLATE.replace("12", "30")}, 0)
        assert await refused(studio.bring(draft, table["table"], "x" * 22, accept=False)) == "bad_token"
        told = await studio.bring(draft, table["table"], table["owner"], accept=False)
        assert told == {"followed": True, "choices": told["choices"]} and told["choices"] > 0
        again = await studio.lobby.load(table["table"])
        assert again is not None and again.host.game["key"] == studio.lobby.tables[table["table"]].host.game["key"]
        again.host.close()
        # A choice that the new rules do not have is named, and the table stays as it is until the designer says so.
        row = len(draft.rows)
        await studio.write(draft, {MAIN: TEMPLATE.replace("action Take", "action Grab")}, row)
        assert "no longer possible" in (await studio.bring(draft, table["table"], table["owner"], accept=False))["lost"]
        assert (await studio.bring(draft, table["table"], table["owner"], accept=True))["choices"] == 0
        await studio.write(draft, {MAIN: TEMPLATE.replace("2 to 4", "3")}, len(draft.rows))
        assert await refused(studio.bring(draft, table["table"], table["owner"], accept=False)) == "players"

    in_studio(tmp_path, work)


def test_a_file_is_written_by_who_is_on_the_same_computer_only(tmp_path: Path) -> None:
    file = tmp_path / "heap.tgpl"
    file.write_bytes(TEMPLATE.replace("\n", "\r\n").encode())

    async def work(studio: Studio) -> None:
        opened = await studio.open_game("heap.tgpl", own=True)
        assert await refused(studio.enter(opened["draft"], opened["token"], own=False)) == "bad_token"
        draft = await studio.enter(opened["draft"], opened["token"], own=True)
        table = await studio.play(draft, 2)
        changed = TEMPLATE.replace("12", "15")
        await studio.write(draft, {"heap.tgpl": changed}, 0)
        assert (await studio.bring(draft, table["table"], table["owner"], accept=False))["followed"]
        assert b"12" in file.read_bytes()
        await studio.save(draft, {"heap.tgpl": changed}, 1, force=False)
        assert file.read_bytes() == changed.replace("\n", "\r\n").encode()
        file.write_text("another program", encoding="utf-8")
        row = len(draft.rows)
        assert await refused(studio.save(draft, {"heap.tgpl": TEMPLATE}, row, force=False)) == "changed_on_disk"
        assert await refused(studio.save(draft, {"heap.tgpl": "old window"}, 1, force=True)) == "stale"
        assert file.read_text(encoding="utf-8") == "another program"
        # A guest's text is never played outside a sandbox, whosever table it is.
        guest = await studio.begin(Upload(MAIN, {MAIN: TEMPLATE}), own=True)
        strange = await studio.enter(guest["draft"], guest["token"], own=True)
        assert await refused(studio.bring(strange, table["table"], table["owner"], accept=True)) == "not_own"

    in_studio(tmp_path, work, True, str(file))


def test_what_is_shared_can_be_had_by_its_key(tmp_path: Path) -> None:
    async def work(studio: Studio) -> None:
        made = await studio.begin(Upload(MAIN, {MAIN: TEMPLATE}), own=False)
        draft = await studio.enter(made["draft"], made["token"], own=False)
        key = (await studio.share(draft))["key"]
        assert TEMPLATE[:20] in await studio.read_shared(key)
        assert await refused(studio.read_shared("0" * 32)) == "no_game"

    in_studio(tmp_path, work)
