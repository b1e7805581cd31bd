"""What a script defines: variables, functions, objects and traits, with their types.

An object is a stack of layers, each a set of field definitions: those of what it extends, of each trait in turn, and
its own. A field keeps the type of its first definition.
"""

from __future__ import annotations

from bisect import bisect_left

from tgpl.languages.rpg.check.types import ObjectType, TraitType, Type
from tgpl.languages.rpg.syntax import tree as t


class Variable:
    def __init__(self, name: str, type_: Type, place: int, is_global: bool) -> None:
        self.name = name
        self.type = type_
        self.place = place  # of the `set` or parameter that makes it
        self.is_global = is_global


class Function:
    def __init__(self, node: t.Function) -> None:
        self.node = node
        self.name = node.name.text
        self.parameters: list[Variable] = []
        self.returns: Type
        self.needs = Needs()


class Needs:
    """What running something may use: so that nothing is used before it is there."""

    def __init__(self) -> None:
        self.variables: set[Variable] = set()  # of the script, read
        self.functions: set[Function] = set()
        self.objects: set[Object] = set()


class Field:
    def __init__(self, first: t.Field, owner: Object, layer: int, home: ObjectType | None) -> None:
        self.name = first.name.text
        self.first = first  # its first definition, which gives it its type
        self.owner, self.layer = owner, layer  # where that stands
        self.home = home  # whose objects have room for it; None: all objects
        self.type: Type | None = None  # None until somebody asks
        self.asked = False


class Layer:
    """Some field definitions of an object, trait or part of one."""

    def __init__(self, definitions: dict[str, t.Field]) -> None:
        self.definitions = definitions
        self.needs = Needs()


class Trait:
    def __init__(self, node: t.Trait, type_: TraitType) -> None:
        self.node = node
        self.type = type_
        self.layer: Layer | None = None  # None until it is checked; one without `for` has another for each use
        self.fields: dict[str, Field] = {}  # those that can be reached through the trait's name as a type


class Object:
    """A definition, or what `Entity with Strong` makes."""

    def __init__(self, node: t.Object | None, type_: ObjectType) -> None:
        self.node = node
        self.type = type_
        self.layers: list[Layer] = []  # the lowest first
        self.fields: dict[str, Field] = {}  # as they were first defined
        self.order: list[tuple[str, int]] = []  # the definitions that are evaluated for a new one: field and layer
        self.made = False  # somebody makes one
        self.height = 1  # how many extend each other up to here
        self._defining: dict[str, list[int]] = {}  # for each field the layers that define it, of the first:
        self._known = 0

    def definition(self, name: str, below: int | None = None) -> tuple[int, t.Field] | None:
        """The last definition of a field, or the last below a layer."""
        for number in range(self._known, len(self.layers)):
            for field in self.layers[number].definitions:
                self._defining.setdefault(field, []).append(number)
        self._known = len(self.layers)
        numbers = self._defining.get(name, [])
        at = (len(numbers) if below is None else bisect_left(numbers, below)) - 1
        return None if at < 0 else (numbers[at], self.layers[numbers[at]].definitions[name])


class Checked:
    """A script without errors, ready to be lowered."""

    is_library = False

    def __init__(self, script: t.Script) -> None:
        self.script = script
        self.variables: dict[str, Variable] = {}  # of the script itself
        self.functions: dict[str, Function] = {}
        self.objects: dict[str, Object] = {}  # by the name of their type, those with traits of their own included
        self.traits: dict[str, Trait] = {}
