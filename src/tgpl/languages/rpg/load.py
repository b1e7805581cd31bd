"""A script from where it lies to its tree. A script is one file: there is nothing to import.

loaded, problems = load(Folder.of_main("fight.rpg"))
"""

from __future__ import annotations

from tgpl.diagnostics import Problem
from tgpl.files import Library, Unreadable
from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg import symbols as s
from tgpl.languages.rpg import tree as t
from tgpl.languages.rpg.check import check
from tgpl.languages.rpg.parse import parse
from tgpl.source import SourceFile, Span

ENDING = ".rpg"
_WHY = {
    "missing": "there is no such file, or it is no ordinary one",
    "outside": "it lies elsewhere",
    "text": "it is no UTF-8 text from here on",
}


class LoadedScript:
    def __init__(self, name: str, tree: t.Script) -> None:
        self.name = name
        self.tree = tree


def load(library: Library) -> tuple[list[LoadedScript], list[Problem]]:
    name = library.main
    shown = getattr(library, "shown", "") + name
    try:
        source = SourceFile(shown, library.read(name))
    except Unreadable as why:
        place = Span(SourceFile(shown, why.text), why.offset, why.offset)
        return [], [p.CannotRead(place, why.detail or _WHY.get(why.kind, why.kind))]
    tree, problems = parse(source)
    return [LoadedScript(name, tree)], problems


def checked(library: Library) -> tuple[list[LoadedScript], s.Checked | None, list[Problem]]:
    """Read and checked, as far as it went."""
    files, problems = load(library)
    return (files, None, problems) if problems else (files, *check(files[0].tree))
