"""A rulesheet in C is the same game: G6, and thinking sees no more than a seat does: G4."""

from __future__ import annotations

import pytest
from test_gdl_play import ALTERNATING, SHEETS, compiled, of

from alike import in_python
from games import QUICK
from tgpl.agents.perft import perft
from tgpl.agents.search import Search
from tgpl.compile import Result
from tgpl.emit.c.program import emit
from tgpl.emit.c.rulesheet import EvaluatorKind, TooLarge
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.native.toolchain import compiler

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="needs a C compiler")


def native(result: Result, way: EvaluatorKind | None = None) -> NativeGame:
    program = result.program()
    return NativeGame(emit(program, way)[0], [], program.players, build=QUICK)


@pytest.mark.features("G6")
@pytest.mark.parametrize("way", ["net", "rules"])
@pytest.mark.parametrize("name", SHEETS)
def test_both_targets_agree(name: str, way: EvaluatorKind) -> None:
    """In C as in Python, whichever way the rules go."""
    result = compiled(name)
    try:
        game = native(result, way)
    except TooLarge:
        pytest.fail("small sheets have a net")
    for seed in range(20):
        assert game.play(seed) == in_python(result.game(), seed, "random")


@pytest.mark.features("G6")
def test_moves_are_counted_alike() -> None:
    result = compiled("alternating")
    assert native(result).perft(0, 5) == perft(result.game().start(0), 5) == [2, 4, 7, 5, 1]


@pytest.mark.features("G6")
@pytest.mark.parametrize("way", ["net", "rules"])
def test_errors_are_the_same(way: EvaluatorKind) -> None:
    result = of(ALTERNATING.replace("(<= (legal ?r noop) (role ?r) (not (true (control ?r))))", ""))
    played = native(result, way).play(0)
    assert played.error is not None and played.error[0] == "R718"


@pytest.mark.features("G4")
def test_thinking_does_not_peek() -> None:
    """What a seat chooses does not change with what it cannot see."""
    game = native(compiled("secret"))
    chosen = set()
    for seed in range(8):
        state = NativeState(game)
        state.begin(seed)
        assert state.player == 1
        chosen.add(tuple(Search(game, state.library).run(state, seed=5, games=200).options))
    assert len(chosen) == 1
