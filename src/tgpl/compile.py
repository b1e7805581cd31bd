"""The pipeline: from a rule text to a game. Start reading here.

result = compile_rules(Folder.of_main("tris.tgpl"))
result.problems            # what to tell the designer
result.game().start(seed=7)
"""

from __future__ import annotations

import gc
import hashlib
from typing import TYPE_CHECKING

from tgpl.diagnostics import Problem, errors, in_order
from tgpl.files import STANDARD, Library
from tgpl.languages.tgpl.check import check
from tgpl.languages.tgpl.load import Loaded, load
from tgpl.languages.tgpl.symbols import Game as Checked

if TYPE_CHECKING:  # what only a game that is played needs is imported then: `tgpl check` answers sooner
    from tgpl.core.nodes import Program
    from tgpl.runtime.game import Game, Places
    from tgpl.runtime.loading import Build
    from tgpl.runtime.native import NativeGame


class Result:
    """What came out of a rule text, as far as it went."""

    def __init__(self, files: list[Loaded], checked: Checked | None, problems: list[Problem]) -> None:
        self.files = files
        self.checked = checked
        self.problems = in_order(problems)
        self.sources = {loaded.name: loaded.tree.file.text for loaded in files}

    @property
    def playable(self) -> bool:
        return self.checked is not None and not errors(self.problems) and not self.checked.is_library

    def program(self) -> Program:
        """The core; only without errors."""
        from tgpl.languages.tgpl.lower import lower

        assert self.checked is not None
        return lower(self.checked)

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

        return Game(*self.python(), fingerprint(self.sources))


def compile_rules(library: Library) -> Result:
    """Reads and checks a main file and all it imports. Never raises, whatever the text."""
    collecting = gc.isenabled()
    gc.disable()  # a compiler makes many objects and drops none
    try:
        files, problems = load(library)
        if not files or files[-1].name != library.main:
            return Result(files, None, problems)
        if not all(loaded.tree.complete for loaded in files):
            return Result(files, None, problems)  # the rest would only be echoes
        checked, more = check(files)
        if any(problem.fix() is None for problem in errors(problems)):
            more = errors(more)  # it is not sure how the text was meant, so doubts about it would mislead
        return Result(files, checked, problems + _of_the_designer(files, more))
    finally:
        if collecting:
            gc.enable()


def _of_the_designer(files: list[Loaded], problems: list[Problem]) -> list[Problem]:
    """Without doubts about what a game imports from the tool's own library and does not use."""
    library = {loaded.tree.file for loaded in files if loaded.name.startswith(STANDARD)}
    return [problem for problem in problems if problem.severity == "error" or problem.span.file not in library]


def fingerprint(sources: dict[str, str]) -> str:
    """Of all rule texts of a game, whatever their order."""
    digest = hashlib.sha256()
    for name, text in sorted(sources.items()):
        digest.update(f"{len(name)} {name} {len(text)} {text}".encode())
    return digest.hexdigest()
