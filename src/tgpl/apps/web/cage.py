"""The process in which rules of strangers are compiled and played. `python -m tgpl.apps.web.cage MEMORY`.

Everything that it needs is read first. Then it locks itself in: no file can be opened, none written, no process and no connection begun, no
more memory taken than is allowed. Only then does it read what it is asked. That a rule text reaches no Python at all is the
runtime's (`runtime/guard`); this is for the day on which that has a hole. How long something may take is watched from outside (`sandbox`).

In:  lines of JSON: a method of `MatchEngine` or of `Bench`, and what it takes. Out: a line for each.
"""

from __future__ import annotations

import encodings.ascii
import encodings.latin_1
import importlib
import json
import os
import pkgutil
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

import tgpl.core
import tgpl.draw
import tgpl.emit.python
import tgpl.gdl
import tgpl.languages
import tgpl.runtime
import tgpl.text
from tgpl.apps.web import bench
from tgpl.apps.web.bench import Bench
from tgpl.apps.web.engine import MatchEngine
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.rules import LoadedRules
from tgpl.compile import Result, compile_rules
from tgpl.text.diagnostics import errors, to_terminal
from tgpl.text.escape import plain
from tgpl.text.files import Texts, standard_names

_PACKAGES = (tgpl.text, tgpl.core, tgpl.runtime, tgpl.draw, tgpl.gdl, tgpl.languages, tgpl.emit.python)
_CODECS = (encodings.ascii, encodings.latin_1)
_NOBODY = 65534
_MOST_PROBLEMS = 5
_METHODS = frozenset(
    "show look choose cancel go_back lend_hand why choose_simply facts record fork replay find_option follow_rules".split()
)
_WRITING = frozenset("study complete point_at format test".split())  # of a bench
_FORBIDDEN = ("open", "os.", "socket.", "subprocess.", "ctypes.", "shutil.", "tempfile.", "glob.", "urllib.")
# A game in each language: what is imported late is there before the door is locked.
_FIRST = {
    "a.tgpl": 'game "a"; players 2; class P { number n = 0; action A { trigger PlayerChoiceEvent; input number x from 1 to 2; effect { n += x; winner 0; } } } setup { P p = new P(); p.assign(0); }',
    "a.kif": "(role x) (init (step 1)) (<= (legal x go) (true (step 1))) (<= (next (step 2)) (true (step 1))) (<= terminal (true (step 2))) (goal x 100)",
    "a.snt": '@setup { int N_PLAYERS = 2; } @turns { func void begin() { print("a"); end; } }',
}


class Cage:
    def __init__(self) -> None:
        self.library = read_library()
        self.engine: MatchEngine | None = None
        self.bench = Bench(self.library)

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        try:
            return {"result": self._answer(asked["method"], asked["arguments"])}
        except Refused as why:
            return {"refused": [why.code, why.words]}
        except MemoryError:
            return {"gone": "it needs more memory than there is for it"}
        except Exception as error:
            return {"gone": f"it broke ({type(error).__name__})"}

    def _answer(self, method: str, arguments: list[Any]) -> Any:
        if method == "begin":
            return self._begin(*arguments)
        if method in _WRITING:
            return getattr(self.bench, method)(*arguments)
        if method == "try_rules" and self.engine is not None:
            return self._try_rules(self.engine, *arguments)
        if method not in _METHODS or self.engine is None:
            raise Refused("no_method", "There is nothing of that kind.")
        return getattr(self.engine, method)(*arguments)

    def _begin(self, main: str, sources: dict[str, str], seed: int, players: int | None) -> dict[str, Any]:
        rules = self._load(main, sources)
        try:
            seats = rules.game.seats(players)
        except ValueError as why:
            raise Refused("players", f"{why}.") from None
        self.engine = MatchEngine(rules, seed, seats)
        return {"game": rules.describe(), "players": seats}

    def _load(self, main: str, sources: dict[str, str]) -> LoadedRules:
        result = compile_rules(Texts(main, {**self.library, **sources}))
        if not result.playable:
            raise Refused("broken_game", describe_problems(result))
        return LoadedRules(result)

    def _try_rules(self, engine: MatchEngine, main: str, sources: dict[str, str]) -> dict[str, Any]:
        """The match under other rules; `follow_rules` takes them over."""
        rules = self._load(main, sources)
        try:
            rules.game.seats(engine.shared.state.players)
        except ValueError as why:
            raise Refused("players", f"{why}. Begin a new match.") from None
        engine.add_rules(rules)
        return {**engine.try_rules(rules.key), "key": rules.key, "game": rules.describe()}


def describe_problems(result: Result) -> str:
    found = errors(result.problems)[:_MOST_PROBLEMS]
    words = plain(to_terminal(found), lines=True) if found else "It is no game: it has no `game` directive."
    return f"These rules cannot be played.\n{words}"


def read_library() -> dict[str, str]:
    """The library that rules may import, so that no file has to be opened for it."""
    library = Texts("", {})
    return {name: library.read(name) for name in standard_names()}


def warm_up(library: dict[str, str]) -> None:
    """Imports all that may be needed: afterwards no file can be opened."""
    bench.warm_up(library)
    for package in _PACKAGES:
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(found.name)
    for name, text in _FIRST.items():
        with suppress(Exception):
            result = compile_rules(Texts(name, {name: text}))
            list(result.problems)
            if result.playable:
                engine = MatchEngine(LoadedRules(result), 1, 2 if name != "a.kif" else 1)
                engine.show([(0, 0), (None, 0)])
                engine.why(0, None)
                engine.record(["human"] * engine.shared.state.players, {})
                engine.choose(0, {"option": "0"}, 0)


def lock(memory: int) -> None:
    """From here on nothing can be reached."""
    used = _count_memory()
    os.chdir("/")
    with suppress(OSError):
        os.nice(5)
    if hasattr(os, "getuid") and os.getuid() == 0:
        os.setgroups([])
        os.setgid(_NOBODY)
        os.setuid(_NOBODY)
    os.environ.clear()
    limit(used + memory)
    sys.addaudithook(_forbid)


def limit(memory: int) -> None:
    if resource is None:
        return
    wanted = {"RLIMIT_AS": memory, "RLIMIT_FSIZE": 0, "RLIMIT_NOFILE": 3, "RLIMIT_CORE": 0, "RLIMIT_NPROC": 0}
    for name, most in wanted.items():
        with suppress(ValueError, OSError):  # a system that does not know it
            resource.setrlimit(getattr(resource, name), (most, most))


def _count_memory() -> int:
    """Bytes of addresses that are in use already."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1 << 30


def _forbid(event: str, _: tuple[Any, ...]) -> None:
    if event.startswith(_FORBIDDEN):
        raise PermissionError(f"{event} is not possible here")


def serve(asked: TextIO, answers: Callable[[str], object]) -> None:
    cage = Cage()
    memory = int(sys.argv[1])
    warm_up(cage.library)
    lock(memory)
    answers("ready\n")
    for line in asked:
        answers(json.dumps(cage.answer(json.loads(line)), ensure_ascii=False) + "\n")


def main() -> None:
    out = sys.stdout

    def answer(text: str) -> None:
        out.write(text)
        out.flush()

    serve(sys.stdin, answer)


if __name__ == "__main__":
    main()
