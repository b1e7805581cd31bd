"""The designer's own score of a player, if there is one: machines that think go by it where a game is not over yet."""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import NUMBER, PLAYER

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
