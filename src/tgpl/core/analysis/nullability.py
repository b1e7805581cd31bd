"""Which bools can be null.

`null` belongs to every type, so a condition could be null, and that is a run-time error. Nearly always it
provably cannot, and then no target needs to look. Assumes that nothing is null, and takes that back wherever a
null flows, until nothing changes. Attributes and methods are told apart by name alone.

In:  a program. Out: `Nullability`, to be asked about an expression in a body.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.operations import ASKING, OPERATIONS
from tgpl.core.types import BOOL
from tgpl.core.walk import children, walk, walk_bodies


class Nullability:
    def __init__(self) -> None:
        self.places: set[str] = set()  # "x attribute", "f local y", "f returns" that can hold null

    def can_be_null(self, value: n.Expr, body: str) -> bool:
        """Whether a bool expression in a body can be null."""
        match value:
            case n.Local():
                return f"{body} local {value.name}" in self.places
            case n.Literal():
                return value.value is None
            case n.Operate():
                return OPERATIONS[value.op].gives_null
            case (
                n.Symbol() | n.Equal() | n.Compare() | n.Logic() | n.Arithmetic() | n.MakeCollection() | n.Make() | n.This() | n.Global()
                | n.IsA() | n.Not() | n.Negate() | n.TileAt() | n.OwnedBy() | n.Join() | n.Event() | n.CallAction()
            ):  # fmt: skip
                return False
            case n.Attribute():
                return f"{value.name} attribute" in self.places
            case n.Choose():
                return self.can_be_null(value.yes, body) or self.can_be_null(value.no, body)
            case n.CallMethod():
                return f".{value.name} returns" in self.places
            case n.Call():
                return f"{value.function} returns" in self.places
            case n.ListItem() | n.TableItem() | n.AsA() | n.Convert():
                return True
            case _:
                assert_never(value)


def find_nullability(program: n.Program) -> Nullability:
    found = Nullability()
    flows = list(_find_flows(program))
    changed = True
    while changed:
        changed = False
        for place, value, body in flows:
            if place not in found.places and (value is None or found.can_be_null(value, body)):
                found.places.add(place)
                changed = True
    return found


Flow = tuple[str, n.Expr | None, str]  # where to, what (None: null itself), in which body


def _find_flows(program: n.Program) -> Iterator[Flow]:
    exposed = _find_exposed(program)
    for class_ in program.classes:
        # A value that looks at its own object sees attributes that have none yet, and so does other code that runs meanwhile.
        looks = any(isinstance(part, n.This) for attribute in class_.attributes for part in walk(attribute.initial))
        if looks or class_.name in exposed:
            yield from ((f"{attribute.name} attribute", None, "") for attribute in class_.attributes)
    for body, node in walk_bodies(program):
        if isinstance(node, n.Function):
            yield from ((f"{body} local {p.name}", p.default, body) for p in node.parameters if p.default is not None)
        yield from _find_flows_below(node, body, in_test=False)


def _find_exposed(program: n.Program) -> set[str]:
    """Classes whose objects other code may see before all their attributes have a value."""
    found: set[str] = set()
    while True:
        more = {class_.name for class_ in program.classes if class_.name not in found and _exposes(class_, found)}
        if not more:
            return found
        found |= more


def _exposes(class_: n.Class, exposed: set[str]) -> bool:
    if class_.base in exposed or not exposed.isdisjoint(class_.groups):
        return True
    parts: list[n.Node] = [attribute.initial for attribute in class_.attributes]
    return any(
        _runs_other_code(part, exposed) for part in walk(*parts, *([] if class_.default is None else [class_.default]))
    )


def _runs_other_code(e: n.Node, exposed: set[str]) -> bool:
    if isinstance(e, n.Make):
        return e.class_name in exposed
    return isinstance(e, (n.Call, n.CallMethod, n.CallAction)) or (isinstance(e, n.Operate) and e.op in ASKING)


def _find_flows_below(node: n.Node, body: str, in_test: bool) -> Iterator[Flow]:
    match node:
        case n.AttributeOf():
            yield f"{node.name} attribute", node.initial, body
        case n.Declare():
            yield f"{body} local {node.name}", node.value, body
        case n.Assign(target=n.Local(name=name)):
            yield f"{body} local {name}", node.value, body
        case n.Assign(target=n.Attribute(name=name)):
            yield f"{name} attribute", node.value, body
        case n.ForEach() if node.type is BOOL:
            yield f"{body} local {node.name}", None, body
        case n.Input() if node.optional:
            yield f"{body} local {node.name}", None, body
        case n.Return() if not in_test:
            yield f"{body} returns", node.value, body
        case n.Make():
            yield from ((f"{name} attribute", value, body) for name, value in node.fills)
        case n.Call():
            yield from ((f"{node.function} local {name}", value, body) for name, value in node.arguments)
        case n.CallMethod() | n.CallAction():
            yield from ((f".{node.name} local {name}", value, body) for name, value in node.arguments)
    for child in children(node):
        yield from _find_flows_below(child, body, in_test or isinstance(node, n.Filter))
