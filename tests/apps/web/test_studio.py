"""Texts that are written beside their table: what is told of them, kept of them, and brought to a match; without a page."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tgpl.apps.web.bench import Bench, Units
from tgpl.apps.web.catalogue import Catalogue
from tgpl.apps.web.lobby import Lobby
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.sandbox import Upload
from tgpl.apps.web.settings import Rate, Settings
from tgpl.apps.web.sqlite_store import SqliteStore
from tgpl.apps.web.studio import Studio
from web_server import GENEROUS, RunningServer

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


# ---- over the network


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("studio")
    (folder / "heap.tgpl").write_text(TEMPLATE, encoding="utf-8")
    with RunningServer(str(folder / "tables.sqlite"), [str(folder / "heap.tgpl")]) as running:
        yield running


def test_a_draft_is_written_and_played_over_the_network(server: RunningServer) -> None:
    status, made = server.ask("/studio", {"rules": {"main": MAIN, "sources": {MAIN: ""}}})
    assert status == 200, made
    way, token = f"/studio/{made['draft']}", {"token": made["token"]}
    status, told = server.ask(f"{way}/write", {**token, "sources": {MAIN: TEMPLATE}, "base": 0})
    assert status == 200 and told["playable"] and told["row"] == 1, told
    status, table = server.ask(f"{way}/play", {**token, "players": None})
    assert status == 200, table
    server.ask(f"{way}/write", {**token, "sources": {MAIN: TEMPLATE.replace("12", "30")}, "base": 1})
    brought = server.ask(f"{way}/bring", {**token, "table": table["table"], "owner": table["owner"]})
    assert brought == (200, {"followed": True, "choices": 0})
    assert server.ask(f"{way}/test", token)[1]["fine"] is True
    key = server.ask(f"{way}/share", token)[1]
    assert "30" in server.ask("/studio/shared", key)[1]["sources"][MAIN]
    assert (
        server.ask(f"{way}/format", {**token, "file": MAIN, "text": TEMPLATE.replace(" -= ", "  -=")})[1]["text"]
        == TEMPLATE
    )


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("write", {"sources": {MAIN: ""}, "base": 0}, 400),
        ("write", {"token": "x" * 22, "sources": {MAIN: ""}, "base": 0}, 403),
        ("write", {"token": "x" * 22, "sources": [], "base": 0}, 400),
        ("write", {"token": "x" * 22, "sources": {MAIN: ""}, "base": -1}, 400),
        ("write", {"token": "x" * 22, "sources": {MAIN: ""}, "base": True}, 400),
        ("benches", {"token": "x" * 22}, 404),
        ("drafts", {"token": "x" * 22}, 404),
        ("read", {"token": "x" * 22, "more": 1}, 400),
        ("read", [], 400),
    ],
)
def test_what_comes_from_the_network_is_read_strictly(server: RunningServer, what: str, body: Any, status: int) -> None:
    assert server.ask(f"/studio/{'A' * 16}/{what}", body)[0] == status


def test_only_who_sits_at_this_computer_writes_unless_guests_may(server: RunningServer) -> None:
    for headers in ({}, {"x-forwarded-for": "192.0.2.1"}, {"forwarded": "for=192.0.2.1"}, {"via": "1.1 there"}):
        status, told = server.ask("/studio", {"game": "heap.tgpl"}, headers)
        assert (status, told.get("code")) == ((200, None) if not headers else (403, "no_studio"))
        assert server.ask("/about", headers=headers)[1]["studio"] is not bool(headers)


def test_guests_who_may_write_get_a_copy_and_never_the_file(tmp_path: Path) -> None:
    file = tmp_path / "heap.tgpl"
    file.write_text(TEMPLATE, encoding="utf-8")
    far = {"x-forwarded-for": "192.0.2.1"}
    settings = GENEROUS._replace(drafts=Rate(0, 2))
    with RunningServer(str(tmp_path / "t.sqlite"), [str(file)], settings, studio=True) as server:
        made = server.ask("/studio", {"game": "heap.tgpl"}, far)[1]
        way, body = f"/studio/{made['draft']}", {"token": made["token"], "sources": {"heap.tgpl": "x"}, "base": 0}
        assert server.ask(f"{way}/save", body, far)[1]["saved"]
        assert file.read_text(encoding="utf-8") == TEMPLATE
        own = server.ask("/studio", {"game": "heap.tgpl"})[1]
        assert server.ask(f"/studio/{own['draft']}/read", {"token": own["token"]}, far)[0] == 403
        assert [server.ask("/studio", {"game": "heap.tgpl"}, far)[0] for _ in range(3)] == [200, 429, 429]


def test_only_the_table_beside_the_text_is_shown_inside_a_page(server: RunningServer) -> None:
    for path, around in (
        ("/studio", "'none'"),
        ("/", "'none'"),
        ("/t/abcdefghijkl", "'none'"),
        ("/beside/abcdefghijkl", "'self'"),
    ):
        with urllib.request.urlopen(f"http://{server.address}{path}") as answer:
            policy = answer.headers["content-security-policy"]
        assert f"frame-ancestors {around}" in policy and ("frame-src" in policy) == (path == "/studio")
