"""The languages: by which extension a file is written in each, and where its phases are.

language_of("duel.rpg") is RPG
files, checked, problems = language_of(library.main).load(library)
program = language.lower(checked)
text, left = language.format(file)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tgpl.core.nodes import Program
    from tgpl.text.files import Library
    from tgpl.text.source import SourceFile


class Formatted(NamedTuple):
    """A text in the one style of its language."""

    text: str
    left: int  # how many stretches are as they were, because something in them cannot be read


class Language(NamedTuple):
    name: str
    extensions: tuple[str, ...]
    folder: str  # beside this module: what reads, checks and lowers it
    formatted: tuple[str, ...] = ()  # the extensions for which there is one style

    def load(self, library: Library) -> tuple[Any, Any, Any]:
        """The files of a game, what they declare as far as they could be checked, and the problems."""
        return import_module(f"tgpl.languages.{self.folder}.load").load_checked(library)  # type: ignore[no-any-return]

    def lower(self, checked: object) -> Program:
        return import_module(f"tgpl.languages.{self.folder}.lower.program").lower(checked)  # type: ignore[no-any-return]

    def format(self, file: SourceFile) -> Formatted | None:
        """The same words in the one style; None where there is none."""
        if not file.name.lower().endswith(self.formatted or "no style"):
            return None
        return import_module(f"tgpl.languages.{self.folder}.format.file").format_file(file)  # type: ignore[no-any-return]


TGPL = Language("tgpl", (".tgpl",), "tgpl", (".tgpl",))
TGDL = Language("tgdl", (".tgdl",), "tgpl", (".tgdl",))  # the earlier edition: other words for the same tree
RPG = Language("rpg", (".rpg",), "rpg")
SENET = Language("senet", (".snt",), "senet")
GDL = Language("gdl", (".kif", ".hrf", ".gdl"), "gdl", (".kif",))
LANGUAGES = (TGPL, TGDL, RPG, SENET, GDL)
_BY_EXTENSION = {extension: language for language in LANGUAGES for extension in language.extensions}


def language_of(file: str) -> Language:
    """By the extension of a file's name; TGPL, if it has no other."""
    return _BY_EXTENSION.get(file[file.rfind(".") :].lower(), TGPL)
