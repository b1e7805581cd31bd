"""The example games in Senet: played by scripts, at the command line and at the table, and by machines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from games import QUICK, TYPED_EXAMPLES, example
from tgpl.agents.text_answers import TextTrial, play_typed
from tgpl.apps.cli import tgpl
from tgpl.compile import compile_rules
from tgpl.native.state import NativeState
from tgpl.native.toolchain import compiler
from tgpl.text.files import Folder
from typist import Typist

ROOT = Path(__file__).parent.parent.parent
TICTACTOE, SENET, FOUR = (
    str(ROOT / "examples" / name / f"{name}.snt") for name in ("tictactoe", "senet", "four_not_three")
)


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(tgpl, words, input=typed)


def table(typed: str, *words: str, home: Path) -> str:
    """What `tgpl play` prints when a text is piped into it."""
    environment = {**os.environ, "XDG_STATE_HOME": str(home), "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "100"}
    command = [sys.executable, "-X", "utf8", "-m", "tgpl", "play", *words]
    done = subprocess.run(
        command, input=typed, capture_output=True, env=environment, cwd=ROOT, timeout=240, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


PROMPT = 'Player {}: input coordinates of square to place in i.e. "22" or "10".\n'
EMPTY = "   |   |   \n---+---+---\n   |   |   \n---+---+---\n   |   |   \n"
AGAIN = "Do you want to continue playing?\nType y to continue and n to exit\n"


@pytest.mark.features("S12", "S13")
def test_tic_tac_toe_is_won() -> None:
    result = run(TICTACTOE, typed="00\n10\n01\n11\n02\nn\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(EMPTY + PROMPT.format(1) + EMPTY.replace("   ", " X ", 1) + PROMPT.format(2))
    last = " X | O |   \n---+---+---\n X | O |   \n---+---+---\n X |   |   \n"
    assert result.stdout.endswith("Player 1 wins.\nCongratulations!\n" + last + AGAIN)


@pytest.mark.features("S13")
def test_tic_tac_toe_is_drawn() -> None:
    result = run("run", TICTACTOE, typed="00\n11\n22\n10\n12\n02\n20\n21\n01\nn\n")
    assert result.exit_code == 0 and "wins" not in result.stdout
    full = " X | O | X \n---+---+---\n X | O | O \n---+---+---\n O | X | X \n"
    assert result.stdout.endswith("Game ends in a draw.\n" + full + AGAIN)


@pytest.mark.features("S9", "S13")
def test_tic_tac_toe_with_rubbish() -> None:
    """Occupied squares, squares outside and what is no number change nothing; nor does what follows in the line."""
    said = "00 please\n00\n77\n10\n-1\n01\n11\nx\n02\nwhat?\nn\n"
    result = run(TICTACTOE, typed=said)
    assert result.exit_code == 0
    assert result.stdout.count("That square is not free.\n") == 4  # `x` and the line end behind it are 0 and 0
    assert result.stdout.endswith(AGAIN * 2) and "Player 1 wins.\n" in result.stdout
    assert result.stdout.count(PROMPT.format(2)) == 5


@pytest.mark.features("S11")
def test_a_game_begins_over() -> None:
    result = run(TICTACTOE, typed="00\n10\n01\n11\n02\ny\n22\n")
    assert result.exit_code == 0
    assert result.stdout.endswith(AGAIN + EMPTY + PROMPT.format(1) + EMPTY[:-3] + "X \n" + PROMPT.format(2))


@pytest.mark.features("S11", "S12")
@pytest.mark.parametrize("typed", ["", "0", "00", "00\n", "00\n1"])
def test_the_end_of_what_is_typed_is_no_error(typed: str) -> None:
    result = run(TICTACTOE, typed=typed)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(EMPTY + PROMPT.format(1))


@pytest.mark.features("S12")
def test_through_a_pipe_output_comes_before_it_is_answered() -> None:
    command = [sys.executable, "-X", "utf8", "-m", "tgpl", TICTACTOE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=0) as process:
        assert process.stdin is not None and process.stdout is not None
        for player, said in ((1, "00"), (2, "\n11\n")):  # who types no line end does not wait for the answer
            assert "".join(process.stdout.readline() for _ in range(6)).endswith(PROMPT.format(player))
            process.stdin.write(said)
            process.stdin.flush()
        process.stdin.close()
        assert " O " in process.stdout.read()
    assert process.returncode == 0


@pytest.mark.features("S12")
def test_what_was_typed_is_recorded(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    first = run(TICTACTOE, "--record", str(record), typed="00\n10\n01\n11\n02\nn\n")
    kept = json.loads(record.read_text(encoding="utf-8"))
    assert kept["choices"] == [[character] for character in "0010011102n"]
    assert "".join(kept["result"]["log"]) == first.stdout and kept["result"]["ranking"] == [[0]]
    assert run("replay", str(record)).exit_code == 0


@pytest.mark.features("S12")
def test_at_the_table(tmp_path: Path) -> None:
    """Pictures, several characters at once, undo, what leads on, saving and going on."""
    saved = tmp_path / "saved.json"
    shown = table(f"00\n11\nundo\nundo\noptions\n22\nsave {saved}\nquit\n", TICTACTOE, home=tmp_path)
    assert "│ X │   │   │" in shown.replace("·", " ") and "Player 1, type a character:" in shown
    assert "ON_MOVE" not in shown
    assert "Anything can be typed; this leads on: 0, 1, 2." in shown
    assert "The match is kept" in shown
    again = table("01\nquit\n", TICTACTOE, "--resume", str(saved), home=tmp_path)
    assert "│ X │   │   │" in again.replace("·", " ") and "│   │   │ O │" in again.replace("·", " ")


@pytest.mark.features("S12")
def test_against_a_machine(tmp_path: Path) -> None:
    shown = table("00\n" * 9 + "n\n" * 3, TICTACTOE, "--seats", "human,random", "--seed", "3", home=tmp_path)
    assert "That square is not free" in shown and "player 1:" in shown


@pytest.mark.features("S12")
@pytest.mark.parametrize("path", TYPED_EXAMPLES, ids=lambda path: path.stem)
def test_machines_play_to_the_end(path: Path) -> None:
    """On a few of the seeds that scripts/many_games.py plays; both targets agree."""
    result, game = compile_rules(Folder.of_main(str(path))), example(path)
    native = result.native(QUICK) if QUICK == "tcc" or compiler() is not None else None
    for seed in range(3):
        state = play_typed(game, seed, 2, "random", 2_000)
        assert state.ended == "winner", (seed, state.ended, state.error)
        assert not {"That square is not free.\n", "That one cannot move.\n", "That is no free place.\n"} & set(
            state.log
        )
        if native is not None:
            follower = NativeState(native)
            follower.follow(state)
            assert (follower.ended, follower.ranking, follower.log) == (state.ended, state.ranking, state.log)


@pytest.mark.features("S12")
def test_a_machine_that_thinks_wins_what_can_be_won() -> None:
    """Two in a row, and the third square is free."""
    from tgpl.agents.agent_names import parse_agent
    from tgpl.agents.search_agent import SearchAgent, SearchContext

    result = compile_rules(Folder.of_main(TICTACTOE))
    state = result.game().start(1)
    for character in "0010" + "0111":
        state.name(character)
    native = result.native(QUICK)
    thinker = SearchAgent(parse_agent("mcts:2000"), 0, 1, SearchContext(lambda: native, lambda: state))
    said = ""
    while state.moves < 5:
        assert state.decision is not None
        number = thinker(state.decision)
        said += state.decision.options[number].label
        state.choose(number)
    assert said[:2] == "02"


@pytest.mark.features("S12")
def test_agents_at_the_command_line() -> None:
    result = run(SENET, "--agents", "random", "--seed", "4")
    assert result.exit_code == 0 and result.stdout.endswith(" win.\n")
    assert run(SENET, "--agents", "random", "--seed", "4").stdout == result.stdout
    assert json.loads(run(SENET, "--agents", "random", "--seed", "4", "--json").stdout)["ended"] == "winner"


@pytest.mark.features("S12")
def test_senet_by_hand() -> None:
    """The same throws for the same seed; what cannot move does not."""
    result = run(SENET, "--seed", "1", typed="5\n9\nx\n")
    assert result.exit_code == 0 and result.stdout.count("Which piece moves?") >= 2
    assert result.stdout == run(SENET, "--seed", "1", typed="5\n9\nx\n").stdout
    assert "That one cannot move.\n" in result.stdout


@pytest.mark.features("S5", "S12")
def test_four_not_three_by_hand() -> None:
    won = run(FOUR, typed="30\n00\n31\n02\n33\n60\n32\n")  # closes a gap: four at once
    assert won.exit_code == 0 and won.stdout.endswith("Player x wins.\n")
    lost = run(FOUR, typed="30\n00\n31\n02\n00\n99\n32\n60\n32\n")
    assert (
        lost.exit_code == 0 and "That is no free place.\n" in lost.stdout and lost.stdout.endswith("Player o wins.\n")
    )


# ---- what goes wrong


def written(folder: Path, setup: str, turn: str) -> str:
    path = folder / "game.snt"
    path.write_text(f"@setup {{ {setup} }}\n@turns {{ begin() {{ {turn} }} }}\n", encoding="utf-8")
    return str(path)


@pytest.mark.features("S12")
def test_an_error_stands_aside(tmp_path: Path) -> None:
    """Standard output holds only what the program prints, up to where it broke."""
    game = written(tmp_path, "list<int> l = [1, 2];", 'print("before "); print(l[stoi(read(1))]);')
    result = run(game, typed="01567")
    assert (result.exit_code, result.stdout) == (1, "before 1before 2before ")
    assert result.stderr.startswith("\nrun-time error[R702] Outside the list") and "^" in result.stderr


@pytest.mark.features("S10", "S12")
def test_a_program_that_asks_for_nothing(tmp_path: Path) -> None:
    result = run(
        written(tmp_path, "int turns = 0;", 'turns = turns + 1; print(turns, " "); if (turns == 300) { exit(); }')
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.split() == [str(number) for number in range(1, 301)]
    result = run(written(tmp_path, "", 'print("x");'))
    assert result.exit_code == 1 and set(result.stdout) == {"x"} and "stuck" in result.stderr
    assert set(run(written(tmp_path, "", 'print("x");'), "--agents", "first").stdout) == {"x"}
    result = run(written(tmp_path, "", "while (True) { }"))
    assert result.exit_code == 1 and "R706" in result.stderr and result.stdout == ""


@pytest.mark.features("S11")
def test_lines_of_any_length_are_read(tmp_path: Path) -> None:
    """The end of a line is a character."""
    turn = 'str line = ""; str c = read(1); while (c != "\\n") { line = line + c; c = read(1); } print("[", line, "]");'
    result = run(written(tmp_path, "", turn), typed="one\n\ntwo words\nrest")
    assert (result.exit_code, result.stdout) == (0, "[one][][two words]")
    assert run(written(tmp_path, "", "print(read(0), read(3));"), typed="ab\ncdeé€x").stdout == "ab\ncdeé€x"
    at_table = table("one\n\ntwo\n", written(tmp_path, "", turn), home=tmp_path)
    assert "[one]" in at_table and "[]" in at_table and "[two]" in at_table


def test_wrong_use(tmp_path: Path) -> None:
    assert run("convert", TICTACTOE).exit_code == 1
    assert run("new", "game.snt").exit_code == 2
    assert run(TICTACTOE, "--target", "c").exit_code == 2
    assert "any" in run("perft", TICTACTOE, "2").stderr + run("perft", TICTACTOE, "2").stdout
    assert run("solve", TICTACTOE).exit_code == 1


@pytest.mark.features("S12")
def test_at_a_real_terminal(tmp_path: Path) -> None:
    """What is asked is seen before anything is typed; Ctrl-C ends the match, and Ctrl-D what is typed."""
    typist = Typist(tmp_path, "run", TICTACTOE)
    typist.until("Player 1: input")
    typist.type("00\n")
    typist.until("Player 2: input")
    typist.type("\x04")
    assert typist.code() == 0
    typist = Typist(tmp_path, TICTACTOE)
    typist.until("Player 1: input")
    typist.type("\x03")
    assert typist.code() == 130


# ---- what leads on

BOARD = 'Rect b(3, 3); Piece m("x"); N_PLAYERS = 2;'
STYLES = {
    "asks until a place is free": (
        """int x = stoi(read(1)); int y = stoi(read(1));
        while (not (m >> b [x, y])) { print("no"); x = stoi(read(1)); y = stoi(read(1)); }""",
        {"": "0 1 2", "0": "0 1 2", "99": "0 1 2", "000": "1 2", "000102": "1 2"},
    ),
    "commands": (
        """str c = read(1); if (c == "p") { print("passed"); }
        elif (c == "m") { if (not (m >> b [stoi(read(1)), 0])) { print("no"); pass(begin, ON_MOVE); } }
        else { print("what?"); pass(begin, ON_MOVE); }""",
        {"": "p m", "m": "0 1 2", "m0m": "1 2"},
    ),
    "commands that go on asking": (
        """str c = read(1); while (c != "p" and c != "m") { c = read(1); }
        if (c == "m") { int x = stoi(read(1)); while (not (m >> b [x, 0])) { x = stoi(read(1)); } }""",
        {"": "p m", "9": "p m", "m": "0 1 2", "m9": "0 1 2", "m0m": "1 2", "m0mp": "1 2"},
    ),
    "whole lines": (
        """str s = ""; str c = read(1); while (c != "\\n") { s = s + c; c = read(1); }
        if (not b.place(m, stoi(s) - 10)) { pass(begin, ON_MOVE); }""",
        {"": "1", "1": "0 1 2 3 4 5 6 7 8", "11": "\n"},
    ),
    "two digits at once": (
        "if (not b.place(m, stoi(read(2)) - 10)) { pass(begin, ON_MOVE); }",
        {"": "10 11 12 13 14 15 16 17 18", "10": "11 12 13 14 15 16 17 18"},
    ),
    "words": (
        'str w = read(4); if (w == "left") { b.place(m, 0); } elif (w == "down") { b.place(m, 1); } else { pass(begin, ON_MOVE); }',
        {"": "left down"},
    ),
    "any key": ("read(1);", {"": "\n"}),
}


@pytest.mark.features("S12")
@pytest.mark.parametrize("style", STYLES)
def test_what_leads_on(tmp_path: Path, style: str) -> None:
    turn, expected = STYLES[style]
    game = compile_rules(Folder.of_main(written(tmp_path, BOARD, turn))).game()
    for said, wanted in expected.items():
        state, rest = game.start(1), said
        while rest:
            assert state.decision is not None and state.decision.length is not None
            state.name(rest[: state.decision.length])
            rest = rest[len(state.choices[-1][0]) :]  # type: ignore[index]
        assert state.decision is not None
        before = state.save()
        found = [state.decision.options[number].label for number in TextTrial(state).useful()]
        assert (said, found) == (said, [wanted] if wanted == "\n" else wanted.split())
        assert state.save() == before


@pytest.mark.features("S12")
def test_an_environment_for_learning() -> None:
    """What can be told apart are the actions."""
    pytest.importorskip("pettingzoo")
    from tgpl.bindings.pettingzoo import env

    table = env(TICTACTOE, players=2, seed=3, most=40)
    table.reset(seed=3)
    words = [f"read_number, typed: {digit}" for digit in range(10)]
    assert table.unwrapped.words == ["read, typed: n", "read, typed: y", *words]
    for agent in table.agent_iter():
        observation, _, termination, truncation, _ = table.last()
        over = termination or truncation
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
    assert not table.agents
