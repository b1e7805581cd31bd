"""What an editor writes between the words: names of what a built-in takes, and who is asked.

In:  a `Reading`, a file and a stretch of it. Out: `Hint`s.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tgpl.apps.editor.reading import Reading
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.walk import walk_tree


class Hint(NamedTuple):
    at: int
    label: str
    kind: str  # "argument" or "asked"
    about: str = ""


def find_hints(reading: Reading, name: str, start: int, end: int) -> list[Hint]:
    for loaded in reading.result.files:
        if loaded.name == name and isinstance(loaded.tree, t.File):
            hints = _in_file(loaded.tree, loaded.tree.file.text)
            return sorted(hint for hint in hints if start <= hint.at <= end)
    return []


def _in_file(tree: t.File, text: str) -> Iterator[Hint]:
    for class_ in tree.classes:
        yield from _inside(class_, text, _owner_asked(class_))
    for node in (*tree.functions, *tree.turns, *tree.setups, *tree.goals, *tree.constants):
        yield from _inside(node, text, "the active player")


def _owner_asked(node: t.Class) -> str:
    """Who is asked by an input of a class that names nobody."""
    if node.kind not in ("class", "interactable", "zone") or node.visibility == "global":
        return "the active player"
    return "one of its players" if node.visibility == "group" else "its owner"


def _inside(top: t.Node, text: str, asked: str) -> Iterator[Hint]:
    for node in walk_tree(top):
        if isinstance(node, t.Input) and node.mode in ("player", "auto") and node.asked is None:
            yield from _asked(node, text, asked)
        if isinstance(node, t.Call) and isinstance(node.refers, s.Operation):
            for parameter, argument in zip(node.refers.parameters, node.arguments, strict=False):
                if parameter.name and argument.name is None and text[argument.at : argument.end] != parameter.name:
                    yield Hint(argument.at, f"{parameter.name}:", "argument")


def _asked(node: t.Input, text: str, asked: str) -> Iterator[Hint]:
    at = text.find("input", node.at, node.name_at)
    if at >= 0 and node.mode == "player":
        yield Hint(at + len("input"), f"‹{asked}›", "asked", f"This asks {asked}.")
    elif at >= 0:
        yield Hint(at + len("input"), "‹nobody›", "asked", "This asks nobody: it takes what there is.")
