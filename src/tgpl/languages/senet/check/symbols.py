"""What a program defines: variables, groups with fields and functions, turn functions."""

from __future__ import annotations

from tgpl.languages.senet.check.types import VOID, GroupType, Type
from tgpl.languages.senet.syntax import tree as t


class Variable:
    def __init__(self, name: str, type_: Type, place: int, home: str) -> None:
        self.name = name
        self.type = type_
        self.place = place
        self.home = home  # "game" (of the setup), "built-in", "local"


class Field:
    def __init__(self, name: str, type_: Type, group: Group, node: t.Declare) -> None:
        self.name = name
        self.type = type_
        self.group = group
        self.node = node


class Function:
    def __init__(self, node: t.Function, section: str, group: Group | None) -> None:
        self.node = node
        self.name = node.name.text
        self.section = section  # "@setup", "@turns" or "library", whose functions get groups as they are, uncopied
        self.group = group
        self.parameters: list[Variable] = []
        self.returns: Type = VOID
        self.calls: set[Function] = set()
        self.passes: set[Function] = set()
        self.restarts = False  # somewhere in it, not counting what it calls

    @property
    def is_turn(self) -> bool:
        """Whether `pass` can lead here."""
        return self.section == "@turns" and not self.parameters and self.returns is VOID and not self.node.asserts

    @property
    def constructs(self) -> bool:
        return self.group is not None and self.name in ("__init__", self.group.name)

    def signature(self) -> str:
        return ", ".join(f"{parameter.type} {parameter.name}" for parameter in self.parameters)


class Group:
    def __init__(self, name: str, node: t.Group, library: bool) -> None:
        self.name = name
        self.node = node
        self.library = library
        self.type = GroupType(name)
        self.base: Group | None = None
        self.fields: dict[str, Field] = {}  # its own
        self.given: dict[str, t.Expr] = {}  # what inherited attributes begin with instead, and own ones
        self.functions: list[Function] = []

    def lineage(self) -> list[Group]:
        found, step = [self], self.base
        while step is not None:
            found.append(step)
            step = step.base
        return found

    def field(self, name: str) -> Field | None:
        return next((step.fields[name] for step in self.lineage() if name in step.fields), None)

    def all_fields(self) -> list[Field]:
        """The inherited ones first."""
        return [field for step in reversed(self.lineage()) for field in step.fields.values()]

    def named(self, name: str) -> list[Function]:
        """Its functions of a name, the nearest first; one with the same parameters hides the inherited one."""
        found: list[Function] = []
        seen: set[tuple[Type, ...]] = set()
        for step in self.lineage():
            for function in step.functions:
                key = tuple(parameter.type for parameter in function.parameters)
                if function.name == name and key not in seen:
                    seen.add(key)
                    found.append(function)
        return found

    def constructors(self) -> list[Function]:
        found: list[Function] = []
        for step in self.lineage():
            found += [function for function in step.functions if function.constructs]
            if step.node.arguments is not None:
                break
        return found

    def text_function(self) -> Function | None:
        """The function that gives the text form."""
        for step in self.lineage():
            for name in ("__repr__", "repr"):
                for function in step.functions:
                    if function.name == name and not function.parameters:
                        return function
        return None


class Making:
    """`G(args)`: a new one, and the constructor that fills it."""

    def __init__(self, group: Group, constructor: Function | None) -> None:
        self.group = group
        self.constructor = constructor


class Shifted:
    """What `>>` or `<<` does."""

    def __init__(self, kind: str, toi: Function, work: Function) -> None:
        self.kind = kind  # "place", "remove" or "move"
        self.toi = toi  # of the board that the place is on
        self.work = work  # the function of the library that does it


class Checked:
    """A program without errors, ready to be lowered."""

    is_library = False

    def __init__(self, program: t.Program, library: t.Program) -> None:
        self.program = program
        self.library = library
        self.variables: dict[str, Variable] = {}  # of the setup
        self.groups: list[Group] = []  # bases before what extends them
        self.setup = list[t.Statement]()
        self.functions: dict[str, Function] = {}  # of the setup
        self.turns: dict[str, Function] = {}
        self.seats = 1
        self.setup_restarts = False  # the setup itself calls `restart()` somewhere
        self.element_changes = False  # somewhere an element of a list gets a value
