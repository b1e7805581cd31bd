"""Pages that mean no good: rubbish, floods, silence. They hear so or are let go, memory stays flat, and other tables play on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tgpl.apps.web import messages
from tgpl.apps.web.settings import Rate, Settings
from web_client import Page
from web_games import write_games
from web_server import GENEROUS, RunningServer
from web_tables import move

CODES = {
    "no_json", "no_message", "unknown_type", "unknown_field", "missing_field", "bad_field", "stale", "not_asked", "not_offered",
    "not_possible", "no_set", "no_seat", "not_owner", "no_moment", "no_vote", "no_words", "nothing_to_cancel", "no_machine", "no_hint",
    "no_thing", "no_offer", "too_long",
}  # fmt: skip


def make_rubbish(chance: random.Random, kept: list[str]) -> str | bytes:
    """A message that no page of ours sends."""
    kinds = list(messages._KINDS)
    fields = sorted({field for kind in messages._KINDS.values() for field in kind.__dataclass_fields__})
    values: list[Any] = [
        None, True, -1, 0, 1, 2**53, 2**70, 1.5, 1e308, "", "0", "x" * 3_000, "\u0000", "<b>", [], [1], ["0"] * 1_001, {}, {"a": {}},
        "../../x", "9" * 300, "seat 0", "__class__",
    ]  # fmt: skip
    match chance.randrange(9):
        case 0:
            return "".join(chance.choices(string.printable, k=chance.randrange(200)))
        case 1:
            return "[" * chance.choice((10, 1_000, 30_000))
        case 2:
            return (
                '{"type": "choose", "request": '
                + "9" * chance.choice((1, 20, 5_000))
                + ', "version": NaN, "option": "0"}'
            )
        case 3:
            return (
                '"\\ud800"'
                if chance.random() < 0.5
                else '{"type": "comment", "request": 1, "at": 0, "text": "\\udfff"}'
            )
        case 4:
            return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
        case 5 if kept:
            return chance.choice(kept)
        case _:
            made = {"type": chance.choice([*kinds, "x", 3, None]), "request": chance.choice([1, 1, 1, *values])}
            for name in chance.sample(fields, chance.randrange(5)):
                made[name] = chance.choice(values)
            return json.dumps(made)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="measures memory as Linux tells it")
def test_ten_thousand_pieces_of_rubbish(tmp_path: Path) -> None:
    with RunningServer(str(tmp_path / "tables.sqlite"), [str(write_games(tmp_path))], GENEROUS) as server:

        async def work() -> None:
            chance = random.Random(1)
            good, bad, foreign = (server.make_table("shop.tgpl") for _ in range(3))
            kept = [json.dumps({"type": "enter", "token": made["owner"]}) for made in (good, foreign)]
            async with (
                Page(server, good["table"], good["owner"]) as owner,
                Page(server, good["table"], good["links"]["1"]) as guest,
            ):
                kept += [json.dumps({"type": "choose", "request": 1, "version": owner.version, "option": "0"})]
                used = 0
                for turn in range(10):
                    page = (owner, guest)[turn % 2]
                    await pester(server, bad, chance, kept, 1_000)
                    await move(page, random.Random(7))
                    if turn == 3:
                        used = read_memory(server)
                assert owner.at == 10 or owner.at == guest.at
            assert read_memory(server) < used + (12 << 20)
            assert server.ask("/about")[0] == 200

        asyncio.run(work())
        assert "Traceback" not in server.errors
        for word in (server.errors,):
            assert "owner" not in word


async def pester(
    server: RunningServer, made: dict[str, Any], chance: random.Random, kept: list[str], count: int
) -> None:
    """Sends rubbish from a seat, and comes back when the server has had enough."""
    address = f"ws://{server.address}/t/{made['table']}/socket"
    token = chance.choice([made["links"]["1"], made["links"]["watch"], made["owner"]])
    left = count
    while left:
        async with connect(address, max_size=None) as socket_:
            await socket_.send(json.dumps({"type": "enter", "token": token}))
            reader = asyncio.create_task(read_all(socket_))
            try:
                while left:
                    left -= 1
                    await socket_.send(make_rubbish(chance, kept))
                    if left % 97 == 0:
                        await socket_.send("x" * 70_000)  # too large: the server hangs up
                        await reader
                        break
            except ConnectionClosed:
                pass
            answers = await reader
            refused = [answer for answer in answers if answer["type"] == "refused"]
            assert {answer["code"] for answer in refused} <= CODES, {answer["code"] for answer in refused} - CODES


async def read_all(socket_: ClientConnection) -> list[dict[str, Any]]:
    found = []
    try:
        async for text in socket_:
            found.append(json.loads(text))
    except ConnectionClosed:
        pass
    return found


def read_memory(server: RunningServer) -> int:
    assert server.process is not None
    for line in Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) << 10
    raise AssertionError


# ---- too much, too little


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("strict")
    settings = Settings(
        tables=Rate(0.01, 4), requests=Rate(0.01, 60), connections=Rate(0.01, 12), most_connections=6, messages=Rate(1, 10),
        thoughts=Rate(0.01, 3), enter=0.5, request=0.5,
    )  # fmt: skip
    with RunningServer(str(folder / "tables.sqlite"), [str(write_games(folder))], settings) as running:
        yield running


def ask_from(server: RunningServer, address: str, count: int, path: str = "/about", body: str = "") -> list[int]:
    """The answers to some requests that come from an address of this computer."""
    found = []
    for _ in range(count):
        with socket.create_connection(("127.0.0.1", server.port), source_address=(address, 0)) as line:
            head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
            line.sendall((head + body).encode())
            found.append(int(line.makefile("rb").readline().split()[1]))
    return found


def test_an_address_may_do_so_much_and_others_do_not_notice(strict: RunningServer) -> None:
    answers = ask_from(strict, "127.0.0.2", 70)
    assert answers[:50] == [200] * 50 and answers[-1] == 429
    assert ask_from(strict, "127.0.0.3", 3) == [200] * 3
    made = ask_from(strict, "127.0.0.4", 6, "/tables", json.dumps({"game": "shop.tgpl"}))
    assert made == [201] * 4 + [429] * 2
    assert ask_from(strict, "127.0.0.5", 1, "/tables", json.dumps({"game": "shop.tgpl"})) == [201]


def test_who_floods_is_slowed_down_and_let_go(strict: RunningServer) -> None:
    async def work() -> None:
        made = strict.make_table("shop.tgpl")
        page = Page(strict, made["table"], made["owner"])
        await page.open()
        for _ in range(400):
            try:
                await page.send_text('{"type": "name", "request": 1, "name": "x"}')
            except ConnectionClosed:
                break
        assert await page.until_closed() == 4429
        codes = [message.get("code") for message in page.heard if message["type"] == "refused"]
        assert codes.count("too_often") > 100
        await page.close()
        async with Page(strict, made["table"], made["owner"]) as page:  # thinking costs more
            for _ in range(3):
                await page.ask("look", at=0)
            with pytest.raises(Exception, match="too_often"):
                await page.ask("look", at=0)

    asyncio.run(work())


def test_so_many_pages_of_an_address_and_no_more(strict: RunningServer) -> None:
    async def work() -> None:
        made = json.loads(json.dumps(strict.make_table("shop.tgpl")))
        address = f"ws://{strict.address}/t/{made['table']}/socket"

        async def dial() -> ClientConnection:
            return await connect(address, local_addr=("127.0.0.6", 0))

        lines = [await dial() for _ in range(6)]
        with pytest.raises(Exception, match="403"):
            await dial()
        for line in lines:
            await line.close()

    asyncio.run(work())


def test_who_says_nothing_is_let_go(strict: RunningServer) -> None:
    async def work() -> None:
        made = strict.make_table("shop.tgpl")
        async with connect(f"ws://{strict.address}/t/{made['table']}/socket", local_addr=("127.0.0.7", 0)) as line:
            assert json.loads(await line.recv())["code"] == 4440
            with pytest.raises(ConnectionClosed):
                await line.recv()

    asyncio.run(work())
    for begun in (
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nhost: local",
        b"POST /tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{",
    ):
        with socket.create_connection(("127.0.0.1", strict.port), source_address=("127.0.0.8", 0), timeout=20) as half:
            half.sendall(begun)
            assert half.recv(100) == b""


def test_who_does_not_read_is_let_go(tmp_path: Path) -> None:
    """A page asks for pictures without end and reads none of them."""
    with RunningServer(str(tmp_path / "tables.sqlite"), settings=GENEROUS._replace(thoughts=Rate(1e6, 1e6))) as server:

        async def work() -> None:
            made = server.make_table("chess/chess.tgpl")
            line = socket.create_connection(("127.0.0.1", server.port))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            await asyncio.to_thread(flood_unread, line, server, made)
            async with Page(server, made["table"], made["owner"]) as page:
                await page.until(lambda: page.table["seats"][1]["present"] is False)
                await page.choose(next(iter(page.options)))
            line.close()

        asyncio.run(work())


def flood_unread(line: socket.socket, server: RunningServer, made: dict[str, Any]) -> None:
    head = (
        f"GET /t/{made['table']}/socket HTTP/1.1\r\nhost: {server.address}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
    )
    line.sendall(head.encode())
    line.settimeout(1.0)
    line.sendall(frame(json.dumps({"type": "enter", "token": made["links"]["1"]})))
    look = frame(json.dumps({"type": "look", "request": 1, "at": 0}))
    try:
        for _ in range(3_000):
            line.sendall(look)
    except OSError:
        pass  # the server has hung up, or does not read any more either


def frame(text: str) -> bytes:
    """A text as a browser sends it, under a mask of zeros."""
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2)
    return b"\x81" + size + bytes(4) + data
