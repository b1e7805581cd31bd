"""`boardcell`, what tiles were called before, where a type stands: `input boardcell where;`.

In:  the trees of all files. Out: the same trees, in which it is `tile`, and a hint for each. In any case (`BoardCell`), unless a class is called so.
"""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.languages.tgdl.syntax.older_words import is_board_cell
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import Problem
from tgpl.text.source import Span


def rename_board_cells(files: list[t.File]) -> list[Problem]:
    said = [file for file in files if "boardcell" in file.file.text.casefold()]
    taken = {class_.name for file in files for class_ in file.classes} if said else set[str]()
    problems: list[Problem] = []
    for file in said:
        for name in _walk_types(file):
            if is_board_cell(name.name) and name.name not in taken and name.alias is None:
                span = Span(file.file, name.at, name.end)
                earlier = file.edition == "tgdl"
                problems.append(p.OlderWord(span, "tile") if earlier else p.OtherEdition(span, "tile", "tgpl"))
                name.name = "tile"
    return problems


def _walk_types(node: object) -> Iterator[t.TypeName]:
    """Every name of a type below a node."""
    if isinstance(node, t.TypeName):
        yield node
    if isinstance(node, t.Node):
        for field in node.__match_args__:
            yield from _walk_types(getattr(node, field))
    elif isinstance(node, tuple):
        for part in node:
            yield from _walk_types(part)
