"""Going through a core tree: every node below a node, in the order in which they are written; the types that it
names; the bodies of a program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tgpl.core.nodes import Node, Program
from tgpl.core.types import Collection, Type

# Fields of these types hold no nodes: the others are looked through.
_PLAIN = frozenset({"Type", "EnumType", "Span", "Geometry", "Rulesheet", "None"})
_fields: dict[type[Node], tuple[str, ...]] = {}
_types: dict[type[Node], tuple[str, ...]] = {}


def children(node: Node) -> list[Node]:
    """The nodes directly below."""
    found: list[Node] = []
    fields = _fields.get(node.__class__)
    for field in _with_nodes(node.__class__) if fields is None else fields:
        value = getattr(node, field)
        if value.__class__ is tuple:
            _gather(value, found)
        elif value is not None:
            found.append(value)
    return found


def _with_nodes(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class that can hold nodes."""
    _fields[kind] = tuple(field for field, words in _annotations(kind).items() if words - _PLAIN)
    return _fields[kind]


def _with_types(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class that can hold a type."""
    _types[kind] = tuple(field for field, words in _annotations(kind).items() if "Type" in words)
    return _types[kind]


def _annotations(kind: type[Node]) -> dict[str, set[str]]:
    """The classes that the annotation of each field names."""
    hints: dict[str, str] = {}
    for above in reversed(kind.__mro__):
        hints.update(getattr(above, "__annotations__", {}))
    return {field: set(re.findall(r"\b[A-Z]\w*", hints[field])) for field in kind.__match_args__}


def types_of(node: Node) -> Iterator[Type]:
    """The types that a node itself names; of a collection what it holds."""
    fields = _types.get(node.__class__)
    for field in _with_types(node.__class__) if fields is None else fields:
        type_: Type | None = getattr(node, field)
        while isinstance(type_, Collection):
            type_ = type_.of
        if type_ is not None:
            yield type_


def _gather(values: tuple[Any, ...], found: list[Node]) -> None:
    """Nodes in tuples, and in pairs with names."""
    for value in values:
        if value.__class__ is tuple:
            _gather(value, found)
        elif value.__class__ is not str:
            found.append(value)


def walk(*nodes: Node) -> Iterator[Node]:
    """The nodes themselves and everything below them."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        yield node
        if _fields.get(node.__class__) != ():  # most nodes are leaves
            below = children(node)
            below.reverse()
            waiting += below


def walk_bodies(program: Program) -> Iterator[tuple[str, Node]]:
    """Every body of a program under a name of its own, as analyses and emitters call it."""
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
