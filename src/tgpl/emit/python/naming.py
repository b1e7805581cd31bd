"""Names in translated Python: what each thing of a program is called there.

A name of a rule text begins with the mark of its kind (`tgpl.text.mangling`), so the module, the runtime and Python can have
all the others.
"""

from __future__ import annotations

from tgpl.text.mangling import ACTION, ATTRIBUTE, CLASS, ENUM, FUNCTION, INPUT, PHASE, TURN, VARIABLE, mangle

# What the first lines of a translated module import.
IMPORTED = (
    "UNSET", "Action", "Anything", "BlankTile", "Board", "Connection", "Deck", "Enum", "Event", "Global", "Input", "Kind",
    "List", "Local", "Logic", "NoChoiceEvent", "Owned", "Phase", "PhaseChangeEvent", "Piece", "Player", "PlayerChoiceEvent",
    "Private", "Rule", "Rules", "Shared", "Stack", "Table", "Tile", "TileGroup", "Trigger", "Turn", "TurnChangeEvent",
    "Unseen", "as_a", "ceil", "digits", "finite", "floor", "int32", "is_a", "kind_of", "no_case", "number", "present", "recursive", "remainder",
    "require",
    "round_half_up", "same", "times32", "trigger", "truth", "whole_number",
)  # fmt: skip


def variable(name: str) -> str:
    """A variable, an argument, or what an input was answered."""
    return mangle(VARIABLE, name)


def function(name: str) -> str:
    return mangle(FUNCTION, name)


def class_(name: str) -> str:
    """A class; a group is named together with its board."""
    first, *inner = name.split(".")
    return ".".join([mangle(CLASS, first), *map(attribute, inner)])


def enum(name: str) -> str:
    return mangle(ENUM, name)


def attribute(name: str) -> str:
    """An attribute, or a group of a board."""
    return mangle(ATTRIBUTE, name)


def action(name: str) -> str:
    return mangle(ACTION, name)


def question(name: str) -> str:
    """The question for an input."""
    return mangle(INPUT, name)


def turn(name: str) -> str:
    return mangle(TURN, name)


def phase(name: str) -> str:
    return mangle(PHASE, name)
