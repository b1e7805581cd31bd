"""What `a[b]` looks into: lists, tables, grids of boards, and the object of a player, `Hand[p]`.

In:  a `Body` and a node. Out: the type of what is found there; the node knows what it looks into.
"""

from __future__ import annotations

from tgpl.core.types import ANY, BROKEN, NOTHING, NULL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.adjacency import geometry_of
from tgpl.languages.tgpl.check.body import Body, turn_active
from tgpl.languages.tgpl.check.builtins import element_of
from tgpl.languages.tgpl.syntax import tree as t


def check_index(b: Body, node: t.Index) -> Type:
    inner = node.value
    if isinstance(inner, t.Index):
        base = _check_index_base(b, inner)
        if isinstance(base, ClassType) and base.kind == "group":
            return _check_grid(b, node, inner, base)
        on = inner.type = _look_up(b, inner, base)
    else:
        on = _check_index_base(b, node)
        if isinstance(on, ClassType) and on.kind == "group":
            b.value(node.key, NUMBER, "A coordinate")
            b.report(p.HalfGrid(b.span(node)))
            return BROKEN
    return _look_up(b, node, on)


def _check_index_base(b: Body, node: t.Index) -> Type:
    """The type of what is looked into; `Class[p]` is marked as such."""
    base = node.value
    class_ = find_named_class(b, base)
    if class_ is not None:
        node.lookup = "owner"
        base.type = class_.type
        return class_.type
    return b.expression(base)


OWNED = ("class", "interactable", "zone")


def find_named_class(b: Body, node: t.Expr) -> s.Class | None:
    """A class named as such, which `[p]` may follow."""
    found: object = None
    if isinstance(node, t.Name) and node.name not in b.locals and node.name not in b.members:
        found = b.scope.find(node.name)
    elif isinstance(node, t.Member) and isinstance(node.value, t.Name) and node.value.name in b.scope.aliases:
        if node.value.name not in b.locals:
            found = b.scope.aliases[node.value.name].own.get(node.name)
    if isinstance(found, s.Class) and found.latest().visibility != "global" and found.kind in OWNED:
        node.refers = found.latest()  # type: ignore[union-attr]
        return found.latest()
    return None


def _look_up(b: Body, node: t.Index, on: Type) -> Type:
    if node.lookup == "owner":
        b.value(node.key, PLAYER, "The owner")
        class_ = b.class_of(on)  # type: ignore[arg-type]
        if class_.visibility != "local":
            b.report(p.NoOwnerIndex(b.span(node), class_.name, class_.visibility))
        return on
    if isinstance(on, Collection) and on.shape == "List":
        node.lookup = "at" if node.lenient else "list"
        got = b.expression(node.key, NUMBER)
        found = turn_active(node.key) if got is TEXT else None
        if found is not None:
            b.report(p.TurnAsPlayer(b.span(found)))
        elif got not in (NUMBER, PLAYER, BROKEN, ANY):
            b.report(p.WrongIndex(b.span(node.key), str(got), "number"))
        else:
            b.doubt_wrapping(node.key)
        return on.of
    if isinstance(on, Collection) and on.shape == "Table":
        node.lookup = "table"
        got = b.expression(node.key, ANY)
        check_key(b, node.key, got)
        return on.of
    b.expression(node.key)
    if on is not BROKEN:
        b.report(p.NoIndex(b.span(node.value), str(on)))
    return BROKEN


def check_key(b: Body, node: t.Expr, got: Type) -> None:
    if got is NULL:
        b.report(p.NullKey(b.span(node)))
    elif got is NOTHING:
        b.accepts(node, got, TEXT, "A key")


def _check_grid(b: Body, node: t.Index, inner: t.Index, group: ClassType) -> Type:
    """`group[a][b]`, one operation."""
    inner.lookup, node.lookup = "line", "grid"
    inner.type = group
    for key in (inner.key, node.key):
        b.value(key, NUMBER, "A coordinate")
    class_ = b.class_of(group)
    if geometry_of(class_) == "graph":
        b.report(p.GraphIndex(b.span(node), class_.name))
    return element_of(group, class_)
