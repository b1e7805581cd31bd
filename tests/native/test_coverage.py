"""Both targets note the same points of the rules, and the points say what was played."""

from __future__ import annotations

from pathlib import Path

import pytest

from formats import read
from games import QUICK, TESTS
from tgpl.agents.coverage import compile_counted, count_coverage
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.compile import Result, compile_rules
from tgpl.core.coverage import Coverage
from tgpl.emit.python.module import emit
from tgpl.runtime.errors import Place
from tgpl.runtime.game import Game
from tgpl.text.files import Folder, Texts

EXAMPLES = TESTS.parent / "examples"
PLAYED = [
    "settlement/settlement.tgpl",
    "banners/banners.tgpl",
    "goofspiel/goofspiel.tgpl",
    "frontier_tgdl/frontier_tgdl.tgdl",
]
GOLDENS = [
    path
    for pattern in ("tgpl/*q*.golden", "tgdl/*k*.golden", "rpg/*p*.golden", "senet/*w*.golden")
    for path in sorted(TESTS.glob(f"golden/{pattern}"))
    if "error[E" not in path.read_text(encoding="utf-8") and path.stem != "error_endless_for"
]
RULES = """
game "wells"; players 2;
global class Well
{
    number water = 3;
    number depth = 7;
    action Draw
    {
        require { return water > 0; }
        trigger PlayerChoiceEvent;
        input number cups from 1 to 2 { return cups <= 9; }
        effect
        {
            water -= 1;
            if (water < 0) { log("dry"); }
            if (water == 0)
            {
                winner player.active();
            }
            turn.pass();
        }
    }
    action Dig { require { return water > depth; } trigger PlayerChoiceEvent; effect { log("deeper"); } }
}
turn Round { phase Day { } phase Night { } default { return player.active() + 1; } }
setup { }
"""


def in_python(result: Result, seed: int, players: int, moves: int) -> set[int]:
    program = result.program()
    text, placed = emit(program, Coverage(program))
    places = {line: [(a, b, Place(*span.on_line())) for a, b, span in row] for line, row in placed.items()}
    state = Game(text, places, "counted").begin(seed, players)
    state.play(combine_agents(make_agents("random", players, seed)), moves)
    return state._processor.match.hits


def check(result: Result, moves: int) -> None:
    native, coverage = compile_counted(result, QUICK)
    for seed in (1, 2):
        players = coverage.program.players[seed % 2]
        native.play(seed, players, most_moves=moves)
        noted = {point for point, hit in enumerate(native.hits()) if hit}
        assert noted == in_python(result, seed, players, moves), f"seed {seed}"


@pytest.mark.parametrize("name", PLAYED)
def test_examples_note_the_same_on_both_targets(name: str) -> None:
    check(compile_rules(Folder.of_main(str(EXAMPLES / name))), moves=40)


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_goldens_note_the_same_on_both_targets(path: Path) -> None:
    result = read(path).compiled()
    if result.playable:
        check(result, moves=20)


def test_points_say_what_never_happened() -> None:
    result = compile_rules(Texts("wells.tgpl", {"wells.tgpl": RULES}))
    counts = count_coverage(compile_counted(result, QUICK), games=20)
    never = {(point.what, point.role, point.where, point.span.position[0]) for point in counts.never()}
    assert never == {
        ("no", "require", "Well.Draw", 9),  # there always is water
        ("no", "filter", "Well.Draw", 11),
        ("statement", "effect", "Well.Draw", 15),
        ("yes", "require", "Well.Dig", 23),
        ("offered", "effect", "Well.Dig", 23),
        ("statement", "effect", "Well.Dig", 23),
        ("phase", "phase", "Round.Night", 25),
    }
    lines = counts.by_line()
    assert counts.games == 20 and lines["wells.tgpl", 18] == 20 and lines["wells.tgpl", 9] == 20
    assert lines["wells.tgpl", 20] == 20  # the first two of three moves pass
