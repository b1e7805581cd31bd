"""A script from where it lies to its tree. A script is one file: there is nothing to import.

files, found, problems = load_checked(Folder.of_main("fight.rpg"))
"""

from __future__ import annotations

from tgpl.languages.common.one_file import LoadedFile, load_one
from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg.check import symbols as s
from tgpl.languages.rpg.check.script import check
from tgpl.languages.rpg.syntax import tree as t
from tgpl.languages.rpg.syntax.parse import parse
from tgpl.text.diagnostics import Problem
from tgpl.text.files import Library


def load_checked(library: Library) -> tuple[list[LoadedFile[t.Script]], s.Checked | None, list[Problem]]:
    """Read and checked, as far as it went."""
    files, problems = load_one(library, parse, p.CannotRead)
    return (files, None, problems) if problems else (files, *check(files[0].tree))
