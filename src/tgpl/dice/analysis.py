"""What is known of a core program before it runs: which variables a stretch names, what throws dice, what changes things.

effects = EffectAnalysis(program)
effects.mentions(statement)     # {"r1", "hero"}
effects.throws(expression)      # it, or a function that it calls, throws dice
effects.changes(expression)     # it, or a function that it calls, makes or changes something
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tgpl.core import nodes as n
from tgpl.core.operations import CHANCE
from tgpl.core.walk import walk

Names = frozenset[str]


class EffectAnalysis:
    """Each answer is kept with the node it is about: as long as that is there, nothing else has its `id`."""

    def __init__(self, program: n.Program) -> None:
        self._mentions: dict[int, tuple[object, Names]] = {}
        self._throws: dict[int, tuple[object, bool]] = {}
        self._changes: dict[int, tuple[object, bool]] = {}
        self._shows: dict[int, tuple[object, bool]] = {}
        bodies: dict[str, list[n.Block]] = {}
        methods = [function for class_ in program.classes for function in class_.functions]
        for function in (*program.functions, *methods):  # of methods, whichever of that name it will be
            bodies.setdefault(function.name, []).append(function.body)
        self._throwing = _propagate(bodies, _throws_itself)
        self._changing = _propagate(bodies, _changes_itself)

    def mentions(self, node: n.Node) -> Names:
        known = self._mentions.get(id(node))
        if known is None:
            known = self._mentions[id(node)] = node, frozenset(count_names(node))
        return known[1]

    def throws(self, node: n.Expr | n.Statement) -> bool:
        known = self._throws.get(id(node))
        if known is None:
            found = any(_throws_itself(part) or _callee(part) in self._throwing for part in walk(node))
            known = self._throws[id(node)] = node, found
        return known[1]

    def changes(self, node: n.Expr | n.Statement) -> bool:
        known = self._changes.get(id(node))
        if known is None:
            known = self._changes[id(node)] = node, any(self._changed(part) for part in walk(node))
        return known[1]

    def only_shows(self, node: n.Expr) -> bool:
        """Nothing can come of it, not even an error."""
        known = self._shows.get(id(node))
        if known is None:
            known = self._shows[id(node)] = node, all(_shows(part) for part in walk(node))
        return known[1]

    def _changed(self, part: n.Node) -> bool:
        return _changes_itself(part) or _callee(part) in self._changing or _grows(part)


def count_names(node: n.Node) -> Counter[str]:
    """How often a stretch names each variable."""
    found: Counter[str] = Counter()
    for part in walk(node):
        if isinstance(part, n.Local):
            found[part.name] += 1
        elif isinstance(part, n.This):
            found["this"] += 1
    return found


def _propagate(bodies: dict[str, list[n.Block]], itself: Callable[[n.Node], bool]) -> set[str]:
    """The functions that do something themselves or call one that does."""
    found = {name for name, own in bodies.items() if any(itself(part) for part in walk(*own))}
    calls = {name: {_callee(part) for part in walk(*own)} for name, own in bodies.items()}
    while more := {name for name, called in calls.items() if name not in found and called & found}:
        found |= more
    return found


def _callee(part: n.Node) -> str | None:
    if isinstance(part, n.Call):
        return part.function
    return part.name if isinstance(part, (n.CallMethod, n.CallAction)) else None


def _throws_itself(part: n.Node) -> bool:
    return isinstance(part, n.Operate) and part.op in CHANCE


def _changes_itself(part: n.Node) -> bool:
    if isinstance(part, (n.Assign, n.Update)):
        return not isinstance(part.target, n.Local)
    return isinstance(part, (n.Make, n.CallAction))


def _shows(part: n.Node) -> bool:
    if isinstance(part, n.Operate):
        return part.op == "log"
    return isinstance(part, (n.Literal, n.Local, n.This, n.Global, n.Attribute, n.Join))


def _grows(part: n.Node) -> bool:
    """A list in a variable; outside the function nobody sees that."""
    return isinstance(part, n.Operate) and part.op == "list.append"
