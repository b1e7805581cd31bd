"""The commands, as a user types them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tgpl.apps.cli import tgpl

ROOT = Path(__file__).parent.parent.parent
TRIS = str(ROOT / "examples" / "tris" / "tris.tgpl")
PRINTED = ROOT / "tests" / "listings" / "tris-as-printed.tgpl"


def run(*words: str) -> Result:
    return CliRunner().invoke(tgpl, words)


def plain(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


# ---- help


@pytest.mark.parametrize(
    "command",
    ["check", "explain", "format", "translate", "convert", "run", "perft", "bench", "odds", "replay", "match"],
)
def test_help_has_an_example(command: str) -> None:
    assert f"tgpl {command}" in plain(command, "--help").split("Example:")[1]
    assert command in plain("--help")


def test_wrong_use() -> None:
    for words in (
        ["run", "missing.tgpl"],
        ["nonsense"],
        ["check"],
        ["perft", TRIS, "0"],
        ["run", TRIS, "--agents", "nobody"],
        ["run", TRIS, "--agents", "first,first,first"],
        ["run", TRIS, "--players", "3"],
        ["explain", "E999"],
        ["run", TRIS, "--seed", "x"],
        ["translate", TRIS, "--whole"],
    ):
        assert run(*words).exit_code == 2, words


# ---- check


@pytest.mark.features("T59")
def test_the_printed_listing(tmp_path: Path) -> None:
    """Every slip of the printed Tris is named at its place; mended, it plays, and its moves can be counted."""
    file = tmp_path / "tris.tgpl"
    shutil.copy(PRINTED, file)
    found = json.loads(run("check", str(file), "--json").stdout)
    assert [(p["code"], p["line"], p["column"]) for p in found["problems"]] == [
        ("E101", 14, 47),
        ("W501", 18, 17),
        ("E101", 18, 48),
        ("E101", 39, 24),
        ("E205", 69, 27),
        ("E108", 70, 24),
    ]
    assert run("check", str(file)).exit_code == 1
    fixed = run("check", str(file), "--fix")
    assert fixed.exit_code == 0, fixed.output
    assert "5 problems mended" in fixed.output and "1 warning" in fixed.output
    again = json.loads(plain("check", str(file), "--json"))
    assert [p["code"] for p in again["problems"]] == ["W501"]
    file.write_text(file.read_text().replace("firstState.assign(1)", "secondState.assign(1)"))
    assert plain("check", str(file)).endswith("fine.\n")
    assert json.loads(plain("perft", str(file), "5", "--json")) == {"perft": [9, 72, 504, 3024, 15120]}
    assert json.loads(plain("run", str(file), "--json", "--agents", "first"))["ranking"] == [[0]]


def test_check_says_what_is_wrong() -> None:
    result = run("check", str(PRINTED))
    assert result.exit_code == 1
    assert "error[E101] Missing `;`" in result.stdout
    assert "put a `;` here" in result.stdout
    assert "5 errors and 1 warning" in result.stdout


def test_check_several_files(tmp_path: Path) -> None:
    library = tmp_path / "library.tgpl"
    library.write_text("class Card { }\n")
    assert plain("check", TRIS, str(library)).endswith("2 files: fine.\n")
    assert run("run", str(library)).exit_code == 1


def test_fix_mends_imports_too(tmp_path: Path) -> None:
    (tmp_path / "main.tgpl").write_text('game "x";\nplayers 2;\nimport "other.tgpl";\nsetup { F() }\n')
    (tmp_path / "other.tgpl").write_text("function F { returns; effect { log(1) } }\n")
    assert run("check", str(tmp_path / "main.tgpl"), "--fix").exit_code == 0
    assert "log(1);" in (tmp_path / "other.tgpl").read_text()


def test_fix_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "main.tgpl"
    file.write_text('game "x";\nplayers 2;\nsetup { log(1) }\n')

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    result = run("check", str(file), "--fix")
    assert result.exit_code == 1 and "cannot be written" in result.output
    assert file.read_text().endswith("log(1) }\n") and len(list(tmp_path.iterdir())) == 1


# ---- explain


def test_explain() -> None:
    assert "Every statement ends with `;`" in plain("explain", "e101")
    assert len(plain("explain").splitlines()) > 150


# ---- translate


@pytest.mark.features("T60")
def test_translate(tmp_path: Path) -> None:
    text = plain("translate", TRIS)
    for words in (
        "class c_Marker(Local):",
        "class do_Mark(Action):",
        "@i_field.filter",
        "def effect(self, game, event, v_field):",
        "v_field.a_mark = self",
        "def fn_Winner(game) -> c_Marker:",
    ):
        assert words in text
    out = tmp_path / "tris.py"
    assert plain("translate", TRIS, "--to", "python", "-o", str(out)) == ""
    assert out.read_text() == text
    assert "action Mark order 1 priority 0" in plain("translate", TRIS, "--to", "core")
    own, whole = plain("translate", TRIS, "--to", "c"), plain("translate", TRIS, "--to", "c", "--whole")
    assert own.startswith("/* ---- tris */")
    assert '{.name = "Mark", .calm = 1, .impersonal = 1, .chosen = 2, .order = 1' in own
    assert own in whole
    assert "typedef struct ActionInfo {" in whole


# ---- run, replay and perft


def test_run() -> None:
    first = json.loads(plain("run", TRIS, "--json", "--agents", "first", "--seed", "5"))
    assert first == {"log": [], "ranking": [[0]], "ended": "winner", "moves": 7, "seed": 5}
    assert plain("run", TRIS, "--seed", "3") == plain("run", TRIS, "--seed", "3")
    assert plain("run", TRIS, "--agents", "first").splitlines()[-1] == "Player 0 wins after 7 moves (seed 0)."
    limited = json.loads(plain("run", TRIS, "--json", "--max-moves", "2"))
    assert (limited["ended"], limited["moves"], limited["ranking"]) == ("limit", 2, None)


def test_run_with_an_error(tmp_path: Path) -> None:
    file = tmp_path / "broken.tgpl"
    file.write_text(
        'game "x";\nplayers 2;\nclass A { A next; }\nsetup { log("on"); A a = new A(); log(a.next.next); }\n'
    )
    result = run("run", str(file), "--json")
    data = json.loads(result.stdout)
    assert result.exit_code == 1 and data["ended"] == "error" and data["log"] == ["on"]
    assert data["error"] == {
        "code": "R701",
        "message": "There is nothing here whose `next` could be used: it is null.",
        "file": str(file),
        "line": 4,
        "column": 39,
        "player": 0,
    }
    shown = run("run", str(file)).stdout
    assert "error[R701] Nothing there" in shown and "^^^^^^^^^^^" in shown


def test_run_of_a_wrong_text() -> None:
    result = run("run", str(PRINTED))
    assert result.exit_code == 1 and result.stdout == "" and "E205" in result.stderr


@pytest.mark.parametrize("name", ["tris", "goofspiel", "pig", "hare_and_hounds"])
def test_record_and_replay(tmp_path: Path, name: str) -> None:
    record = tmp_path / "match.json"
    file = str(ROOT / "examples" / name / f"{name}.tgpl")
    ran = plain("run", file, "--seed", "11", "--record", str(record))
    assert plain("replay", str(record)) == ran
    assert plain("run", file, "--seed", "11", "--json") == plain("replay", str(record), "--json")
    data = json.loads(record.read_text())
    data["result"]["moves"] += 1
    record.write_text(json.dumps(data))
    changed = run("replay", str(record))
    assert changed.exit_code == 1 and "came out differently" in changed.stderr


def test_a_record_of_an_unfinished_match(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    plain("run", TRIS, "--max-moves", "3", "--record", str(record))
    assert json.loads(plain("replay", str(record), "--json"))["ended"] == "limit"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[1, 2]",
        "[" * 100_000,
        '{"format": "tgpl record 1"}',
        '{"format": "tgpl record 1", "main": "a", "sources": {"a": "x"}, "seed": 1, "players": 2, "choices": []}',
        '{"format": "tgpl record 1", "main": "a", "sources": {"a": 3}, "seed": 1, "players": 2, "choices": []}',
    ],
)
def test_a_record_that_is_none(tmp_path: Path, text: str) -> None:
    record = tmp_path / "match.json"
    record.write_text(text)
    result = run("replay", str(record))
    assert result.exit_code == 1 and "cannot be replayed" in result.stderr


def test_a_record_with_impossible_choices(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    plain("run", TRIS, "--record", str(record))
    data = json.loads(record.read_text())
    for choices in ([99], [0, "x"], [None], [[3]], [True], [0, 0] * 20):
        record.write_text(json.dumps({**data, "choices": choices}))
        assert run("replay", str(record)).exit_code == 1, choices


def test_perft() -> None:
    assert plain("perft", TRIS, "3") == "1: 9\n2: 72\n3: 504\n"


def test_perft_of_what_cannot_be_counted(tmp_path: Path) -> None:
    file = tmp_path / "free.tgpl"
    file.write_text('game "x";\nplayers 2;\nsetup { input number n; log(n); }\n')
    result = run("perft", str(file), "2")
    assert result.exit_code == 1 and "can be any number" in result.stderr


# ---- the real thing


def test_as_a_process() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-X", "utf8", "-m", "tgpl"]
    done = subprocess.run([*command, "run", TRIS, "--agents", "first"], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout) == (0, "Player 0 wins after 7 moves (seed 0).\n")
    piped = subprocess.run(
        f"{sys.executable} -m tgpl explain | head -1", shell=True, capture_output=True, text=True, env=environment
    )
    assert piped.stdout.startswith("E001") and "Traceback" not in piped.stderr


# ---- the earlier edition


def test_every_command_takes_the_earlier_edition(tmp_path: Path) -> None:
    game = str(ROOT / "examples" / "tris_tgdl" / "tris_tgdl.tgdl")
    assert "fine." in plain("check", game)
    assert plain("perft", game, "3") == plain("perft", TRIS, "3")
    record = str(tmp_path / "match.json")
    told = plain("run", game, "--seed", "3", "--record", record)
    assert told == plain("run", game, "--seed", "3", "--target", "c")
    plain("replay", record)
    assert "class c_marker(Local):" in plain("translate", game)
    twin = tmp_path / "tris.tgpl"
    assert plain("convert", game, "-o", str(twin)) == ""
    assert twin.read_text(encoding="utf-8") == plain("convert", game)
    assert plain("run", str(twin), "--seed", "3") == told


def test_convert_says_what_is_wrong(tmp_path: Path) -> None:
    broken = tmp_path / "broken.tgdl"
    broken.write_text('game "x";\nplayers 2;\nsetup { log(nobody); }\n', encoding="utf-8")
    result = run("convert", str(broken))
    assert result.exit_code == 1 and "There is no `nobody` here." in result.stderr


def test_fix_mends_slips_of_the_earlier_edition(tmp_path: Path) -> None:
    text = tmp_path / "slips.tgdl"
    text.write_text(
        'game "x"; \\\\ a game\nplayers 2;\nsetup { decimal[] l = {}; log(l.lenght == null && true) }\n',
        encoding="utf-8",
    )
    run("check", str(text), "--fix")
    mended = 'game "x"; // a game\nplayers 2;\nsetup { decimal[] l = {}; log(l.length == none and true); }\n'
    assert text.read_text(encoding="utf-8") == mended


def test_new_writes_tgpl_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("new", "harbour.tgdl")
    assert result.exit_code == 2
    assert "`tgpl new harbour`" in result.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        ("tris/tris.tgpl", "── tris"),
        ("tris_tgdl/tris_tgdl.tgdl", "── tris"),
        ("gdl/tris.kif", "── tris"),
        ("gdl/tris.hrf", "── tris"),
        ("tictactoe/tictactoe.snt", "|"),
        ("fight/fight.rpg", "has won!"),
    ],
)
@pytest.mark.parametrize("words", [["play"], []])
def test_a_rule_text_of_every_language_is_played(
    file: str, shown: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `play FILE`, and by the file alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    result = CliRunner().invoke(tgpl, [*words, str(ROOT / "examples" / file)], input="")
    assert result.exit_code == 0 and shown in result.output


def test_scripts_take_no_seats() -> None:
    result = CliRunner().invoke(tgpl, ["play", str(ROOT / "examples/fight/fight.rpg"), "--seats", "random"])
    assert result.exit_code == 2 and "asks nobody" in result.output
