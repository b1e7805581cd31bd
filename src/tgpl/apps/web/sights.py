"""What the seats of a match are shown now, drawn only where it may have changed.

In:  the table of a match. Out: pictures. A match is a function of its choices: with the same choices a seat sees the same. While an action that
was chosen asks for something before it does anything, the others see what they saw before. Where nothing is hidden all see the same
position, which is drawn once.

    sights = Sights(rules)
    sights.draw(shared, 0)              # a picture: the same one until something has changed for that seat
    sights.forget()                     # choices were taken back, or something else than a choice was made
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tgpl.apps.session.shared_table import Place, SharedTable
from tgpl.apps.web.rules import LoadedRules
from tgpl.draw.picture import Backdrop, paint_backdrop
from tgpl.draw.picture_memo import PictureMemo

Picture = dict[str, Any]
Paint = Callable[[Place, int | None, PictureMemo, Backdrop | None], Picture]


class Sights:
    def __init__(self, rules: LoadedRules, paint: Paint) -> None:
        self._paint = paint
        self._open = not rules.game.rules.secrets
        self._logic = rules.game.rules.logic is not None
        self._memos: dict[int | None, PictureMemo] = {}
        self._shown: dict[int | None, tuple[Any, Picture]] = {}
        self._backdrop: tuple[Any, Backdrop] | None = None

    def forget(self) -> None:
        self._shown.clear()
        self._backdrop = None

    def draw(self, shared: SharedTable, seat: int | None) -> Picture:
        place = shared.place(seat)
        key = self._identify(shared, place, seat)
        known = self._shown.get(seat)
        if known is not None and known[0] == key:
            return known[1]
        picture = self._paint(place, seat, self._find_memo(seat), self._find_backdrop(shared, place))
        self._shown[seat] = (key, picture)
        return picture

    def _identify(self, shared: SharedTable, place: Place, seat: int | None) -> Any:
        """Equal where a seat sees the same, as long as choices are only added."""
        if place.decision is None or seat is None:
            return count_seen(shared), shared.state.ended, shared.asked
        answers = repr(shared.sealed_answers(seat))
        return len(shared.state.choices), answers, shared.picked(seat), place.state.refused

    def _find_memo(self, seat: int | None) -> PictureMemo:
        return self._memos.setdefault(None if self._open else seat, PictureMemo())

    def _find_backdrop(self, shared: SharedTable, place: Place) -> Backdrop | None:
        if not self._open or self._logic or place.state is not shared.state:
            return None
        key = count_seen(shared), shared.asked
        if self._backdrop is None or self._backdrop[0] != key:
            self._backdrop = key, paint_backdrop(shared.state, self._find_memo(None))
        return self._backdrop[1]


def count_seen(shared: SharedTable) -> int:
    """Of how many choices who is not asked sees what they did."""
    state = shared.state
    start = len(shared.table.made)
    if not state.sealed and state.asks_first:
        while start and shared.table.made[start - 1].commits == state.commits:
            start -= 1
    return start
