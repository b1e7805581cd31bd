"""Games in C under the eyes of the address and undefined-behaviour sanitizers.

found = complaint(program, folder)   # None if there is nothing to say

Compiling is nearly all of the work. A build is called by what went into it: one that the folder has already is only run.
"""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tgpl.core.nodes import Program
from tgpl.emit.c.program import emit
from tgpl.emit.c.rulesheet import EvaluatorKind
from tgpl.native.toolchain import compiler, identity

FLAGS = (
    "-O0", "-g1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined",
    "-fno-strict-aliasing", "-ffp-contract=off", "-DFIRST_ROOM=64", "-DCOMPACT_FROM=0",
)  # fmt: skip
# Compiled in little more than half the time; but what is undefined ends the program without a word.
_WORDLESS = ("-pipe", "-fsanitize-undefined-trap-on-error", "--param", "asan-instrumentation-with-call-threshold=0")
_DRIVER = Path(__file__).parent / "sanitized.c"
_PATIENCE = 600


@cache
def available() -> bool:
    """Whether the system's compiler has the sanitizers."""
    found = compiler()
    if found is None:
        return False
    command = [*found, "-fsanitize=address,undefined", "-x", "c", "-", "-o", "/dev/null"]
    done = subprocess.run(command, input=b"int main(void) { return 0; }", capture_output=True, check=False)
    return done.returncode == 0


def complaint(
    program: Program,
    folder: Path,
    seeds: int = 2,
    spoil: Callable[[str], str] = lambda text: text,
    way: EvaluatorKind | None = None,
    steps: int = 25,
    counted: bool = True,
) -> str | None:
    """What the sanitizers say about matches of a game, perhaps with a fault put in. `way`: of a rulesheet. `steps`: that
    somebody goes from choice to choice. `counted`: its moves are not too many for that."""
    text = spoil(emit(program, way)[0]) + _DRIVER.read_text(encoding="utf-8")
    low, high = program.players
    sizes = [
        f"-DLEAST_PLAYERS={low}",
        f"-DMOST_PLAYERS={min(high, low + 1)}",
        f"-DSEEDS={seeds}",
        f"-DSTEPS_MADE={steps}",
        f"-DCOUNTED={int(counted)}",
    ]
    return _said([*FLAGS, *_WORDLESS, *sizes], text, folder) and _said([*FLAGS, *sizes], text, folder)


def _said(flags: list[str], text: str, folder: Path) -> str | None:
    built = _build(flags, text, folder)
    if isinstance(built, str):
        return built
    try:
        ran = subprocess.run([str(built)], capture_output=True, timeout=_PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return "it does not come to an end"
    if not ran.returncode:
        return None
    return ran.stderr.decode("utf-8", "replace")[-4000:] or f"it ended with {ran.returncode}"


def _build(flags: list[str], text: str, folder: Path) -> Path | str:
    """The program, or why there is none."""
    found = compiler()
    assert found is not None
    parts = "\0".join([identity(found), *flags, text]).encode("utf-8", "surrogatepass")
    made = folder / hashlib.sha256(parts).hexdigest()
    if made.exists():
        made.touch()  # what is used stays
        return made
    with tempfile.TemporaryDirectory(dir=folder) as place:
        source, program = Path(place) / "game.c", Path(place) / "game"
        source.write_text(text, encoding="utf-8", errors="surrogatepass")
        command = [*found, *flags, "-o", str(program), str(source), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else program.replace(made)
