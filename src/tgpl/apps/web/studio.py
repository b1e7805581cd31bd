"""The studio: a rule text that is written beside the table at which it is played.

In:  what a page of the studio asks for, as plain data that was read already. Out: plain data, or `Refused`. Every question
names its draft and has its token. Texts are read in a process that is locked in (`benches`), and played in one too, unless they are files of whoever
runs this server: these are written by nobody but somebody on the same computer (`own`).
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import platform
from collections import OrderedDict
from typing import Any

from tgpl.apps.web.benches import Benches
from tgpl.apps.web.drafts import Draft, Drafts, Sources, check_texts, find_file_draft_id
from tgpl.apps.web.game_files import FileTrouble, read_game_files, write_game_file
from tgpl.apps.web.host import HostGone, LocalHost
from tgpl.apps.web.live_table import LiveTable
from tgpl.apps.web.lobby import FOREIGN, Lobby, TableRequest
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.rule_changes import describe_lost
from tgpl.apps.web.rules import LoadedRules
from tgpl.apps.web.sandbox import Upload
from tgpl.apps.web.seating import ME
from tgpl.apps.web.tokens import is_token, make_token
from tgpl.text.files import fingerprint

SHARED = "shared "  # before the key of rules that somebody has shared
_MOST_REMEMBERED = 200  # drafts
_TEST = 0.25  # seconds that games are played at a time, so that other questions have their turn
_MACHINE = "random"  # who sits beside the designer

Answer = dict[str, Any]


class Studio:
    def __init__(self, lobby: Lobby, open_to_guests: bool) -> None:
        self.lobby = lobby
        self.open_to_guests = open_to_guests
        self.drafts = Drafts(lobby.store)
        self.benches = Benches(lobby.settings)
        self._known: OrderedDict[str, Draft] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._on_disk: dict[str, Sources] = {}  # of drafts of files: as they were read or written last

    def close(self) -> None:
        self.benches.close()

    def may_write(self, own: bool) -> bool:
        return self.open_to_guests or own

    # -- beginning

    async def begin(self, rules: Upload, own: bool) -> Answer:
        """A text of one's own: an empty page, a starter, a copy of somebody's."""
        self._demand_writing(own)
        token = make_token()
        draft = await self.drafts.create(rules, token)
        self._remember(draft)
        return {"draft": draft.name, "token": token}

    async def open_table(self, name: str, token: str, own: bool) -> Answer:
        """The text of a table that somebody owns: the file itself on one's own computer, else a copy."""
        self._demand_writing(own)
        table = await self._find_own_table(name, token)
        if own and table.game is not None and isinstance(table.host, LocalHost):
            return {**await self._open_file(table.game), "keeps_table": True}
        key = table.rules if table.host.foreign else table.host.game["key"]
        data = await self.lobby.read_upload(key)
        return {**await self.begin(data, own), "keeps_table": table.host.foreign}

    async def open_game(self, game: str, own: bool) -> Answer:
        """A game of the front page."""
        self._demand_writing(own)
        if own:
            return await self._open_file(game)
        rules = await self.lobby.catalogue.load(game)
        return await self.begin(Upload(rules.main, _flatten(rules.sources)), own)

    async def _open_file(self, game: str) -> Answer:
        known = self.lobby.catalogue.games.get(game)
        if known is None:
            raise Refused("no_game", "There is no such game here.")
        path, token = os.path.realpath(known.path), make_token()
        rules = Upload(os.path.basename(path), read_game_files(path))
        name = find_file_draft_id(path, platform.node())
        draft = await self._find(name)
        if draft is None:
            self._remember(await self.drafts.create(rules, token, name, game))
        else:
            await self.drafts.grant(draft, token)
            await self.drafts.write(draft, rules.sources)  # as the file is now; what was not saved is a version
        self._on_disk[name] = dict(rules.sources)
        return {"draft": name, "token": token}

    def _demand_writing(self, own: bool) -> None:
        if not self.may_write(own):
            raise Refused("no_studio", "On this server nobody writes rules; `tgpl serve --studio` lets guests write.")

    # -- a draft

    async def enter(self, name: str, token: Any, own: bool) -> Draft:
        """The draft, for who may write it. Raises Refused."""
        self._demand_writing(own)
        draft = await self._find(name)
        if draft is None or not draft.lets(token) or (draft.path is not None and not own):
            raise Refused("bad_token", "This link to a text is not valid.")
        return draft

    async def _find(self, name: str) -> Draft | None:
        """As it is kept now: another server may have written it."""
        draft = self._known.get(name)
        if draft is None:
            draft = await self.drafts.find(name)
        elif self.lobby.store.shared:
            stored = await self.lobby.store.read(name, len(draft.rows))
            for row in () if stored is None else stored.rows:
                draft.add(row)
        if draft is not None:
            self._remember(draft)
        return draft

    def _remember(self, draft: Draft) -> None:
        self._known[draft.name] = draft
        self._known.move_to_end(draft.name)
        while len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)

    def read(self, draft: Draft) -> Answer:
        file = None if draft.path is None else draft.main
        return {"main": draft.main, "sources": draft.now, "row": len(draft.rows), "file": file}

    async def write(self, draft: Draft, sources: Sources, base: int, mark: str = "") -> Answer:
        """Keeps the texts, and tells what is to be said of them."""
        async with self._locks.setdefault(draft.name, asyncio.Lock()):
            if base != len(draft.rows) and draft.at(base) != draft.now:
                raise Refused("stale", "The text was changed elsewhere meanwhile, perhaps in another window.")
            await self.drafts.write(draft, sources, mark)
        return {"row": len(draft.rows), **await self.study(draft)}

    async def study(self, draft: Draft) -> Answer:
        """What could not be read in time is told as such: the text itself is kept all the same."""
        try:
            found: Answer = await self.benches.ask(draft.name, "study", draft.main, draft.now)
        except HostGone as why:
            return {"problems": [], "names": {}, "playable": False, "trouble": f"The text could not be read: {why}."}
        return found

    async def save(self, draft: Draft, sources: Sources, base: int, force: bool) -> Answer:
        """A version that is meant to be one; of a file on this computer, the file too."""
        told = await self.write(draft, sources, base)
        if draft.path is not None:
            self._write_files(draft, sources, force)
        await self.drafts.write(draft, sources, "saved")
        return {**told, "row": len(draft.rows), "saved": True}

    def _write_files(self, draft: Draft, sources: Sources, force: bool) -> None:
        game = self.lobby.catalogue.games.get(draft.path or "")
        if game is None:
            raise Refused("no_game", "The file is none of this server's any more.")
        path = os.path.realpath(game.path)
        known = self._on_disk.get(draft.name, {})
        try:
            there = read_game_files(path)
            changed = {name: text for name, text in sources.items() if there.get(name) != text}
            if not force and any(there.get(name) != known.get(name) for name in changed):
                raise Refused(
                    "changed_on_disk", "The file was changed by another program. Save once more to write over it."
                )
            for name, text in changed.items():
                write_game_file(path, name, text)
        except FileTrouble as why:
            raise Refused("not_saved", f"It could not be saved: {why}.") from None
        finally:
            self._on_disk[draft.name] = read_game_files(path)

    # -- while somebody types

    async def ask(self, draft: Draft, method: str, file: str, text: str, offset: int) -> Any:
        """`complete` and `point_at`, in a text that may not be kept yet."""
        sources = {**draft.now, file: text}
        check_texts(draft.main, sources)
        return await self.benches.ask(draft.name, method, draft.main, sources, file, offset)

    async def format(self, draft: Draft, file: str, text: str) -> Answer:
        check_texts(draft.main, {**draft.now, file: text})
        return {"text": await self.benches.ask(draft.name, "format", file, text)}

    async def test(self, draft: Draft) -> Answer:
        found: Answer = await self.benches.ask(draft.name, "test", _TEST)
        return found

    # -- versions

    def list_versions(self, draft: Draft) -> Answer:
        told = [{"row": one.row, "when": one.when, "mark": one.mark} for one in draft.versions()]
        return {"versions": [*told, {"row": 0, "when": None, "mark": "the beginning"}]}

    def look_at(self, draft: Draft, row: int) -> Answer:
        if not 0 <= row <= len(draft.rows):
            raise Refused("no_version", "There is no such version.")
        return {"sources": draft.at(row)}

    # -- at the table

    async def play(self, draft: Draft, players: int | None) -> Answer:
        """A new table with the text as it is now: the designer, and machines."""
        if draft.path is None:
            told = await self.study(draft)
            if not told["playable"]:
                raise Refused("broken_game", "Rules that have errors cannot be played yet.")
            count = _fit(players, told["players"])
            request = TableRequest(players=count, seats=_seat(count), rules=Upload(draft.main, dict(draft.now)))
            return await self.lobby.create(request)
        rules = await self._compile(draft)
        count = _fit(players, list(rules.game.rules.players))
        return await self.lobby.create_with(rules, draft.path, _seat(count))

    async def bring(self, draft: Draft, table: str, owner: str, accept: bool) -> Answer:
        """The table goes on under the text as it is now, with all choices made again by their names; if one is not possible any more it
        stays as it is, unless it is said to go on from the last good point (`accept`)."""
        found = await self._find_own_table(table, owner)
        async with found.alone():
            if isinstance(found.host, LocalHost):
                if draft.path is None:
                    raise Refused("not_own", "That table does not play this text.")
                return await self._bring_own(draft, found, found.host, accept)
            return await self._bring_foreign(draft, found, accept)

    async def _bring_own(self, draft: Draft, table: LiveTable, host: LocalHost, accept: bool) -> Answer:
        rules = await self._compile(draft)
        if rules.key == host.engine.rules.key:
            return {"followed": False}
        _demand_players(rules, host.players)
        tried = await host.try_rules(rules)
        if tried["lost"] is not None and not accept:
            return {"lost": describe_lost(tried)}
        entry = await host.follow_rules(rules, tried["choices"])
        await table.keep_and_show([entry], {rules.key: rules.as_text()})
        return _tell(table, tried)

    async def _bring_foreign(self, draft: Draft, table: LiveTable, accept: bool) -> Answer:
        host: Any = table.host
        tried = await host.call("try_rules", draft.main, draft.now)
        if tried["key"] == host.game["key"]:
            return {"followed": False}
        if tried["lost"] is not None and not accept:
            return {"lost": describe_lost(tried)}
        entry = await host.follow_rules(tried)
        key = FOREIGN + tried["key"]
        await table.keep_and_show([entry], {key: Upload(draft.main, draft.now).as_text()})
        table.rules = key
        return _tell(table, tried)

    async def _compile(self, draft: Draft) -> LoadedRules:
        """Of a file on this computer."""
        return await self.lobby.catalogue.load_texts(draft.main, dict(draft.now))

    async def _find_own_table(self, name: str, token: str) -> LiveTable:
        table = await self.lobby.find(name)
        who = None if table is None or not is_token(token) else table.seating.identify(token)
        if table is None or who is None or not who.owner:
            raise Refused("bad_token", "Only the owner of a table changes its rules.")
        return table

    # -- sharing

    async def share(self, draft: Draft) -> Answer:
        """Keeps the text as it is now, for who has the link; for what is too long for an address."""
        key = hashlib.sha256(fingerprint(draft.now).encode()).hexdigest()[:32]
        await self.drafts.keep_shared(draft, SHARED + key, Upload(draft.main, draft.now).as_text())
        return {"key": key}

    async def read_shared(self, key: str) -> str:
        """As the store keeps it. Raises Refused, StoreTrouble."""
        found = await self.lobby.store.read_rules(SHARED + key)
        if found is None:
            raise Refused("no_game", "There is no such shared game here.")
        return found


def _flatten(sources: Sources) -> Sources:
    return {name: text for name, text in sources.items() if not name.startswith("std/")}


def _fit(players: int | None, counts: list[int]) -> int:
    least, most = counts
    return min(max(players or max(least, min(2, most)), least), most)


def _seat(players: int) -> list[str]:
    return [ME, *[_MACHINE] * (players - 1)]


def _demand_players(rules: LoadedRules, players: int) -> None:
    try:
        rules.game.seats(players)
    except ValueError as why:
        raise Refused("players", f"{why}. Begin a new match.") from None


def _tell(table: LiveTable, tried: dict[str, Any]) -> Answer:
    """Those who sit at the table with the designer hear of it; the designer's page knows already."""
    words = "The rules have changed."
    for connection in table.connections:
        connection.send(table.describe(connection))
        if connection.owner is None:
            connection.send({"type": "notice", "code": "rules", "words": words})
    lost = tried["lost"]
    return {"followed": True, "choices": len(tried["choices"]) if lost is None else lost["number"] - 1}
