"""Rules of strangers, records that are opened, and people who mean no good: they cost nobody else anything."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from web_client import Page
from web_games import BIDS, HANDS, SHOP
from web_server import EXAMPLES, GENEROUS, RunningServer
from web_tables import links, play_on, refused

# As much as one choice may do: each round of it stays below what one block may.
ENDLESS = """game "endless"; players 2;
event Tick { number n = 0; }
class P
{
    number n = 0;
    action Go { trigger PlayerChoiceEvent; effect { event.throw(new Tick() { n = 9; }); } }
    action Again { trigger Tick; effect { for (number i = 0; i < 900000; i += 1) { n += 1; } if (event.n > 0) { event.throw(new Tick() { n = event.n - 1; }); } } }
}
setup { P p = new P(); p.assign(0); }
"""


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("public")
    settings = GENEROUS._replace(sandbox_seconds=8.0, sandbox_memory=256 << 20)
    with RunningServer(str(folder / "tables.sqlite"), [str(EXAMPLES / "tris")], settings, public=True) as running:
        yield running


def upload(server: RunningServer, text: str, name: str = "main.tgpl", **more: Any) -> tuple[int, Any]:
    return server.ask("/tables", {"rules": {"main": name, "sources": {name: text}}, **more})


@pytest.mark.parametrize("text", [SHOP, BIDS, HANDS], ids=["shop", "bids", "hands"])
def test_strangers_play_their_own_rules(public: RunningServer, text: str) -> None:
    async def work() -> None:
        status, made = upload(public, text, players=2, seed=4)
        assert status == 201, made
        pages = [Page(public, made["table"], token) for token in links(made)]
        for page in pages:
            await page.open()
        await asyncio.gather(*(play_on(page, random.Random(n), most=12) for n, page in enumerate(pages)))
        assert pages[0].at > 0 or pages[0].ended is not None
        at = pages[0].at
        for page in pages:
            await page.close()
        public.kill()  # the table is in the store, with its rules
        public.start()
        async with Page(public, made["table"], made["owner"]) as page:
            assert page.at == at

    asyncio.run(work())


def test_rules_of_strangers_need_a_public_server(server: RunningServer) -> None:
    rules = {"rules": {"main": "main.tgpl", "sources": {"main.tgpl": SHOP}}}
    assert server.ask("/tables", rules, {"x-forwarded-for": "203.0.113.7"})[0] == 403
    assert server.ask("/tables", rules)[0] == 201  # who sits at this computer writes rules too


def test_mistakes_in_rules_of_strangers_are_told(public: RunningServer) -> None:
    status, told = upload(public, "game;")
    assert status == 409 and told["code"] == "broken_game" and "main.tgpl:1" in told["words"]
    for name in ("../x.tgpl", "/etc/passwd", "std/cards.tgpl", "x", "a" * 99 + ".tgpl"):
        assert upload(public, SHOP, name)[0] == 400
    assert public.ask("/tables", {"rules": {"main": "a.tgpl", "sources": {"b.tgpl": ""}}})[0] == 400
    assert public.ask("/tables", b"x" * 1_000_001)[0] == 413
    assert upload(public, 'import "../../../etc/passwd"; ' + SHOP)[0] == 409
    for who in ("mcts:1s", "greedy"):
        assert upload(public, SHOP, seats=["me", who])[1]["code"] == "no_machine"


def test_rules_that_take_too_much_cost_nobody_else_anything(tmp_path: Path) -> None:
    settings = GENEROUS._replace(sandbox_seconds=0.5)
    with RunningServer(str(tmp_path / "tables.sqlite"), [str(EXAMPLES / "tris")], settings, public=True) as running:

        async def work() -> None:
            tris, made = running.make_table("tris.tgpl"), upload(running, ENDLESS)[1]
            async with (
                Page(running, tris["table"], tris["owner"]) as other,
                Page(running, made["table"], made["owner"]) as page,
            ):
                choosing = asyncio.create_task(refused(page.choose(next(iter(page.options)))))
                while not choosing.done():
                    await other.ask("look", at=0)
                assert choosing.result() == "gone"
                assert page.closed is None and page.at == 0  # it was read again, and can go on
                assert (await page.ask("look", at=0))["past"]["at"] == 0
                await other.choose(next(iter(other.options)))

        asyncio.run(work())


def test_rules_that_need_too_much_memory_get_none(tmp_path: Path) -> None:
    settings = GENEROUS._replace(sandbox_memory=1 << 20)
    with RunningServer(str(tmp_path / "tables.sqlite"), [str(EXAMPLES / "tris")], settings, public=True) as running:
        cards = "".join(
            f"class C{n} {{ number x = {n}; action A{n} {{ trigger PlayerChoiceEvent; effect {{ x += 1; }} }} }}"
            for n in range(3_000)
        )
        status, told = upload(running, SHOP + cards)
        assert (status, told["code"]) == (422, "gone") and "memory" in told["words"]
        assert running.make_table("tris.tgpl")


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="looks into /proc, as Linux has it")
def test_the_process_of_strangers_is_locked_in(tmp_path: Path) -> None:
    """It has nothing open, nothing in its environment, and is nobody's."""
    import subprocess
    import sys

    secret = tmp_path / "secret"
    secret.write_text("x", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES.parent / "src"), "PASSWORD": "sesame"}
    process = subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", "-m", "tgpl.apps.web.cage", str(128 << 20)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    for method in ("__init__", "apply", "__class__", "library", "begin_", "rules"):
        process.stdin.write(json.dumps({"method": method, "arguments": []}) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["refused"][0] == "no_method"
    limits = Path(f"/proc/{process.pid}/limits").read_text(encoding="utf-8")
    wanted = {"Max file size": "0", "Max open files": "3", "Max core file size": "0"}
    for line in limits.splitlines():
        for name, most in wanted.items():
            assert not line.startswith(name) or line.split(name)[1].split()[:2] == [most, most]
    if os.getuid() == 0:
        assert "Uid:\t65534\t65534" in Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    process.stdin.close()
    assert process.wait(10) == 0


def test_a_record_is_opened_and_stepped_through(public: RunningServer, server: RunningServer, tmp_path: Path) -> None:
    async def look(running: RunningServer, record: dict[str, Any], moves: int) -> None:
        status, made = running.ask("/replay", record)
        assert status == 201, made
        async with Page(running, made["table"], made["owner"]) as page:
            assert page.at == moves and page.table["options"]["closed"] and page.asked is None
            first = (await page.ask("look", at=0))["past"]["picture"]
            assert first != page.picture and first["move"] == 1
            assert await refused(page.choose("0")) in ("no_seat", "closed")
            await page.ask("sit", seat=1, who="me")  # as the second player saw it
            assert page.table["you"]["seat"] == 1
            assert await refused(page.choose("0")) == "closed"
            assert await refused(page.ask("undo", to=0)) == "closed"
            forked = (await page.ask("fork", at=1))["fork"]
            async with Page(running, forked["table"], forked["owner"]) as other:
                assert other.at >= 1

    async def work() -> None:
        record = json.loads((EXAMPLES / "tris" / "match.json").read_text(encoding="utf-8"))
        await look(public, record, record["result"]["moves"])
        await look(server, record, record["result"]["moves"])
        changed = {**record, "sources": {name: f"{text}\n// mine" for name, text in record["sources"].items()}}
        await look(public, changed, record["result"]["moves"])
        wrongs: list[Any] = [{**record, "choices": [77]}, {**record, "players": 9}, {**record, "seed": -1}, {}, []]
        for wrong in wrongs:
            assert public.ask("/replay", wrong)[0] in (400, 409)

    asyncio.run(work())
