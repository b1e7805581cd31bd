"""From the C text of a game to functions that can be called.

The text is compiled once by the system's C compiler and kept in the user's cache folder under the hash of what went
into it; a cache that cannot be written costs only time.

    library = load(text)
    match = library.tgpl_open()
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O2", "-shared", "-fPIC", "-fno-math-errno", "-ffp-contract=off", "-fno-strict-aliasing")

_MATCH, _NUMBER, _WORD, _NOTHING = ctypes.c_void_p, ctypes.c_int32, ctypes.c_uint64, None
_NUMBERS = ctypes.POINTER(ctypes.POINTER(_NUMBER))
_TEXT, _ENDS = ctypes.POINTER(ctypes.POINTER(ctypes.c_uint8)), ctypes.POINTER(ctypes.POINTER(ctypes.c_uint32))
# What a library has: the type of the result, then those of the arguments.
SIGNATURES: dict[str, tuple[Any, ...]] = {
    "tgpl_open": (_MATCH,),
    "tgpl_close": (_NOTHING, _MATCH),
    "tgpl_play": (_NUMBER, _MATCH, _WORD, _NUMBER, _NUMBER, _WORD, _NUMBER),
    "tgpl_many": (_NUMBER, _MATCH, _NUMBER, _WORD, _NUMBER, _NUMBER, _NUMBER, ctypes.POINTER(ctypes.c_int64)),
    "tgpl_perft": (_NUMBER, _MATCH, _WORD, _NUMBER, _NUMBER, ctypes.POINTER(_WORD)),
    "tgpl_digest": (_NOTHING, _MATCH, ctypes.POINTER(_WORD)),
    "tgpl_moves": (_NUMBER, _MATCH),
    "tgpl_error_code": (_NUMBER, _MATCH),
    "tgpl_error_place": (_NUMBER, _MATCH),
    "tgpl_error_player": (_NUMBER, _MATCH),
    "tgpl_unsupported": (ctypes.c_char_p, _MATCH),
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
}


class NoCompiler(Exception):
    """There is no C compiler, or it does not take the text."""


def compiler() -> str | None:
    """The system's C compiler, if there is one."""
    return next((found for name in COMPILERS if (found := shutil.which(name)) is not None), None)


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "tgpl"


def load(text: str, flags: tuple[str, ...] = FLAGS) -> ctypes.CDLL:
    found = compiler()
    if found is None:
        raise NoCompiler("there is no C compiler (cc, gcc or clang)")
    key = hashlib.sha256("\0".join([found, *flags, text]).encode("utf-8", "surrogatepass")).hexdigest()
    kept = _cache() / f"{key}.so"
    if kept.is_file():
        try:
            return _declared(ctypes.CDLL(str(kept)))
        except OSError:
            pass  # a broken one is made again
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "game.so"
        _compile(found, flags, text, Path(folder) / "game.c", made)
        library = _declared(ctypes.CDLL(str(made)))
        _keep(made, kept)
    return library


def _compile(found: str, flags: tuple[str, ...], text: str, source: Path, made: Path) -> None:
    source.write_text(text, encoding="utf-8", errors="surrogatepass")
    command = [found, *flags, "-o", str(made), str(source), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoCompiler(f"the C compiler does not take the game: {done.stderr[:2000]}")


def _keep(made: Path, kept: Path) -> None:
    """Into the cache, under its name only when it is complete."""
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as copy:
            copy.write(made.read_bytes())
        os.replace(copy.name, kept)
    except OSError:
        pass


def _declared(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, (result, *arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library
