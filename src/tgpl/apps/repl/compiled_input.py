"""A checked input as a game that can be run, and where in it variables and fields are held.

In:  `Checked`, without errors. Out: `CompiledInput`: the game, and which names of the translated module stand for those of RPG.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable

from tgpl.emit.python import naming
from tgpl.emit.python.module import emit
from tgpl.languages.rpg.check import symbols as s
from tgpl.languages.rpg.check.objects import walk
from tgpl.languages.rpg.check.types import ObjectType, resolve
from tgpl.languages.rpg.lower.program import Lowering
from tgpl.languages.rpg.syntax import tree as t
from tgpl.runtime.entity import Entity
from tgpl.runtime.errors import Place
from tgpl.runtime.game import Game
from tgpl.runtime.match import Match
from tgpl.text.source import Span


class CompiledInput:
    def __init__(self, checked: s.Checked, located: Callable[[Span], Span]) -> None:
        self._checked = checked = _drop_unused(checked)
        self._lowering = Lowering(checked)
        program = self._lowering.program()
        text, placed = emit(program)
        places = {
            line: [(start, end, Place(*located(span).on_line())) for start, end, span in row]
            for line, row in placed.items()
        }
        self.game = Game(text, places, hashlib.sha256(text.encode()).hexdigest())
        self._kinds = {kind.__qualname__: kind for kind in self.game.rules.classes}
        self._objects: dict[type[Entity], s.Object] = {}
        for object_ in checked.objects.values():
            kind = self._class(self._lowering.class_type(object_.type).name)
            if kind is not None:
                self._objects[kind] = object_
        holder = self._class(self._lowering.variables_type.name)
        assert holder is not None
        self._holder = holder
        self.names = {name: attribute for attribute, name in holder._names.items()}  # of variables: their attributes
        self._fields: dict[str, dict[str, tuple[str, str]]] = {}

    def _class(self, name: str) -> type[Entity] | None:
        return self._kinds.get(naming.class_(name))

    def variables(self, match: Match) -> Entity:
        """The object that holds the variables."""
        holder: Entity = getattr(match, self._holder.__name__)
        return holder

    def type_of(self, entity: Entity) -> ObjectType:
        return self._objects[type(entity)].type

    def kind(self, type_: ObjectType) -> type[Entity]:
        """The class of an object, whose type may be one of an earlier check."""
        kind = self._class(self._lowering.class_type(self._checked.objects[type_.name].type).name)
        assert kind is not None
        return kind

    def fields(self, type_: ObjectType) -> dict[str, tuple[str, str]]:
        """The type of each field, as it is written, and the attribute that holds it."""
        if type_.name not in self._fields:
            attributes = {name: attribute for attribute, name in self.kind(type_)._names.items()}
            self._fields[type_.name] = {
                name: (str(resolve(field.type)), attributes[self._lowering.field(field)])
                for name, field in self._checked.objects[type_.name].fields.items()
                if field.type is not None
            }
        return self._fields[type_.name]


def _drop_unused(checked: s.Checked) -> s.Checked:
    """Without the functions that nothing here can call: most inputs need few."""
    waiting = [
        function
        for object_ in checked.objects.values()
        for layer in object_.layers
        for function in layer.needs.functions
    ]
    statements = (part for part in checked.script.parts if isinstance(part, (t.SetVariable, t.SetField, t.Evaluate)))
    waiting += [
        node.refers
        for part in statements
        for node in walk(part)
        if isinstance(node, t.Call) and isinstance(node.refers, s.Function)
    ]
    found: set[s.Function] = set()
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += function.needs.functions
    needed = copy.copy(checked)
    needed.functions = {name: function for name, function in checked.functions.items() if function in found}
    return needed
