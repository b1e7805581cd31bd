"""Tables in a PostgreSQL, for one server or several over the same database.

What waits to be written goes into one transaction: it holds an advisory lock for each of its tables, so that one server writes a table at a
time, and tells the other servers (NOTIFY), who read what is new. A row whose number is taken is a `Conflict`. Who lets machines choose at a
table holds another advisory lock, which goes with the server.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import psycopg

from tgpl.apps.web.store import Conflict, Heard, Stored, StoreTrouble

_log = logging.getLogger("tgpl.web")
_CHANNEL = "tgpl_tables"
_PATIENCE = 10.0  # seconds that something may take
_RETRY = 0.5  # seconds until a lost connection is made again
_MOST = 2_000  # rows in one transaction
_OPTIONS = "-c statement_timeout=8000 -c lock_timeout=6000 -c idle_in_transaction_session_timeout=15000"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS tgpl_tables (id text PRIMARY KEY, head text NOT NULL, made timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS tgpl_entries (id text NOT NULL, number integer NOT NULL, line text NOT NULL, PRIMARY KEY (id, number));
CREATE TABLE IF NOT EXISTS tgpl_rules (id text PRIMARY KEY, texts text NOT NULL);
"""
_SCHEMA_LOCK = 0x7467706C  # of who makes the tables
_LOCK = "SELECT pg_advisory_xact_lock(k) FROM (SELECT k FROM unnest(%s::bigint[]) AS u(k) ORDER BY k) AS sorted"
_INSERT = """
INSERT INTO tgpl_entries SELECT * FROM unnest(%s::text[], %s::integer[], %s::text[]) ON CONFLICT DO NOTHING RETURNING id
"""
_NOTIFY = f"SELECT pg_notify('{_CHANNEL}', told) FROM unnest(%s::text[]) AS t(told)"

T = TypeVar("T")
Connection = psycopg.AsyncConnection[tuple[Any, ...]]


class _Row(NamedTuple):
    table: str
    number: int
    line: str
    rules: dict[str, str] | None
    done: asyncio.Future[None]


class PostgresStore:
    """All methods as `Store` has them."""

    shared = True

    def __init__(self, address: str) -> None:
        self.address = address
        self.name = secrets.token_hex(4)  # of this server, for the others
        self._waiting: list[_Row] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._reader, self._writer, self._keeper = (_Link(self) for _ in range(3))
        self._charges: set[str] = set()
        self._heard: Heard = lambda table, rows, words: None

    async def open(self, heard: Heard) -> None:
        self._heard = heard
        await self._writer.do(_prepare)
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._listen())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for link in (self._reader, self._writer, self._keeper):
            await link.close()

    async def connect(self) -> Connection:
        return await psycopg.AsyncConnection.connect(
            self.address,
            autocommit=True,
            connect_timeout=5,
            options=_OPTIONS,
            keepalives_idle=10,
            application_name="tgpl",
        )

    # -- writing

    async def create(self, table: str, head: str, rules: dict[str, str]) -> None:
        async def work(connection: Connection) -> None:
            async with connection.transaction():
                await _keep_rules(connection, rules)
                await connection.execute("INSERT INTO tgpl_tables (id, head) VALUES (%s, %s)", (table, head))

        await self._reader.do(work)

    def append(self, table: str, number: int, row: str, rules: dict[str, str] | None = None) -> Awaitable[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Row(table, number, row, rules, done))
        self._wake.set()
        return done

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                rows, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
                await self._write_rows(rows)

    async def _write_rows(self, rows: list[_Row]) -> None:
        try:
            there = await self._writer.do(lambda connection: self._insert(connection, rows))
        except StoreTrouble as why:
            results: list[Exception | None] = [why] * len(rows)
        except Exception as error:
            _log.exception("writing")
            results = [StoreTrouble(type(error).__name__)] * len(rows)
        else:
            results = [None if row.table in there else Conflict() for row in rows]
        for row, result in zip(rows, results, strict=True):
            if row.done.done():
                continue
            if result is None:
                row.done.set_result(None)
            else:
                row.done.set_exception(result)

    async def _insert(self, connection: Connection, rows: list[_Row]) -> set[str]:
        """Gives the tables whose rows are written."""
        tables, numbers, lines = [row.table for row in rows], [row.number for row in rows], [row.line for row in rows]
        told = [f"{self.name} {row.table} {row.number + 1}" for row in rows]
        async with connection.transaction(), connection.cursor() as cursor:
            for row in rows:
                if row.rules:
                    await _keep_rules(connection, row.rules)
            async with connection.pipeline():
                await cursor.execute(_LOCK, [[_find_lock(table) for table in tables]])
                await cursor.execute(_INSERT, [tables, numbers, lines])
                there = {found[0] for found in await cursor.fetchall()}
                await cursor.execute(_NOTIFY, [told])
            return there

    # -- reading

    async def read(self, table: str, first: int = 0) -> Stored | None:
        async def work(connection: Connection) -> Stored | None:
            found = await (await connection.execute("SELECT head FROM tgpl_tables WHERE id = %s", (table,))).fetchone()
            if found is None:
                return None
            wanted = "SELECT line FROM tgpl_entries WHERE id = %s AND number >= %s ORDER BY number"
            rows = await (await connection.execute(wanted, (table, first))).fetchall()
            return Stored(found[0], [row[0] for row in rows])

        return await self._reader.do(work)

    async def read_rules(self, key: str) -> str | None:
        async def work(connection: Connection) -> str | None:
            found = await (await connection.execute("SELECT texts FROM tgpl_rules WHERE id = %s", (key,))).fetchone()
            return None if found is None else str(found[0])

        return await self._reader.do(work)

    # -- other servers

    async def say(self, table: str, words: str) -> None:
        with suppress(StoreTrouble):
            await self._reader.do(lambda connection: _notify(connection, f"{self.name} {table} -1 {words}"))

    async def _listen(self) -> None:
        while True:
            try:
                connection = await self.connect()
                async with connection:
                    await connection.execute(f"LISTEN {_CHANNEL}")
                    self._heard("", -1, "")  # whatever was said meanwhile was not heard
                    async for heard in connection.notifies():
                        self._take(heard.payload)
            except psycopg.Error:
                pass
            except Exception:
                _log.exception("listening")
            await asyncio.sleep(_RETRY)

    def _take(self, payload: str) -> None:
        server, table, rows, *words = payload.split(" ", 3)
        if server != self.name:
            self._heard(table, int(rows), f"{server} {words[0]}" if words else "")

    async def take_charge(self, table: str) -> bool:
        async def work(connection: Connection) -> bool:
            asked = await connection.execute("SELECT pg_try_advisory_lock(%s)", (_find_lock(f"machines {table}"),))
            found = await asked.fetchone()
            return bool(found is not None and found[0])

        if self._keeper.lost:
            self._charges.clear()  # the locks went with the connection
        if table not in self._charges and await self._keeper.do(work):
            self._charges.add(table)
        return table in self._charges

    async def leave_charge(self, table: str) -> None:
        if table in self._charges:
            self._charges.discard(table)
            lock = (_find_lock(f"machines {table}"),)
            with suppress(StoreTrouble):
                await self._keeper.do(lambda connection: connection.execute("SELECT pg_advisory_unlock(%s)", lock))


class _Link:
    """A connection that is made when it is needed, and again when it was lost."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = store
        self._connection: Connection | None = None
        self._lock = asyncio.Lock()

    @property
    def lost(self) -> bool:
        return self._connection is None or self._connection.closed

    async def do(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Raises StoreTrouble. A connection that was lost while nobody used it is made again: what is written has a number, and
        cannot be written twice."""
        async with self._lock:
            try:
                if self._connection is not None:
                    with suppress(psycopg.OperationalError):
                        return await self._try(work)
                    await self.close()
                return await self._try(work)
            except psycopg.errors.UniqueViolation:
                raise StoreTrouble("there is one of that name") from None
            except psycopg.Error as error:
                await self.close()
                raise StoreTrouble(_explain(error)) from error
            except TimeoutError:
                await self.close()
                raise StoreTrouble("the database does not answer") from None

    async def _try(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        async with asyncio.timeout(_PATIENCE):
            if self._connection is None or self._connection.closed:
                self._connection = await self._store.connect()
            return await work(self._connection)

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await asyncio.wait_for(connection.close(), 1.0)


def _explain(error: psycopg.Error) -> str:
    """What is wrong, without the address: it may have a password in it."""
    if isinstance(error, psycopg.errors.DiskFull):
        return "the disk of the database is full"
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        return "the database cannot be reached"
    return (error.diag.message_primary or type(error).__name__).rstrip(".")


def _find_lock(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)


async def _prepare(connection: Connection) -> None:
    """Several servers may begin at the same time."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_SCHEMA_LOCK,))
        await connection.execute(_SCHEMA)


async def _keep_rules(connection: Connection, rules: dict[str, str]) -> None:
    for key, texts in rules.items():
        await connection.execute("INSERT INTO tgpl_rules VALUES (%s, %s) ON CONFLICT DO NOTHING", (key, texts))


async def _notify(connection: Connection, told: str) -> None:
    await connection.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, told))
