"""A table that people are at: pages connect, say what they want, and hear what happened once it is kept.

In:  pages that come and go, entries. Out: messages to pages, rows to the store. One thing after the other is done at a table. Nobody
hears of a choice before it is kept; if it cannot be kept, the table is read again from the store, so that what people see is always what is kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from tgpl.apps.web.connection import AWAY, BAD_TOKEN, GIVEN_AWAY, TOO_MANY, Connection
from tgpl.apps.web.entries import (
    Entry,
    EntryData,
    Took,
    as_data,
    is_about_match,
    of_data,
    read_row,
    write_row,
)
from tgpl.apps.web.host import Host
from tgpl.apps.web.messages import Enter
from tgpl.apps.web.rates import Bucket
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.seating import ME, PERSON, Seating
from tgpl.apps.web.settings import Settings
from tgpl.apps.web.store import Conflict, Store, StoreTrouble
from tgpl.apps.web.streams import Stream
from tgpl.apps.web.tokens import hash_token, is_token

_NEWS = 500  # moments whose news a page gets that comes in
_log = logging.getLogger("tgpl.web")


class Loaded(NamedTuple):
    """A table as the store has it."""

    seating: Seating
    host: Host
    rows: int
    game: str | None  # of the server's own, by its id
    rules: str  # the key of those that it began with


Loader = Callable[[str], Awaitable[Loaded | None]]


class LiveTable:
    def __init__(self, name: str, loaded: Loaded, store: Store, settings: Settings, load: Loader) -> None:
        self.name = name
        self.seating, self.host, self.rows, self.game, self.rules = loaded
        self.store = store
        self.settings = settings
        self.lock = asyncio.Lock()
        self.streams: dict[int | None, Stream] = {}
        self.facts: dict[str, Any] = {}
        self.used = time.monotonic()
        self.messages = Bucket(settings.table_messages)
        self.problems: list[str] = []  # of the rules as they are now, for the owner
        self.offer: dict[str, Any] | None = None  # changed rules under which not all choices are possible
        self.elsewhere: dict[str, tuple[float, frozenset[int]]] = {}  # who is there by way of other servers
        self.on_change: Callable[[LiveTable], None] = lambda table: None  # whoever lets machines choose
        self.on_presence: Callable[[LiveTable], None] = lambda table: None  # whoever tells other servers
        self.about: Callable[[str | None], dict[str, Any]] = lambda game: {}  # what the server says of its own games
        self._load = load
        self._stale = False  # what is in memory is not what is kept
        self._asked: dict[int, float] = {}  # since when

    @property
    def connections(self) -> list[Connection]:
        return [connection for stream in self.streams.values() for connection in stream.connections]

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """One at a time. What goes wrong in the middle may have changed what is in memory and not what is kept: then the table is
        read again before anybody else has their turn."""
        async with self.lock:
            if self._stale:
                await self.reload()
            try:
                yield
            except Refused:
                raise  # whoever refuses has changed nothing
            except BaseException:
                self._stale = True
                with suppress(StoreTrouble):
                    await self.reload()
                raise

    # -- coming and going

    async def enter(self, connection: Connection, message: Enter) -> bool:
        """Whether somebody with that token may be here; raises StoreTrouble."""
        try:
            async with self.alone():
                return await self._enter(connection, message)
        except Conflict:  # somebody was faster at another server
            async with self.alone():
                return await self._enter(connection, message)

    async def _enter(self, connection: Connection, message: Enter) -> bool:
        take = message.take if message.take is not None and is_token(message.take) else None
        who = self.seating.identify(message.token, take) if is_token(message.token) else None
        if who is None:
            connection.close(BAD_TOKEN, "This link is not valid, or somebody has used it already. Ask for a new one.")
            return False
        if len(self.connections) >= self.settings.most_pages:
            connection.close(TOO_MANY, "There are too many pages at this table.")
            return False
        if who.fresh and who.seat is not None:
            await self.keep([Took(who.seat, hash_token(take or message.token))])
        connection.seat, connection.owner = who.seat, message.token if who.owner else None
        connection.token = None if who.seat is None else self.seating.seats[who.seat].token
        stream = self.streams.setdefault(who.seat, Stream(who.seat))
        stream.connections.append(connection)
        connection.send(self.describe(connection))
        await self._show_to(connection, stream, message.seen)
        self.tell_seats()
        self.on_change(self)
        return True

    async def _show_to(self, connection: Connection, stream: Stream, seen: int | None) -> None:
        if stream.picture is not None and seen == stream.version:
            connection.version = seen
            return
        found = await self.host.call("show", [(stream.seat, max(0, self.facts.get("at", 0) - _NEWS))])
        self.take_facts(found["facts"])
        shown = found["shown"][0]
        if stream.picture is None:
            stream.show(shown)
        else:
            stream.send_whole(connection, shown)

    def leave(self, connection: Connection) -> None:
        stream = self.streams.get(connection.seat)
        if stream is not None and connection in stream.connections:
            stream.connections.remove(connection)
            if not stream.connections:
                del self.streams[connection.seat]
            self.used = time.monotonic()
            self.tell_seats()

    def dismiss(self, seat: int, but: Connection | None = None) -> None:
        """Who sat there and has no token for it any more has to go; the owner loses only the seat."""
        stream, token = self.streams.get(seat), self.seating.seats[seat].token
        for connection in list(stream.connections) if stream is not None else ():
            if connection.owner is None and connection is not but and (token is None or connection.token != token):
                self.leave(connection)
                connection.close(GIVEN_AWAY, "Your seat was given to somebody else.")

    async def reseat_owner(self) -> None:
        """The owner's pages follow the owner to another seat."""
        for connection in [one for one in self.connections if one.owner is not None]:
            if connection.seat != self.seating.owner_seat:
                self.leave(connection)
                connection.seat, connection.version = self.seating.owner_seat, None
                stream = self.streams.setdefault(connection.seat, Stream(connection.seat))
                stream.connections.append(connection)
                connection.send(self.describe(connection))
                await self._show_to(connection, stream, None)

    # -- keeping and showing

    async def keep(self, entries: list[Entry]) -> None:
        """Entries that are not about the match. Raises StoreTrouble or Conflict."""
        data = [as_data(entry) for entry in entries]
        await self.store.append(self.name, self.rows, write_row(data))
        self._note(data)

    async def keep_and_show(self, data: list[EntryData], rules: dict[str, str] | None = None) -> None:
        """What the engine has done already; pictures are drawn while it is written. Raises StoreTrouble or Conflict."""
        kept = self.store.append(self.name, self.rows, write_row(data), rules)
        try:
            found = await self._draw()
        finally:
            await kept
        self._note(data)
        self._show(found)
        self.on_change(self)

    def _note(self, data: list[EntryData]) -> None:
        self.rows += 1
        self.used = time.monotonic()
        for one in data:
            self.seating.apply(of_data(one))

    async def show(self) -> None:
        """Everybody who is there sees what there is to see."""
        self._show(await self._draw())
        self.on_change(self)

    async def _draw(self) -> dict[str, Any]:
        self._drawn = list(self.streams.values())
        found: dict[str, Any] = await self.host.call("show", [(stream.seat, stream.at) for stream in self._drawn])
        return found

    def _show(self, found: dict[str, Any]) -> None:
        self.take_facts(found["facts"])
        for stream, shown in zip(self._drawn, found["shown"], strict=True):
            stream.show(shown)

    def take_facts(self, facts: dict[str, Any]) -> None:
        if facts.get("position") != self.facts.get("position"):
            now = time.monotonic()
            self._asked = {seat: self._asked.get(seat, now) for seat in facts["waiting"]}
        self.facts = facts

    def measure_decision(self, seat: int) -> int:
        """How long a seat has been asked, in milliseconds; from now on it is asked anew."""
        now = time.monotonic()
        return round((now - self._asked.pop(seat, now)) * 1000)

    # -- what is kept, read again

    async def reload(self) -> None:
        """Everything as the store has it. Raises StoreTrouble; then nobody can stay."""
        try:
            loaded = await self._load(self.name)
        except Exception as error:
            self.send_all_away()
            raise StoreTrouble(str(error)) from error
        if loaded is None:
            self.send_all_away()
            raise StoreTrouble("the table is gone")
        self.host.close()
        self.seating, self.host, self.rows, self.game, self.rules = loaded
        self._stale = False
        await self._check_seats()
        await self.show()
        self.tell_seats()
        self.tell_votes()

    async def catch_up(self) -> None:
        """Reads what another server has written."""
        try:
            async with self.alone():
                stored = await self.store.read(self.name, self.rows)
                rows = [] if stored is None else [read_row(row) for row in stored.rows]
                if rows:
                    await self._follow(rows)
        except StoreTrouble:
            self.send_all_away()
        except Exception:
            _log.exception("table %s, what another server has written", self.name)

    async def _follow(self, rows: list[list[EntryData]]) -> None:
        about_match = [one for row in rows for one in row if is_about_match(one)]
        if any(one["e"] == "followedrules" for one in about_match):
            await self.reload()
            return
        await self.host.replay(about_match)
        for row in rows:
            self._note(row)
        await self._check_seats()
        await self.show()
        self.tell_all(self.describe_comments())
        self.tell_seats()
        self.tell_votes()

    # -- who is there by way of other servers

    def describe_presence(self) -> str:
        return " ".join(sorted({str(one.seat) for one in self.connections if one.seat is not None}))

    def hear_presence(self, server: str, told: str) -> None:
        now = time.monotonic()
        seats = frozenset(int(word) for word in told.split())
        self.elsewhere = {name: one for name, one in self.elsewhere.items() if now - one[0] < 3 * self.settings.ping}
        known = self.elsewhere.get(server)
        self.elsewhere[server] = (now, seats)
        if known is None:
            self.on_presence(self)  # they have just come, and know nothing of those here
        if known is None or known[1] != seats:
            self._tell_seats_here()

    async def _check_seats(self) -> None:
        """Who has lost their seat meanwhile has to go."""
        for connection in self.connections:
            seat = None if connection.seat is None else self.seating.seats[connection.seat]
            if seat is not None and connection.owner is None and (seat.who != PERSON or seat.token != connection.token):
                self.leave(connection)
                connection.close(GIVEN_AWAY, "Your seat was given to somebody else.")
        await self.reseat_owner()

    def send_all_away(self) -> None:
        """To come back: the table is read from the store then."""
        for connection in self.connections:
            self.leave(connection)
            connection.close(AWAY, "The table has to be read again.")

    # -- what everybody hears

    def describe(self, connection: Connection) -> dict[str, Any]:
        seating = self.seating
        told = {
            "type": "table",
            "id": self.name,
            "title": seating.title,
            "game": {**self.host.game, **self.about(self.game)},
            "you": {"seat": connection.seat, "owner": connection.owner is not None},
            "options": {"undo": seating.undo, "hand": seating.hand, "closed": seating.closed},
            **self._describe_seats(connection),
            "comments": self.describe_comments()["comments"],
            "votes": self._describe_votes()["votes"],
        }
        if connection.owner is not None:
            told |= {"problems": self.problems, "offer": self.offer}
        return told

    def _describe_seats(self, connection: Connection) -> dict[str, Any]:
        present = {one.seat for one in self.connections}.union(*(seats for _, seats in self.elsewhere.values()))
        seats = [
            {
                "name": seat.name or (self.seating.owner_name if seat.who == ME else ""),
                "who": PERSON if seat.who in (PERSON, ME) else seat.who,
                "taken": seat.who != PERSON or seat.taken,
                "present": seat.is_machine or number in present,
                **({"owner": True} if seat.who == ME else {}),
            }
            for number, seat in enumerate(self.seating.seats)
        ]
        links = {} if connection.owner is None else {"links": self.seating.links(connection.owner, self.name)}
        return {"seats": seats, "watching": self._count_watchers(), **links}

    def _count_watchers(self) -> int:
        stream = self.streams.get(None)
        return 0 if stream is None else sum(one.owner is None for one in stream.connections)

    def tell_seats(self) -> None:
        self._tell_seats_here()
        self.on_presence(self)

    def _tell_seats_here(self) -> None:
        for connection in self.connections:
            connection.send({"type": "seats", **self._describe_seats(connection)})

    def _describe_votes(self) -> dict[str, Any]:
        vote = self.seating.vote
        told = None if vote is None else {"undo": vote.to, "by": vote.by, "agreed": sorted(vote.agreed)}
        return {"type": "votes", "votes": told}

    def tell_votes(self) -> None:
        self.tell_all(self._describe_votes())

    def describe_comments(self) -> dict[str, Any]:
        told = [{"seat": seat, "at": at, "text": text} for seat, at, text in self.seating.comments]
        return {"type": "comments", "comments": told}

    def tell_all(self, message: dict[str, Any]) -> None:
        for connection in self.connections:
            connection.send(message)

    def tell_owner(self, message: dict[str, Any]) -> None:
        for connection in self.connections:
            if connection.owner is not None:
                connection.send(message)

    def notify(self, words: str, code: str = "notice") -> None:
        self.tell_all({"type": "notice", "code": code, "words": words})
