"""Texts that are one file: there is nothing to import."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from tgpl.text.diagnostics import Problem
from tgpl.text.files import Library, Unreadable
from tgpl.text.source import SourceFile, Span

_WHY = {
    "missing": "there is no such file, or it is no ordinary one",
    "outside": "it lies elsewhere",
    "text": "it is no UTF-8 text from here on",
}


Tree = TypeVar("Tree")


class LoadedFile(Generic[Tree]):
    def __init__(self, name: str, tree: Tree) -> None:
        self.name = name
        self.tree = tree


def load_one(
    library: Library, parse: Callable[[SourceFile], tuple[Tree, list[Problem]]], cannot_read: type[Problem]
) -> tuple[list[LoadedFile[Tree]], list[Problem]]:
    """The main file alone; none, where it cannot be read."""
    source = read_main(library, cannot_read)
    if isinstance(source, Problem):
        return [], [source]
    tree, problems = parse(source)
    return [LoadedFile(library.main, tree)], problems


def read_main(library: Library, cannot_read: type[Problem]) -> SourceFile | Problem:
    """The main file, or why it cannot be read."""
    shown = getattr(library, "shown", "") + library.main
    try:
        return SourceFile(shown, library.read(library.main))
    except Unreadable as why:
        place = Span(SourceFile(shown, why.text), why.offset, why.offset)
        return cannot_read(place, why.detail or _WHY.get(why.kind, why.kind))
