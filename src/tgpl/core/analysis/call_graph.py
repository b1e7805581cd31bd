"""Who calls whom: which functions can come back to themselves, and which blocks can ask a player.

In:  a program. Out: `CallGraph`. A call of a method may run any method of that name, an override included, so methods
are told apart by name alone: that says "may" a little too often, never too seldom.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.operations import ASKING
from tgpl.core.walk import walk
from tgpl.text.records import Frozen


class CallGraph(Frozen):
    recursive: frozenset[
        str
    ]  # global functions, `.name` for the methods and `action name` for the actions of that name
    asking: frozenset[str]  # the same, for those that can stop and ask


def build_call_graph(program: n.Program) -> CallGraph:
    calls: dict[str, set[str]] = {}
    asks: set[str] = set()
    for name, body in _find_bodies(program):
        found = calls.setdefault(name, set())
        for node in walk(body):
            found |= _find_called(node)
            if isinstance(node, (n.Ask, n.Input)) or (isinstance(node, n.Operate) and node.op in ASKING):
                asks.add(name)
    return CallGraph(frozenset(_find_recursive(calls)), frozenset(_find_reaching(calls, asks)))


def _find_bodies(program: n.Program) -> list[tuple[str, n.Node]]:
    bodies: list[tuple[str, n.Node]] = [(function.name, function) for function in program.functions]
    for class_ in program.classes:
        bodies += [(f".{function.name}", function) for function in class_.functions]
        bodies += [(f"action {action.name}", action) for action in class_.actions]
        bodies += [(f"new {class_.name}", attribute) for attribute in class_.attributes]
        if class_.default is not None:
            bodies.append((f"new {class_.name}", class_.default))
    return bodies


def _find_called(node: n.Node) -> set[str]:
    match node:
        case n.Call(function=name):
            return {name}
        case n.CallMethod(name=name):
            return {f".{name}"}
        case n.CallAction(name=name):
            return {f"action {name}"}
        case n.Make(class_name=name):
            return {f"new {name}"}
    return set()


def _find_reaching(calls: dict[str, set[str]], wanted: set[str]) -> set[str]:
    """Everything that reaches one of the wanted."""
    found = set(wanted)
    while True:
        more = {name for name, called in calls.items() if name not in found and called & found}
        if not more:
            return found
        found |= more


def _find_recursive(calls: dict[str, set[str]]) -> set[str]:
    """Everything that reaches itself."""
    found = set()
    for start, called in calls.items():
        seen: set[str] = set()
        waiting = list(called)
        while waiting:
            step = waiting.pop()
            if step not in seen:
                seen.add(step)
                waiting += calls.get(step, ())
        if start in seen:
            found.add(start)
    return found
