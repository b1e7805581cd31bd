"""A rulesheet from where it lies to its rules. A sheet is one file: there is nothing to import.

files, found, problems = load_checked(Folder.of_main("tris.kif"))
found.logic.rules
"""

from __future__ import annotations

from tgpl.languages.common.one_file import LoadedFile, load_one
from tgpl.languages.gdl import problems as p
from tgpl.languages.gdl.check import symbols as s
from tgpl.languages.gdl.check.rulesheet import check
from tgpl.languages.gdl.syntax import tree as t
from tgpl.languages.gdl.syntax.parse import parse
from tgpl.text.diagnostics import Problem
from tgpl.text.files import Library


def load_checked(library: Library) -> tuple[list[LoadedFile[t.Sheet]], s.Checked | None, list[Problem]]:
    """Read and checked; a sheet of which something could not be read is not checked, that would only give echoes."""
    files, problems = load_one(library, parse, p.CannotRead)
    if not files or not files[0].tree.complete:
        return files, None, problems
    logic, more = check(files[0].tree)
    return files, s.Checked(files[0].tree, _title(library.main), logic), [*problems, *more]


def _title(main: str) -> str:
    return main.rpartition("/")[2].rpartition(".")[0].replace("_", " ").strip() or "rulesheet"
