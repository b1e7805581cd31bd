"""How tiles are connected, to the core: statements that a new group or board begins with.

In:  a group or board with its `connections`. Out: core statements that add the named tiles and make and cut connections.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import NOTHING, NUMBER, ROOTS, ClassType
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.lower.synthetic import Synthetic
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span


def connect_tiles(synthetic: Synthetic, class_: s.Class) -> list[n.Statement]:
    """What a new group or board does before anything that its `default` says."""
    this = class_.latest().type
    found: list[n.Statement] = []
    if class_.kind == "group":
        found += [_add_tile(this, name, step, node) for name, step, node in _find_named(class_)]
    for one in class_.connections:
        start = _lower_place(one.span, this, one.start, class_)
        goal = _lower_place(one.span, this, one.goal, class_)
        if one.cut:
            found.append(_operate(one.span, "tile.unlink", start, goal))
        else:
            cost = None if one.cost is None or one.cost == 1.0 else n.Literal(one.span, NUMBER, one.cost)
            found.append(_operate(one.span, "tile.link", start, synthetic.make_connection(one.span, goal, cost)))
    return found


def priced_class(type_: ClassType, span: Span) -> n.Class:
    """The class of connections with a price."""
    cost = n.AttributeOf(span, "cost", NUMBER, n.Literal(span, NUMBER, 1.0), False)
    nothing = ((), (), (), None, None, None, None, False, ())
    return n.Class(span, type_.name, "connection", "connection", "local", None, (cost,), *nothing)


def _find_named(group: s.Class) -> list[tuple[str, s.Class, t.Attribute]]:
    found = {}
    for step in reversed(list(group.lineage())):
        if isinstance(step.node, t.Group):
            nodes = {attribute.name: attribute for attribute in step.node.attributes}
            found.update({name: (name, step, nodes[name]) for name in step.node.named})
    return list(found.values())


def _add_tile(this: ClassType, name: str, step: s.Class, node: t.Attribute) -> n.Statement:
    assert step.file is not None
    span = Span(step.file, node.name_at, node.name_at + len(name))
    tile = n.Attribute(span, step.attributes[name].type, n.This(span, this), name)
    return _operate(span, "group.add", n.This(span, this), tile)


def _operate(span: Span, op: str, *arguments: n.Expr) -> n.Statement:
    return n.Evaluate(span, n.Operate(span, NOTHING, op, arguments))


def _lower_place(span: Span, this: ClassType, place: t.Place, class_: s.Class) -> n.Expr:
    group, found = class_, n.This(span, this)
    of: n.Expr = found
    if place.group is not None:
        member = class_.members()[place.group]
        assert isinstance(member, s.Class)
        group = member.latest()
        of = n.Attribute(span, group.type, found, place.group)
    if place.name is not None:
        attribute = group.members()[place.name]
        assert isinstance(attribute, s.Attribute)
        return n.Attribute(span, attribute.type, of, place.name)
    first, second = n.Literal(span, NUMBER, place.first), n.Literal(span, NUMBER, place.second)
    return n.TileAt(span, group.tile_type or ROOTS["tile"], of, first, second)
