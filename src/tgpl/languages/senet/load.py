"""A program from where it lies to its tree, and the standard groups. A program is one file: there is nothing to import.

files, found, problems = load_checked(Folder.of_main("tictactoe.snt"))
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tgpl.languages.common.one_file import LoadedFile, load_one
from tgpl.languages.senet import problems as p
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.program import check
from tgpl.languages.senet.syntax import tree as t
from tgpl.languages.senet.syntax.parse import parse
from tgpl.text.diagnostics import Problem
from tgpl.text.files import STANDARD, Library
from tgpl.text.source import SourceFile


def load_checked(library: Library) -> tuple[list[LoadedFile[t.Program]], s.Checked | None, list[Problem]]:
    """Read and checked, as far as it went: what was read in spite of its slips is checked too."""
    files, problems = load_one(library, parse, p.CannotRead)
    if not files or not files[0].tree.complete:
        return files, None, problems
    found, more = check(files[0].tree, load_standard())
    if any(isinstance(problem, p.OutsideSections) for problem in problems):  # the rest would only be echoes
        more = [problem for problem in more if not isinstance(problem, (p.ThisOutside, p.OutOfPlace))]
    return files, found, [*problems, *more]


def load_standard() -> t.Program:
    """The standard groups, written in Senet."""
    tree, problems = parse(SourceFile(f"{STANDARD}library.snt", _read_standard()))
    assert not problems
    return tree


@cache
def _read_standard() -> str:
    return files("tgpl.languages.senet").joinpath("library.snt").read_text(encoding="utf-8")
