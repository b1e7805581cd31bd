"""What is known of a core program before it runs: which variables a stretch names, what throws dice, what changes things.

    facts = Facts(program)
    facts.mentions(statement)     # {"r1", "hero"}
    facts.throws(expression)      # it, or a function that it calls, throws dice
    facts.changes(expression)     # it, or a function that it calls, makes or changes something
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tgpl.core import nodes as n
from tgpl.core.operations import CHANCE

Names = frozenset[str]


class Facts:
    def __init__(self, program: n.Program) -> None:
        self._mentions: dict[int, Names] = {}
        self._throws: dict[int, bool] = {}
        self._changes: dict[int, bool] = {}
        bodies: dict[str, list[n.Block]] = {}
        for function in program.functions:
            bodies.setdefault(function.name, []).append(function.body)
        for class_ in program.classes:
            for function in class_.functions:  # whichever of that name it will be
                bodies.setdefault(function.name, []).append(function.body)
        self._throwing = _infected(bodies, _throws_itself)
        self._changing = _infected(bodies, _changes_itself)

    def mentions(self, node: object) -> Names:
        if id(node) not in self._mentions:
            self._mentions[id(node)] = frozenset(counted(node))
        return self._mentions[id(node)]

    def throws(self, node: n.Expr | n.Statement) -> bool:
        if id(node) not in self._throws:
            self._throws[id(node)] = any(
                _throws_itself(part) or _called(part) in self._throwing for part in parts(node)
            )
        return self._throws[id(node)]

    def changes(self, node: n.Expr | n.Statement) -> bool:
        if id(node) not in self._changes:
            self._changes[id(node)] = any(
                _changes_itself(part) or _called(part) in self._changing or _grows(part) for part in parts(node)
            )
        return self._changes[id(node)]


def counted(node: object) -> Counter[str]:
    """How often a stretch names each variable."""
    found: Counter[str] = Counter()
    for part in parts(node):
        if isinstance(part, n.Local):
            found[part.name] += 1
        elif isinstance(part, n.This):
            found["this"] += 1
    return found


def parts(node: object) -> Iterator[n.Node]:
    """A node and all that is inside it."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += reversed(part)
        elif isinstance(part, n.Node):
            yield part
            waiting += [getattr(part, field) for field in reversed(part.__match_args__) if field not in ("span", "type")]


def _infected(bodies: dict[str, list[n.Block]], itself: object) -> set[str]:
    """The functions that do something themselves or call one that does."""
    assert callable(itself)
    found = {name for name, own in bodies.items() if any(itself(part) for part in parts(tuple(own)))}
    calls = {name: {_called(part) for part in parts(tuple(own))} for name, own in bodies.items()}
    while more := {name for name, called in calls.items() if name not in found and called & found}:
        found |= more
    return found


def _called(part: n.Node) -> str | None:
    if isinstance(part, n.Call):
        return part.function
    return part.name if isinstance(part, (n.CallMethod, n.CallAction)) else None


def _throws_itself(part: n.Node) -> bool:
    return isinstance(part, n.Operate) and part.op in CHANCE


def _changes_itself(part: n.Node) -> bool:
    if isinstance(part, (n.Assign, n.Update)):
        return not isinstance(part.target, n.Local)
    return isinstance(part, (n.Make, n.CallAction))


def _grows(part: n.Node) -> bool:
    """A list in a variable; outside the function nobody sees that."""
    return isinstance(part, n.Operate) and part.op == "list.append"
