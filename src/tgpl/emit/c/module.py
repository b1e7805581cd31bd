"""What all parts of the translation of one program share: what is known of it, what its functions are called in C, and the
text so far.

In:  a program. Out: a `Module`, which `program`, `inputs` and `tables` fill.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.core import nodes as n
from tgpl.core.analysis.value_expressions import WHOLE_VERSION
from tgpl.core.coverage import Coverage
from tgpl.core.types import Type
from tgpl.emit.c.analysis import Analysis
from tgpl.emit.c.layout import MemoryLayout

Lines = list[str]


class Operand(NamedTuple):
    """An operand as it is written in C, before it is settled in which order operands are evaluated."""

    e: n.Expr
    type: Type  # as C holds it
    text: str
    demanded: bool = False  # the text looks whether it is there, and stops if it is not


def indent(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def write_record(**fields: object) -> str:
    """A struct of C: the fields that are not 0, by their names."""
    return "{" + (", ".join(f".{name} = {value}" for name, value in fields.items() if str(value) != "0") or "0") + "}"


class Names:
    """What the functions of a program are called in C; all before any body is translated, so that no variable hides one."""

    def __init__(self, program: n.Program, layout: MemoryLayout) -> None:
        self.functions: dict[str, str] = {}  # by version
        self.methods: dict[tuple[str, str], str] = {}  # by class and version
        self.makers: dict[str, str] = {}
        self.effects: dict[tuple[str, str], str] = {}
        self.defaults: dict[str, str] = {}  # what runs the default of a class, when it was asked for
        self.dispatchers: dict[tuple[str, str], str] = {}  # asked for while bodies are translated
        for function in program.functions:
            for version in ("", WHOLE_VERSION):
                self.functions[function.name + version] = layout.unique(function.name + version.replace(" ", "_"))
        for held in layout.classes.values():
            self.makers[held.name] = layout.unique(f"new_{held.name}")
            if held.node is not None:
                for function in held.node.functions:
                    for version in ("", WHOLE_VERSION):
                        name = layout.unique(f"{held.name}_{function.name}{version.replace(' ', '_')}")
                        self.methods[held.name, f".{function.name}{version}"] = name
                for action in held.node.actions:
                    self.effects[held.name, action.name] = layout.unique(f"{held.name}_{action.name}_effect")
        declared = [(class_, action) for class_ in program.classes for action in class_.actions if not action.override]
        self.actions = sorted(declared, key=lambda pair: pair[1].order)

    def action_number(self, class_name: str, name: str) -> int:
        """Of an action, by the class that declares it first."""
        return next(i for i, (class_, action) in enumerate(self.actions) if (class_.name, action.name) == (class_name, name))  # fmt: skip


class Module:
    def __init__(self, program: n.Program, coverage: Coverage | None = None, wishes: tuple[str, ...] = ()) -> None:
        """`coverage`: where it is to be noted that a match came by. `wishes`: attributes that somebody likes, `Settler.gold`."""
        self.program = program
        self.coverage = coverage
        self.wishes = wishes
        self.layout = MemoryLayout(program)
        self.analysis = Analysis(program, self.layout)
        self.names = Names(program, self.layout)
        self.prototypes: Lines = []
        self.tables: Lines = []
        self.bodies: Lines = []

    def define(self, head: str, lines: Lines) -> None:
        # Which functions are really put in place, the C compiler knows best.
        self.prototypes.append(f"static inline {head};")
        self.bodies += [f"static inline {head} {{", *indent(lines), "}", ""]
