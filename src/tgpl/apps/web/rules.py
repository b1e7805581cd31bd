"""Rules of games, compiled once for all tables that play them.

In:  rule texts. Out: `LoadedRules`: the game, and what is shown of it. One table of a game is worked out after the other; a game that takes
long gets a thread of its own, so that others go on.

    rules = load_rules(result)
    await rules.run(lambda: engine.choose(…))
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, TypeVar

from tgpl.apps.sheet_evaluator import make_hybrid_game
from tgpl.bindings.program_facts import find_facts
from tgpl.compile import Result
from tgpl.draw.picture import Backdrop, make_picture
from tgpl.draw.picture_memo import PictureMemo
from tgpl.gdl.boards.sheet_picture import SheetPicture
from tgpl.runtime.decision import Decision
from tgpl.runtime.game import Game
from tgpl.runtime.rules import Rules
from tgpl.runtime.state import State
from tgpl.text.escape import plain
from tgpl.text.files import fingerprint

T = TypeVar("T")
_QUICK = 0.01  # seconds: what takes no longer is done on the spot
_SLOW = 0.1  # what takes so long has to be quick more and more often before it is done on the spot again
_GLIMPSE = 14  # choices before the picture of the front page
_TRIALS = 8  # pieces of work that have to be quick first
_MOST_TRIALS = 100_000
_TOLD = ("class", "interactable", "stack", "tile", "board")


class LoadedRules:
    def __init__(self, result: Result) -> None:
        """Of a result that is playable. It takes a while."""
        self.result = result
        self.game: Game = make_hybrid_game(result)
        self.sources: dict[str, str] = result.sources
        self.key = fingerprint(result.sources)
        self.main = result.files[-1].name
        self.draws: bool = find_facts(result.program()).draws  # whether anything is left to chance
        self._sheet = None if self.game.rules.logic is None else SheetPicture(self.game.rules)
        # Evaluators of rulesheets remember what they have met, and belong to one thread.
        self._trials = -1 if self.game.rules.logic is not None else _TRIALS
        self._demanded = _TRIALS
        self._beginning: dict[str, Any] | None = None
        self._thread: ThreadPoolExecutor | None = None
        self._running = 0

    async def run(self, work: Callable[[], T]) -> T:
        """One piece of work for this game after the other."""
        if self._trials == 0 and not self._running:
            return self._measure(work)
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "rules")
        self._running += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._measure, work)
        finally:
            self._running -= 1

    def _measure(self, work: Callable[[], T]) -> T:
        begun = time.perf_counter()
        try:
            return work()
        finally:
            took = time.perf_counter() - begun
            if (
                took > _SLOW and self._trials >= 0
            ):  # perhaps the machine was only busy: then it will be quick often enough
                self._demanded = min(_MOST_TRIALS, 2 * self._demanded)
                self._trials = self._demanded
            elif self._trials > 0 and took < _QUICK:
                self._trials -= 1

    # -- what is shown

    def make_picture(
        self,
        state: State,
        seat: int | None,
        shown: Decision | None,
        outcome: str,
        memo: PictureMemo | None = None,
        backdrop: Backdrop | None = None,
    ) -> dict[str, Any]:
        """What a seat sees; `shown`: what it is asked, as it is put to people. `outcome`: how the match ended. `memo` and
        `backdrop`: what is known of it already."""
        return dict(make_picture(state, seat, shown, self._sheet, outcome, memo, backdrop))

    def draw_beginning(self) -> dict[str, Any]:
        """How the game looks to who watches, when it has just begun: a few choices in, because many boards are empty at first."""
        if self._beginning is None:
            state, chance = self.game.start(1), Random(1)
            for _ in range(_GLIMPSE):
                if state.decision is None or not state.decision.options or state.ended is not None:
                    break
                state.choose(chance.randrange(len(state.decision.options)))
            if state.ended is not None:
                state = self.game.start(1)
            self._beginning = self.make_picture(state, None, None, "")
        return self._beginning

    def describe(self) -> dict[str, Any]:
        """What everybody at the table may know about the game."""
        rules = self.game.rules
        return {
            "title": plain(rules.name),
            "rules": [plain(text, lines=True) for text in rules.rulebook],
            "cards": _describe_cards(rules),
            "secrets": rules.secrets,
            "draws": self.draws,
            "language": self.result.language.name,
            "key": self.key,
        }

    def read_facts(self, view: dict[str, Any]) -> str | None:
        """The position of a rulesheet, if it may be seen."""
        return None if self._sheet is None else self._sheet.sheet.text(view)

    def read_lines(self, file: str) -> list[str]:
        """The rule text of a file."""
        return next((one.text.splitlines() for one in self.result.source_files.values() if one.name == file), [])

    def as_text(self) -> str:
        """As the store keeps them."""
        return json.dumps({"main": self.main, "sources": self.sources}, ensure_ascii=False)


def _describe_cards(rules: Rules) -> list[dict[str, str]]:
    """What classes say of themselves, in the designer's words: everybody may know that."""
    found = []
    for kind in rules.classes:
        texts, names = kind._display.get("text", ()), kind._display.get("name", ())
        if texts and kind.kind in _TOLD:
            name = names[0] if len(names) == 1 and "{" not in names[0] else kind.shown
            found.append({"name": plain(name), "text": plain(texts[0], lines=True)})
    return found
