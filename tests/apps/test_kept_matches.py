"""Matches that are left: their names and files, who has them open, who goes on with them, and what a full disk costs."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tables import ROOT, TRIS
from tgpl.apps.cli import tgpl
from tgpl.apps.session.autosave import MatchWriter
from tgpl.apps.session.match_files import list_matches, old_path
from tgpl.apps.session.session import Request, Session
from tgpl.apps.spinner import Spinner
from tgpl.compile import compile_rules
from tgpl.runtime.record import BadRecord, Record, read, read_bytes, write
from tgpl.text import append_log
from tgpl.text.append_log import AppendLog, Locked
from tgpl.text.files import Folder

CARDS = """game "cards";
players 2;
class Hand { private number card = 0;
action Play { trigger PlayerChoiceEvent; input string what in { "ace" + this.player, "king" + this.player };
effect { card = random(100); turn.pass(); } } }
setup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p); } }
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "tgpl"


def played(typed: str, *arguments: str | Path, code: int = 0) -> str:
    """What `tgpl play` says."""
    done = CliRunner().invoke(tgpl, ["play", *map(str, arguments)], input=typed)
    assert done.exit_code == code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.output


def kept(home: Path) -> dict[str, list[Any]]:
    """Every match that is kept, with its choices."""
    return {path.name: read_bytes(path.read_bytes())[0].choices for path in sorted(home.iterdir())}


def game(tmp_path: Path, name: str = "tris.tgpl", text: str = "") -> Path:
    file = tmp_path / name
    file.write_text(text or TRIS.read_text(encoding="utf-8"), encoding="utf-8")
    return file


# ---- names


def test_every_match_has_a_file_of_its_own(home: Path) -> None:
    assert "kept as tris-1: `tgpl play" in played("1,1\n", TRIS)
    out = played("0,0\n", TRIS)
    assert "A match was left unfinished: `tgpl play" in out and "--resume tris-1`" in out and "kept as tris-2" in out
    assert "2 matches were left unfinished" in played("", TRIS)
    assert kept(home) == {"tris-1.match": [0, 4], "tris-2.match": [0, 0]}


def test_the_first_goes_on_and_the_second_stays(home: Path) -> None:
    """As it was: not overwritten, and not removed when the other is over."""
    played("1,1\n", TRIS)
    played("0,0\n", TRIS)
    played("2,2\n", TRIS, "--resume", "tris-1")
    assert kept(home) == {"tris-1.match": [0, 4, 0, 7], "tris-2.match": [0, 0]}
    assert "wins" in played("0,1\n0,0\n2,1\n", TRIS, "--resume", "tris-1")
    assert kept(home) == {"tris-2.match": [0, 0]}
    assert "Field (0, 0)" not in played("", TRIS, "--resume")  # the only one now


def test_resume_alone_lists_several(home: Path) -> None:
    played("", TRIS, "--resume", code=1)
    played("1,1\n", TRIS, "--seats", "human,random", "--seed", "1")
    played("0,0\n", TRIS)
    out = played("1,0\n", TRIS, "--resume", code=1)
    assert "2 matches of" in out and "tris-1" in out and "tris-2" in out and "human, random" in out
    assert len(kept(home)["tris-2.match"]) == 2  # nothing was played
    assert "neither a match nor a file" in played("", TRIS, "--resume", "tris-3", code=1)


def test_matches_of_other_files_are_others(home: Path, tmp_path: Path) -> None:
    one, two = game(tmp_path, "tris.tgpl"), game(tmp_path, "a tris.tgpl")
    (tmp_path / "deep").mkdir()
    three = game(tmp_path / "deep", "tris.tgpl")
    played("1,1\n", one)
    assert "unfinished" not in played("0,0\n", two) and "unfinished" not in played("2,2\n", three)
    assert list(kept(home)) == ["a-tris-1.match", "tris-1.match", "tris-2.match"]
    played("0,2\n", three, "--resume")
    assert [len(choices) for choices in kept(home).values()] == [2, 2, 4]
    played("0,2\n", two, "--resume", "tris-1")  # begins a new one, with the choices of the other
    assert [len(choices) for choices in kept(home).values()] == [2, 4, 2, 4]


@pytest.mark.parametrize("name", ["é\n", "-x", "x" * 240, " ", "*", "a'b", "\udcff", "last"])
def test_odd_names_of_rule_files(home: Path, tmp_path: Path, name: str) -> None:
    file = game(tmp_path, f"{name}.tgpl")
    out = played("1,1\n", file)
    found = re.search(r"kept as ([\w-]+): ", out)
    assert found is not None and len(found[1]) < 40
    assert "kept as" in played("0,0\n", file, "--resume", found[1]) and len(kept(home)) == 1


def test_a_name_of_ones_own(home: Path) -> None:
    assert "kept as duel: " in played("1,1\n", TRIS, "--name", "duel")
    assert "already called duel" in played("1,1\n", TRIS, "--name", "duel", code=1)
    for bad in ("", "a/b", "../x", "-a", "a b", "x" * 70, "last", "a.match"):
        played("", TRIS, f"--name={bad}", code=2)
    played("", TRIS, "--name", "x", "--resume", code=2)
    played("0,0\n", TRIS, "--resume", "duel")
    assert list(kept(home)) == ["duel.match"]


def test_loading_leaves_the_match_that_was_played(home: Path, tmp_path: Path) -> None:
    played("1,1\n", TRIS)
    out = played(f"0,0\nsave {tmp_path}/two.json\nload tris-1\n2,2\n", TRIS)
    assert "tris-1 is loaded." in out and "kept as tris-1" in out
    assert kept(home) == {"tris-1.match": [0, 4, 0, 7], "tris-2.match": [0, 0]}
    out = played(f"load {tmp_path}/two.json\n1,0\nload tris-1\nload tris-3\n", TRIS)
    assert "kept as tris-3" in out and "being played" not in out
    assert kept(home) == {"tris-1.match": [0, 4, 0, 7], "tris-2.match": [0, 0], "tris-3.match": [0, 0, 0, 0]}
    assert "is the match that is being played here" in played("1,0\nload tris-4\n", TRIS)


def test_a_match_that_somebody_removes_or_changes_meanwhile(home: Path, tmp_path: Path) -> None:
    writer = MatchWriter("x")
    match = Record("0", "m", {"m": ""}, 1, 2, [0, 1], {}, ("human", "human"), "/m")
    writer.follow(match, 0)
    (home / "x-1.match").unlink()
    writer.follow(match._replace(choices=[0, 1, 2]), 2)
    assert kept(home) == {"x-1.match": [0, 1, 2]}
    with (home / "x-1.match").open("a") as file:
        file.write("7\n")
    writer.follow(match._replace(choices=[0, 1, 2, 3]), 3)
    assert kept(home) == {"x-1.match": [0, 1, 2, 7], "x-2.match": [0, 1, 2, 3]}


def test_what_was_kept_before_matches_had_names(home: Path, tmp_path: Path) -> None:
    played(f"1,1\nsave {tmp_path}/m.json\n", TRIS)
    data = json.loads((tmp_path / "m.json").read_text())
    del data["seats"]
    (home / "tris-1.match").unlink()
    for which in ("last", "before"):
        old_path(str(TRIS), which).write_text(json.dumps(data))
    assert {one.name for one in list_matches(str(TRIS))} == {"last", "before"}
    assert "2 matches" in played("", TRIS, "--resume", code=1)
    assert "kept as tris-1" in played("", TRIS, "--resume", "before")
    assert "kept as tris-2" in played("0,0\n", TRIS, "--resume", "last")
    assert [len(choices) for choices in kept(home).values()] == [2, 4]
    assert all(path.suffix == ".match" for path in home.iterdir())


def test_a_match_in_which_a_rule_broke_can_go_on(home: Path, tmp_path: Path) -> None:
    broken = (
        'game "t"; players 2; global class S { List<number> l = {}; action A { trigger PlayerChoiceEvent; '
        "input number n from 1 to 3; effect { if (n == 2) { log(l[7]); } turn.pass(); } } } setup {}"
    )
    file = game(tmp_path, "t.tgpl", broken)
    out = played("1\n2\n", file)
    assert "R702" in out and "kept as t-1" in out
    game(tmp_path, "t.tgpl", broken.replace("l[7]", "7"))
    assert "All 2 choices so far are still possible" in played("1\n", file, "--resume")


def test_choices_that_changed_rules_lose_stay_where_they_are(home: Path, tmp_path: Path) -> None:
    text = (
        'game "t"; players 2; global class S { action A { trigger PlayerChoiceEvent; input number n from 1 to 5; '
        "effect { turn.pass(); } } } setup {}"
    )
    file = game(tmp_path, "t.tgpl", text)
    played("1\n5\n2\n", file)
    game(tmp_path, "t.tgpl", text.replace("to 5", "to 3"))
    assert "no longer possible" in played("3\n", file, "--resume")
    assert kept(home) == {"t-1.match": [0, 0, 0, 4, 0, 1], "t-2.match": [0, 0, 0, 2]}
    game(tmp_path, "t.tgpl", text.replace("to 5", "to 6"))
    assert "All 3 choices" in played("6\n", file, "--resume", "t-1")
    assert kept(home)["t-1.match"] == [0, 0, 0, 4, 0, 1, 0, 5]
    assert read_bytes((home / "t-1.match").read_bytes())[0].sources["t.tgpl"] == file.read_text()


# ---- who sits where


def seats(path: Path) -> tuple[str, ...] | None:
    return read_bytes(path.read_bytes())[0].seats


def test_a_match_goes_on_with_those_who_sat_there(home: Path, tmp_path: Path) -> None:
    played("1,1\n", TRIS, "--seats", "human,flat:7", "--seed", "1")
    assert seats(home / "tris-1.match") == ("human", "flat:7")
    before = kept(home)["tris-1.match"]
    out = played(f"#1\nsave {tmp_path}/m.json\n", TRIS, "--resume")
    assert len(kept(home)["tris-1.match"]) == len(before) + 4 and "player 1>" not in out
    assert json.loads((tmp_path / "m.json").read_text())["seats"] == ["human", "flat:7"]
    played("quit\n", TRIS, "--resume", "--seats", "human,random")  # nothing is hidden in this game
    assert seats(home / "tris-1.match") == ("human", "random")


def test_nobody_sits_down_behind_a_hidden_hand(home: Path, tmp_path: Path) -> None:
    file = game(tmp_path, "cards.tgpl", CARDS)
    record = tmp_path / "m.json"
    played(f"ace0\nsave {record}\n", file, "--seats", "human,random", "--seed", "1")
    for which in ("cards-1", str(record)):
        for who in ("human", "random,human", "human,human"):
            out = played("ace1\n", file, "--resume", which, "--seats", who, code=1)
            assert "nobody may sit down behind" in out and "ace1" not in out and "card" not in out.replace("cards", "")
        assert "player 1>" not in played("ace0\n", file, "--resume", which)
    assert "===== player 1" not in played(f"load {record}\nace0\nload cards-1\nace0\n", file)


def test_a_record_that_does_not_say_who_sat_there(home: Path, tmp_path: Path) -> None:
    file = game(tmp_path, "cards.tgpl", CARDS)
    record = tmp_path / "m.json"
    played(f"ace0\nsave {record}\n", file, "--seats", "human,random")
    data = json.loads(record.read_text())
    del data["seats"]
    record.write_text(json.dumps(data))
    assert "does not say who sat where" in played("", file, "--resume", record, code=1)
    assert "does not say who sat where" in played(f"load {record}\n", file)
    assert "player 1>" not in played("ace0\n", file, "--resume", record, "--seats", "human,random")


@pytest.mark.parametrize(
    "wrong", [["human"], "human", [1, 2], ["human", "dragon"], ["human", "mcts:" + "9" * 5000], [[], {}]]
)
def test_seats_that_make_no_sense(home: Path, tmp_path: Path, wrong: Any) -> None:
    record = tmp_path / "m.json"
    played(f"1,1\nsave {record}\n", TRIS)
    record.write_text(json.dumps({**json.loads(record.read_text()), "seats": wrong}))
    played("", TRIS, "--resume", record, code=1)


# ---- other tables


def test_another_table_has_the_match_open(home: Path) -> None:
    played("1,1\n", TRIS)
    table = AppendLog.reopen(home / "tris-1.match")
    for words in (("--resume",), ("--resume", "tris-1"), ("--resume", str(home / "tris-1.match"))):
        assert "tris-1 is open at another table" in played("0,0\n", TRIS, *words, code=1)
    assert "tris-1 is open at another table" in played("load tris-1\n", TRIS)
    assert "kept as tris-2" in played("0,0\n", TRIS)
    assert "kept as tris-2" in played("1,0\n", TRIS, "--resume")  # the only one that is free
    table.close()
    assert kept(home) == {"tris-1.match": [0, 4], "tris-2.match": [0, 0, 0, 0]}
    played("0,0\n", TRIS, "--resume", "tris-1")


def test_two_tables_record_to_one_file(home: Path, tmp_path: Path) -> None:
    record = tmp_path / "m.json"
    writer = MatchWriter(goal=str(record))
    writer.follow(Record("0", "m", {"m": ""}, 1, 2, [0, 1], {}, None, "/m"), 0)
    assert "or another" in played("1,1\n", TRIS, "--record", record, code=1)
    assert "or another" in played(f"1,1\nsave {record}\n", TRIS)
    assert "is open at another table" in played("", TRIS, "--resume", record, code=1)
    assert read_bytes(record.read_bytes())[0].choices == [0, 1]
    writer.close()
    out = played(f"1,1\nload {record}\nsave {record}\n", TRIS, "--record", record)
    assert "is being played here" in out and "at this table" in out
    assert json.loads(record.read_text())["choices"][:2] == [0, 4]


def test_a_dead_table_does_not_stand_in_the_way(home: Path, tmp_path: Path) -> None:
    home.mkdir(parents=True)
    path = home / "x.match"
    text = "import sys, time\nfrom pathlib import Path\nfrom tgpl.text.append_log import AppendLog\nj = AppendLog.create(Path(sys.argv[1]))\nprint(1, flush=True)\ntime.sleep(60)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen([sys.executable, "-c", text, str(path)], stdout=subprocess.PIPE, env=environment)
    assert process.stdout is not None and process.stdout.readline()
    with pytest.raises(Locked):
        AppendLog.reopen(path)
    assert append_log.is_locked(path)
    process.kill()
    process.wait()
    process.stdout.close()
    AppendLog.reopen(path).close()


# ---- promises


class Full:
    """A disk on which so many bytes still fit."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, free: int) -> None:
        self.free = free
        self._write = os.write
        monkeypatch.setattr(os, "write", self.write)

    def write(self, file: int, data: Any) -> int:
        if file <= 2:
            return self._write(file, data)
        if not self.free:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        done = self._write(file, bytes(data)[: self.free])
        self.free -= done
        return done


@pytest.mark.parametrize("free", [0, 10, 2000])
def test_a_full_disk_keeps_nothing_and_says_so(home: Path, monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    Full(monkeypatch, free)
    out = played("1,1\n0,0\n", TRIS, code=1)
    assert out.count("cannot be kept on disk: No space left") == 1
    assert "The match is not kept as it is now" in out and "The match is kept" not in out
    assert not list(home.iterdir())


def test_a_disk_that_becomes_full_and_free_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = MatchWriter("x")
    full = Full(monkeypatch, 10**6)
    match = Record("0", "m", {"m": ""}, 1, 2, [0, 1], {}, None, "/m")
    writer.follow(match, 0)
    full.free = 3
    for choices, stood in (([0, 1, 2, 3, 4], 2), ([0, 5], 1), ([0, 5, 6, 7], 2)):
        with pytest.raises(Exception, match="No space left"):
            writer.follow(match._replace(choices=choices), stood)
        assert kept(home) == {"x-1.match": [0, 1]}
    full.free = 10**6
    writer.follow(match._replace(choices=[0, 5, 6, 7, 8]), 4)
    assert kept(home) == {"x-1.match": [0, 5, 6, 7, 8]}


def test_a_record_is_where_a_match_is_kept_if_nothing_else_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    record = tmp_path / "my match.json"
    out = played("1,1\n", TRIS, "--record", record)
    assert "is kept in" in out and "only" in out and f"--resume '{record}'`" in out
    assert "player 0: " not in played("quit\n", TRIS, "--resume", record, code=1)
    assert "The match is not kept" in played("1,1\n", TRIS, code=1)
    assert "Good-bye" in played("quit\n", TRIS)
    out = played(f"1,1\nload {record}\nsave {tmp_path}/x.json\nload {record}\n", TRIS, code=1)
    assert out.count("Nothing was loaded") == 1 and "is loaded" in out


@pytest.mark.skipif(os.geteuid() == 0, reason="needs a user for whom folders can be write-protected")
def test_a_state_folder_that_is_write_protected(home: Path) -> None:
    home.mkdir(parents=True)
    home.chmod(0o500)
    assert "The match is not kept" in played("1,1\n", TRIS, code=1)


def test_commands_run_as_they_are_printed(home: Path, tmp_path: Path) -> None:
    """Whatever the rule file is called, and however the tool was."""
    folder = tmp_path / 'it\'s "mine" & $HOME'
    folder.mkdir()
    file = game(folder, "two words; `x`\n.tgpl".replace("`", ""))
    launcher = folder / "tgpl"
    launcher.write_text(f'#!/bin/sh\nexport TGPL_CALLED="$0"\nexec {sys.executable} -X utf8 -m tgpl "$@"\n')
    launcher.chmod(0o755)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PATH": os.environ["PATH"]}

    def shell(line: str, typed: str) -> str:
        done = subprocess.run(
            ["bash", "-c", line], input=typed, capture_output=True, text=True, cwd=folder, env=environment
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    out = shell("./tgpl play $'two words; x\\n.tgpl'", "1,1\n0,0\nsave a b.json\n")
    commands = re.findall(r"`(\./tgpl [^`]*)`", out)
    assert (
        len(commands) == 2
        and commands[0].endswith("--resume 'a b.json'")
        and commands[1].endswith("--resume two-words-x-1")
    )
    for line in commands:
        assert "X to move" not in shell(line, "") and "taken back" in shell(line, "undo\n")
    assert file.exists()


# ---- kills, and growth


def test_kills_lose_no_move(home: Path, tmp_path: Path) -> None:
    """Killed at any moment, also in the middle of writing: every choice that was shown as made is there, and can be gone on
    with."""
    text = (
        'game "t"; players 1; global class S { number n = 0; action A { trigger PlayerChoiceEvent; input number k from 1 to 3; '
        'effect { n += k; log("so " + n); } } } setup {}'
    )
    file = game(tmp_path, "t.tgpl", text)
    chance = random.Random(7)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "80"}
    command = [sys.executable, "-X", "utf8", "-m", "tgpl", "play", str(file)]
    total = 0
    for number in range(6):
        process = subprocess.Popen(
            [*command, *(["--resume"] if number else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b"1\n" * 3000)
        process.stdin.flush()
        shown, wanted = b"", total + chance.randrange(1, 60)
        while f"so {wanted}".encode() not in shown:
            select.select([process.stdout], [], [], 30)
            shown += os.read(process.stdout.fileno(), 1 << chance.randrange(6, 14))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdin.close()
        process.stdout.close()
        (path,) = home.iterdir()
        made = read_bytes(path.read_bytes())[0].choices
        told = max(int(found) for found in re.findall(rb"so (\d+)", shown))
        total = sum(1 for choice in made[1::2])
        assert total >= told and path.stat().st_mode & 0o777 == 0o600


def test_a_torn_line_is_cut_off(home: Path) -> None:
    played("1,1\n0,0\n", TRIS)
    path = home / "tris-1.match"
    whole = path.read_bytes()
    for size in range(len(whole) - 1, whole.index(b"\n"), -1):
        path.write_bytes(whole[:size])
        record, good = read_bytes(whole[:size])
        assert whole[good - 1 : good] == b"\n" and record.choices == [0, 4, 0, 0][: len(record.choices)]
    for tail in (b"\0" * 100, b"12", b'{"ba', b"\xff\xfe\n\n\0\n"):
        path.write_bytes(whole + tail)
        assert "kept as tris-1" in played("0,1\n", TRIS, "--resume")
        assert kept(home)["tris-1.match"][:4] == [0, 4, 0, 0] and len(kept(home)["tris-1.match"]) == 6


def test_what_is_written_grows_with_the_match_only(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice costs one line, in the file of the match and in the player's own."""
    text = (
        'game "t"; players 1; global class S { action A { trigger PlayerChoiceEvent; input number k from 1 to 3; '
        'effect { log("so " + k); } } } setup {}'
    )
    file = game(tmp_path, "t.tgpl", text)
    written: list[int] = []
    real = os.write

    def counted(descriptor: int, data: Any) -> int:
        if descriptor > 2:
            written.append(len(data))
        return real(descriptor, data)

    monkeypatch.setattr(os, "write", counted)
    sizes = []
    for length in (100, 200, 400):
        written.clear()
        played("2\n" * length, file, "--record", str(tmp_path / "m.json"))
        sizes.append(sum(written))
    assert sizes[2] - sizes[1] < 2.2 * (sizes[1] - sizes[0])


def test_undo_and_redo_are_written(home: Path, tmp_path: Path) -> None:
    record = tmp_path / "m.json"
    played("1,1\n0,0\nundo\n2,2\nundo\nundo\nredo\n", TRIS, "--record", record)
    assert kept(home)["tris-1.match"] == [0, 4]
    assert b'{"back": ' in (home / "tris-1.match").read_bytes()
    assert json.loads(record.read_text())["choices"][:2] == [0, 4]


# ---- hostile files

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    10**400,
    0.5,
    "",
    "x",
    "\ud800",
    [],
    [[]],
    [1, 2],
    {},
    {"back": 0},
    {"back": -1},
    {"back": 99},
]
ODD += [{"back": True}, {"seats": ["human"]}, {"seats": None}, {"seats": ["human", "x"]}, {"choices": []}, {"x": 1}]
ODD += [{"main": "m", "sources": {"m": ""}, "choices": [[[]]]}, {"main": [], "sources": {}, "choices": []}]


def test_changed_lines(home: Path, tmp_path: Path) -> None:
    """Every line of a match that somebody changed: a clear no, or a record that makes sense."""
    played("1,1\n0,0\nundo\n2,2\n", TRIS)
    path = home / "tris-1.match"
    lines = path.read_bytes().split(b"\n")
    chance = random.Random(17)
    good = bad = 0
    for _ in range(3000):
        changed = list(lines)
        for _ in range(chance.choice((1, 1, 2))):
            at = chance.randrange(len(changed))
            how = chance.random()
            if how < 0.5:
                changed[at] = json.dumps(chance.choice(ODD)).encode()
            elif how < 0.7:
                data = bytearray(changed[at] or b" ")
                data[chance.randrange(len(data))] = chance.randrange(256)
                changed[at] = bytes(data)
            elif how < 0.85:
                del changed[at]
            else:
                head = json.loads(lines[0])
                head[chance.choice(list(head))] = chance.choice(ODD)
                changed[0] = json.dumps(head).encode()
        try:
            record, size = read_bytes(b"\n".join(changed))
        except BadRecord:
            bad += 1
            continue
        good += 1
        assert size <= len(b"\n".join(changed)) and len(record.sources) > 0
        assert record.seats is None or len(record.seats) == record.players
        if chance.random() < 0.02:
            path.write_bytes(b"\n".join(changed))
            done = CliRunner().invoke(tgpl, ["play", str(TRIS), "--resume", str(path)], input="1\n")
            assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert good > 200 and bad > 200


def test_old_records_are_read_as_before() -> None:
    data = {"format": "tgpl record 1", "tool": "0", "main": "m", "sources": {"m": "x"}, "seed": 1, "players": 2}
    record = read(json.dumps({**data, "choices": [1, ["x"], []]}))
    assert record.seats is None and record.choices == [1, ["x"], []] and record.rules == ""


def test_records_of_runs_are_what_they_were() -> None:
    from tgpl.compile import compile_rules
    from tgpl.text.files import Folder

    result = compile_rules(Folder.of_main(str(TRIS)))
    text = write(result.game().start(1), "0", "tris.tgpl", result.sources)
    assert "seats" not in json.loads(text)


def test_what_is_written_is_what_is_played(home: Path) -> None:
    """Random choices, undo and redo at a table, and writers that fail now and then: the file follows."""
    from games import example
    from tgpl.apps.session.table import Table

    chance = random.Random(3)
    rules = example(TRIS)
    for _ in range(40):
        table = Table(rules, 1, 2, [None, None])
        writer = MatchWriter("x")
        for _ in range(40):
            decision = table.state.decision
            if chance.random() < 0.4 or decision is None:
                table.undo() if chance.random() < 0.6 else table.redo()
            else:
                forced = decision.kind == "action"
                table.choose(0 if forced else chance.randrange(len(decision.options)), forced=forced)
            choices = table.state.choices[: table.chosen]
            if chance.random() < 0.8:
                writer.follow(Record("0", "m", {"m": ""}, 1, 2, choices, {}, None, "/m"), table.count_unchanged())
                assert writer.journal is not None
                assert read_bytes(writer.journal.path.read_bytes())[0].choices == choices
        writer.close()


def test_an_interrupt_anywhere_in_writing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C at every step of keeping a choice, of undo and of changed rules: what is written behind it is what is played."""
    from tgpl.runtime.record import rules_line

    match = Record("0", "m", {"m": ""}, 1, 2, [0, 1, 2], {}, None, "/m")
    cases = [([0, 1, 2, 3], 3, False), ([0, 7], 1, False), ([0, 1, 2], 3, False), ([5, 6], 2, True)]
    for choices, stood, changed in cases:
        for at in range(60):
            writer = MatchWriter("x")
            writer.follow(match, 0)
            if changed:
                writer.note(rules_line("m", {"m": "new"}, choices), len(choices))
            steps = 0

            def trace(frame: Any, event: str, _: Any, limit: int = at) -> Any:
                nonlocal steps
                if frame.f_code.co_filename.endswith(("keeper.py", "append_log.py", "disk.py")):
                    steps += 1
                    if steps == limit:
                        raise KeyboardInterrupt
                return trace

            sys.settrace(trace)
            try:
                writer.follow(match._replace(choices=choices), stood)
            except KeyboardInterrupt:
                pass
            finally:
                sys.settrace(None)
            writer.follow(match._replace(choices=[*choices, 9]), min(stood, len(choices)))
            assert writer.journal is not None
            record = read_bytes(writer.journal.path.read_bytes())[0]
            assert record.choices == [*choices, 9] and (record.sources["m"] == "new") == changed, at
            writer.journal.remove()


@pytest.mark.parametrize("option", ["--players", "--seed"])
def test_a_match_that_goes_on_has_its_players_and_seed(option: str) -> None:
    result = CliRunner().invoke(tgpl, ["play", str(ROOT / "examples/tris/tris.tgpl"), "--resume", option, "2"])
    assert result.exit_code == 2 and "leave --players and --seed out" in result.output


# ---- without a terminal


def test_a_session_needs_no_terminal(home: Path) -> None:
    """Whoever stands around it, as a browser would, shows what it says."""
    heard: list[str] = []
    result = compile_rules(Folder.of_main(str(TRIS)))

    def opened(**asked: Any) -> Session:
        made = Session(result, Request(str(TRIS), **asked), Spinner, lambda words, trouble: heard.append(words))
        assert made.begin() is None
        return made

    session = opened(seats="human,first", seed=1, name="duel")
    session.table.choose(0)
    session.table.choose(4)
    session.keep()
    assert session.table.step() is not None
    assert "kept as duel" in (session.leave(over=False) or "")
    assert kept(home) == {"duel.match": [0, 4, 0]}
    again = opened(resume="duel")
    assert again.seats == ["human", "first"] and again.table.state.choices == [0, 4, 0] and again.read_rules() is None
    again.autosave.close()
    assert heard == []
