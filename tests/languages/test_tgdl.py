"""TGDL, the earlier edition: its rules where they differ, on both targets, and as TGPL."""

from __future__ import annotations

from pathlib import Path

import pytest

from alike import assert_alike, quick
from formats import EARLIER, MAIN, read
from games import EARLIER_EXAMPLES, QUICK, example
from tgpl.agents.perft import perft
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.apps.rewrite import convert_to_tgpl
from tgpl.compile import Result, compile_rules
from tgpl.native.toolchain import compiler
from tgpl.text.files import Folder, Texts

HERE = Path(__file__).parent.parent
GOLDENS = sorted(HERE.glob("golden/tgdl/*.golden"))
compiles = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="needs a C compiler")


def marked(paths: list[Path]) -> list[object]:
    return [pytest.param(path, id=path.stem, marks=pytest.mark.features(*read(path).features)) for path in paths]


def assert_converts(result: Result, seeds: int = 3) -> None:
    """Written as TGPL it has the same moves, and every match goes the same way."""
    text = convert_to_tgpl(result)
    others = {name: text for name, text in result.sources.items() if name != result.files[-1].name}
    again = compile_rules(Texts(MAIN, {MAIN: text, **others}))
    assert [problem for problem in again.problems if problem.severity == "error"] == [], text
    game, twin = result.game(), again.game()
    assert perft(game.start(0), 2) == perft(twin.start(0), 2)
    for seed in range(seeds):
        one, other = game.begin(seed), twin.begin(seed)
        for state in (one, other):
            state.play(combine_agents(make_agents("random", state.players, seed)), 60)
        assert (one.log, one.choices, one.ended, one.ranking) == (other.log, other.choices, other.ended, other.ranking)
        assert one.digest() == other.digest(), seed
    assert convert_to_tgpl(again) == text  # and TGPL is written as it stands


@compiles
@pytest.mark.parametrize("path", marked(GOLDENS))
def test_both_targets_agree(path: Path) -> None:
    result = read(path).compiled()
    if result.playable:
        assert_alike(result.game(), quick(result), 3)


@pytest.mark.parametrize("path", marked(GOLDENS))
def test_conversion_plays_alike(path: Path) -> None:
    result = read(path).compiled()
    if result.playable:
        assert_converts(result)


@pytest.mark.parametrize("path", EARLIER_EXAMPLES, ids=lambda path: path.stem)
def test_examples_convert(path: Path) -> None:
    assert_converts(compile_rules(Folder.of_main(str(path))))


@compiles
@pytest.mark.parametrize("path", EARLIER_EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_played_alike(path: Path) -> None:
    result = compile_rules(Folder.of_main(str(path)))
    assert_alike(result.game(), result.native(QUICK), 3)


def test_tris_is_the_same_game_in_both_editions() -> None:
    folder = HERE.parent / "examples"
    counts = perft(example(folder / "tris" / "tris.tgpl").start(0), 4)
    assert perft(example(folder / "tris_tgdl" / "tris_tgdl.tgdl").start(0), 4) == counts == [9, 72, 504, 3024]


@pytest.mark.features("D22", "D24", "D26")
def test_frontier_is_the_same_match_in_both_editions() -> None:
    folder = HERE.parent / "examples"
    paths = (folder / "frontier" / "frontier.tgpl", folder / "frontier_tgdl" / "frontier_tgdl.tgdl")
    for seed in range(3):
        played = []
        for path in paths:
            state = example(path).begin(seed)
            state.play(combine_agents(make_agents("random", state.players, seed)), 1_000)
            played.append((state.ranking, state.choices, state.log))
        assert played[0] == played[1]


def test_comments_stay() -> None:
    text = 'game "x"; // one\nplayers 2;\n// two\nsetup\n{\n    // three\n    log("// no comment"); // four\n    // five\n}\n// six\n'
    result = compile_rules(Texts(EARLIER, {EARLIER: text}))
    assert result.problems == []
    assert convert_to_tgpl(result) == text.replace(" // one", "  // one").replace(" // four", "  // four").replace(
        "// two", "\n// two"
    ).replace("}\n// six", "}\n// six")


def test_both_editions_in_one_game() -> None:
    sources = {
        MAIN: 'game "x";\nplayers 2;\nimport "coins.tgdl";\nsetup { log(Double(n: 4)); log(-2 ^ 2); }\n',
        "coins.tgdl": "verb Double { input decimal n verb; effect { return n * 2 + (-2 ^ 2); } }\n",
    }
    result = compile_rules(Texts(MAIN, sources))
    assert result.problems == []
    assert result.game().start(0).log[:2] == ["12", "-4"]


def compile_earlier(text: str) -> Result:
    return compile_rules(Texts(EARLIER, {EARLIER: text}))


@pytest.mark.parametrize("word", ["boardcell", "BoardCell", "BOARDCELL", "boardCell"])
def test_board_cells_in_any_case(word: str) -> None:
    text = 'game "x"; players 2; tile F { } board { group M square { F; } } verb A { input CELL c verb; effect { log(c.x); } } setup { A(c: M[0][0]); }'
    result = compile_earlier(text.replace("CELL", word))
    assert {problem.code for problem in result.problems} <= {"W601", "W603"}
    assert "function input tile c;" in convert_to_tgpl(result)


def test_own_names_go_before_older_words() -> None:
    result = compile_earlier(
        'game "x"; players 2; tile boardcell { decimal placeables = 4; decimal adj = 5; }\n'
        "board { group M square { boardcell; } }\n"
        "state information { decimal required = 1; decimal to = 2; verb to_string { effect { return required + to; } } }\n"
        "interactable short { decimal assign_to = 3; }\n"
        "setup { information i = new information; short s = new short; boardcell b = M[0][0] as boardcell;\n"
        "log(i.required + i.to_string() + s.assign_to + b.placeables + b.adj); }\n"
    )
    assert result.problems == []
    assert result.game().start(0).log[0] == "16"
    assert_converts(result)


def test_actions_without_a_name_override_nothing() -> None:
    result = compile_earlier(
        'game "x"; players 2; event E { }\n'
        "state A { action { trigger E; effect { log(1); } } action { trigger E; effect { log(2); } } }\n"
        "state B : A { action { trigger E; effect { log(3); } } }\n"
        "setup { B b = new B; b.assign(0); event.throw(new E); }\n"
    )
    assert result.problems == []
    assert result.game().start(0).log[:3] == ["1", "2", "3"]
    assert_converts(result)


def test_an_override_of_a_part_needs_an_original() -> None:
    result = compile_earlier('game "x"; players 2; state A { verb F { override effect { return 1; } } } setup { }')
    assert [problem.code for problem in result.problems if problem.severity == "error"] == ["E216"]


def test_long_chains_of_texts_are_read_at_once() -> None:
    result = compile_earlier('game "x"; players 2; setup { decimal n = 1; log(n' + ".to_string()" * 40 + "); }")
    assert result.problems == []
    assert result.game().start(0).log[0] == "1"
