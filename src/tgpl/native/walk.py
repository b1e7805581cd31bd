"""Matches of a compiled game by numbers of actions, for tools outside: one call from choice to choice.

A `Bench` has room for one match at a time; a match that is not on it is kept as bytes (see `NativeState.save`).

    bench = Bench(native, hashes, numbers, listed=9, spare=0, widest=0)
    stop = bench.start(seed=7, players=2, most=1000)
    stop = bench.walk(stop.options[0], stop.actions[0], most=1000)
    saved = bench.save()
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from typing import Any, NamedTuple

from tgpl.native import results
from tgpl.native.game import NativeGame
from tgpl.runtime.errors import RuleError

NOTHING_KNOWN = -1  # the option where no value is known
_LOOK_ONLY = -2
_NO_SUCH = -2
_ANY = 1 << 31  # numbers of C are smaller
_HEAD = 8
_ROOM = 1 << 16


class Stop(NamedTuple):
    """Where a match stands."""

    player: int  # who chooses: a seat, -1 for chance, -4 for nobody
    ended: str | None
    actions: list[int]  # what can be chosen, by its numbers, in order
    options: list[int]  # that they stand for
    among: int  # how many are drawn from
    steps: int  # choices and draws so far, also those that left no choice


def _stop(fields: tuple[Any, ...]) -> Stop:
    """Faster than its own constructor."""
    return tuple.__new__(Stop, fields)


class Bench:
    def __init__(
        self, game: NativeGame, hashes: list[int], numbers: list[int], listed: int, spare: int, widest: int
    ) -> None:
        self.game = game
        self.lock = threading.Lock()  # of what is on it
        self.holder: weakref.ref[Any] | None = None  # whose match that is
        self.library = library = game.library
        self._match = results.open_match(library)
        self._out = (ctypes.c_int32 * _ROOM)()
        self._walk = library.tgpl_walk
        count = len(hashes)
        if len(numbers) != count:
            raise ValueError(f"there are {count:,} actions, and numbers for {len(numbers):,}")
        listed, spare, widest = (
            results.check_count("listed", listed),
            results.check_count("spare", spare),
            results.check_count("widest", widest),
        )
        words, places = (ctypes.c_uint64 * count)(*hashes), (ctypes.c_int32 * count)(*numbers)
        if not library.tgpl_number(self._match, words, places, count, listed, spare, widest):
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "_match", None):
            self.library.tgpl_close(self._match)
            self._match = None

    def start(self, seed: int, players: int, most: int) -> Stop:
        """A new match, up to its first choice."""
        self.library.tgpl_start(self._match, results.seed_word(seed), self.game.seats(players))
        return self.walk(_LOOK_ONLY, -1, most)

    def walk(self, option: int, action: int, most: int) -> Stop:
        """Takes an option, which is an action, or the outcome of a draw (-1), and goes on to where there is a choice; after
        `most` steps in all it stops in any case."""
        out = self._out
        result = self._walk(self._match, option, action, most, out, _ROOM) if option < _ANY else _NO_SUCH
        if result == _NO_SUCH:
            raise ValueError(f"there is no option {option} here")
        if result:
            raise results.NotSupported("so many options")
        player, ended, count, among, at, steps = out[:6]
        if ended:
            results.check_supported(self.library, self._match, ended)
            return Stop(player, results.ENDS[ended], [], [], 0, steps)
        return _stop((player, None, out[_HEAD : _HEAD + count], out[at : at + count], among & 0xFFFFFFFF, steps))

    def trail(self) -> list[int]:
        """All choices and draws so far, by their options and outcomes."""
        return results.read_numbers(self.library.tgpl_choices, self._match)

    def chosen(self) -> list[int]:
        """Seats and actions, one behind the other, of moves that are not carried out yet."""
        return results.read_numbers(self.library.tgpl_chosen, self._match)

    def ranking(self) -> list[list[int]]:
        return results.read_ranking(self.library, self._match)

    def error(self) -> RuleError:
        code, place, player = results.read_error(self.library, self._match, self.game.places)
        error = RuleError(code, "The rules broke.")
        error.place, error.player = place, player
        return error

    def digest(self) -> str:
        return results.read_digest(self.library, self._match)

    def save(self) -> bytes:
        return results.save_match(self.library, self._match)

    def load(self, saved: bytes) -> None:
        results.load_match(self.library, self._match, saved)
