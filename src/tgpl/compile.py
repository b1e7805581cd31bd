"""The pipeline: from a rule text to a game. Start reading here.

result = compile_rules(Folder.of_main("tris.tgpl"))
result.problems            # what to tell the designer
result.game().start(seed=7)
"""

from __future__ import annotations

import gc
import sys
from functools import cached_property
from typing import TYPE_CHECKING, Union

from tgpl.languages.registry import language_of
from tgpl.text.diagnostics import Problem, errors, sort_problems
from tgpl.text.files import Changed, Library, fingerprint

if TYPE_CHECKING:  # what only a game that is played needs is imported then: `tgpl check` answers sooner
    from tgpl.core.nodes import Program
    from tgpl.languages.common.one_file import LoadedFile
    from tgpl.languages.gdl.check.symbols import Checked as Rulesheet
    from tgpl.languages.gdl.syntax.tree import Sheet
    from tgpl.languages.rpg.check.symbols import Checked as Script
    from tgpl.languages.rpg.syntax.tree import Script as ScriptTree
    from tgpl.languages.senet.check.symbols import Checked as Senet
    from tgpl.languages.senet.syntax.tree import Program as SenetTree
    from tgpl.languages.tgpl.check.symbols import Game as Checked
    from tgpl.languages.tgpl.load import Loaded
    from tgpl.native.game import NativeGame
    from tgpl.native.library import BuildMode
    from tgpl.runtime.game import Game, Places

AnyChecked = Union["Checked", "Script", "Senet", "Rulesheet"]
Files = Union["list[Loaded]", "list[LoadedFile[ScriptTree | SenetTree | Sheet]]"]  # the main file last


class Result:
    def __init__(self, library: Library, files: Files, checked: AnyChecked | None, found: list[Problem]) -> None:
        self.library, self.files, self.checked = library, files, checked
        self.language = language_of(library.main)
        self.found = sort_problems(found)  # as each phase said it
        tables = (table for loaded in files for table in getattr(loaded, "tables", {}).items())  # of cards
        self.source_files = {loaded.name: loaded.tree.file for loaded in files} | dict(tables)
        self.sources = {name: file.text for name, file in self.source_files.items()}

    @cached_property
    def problems(self) -> list[Problem]:
        """What to tell the designer; every correction was tried."""
        if not self.found:
            return []
        from tgpl.languages.common.keywords import correct_problems

        return correct_problems(self.found, lambda texts: compile_rules(Changed(self.library, texts)).found)

    @property
    def playable(self) -> bool:
        return self.checked is not None and not errors(self.found) and not self.checked.is_library

    def program(self) -> Program:
        """The core; only without errors."""
        assert self.checked is not None
        return self.language.lower(self.checked)

    def python(self, program: Program | None = None) -> tuple[str, Places]:
        """The translated module, and where its lines come from."""
        from tgpl.emit.python.module import emit
        from tgpl.runtime.errors import Place

        text, placed = emit(program or self.program())
        return text, {line: [(a, b, Place(*span.on_line())) for a, b, span in row] for line, row in placed.items()}

    def native(self, build: BuildMode = "soon") -> NativeGame:
        """The game as a library; raises `NoCompiler` where nothing compiles."""
        from tgpl.emit.c.program import emit
        from tgpl.native.game import NativeGame
        from tgpl.runtime.errors import Place

        text, spans = emit(program := self.program())
        return NativeGame(text, [Place(*span.on_line()) for span in spans], program.players, build=build)

    def game(self) -> Game:
        """The game, ready to be played; only if it is playable."""
        from tgpl.core.analysis.empty_takes import find_empty_takes
        from tgpl.runtime.game import Game

        module, heads = self.python(program := self.program()), getattr(self.checked, "heads", ())
        return Game(*module, fingerprint(self.sources), heads, find_empty_takes(program))


def compile_rules(library: Library) -> Result:
    """Reads and checks a main file and all it imports. Never raises."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 15_000))  # the limits of the languages are reached long before
    collecting = gc.isenabled()
    gc.disable()  # a compiler makes many objects and drops none
    try:
        return Result(library, *language_of(library.main).load(library))
    finally:
        if collecting:
            gc.enable()
