"""The quick test for every save: games by chance with every number of players, as many as there is time for.

test = QuickTest(result, "tris.tgpl", seed=0, most_moves=2000)
test.run(Budget(seconds=10.0), tell=print)      # what came out is there as far as it came, also when it is interrupted
print(test.text()); test.is_fine

A script in RPG asks nobody: it is run, with one seed after the other.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, Protocol

from tgpl.agents.coverage import CountedGame, compile_counted
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.agents.targets import run_interruptible
from tgpl.apps.lab.line_coverage import LineFacts, find_blame, list_lines
from tgpl.apps.outcome_text import describe_error_in
from tgpl.compile import Result
from tgpl.core.coverage import Coverage, Point
from tgpl.languages.registry import RPG, SENET
from tgpl.native.game import Halted
from tgpl.native.library import NoCompiler
from tgpl.native.results import NotSupported
from tgpl.runtime.decision import Decision
from tgpl.runtime.errors import Place, RuleError
from tgpl.runtime.game import Game
from tgpl.runtime.record import error_of
from tgpl.runtime.state import Choice
from tgpl.text.files import STANDARD
from tgpl.text.shell_commands import argument, command

MANY_UNENDED = 0.3  # of the games by chance, which wander: more, and the game does not end
LEAST_GAMES = 50  # an action that was not offered in fewer may still be
_SEEDS = 5  # that are told of games that end alike
_CHUNK = 0.1  # seconds with one number of players before the next has its turn
_MOST_RUNS = 200  # of a script, where nothing is said


class Budget(NamedTuple):
    seconds: float = 10.0
    games: int | None = None  # with every number of players, however long it takes


class Ending(NamedTuple):
    """How one game ended."""

    ended: str  # winner, stuck, error, limit
    choices: Sequence[Choice]
    fault: tuple[str, Place | None] | None = None  # of a rule that broke: code and place


class Room(Protocol):
    """Where games are played."""

    def play(self, seed: int, players: int, until: float) -> Ending:
        """Raises `_TimeIsUp` if it takes longer."""

    def halt(self) -> None:
        """From another thread: what is played is given up."""

    def hits(self, point: int) -> int:
        """How many games came by a point of the rules."""


class _TimeIsUp(Exception):
    """In the middle of a game."""


class Fault(NamedTuple):
    """Games that ended as none should, in the same way."""

    kind: str  # error, stuck, limit
    players: int
    seeds: list[int]  # the first of them
    games: list[int]  # how many: one number that grows
    choices: Sequence[Choice]  # of the first
    rule: tuple[str, Place | None] | None = None


class _InC:
    def __init__(self, counted: CountedGame, most_moves: int) -> None:
        self._native, self._most = counted.native, most_moves
        self._counts = [0] * len(counted.coverage)
        self._few, self._recent = (
            0,
            0,
        )  # a byte for each point: of the last games, which are too few for one to run over

    def play(self, seed: int, players: int, until: float) -> Ending:
        try:
            match = self._native.play(seed, players, most_moves=self._most)
        except Halted:
            raise _TimeIsUp from None
        self._few, self._recent = self._few + 1, self._recent + int.from_bytes(self._native.hits(), "little")
        if self._few == 255:
            self._add_up()
        fault = None if match.error is None else match.error[:2]
        return Ending(match.ended or "limit", match.choices, fault)

    def halt(self) -> None:
        self._native.halt()

    def hits(self, point: int) -> int:
        self._add_up()
        return self._counts[point]

    def _add_up(self) -> None:
        recent = self._recent.to_bytes(len(self._counts) + 1, "little")
        self._counts = [count + recent[point] for point, count in enumerate(self._counts)]
        self._few, self._recent = 0, 0


class _InPython:
    def __init__(self, game: Game, most_moves: int) -> None:
        self._game, self._most, self._hits = game, most_moves, Counter[int]()

    def play(self, seed: int, players: int, until: float) -> Ending:
        state = self._game.begin(seed, players)
        choose = combine_agents(make_agents("random", players, seed))

        def timed(decision: Decision) -> int:
            if time.perf_counter() > until:
                raise _TimeIsUp
            return choose(decision)

        state.play(timed, self._most)
        self._hits.update(state.hits)
        return Ending(state.ended or "limit", state.choices, _name_fault(state.error))

    def halt(self) -> None:
        """Python looks at the clock itself."""

    def hits(self, point: int) -> int:
        return self._hits[point]


class _Script(_InPython):
    """Nobody chooses anything; all that can go wrong is an error."""

    def play(self, seed: int, players: int, until: float) -> Ending:
        state = self._game.begin(seed)
        state.hear(lambda piece: None)
        state.proceed()
        return Ending("winner" if state.error is None else "error", [], _name_fault(state.error))


def _name_fault(error: RuleError | None) -> tuple[str, Place | None] | None:
    return None if error is None else (error.code, error.place)


def _is_named(point: Point, action: str) -> bool:
    return point.where.rpartition(".")[2] == action


class QuickTest:
    def __init__(self, result: Result, file: str, seed: int, most_moves: int) -> None:
        self.result, self.file, self.seed, self.most_moves = result, file, seed, most_moves
        self.game = result.game()
        self.is_script = result.language is RPG
        low, high = self.game.rules.players
        self.counts = [1] if self.is_script else [*range(low, high + 1)]
        self.games = dict.fromkeys(self.counts, 0)  # by numbers of players
        self.faults: dict[tuple[object, ...], Fault] = {}
        self.interrupted = False
        self.in_c = False  # the games are played in compiled code
        self._coverage: Coverage | None = None
        self._room: Room | None = None

    # -- playing

    def run(self, budget: Budget, tell: Callable[[str], None]) -> None:
        """Ctrl-C leaves what there is."""
        began = time.perf_counter()
        try:
            tell("Compiling the rules")
            self._room = self._open()
            if budget.games is None:
                self._play_for(began + budget.seconds, tell)
            else:
                for players in self.counts:
                    self._play(players, lambda budget=budget, p=players: self.games[p] < budget.games, None, tell)  # type: ignore[misc]
        except KeyboardInterrupt:
            self.interrupted = True

    def open_in_python(self) -> None:
        """Where nothing can be compiled; `play_on` then plays as often as it is called."""
        self._room = _Script(self.game, self.most_moves) if self.is_script else self._open_in_python()

    def play_on(self, seconds: float) -> None:
        self._play_for(time.perf_counter() + seconds, lambda words: None)

    def _open(self) -> Room:
        from tgpl.emit.c.rulesheet import OnlyPython

        if self.is_script:
            return _Script(self.game, self.most_moves)
        try:
            counted = run_interruptible(lambda: compile_counted(self.result, "soon"))
        except (NoCompiler, OnlyPython, MemoryError):
            return self._open_in_python()
        self.in_c, self._coverage = True, counted.coverage
        return _InC(counted, self.most_moves)

    def _open_in_python(self) -> _InPython:
        """With points that note that a match came by."""
        from tgpl.emit.python.module import emit

        self.in_c, self._coverage = False, Coverage(program := self.result.program())
        text, placed = emit(program, coverage=self._coverage)
        places = {line: [(a, b, Place(*span.on_line())) for a, b, span in row] for line, row in placed.items()}
        return _InPython(Game(text, places, self.game.fingerprint), self.most_moves)

    def _play_for(self, until: float, tell: Callable[[str], None]) -> None:
        """Every number of players in turn."""
        while time.perf_counter() < until:
            for players in self.counts:
                turn = min(until, time.perf_counter() + max(_CHUNK, (until - time.perf_counter()) / 100))
                if time.perf_counter() < until and not self._has_enough(players):
                    self._play(players, lambda turn=turn: time.perf_counter() < turn, until, tell)  # type: ignore[misc]
            if all(self._has_enough(players) for players in self.counts):
                return

    def _has_enough(self, players: int) -> bool:
        return self.is_script and self.games[players] >= _MOST_RUNS

    def _play(
        self, players: int, goes_on: Callable[[], bool], until: float | None, tell: Callable[[str], None]
    ) -> None:
        room = self._room
        assert room is not None
        limit = float("inf") if until is None else until

        def work() -> None:
            while goes_on() and not self.interrupted and not self._has_enough(players):
                seed = self.seed + self.games[players]
                try:
                    ending = room.play(seed, players, limit)
                except _TimeIsUp:
                    return
                self.games[players] += 1
                if ending.ended != "winner":
                    self._note(players, seed, ending)

        def meanwhile() -> None:
            tell(f"{sum(self.games.values()):,} games")
            if time.perf_counter() > limit:
                room.halt()

        def halt() -> None:
            self.interrupted = True
            room.halt()

        try:
            if self.in_c:
                run_interruptible(work, meanwhile, halt)
            else:
                work()
                meanwhile()
        except NotSupported:  # the compiled game says so in the middle of a match: all of it again, in Python
            self._begin_anew()

    def _begin_anew(self) -> None:
        self._room = self._open_in_python()
        self.games = dict.fromkeys(self.counts, 0)
        self.faults.clear()

    def _note(self, players: int, seed: int, ending: Ending) -> None:
        key = (ending.ended, players, ending.fault)
        fault = self.faults.get(key)
        if fault is None:
            fault = Fault(ending.ended, players, [], [0], ending.choices, ending.fault)
            self.faults[key] = fault
        fault.games[0] += 1
        if len(fault.seeds) < _SEEDS:
            fault.seeds.append(seed)

    # -- what came out

    @property
    def is_fine(self) -> bool:
        if sum(self.games.values()) >= LEAST_GAMES and self.never_offered():
            return False
        return not any(self._is_bad(fault) for fault in self.faults.values())

    def _is_bad(self, fault: Fault) -> bool:
        return fault.kind != "limit" or fault.games[0] > MANY_UNENDED * self.games[fault.players]

    def never_offered(self) -> list[tuple[Point, list[int]]]:
        """Actions, and the lines of their tests that never said yes."""
        coverage, room = self._coverage, self._room
        if coverage is None or room is None or coverage.program.logic is not None or not sum(self.games.values()):
            return []
        found = []
        for number, point in enumerate(coverage.points):
            own = not point.span.file.name.startswith(STANDARD)
            if point.what == "offered" and own and not room.hits(number):
                blamed = find_blame(coverage, lambda point: room.hits(point) > 0, point.where)
                found.append((point, [span.position[0] for span in blamed]))
        return found

    def list_lines(self, files: Collection[str]) -> dict[str, list[LineFacts]]:
        """What happened on each line, of those files in which something can."""
        coverage, room = self._coverage, self._room
        if coverage is None or room is None:
            return {}
        return list_lines(coverage, [room.hits(number) for number in range(len(coverage))], files)

    def count_offers(self, action: str) -> int:
        """In how many games an action of that name was offered."""
        coverage, room = self._coverage, self._room
        if coverage is None or room is None:
            return 0
        named = (i for i, point in enumerate(coverage.points) if point.what == "offered" and _is_named(point, action))
        return max(map(room.hits, named), default=0)

    def data(self) -> dict[str, Any]:
        sorted_ = sorted(self.faults.values(), key=lambda fault: (fault.players, fault.seeds))
        return {
            "game": self.game.name,
            "seed": self.seed,
            "games": {str(players): games for players, games in self.games.items()},
            "errors": [
                {**error_of(error), **self._fault_data(fault)}
                for fault in sorted_
                if (error := self._find_error(fault)) is not None
            ],
            "stuck": [self._fault_data(fault) for fault in sorted_ if fault.kind == "stuck"],
            "endless": [self._fault_data(fault) for fault in sorted_ if fault.kind == "limit"],
            "never_offered": [
                {
                    "action": point.where,
                    "file": point.span.file.name,
                    "line": point.span.position[0],
                    "never_yes": lines,
                }
                for point, lines in self.never_offered()
            ],
            "fine": self.is_fine,
        }

    def _fault_data(self, fault: Fault) -> dict[str, Any]:
        return {
            "players": fault.players,
            "games": fault.games[0],
            "seeds": fault.seeds,
            "command": self._command(fault),
        }

    def _find_error(self, fault: Fault) -> RuleError | None:
        """With its words, which only the Python target has."""
        if fault.kind != "error":
            return None
        if self.is_script:
            room = self.game.begin(fault.seeds[0])
            room.hear(lambda piece: None)
            room.proceed()
            return room.error
        return self.game.replay(fault.seeds[0], fault.players, fault.choices).error

    def text(self) -> str:
        lines = [self._heading()]
        for fault in sorted(self.faults.values(), key=lambda fault: (fault.kind, fault.players, fault.seeds)):
            lines += ["", *self._tell(fault)]
        never = self.never_offered()
        if never:
            lines += ["", f"Never offered in {sum(self.games.values()):,} games:"]
            lines += [f"  {_tell_never(point, blamed)}" for point, blamed in never]
        return "\n".join([*lines, *self._conclude()])

    def _heading(self) -> str:
        if self.is_script:
            return f"{self.file}: run {_count(self.games[1], 'time')}, from seed {self.seed}."
        first, *others = self.games.items()
        played = [f"{_count(first[1], 'game')} with {_count(first[0], 'player')}"]
        played += [f"{games:,} with {players}" for players, games in others]
        slow = isinstance(self._room, _InPython)
        where = " (in Python: there is no compiler for it here)" if slow else ""
        return f"{self.game.name}: {', '.join(played)}, from seed {self.seed}, every choice by chance{where}."

    def _tell(self, fault: Fault) -> list[str]:
        count, games = fault.games[0], self.games[fault.players]
        error = self._find_error(fault)
        told = [] if error is None else describe_error_in(error, self.result)
        words = {
            "error": "broke this rule",
            "stuck": "got stuck: nobody can do anything, and nothing changes any more",
            "limit": f"did not end within {self.most_moves:,} moves",
        }[fault.kind]
        among = (
            f"{count:,} of {_count(games, 'run')}" if self.is_script else self._tell_games(count, games, fault.players)
        )
        seeds = ", ".join(map(str, fault.seeds)) + (" and more" if count > len(fault.seeds) else "")
        return [
            *told,
            f"{among} {words}. Seed{'s'[: count > 1]}: {seeds}.",
            f"`{self._command(fault)}` {'runs' if self.is_script else 'plays'} the first of them.",
        ]

    def _tell_games(self, count: int, games: int, players: int) -> str:
        return f"{count:,} of {_count(games, 'game')} with {_count(players, 'player')}"

    def _command(self, fault: Fault) -> str:
        """What plays the same game."""
        words = ["run", argument(self.file), "--seed", str(fault.seeds[0])]
        if not self.is_script:
            words += ["--players", str(fault.players), "--max-moves", str(self.most_moves)]
        if self.result.language is SENET:
            words += ["--agents", "random"]
        return command(*words)

    def _conclude(self) -> list[str]:
        if not sum(self.games.values()):
            return ["", "No game came to an end in that time: nothing is known."]
        if not self.is_fine:
            return []
        unplayed = [str(players) for players, games in self.games.items() if not games]
        if unplayed:
            return ["", f"Nothing is known of games with {', '.join(unplayed)}: there was no time for one."]
        return ["Fine."] if not self.faults and not self.never_offered() else []


def _tell_never(point: Point, blamed: list[int]) -> str:
    told = f"{point.where}  {point.span.file.name}:{point.span.position[0]}"
    if not blamed:
        return told
    lines = f"line{'s'[: len(blamed) > 1]} {', '.join(map(str, blamed))}"
    return f"{told}  (what {lines} ask{'s' * (len(blamed) == 1)} was never so)"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
