"""The designer's own score of a player, if there is one: machines that think go by it where a game is not over yet."""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import NUMBER, PLAYER
from tgpl.text.diagnostics import closest

NAMES = ("score", "Score")


def score_function(program: n.Program) -> n.Function | None:
    """A function of one player that gives a number and asks nobody."""
    for function in program.functions:
        takes = [parameter.type for parameter in function.parameters]
        if function.name in NAMES and takes == [PLAYER] and function.returns is NUMBER and not function.inputs:
            return function
    return None


def score_attributes(program: n.Program) -> list[tuple[n.Class, n.AttributeOf]]:
    """Numbers that everybody may see, of things that players own."""
    return [
        (class_, attribute)
        for class_ in program.classes
        if class_.visibility != "global" and class_.kind != "event"
        for attribute in class_.attributes
        if attribute.name in NAMES and attribute.type is NUMBER and not attribute.private
    ]


class NoWish(ValueError):
    """An attribute that nobody can like, and those that can be."""


def list_wishes(program: n.Program) -> dict[str, tuple[n.Class, str]]:
    """Numbers that players can have: `Settler.gold`, by the class that says it or one below."""
    by_name = {class_.name: class_ for class_ in program.classes}
    found: dict[str, tuple[n.Class, str]] = {}
    for class_ in program.classes:
        if class_.visibility == "global" or class_.kind == "event":
            continue
        step: n.Class | None = class_
        while step is not None:
            for attribute in step.attributes:
                if attribute.type is NUMBER:
                    found.setdefault(f"{class_.shown}.{attribute.name}", (class_, attribute.name))
            step = by_name.get(step.base) if step.base is not None else None
    return found


def find_wish(program: n.Program, word: str) -> tuple[n.Class, str]:
    """Raises NoWish."""
    wishes = list_wishes(program)
    if word in wishes:
        return wishes[word]
    near = closest(word, wishes) or next((known for known in wishes if known.endswith(f".{word}")), None)
    meant = f"Did you mean {near}?" if near else f"There are: {', '.join([*wishes][:12]) or 'none'}."
    raise NoWish(f"Nobody can like '{word}': it is no number of something that players own. {meant}")
