"""What the C target finds out about a program before it translates it: which code runs for a call, what is never null,
what stays as it is.

In:  a program and its layout. Out: `Analysis`. Everything here errs on the side of keeping the test.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.analysis.call_graph import CallGraph, build_call_graph
from tgpl.core.analysis.collection_views import find_views, is_open
from tgpl.core.analysis.immutability import Immutability, find_immutability
from tgpl.core.analysis.nullability import Nullability, find_nullability
from tgpl.core.analysis.value_ranges import find_value_ranges
from tgpl.core.operations import ASKING, CHANCE, OPERATIONS, SideEffect, needs, select_operations
from tgpl.core.types import ClassType, Collection, KindType
from tgpl.core.walk import walk, walk_bodies
from tgpl.emit.c.layout import MemoryLayout
from tgpl.emit.c.list_ownership import FRESH, ListOwnership
from tgpl.emit.c.static_objects import StaticObjects
from tgpl.emit.c.text_ownership import find_appendable

_CALLS = (n.Call, n.CallMethod, n.CallAction)


class Analysis:
    def __init__(self, program: n.Program, layout: MemoryLayout) -> None:
        self.program = program
        self.layout = layout
        self.call_graph: CallGraph = build_call_graph(program)
        self.nullability: Nullability = find_nullability(program)
        self.immutability: Immutability = find_immutability(program)
        self.views = find_views(program)
        self.functions = {function.name: function for function in program.functions}
        self.operations = {node.op for node in walk(program) if isinstance(node, n.Operate)}
        self.appendable = find_appendable(program)
        self.atomic_construction = self._is_construction_atomic()
        self.never_null_attributes = self._find_never_null() if self.atomic_construction else set[str]()
        self._impure = self._find_impure_functions()
        self.list_ownership = ListOwnership(program, self._impure)
        self.permanent = self._find_permanent() if self.atomic_construction else set[str]()
        self.values = find_value_ranges(program, self.atomic_construction, self._are_tiles_placed())
        self.static_objects = StaticObjects(program, layout, self)
        graphs = any(c.geometry is not None and c.geometry.shape == "graph" for c in program.classes)
        other_ways = {"group.connect", "tile.link", "tile.unlink"} & self.operations
        self.plain_grids = not (graphs or program.connections or other_ways)
        self.watched = self._find_watched()

    def _find_watched(self) -> set[str]:
        """Bodies that are run to work out a list from which somebody is to choose: it is told whether they look at
        something that is hidden from who chooses."""
        if not any(attribute.private for class_ in self.program.classes for attribute in class_.attributes):
            return set()
        blocks: dict[str, list[n.Node]] = {}
        for body, node in walk_bodies(self.program):
            blocks.setdefault(body, []).append(node)
        asked = [node.among for node in walk(self.program) if isinstance(node, n.Input) and node.among is not None]
        found: set[str] = set()
        waiting = set().union(*(_find_reached(among) for among in asked))
        while waiting:
            found |= waiting
            waiting = set().union(*(_find_reached(node) for body in waiting for node in blocks.get(body, ()))) - found
        return found

    def _are_tiles_placed(self) -> bool:
        """Whether every tile lies in a grid."""
        kinds = {class_.name: class_.kind for class_ in self.program.classes} | {"tile": "tile"}
        makes = {node.class_name for node in walk(self.program) if isinstance(node, n.Make)}
        return self.atomic_construction and not any(kinds.get(name) == "tile" for name in makes)

    def _is_construction_atomic(self) -> bool:
        """Whether nothing can be looked at before it is all made: values of new objects refer to nothing else."""
        for class_ in self.program.classes:
            blocks: list[n.Node] = [attribute.initial for attribute in class_.attributes]
            for node in walk(*blocks):
                if isinstance(node, (n.Global, n.This, *_CALLS)):
                    return False
            # The default of a group or deck runs in the middle of making what it belongs to.
            if class_.default is not None:
                for node in walk(class_.default):
                    if isinstance(node, (n.Global, n.Ask, *_CALLS)):
                        return False
                    if isinstance(node, n.Operate) and node.op in ASKING:
                        return False
        return True

    def _find_never_null(self) -> set[str]:
        """Attributes, by name, that hold an object from the beginning and are never changed."""
        made: set[str] = set()
        other: set[str] = set()
        for class_ in self.program.classes:
            made |= {group.split(".")[-1] for group in class_.groups}
            for attribute in class_.attributes:
                good = isinstance(attribute.initial, (n.Make, n.MakeCollection))
                (made if good else other).add(attribute.name)
        for node in walk(self.program):
            if isinstance(node, (n.Assign, n.Update)) and isinstance(node.target, n.Attribute):
                other.add(node.target.name)
            elif isinstance(node, n.Make):
                other |= {name for name, _ in node.fills}
        return made - other

    def _find_permanent(self) -> set[str]:
        """Boards that a global object holds for ever, with their groups and tiles: they are always in the game."""
        makes: dict[str, int] = {}
        for node in walk(self.program):
            if isinstance(node, n.Make):
                makes[node.class_name] = makes.get(node.class_name, 0) + 1
        boards = set()
        for class_ in self.program.classes:
            if class_.visibility == "global" and not class_.replaced:
                for attribute in class_.attributes:
                    if isinstance(attribute.initial, n.Make) and attribute.name in self.never_null_attributes:
                        name = attribute.initial.class_name
                        if makes[name] == 1 and self.layout.classes[name].kind == "board":
                            boards.add(name)
                if class_.kind == "board":
                    boards.add(class_.name)
        groups: dict[str, set[str]] = {}  # which boards have each
        for class_ in self.program.classes:
            if class_.kind == "board" and (class_.name in makes or class_.name in boards):
                for held in self.layout.lineage(class_.name):
                    for group in held.node.groups if held.node is not None else ():
                        groups.setdefault(group, set()).add(class_.name)
        fixed = {group for group, of in groups.items() if of <= boards and group not in makes}
        tiles: dict[str, bool] = {}
        for class_ in self.program.classes:
            if class_.kind == "group" and class_.geometry is not None:
                for cell in (cell for row in class_.geometry.rows for cell in row if cell is not None):
                    is_hole = any(held.name == "BlankTile" for held in self.layout.lineage(cell))
                    always = class_.name in fixed and cell not in makes and not is_hole
                    tiles[cell] = tiles.get(cell, True) and always
        return boards | fixed | {tile for tile, always in tiles.items() if always}

    # -- which code a call runs

    def find_method(self, class_name: str, name: str) -> tuple[str, n.Function]:
        """The class whose function of that name an object of a class runs, and the function."""
        for held in self.layout.lineage(class_name):
            if held.node is not None:
                for function in held.node.functions:
                    if function.name == name:
                        return held.name, function
        raise KeyError(name)

    def find_methods(self, class_name: str, name: str) -> dict[str, list[str]]:
        """Which classes' functions may run, each with the classes of the objects that run it."""
        found: dict[str, list[str]] = {}
        for inner in self.layout.within(class_name):
            if inner in self.values.instantiated.all:
                found.setdefault(self.find_method(inner, name)[0], []).append(inner)
        return found or {self.find_method(class_name, name)[0]: []}

    def find_action(self, class_name: str, name: str) -> tuple[str, n.Action]:
        """The class where an action is first declared, and the action."""
        for held in self.layout.lineage(class_name):
            if held.node is not None:
                for action in held.node.actions:
                    if action.name == name and not action.override:
                        return held.name, action
        raise KeyError(name)

    def find_effect_owner(self, class_name: str, name: str) -> str:
        """The class whose effect of an action an object of a class runs."""
        for held in self.layout.lineage(class_name):
            if held.node is not None and any(action.name == name for action in held.node.actions):
                return held.name
        raise KeyError(name)

    def is_awaited(self, class_name: str) -> bool:
        """Whether an action waits for events of a class."""
        return any(self._awaits(action, class_name) for class_ in self.program.classes for action in class_.actions)

    def _awaits(self, action: n.Action, class_name: str) -> bool:
        above = {held.name for held in self.layout.lineage(class_name)}
        return any(trigger.event in above for trigger in action.triggers)

    def looks_at_event(self, class_name: str) -> bool:
        """Whether something could look at an event of a class that the runtime makes: as `event`, or among the objects
        of its class. Every translated input has to be known by now."""
        above = {held.name for held in self.layout.lineage(class_name)}
        if above & set(self.layout.registers):
            return True
        waiting = {a.name for c in self.program.classes for a in c.actions if self._awaits(a, class_name)}
        actions = [a for c in self.program.classes for a in c.actions if a.name in waiting]
        return any(isinstance(node, n.Event) for node in walk(*actions))

    # -- what an expression can do

    def is_never_null(self, e: n.Expr) -> bool:
        if isinstance(e, (n.This, n.Symbol, n.Make, n.MakeCollection)):
            return True
        if isinstance(e, n.Literal):
            return e.value is not None
        if isinstance(e, n.Global):
            return self.atomic_construction
        if isinstance(e, n.Attribute):
            return e.name in self.never_null_attributes and self.is_never_null(e.value)
        if isinstance(e, n.AsA):
            return False
        return isinstance(e, n.Operate) and not OPERATIONS[e.op].gives_null

    def is_stable(self, e: n.Expr) -> bool:
        """Gives the same whenever it is evaluated, and does nothing."""
        return (
            isinstance(e, (n.Literal, n.Symbol, n.Local, n.This, n.Event))
            or self.static_objects.find(e) is not None
            or (isinstance(e, n.Global) and self.atomic_construction)
        )

    def is_safe(self, e: n.Expr) -> bool:
        """Cannot stop and changes nothing; what it gives may depend on when."""
        if self.is_stable(e) or isinstance(e, n.Global):
            return True
        if isinstance(e, n.Attribute):
            return self.is_never_null(e.value) and self.is_safe(e.value)
        if isinstance(e, n.Equal):
            return self.is_safe(e.left) and self.is_safe(e.right)
        if isinstance(e, (n.IsA, n.AsA)):
            return isinstance(e.value.type, (ClassType, KindType)) and self.is_safe(e.value)
        if isinstance(e, n.Convert) and e.value.type.__class__ is e.type.__class__:
            return self.is_safe(e.value) and str(e.type) == "number"
        if isinstance(e, n.Operate):
            operation, arguments = OPERATIONS[e.op], zip(e.arguments, needs(e.op), strict=False)
            given = all(
                self.is_safe(argument) and (not needed or self.is_never_null(argument))
                for argument, needed in arguments
            )
            return operation.side_effect is SideEffect.LOOKS and not operation.fails and given
        return False

    def may_ask(self, e: n.Node) -> bool:
        """Whether a call itself may lead to a question, or to a look at what is in the game."""
        if isinstance(e, n.Call):
            return e.function in self.call_graph.asking
        if isinstance(e, n.CallMethod):
            return f".{e.name}" in self.call_graph.asking
        return isinstance(e, n.CallAction) or (isinstance(e, n.Operate) and e.op in ASKING)

    def _find_impure_functions(self) -> set[str]:
        """Functions, by name, that may change something, draw, say something or ask."""
        bodies: list[tuple[str, n.Node]] = [(function.name, function) for function in self.program.functions]
        for class_ in self.program.classes:
            bodies += [(f".{function.name}", function) for function in class_.functions]
        impure = {name for name, body in bodies if _has_effects(body, _find_own(body))}
        while True:
            more = {name for name, body in bodies if name not in impure and _find_called(body) & impure}
            if not more:
                return impure
            impure |= more

    def is_pure(self, block: n.Node) -> bool:
        """Whether a test surely leaves nothing to be taken back but memory; what it makes for itself is no matter."""
        return not _has_effects(block, _find_own(block)) and not _find_called(block) & self._impure


def _is_fresh(e: n.Expr) -> bool:
    return isinstance(e, n.MakeCollection) or (isinstance(e, n.Operate) and e.op in FRESH)


def _find_own(block: n.Node) -> set[str]:
    """Variables, by name, that a block declares and that only ever hold collections which it has made: whoever changes these
    changes nothing that was there before."""
    declared: set[str] = set()
    other: set[str] = set()
    for node in walk(block):
        if isinstance(node, n.Declare):
            (declared if _is_fresh(node.value) else other).add(node.name)
        elif isinstance(node, n.Assign) and isinstance(node.target, n.Local) and not _is_fresh(node.value):
            other.add(node.target.name)
        elif isinstance(node, (n.Parameter, n.ForEach, n.Input, n.Filter)):
            other.add(node.name)
    return declared - other


def _has_effects(block: n.Node, own: set[str]) -> bool:
    """Whether something in a block may leave traces, beside the functions that it calls."""

    def is_own(place: n.Node) -> bool:
        return isinstance(place, n.Local) and place.name in own  # what lies in it may be anybody's

    for node in walk(block):
        if isinstance(node, (n.Make, n.CallAction, n.Ask, n.Input, n.Winner, n.Fail, n.Cancel)):
            return True
        if isinstance(node, (n.Assign, n.Update)):
            target = node.target
            inside = isinstance(target, (n.ListItem, n.TableItem)) and is_own(target.value)
            if not isinstance(target, n.Local) and not inside:
                return True
        elif isinstance(node, n.AsA) and isinstance(node.type, Collection):
            if is_open(node.value.type):
                return True
        elif isinstance(node, n.TableItem):
            if node.grows and not is_own(node.value):
                return True
        elif isinstance(node, n.Operate) and node.op not in _LOOKS:
            if node.op not in _CHANGES or not is_own(node.arguments[0]):
                return True
    return False


def _find_reached(block: n.Node) -> set[str]:
    """The bodies that a block runs directly."""
    acts = {f".{node.name}" for node in walk(block) if isinstance(node, n.CallAction)}
    return _find_called(block) | acts | {f"new {node.class_name}" for node in walk(block) if isinstance(node, n.Make)}


def _find_called(block: n.Node) -> set[str]:
    found = set()
    for node in walk(block):
        if isinstance(node, n.Call):
            found.add(node.function)
        elif isinstance(node, n.CallMethod):
            found.add(f".{node.name}")
    return found


_CHANGES = select_operations(SideEffect.CHANGES) - CHANCE
_LOOKS = select_operations(SideEffect.LOOKS, SideEffect.MAKES)
