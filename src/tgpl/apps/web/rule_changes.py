"""The designer's desk: rules that change while tables are played.

In:  games whose files were saved again. Out: their tables go on under the new rules, with all choices made again by their names. If one of
these is no longer possible, a table stays as it is and its owner may go on from the last good point. Errors of the text are shown to owners.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from tgpl.apps.web.catalogue import Catalogue, Game, describe_problems
from tgpl.apps.web.entries import EntryData
from tgpl.apps.web.host import HostGone, LocalHost
from tgpl.apps.web.live_table import LiveTable
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.store import Conflict, StoreTrouble

_POLL = 0.4  # seconds between two looks at the files
_log = logging.getLogger("tgpl.web")


class RuleChanges:
    def __init__(self, catalogue: Catalogue, tables: dict[str, LiveTable]) -> None:
        self.catalogue = catalogue
        self.tables = tables

    async def watch(self) -> None:
        """As long as the server runs."""
        while True:
            await asyncio.sleep(_POLL)
            try:
                for name in {table.game for table in self.tables.values()}:
                    game = self.catalogue.games.get(name or "")
                    if game is not None and await self.catalogue.refresh(game):
                        await self._spread(game)
            except Exception:
                _log.exception("watching the rules")

    async def _spread(self, game: Game) -> None:
        for table in [table for table in self.tables.values() if table.game == game.id]:
            await self.bring(table, game)

    async def bring(self, table: LiveTable, game: Game) -> None:
        """Brings the rules as they are now to a table."""
        try:
            async with table.alone():
                await self._bring(table, game)
        except Refused as why:
            table.notify(why.words, "rules")
        except (StoreTrouble, Conflict, HostGone):
            pass  # the table is as it is kept; the rules come again when they are saved again

    async def _bring(self, table: LiveTable, game: Game) -> None:
        assert game.result is not None
        playable = game.result.playable
        table.problems = [] if playable else describe_problems(game.result)
        table.tell_owner({"type": "problems", "problems": table.problems})
        host, rules = table.host, game.rules
        if not playable or rules is None or not isinstance(host, LocalHost) or rules.key == host.engine.rules.key:
            self._set_offer(table, None)
            return
        found = await host.try_rules(rules)
        if found["lost"] is not None:
            self._set_offer(table, {"rules": rules.key, "lost": found["lost"], "words": describe_lost(found)})
            return
        entry = await host.follow_rules(rules, found["choices"])
        await table.keep_and_show([entry], {rules.key: rules.as_text()})
        self._set_offer(table, None)
        count = found["total"]
        stood = "Nothing was chosen yet." if not count else f"All {count} choices so far are still possible."
        table.notify(f"The rules have changed. {stood}", "rules")
        self._tell_game(table)

    def _set_offer(self, table: LiveTable, offer: dict[str, Any] | None) -> None:
        if table.offer != offer:
            table.offer = offer
            table.tell_owner({"type": "offer", "offer": offer})
            if offer is not None:
                table.notify(f"The rules have changed. {offer['words']}", "rules")

    def _tell_game(self, table: LiveTable) -> None:
        for connection in table.connections:
            connection.send(table.describe(connection))

    async def accept(self, table: LiveTable, key: str) -> tuple[EntryData, dict[str, str]]:
        """Goes on under changed rules, as far as their last good point. Raises Refused."""
        game = self.catalogue.games.get(table.game or "")
        rules = None if game is None else game.rules
        if table.offer is None or rules is None or rules.key != key or not isinstance(table.host, LocalHost):
            raise Refused("no_offer", "There are no such rules to go on with.")
        found = await table.host.try_rules(rules)
        entry = await table.host.follow_rules(rules, found["choices"])
        table.offer = None
        return entry, {rules.key: rules.as_text()}


def describe_lost(found: dict[str, Any]) -> str:
    """Which choice is no longer possible; what it was only where all may know it."""
    lost = found["lost"]
    what = f"`{lost['label'] or 'something hidden'}` ({lost['what']})" if "label" in lost else "choice"
    return (
        f"Choice {lost['number']} of {found['total']}, {lost['who']}'s {what}, is no longer possible; "
        f"the last good point is before it. The table goes on with the old rules until the owner decides."
    )
