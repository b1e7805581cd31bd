"""Which variables hold a text that nothing else holds: then it can grow where it is.

In:  a program. Out: the variables, by their body and name, that only ever get new texts and constant ones, and whose
value goes nowhere but out of the function.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import TEXT
from tgpl.core.walk import children, walk, walk_bodies


def find_appended(e: n.Assign) -> tuple[n.Expr, ...]:
    """The parts of `s = s + …`, without the first."""
    if not isinstance(e.target, n.Local) or not isinstance(e.value, n.Join):
        return ()
    first, *rest = e.value.parts
    if isinstance(first, n.Local) and first.name == e.target.name and not _mentions(rest, first.name):
        return tuple(rest)
    return ()


def find_appendable(program: n.Program) -> set[tuple[str, str]]:
    declared: set[tuple[str, str]] = set()
    shared: set[tuple[str, str]] = set()
    for body, node in walk_bodies(program):
        for inner in walk(node):
            if isinstance(inner, n.Declare) and inner.type is TEXT:
                declared.add((body, inner.name))
            elif isinstance(inner, (n.Parameter, n.Input, n.ForEach, n.Filter)):
                shared.add((body, inner.name))
            shared |= {(body, name) for name in _find_escaping(inner)}
        # What an input inside a block looks at is copied for it.
        asked = [inner for inner in walk(node) if isinstance(inner, n.Input)]
        shared |= {(body, inner.name) for inner in walk(*asked) if isinstance(inner, n.Local)}
    return declared - shared


def _find_escaping(node: n.Node) -> set[str]:
    """Variables whose text something else may hold after this node, or that may hold somebody else's."""
    if isinstance(node, (n.Declare, n.Assign)):
        fresh = isinstance(node.value, (n.Join, n.Literal))
        filled = {node.name} if isinstance(node, n.Declare) else _local_name(node.target)
        return _local_name(node.value) | (set() if fresh else filled)
    if isinstance(node, n.Update):
        return (
            {node.target.name}
            if isinstance(node.target, n.Local) and _mentions([node.value], node.target.name)
            else set()
        )
    if isinstance(node, (n.Join, n.Equal, n.Compare, n.Return)) or (
        isinstance(node, n.Operate) and node.op in ("log", "tell")
    ):
        return set()
    return {name for child in children(node) for name in _local_name(child)}


def _local_name(node: n.Node) -> set[str]:
    return {node.name} if isinstance(node, n.Local) else set()


def _mentions(nodes: list[n.Expr], name: str) -> bool:
    return any(isinstance(inner, n.Local) and inner.name == name for inner in walk(*nodes))
