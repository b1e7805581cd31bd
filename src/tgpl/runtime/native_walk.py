"""Matches of a compiled game by numbers of actions, for tools outside: one call from choice to choice.

A `Bench` has room for one match at a time; a match that is not on it is kept as bytes (see `NativeState.save`).

    bench = Bench(native, hashes, numbers, listed=9, spare=0, widest=0)
    stop = bench.start(seed=7, players=2)
    stop = bench.walk(stop.options[0], most=100)
    saved = bench.save()
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Any, NamedTuple

from tgpl.runtime.errors import RuleError
from tgpl.runtime.native import ENDS, NativeGame, NotSupported, digest_of

NOTHING_KNOWN = -1  # the option where no value is known
_LOOK_ONLY = -2
_UNSUPPORTED = 5
_HEAD = 8
_ROOM = 1 << 16


class Step(NamedTuple):
    """A choice that left none."""

    seat: int
    option: int
    number: int  # of the action; -1 if it has none
    done: int  # whether something was carried out


class Stop(NamedTuple):
    """Where a match stands."""

    player: int  # who chooses: a seat, -1 for chance, -4 for nobody
    ended: str | None
    numbers: list[int]  # of the actions, in order
    options: list[int]  # that they stand for
    done: int  # whether the choice that led here carried something out
    steps: list[Step]  # behind it
    among: int  # how many are drawn from


class Bench:
    def __init__(
        self, game: NativeGame, hashes: list[int], numbers: list[int], listed: int, spare: int, widest: int
    ) -> None:
        self.game = game
        self._library = self.library = game.library
        self._match = self._library.tgpl_open()
        if not self._match:
            raise MemoryError
        self.holder: weakref.ref[Any] | None = None  # whose match is on it
        self._out = (ctypes.c_int32 * _ROOM)()
        count = len(hashes)
        words, places = (ctypes.c_uint64 * count)(*hashes), (ctypes.c_int32 * count)(*numbers)
        if not self._library.tgpl_number(self._match, words, places, count, listed, spare, widest):
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "_match", None):
            self._library.tgpl_close(self._match)
            self._match = None

    def start(self, seed: int, players: int, most: int) -> Stop:
        """A new match, up to its first choice."""
        self._library.tgpl_start(self._match, seed & (1 << 64) - 1, players)
        return self.walk(_LOOK_ONLY, most)

    def walk(self, option: int, most: int) -> Stop:
        """Takes an option, or the outcome of a draw, and goes on; `most`: through so many choices that leave none."""
        out = self._out
        if self._library.tgpl_walk(self._match, option, most, out, _ROOM):
            raise NotSupported("so many options")
        player, ended, count, steps, done, among = out[:6]
        if ended == _UNSUPPORTED:
            raise NotSupported(self._library.tgpl_unsupported(self._match).decode())
        flat = out[_HEAD : _HEAD + 2 * count]
        passed = [Step(*out[at : at + 4]) for at in range(_ROOM - 4, _ROOM - 4 - 4 * steps, -4)] if steps else []
        return Stop(player, ENDS[ended], flat[::2], flat[1::2], done, passed, among)

    def ranking(self) -> list[list[int]]:
        flat = ctypes.POINTER(ctypes.c_int32)()
        count = self._library.tgpl_ranking(self._match, ctypes.byref(flat))
        ranking, at = [], 0
        while at < count:
            ranking.append(flat[at + 1 : at + 1 + flat[at]])
            at += 1 + flat[at]
        return ranking

    def error(self) -> RuleError:
        """What the rules ran into; its words are only known to the other target."""
        library, match = self._library, self._match
        error = RuleError(f"R{library.tgpl_error_code(match)}", "The rules broke.")
        at = library.tgpl_error_place(match)
        error.place = self.game.places[at] if 0 <= at < len(self.game.places) else None
        error.player = library.tgpl_error_player(match)
        return error

    def digest(self) -> str:
        return digest_of(self._library, self._match)

    def save(self) -> bytes:
        size = self._library.tgpl_state_size(self._match)
        room = ctypes.create_string_buffer(size)
        self._library.tgpl_save(self._match, room, size)
        return room.raw

    def load(self, saved: bytes) -> None:
        if not self._library.tgpl_load(self._match, saved, len(saved)):
            raise ValueError("these bytes are no copy of a match of this game")
