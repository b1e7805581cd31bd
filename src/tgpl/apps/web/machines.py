"""Machines at tables: who does not think chooses at once, who thinks does so in a process of its own, for so long and no longer.

In:  tables that have changed. Out: choices, made as people make theirs. Machines rest where nobody is there to see them.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import zlib
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from tgpl.agents.agent_names import parse_agent
from tgpl.apps.web.entries import EntryData
from tgpl.apps.web.host import HostGone
from tgpl.apps.web.live_table import LiveTable
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.settings import Settings
from tgpl.apps.web.store import Conflict, StoreTrouble

_log = logging.getLogger("tgpl.web")
_GRACE = 20.0  # seconds more than a machine has, for compiling and for a busy computer
_LONGEST_LINE = 1 << 26
_SIMPLE = ("first", "random")
HINT = "hint"  # in place of a machine

Rules = Callable[[str], Coroutine[Any, Any, str]]  # the text of rules by their key


class Machines:
    def __init__(self, settings: Settings, rules: Rules) -> None:
        self.settings = settings
        self._rules = rules
        self._processes = [_Process(rules) for _ in range(settings.machine_processes)]
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._stuck: dict[tuple[str, int], str] = {}  # where a machine could not go on

    async def close(self) -> None:
        for task in self._thinking.values():
            task.cancel()
        for process in self._processes:
            process.stop()

    def forget(self, table: LiveTable) -> None:
        """Nobody is there any more: another server may let its machines choose."""
        self._stuck = {key: stuck for key, stuck in self._stuck.items() if key[0] != table.name}
        task = asyncio.create_task(table.store.leave_charge(table.name))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    def look_at(self, table: LiveTable) -> None:
        """Lets those choose who have to, while somebody is there."""
        if not table.streams or table.seating.closed:
            return
        for seat in table.facts.get("waiting", ()):
            key = (table.name, seat)
            stuck = self._stuck.get(key) == f"{table.facts['position']} {table.seating.seats[seat].who}"
            if table.seating.seats[seat].is_machine and key not in self._thinking and not stuck:
                task = asyncio.create_task(self._choose(table, seat))
                self._thinking[key] = task
                task.add_done_callback(lambda _, key=key: self._thinking.pop(key, None))  # type: ignore[misc]

    async def _choose(self, table: LiveTable, seat: int) -> None:
        """One choice after the other, as long as it is the machine's."""
        try:
            while await table.store.take_charge(table.name) and await self._try_choice(table, seat):
                pass
        except StoreTrouble:
            pass  # whoever comes back finds the machine waiting
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("table %s, machine at seat %d", table.name, seat)

    async def _try_choice(self, table: LiveTable, seat: int) -> bool:
        """Whether there may be more to choose."""
        try:
            return await self._choose_once(table, seat)
        except (Conflict, HostGone, Refused):
            return True  # the table is as it is kept: once more

    async def _choose_once(self, table: LiveTable, seat: int) -> bool:
        """Whether there may be more to choose."""
        await asyncio.sleep(self.settings.machine_pause)
        words, position = table.seating.seats[seat].who, table.facts["position"]
        if not _is_asked(table, seat):
            return False
        thought: dict[str, Any] = {}
        if parse_agent(words).name not in _SIMPLE:
            thought = await self.think(table, seat, words)
        async with table.alone():
            if not _is_asked(table, seat) or table.seating.seats[seat].who != words:
                return False
            if table.facts["position"] != position:
                return True
            if "cannot" in thought:
                self._stuck[table.name, seat] = f"{position} {words}"
                table.notify(f"{words} cannot choose here. {thought['cannot']} Give the seat to another.", "machine")
                return False
            entry: EntryData
            if thought:
                entry = await table.host.call("take_thought", seat, thought["key"], table.measure_decision(seat))
            else:
                seed = zlib.crc32(table.name.encode())
                entry = await table.host.call("choose_simply", seat, parse_agent(words).name, seed)
            await table.keep_and_show([entry])
        return True

    async def think(self, table: LiveTable, seat: int, words: str) -> dict[str, Any]:
        """What a machine comes to, or why it cannot."""
        async with table.alone():
            if not _is_asked(table, seat) and words != HINT:
                return {"cannot": "Nobody is asked there."}
            job = await table.host.call("describe_thought", seat)
        job |= {"table": table.name, "words": words, "is_open": table.facts["is_open"]}
        process = self._processes[zlib.crc32(table.name.encode()) % len(self._processes)]
        return await process.ask(job, self.settings.longest_thought + _GRACE)


def _is_asked(table: LiveTable, seat: int) -> bool:
    return bool(table.streams) and seat in table.facts.get("waiting", ())


class _Process:
    """A process that thinks, started when it is needed, ended when it takes too long."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, job: dict[str, Any], patience: float) -> dict[str, Any]:
        async with self._lock:
            try:
                found = await asyncio.wait_for(self._ask(job), patience)
                if found.get("needs") == "rules":
                    job = {**job, "text": await self._rules(job["rules"])}
                    found = await asyncio.wait_for(self._ask(job), patience)
                return found
            except TimeoutError:
                self.stop()
                return {"cannot": "It took too long."}
            except (OSError, ValueError, Refused, StoreTrouble):
                self.stop()
                return {"cannot": "The process in which it thinks has ended."}

    async def _ask(self, job: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-X", "utf8", "-m", "tgpl.apps.web.thinker",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LONGEST_LINE,
            )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write((json.dumps(job, ensure_ascii=False) + "\n").encode())
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError
        found: dict[str, Any] = json.loads(line)
        return found

    def stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        self._process = None
