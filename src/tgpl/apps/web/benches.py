"""The processes in which drafts are read while they are written: one for each, locked in, and not for longer than somebody writes.

In:  a draft, a method of `Bench` and what it takes. Out: what it gives. Raises Refused, or `HostGone` for what takes too long or too much.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Any

from tgpl.apps.web.host import HostGone
from tgpl.apps.web.sandbox import CagedHost, Sandboxes
from tgpl.apps.web.settings import Settings

_IDLE = 120.0  # seconds without a question, after which a process ends


class Benches:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._sandboxes = Sandboxes(settings)  # those of tables are counted for themselves
        self._open: OrderedDict[str, tuple[CagedHost, float]] = OrderedDict()
        self._starting: dict[str, asyncio.Lock] = {}

    async def ask(self, draft: str, method: str, *arguments: Any) -> Any:
        """A process that was ended meanwhile is begun again, once."""
        known = draft in self._open
        try:
            return await (await self._find(draft)).call(method, *arguments)
        except HostGone:
            self._drop(draft)
            if not known:
                raise
        try:
            return await (await self._find(draft)).call(method, *arguments)
        except HostGone:
            self._drop(draft)
            raise

    async def _find(self, draft: str) -> CagedHost:
        self.close_idle()
        async with self._starting.setdefault(draft, asyncio.Lock()):
            host = self._open[draft][0] if draft in self._open else await self._sandboxes.open_empty()
            self._open[draft] = (host, time.monotonic())
        self._starting.pop(draft, None)
        return host

    def _drop(self, draft: str) -> None:
        found = self._open.pop(draft, None)
        if found is not None:
            found[0].close()

    def close_idle(self) -> None:
        old = time.monotonic() - _IDLE
        for draft in [draft for draft, (_, used) in self._open.items() if used < old]:
            self._drop(draft)

    def close(self) -> None:
        for draft in list(self._open):
            self._drop(draft)
        self._sandboxes.close()
