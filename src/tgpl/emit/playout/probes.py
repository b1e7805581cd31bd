"""Whether a list holds anything, without making it.

Many rules ask only that: `Jumps().length > 0`, or an input whose candidates a function lists. Where a function puts its list together out of what is
there (`add`, `append`, `return`) and changes nothing, a second version of it stops at the first element.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.analysis.value_expressions import WHOLE_VERSION
from tgpl.core.types import NUMBER, ClassType, Collection
from tgpl.core.walk import walk
from tgpl.emit.playout.functions import Lines

if TYPE_CHECKING:
    from tgpl.emit.playout.body import Body

PROBE = " any"  # behind the version of a function: the one that only says whether there is something


def probe(b: Body, e: n.Expr) -> str:
    """Whether a list has an element, as C has it."""
    if isinstance(e, (n.Call, n.CallMethod)) and can_probe(b, e):
        return b.translate_probe(e)
    return f"({b.demand_list(e)}->count > 0)"


def can_probe(b: Body, e: n.Call | n.CallMethod) -> bool:
    if isinstance(e, n.Call):
        return _is_gathering(b, e.function, b.analysis.functions[e.function])
    assert isinstance(e.value.type, ClassType)
    class_name = e.base if e.base is not None else e.value.type.name
    owners = (
        b.analysis.find_methods(class_name, e.name)
        if e.base is None
        else {b.analysis.find_method(class_name, e.name)[0]: []}
    )
    return all(_is_gathering(b, f".{e.name}", b.analysis.find_method(owner, e.name)[1]) for owner in owners)


def _is_gathering(b: Body, key: str, function: n.Function) -> bool:
    """Whether a function only ever puts things that are there into the list that it gives."""
    if key in b.analysis.call_graph.recursive or function.inputs or not b.analysis.is_pure(function.body):
        return False
    if not isinstance(function.returns, Collection) or not isinstance(function.returns.of, ClassType):
        return False
    gathered = find_gathered(function)
    if gathered is None:
        return False
    uses = sum(isinstance(node, n.Local) and node.name == gathered for node in walk(function.body))
    known = 0
    for node in walk(function.body):
        if isinstance(node, n.Operate) and node.op in ("list.add", "list.append") and _is(node.arguments[0], gathered):
            known += 1
            if node.op == "list.add" and _may_be_null(b, key, node.arguments[1]):
                return False
        elif isinstance(node, n.Return) and node.value is not None and _is(node.value, gathered):
            known += 1
    plain = all(_is_plain(node, gathered) for node in walk(function.body) if isinstance(node, (n.Assign, n.Return)))
    return uses == known and plain


def _may_be_null(b: Body, key: str, e: n.Expr) -> bool:
    values = b.analysis.values
    versions = [version for version in (key, key + WHOLE_VERSION) if values.is_called(version)]
    return not b.analysis.is_never_null(e) and any(values.of(e, version).null for version in versions)


def _is(e: n.Expr, name: str) -> bool:
    return isinstance(e, n.Local) and e.name == name


def _is_plain(node: n.Assign | n.Return, gathered: str) -> bool:
    if isinstance(node, n.Assign):
        return not (isinstance(node.target, n.Local) and node.target.name == gathered)
    return node.value is not None


def find_gathered(function: n.Function) -> str | None:
    """The variable that holds the list; empty if lists are only handed on."""
    declared = [node for node in walk(function.body) if isinstance(node, n.Declare) and node.type is function.returns]
    returned = {
        node.value.name
        for node in walk(function.body)
        if isinstance(node, n.Return) and isinstance(node.value, n.Local)
    }
    if not declared and not returned:
        return ""
    if len(declared) != 1 or returned != {declared[0].name}:
        return None
    first = declared[0].value
    empty = isinstance(first, n.MakeCollection) and not first.items
    return declared[0].name if empty or isinstance(first, (n.Call, n.CallMethod)) else None


def translate_gathering(b: Body, e: n.Statement) -> Lines | None:
    """A statement about the list, in a version that stops at the first element; None for any other."""
    name = b.gathered
    assert name is not None
    match e:
        case n.Declare() if e.name == name:
            return [] if isinstance(e.value, n.MakeCollection) else [f"if ({probe(b, e.value)}) return 1;"]
        case n.Evaluate(value=n.Operate(op="list.add", arguments=(held, _))) if _is(held, name):
            return ["return 1;"]
        case n.Evaluate(value=n.Operate(op="list.append", arguments=(held, more))) if _is(held, name):
            return [f"if ({probe(b, more)}) return 1;"]
        case n.Return(value=value) if value is not None:
            if _is(value, name):
                return ["return 0;"]
            if isinstance(value, n.MakeCollection):
                return [f"return {int(bool(value.items))};"]
            return [f"return {probe(b, value)};"]
        case _:
            return None


def compare_length(b: Body, e: n.Expr) -> str | None:
    """`list.length > 0` and its like, where the list need not be made."""
    if isinstance(e, n.Compare) and e.op == ">":
        held, wanted = _find_length(e.left, e.right), True
    elif isinstance(e, n.Equal):
        held, wanted = _find_length(e.left, e.right), e.negated
    else:
        return None
    if isinstance(held, n.Operate) and held.op == "tile.pieces":
        return f"(s->first[{b.demand(held.arguments[0])}] {'!=' if wanted else '=='} 0)"
    if not isinstance(held, (n.Call, n.CallMethod)) or not can_probe(b, held):
        return None
    return f"({'' if wanted else '!'}{probe(b, held)})"


def _find_length(e: n.Expr, zero: n.Expr) -> n.Expr | None:
    if isinstance(zero, n.Literal) and zero.value == 0.0 and zero.type is NUMBER:
        if isinstance(e, n.Operate) and e.op == "list.length":
            return e.arguments[0]
    return None
