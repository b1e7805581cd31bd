"""Tables in a file of SQLite, for one server.

One thread writes. Everything that waits is written in one transaction and made sure of with one flush to the disk: so many tables can
be played at once, and each choice is on the disk before anybody hears of it.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tgpl.apps.web.store import Conflict, Heard, Stored, StoreTrouble
from tgpl.text.append_log import AppendLog, Locked

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, head TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (id TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rules (id TEXT PRIMARY KEY, texts TEXT NOT NULL) WITHOUT ROWID;
"""
_VERSION = 1  # of the schema
_MOST = 2_000  # pieces of work in one transaction


class _Task(NamedTuple):
    work: Work
    done: asyncio.Future[Any]


class _Worker:
    """A thread with a connection of its own."""

    def __init__(self, path: Path, writes: bool) -> None:
        self._path, self._writes = path, writes
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, daemon=True, name="store")
        self._thread.start()

    def do(self, work: Callable[[sqlite3.Connection], T]) -> Awaitable[T]:
        """Who waits for it hears of StoreTrouble, or of what the work raises."""
        done: asyncio.Future[T] = self._loop.create_future()
        self._tasks.put(_Task(work, done))
        return done

    async def stop(self) -> None:
        self._tasks.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        connection: sqlite3.Connection | None = None
        more = True
        while more:
            tasks, more = self._gather()
            if not tasks:
                continue
            try:
                connection = connection or _connect(self._path)
                results = self._write(connection, tasks) if self._writes else [_try(connection, t.work) for t in tasks]
            except (sqlite3.Error, OSError) as error:
                results = [StoreTrouble(_explain(error))] * len(tasks)
                if connection is not None:
                    connection.close()
                connection = None
            self._loop.call_soon_threadsafe(_tell, tasks, results)
        if connection is not None:
            connection.close()

    def _gather(self) -> tuple[list[_Task], bool]:
        """All that waits; and whether the thread goes on then."""
        tasks: list[_Task] = []
        found = self._tasks.get()
        while found is not None:
            tasks.append(found)
            if len(tasks) == _MOST:
                return tasks, True
            try:
                found = self._tasks.get_nowait()
            except queue.Empty:
                return tasks, True
        return tasks, False

    def _write(self, connection: sqlite3.Connection, tasks: list[_Task]) -> list[Any]:
        """In one transaction: what one of them does wrong is not the others' fault, a full disk is everybody's."""
        connection.execute("BEGIN IMMEDIATE")
        results = [_try(connection, task.work) for task in tasks]
        if not connection.in_transaction:
            raise sqlite3.OperationalError("the transaction was given up")
        connection.execute("COMMIT")
        return results


def _try(connection: sqlite3.Connection, work: Work) -> Any:
    try:
        return work(connection)
    except sqlite3.IntegrityError:
        return Conflict()


def _tell(tasks: list[_Task], results: list[Any]) -> None:
    for task, result in zip(tasks, results, strict=True):
        if task.done.done():
            continue
        if isinstance(result, Exception):
            task.done.set_exception(result)
        else:
            task.done.set_result(result)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=64)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 2000")
    return connection


def _explain(error: Exception) -> str:
    words = str(error)
    return "the disk is full" if "full" in words else words or type(error).__name__


class SqliteStore:
    """All methods as `Store` has them."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: AppendLog | None = None
        self._writer: _Worker | None = None
        self._reader: _Worker | None = None

    async def open(self, heard: Heard) -> None:
        """Nobody else writes there: there is nothing to hear."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _lock(self.path.with_name(self.path.name + ".lock"))
            self.path.touch(0o600, exist_ok=True)
        except Locked:
            raise StoreTrouble(
                "another server has it open; --store takes another file, or a PostgreSQL for several servers"
            ) from None
        except OSError as error:
            raise StoreTrouble(error.strerror or str(error)) from error
        self._writer, self._reader = _Worker(self.path, writes=True), _Worker(self.path, writes=False)
        await self._reader.do(_prepare)

    async def close(self) -> None:
        for worker in (self._writer, self._reader):
            if worker is not None:
                await worker.stop()
        if self._lock is not None:
            self._lock.close()

    async def create(self, table: str, head: str, rules: dict[str, str]) -> None:
        def work(connection: sqlite3.Connection) -> None:
            _keep_rules(connection, rules)
            connection.execute("INSERT INTO tables VALUES (?, ?)", (table, head))

        await self._write(work)

    def append(self, table: str, number: int, row: str, rules: dict[str, str] | None = None) -> Awaitable[None]:
        def work(connection: sqlite3.Connection) -> None:
            if rules:
                _keep_rules(connection, rules)
            connection.execute("INSERT INTO entries VALUES (?, ?, ?)", (table, number, row))

        return self._write(work)

    async def read(self, table: str, first: int = 0) -> Stored | None:
        def work(connection: sqlite3.Connection) -> Stored | None:
            head = connection.execute("SELECT head FROM tables WHERE id = ?", (table,)).fetchone()
            wanted = "SELECT line FROM entries WHERE id = ? AND number >= ? ORDER BY number"
            rows = [] if head is None else connection.execute(wanted, (table, first)).fetchall()
            return None if head is None else Stored(head[0], [row[0] for row in rows])

        return await self._read(work)

    async def read_rules(self, key: str) -> str | None:
        def work(connection: sqlite3.Connection) -> str | None:
            found = connection.execute("SELECT texts FROM rules WHERE id = ?", (key,)).fetchone()
            return None if found is None else str(found[0])

        return await self._read(work)

    async def say(self, table: str, words: str) -> None:
        """Nobody else is there."""

    async def take_charge(self, table: str) -> bool:
        return True

    async def leave_charge(self, table: str) -> None: ...

    def _write(self, work: Callable[[sqlite3.Connection], T]) -> Awaitable[T]:
        assert self._writer is not None
        return self._writer.do(work)

    def _read(self, work: Callable[[sqlite3.Connection], T]) -> Awaitable[T]:
        assert self._reader is not None
        return self._reader.do(work)


def _lock(path: Path) -> AppendLog:
    try:
        return AppendLog.create(path)
    except FileExistsError:
        return AppendLog.reopen(path)


def _prepare(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > _VERSION:
        raise sqlite3.OperationalError("a newer version of this tool has written it")
    connection.executescript(_SCHEMA)
    connection.execute(f"PRAGMA user_version = {_VERSION}")


def _keep_rules(connection: sqlite3.Connection, rules: dict[str, str]) -> None:
    connection.executemany("INSERT OR IGNORE INTO rules VALUES (?, ?)", rules.items())
