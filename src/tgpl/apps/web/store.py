"""Where tables are kept: what a table began with, and then row after row what happened there.

A row is kept when `append` comes back, whatever happens to the machine's processes then. Rows of a table are numbered, so that two who write
at the same time cannot both be right: the second one hears `Conflict`, reads what the first one wrote, and thinks again.

    await store.create("k3Jx", head)
    await store.append("k3Jx", 0, row)
    (await store.read("k3Jx")).rows         # [row]
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol


class StoreTrouble(Exception):
    """Why something could not be kept or read: words for people, that follow a colon."""


class Conflict(Exception):
    """Somebody else has written that row."""


class Stored(NamedTuple):
    """A table as it is kept."""

    head: str
    rows: list[str]  # from the first that was asked for on


Heard = Callable[[str, int, str], None]  # a table, how many rows it has now (or -1), and what another server says


class Store(Protocol):
    """All of these raise StoreTrouble."""

    @property
    def shared(self) -> bool:
        """Whether there may be other servers."""

    async def open(self, heard: Heard) -> None:
        """`heard` is told what other servers over the same store write and say."""

    async def close(self) -> None: ...

    async def create(self, table: str, head: str, rules: dict[str, str]) -> None:
        """A new table; `rules`: texts that it needs, by their keys."""

    def append(self, table: str, number: int, row: str, rules: dict[str, str] | None = None) -> Awaitable[None]:
        """The next row of a table, which begins to be written at once; who waits for it hears of a Conflict."""

    async def read(self, table: str, first: int = 0) -> Stored | None:
        """None if there is no such table."""

    async def read_rules(self, key: str) -> str | None: ...

    async def say(self, table: str, words: str) -> None:
        """Tells other servers something that need not be kept."""

    async def take_charge(self, table: str) -> bool:
        """Whether this server, of all that are there, is the one who lets machines choose at a table; until it closes."""

    async def leave_charge(self, table: str) -> None: ...
