"""A game as a shared library: whole matches and counts without any Python in between.

In:  the C text of a translated game (this layer knows no compiler of rules) and the places that its numbers stand for;
`library` makes functions of the text.

    game = NativeGame(text, places, players=(2, 2))
    game.play(seed=7).ranking
    game.many(1000, seed=0).moves
"""

from __future__ import annotations

import ctypes
import threading
from typing import NamedTuple

from tgpl.native import results
from tgpl.native.library import BuildMode, Library, load
from tgpl.native.result_codes import Ended, Halt
from tgpl.native.toolchain import FLAGS
from tgpl.runtime.errors import Place, Uncountable
from tgpl.text.limits import MOST_SEATS

AGENTS = {"first": 1, "random": 2}
_LARGEST_BLOCK = 1 << 16  # bytes
_ROOM = 6 + MOST_SEATS + 1  # ends, players, moves
_DEEPEST_COUNT = 1_000_000  # moves behind each other whose number is counted


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
        build: BuildMode = "soon",
    ) -> None:
        self.places = places
        self.players = players
        self.build = build
        self.loader = load(text, flags)
        self._library = self.loader.library(build)
        self._match = results.open_match(self._library)
        self._turn = threading.Lock()

    def __del__(self) -> None:
        if getattr(self, "_match", None):
            self._library.tgpl_close(self._match)
            self._match = None

    def _use_best_library(self) -> None:
        """Between two matches: goes over to a faster library when there is one now."""
        library = self.loader.library(self.build)
        if library is not self._library:
            match = results.open_match(library)
            self._library.tgpl_close(self._match)
            self._library, self._match = library, match

    @property
    def library(self) -> Library:
        """The fastest there is now, for those who keep matches of their own; a match stays where it began."""
        return self.loader.library(self.build)

    def halt(self) -> None:
        """From another thread: what is running comes back soon, and raises `Halted`."""
        match = self._match
        if match:
            self._library.tgpl_halt(match, Halt.DROP)

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
        seats, chooses, most = self.seats(players), agent_number(agent), results.check_count("most_moves", most_moves)
        word, chance = results.seed_word(seed), results.seed_word(seed if agent_seed is None else agent_seed)
        with self._turn:
            self._use_best_library()
            self._library.tgpl_halt(self._match, 0)
            result = self._library.tgpl_play(self._match, word, seats, chooses, chance, most)
            self._check(result)
            library, match, ended = self._library, self._match, results.ENDS[result]
            ranking = results.read_ranking(library, match) if ended == "winner" else None
            error = results.read_error(library, match, self.places) if ended == "error" else None
            numbers = results.read_numbers(library.tgpl_choices, match)
            choices: list[int | list[int]] = [number if number >= 0 else [] for number in numbers]
            goals = self._goals(seats) if scored and ranking is not None else None
            moves, log = library.tgpl_moves(match), results.read_log(library, match)
            return Played(ended, ranking, moves, choices, log, error, goals)

    def _goals(self, seats: int) -> list[int]:
        return [int(self._library.tgpl_score(self._match, seat)) for seat in range(seats)]

    def many(
        self, count: int, seed: int, players: int | None = None, agent: str = "random", most_moves: int = 1000
    ) -> Counts:
        """Matches with seeds in a row; ctypes lets other threads run meanwhile."""
        seats, chooses, most = self.seats(players), agent_number(agent), results.check_count("most_moves", most_moves)
        word, games = results.seed_word(seed), results.check_count("count", count)
        found = (ctypes.c_int64 * _ROOM)()
        with self._turn:
            self._use_best_library()
            self._library.tgpl_halt(self._match, 0)
            result = self._library.tgpl_many(self._match, games, word, seats, chooses, most, found)
            self._check(result)
        ends = {end: found[i] for i, end in enumerate(results.ENDS) if end is not None and found[i]}
        return Counts(ends, [found[6 + i] for i in range(seats)], found[_ROOM - 1])

    @property
    def playouts(self) -> int:
        """How many matches of `many` were played on flat states (emit/playout)."""
        with self._turn:
            return int(self._library.tgpl_playouts(self._match))

    def count_others(self, players: int | None = None) -> int | None:
        """How many objects a match has behind its setup that are not static; None if it is not for flat states."""
        seats = self.seats(players)
        with self._turn:
            found = int(self._library.tgpl_flat_others(self._match, seats))
        return None if found < 0 else found

    def first_block(self, players: int | None = None) -> bytes | None:
        """The flat state with which every match begins; None where there is none."""
        seats, block = self.seats(players), ctypes.create_string_buffer(_LARGEST_BLOCK)
        with self._turn:
            size = self._library.tgpl_flat_first(self._match, seats, block, _LARGEST_BLOCK)
        return block.raw[:size] if size else None

    def perft(
        self, seed: int, depth: int, players: int | None = None, room: ctypes.Array[ctypes.c_uint64] | None = None
    ) -> list[int]:
        """The number of moves that succeed at each depth; in `room`, if it is given, others can see it grow."""
        seats, word = self.seats(players), results.seed_word(seed)
        levels = results.check_count("depth", depth, _DEEPEST_COUNT)
        totals = (ctypes.c_uint64 * max(levels, 1))() if room is None else room
        if len(totals) < levels:
            raise ValueError(f"there is room for {len(totals):,} counts, not for {levels:,}")
        with self._turn:
            self._use_best_library()
            self._library.tgpl_halt(self._match, 0)
            result = self._library.tgpl_perft(self._match, word, seats, levels, totals)
            self._check(result)
            if result == Ended.UNCOUNTABLE:
                raise self._uncountable()
        if result == Ended.ERROR:
            raise results.NotSupported("counting where a move breaks a rule")
        return list(totals)[:depth]

    def hits(self) -> bytes:
        """Where the last match came by, if that is noted: a byte for each point of the rules (core/coverage.py)."""
        with self._turn:
            return results.read_hits(self._library, self._match)

    @property
    def work(self) -> int:
        """Steps of the rules in all matches so far, where they are counted: what a match costs, the same on every machine."""
        with self._turn:
            return int(self._library.tgpl_work(self._match))

    # -- reading results

    def _check(self, result: int) -> None:
        if result == Ended.HALTED:
            raise Halted
        results.check_supported(self._library, self._match, result)

    def _uncountable(self) -> Uncountable:
        is_number = ctypes.c_int32()
        name = self._library.tgpl_uncounted(self._match, ctypes.byref(is_number)).decode()
        return Uncountable(name, "number" if is_number.value else "string")


def agent_number(agent: str) -> int:
    if agent not in AGENTS:
        raise ValueError(f"there is no agent {agent!r} here; there are {' and '.join(AGENTS)}")
    return AGENTS[agent]
