"""What all bodies share that are translated for flat states: the functions that are asked for, and the tables.

In:  a module of the C target and a layout. Out: `Functions`, which `bodies` works off.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NUMBER, PLAYER, Type
from tgpl.emit.c.module import Module
from tgpl.emit.playout.layout import FlatLayout

Lines = list[str]


def indent(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def give(lines: Lines, value: str = "") -> str:
    """Statements as an expression: C and CUDA have other words for it."""
    return f"FLAT_DO {' '.join(lines)} {f'FLAT_GIVE {value}' if value else ''} FLAT_DONE"


class Part(NamedTuple):
    """An operand as it is written, before it is settled in which order operands are evaluated."""

    e: n.Expr
    ctype: str
    text: str


class Functions:
    """The functions that are asked for while bodies are translated, and those that are done."""

    def __init__(self, module: Module, layout: FlatLayout) -> None:
        self.module = module
        self.layout = layout
        self.names: dict[tuple[str | None, str], str] = {}  # by class and version
        self.waiting: list[tuple[str | None, str]] = []
        self.prototypes: Lines = []
        self.bodies: Lines = []
        self.tables: Lines = []
        self.steps: dict[str, str] = {}  # tables of steps on a board, by what is in them
        self.near = False  # whether somebody walks along neighbours

    def ask(self, class_name: str | None, version: str) -> str:
        """What a function is called; it is translated later."""
        key = (class_name, version)
        if key not in self.names:
            word = f"{class_name or ''}{version.replace(' ', '_')}"
            self.names[key] = self.module.layout.unique(f"flat_{word}")
            self.waiting.append(key)
        return self.names[key]

    def define(self, head: str, lines: Lines, small: bool = False) -> None:
        """`small`: it stands in place of each call."""
        how = "FLAT_SMALL" if small else "FLAT_FN"
        self.prototypes.append(f"{how} {head};")
        self.bodies += [f"{how} {head} {{", *(f"    {line}" for line in lines), "}", ""]


def null_of(type_: Type) -> str:
    """A null as C has it."""
    if type_ is NUMBER:
        return "null_number()"
    return "-1" if type_ is PLAYER else "2" if type_ is BOOL else "0"
