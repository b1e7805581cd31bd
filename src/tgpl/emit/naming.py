"""Names in translated Python: the designer's own, unless Python or the runtime needs that name itself.

A name in the way gets an underscore behind it. Names that begin with two underscores get two behind them, because
Python would otherwise rename them inside classes. Different names stay different.
"""

from __future__ import annotations

import keyword

_PYTHON = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist)
_BUILTINS = frozenset(
    ["abs", "bool", "float", "int", "isinstance", "max", "min", "str", "object", "super", "type", "print"]
)
# What the first lines of a translated module import.
IMPORTED = (
    "UNSET", "Action", "BlankTile", "Board", "Connection", "Deck", "Event", "Global", "GlobalInteractable", "Graph",
    "HexColumn", "HexRow", "Input", "Interactable", "List", "Local", "NoChoiceEvent", "Owned", "Phase",
    "PhaseChangeEvent", "Piece", "Player", "PlayerChoiceEvent", "Private", "Rules", "Shared", "SharedInteractable",
    "Square", "SquareAround", "Stack", "Table", "Tile", "TileGroup", "Trigger", "Turn", "TurnChangeEvent",
    "as_a", "ceil", "finite", "floor", "is_a", "power", "recursive", "remainder", "require", "round_half_up", "same",
    "trigger", "truth",
)  # fmt: skip
_MODULE = _PYTHON | _BUILTINS | frozenset(IMPORTED) | {"self", "game", "event", "RULES", "annotations", "setup"}
# What the runtime's objects have for themselves.
MEMBERS = frozenset(
    ["kind", "shown", "fill", "filled", "names", "holds", "default", "rows", "at", "visibility", "replaced", "geometry"]
)  # fmt: skip
# What a match has, beside which the global classes stand.
MATCH = frozenset(
    [
        "rules",
        "players",
        "rng",
        "journal",
        "serial",
        "registrar",
        "log_lines",
        "active_player",
        "turn",
        "phase",
        "pending",
        "queue",
        "held",
        "resolving",
        "running",
        "block",
        "steps",
        "limit",
        "depth",
        "answers",
        "offered",
        "position",
        "asked",
        "chooser",
        "struck",
        "seat",
        "text",
        "expect",
        "new",
        "list",
        "owned",
        "holds",
        "random",
        "log",
        "say",
        "all_players",
        "turn_name",
        "phase_name",
        "use_turn",
        "pass_to",
        "pass_turn",
        "throw",
        "throw_now",
        "thrown",
        "act",
        "act_as",
        "ask_for",
        "asker",
        "winner",
        "fail",
        "step",
        "count",
        "work",
        "deeper",
        "run",
        "peek",
        "test",
        "undo",
        "save",
        "rollback",
        "rest",
        "ask",
        "answer",
        "found",
        "options",
        "unstruck",
        "strike",
    ]
)
_ACTION = frozenset(
    ["name", "priority", "order", "inputs", "requires", "triggers", "effect", "waits_for", "simultaneous"]
)


def _safe(name: str, taken: frozenset[str]) -> str:
    if name.startswith("__"):
        return f"{name}__"
    if name.startswith("_"):
        return f"{name}_"  # a single one marks the runtime's own
    return f"{name}_" if name.rstrip("_") in taken else name


def variable(name: str) -> str:
    """A variable, argument or input."""
    return _safe(name, _MODULE)


def function(name: str) -> str:
    return _safe(name, _MODULE)


def class_name(name: str) -> str:
    """A class; a group is named together with its board."""
    return ".".join(_safe(part, _MODULE | MATCH | MEMBERS) for part in name.split("."))


def member(name: str) -> str:
    """An attribute, function, action or group of a class."""
    return _safe(name, _PYTHON | MEMBERS)


def part(name: str) -> str:
    """Something inside an action or phase."""
    return _safe(name, _MODULE | _ACTION)
