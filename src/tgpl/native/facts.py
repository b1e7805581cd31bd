"""What can be learnt of a compiled match by who judges the game and not by who plays it: what options are, who holds what, and
where the match came by.

    look = Observer(state)
    look.offers()           # of the open decision
    look.holdings(), look.hits()
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

from tgpl.native import results
from tgpl.native.library import Library
from tgpl.native.state import NativeState

VALUE, ACTION = 0, 1  # what an option is, as C has it; else no value
NUMBER, TEXT, BOOL, PLAYER, SYMBOL, ANY, OBJECT = range(7)  # tags of values
_HEAD, _EACH = 3, 4
_SCALE = 65536.0  # numbers come as whole ones
_FIRST_ROOM = 1 << 12


class Offered(NamedTuple):
    """An option of the open decision."""

    what: int  # VALUE, ACTION, or something that is no value
    of: int  # the number of the action, or of the class of a thing; -1: neither
    tag: int
    value: int  # the face of a thing; of other values what tells them apart

    @property
    def amount(self) -> float:
        """Of a number."""
        return self.value / _SCALE


class Offers(NamedTuple):
    question: int  # where the rules declare it, by the number of the place; -1: an action is chosen
    turn: int
    phase: int
    options: list[Offered]


class Holding(NamedTuple):
    """A thing that belongs to a player, or lies in what does."""

    holder: int
    of: int  # the number of its class
    face: int
    serial: int


class Outcome(NamedTuple):
    ended: str  # winner, stuck, error, limit
    ranking: tuple[tuple[int, ...], ...]  # nobody in it if it was not won


class Trials:
    """What becomes of the options of a copied match, if the rest is played at random: for who wants to compare them."""

    def __init__(self, state: NativeState) -> None:
        self._match = NativeState(state.game, state.library)

    def play(self, saved: bytes, option: int, seed: int, most_moves: int) -> Outcome:
        """The same seed is the same luck, whatever was taken."""
        library, handle = self._match.library, self._match.handle
        ended = library.tgpl_try(handle, saved, len(saved), option, results.seed_word(seed), most_moves)
        if ended < 0:
            raise ValueError("there is no such option to try")
        results.check_supported(library, handle, ended)
        ranking = results.read_ranking(library, handle) if results.ENDS[ended] == "winner" else []
        return Outcome(str(results.ENDS[ended]), tuple(map(tuple, ranking)))


class Observer:
    def __init__(self, state: NativeState) -> None:
        self._state = state
        self._room = (ctypes.c_int64 * _FIRST_ROOM)()

    @property
    def _library(self) -> Library:
        return self._state.library

    def offers(self) -> Offers:
        needed = _HEAD + _EACH * self._state.options
        if needed > len(self._room):
            self._room = (ctypes.c_int64 * (2 * needed))()
        count = self._library.tgpl_offers(self._state.handle, self._room, len(self._room))
        if count < 0:
            raise ValueError("there is no decision to look at")
        flat = self._room[: _HEAD + _EACH * count]
        options = [Offered(*flat[at : at + _EACH]) for at in range(_HEAD, len(flat), _EACH)]
        return Offers(flat[0], flat[1], flat[2], options)

    def holdings(self) -> set[Holding]:
        while (count := self._library.tgpl_holdings(self._state.handle, self._room, len(self._room))) + _EACH > len(
            self._room
        ):
            self._room = (ctypes.c_int64 * (2 * len(self._room)))()
        flat = self._room[:count]
        return {Holding(*flat[at : at + _EACH]) for at in range(0, count, _EACH)}

    def face_name(self, face: int) -> str:
        """Of a thing that is there now; empty if none is."""
        return self._text(self._library.tgpl_face_name, face)

    def option_name(self, number: int) -> str:
        """What an option says; empty for actions, ends and refusals."""
        return self._text(self._library.tgpl_option_name, number)

    def hits(self) -> bytes:
        """A byte for each point of the rules, 1 where the match came by; empty if that is not noted."""
        return results.read_hits(self._library, self._state.handle)

    def situation(self) -> tuple[int, int]:
        """Equal where a match is again as it was before, but for what chance is going to bring."""
        found = (ctypes.c_uint64 * 2)()
        self._library.tgpl_situation(self._state.handle, found)
        return found[0], found[1]

    def _text(self, function: Any, of: int) -> str:
        found = ctypes.POINTER(ctypes.c_uint8)()
        length = function(self._state.handle, of, ctypes.byref(found))
        return ctypes.string_at(found, length).decode("utf-8", "replace") if length > 0 else ""
