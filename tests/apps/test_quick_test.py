"""`tgpl test`, the quick test for every save: what it finds, whoever plays, and how it ends."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from games import TESTS
from tgpl.apps.cli import tgpl
from tgpl.native.library import NoCompiler

EXAMPLES = TESTS.parent / "examples"
WELLS = """game "wells";
players 2 to 3;
global class Well
{
    number water = 5;
    action Draw
    {
        require { return water > 0; }
        trigger PlayerChoiceEvent;
        input number cups from 1 to 2;
        effect
        {
            water -= cups;
            DRAWN
            turn.pass();
        }
    }
    action Dig
    {
        require { return water > 9; }
        trigger PlayerChoiceEvent;
        effect { turn.pass(); }
    }
}
setup { }
"""
SOUND = "if (water <= 0) { winner player.active(); }"
DUG = WELLS.replace("water > 9", "water < 3")


@pytest.fixture(autouse=True)
def quick_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Optimising takes longer than the few games that tests play."""
    monkeypatch.setenv("TGPL_CC", "none")


@pytest.fixture(params=["c", "python"])
def target(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "python":

        def refuse(*_: object) -> None:
            raise NoCompiler("there is none")

        monkeypatch.setattr("tgpl.apps.quick_test.compile_counted", refuse)
    return str(request.param)


def try_rules(folder: Path, text: str, *words: str, name: str = "wells.tgpl") -> Result:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(tgpl, ["test", str(file), *(words or ("--games", "60"))])


def told(done: Result) -> str:
    """Lines as they are, without where the file stands."""
    return re.sub(r"\S*/wells\.", "wells.", done.stdout)


def test_a_sound_game_is_fine(tmp_path: Path, target: str) -> None:
    done = try_rules(tmp_path, DUG.replace("DRAWN", SOUND))
    assert done.exit_code == 0, done.output
    where = "" if target == "c" else " (in Python: there is no compiler for it here)"
    assert done.stdout == (
        f"wells: 60 games with 2 players, 60 with 3, from seed 0, every choice by chance{where}.\nFine.\n"
    )


def test_rules_that_break(tmp_path: Path, target: str) -> None:
    broken = "number rest = 100 / (water - 1); if (water <= 0) { winner player.active(); }"
    done = try_rules(tmp_path, DUG.replace("DRAWN", broken))
    assert done.exit_code == 1
    assert re.search(r"^error\[R\d+\] .*wells\.tgpl:14:", told(done), re.MULTILINE), told(done)
    command = re.search(r"^`tgpl (run .*)` plays the first of them\.$", done.stdout, re.MULTILINE)
    assert command is not None
    seen = CliRunner().invoke(tgpl, shlex.split(command[1]))
    assert seen.exit_code == 1 and "wells.tgpl:14:" in seen.stdout


def test_games_that_get_stuck(tmp_path: Path, target: str) -> None:
    done = try_rules(tmp_path, DUG.replace("DRAWN", "").replace("water < 3", "water == 2"))
    assert done.exit_code == 1
    assert re.search(r"^60 of 60 games with 2 players got stuck: .* Seeds: 0, 1, 2, 3, 4 and more\.$", told(done), re.M)
    assert "`tgpl run wells.tgpl --seed 0 --players 2 --max-moves 2000` plays the first of them." in told(done)


def test_games_that_do_not_end(tmp_path: Path, target: str) -> None:
    done = try_rules(tmp_path, DUG.replace("DRAWN", "water += cups;"), "--games", "50", "--max-moves", "30")
    assert done.exit_code == 1
    assert "50 of 50 games with 3 players did not end within 30 moves." in told(done)


def test_actions_that_are_never_offered(tmp_path: Path, target: str) -> None:
    done = try_rules(tmp_path, WELLS.replace("DRAWN", SOUND))
    assert done.exit_code == 1
    assert told(done).endswith(
        "Never offered in 120 games:\n  Well.Dig  wells.tgpl:18  (what line 20 asks was never so)\n"
    )
    few = try_rules(tmp_path, WELLS.replace("DRAWN", SOUND), "--games", "5")
    assert few.exit_code == 0 and "Well.Dig" in few.stdout  # it may still be


def test_the_same_number_gives_the_same_answer(tmp_path: Path) -> None:
    """Also from the other target, but for what it is called."""
    text = WELLS.replace("DRAWN", "if (water == 1) { water = 1 / (water - 1); } " + SOUND)
    first, again, later = (
        try_rules(tmp_path, text, "--games", "40", "--seed", seed, "--json").stdout for seed in ("3", "3", "4")
    )
    assert first == again != later
    data = json.loads(first)
    assert data["games"] == {"2": 40, "3": 40} and data["fine"] is False
    assert {error["line"] for error in data["errors"]} == {14}
    assert data["never_offered"] == [
        {"action": "Well.Dig", "file": str(tmp_path / "wells.tgpl"), "line": 18, "never_yes": [20]}
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tgpl.apps.quick_test.compile_counted", _no_compiler)
        assert try_rules(tmp_path, text, "--games", "40", "--seed", "3", "--json").stdout == first


def _no_compiler(*_: object) -> None:
    raise NoCompiler("there is none")


@pytest.mark.parametrize(
    "name",
    [
        "tris/tris.tgpl",
        "tris_tgdl/tris_tgdl.tgdl",
        "tictactoe/tictactoe.snt",
        "gdl/tris.kif",
        "pig/pig.tgpl",
    ],
)
def test_every_language(name: str) -> None:
    done = CliRunner().invoke(tgpl, ["test", str(EXAMPLES / name), "--games", "50"])
    assert done.exit_code == 0 and done.stdout.endswith("every choice by chance.\nFine.\n"), done.output


def test_a_script_just_runs(tmp_path: Path) -> None:
    done = CliRunner().invoke(tgpl, ["test", str(EXAMPLES / "fight" / "fight.rpg"), "--games", "3"])
    assert done.exit_code == 0 and done.stdout.endswith("fight.rpg: run 3 times, from seed 0.\nFine.\n"), done.output
    done = try_rules(tmp_path, "print(getString(10 / (roll(1d2) - 1)));\n", name="luck.rpg")
    assert done.exit_code == 1, done.output
    command = re.search(r"^`tgpl (run .*)` runs the first of them\.$", done.stdout, re.MULTILINE)
    assert command is not None and CliRunner().invoke(tgpl, shlex.split(command[1])).exit_code == 1


def test_rules_with_mistakes_are_told(tmp_path: Path) -> None:
    done = try_rules(tmp_path, WELLS)
    assert done.exit_code == 1 and "error[E" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_ctrl_c_tells_what_there_is() -> None:
    words = [
        sys.executable,
        "-X",
        "utf8",
        "-m",
        "tgpl",
        "test",
        str(EXAMPLES / "tris" / "tris.tgpl"),
        "--seconds",
        "60",
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(4.0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and "Interrupted" in err, err
    assert re.match(r"tris: [\d,]+ games with 2 players", out), out
