"""All tables of a server: made, found, read from the store when somebody comes, forgotten when nobody is there."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from typing import Any, NamedTuple

from tgpl.apps.web.actions import check_machine
from tgpl.apps.web.catalogue import Catalogue
from tgpl.apps.web.entries import (
    EntryData,
    FollowedRules,
    LentHand,
    as_data,
    is_about_match,
    of_data,
    read_row,
    write_row,
)
from tgpl.apps.web.host import Host, LocalHost
from tgpl.apps.web.live_table import LiveTable, Loaded
from tgpl.apps.web.machines import HINT, Machines
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.rule_changes import RuleChanges
from tgpl.apps.web.rules import LoadedRules
from tgpl.apps.web.sandbox import Sandboxes, Upload, trim_folders
from tgpl.apps.web.seating import ME, PERSON, Seating
from tgpl.apps.web.settings import Settings
from tgpl.apps.web.store import Store
from tgpl.apps.web.tokens import is_table_id, make_table_id, make_token
from tgpl.runtime.record import Record
from tgpl.text.files import fingerprint

FOREIGN = "foreign "  # before the key of rules that a stranger sent


class TableRequest(NamedTuple):
    """A table as somebody asks for it."""

    game: str | None = None  # of the server's own
    players: int | None = None
    seats: list[str] | None = None  # "me", "person" or an agent for each
    seed: int | None = None
    title: str = ""
    rules: Upload | None = None  # of a stranger


class Beginning(NamedTuple):
    """What a table begins with."""

    game: str | None  # of the server's own
    rules: str  # their key
    texts: str  # as the store keeps them
    seed: int
    who: list[str]
    title: str = ""
    closed: bool = False  # it is only looked at


class Lobby:
    def __init__(self, store: Store, catalogue: Catalogue, settings: Settings) -> None:
        self.store = store
        self.catalogue = catalogue
        self.settings = settings
        self.machines = Machines(settings, self._read_rules)
        self.sandboxes = Sandboxes(settings)
        self.tables: dict[str, LiveTable] = {}
        self.changes = RuleChanges(catalogue, self.tables)
        self._loading: dict[str, asyncio.Lock] = {}
        self._following: set[asyncio.Task[None]] = set()

    # -- new tables

    async def create(self, request: TableRequest) -> dict[str, Any]:
        """A new table; gives its name and its links. Raises Refused, StoreTrouble, HostGone."""
        seed = secrets.randbits(53) if request.seed is None else request.seed
        host, key, texts = await self._open_rules(request, seed)
        try:
            who = request.seats or [ME, *[PERSON] * (host.players - 1)]
            self._check_seats(who, host.players, host.foreign)
        except Refused:
            host.close()
            raise
        return await self._begin(Beginning(request.game, key, texts, seed, who, request.title), host, [])

    async def create_with(self, rules: LoadedRules, game: str, who: list[str]) -> dict[str, Any]:
        """A new table of a game whose rules are being written on this computer. Raises Refused, StoreTrouble."""
        seed = secrets.randbits(53)
        host = await LocalHost.begin(rules, seed, len(who))
        return await self._begin(Beginning(game, rules.key, rules.as_text(), seed, who), host, [])

    async def _open_rules(self, request: TableRequest, seed: int) -> tuple[Host, str, str]:
        """Where the match will run; the key of its rules, and their texts."""
        if request.rules is not None:
            host = await self.sandboxes.begin(request.rules, seed, request.players)
            return host, f"{FOREIGN}{fingerprint(request.rules.sources)}", request.rules.as_text()
        rules = await self.catalogue.load(request.game or "")
        try:
            players = rules.game.seats(request.players)
        except ValueError as why:
            raise Refused("players", f"{why}.") from None
        return await LocalHost.begin(rules, seed, players), rules.key, rules.as_text()

    def _check_seats(self, who: list[str], players: int, foreign: bool) -> None:
        if len(who) != players or who.count(ME) > 1:
            raise Refused("seats", f"{len(who)} seats are named for {players} players; one of them can be `me`.")
        for words in who:
            if words not in (ME, PERSON):
                check_machine(words, foreign, self.settings)

    async def _begin(self, begun: Beginning, host: Host, past: list[EntryData]) -> dict[str, Any]:
        """Raises StoreTrouble, HostGone, Refused."""
        name, owner = make_table_id(), make_token()
        seating = Seating.begin(owner, name, begun.who, begun.title)
        seating.closed = begun.closed
        head = {
            **seating.as_head(),
            "game": begun.game,
            "rules": begun.rules,
            "seed": begun.seed,
            "players": len(begun.who),
        }
        try:
            await host.replay(past)
            await self.store.create(name, json.dumps(head, ensure_ascii=False), {begun.rules: begun.texts})
            if past:
                await self.store.append(name, 0, write_row(past))
        except BaseException:
            host.close()
            raise
        self._add(name, Loaded(seating, host, 1 if past else 0, begun.game, begun.rules))
        return {"table": name, "owner": owner, "links": seating.links(owner, name)}

    async def open_record(self, record: Record, foreign: bool) -> dict[str, Any]:
        """A table at which a recorded match is looked at; `foreign`: also with rules that are none of the server's. Raises
        Refused, StoreTrouble, HostGone."""
        upload = trim_folders(Upload(record.main, record.sources))
        past: list[EntryData] = []
        game = self.catalogue.find_same(upload.sources)
        if game is None and not foreign:
            raise Refused("not_public", "The rules of that record are none of this server's.")
        request = TableRequest(game, record.players, seed=record.seed, rules=None if game is not None else upload)
        host, key, texts = await self._open_rules(request, record.seed)
        if record.choices:
            past.append(as_data(FollowedRules(host.game["key"], record.choices)))
        who = [PERSON] * host.players
        return await self._begin(Beginning(game, key, texts, record.seed, who, closed=True), host, past)

    def _add(self, name: str, loaded: Loaded) -> LiveTable:
        table = LiveTable(name, loaded, self.store, self.settings, self.load)
        table.on_change = self.machines.look_at
        table.about = self._describe_game
        if self.store.shared:
            table.on_presence = self._tell_presence
        self.tables[name] = table
        return table

    # -- tables that are there

    async def find(self, name: str) -> LiveTable | None:
        """Raises StoreTrouble, HostGone, Refused."""
        if name in self.tables or not is_table_id(name):
            return self.tables.get(name)
        lock = self._loading.setdefault(name, asyncio.Lock())
        async with lock:
            if name not in self.tables:
                loaded = await self.load(name)
                if loaded is not None:
                    self._add(name, loaded)
        self._loading.pop(name, None)
        return self.tables.get(name)

    async def load(self, name: str) -> Loaded | None:
        """A table as the store has it."""
        stored = await self.store.read(name)
        if stored is None:
            return None
        head = json.loads(stored.head)
        entries = [entry for row in stored.rows for entry in read_row(row)]
        seating = Seating.of_head(head)
        for entry in entries:
            seating.apply(of_data(entry))
        host, key = await self._make_host(head, [entry for entry in entries if is_about_match(entry)])
        return Loaded(seating, host, len(stored.rows), head["game"], key)

    async def _make_host(self, head: dict[str, Any], entries: list[EntryData]) -> tuple[Host, str]:
        """What was played under rules that were changed since is not played again: the entry about the change tells all choices."""
        last = max((n for n, entry in enumerate(entries) if entry["e"] == "followedrules"), default=None)
        key = head["rules"] if last is None else await self._find_followed(head["rules"], entries[last]["rules"])
        host = await self._make_empty_host(key, head["seed"], head["players"])
        await host.replay(entries if last is None else entries[last:])
        return host, key

    async def _find_followed(self, first: str, followed: str) -> str:
        """The key of the rules that a table went over to; of a stranger's they are kept apart."""
        if not first.startswith(FOREIGN):
            return followed
        there = await self.store.read_rules(FOREIGN + followed)
        return first if there is None else FOREIGN + followed  # a record is played under the rules that it came with

    async def _make_empty_host(self, key: str, seed: int, players: int) -> Host:
        """A match at its beginning, under rules that the store has."""
        if key.startswith(FOREIGN):
            return await self.sandboxes.begin(await self.read_upload(key), seed, players)
        rules = await self.catalogue.load_kept(key, self.store)
        return await LocalHost.begin(rules, seed, players)

    async def read_upload(self, key: str) -> Upload:
        """Raises Refused, StoreTrouble."""
        data = json.loads(await self._read_rules(key))
        return Upload(data["main"], data["sources"])

    async def _read_rules(self, key: str) -> str:
        found = await self.store.read_rules(key)
        if found is None:
            raise Refused("no_rules", "The rules are not there.")
        return found

    def forget_idle(self) -> None:
        """Tables at which nobody is: the store has them."""
        old = time.monotonic() - self.settings.idle
        for table in [table for table in self.tables.values() if not table.streams and table.used < old]:
            if not table.lock.locked():
                del self.tables[table.name]
                table.host.close()
                self.machines.forget(table)

    def wake_machines(self) -> None:
        """Where a server is gone that let machines choose, another one takes over."""
        for table in self.tables.values() if self.store.shared else ():
            self.machines.look_at(table)

    def ping(self) -> None:
        """So that pages know that the server is there, and other servers who is."""
        for table in self.tables.values():
            table.tell_all({"type": "ping"})
            table.on_presence(table)

    def hear(self, name: str, rows: int, words: str) -> None:
        """Another server over the same store has written something, or says who is there. Without a table: something was missed."""
        if not name:
            for table in list(self.tables.values()):
                self._catch_up(table)
            return
        found = self.tables.get(name)
        if found is None:
            return
        if words:
            server, _, told = words.partition(" ")
            found.hear_presence(server, told)
            self.machines.look_at(found)
        elif rows > found.rows:
            self._catch_up(found)

    def _catch_up(self, table: LiveTable) -> None:
        task = asyncio.create_task(table.catch_up())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    def _tell_presence(self, table: LiveTable) -> None:
        task = asyncio.create_task(self._say_presence(table))
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _say_presence(self, table: LiveTable) -> None:
        if not table.streams:
            await self.store.leave_charge(table.name)  # another server may let its machines choose now
        await self.store.say(table.name, table.describe_presence())

    async def close(self) -> None:
        await self.machines.close()
        self.sandboxes.close()
        for table in self.tables.values():
            table.host.close()

    async def write_record(self, name: str, token: str, take: str | None) -> str:
        """The match as a record. Raises Refused."""
        table = await self.find(name)
        who = None if table is None else table.seating.identify(token, take)
        if table is None or who is None or who.fresh:
            raise Refused("bad_token", "Only who is at the table can have its record.")
        async with table.alone():
            facts = await table.host.call("facts")
            if not facts["tells_all"]:
                raise Refused(
                    "secrets",
                    "A record tells all that is hidden or still to be drawn: it can be had when the match is over.",
                )
            seats = ["human" if seat.who in (ME, PERSON) else seat.who for seat in table.seating.seats]
            comments = [{"seat": seat, "at": at, "text": text} for seat, at, text in table.seating.comments]
            more = {"comments": comments, "names": [seat.name for seat in table.seating.seats]}
            record: str = await table.host.call("record", seats, more)
            return record

    def _describe_game(self, game: str | None) -> dict[str, Any]:
        return {"id": game, "readme": self.catalogue.read_readme(game)}

    # -- what a table needs of the server around it

    async def fork(self, table: LiveTable, at: int, seat: int | None, machine: str) -> dict[str, Any]:
        found = await table.host.call("fork", at)
        past: list[EntryData] = []
        if found["choices"]:
            past.append(as_data(FollowedRules(found["rules"], found["choices"])))
        if not table.facts["tells_all"]:
            past.append(as_data(LentHand({"chance": secrets.randbits(53)})))
        who = [machine] * found["players"]
        who[0 if seat is None else seat] = ME
        key = table.rules if table.host.foreign else found["rules"]
        host = await self._make_empty_host(key, found["seed"], found["players"])
        texts = await self._read_rules(key)
        return await self._begin(Beginning(table.game, key, texts, found["seed"], who, table.seating.title), host, past)

    async def hint(self, table: LiveTable, seat: int) -> dict[str, Any]:
        if table.host.foreign:
            raise Refused("no_hint", "With rules of strangers there are no hints.")
        if seat not in table.facts["waiting"]:
            raise Refused("not_asked", "You are not asked for anything now.")
        found = await self.machines.think(table, seat, HINT)
        if "cannot" in found:
            raise Refused("no_hint", found["cannot"])
        async with table.alone():
            option = await table.host.call("find_option", seat, found["key"])
        if option is None:
            raise Refused("stale", "The table has changed meanwhile. Look again.")
        return {"option": option["id"], "label": option["label"], "words": found["words"]}

    async def accept_rules(self, table: LiveTable, key: str) -> tuple[EntryData, dict[str, str]]:
        return await self.changes.accept(table, key)
