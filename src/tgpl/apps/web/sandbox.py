"""Tables with rules of strangers: their engine runs in a process that is locked in (`cage`), for so long at a time and no longer.

In:  rule texts that anybody has sent, and what happens at the table. Out: what an engine gives. A process that takes too long is
ended; the table is in the store, and can be read again.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict
from contextlib import suppress
from typing import Any, NamedTuple

from tgpl.apps.web.entries import EntryData
from tgpl.apps.web.host import HostGone
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.settings import Settings

_LONGEST_LINE = 1 << 25
_START = 60.0  # seconds until a process is ready
_COMPILING = 30.0  # seconds to read and compile rules, and to play again what was played


class Upload(NamedTuple):
    """Rules that somebody has sent."""

    main: str
    sources: dict[str, str]

    def as_text(self) -> str:
        return json.dumps({"main": self.main, "sources": self.sources}, ensure_ascii=False)


class Sandboxes:
    """The processes of all such tables: not too many at once, and one that is ready for the next."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._open: OrderedDict[int, CagedHost] = OrderedDict()  # who was used last comes last

    async def begin(self, rules: Upload, seed: int, players: int | None) -> CagedHost:
        """Raises Refused, HostGone."""
        host = await self.open_empty()
        try:
            await host.begin(rules, seed, players)
        except BaseException:
            host.close()
            raise
        return host

    async def open_empty(self) -> CagedHost:
        """A process in which nothing is played yet. Raises HostGone."""
        while len(self._open) >= self.settings.most_sandboxes:
            _, oldest = self._open.popitem(last=False)
            oldest.close()
        host = CagedHost(self.settings, self)
        self._open[id(host)] = host
        try:
            await host.start()
        except BaseException:
            host.close()
            raise
        return host

    def use(self, host: CagedHost) -> None:
        if id(host) in self._open:
            self._open.move_to_end(id(host))

    def forget(self, host: CagedHost) -> None:
        self._open.pop(id(host), None)

    def close(self) -> None:
        for host in list(self._open.values()):
            host.close()


class CagedHost:
    """As `Host` has it."""

    foreign = True

    def __init__(self, settings: Settings, around: Sandboxes) -> None:
        self.game: dict[str, Any] = {}
        self.players = 0
        self._settings = settings
        self._around = around
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-X", "utf8", "-m", "tgpl.apps.web.cage", str(self._settings.sandbox_memory),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE,
        )  # fmt: skip
        assert self._process.stdout is not None
        try:
            ready = await asyncio.wait_for(self._process.stdout.readline(), _START)
        except TimeoutError:
            ready = b""
        if ready != b"ready\n":
            self.close()
            raise HostGone("no process could be started for it")

    async def begin(self, rules: Upload, seed: int, players: int | None) -> None:
        found = await self.call("begin", rules.main, rules.sources, seed, players)
        self.game, self.players = found["game"], found["players"]

    async def call(self, method: str, *arguments: Any) -> Any:
        async with self._lock:
            self._around.use(self)
            patience = _COMPILING if method in ("begin", "replay", "try_rules") else self._settings.sandbox_seconds
            try:
                found = await asyncio.wait_for(self._ask(method, arguments), patience)
            except TimeoutError:
                self.close()
                raise HostGone(f"it took longer than {patience:.0f} seconds") from None
            except (OSError, ValueError):
                self.close()
                raise HostGone("its process has ended") from None
        if "refused" in found:
            raise Refused(*found["refused"])
        if "gone" in found:
            self.close()
            raise HostGone(found["gone"])
        return found["result"]

    async def _ask(self, method: str, arguments: tuple[Any, ...]) -> dict[str, Any]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise OSError
        process.stdin.write(
            (json.dumps({"method": method, "arguments": arguments}, ensure_ascii=False) + "\n").encode()
        )
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError
        found: dict[str, Any] = json.loads(line)
        return found

    async def replay(self, entries: list[EntryData]) -> None:
        await self.call("replay", entries)

    async def follow_rules(self, tried: dict[str, Any]) -> EntryData:
        """Goes on under other rules, as `try_rules` has found."""
        made: EntryData = await self.call("follow_rules", tried["key"], tried["choices"])
        self.game = tried["game"]
        return made

    def close(self) -> None:
        self._around.forget(self)
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill() if process.returncode is None else None
            process._transport.close()  # type: ignore[attr-defined]  # else its pipes outlive the loop


def trim_folders(rules: Upload) -> Upload:
    """Files by their names in the folder of the main file: a record may have been written elsewhere."""
    folder = rules.main.rpartition("/")[0]
    if not folder:
        return rules
    cut = {name.removeprefix(f"{folder}/"): text for name, text in rules.sources.items()}
    return Upload(rules.main.removeprefix(f"{folder}/"), cut) if len(cut) == len(rules.sources) else rules
