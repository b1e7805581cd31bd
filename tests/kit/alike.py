"""Both targets beside each other: what one plays, the other plays."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from games import QUICK
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.compile import Result, compile_rules
from tgpl.emit.c.program import emit
from tgpl.native.game import NativeGame, Played
from tgpl.runtime.errors import Place
from tgpl.runtime.game import Game
from tgpl.text.files import Folder

MOST_MOVES = 60


@cache
def compiled(path: Path) -> Result:
    return compile_rules(Folder.of_main(str(path)))


def quick(result: Result) -> NativeGame:
    program = result.program()
    text, spans = emit(program)
    return NativeGame(text, [Place(*span.on_line()) for span in spans], program.players, build=QUICK)


def in_python(game: Game, seed: int, agent: str, most_moves: int = MOST_MOVES) -> Played:
    state = game.begin(seed)
    state.play(combine_agents(make_agents(agent, state.players, seed)), most_moves)
    error = None if state.error is None else (state.error.code, state.error.place, state.error.player or 0)
    choices: list[int | list[int]] = [choice if isinstance(choice, int) else [] for choice in state.choices]
    return Played(state.ended, state.ranking, state.moves, choices, state.log, error)


def assert_alike(game: Game, native: NativeGame, seeds: int, most_moves: int = MOST_MOVES) -> None:
    for seed in range(seeds):
        for agent in ("random", "first"):
            expected = in_python(game, seed, agent, most_moves)
            assert native.play(seed, agent=agent, most_moves=most_moves) == expected, f"seed {seed}, {agent}"
