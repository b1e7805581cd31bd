"""Which bools can be null.

`null` belongs to every type, so a condition could be null, and that is a run-time error. Nearly always it
provably cannot, and then no target needs to look. Assumes that nothing is null, and takes that back wherever a
null flows, until nothing changes. Attributes and methods are told apart by name alone.

In:  a program. Out: `Nulls`, to be asked about an expression in a body.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.operations import OPERATIONS
from tgpl.core.types import BOOL
from tgpl.core.walk import children, walk


class Nulls:
    def __init__(self) -> None:
        self.places: set[str] = set()  # "attribute x", "f local y", "f returns" that can hold null

    def possible(self, value: n.Expr, body: str) -> bool:
        """Whether a bool expression in a body can be null."""
        match value:
            case n.Literal():
                return value.value is None
            case n.Local():
                return f"{body} local {value.name}" in self.places
            case n.Attribute():
                return f"attribute {value.name}" in self.places
            case n.Call():
                return f"{value.function} returns" in self.places
            case n.CallMethod():
                return f".{value.name} returns" in self.places
            case n.ListItem() | n.TableItem() | n.AsA() | n.Convert():
                return True
            case n.Operate():
                return OPERATIONS[value.op].gives_null
            case (
                n.This() | n.Event() | n.Global() | n.TileAt() | n.OwnedBy() | n.Negate() | n.Not() | n.Arithmetic()
                | n.Compare() | n.Equal() | n.Logic() | n.Join() | n.IsA() | n.Make() | n.MakeCollection() | n.CallAction()
            ):  # fmt: skip
                return False
            case _:
                assert_never(value)


def find_nulls(program: n.Program) -> Nulls:
    nulls = Nulls()
    flows = list(_flows(program))
    changed = True
    while changed:
        changed = False
        for place, value, body in flows:
            if place not in nulls.places and (value is None or nulls.possible(value, body)):
                nulls.places.add(place)
                changed = True
    return nulls


Flow = tuple[str, n.Expr | None, str]  # where to, what (None: null itself), in which body


def bodies(program: n.Program) -> Iterator[tuple[str, n.Node]]:
    """Every body of a program under a name of its own; emitters use the same names."""
    for function in program.functions:
        yield function.name, function
    for class_ in program.classes:
        for function in class_.functions:
            yield f".{function.name}", function
        for action in class_.actions:
            yield f".{action.name}", action
        for attribute in class_.attributes:
            yield f"new {class_.name}", attribute
        if class_.default is not None:
            yield f"new {class_.name}", class_.default
    for turn in program.turns:
        for phase in turn.phases:
            yield f"{turn.name} {phase.name}", phase
        if turn.default is not None:
            yield f"{turn.name} default", turn.default
    for i, setup in enumerate(program.setups):
        yield f"setup {i}", setup


def _flows(program: n.Program) -> Iterator[Flow]:
    telling = _telling(program)
    for class_ in program.classes:
        # A value that looks at its own object sees attributes that have none yet, and so does who hears of it meanwhile.
        looks = any(isinstance(part, n.This) for attribute in class_.attributes for part in walk(attribute.initial))
        if looks or class_.name in telling:
            yield from ((f"attribute {attribute.name}", None, "") for attribute in class_.attributes)
    for body, node in bodies(program):
        if isinstance(node, n.Function):
            yield from ((f"{body} local {p.name}", p.default, body) for p in node.parameters if p.default is not None)
        yield from _below(node, body, in_test=False)


def _telling(program: n.Program) -> set[str]:
    """Classes of which others may hear, and look around, before an object is all made."""
    found: set[str] = set()
    while True:
        more = {class_.name for class_ in program.classes if class_.name not in found and _tells(class_, found)}
        if not more:
            return found
        found |= more


def _tells(class_: n.Class, telling: set[str]) -> bool:
    if class_.base in telling or not telling.isdisjoint(class_.groups):
        return True
    parts: list[n.Node] = [attribute.initial for attribute in class_.attributes]
    return any(
        _lets_look(part, telling) for part in walk(*parts, *([] if class_.default is None else [class_.default]))
    )


def _lets_look(e: n.Node, telling: set[str]) -> bool:
    if isinstance(e, n.Make):
        return e.class_name in telling
    return isinstance(e, (n.Call, n.CallMethod, n.CallAction)) or (
        isinstance(e, n.Operate) and e.op == "event.throw_sync"
    )


def _below(node: n.Node, body: str, in_test: bool) -> Iterator[Flow]:
    match node:
        case n.AttributeOf():
            yield f"attribute {node.name}", node.initial, body
        case n.Declare():
            yield f"{body} local {node.name}", node.value, body
        case n.Assign(target=n.Local(name=name)):
            yield f"{body} local {name}", node.value, body
        case n.Assign(target=n.Attribute(name=name)):
            yield f"attribute {name}", node.value, body
        case n.ForEach() if node.type is BOOL:
            yield f"{body} local {node.name}", None, body
        case n.Input() if node.optional:
            yield f"{body} local {node.name}", None, body
        case n.Return() if not in_test:
            yield f"{body} returns", node.value, body
        case n.Make():
            yield from ((f"attribute {name}", value, body) for name, value in node.fills)
        case n.Call():
            yield from ((f"{node.function} local {name}", value, body) for name, value in node.arguments)
        case n.CallMethod() | n.CallAction():
            yield from ((f".{node.name} local {name}", value, body) for name, value in node.arguments)
    for child in children(node):
        yield from _below(child, body, in_test or isinstance(node, n.Filter))
