"""Two worlds that look alike to a seat, at tables of the server: what that seat is sent in each, to the byte.

Worlds are made where a match stands: what the seat cannot see is exchanged among itself, and chance goes another way. Then both go on with
the same choices of the seat; the others choose what leaves them alike, as far as they can.

    pair = Pair(rules, seat=0, seed=3)
    pair.play(chance)               # raises AssertionError where what is sent depends on what is hidden
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from random import Random
from typing import Any

from tgpl.apps.web.actions import handle
from tgpl.apps.web.connection import Connection
from tgpl.apps.web.engine import MatchEngine
from tgpl.apps.web.host import LocalHost
from tgpl.apps.web.live_table import LiveTable, Loaded
from tgpl.apps.web.messages import Enter, decode
from tgpl.apps.web.rules import LoadedRules
from tgpl.apps.web.seating import PERSON, Seating
from tgpl.apps.web.store import Stored
from tgpl.runtime.board import Tile
from tgpl.runtime.entity import Entity
from tgpl.runtime.state import State
from tgpl.runtime.symbols import EnumValue
from tgpl.runtime.visibility import find_visible
from web_server import GENEROUS

OWNER = "o" * 22


class MemoryStore:
    """Keeps nothing: these tables are never read again."""

    shared = False

    def append(self, table: str, number: int, row: str, rules: dict[str, str] | None = None) -> Awaitable[None]:
        return asyncio.sleep(0)

    async def create(self, table: str, head: str, rules: dict[str, str]) -> None: ...

    async def read(self, table: str, first: int = 0) -> Stored | None:
        return None

    async def read_rules(self, key: str) -> str | None:
        return None

    async def open(self, heard: Any) -> None: ...

    async def close(self) -> None: ...

    async def say(self, table: str, words: str) -> None: ...

    async def take_charge(self, table: str) -> bool:
        return True

    async def leave_charge(self, table: str) -> None: ...


class Page(Connection):
    """Keeps what is sent to it."""

    def __init__(self) -> None:
        super().__init__(None, GENEROUS)  # type: ignore[arg-type]
        self.got: list[str] = []
        self.picture: dict[str, Any] = {}

    def send_text(self, text: str) -> None:
        self.got.append(text)


class World:
    """A table with a page at every seat, all in this process."""

    def __init__(self, rules: LoadedRules, seed: int, players: int) -> None:
        self.engine = MatchEngine(rules, seed, players)
        who = [PERSON] * players
        seating = Seating.begin(OWNER, "table", who)
        loaded = Loaded(seating, LocalHost(self.engine), 0, None, rules.key)
        self.table = LiveTable("table", loaded, MemoryStore(), GENEROUS, self._load)
        self.pages: dict[int | None, Page] = {}
        self.links = seating.links(OWNER, "table")

    async def _load(self, name: str) -> Loaded | None:
        raise AssertionError("a table had to be read again")

    async def enter(self) -> None:
        for seat, token in self.links.items():
            page = self.pages[None if seat == "watch" else int(seat)] = Page()
            assert await self.table.enter(page, Enter(token))

    async def say(self, seat: int | None, message: dict[str, Any]) -> None:
        await handle(self.table, self.pages[seat], decode(json.dumps(message)), None)  # type: ignore[arg-type]

    def ask(self, seat: int) -> dict[str, Any] | None:
        stream = self.table.streams[seat]
        return None if stream.picture is None else stream.picture.get("ask")

    def view(self, seat: int | None) -> str:
        """What the runtime lets the seat see: the measure of whether worlds look alike."""
        state = self.engine.shared.place(seat).state
        seen = state.view(seat)
        if self.engine.shared.state.sealed:
            for key in ("decision", "moves"):
                seen.pop(key, None)
            seen["ask"] = repr(self.engine.shared.place(seat).decision)
        return json.dumps(seen)


def exchange_hidden(state: State, seat: int | None, chance: Random, draws_anew: bool = True) -> State:
    """The same match, but for what a seat cannot see; with `draws_anew` chance brings something else from here on."""
    made = state.copy()
    match = made._processor.match
    seen = find_visible(match, seat)
    hidden: dict[type[Entity], list[Entity]] = {}
    for serial, entity in match.registrar.by_serial.items():
        if serial in match.registrar.alive() and serial not in seen and not isinstance(entity, Tile):
            hidden.setdefault(type(entity), []).append(entity)
    for entities in hidden.values():
        shuffled = chance.sample(entities, len(entities))
        names = [name for name, kind in type(entities[0])._kinds.items() if _is_plain(kind)]
        values = [[vars(other)[name] for name in names] for other in shuffled]
        for entity, row in zip(entities, values, strict=True):
            for name, value in zip(names, row, strict=True):
                object.__setattr__(entity, name, value)
    if draws_anew:
        match.rng.state = chance.getrandbits(64)
    processor = made._processor
    if processor.decision is not None:
        processor.decision = None
        processor.proceed()
    return made


def _is_plain(kind: Any) -> bool:
    return kind in (float, str, bool, int) or (isinstance(kind, type) and issubclass(kind, EnumValue))


class Pair:
    def __init__(self, rules: LoadedRules, seat: int | None, seed: int, players: int) -> None:
        self.seat = seat
        self.worlds = [World(rules, seed, players) for _ in range(2)]
        self.compared = 0  # messages
        self.apart = 0  # how often the worlds came apart, and were made alike again

    async def play(self, chance: Random, most: int) -> None:
        for world in self.worlds:
            await world.enter()
        await self.make_alike(chance)
        for _ in range(most):
            one, other = self.worlds
            waiting = one.engine.shared.waiting
            if not waiting:
                return
            mover = chance.choice(waiting)
            if mover == self.seat:
                await self._choose_own(mover, chance)
            else:
                await self._choose_other(mover, chance)
            if one.view(self.seat) != other.view(self.seat) or other.engine.shared.waiting != one.engine.shared.waiting:
                await self.make_alike(chance)
            else:
                self.compare()

    async def make_alike(self, chance: Random) -> None:
        """The second world becomes one that looks like the first."""
        self.apart += 1
        one, other = self.worlds
        shared, changed = one.engine.shared, other.engine.shared
        changed.table.made = list(shared.table.made)
        changed.table._marks = []
        changed.moments, changed._asides, changed._picked = list(shared.moments), {}, {}
        if shared._asides:
            one.engine.shared._asides = {}
            one.engine.shared._picked = {}
        changed.table.state = exchange_hidden(shared.state, self.seat, chance)
        if one.view(self.seat) != other.view(self.seat):  # equal things that are asked about lie in an order of chance
            changed.table.state = exchange_hidden(shared.state, self.seat, chance, draws_anew=False)
        assert one.view(self.seat) == other.view(self.seat)
        for world in self.worlds:
            world.engine.sights.forget()  # the match was changed behind its back
            await world.table.show()
        for seat, stream in one.table.streams.items():
            mirrored = other.table.streams[seat]
            mirrored.version, mirrored.picture, mirrored.at = stream.version, mirrored.picture, stream.at
            other.pages[seat].version = one.pages[seat].version
        for world in self.worlds:
            for page in world.pages.values():
                page.got.clear()
        assert one.table.streams[self.seat].picture == other.table.streams[self.seat].picture

    async def _choose_own(self, seat: int, chance: Random) -> None:
        ask = self.worlds[0].ask(seat)
        assert ask is not None and ask == self.worlds[1].ask(seat)
        if chance.random() < 0.2:
            about = chance.choice([None, *list(self.worlds[0].table.streams[seat].picture["things"])[:50]])  # type: ignore[index]
            for world in self.worlds:
                await world.say(seat, {"type": "why", "request": 1, **({} if about is None else {"about": about})})
        if chance.random() < 0.1:
            for world in self.worlds:
                await world.say(seat, {"type": "cancel", "request": 2})
            return
        option = chance.choice(list(ask["options"])) if ask["options"] else None
        for world in self.worlds:
            answer: dict[str, Any] = {"value": 1} if option is None else {"option": option}
            version = world.table.streams[seat].version
            await world.say(seat, {"type": "choose", "request": 3, "version": version, **answer})

    async def _choose_other(self, seat: int, chance: Random) -> None:
        """Each chooses in their own world, if possible alike."""
        first, second = (world.ask(seat) for world in self.worlds)
        if first is None or second is None:
            return
        option = chance.choice(list(first["options"]))
        label = first["options"][option]["label"]
        alike = [key for key, one in second["options"].items() if one["label"] == label]
        for world, key in zip(
            self.worlds, (option, alike[0] if alike else chance.choice(list(second["options"]))), strict=True
        ):
            version = world.table.streams[seat].version
            await world.say(seat, {"type": "choose", "request": 3, "version": version, "option": key})

    def compare(self) -> None:
        one, other = (world.pages[self.seat].got for world in self.worlds)
        assert one == other, next((a, b) for a, b in zip([*one, ""], [*other, ""], strict=False) if a != b)
        self.compared += len(one)
        one.clear()
        other.clear()
