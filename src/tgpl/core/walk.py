"""Going through a core tree: every node below a node, in the order in which they are written."""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.core.nodes import Node


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below."""
    for field in node.__match_args__:
        yield from _nodes(getattr(node, field))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes(part)


def walk(*nodes: Node) -> Iterator[Node]:
    """The nodes themselves and everything below them."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(list(children(node)))
