"""Names in translated Python: the designer's own, unless Python or the runtime needs that name itself.

A name in the way gets an underscore behind it. Names that begin with two underscores get two behind them, because
Python would otherwise rename them inside classes. Different names stay different: what already ends in underscores
and would then meet another gets one more.
"""

from __future__ import annotations

import keyword

from tgpl.core import nodes as n

_PYTHON = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist)
_BUILTINS = frozenset("abs bool float int isinstance max min str object super type print".split())
# What the first lines of a translated module import.
IMPORTED = (
    "UNSET", "Action", "Anything", "BlankTile", "Board", "Connection", "Deck", "Event", "Global", "GlobalBoard",
    "GlobalInteractable", "Graph",
    "HexColumn", "HexRow", "Input", "Interactable", "List", "Local", "Logic", "NoChoiceEvent", "Owned", "Phase",
    "PhaseChangeEvent", "Piece", "Player", "PlayerChoiceEvent", "Private", "Rule", "Rules", "Shared", "SharedInteractable",
    "Square", "SquareAround", "Stack", "Table", "Tile", "TileGroup", "Trigger", "Turn", "TurnChangeEvent",
    "as_a", "ceil", "digits", "finite", "floor", "int32", "is_a", "number", "recursive", "remainder", "require",
    "round_half_up", "same", "times32", "trigger", "truth", "whole_number",
)  # fmt: skip
_MODULE = (
    _PYTHON | _BUILTINS | frozenset(IMPORTED) | {"self", "game", "event", "LOGIC", "RULES", "annotations", "setup"}
)
_BASES = frozenset("Action Square SquareAround HexRow HexColumn Graph".split())  # of classes inside classes
# What the runtime's objects have for themselves.
MEMBERS = frozenset("kind shown display fill filled names holds default rows row_first hollow at visibility replaced geometry".split())  # fmt: skip
# What a match has, beside which the global classes stand.
MATCH = frozenset(
    """rules players rng dice logic journal serial registrar log_lines hears active_player turn phase pending queue held resolving
    running testing block steps limit depth answers offered position asked chooser clear_input clears surveyor survey struck looker gives_up give_up asking trail reacted answered unchecked passed deciding seat seen text expect new owned
    holds random log say all_players turn_name phase_name use_turn pass_to pass_turn throw throw_now in_hand act
    act_as ask_for asker winner fail cancel perform chosen step count work deeper run peek test attempt undo save rollback rest ask answer
    found options unhidden power seen_by is_struck unstruck strike side_chance global_board""".split()
)
# What stands in the body of every action, phase and turn.
_PARTS = frozenset("name priority order inputs requires triggers part effect waits_for simultaneous".split())
_TURN = frozenset("name phases phase default".split())


class Names:
    """The names of one program."""

    def __init__(self, program: n.Program) -> None:
        classes = {class_.name.split(".")[0] for class_ in program.classes}
        functions = {function.name for function in program.functions}
        self._top = classes | functions
        self._module = _MODULE | MATCH | MEMBERS | _PARTS
        self._variables = _MODULE | self._top
        self._bound = _PYTHON | MEMBERS | _BASES | classes
        self._outside = self.outside()

    def variable(self, name: str) -> str:
        """A variable, argument or input; a function of the same name may have got an underscore too."""
        safe = _safe(name, self._variables)
        return f"_{name}_local" if safe in self._outside else safe

    def function(self, name: str) -> str:
        return _safe(name, self._module)

    def class_(self, name: str) -> str:
        """A class; a group is named together with its board."""
        first, *inner = name.split(".")
        return ".".join([_safe(first, self._module), *map(self.method, inner)])

    def turn(self, name: str) -> str:
        """A turn may have the name of a class or function."""
        return _safe(name, self._module) if name.rstrip("_") not in self._top else f"_{name}_turn"

    def method(self, name: str) -> str:
        """A function, action or group: something that stands in the body of its class."""
        return _safe(name, self._bound)

    def attribute(self, name: str) -> str:
        """As a method, but a plain one need not give way to the base of a class beside it."""
        name = name.replace(".", "_")  # `Strike.allowed`, which nobody else is called
        if name in self._bound and name not in _PYTHON | MEMBERS:
            return name
        return _safe(name, self._bound)

    def part(self, name: str) -> str:
        """Something inside an action or phase."""
        return _safe(name, _MODULE | _PARTS | self._top)

    def phase(self, name: str) -> str:
        return _safe(name, _MODULE | _TURN | self._top)

    def outside(self) -> set[str]:
        """The names of the module: a part of an action must not hide the event that it waits for."""
        return {self.class_(name) for name in self._top}


def _safe(name: str, taken: frozenset[str] | set[str]) -> str:
    if name.startswith("__"):
        return f"{name}__"
    if name.startswith("_"):
        return f"{name}_"  # a single one marks the runtime's own
    return f"{name}_" if name.rstrip("_") in taken else name
