"""Files that are none, or not what they should be: a message, nothing waits, nothing is replaced that was no file."""

from __future__ import annotations

import os
import signal
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tables import TRIS
from tgpl.apps.cli import tgpl
from tgpl.text.disk import BadFile, content, replace, writable
from tgpl.text.shell_commands import as_called, command, quote, shown

KIF = TRIS.parent.parent / "gdl" / "tris.kif"
LONG = "x" * 300


@pytest.fixture(autouse=True)
def alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Who waits for a pipe would wait for ever."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def waits(*_: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, waits)
    signal.alarm(900)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def said(*arguments: str | Path, typed: str = "") -> str:
    """What a command that cannot do what it should says."""
    done = CliRunner().invoke(tgpl, [*map(str, arguments)], input=typed)
    assert isinstance(done.exception, SystemExit) or done.exception is None, done.exception
    assert done.exit_code in (1, 2), done.output
    assert done.output.strip() and "Traceback" not in done.output
    return done.output


def fifo(path: Path) -> Path:
    os.mkfifo(path)
    return path


def bound(path: Path) -> Path:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))
    return path


def loop(path: Path) -> Path:
    path.symlink_to(path.with_name(f"{path.name}2"))
    path.with_name(f"{path.name}2").symlink_to(path)
    return path


def linked(path: Path) -> Path:
    fifo(path.with_name(f"{path.name}.fifo"))
    path.symlink_to(path.with_name(f"{path.name}.fifo"))
    return path


def folder(path: Path) -> Path:
    path.mkdir()
    return path


def huge(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate(1 << 40)
    return path


def device(path: Path) -> Path:
    path.symlink_to("/dev/zero")
    return path


def long(path: Path) -> Path:
    return path.with_name(f"{LONG}{path.suffix}")


ODD = [fifo, bound, loop, linked, folder, huge, device, long]
READING = {
    "check": ("check", "{}.tgpl"),
    "check --fix": ("check", "--fix", "{}.tgpl"),
    "run": ("run", "{}.tgpl"),
    "run rpg": ("run", "{}.rpg"),
    "run snt": ("run", "{}.snt"),
    "run kif": ("run", "{}.kif"),
    "play": ("play", "{}.tgpl"),
    "bench": ("bench", "{}.tgpl", "--seconds", "0.1"),
    "perft": ("perft", "{}.tgpl", "1"),
    "solve": ("solve", "{}.tgpl"),
    "translate": ("translate", "{}.tgpl"),
    "convert": ("convert", "{}.tgdl"),
    "odds": ("odds", "{}.rpg", "attack(3)"),
    "repl": ("repl", "{}.rpg"),
    "replay": ("replay", "{}.json"),
    "match": ("match", str(KIF), "{}.json"),
    "match rules": ("match", "{}.kif", str(TRIS)),
    "resume": ("play", str(TRIS), "--resume", "{}.json"),
}
WRITING = {
    "translate": ("translate", str(TRIS), "-o", "{}.py"),
    "convert": ("convert", str(KIF), "-o", "{}.hrf"),
    "run": ("run", str(TRIS), "--record", "{}.json"),
    "play": ("play", str(TRIS), "--record", "{}.json"),
}


@pytest.mark.parametrize("make", ODD)
@pytest.mark.parametrize("words", READING.values(), ids=READING)
def test_reading(words: tuple[str, ...], make: object, tmp_path: Path) -> None:
    last = next(word for word in words if "{}" in word)
    path = make(tmp_path / last.format("odd"))  # type: ignore[operator]
    said(*(path if word == last else word for word in words))


@pytest.mark.parametrize("make", [*ODD[:5], *ODD[6:]])
@pytest.mark.parametrize("words", WRITING.values(), ids=WRITING)
def test_writing(words: tuple[str, ...], make: object, tmp_path: Path) -> None:
    """What is there stays what it is, and nothing is left beside it."""
    last = next(word for word in words if "{}" in word)
    path = make(tmp_path / last.format("odd"))  # type: ignore[operator]
    before = {one.name: one.lstat().st_mode for one in tmp_path.iterdir()}
    said(*(path if word == last else word for word in words), typed="1,1\n")
    assert {one.name: one.lstat().st_mode for one in tmp_path.iterdir() if one.name != "state"} == before


@pytest.mark.parametrize("make", [fifo, bound, loop, linked, folder, device, long])
def test_save_and_load_at_the_table(make: object, tmp_path: Path) -> None:
    path = make(tmp_path / "odd")  # type: ignore[operator]
    before = {one.name: one.lstat().st_mode for one in tmp_path.iterdir()}
    done = CliRunner().invoke(tgpl, ["play", str(TRIS)], input=f"1,1\nsave {path}\nload {path}\n")
    assert done.exit_code == 0 and "kept as tris-1" in done.output, done.output
    assert "cannot be written" in done.output and "cannot be read" in done.output and "Saved" not in done.output
    assert {one.name: one.lstat().st_mode for one in tmp_path.iterdir() if one.name != "state"} == before


@pytest.mark.parametrize("name", ["/dev/null", "/dev/full", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/tty"])
def test_devices_stay_what_they_are(name: str, tmp_path: Path) -> None:
    kind = os.lstat(name).st_mode
    for words in WRITING.values():
        assert "it is a device" in said(*(name if "{}" in word else word for word in words), typed="1,1\n")
    done = CliRunner().invoke(tgpl, ["play", str(TRIS)], input=f"1,1\nsave {name}\n")
    assert "it is a device" in done.output
    assert os.lstat(name).st_mode == kind and not list(Path("/dev").glob(".tgpl-*"))


@pytest.mark.parametrize(
    "home", ["/dev/null", "/dev/null/x", "{}/file", "{}/fifo", "{}/" + LONG, "{}/loop", "\udcff\n"]
)
def test_state_folders_that_are_none(home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    fifo(tmp_path / "fifo")
    loop(tmp_path / "loop")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", home.format(tmp_path))
    done = CliRunner().invoke(tgpl, ["play", str(TRIS)], input="1,1\n")
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert ("The match is kept" in done.output) == (home == "\udcff\n") == (done.exit_code == 0)
    done = CliRunner().invoke(tgpl, ["play", str(TRIS), "--resume"], input="")
    assert done.exception is None or isinstance(done.exception, SystemExit)


@pytest.mark.parametrize("name", ["a\nb", "a\udcffb", "\x1b[31m", "a b", "-x", "'\"$`"])
@pytest.mark.parametrize("words", [words for words in READING.values() if words[-1] != "{}.json"])
def test_odd_names_in_messages(words: tuple[str, ...], name: str, tmp_path: Path) -> None:
    """No message drives the terminal, and none breaks."""
    last = next(word for word in words if "{}" in word)
    path = tmp_path / last.format(name)
    path.write_text("x y z {", encoding="utf-8")
    out = said(*(path if word == last else word for word in words))
    assert "\x1b" not in out and "\udcff" not in out


def test_records_are_private(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o644)
    CliRunner().invoke(tgpl, ["run", str(TRIS), "--record", str(tmp_path / "a.json")])
    CliRunner().invoke(tgpl, ["run", str(TRIS), "--record", str(tmp_path / "c.json")])
    typed = f"1,1\nsave {tmp_path}/d.json\n"
    CliRunner().invoke(tgpl, ["play", str(TRIS), "--record", str(tmp_path / "b.json")], input=typed)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("*.json")}
    assert modes == dict.fromkeys(("a.json", "b.json", "c.json", "d.json"), 0o600)
    (kept,) = (tmp_path / "state" / "tgpl").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_mending_keeps_links_and_modes(tmp_path: Path) -> None:
    text = 'game "t"; players 2; setup { log(1) }\n'
    real = tmp_path / "deep" / "real.tgpl"
    real.parent.mkdir()
    real.write_text(text)
    real.chmod(0o640)
    (tmp_path / "link.tgpl").symlink_to("deep/real.tgpl")
    os.link(real, tmp_path / "other.tgpl")
    CliRunner().invoke(tgpl, ["check", "--fix", str(real)])
    assert real.read_text() != text and (tmp_path / "other.tgpl").samefile(real)
    real.write_text(text)
    CliRunner().invoke(tgpl, ["check", "--fix", str(tmp_path / "other.tgpl")])
    assert "log(1);" in real.read_text() and stat.S_IMODE(real.stat().st_mode) == 0o640
    (tmp_path / "other.tgpl").unlink()
    replace(tmp_path / "link.tgpl", text)
    assert (tmp_path / "link.tgpl").is_symlink() and real.read_text() == text
    assert stat.S_IMODE(real.stat().st_mode) == 0o640 and sorted(os.listdir(real.parent)) == ["real.tgpl"]


def test_a_file_that_is_write_protected_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # whoever runs the tests
    with pytest.raises(BadFile, match="write-protected"):
        replace(path, "new")
    with pytest.raises(BadFile, match="write-protected"):
        writable(path)
    assert path.read_text() == "old"


@pytest.mark.parametrize("broken", ["write", "fsync", "replace"])
def test_what_breaks_while_writing_leaves_the_old(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_text("old")

    def breaks(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, broken, breaks)
    with pytest.raises(BadFile, match="No space left"):
        replace(path, "new")
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["x"]


def test_names_and_texts_that_no_file_can_have(tmp_path: Path) -> None:
    for name in ("", "a\0b", str(tmp_path / "none" / "x")):
        with pytest.raises(BadFile):
            replace(name, "x")
        with pytest.raises(BadFile):
            content(name, 10)
    with pytest.raises(BadFile, match="halves of characters"):
        replace(tmp_path / "x", "\ud800")
    (tmp_path / "x").write_text("12345")
    assert content(tmp_path / "x", 5) == b"12345"
    with pytest.raises(BadFile, match="larger than 4 bytes"):
        content(tmp_path / "x", 4)
    with pytest.raises(BadFile, match="larger than 4 bytes"):
        content("/proc/self/status", 4)  # the system says that it is empty
    replace(tmp_path / "new", "x")
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~umask


def test_commands_are_quoted() -> None:
    assert command("play", "my game.tgpl", "--resume", "x-1") == "tgpl play 'my game.tgpl' --resume x-1"
    assert quote("a\n'\udcff\\") == r"$'a\x0a\'\xff\\'" and quote("é") == "'é'"
    assert shown("a b") == "a b" and shown("\x1b[m") == r"$'\x1b[m'" and quote("\ud800") == "$'?'"
    assert as_called("`tgpl run` and tgpl") == "`tgpl run` and tgpl"


@pytest.mark.parametrize("words", [("translate", "-o"), ("convert", "-o"), ("run", "--record"), ("play", "--record")])
def test_no_output_takes_the_place_of_the_rules(words: tuple[str, str], tmp_path: Path) -> None:
    rules, link = tmp_path / "x.tgdl", tmp_path / "link"
    text = (TRIS.parent.parent / "tris_tgdl" / "tris_tgdl.tgdl").read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    link.symlink_to(rules)
    for output in (rules, link):
        assert "Choose another name" in said(words[0], rules, words[1], output)
    assert rules.read_text(encoding="utf-8") == text


def test_how_the_tool_was_called(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By its launcher, as a module, by its name; and `--help` shows it so."""
    from tgpl.text import shell_commands

    monkeypatch.setattr(shell_commands, "_tool_name", ["tgpl"])
    for path, launcher, wanted in (
        ("x/__main__.py", "./tgpl", "./tgpl"),
        ("x/__main__.py", "/opt/my games/tgpl", "'/opt/my games/tgpl'"),
        ("x/__main__.py", "tgpl", "./tgpl"),
        ("/nowhere/bin/tgpl", "", "/nowhere/bin/tgpl"),
        ("/usr/bin/pytest", "", "tgpl"),
    ):
        monkeypatch.setattr("sys.argv", [path])
        monkeypatch.setenv("TGPL_CALLED", launcher)
        monkeypatch.setenv("PATH", str(tmp_path))
        assert shell_commands.learn_tool_name() == wanted and shell_commands.command("check", "a b").endswith(
            "tgpl" + "'" * ("'" in wanted) + " check 'a b'"
        )
        assert as_called("see `tgpl explain E1`") == f"see `{wanted} explain E1`"
    monkeypatch.setattr("sys.argv", ["x/__main__.py"])
    monkeypatch.setenv("TGPL_CALLED", "")
    assert shell_commands.learn_tool_name().endswith("-m tgpl")
    (tmp_path / "tgpl").touch(mode=0o755)
    monkeypatch.setattr("sys.argv", [str(tmp_path / "tgpl")])
    assert shell_commands.learn_tool_name() == "tgpl"
