"""Where something is used that may have been taken from an empty deck or stack: then null is no riddle.

In:  a program. Out: for each use of what `pop` gave, if nothing else can be null there, its place, the place of the `pop`, and from what it took.
A value is followed through a variable that is set once, and out of functions that give nothing else.

    Card c = deck.pop(); log(c.value);      # at `c.value`: the deck was empty
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tgpl.core import nodes as n
from tgpl.core.operations import needs
from tgpl.core.walk import walk, walk_bodies
from tgpl.text.source import Span

Take = tuple[
    Span | None, str
]  # where it is taken (None: where the function is called), and from what: "deck" or "stack"
_TAKING = {f"{kind}.{word}": kind for kind in ("deck", "stack") for word in ("pop", "pop_front")}


def find_empty_takes(program: n.Program) -> list[tuple[Span, Span, str]]:
    if not any(
        isinstance(node, n.Operate) and node.op in _TAKING for _, body in walk_bodies(program) for node in walk(body)
    ):
        return []
    given: dict[str, Take | None] = {}
    for _ in range(2):  # a function that gives what another gives
        given = {name: _Body(given, body).given(body) for name, body in _functions(program)}
    found: list[tuple[Span, Span, str]] = []
    for _, body in walk_bodies(program):
        found += _Body(given, body).uses(body)
    return found


def _functions(program: n.Program) -> Iterator[tuple[str, n.Function]]:
    """By the name under which they are called; of methods only those that nothing overrides."""
    for function in program.functions:
        yield function.name, function
    methods = [function for class_ in program.classes for function in class_.functions]
    names = Counter(function.name for function in methods)
    for function in methods:
        if names[function.name] == 1:
            yield f".{function.name}", function


class _Body:
    def __init__(self, given: dict[str, Take | None], body: n.Node) -> None:
        self.called = given
        self.kept: dict[str, Take | None] = {}  # variables that hold what was taken, and None for all others
        for node in walk(body):
            if isinstance(node, n.Declare):
                self.kept[node.name] = None if node.name in self.kept else self.take(node.value)
            elif isinstance(node, (n.Assign, n.Update)) and isinstance(node.target, n.Local):
                self.kept[node.target.name] = None

    def take(self, node: n.Expr) -> Take | None:
        """Where a value was taken, if it surely was."""
        match node:
            case n.Operate() if node.op in _TAKING:
                return node.span, _TAKING[node.op]
            case n.Local():
                return self.kept.get(node.name)
            case n.Convert():
                return self.take(node.value)
            case n.Call():
                return _at(node, self.called.get(node.function))
            case n.CallMethod() if node.base is None:
                return _at(node, self.called.get(f".{node.name}"))
            case _:
                return None

    def given(self, function: n.Function) -> Take | None:
        """What a function gives, if that is always something taken. One that nobody wrote stands where it is called."""
        values = [node.value for node in walk(function.body) if isinstance(node, n.Return)]
        takes = [None if value is None else self.take(value) for value in values]
        first = takes[0] if takes and all(takes) else None
        return (None, first[1]) if first is not None and first[0] == function.span else first

    def uses(self, body: n.Node) -> Iterator[tuple[Span, Span, str]]:
        for node in walk(body):
            takes = [self.take(one) or _is_sure(one) for one in _needed(node)]
            first = next((one for one in takes if isinstance(one, tuple)), None)
            if first is not None and first[0] is not None and all(takes):
                yield _place(node), first[0], first[1]


def _at(node: n.Expr, take: Take | None) -> Take | None:
    return (node.span, take[1]) if take is not None and take[0] is None else take


def _place(node: n.Node) -> Span:
    return node.values.span if isinstance(node, n.ForEach) else node.span


def _is_sure(node: n.Expr) -> bool:
    """Surely not null."""
    return isinstance(node, (n.This, n.Global, n.Make, n.MakeCollection, n.Arithmetic)) or (
        isinstance(node, n.Literal) and node.value is not None
    )


def _needed(node: n.Node) -> list[n.Expr]:
    """What must be there for a node."""
    match node:
        case n.Attribute() | n.CallMethod() | n.CallAction() | n.Negate() | n.Not():
            return [node.value]
        case n.ListItem() | n.TableItem():
            return [node.value, node.key]
        case n.Arithmetic() | n.Compare():
            return [node.left, node.right]
        case n.ForEach():
            return [node.values]
        case n.Operate():
            return [one for one, there in zip(node.arguments, needs(node.op), strict=False) if there]
        case _:
            return []
