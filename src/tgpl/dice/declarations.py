"""The classes and functions of a script, as running it needs them.

declarations.field("Entity", "Health")     # the place of a field among those of a class
declarations.blank("Entity")               # the fields of a new one, before they are filled
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.dice.expressions import Frame, evaluate
from tgpl.dice.path import Path
from tgpl.dice.world import Value


class ScriptDeclarations:
    def __init__(self, program: n.Program) -> None:
        self.functions = {function.name: function for function in program.functions}
        self._classes = {class_.name: class_ for class_ in program.classes}
        self._fields: dict[str, dict[str, int]] = {}
        self._blanks: dict[str, tuple[Value, ...]] = {}

    def field(self, kind: str, name: str) -> int:
        if kind not in self._fields:
            names = [attribute.name for class_ in self._lineage(kind) for attribute in class_.attributes]
            self._fields[kind] = {name: i for i, name in enumerate(dict.fromkeys(names))}
        return self._fields[kind][name]

    def blank(self, kind: str) -> tuple[Value, ...]:
        if kind not in self._blanks:
            fresh = Frame(self, Path(), {}, ())
            initial = {a.name: evaluate(fresh, a.initial) for class_ in self._lineage(kind) for a in class_.attributes}
            self._blanks[kind] = tuple(initial.values())
        return self._blanks[kind]

    def method(self, kind: str, name: str) -> n.Function:
        found = {function.name: function for class_ in self._lineage(kind) for function in class_.functions}
        return found[name]

    def _lineage(self, kind: str) -> list[n.Class]:
        """A class and what it grows from, the oldest first."""
        found, step = list[n.Class](), self._classes.get(kind)
        while step is not None:
            found.insert(0, step)
            step = self._classes.get(step.base) if step.base is not None else None
        return found
