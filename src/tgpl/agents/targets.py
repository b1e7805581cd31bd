"""Which target does the work: Python, which is there at once, or C, which is fast. What comes out is the same.

native = load_native(result)                            # raises NotInC, with the reason for people
count_moves(result, begin, depth=7, target=None)        # Python for what is small, C for the rest
play_in_c(result, state, "random", 1000)                # a whole match in C
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from tgpl.agents.perft import Perft
from tgpl.compile import Result
from tgpl.native.game import NativeGame
from tgpl.native.library import BuildMode, NoCompiler
from tgpl.native.results import NotSupported
from tgpl.runtime.errors import RuleError
from tgpl.runtime.state import State

_SMALL = 0.3  # seconds: what Python does in that time needs no compiling
_LONG = 3.0  # seconds: for what takes longer, the optimised library is waited for
_LOOK = 0.1  # seconds between two looks at what runs elsewhere
PATIENCE = 2.0  # seconds that a match of a rulesheet is played in Python before its rules are compiled
ALIKE = ("first", "random")  # agents that play the same match on both targets

T = TypeVar("T")


class NotInC(Exception):
    """Why a game is not played on the C target."""


def load_native(result: Result, build: BuildMode = "soon") -> NativeGame:
    from tgpl.emit.c.rulesheet import OnlyPython

    try:
        return result.native(build)
    except (NoCompiler, OnlyPython) as why:
        raise NotInC(str(why)) from None
    except MemoryError:
        raise NotInC("there is not enough memory for a match in C") from None


def run_interruptible(
    work: Callable[[], T], meanwhile: Callable[[], None] = lambda: None, halt: Callable[[], None] = lambda: None
) -> T:
    """A call into C hears no Ctrl-C before it comes back; so it runs beside, and who waits for it hears. `halt` makes it
    come back."""
    found: list[T] = []
    wrong: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            wrong.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_LOOK)
            meanwhile()
    except BaseException:
        halt()
        thread.join(_LOOK)
        raise
    if wrong:
        raise wrong[0]
    return found[0]


# ---- counting


class MoveCounts(NamedTuple):
    moves: list[int]  # at each depth
    broken: RuleError | None  # the first that a move ran into


def count_moves(
    result: Result, begin: Callable[[], State], depth: int, target: str | None, tell: Callable[[int], None]
) -> MoveCounts:
    """The moves at each depth, on the target that is named, or on the one that is sooner done."""
    try:
        if target is None:
            return _count_in_python(begin(), depth, _limit(tell))
        if target == "c":
            state = begin()
            if state.ended is None:
                return _count_in_c(result, state, depth, tell)
    except _TakesLonger:
        try:
            return _count_in_c(result, begin(), depth, tell)
        except NotInC:
            pass
    return _count_in_python(begin(), depth, tell)


class _TakesLonger(Exception):
    """More than a small piece of work."""


def _limit(tell: Callable[[int], None]) -> Callable[[int], None]:
    until = time.monotonic() + _SMALL

    def limited(done: int) -> None:
        tell(done)
        if time.monotonic() > until:
            raise _TakesLonger

    return limited


def _count_in_python(state: State, depth: int, tell: Callable[[int], None]) -> MoveCounts:
    counter = Perft(tell)
    moves = counter.count(state, depth)
    return MoveCounts(moves, counter.broken or state.error)


def _count_in_c(result: Result, state: State, depth: int, tell: Callable[[int], None]) -> MoveCounts:
    """Depth by depth, so that the last and longest is counted by the fastest library there is by then."""
    native = load_native(result, "now")
    moves: list[int] = []
    expected = 0.0
    for level in range(1, depth + 1):
        if expected > _SMALL:
            native.build = "soon" if expected < _LONG else "fast"
        before = time.monotonic()
        moves = _count_level(native, state, level, tell)
        grown = moves[-1] / moves[-2] if level > 1 and moves[-2] else 1.0
        expected = (time.monotonic() - before) * grown
    return MoveCounts(moves, None)


def _count_level(native: NativeGame, state: State, level: int, tell: Callable[[int], None]) -> list[int]:
    room = (ctypes.c_uint64 * level)()  # filled while it counts
    try:
        return run_interruptible(
            lambda: native.perft(state.seed, level, state.players, room),
            lambda: tell(sum(int(one) for one in room)),
            native.halt,
        )
    except NotSupported as what:
        raise NotInC(f"the C target does not do {what}") from None


# ---- a whole match


class FinishedMatch(NamedTuple):
    """As much of a state as its end is told by."""

    seed: int
    players: int
    ended: str
    ranking: list[list[int]] | None
    moves: int
    log: list[str]
    choices: list[Any]
    goals: list[int] | None = None
    error: RuleError | None = None


def is_better_in_c(state: State) -> bool:
    """Whether a match of a rulesheet that was played in Python is better played in C: it takes long, or was too much."""
    return state.ended is None or (state.error is not None and state.error.code == "R715")


def play_in_c(result: Result, begun: State, agent: str, most_moves: int) -> FinishedMatch | State:
    """A match in C; one that breaks a rule is played again in Python, which finds better words for it."""
    native = load_native(result, "now")
    scored = begun.game.rules.logic is not None
    try:
        match = run_interruptible(
            lambda: native.play(begun.seed, begun.players, agent, None, most_moves, scored), halt=native.halt
        )
    except NotSupported as what:
        raise NotInC(f"the C target does not do {what}") from None
    if match.ended == "error":
        return result.game().replay(begun.seed, begun.players, match.choices)
    ended = match.ended or "limit"
    return FinishedMatch(
        begun.seed, begun.players, ended, match.ranking, match.moves, match.log, match.choices, match.goals
    )


def emit_c(result: Result, whole: bool = True) -> str:
    """The game as a C text that needs no other, or only the game's own part of it; raises NotInC."""
    from tgpl.emit.c.program import emit, emit_own_part
    from tgpl.emit.c.rulesheet import OnlyPython

    try:
        return emit(result.program())[0] if whole else emit_own_part(result.program())
    except OnlyPython as why:
        raise NotInC(str(why)) from None
