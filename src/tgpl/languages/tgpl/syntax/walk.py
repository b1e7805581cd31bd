"""From a node of the syntax tree to what stands below it."""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.languages.tgpl.syntax.tree import Block, For, ForEach, If, Name, Node, Return, Switch, While


def walk_returns(node: Block | None) -> Iterator[Return]:
    """Every `return` of a block, in order."""
    for statement in node.statements if node is not None else ():
        match statement:
            case Return():
                yield statement
            case If():
                for _, body in statement.branches:
                    yield from walk_returns(body)
                yield from walk_returns(statement.otherwise)
            case Switch():
                for body in statement.bodies:
                    yield from walk_returns(body)
            case While() | For() | ForEach():
                yield from walk_returns(statement.body)
            case Block():
                yield from walk_returns(statement)


def walk_below(node: Node) -> Iterator[Node]:
    """The nodes right below a node, in the order of its fields."""
    fields: tuple[str, ...] = node.__match_args__
    for field in fields[2:]:
        yield from _nodes_in(getattr(node, field))


def _nodes_in(part: object) -> Iterator[Node]:
    if isinstance(part, Node):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _nodes_in(one)


def walk_tree(node: Node) -> Iterator[Node]:
    """A node and all below it; what is around comes before what is inside."""
    left = [node]
    while left:
        one = left.pop()
        yield one
        left.extend(reversed(list(walk_below(one))))


def walk_uses(node: object, name: str) -> Iterator[Name]:
    """Every use of a name below a node."""
    if isinstance(node, Name) and node.name == name:
        yield node
    elif isinstance(node, Node):
        for field in node.__match_args__:
            yield from walk_uses(getattr(node, field), name)
    elif isinstance(node, tuple):
        for part in node:
            yield from walk_uses(part, name)
