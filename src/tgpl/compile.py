"""The pipeline: from a rule text to a game. Start reading here.

result = compile_rules(Folder.of_main("tris.tgpl"))
result.problems            # what to tell the designer
result.game().start(seed=7)
"""

from __future__ import annotations

import gc
import sys
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Union

from tgpl.diagnostics import Problem, errors, in_order
from tgpl.files import Changed, Library, fingerprint
from tgpl.languages.tgpl.check import check
from tgpl.languages.tgpl.load import Loaded, load, of_the_designer
from tgpl.languages.tgpl.symbols import Game as Checked

if TYPE_CHECKING:  # what only a game that is played needs is imported then: `tgpl check` answers sooner
    from tgpl.core.nodes import Program
    from tgpl.languages.gdl.load import LoadedSheet
    from tgpl.languages.gdl.symbols import Checked as Rulesheet
    from tgpl.languages.rpg.load import LoadedScript
    from tgpl.languages.rpg.symbols import Checked as Script
    from tgpl.languages.senet.load import LoadedProgram
    from tgpl.languages.senet.symbols import Checked as Senet
    from tgpl.runtime.game import Game, Places
    from tgpl.runtime.loading import Build
    from tgpl.runtime.native import NativeGame

_OTHERS = {".rpg": "rpg", ".snt": "senet", ".kif": "gdl", ".hrf": "gdl", ".gdl": "gdl"}
AnyChecked = Union[Checked, "Script", "Senet", "Rulesheet"]
Files = Union["list[Loaded]", "list[LoadedScript]", "list[LoadedProgram]", "list[LoadedSheet]"]  # the main file last


class Result:
    def __init__(self, library: Library, files: Files, checked: AnyChecked | None, found: list[Problem]) -> None:
        self.library, self.files, self.checked = library, files, checked
        self.found = in_order(found)  # as each phase said it
        self.sources = {loaded.name: loaded.tree.file.text for loaded in files}

    @cached_property
    def problems(self) -> list[Problem]:
        """What to tell the designer; every correction was tried."""
        tell = import_module("tgpl.languages.lexicons").told if self.found else lambda *found: found[0]
        return tell(self.found, lambda texts: compile_rules(Changed(self.library, texts)).found)  # type: ignore[no-any-return]

    @property
    def playable(self) -> bool:
        return self.checked is not None and not errors(self.found) and not self.checked.is_library

    def program(self) -> Program:
        """The core; only without errors."""
        assert self.checked is not None
        return import_module(f"tgpl.languages.{self.checked.language}.lower").lower(self.checked)  # type: ignore[no-any-return]

    def python(self) -> tuple[str, Places]:
        """The translated module, and where its lines come from."""
        from tgpl.emit.python import emit
        from tgpl.runtime.errors import Place

        text, placed = emit(self.program())
        return text, {line: [(a, b, Place(*span.on_line())) for a, b, span in row] for line, row in placed.items()}

    def native(self, build: Build = "soon") -> NativeGame:
        """The game as a library; raises `NoCompiler` where nothing compiles."""
        from tgpl.emit.c import emit
        from tgpl.runtime.errors import Place
        from tgpl.runtime.native import NativeGame

        text, spans = emit(program := self.program())
        return NativeGame(text, [Place(*span.on_line()) for span in spans], program.players, build=build)

    def game(self) -> Game:
        """The game, ready to be played; only if it is playable."""
        from tgpl.runtime.game import Game

        return Game(*self.python(), fingerprint(self.sources), getattr(self.checked, "heads", ()))


def compile_rules(library: Library) -> Result:
    """Reads and checks a main file and all it imports. Never raises."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 15_000))  # the limits of the languages are reached long before
    collecting = gc.isenabled()
    gc.disable()  # a compiler makes many objects and drops none
    try:
        if own := _OTHERS.get(library.main.lower()[-4:]):
            return Result(library, *import_module(f"tgpl.languages.{own}.load").checked(library))
        files, problems = load(library)
        if not files or files[-1].name != library.main or not all(loaded.tree.complete for loaded in files):
            return Result(library, files, None, problems)  # the rest would only be echoes
        checked, more = check(files)
        return Result(library, files, checked, of_the_designer(files, problems, more))
    finally:
        if collecting:
            gc.enable()
