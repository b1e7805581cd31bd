"""The languages: by which extension a file is written in each, and where its phases are.

language_of("duel.rpg") is RPG
files, checked, problems = language_of(library.main).load(library)
program = language.lower(checked)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tgpl.core.nodes import Program
    from tgpl.text.files import Library


class Language(NamedTuple):
    name: str
    extensions: tuple[str, ...]
    folder: str  # beside this module: what reads, checks and lowers it

    def load(self, library: Library) -> tuple[Any, Any, Any]:
        """The files of a game, what they declare as far as they could be checked, and the problems."""
        return import_module(f"tgpl.languages.{self.folder}.load").load_checked(library)  # type: ignore[no-any-return]

    def lower(self, checked: object) -> Program:
        return import_module(f"tgpl.languages.{self.folder}.lower.program").lower(checked)  # type: ignore[no-any-return]


TGPL = Language("tgpl", (".tgpl",), "tgpl")
TGDL = Language("tgdl", (".tgdl",), "tgpl")  # the earlier edition: other words for the same tree
RPG = Language("rpg", (".rpg",), "rpg")
SENET = Language("senet", (".snt",), "senet")
GDL = Language("gdl", (".kif", ".hrf", ".gdl"), "gdl")
LANGUAGES = (TGPL, TGDL, RPG, SENET, GDL)
_BY_EXTENSION = {extension: language for language in LANGUAGES for extension in language.extensions}


def language_of(file: str) -> Language:
    """By the extension of a file's name; TGPL, if it has no other."""
    return _BY_EXTENSION.get(file[file.rfind(".") :].lower(), TGPL)
