"""A game as a shared library: whole matches and counts without any Python in between.

In:  the C text of a translated game (this layer knows no compiler of rules) and the places that its numbers stand for;
`loading` makes functions of the text.

    game = NativeGame(text, places, players=(2, 2))
    game.play(seed=7).ranking
    game.many(1000, seed=0).moves
"""

from __future__ import annotations

import ctypes
import threading
from typing import Any, NamedTuple

from tgpl.native.library import Build, Library, load
from tgpl.native.toolchain import FLAGS
from tgpl.runtime.errors import Place, Uncountable
from tgpl.text.limits import MOST_SEATS

AGENTS = {"first": 1, "random": 2}
ENDS = (None, "winner", "stuck", "error", "limit")
_UNSUPPORTED, _UNCOUNTABLE, _HALTED = 5, 6, 7
DROP, CUT = 1, 2  # to what is running: leave everything; take where it stands for its end
_ROOM = 6 + MOST_SEATS + 1  # ends, players, moves
_LARGEST = 2**31 - 1  # of what C counts with
_DEEPEST_COUNT = 1_000_000  # moves behind each other whose number is counted


class NotSupported(Exception):
    """The match needs more memory than this target has, or the count more words than it knows."""


class Halted(Exception):
    """Somebody called `halt`: there is no result."""


class Played(NamedTuple):
    """A whole match."""

    ended: str | None
    ranking: list[list[int]] | None
    moves: int
    choices: list[int | list[int]]  # as `State.choices` has them
    log: list[str]
    error: tuple[str, Place | None, int] | None  # code, place, active player
    goals: list[int] | None = None  # of a rulesheet


class Counts(NamedTuple):
    """Many matches."""

    ends: dict[str, int]
    firsts: list[int]  # how often each player was in the first place
    moves: int


class NativeGame:
    """Calls from several threads take turns; threads that each have one of these play at the same time."""

    def __init__(
        self,
        text: str,
        places: list[Place],
        players: tuple[int, int],
        flags: tuple[str, ...] = FLAGS,
        build: Build = "soon",
    ) -> None:
        self.places = places
        self.players = players
        self.build = build
        self.loading = load(text, flags)
        self._library = self.loading.library(build)
        self._match = _opened(self._library)
        self._turn = threading.Lock()

    def __del__(self) -> None:
        if getattr(self, "_match", None):
            self._library.tgpl_close(self._match)
            self._match = None

    def _settle(self) -> None:
        """Between two matches: goes over to a faster library when there is one now."""
        library = self.loading.library(self.build)
        if library is not self._library:
            match = _opened(library)
            self._library.tgpl_close(self._match)
            self._library, self._match = library, match

    @property
    def library(self) -> Library:
        """The fastest there is now, for those who keep matches of their own; a match stays where it began."""
        return self.loading.library(self.build)

    def halt(self) -> None:
        """From another thread: what is running comes back soon, and raises `Halted`."""
        match = self._match
        if match:
            self._library.tgpl_halt(match, DROP)

    def seats(self, players: int | None) -> int:
        """A number of players that the game takes; the least without one."""
        low, high = self.players
        if players is None:
            return low
        if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise ValueError(f"the game is for {wanted} players, not for {players!r}")
        return players

    def play(
        self,
        seed: int,
        players: int | None = None,
        agent: str = "random",
        agent_seed: int | None = None,
        most_moves: int = 1000,
        scored: bool = False,
    ) -> Played:
        """A match from beginning to end; `scored`: with what everybody has reached."""
        seats, chooses, most = self.seats(players), agent_number(agent), whole("most_moves", most_moves)
        word, chance = seed_word(seed), seed_word(seed if agent_seed is None else agent_seed)
        with self._turn:
            self._settle()
            self._library.tgpl_halt(self._match, 0)
            ended = self._library.tgpl_play(self._match, word, seats, chooses, chance, most)
            self._supported(ended)
            ranking = self._ranking() if ended == ENDS.index("winner") else None
            error = self._error() if ended == ENDS.index("error") else None
            moves = self._library.tgpl_moves(self._match)
            log = log_of(self._library, self._match)
            goals = self._goals(seats) if scored and ranking is not None else None
            return Played(ENDS[ended], ranking, moves, self._choices(), log, error, goals)

    def _goals(self, seats: int) -> list[int]:
        return [int(self._library.tgpl_score(self._match, seat)) for seat in range(seats)]

    def many(
        self, count: int, seed: int, players: int | None = None, agent: str = "random", most_moves: int = 1000
    ) -> Counts:
        """Matches with seeds in a row; ctypes lets other threads run meanwhile."""
        seats, chooses, most = self.seats(players), agent_number(agent), whole("most_moves", most_moves)
        word, games = seed_word(seed), whole("count", count)
        found = (ctypes.c_int64 * _ROOM)()
        with self._turn:
            self._settle()
            self._library.tgpl_halt(self._match, 0)
            result = self._library.tgpl_many(self._match, games, word, seats, chooses, most, found)
            self._supported(result)
        ends = {end: found[i] for i, end in enumerate(ENDS) if end is not None and found[i]}
        return Counts(ends, [found[6 + i] for i in range(seats)], found[_ROOM - 1])

    def perft(
        self, seed: int, depth: int, players: int | None = None, room: ctypes.Array[ctypes.c_uint64] | None = None
    ) -> list[int]:
        """The number of moves that succeed at each depth; in `room`, if it is given, others can see it grow."""
        seats, word, levels = self.seats(players), seed_word(seed), whole("depth", depth, _DEEPEST_COUNT)
        totals = (ctypes.c_uint64 * max(levels, 1))() if room is None else room
        if len(totals) < levels:
            raise ValueError(f"there is room for {len(totals):,} counts, not for {levels:,}")
        with self._turn:
            self._settle()
            self._library.tgpl_halt(self._match, 0)
            result = self._library.tgpl_perft(self._match, word, seats, levels, totals)
            self._supported(result)
            if result == _UNCOUNTABLE:
                raise self._uncountable()
        if result == ENDS.index("error"):
            raise NotSupported("counting where a move breaks a rule")
        return list(totals)[:depth]

    # -- reading results

    def _supported(self, result: int) -> None:
        if result == _HALTED:
            raise Halted
        if result == _UNSUPPORTED:
            raise NotSupported(self._library.tgpl_unsupported(self._match).decode())

    def _uncountable(self) -> Uncountable:
        is_number = ctypes.c_int32()
        name = self._library.tgpl_uncounted(self._match, ctypes.byref(is_number)).decode()
        return Uncountable(name, "number" if is_number.value else "string")

    def _ranking(self) -> list[list[int]]:
        flat = ctypes.POINTER(ctypes.c_int32)()
        count = self._library.tgpl_ranking(self._match, ctypes.byref(flat))
        ranking, at = [], 0
        while at < count:
            size = flat[at]
            ranking.append(flat[at + 1 : at + 1 + size])
            at += 1 + size
        return ranking

    def _choices(self) -> list[int | list[int]]:
        flat = ctypes.POINTER(ctypes.c_int32)()
        count = self._library.tgpl_choices(self._match, ctypes.byref(flat))
        return [number if number >= 0 else [] for number in flat[:count]]

    def _error(self) -> tuple[str, Place | None, int]:
        library, match = self._library, self._match
        at = library.tgpl_error_place(match)
        place = self.places[at] if 0 <= at < len(self.places) else None
        return f"R{library.tgpl_error_code(match)}", place, library.tgpl_error_player(match)


def _opened(library: Library) -> Any:
    match = library.tgpl_open()
    if not match:
        raise MemoryError
    return match


# -- what Python hands to C: ctypes takes any whole number for one of 32 bits, and cuts off the rest


def seed_word(seed: int) -> int:
    """Any whole number is a seed; of a larger one the lower 64 bits count."""
    if not isinstance(seed, int):
        raise ValueError(f"a seed is a whole number, not {seed!r}")
    return seed & (1 << 64) - 1


def whole(what: str, number: int, most: int = _LARGEST) -> int:
    """A count, or a number that something has."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise ValueError(f"{what} must be a whole number from 0 to {most:,}, not {number!r}")
    return number


def agent_number(agent: str) -> int:
    if agent not in AGENTS:
        raise ValueError(f"there is no agent {agent!r} here; there are {' and '.join(AGENTS)}")
    return AGENTS[agent]


def digest_of(library: Library, match: Any) -> str:
    """Of the position in which a match is."""
    found = (ctypes.c_uint64 * 2)()
    library.tgpl_digest(match, found)
    return f"{found[0]:016x}{found[1]:016x}"


def saved_of(library: Library, match: Any) -> bytes:
    """A match as bytes."""
    size = library.tgpl_state_size(match)
    if not size:
        raise NotSupported("a copy of a match of this size")
    room = ctypes.create_string_buffer(size)
    library.tgpl_save(match, room, size)
    return room.raw


def log_of(library: Library, match: Any) -> list[str]:
    """What was said, up to the decision that is open."""
    content, ends = ctypes.POINTER(ctypes.c_uint8)(), ctypes.POINTER(ctypes.c_uint32)()
    count = library.tgpl_log(match, ctypes.byref(content), ctypes.byref(ends))
    lines, start = [], 0
    for end in ends[:count]:
        line = ctypes.string_at(ctypes.addressof(content.contents) + start, end - start) if end > start else b""
        lines.append(line.decode("utf-8", "surrogatepass"))
        start = end
    return lines
