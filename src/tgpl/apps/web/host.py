"""Where the engine of a table runs: in this process, for the server's own games, or in one of its own (`sandbox`).

In:  the name of a method of `MatchEngine`, and plain data. Out: what it gives. Raises Refused, or `HostGone` where the engine is lost;
it can be made again from the store.
"""

from __future__ import annotations

from typing import Any, Protocol

from tgpl.apps.web.engine import MatchEngine
from tgpl.apps.web.entries import EntryData
from tgpl.apps.web.rules import LoadedRules


class HostGone(Exception):
    """The engine took too long, or too much: words for people."""


class Host(Protocol):
    game: dict[str, Any]  # what everybody may know of the game
    foreign: bool  # its rules are a stranger's
    players: int

    async def call(self, method: str, *arguments: Any) -> Any:
        """Raises Refused or HostGone."""

    async def replay(self, entries: list[EntryData]) -> None:
        """What happened before. Raises HostGone."""

    def close(self) -> None: ...


class LocalHost:
    foreign = False

    def __init__(self, engine: MatchEngine) -> None:
        self.engine = engine
        self.players = engine.shared.state.players
        self.game = engine.rules.describe()

    @classmethod
    async def begin(cls, rules: LoadedRules, seed: int, players: int) -> LocalHost:
        """Raises ValueError."""
        return cls(await rules.run(lambda: MatchEngine(rules, seed, players)))

    async def call(self, method: str, *arguments: Any) -> Any:
        engine = self.engine
        return await engine.rules.run(lambda: getattr(engine, method)(*arguments))

    async def replay(self, entries: list[EntryData]) -> None:
        await self.call("replay", entries)

    async def try_rules(self, rules: LoadedRules) -> dict[str, Any]:
        """The match under other rules, which nobody else works with meanwhile."""
        self.engine.add_rules(rules)
        found: dict[str, Any] = await rules.run(lambda: self.engine.try_rules(rules.key))
        return found

    async def follow_rules(self, rules: LoadedRules, choices: list[Any]) -> EntryData:
        made: EntryData = await rules.run(lambda: self.engine.follow_rules(rules.key, choices))
        self.game = rules.describe()
        return made

    def close(self) -> None: ...
