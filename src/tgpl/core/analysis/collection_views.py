"""Which classes a collection may be seen as without being one.

`x as List<King>` gives the list itself, and whoever has it as a list of pieces can still put a queen into it. So what
is read from a collection of kings must be looked at, in programs that say `as` in such a way; in all others what a
collection holds is what its type says, because writing is checked.

In:  a program. Out: the names of such classes.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.operations import OPERATIONS
from tgpl.core.types import ANY, ClassType, Collection, KindType, Type, derives
from tgpl.core.walk import walk


def find_views(program: n.Program) -> frozenset[str]:
    found: set[str] = set()
    for node in walk(program):
        if isinstance(node, n.AsA) and isinstance(node.type, Collection):
            found |= _find_narrowed(node.value.type, node.type)
    return frozenset(found)


def _find_narrowed(own: Type, seen: Type) -> set[str]:
    """The classes that elements of the one type are taken for by the other, without being it for sure."""
    while isinstance(seen, Collection):
        own = own.of if isinstance(own, Collection) else ANY
        seen = seen.of
    if isinstance(seen, KindType):  # classes as values: the same, one step further
        within = _find_narrowed(own.of if isinstance(own, KindType) else ANY, seen.of)
        return {f"kind of {name}" for name in within}
    found = set()
    step = seen if isinstance(seen, ClassType) else None
    while step is not None and not (isinstance(own, ClassType) and derives(own, step)):
        found.add(step.name)
        step = step.base
    return found


def is_open(type_: Type) -> bool:
    """Whether it can be of any type, or a list of such: `as` makes it one of a type."""
    while isinstance(type_, Collection):
        type_ = type_.of
    return type_ is ANY


def is_doubtful(views: frozenset[str], e: n.Expr) -> bool:
    """Whether an element that is read may be of another class than its type says."""
    return _is_among(views, e.type) and _reads_element(e)


def _is_among(views: frozenset[str], type_: Type) -> bool:
    if isinstance(type_, KindType):
        return f"kind of {type_.of.name}" in views
    return isinstance(type_, ClassType) and type_.name in views


def _reads_element(e: n.Expr) -> bool:
    return isinstance(e, (n.ListItem, n.TableItem)) or (isinstance(e, n.Operate) and OPERATIONS[e.op].gives_element)


def walks_doubtfully(views: frozenset[str], e: n.ForEach) -> bool:
    """The same for the elements that a loop walks; what `as` has just found fine needs no second look."""
    of = e.values.type.of if isinstance(e.values.type, Collection) else e.type
    return _is_among(views, of) and not isinstance(e.values, n.AsA)
