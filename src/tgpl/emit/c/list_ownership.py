"""Who else may hold a collection: what is known of those that a block has made for itself.

In:  a program, and which functions change something. Out: `ListOwnership`. Variables are told by their body and name, methods by
their name alone.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.analysis.collection_views import is_open
from tgpl.core.operations import OPERATIONS, SideEffect, select_operations
from tgpl.core.types import Collection, Type
from tgpl.core.walk import children, walk, walk_bodies

FRESH = select_operations(SideEffect.MAKES)  # operations that make a collection which nobody else holds
READS = select_operations(SideEffect.LOOKS, SideEffect.MAKES, SideEffect.TRACES)  # that change no collection

Variable = tuple[str, str]


class ListOwnership:
    def __init__(self, program: n.Program, impure: set[str]) -> None:
        self._impure = impure
        self._bodies = list(walk_bodies(program))
        self._captured = {(body, name) for body, node in self._bodies for name in _find_captured(node)}
        self._escaping = {(body, name) for body, node in self._bodies for name in _find_escaping(node)}
        self._filled: list[tuple[Variable, Type, n.Expr]] = []  # by declaring and assigning
        self._given: set[Variable] = set()  # whose values come from elsewhere
        self._note_variables()
        self.made_here = self._find_owned(set(), exactly=True) - self._captured
        self.fresh: set[str] = set()  # functions that give a list which nobody else holds
        while True:
            # Variables whose collection nobody else ever holds.
            self.unshared = self._find_owned(self.fresh) - self._captured - self._escaping
            more = self._find_fresh()
            if more == self.fresh:
                break
            self.fresh = more

    def is_fresh(self, e: n.Expr, fresh: set[str] | None = None) -> bool:
        """Gives a collection that nobody else holds."""
        known = self.fresh if fresh is None else fresh
        if isinstance(e, n.Call):
            return e.function in known
        if isinstance(e, n.CallMethod):
            return f".{e.name}" in known
        return isinstance(e, n.MakeCollection) or (isinstance(e, n.Operate) and e.op in FRESH)

    def _find_owned(self, fresh: set[str], exactly: bool = False) -> set[Variable]:
        """Variables that only ever get collections of their own; `exactly`: made here, of the very type they say."""
        made: set[Variable] = set()
        other = set(self._given)
        for variable, type_, value in self._filled:
            own = isinstance(value, n.MakeCollection) and value.type is type_ and not is_open(type_)
            good = own if exactly else self.is_fresh(value, fresh)
            (made if good and isinstance(type_, Collection) else other).add(variable)
        return made - other

    def _note_variables(self) -> None:
        for body, node in self._bodies:
            for inner in walk(node):
                if isinstance(inner, n.Declare):
                    self._filled.append(((body, inner.name), inner.type, inner.value))
                elif isinstance(inner, n.Assign) and isinstance(inner.target, n.Local):
                    self._filled.append(((body, inner.target.name), inner.target.type, inner.value))
                elif isinstance(inner, (n.Parameter, n.ForEach, n.Input, n.Filter)):
                    self._given.add((body, inner.name))

    def _find_fresh(self) -> set[str]:
        good: set[str] = set()
        bad: set[str] = set()
        for body, node in self._bodies:
            if not isinstance(node, n.Function) or not isinstance(node.returns, Collection):
                bad.add(body)
                continue
            given = [e.value for e in walk(node.body) if isinstance(e, n.Return)]
            alone = all(
                value is not None
                and (self.is_fresh(value) or (isinstance(value, n.Local) and (body, value.name) in self.unshared))
                for value in given
            )
            (good if alone and not node.inputs else bad).add(body)
        return good - bad

    def may_change_while_walked(self, body: str, values: n.Expr, block: n.Block) -> bool:
        """Whether a loop may change the list that it walks."""
        if self.is_fresh(values):
            return False
        if isinstance(values, n.Local) and (body, values.name) in self.unshared:
            return any(isinstance(e, n.Local) and e.name == values.name for e in _find_changed(block))
        for node in walk(block):
            if isinstance(node, (n.CallAction, n.Make, n.Ask)):
                return True
            if isinstance(node, (n.Call, n.CallMethod)):
                key = node.function if isinstance(node, n.Call) else f".{node.name}"
                if key in self._impure:
                    return True
        return any(not isinstance(e, n.Local) or (body, e.name) not in self.unshared for e in _find_changed(block))


def _find_changed(block: n.Node) -> list[n.Expr]:
    """The collections that a block changes itself."""
    found: list[n.Expr] = []
    for node in walk(block):
        if isinstance(node, (n.Assign, n.Update)):
            if isinstance(node.target, (n.ListItem, n.TableItem)):
                found.append(node.target.value)
            elif isinstance(node.target, n.Local):
                found.append(node.target)  # another one from now on
        elif isinstance(node, n.TableItem) and node.grows:
            found.append(node.value)
        elif isinstance(node, n.Operate) and node.op not in READS and node.arguments:
            found.append(node.arguments[0])
        elif isinstance(node, n.AsA) and isinstance(node.type, Collection):
            found.append(node.value)  # keys become what they are taken for
    return found


def _find_captured(node: n.Node) -> set[str]:
    """What inputs look at beside their own variables."""
    found: set[str] = set()
    for one in walk(node):
        if isinstance(one, n.Input):
            declared = {inner.name for inner in walk(one) if isinstance(inner, (n.Declare, n.ForEach, n.Filter))}
            found |= {inner.name for inner in walk(one) if isinstance(inner, n.Local)} - declared
    return found


def _find_escaping(node: n.Node) -> set[str]:
    """Variables whose value goes anywhere but out of the function."""
    found: set[str] = set()
    for inner in walk(node):
        if isinstance(inner, (n.ListItem, n.TableItem)):
            harmless: n.Node | None = inner.value
        elif isinstance(inner, (n.ForEach, n.Return, n.Equal, n.Join)):
            continue
        elif isinstance(inner, (n.Assign, n.Update)):
            harmless = inner.target
        elif isinstance(inner, n.Operate) and (inner.op in READS or "list" in OPERATIONS[inner.op].parameters[1:]):
            continue
        elif isinstance(inner, n.Operate):
            harmless = inner.arguments[0] if inner.arguments else None
        else:
            harmless = None
        found |= {child.name for child in children(inner) if isinstance(child, n.Local) and child is not harmless}
    return found
