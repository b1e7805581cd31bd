"""How tiles are connected, to the core: statements that a new group or board begins with.

In:  a group or board with its `connections`. Out: core statements that add the named tiles and make and cut connections;
and whether anybody sees connections as objects.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import NOTHING, NUMBER, ROOTS, ClassType
from tgpl.core.walk import types_of, walk
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.lower.synthetic import Synthetic
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span


def connect_tiles(synthetic: Synthetic, class_: s.Class) -> list[n.Statement]:
    """What a new group or board does before anything that its `default` says."""
    this = class_.latest().type
    found: list[n.Statement] = []
    if class_.kind == "group":
        found += [_add_tile(this, step, attribute) for step, attribute in _find_named(class_)]
    for one in class_.connections:
        start = _lower_place(one.span, this, one.start, class_)
        goal = _lower_place(one.span, this, one.goal, class_)
        if one.cut:
            found.append(_operate(one.span, "tile.unlink", start, goal))
        else:
            cost = None if one.cost is None or one.cost == 1.0 else n.Literal(one.span, NUMBER, one.cost)
            found.append(_operate(one.span, "tile.link", start, synthetic.make_connection(one.span, goal, cost)))
    return found


def sees_connections(game: s.Game, parts: tuple[n.Node, ...]) -> bool:
    """Whether the rules name connections as objects. Those that `lower` makes of links and borders are no reason: so
    what is made counts where a designer says `new`."""
    if any(class_.kind == "connection" for class_ in (*game.classes, *game.made)):
        return True
    types = (type_ for node in walk(*parts) if not isinstance(node, n.Make) for type_ in types_of(node))
    return any(isinstance(type_, ClassType) and type_.kind == "connection" for type_ in types)


def priced_class(type_: ClassType, span: Span) -> n.Class:
    """The class of connections with a price."""
    cost = n.AttributeOf(span, "cost", NUMBER, n.Literal(span, NUMBER, 1.0), False)
    nothing = ((), (), (), None, None, None, None, False, ())
    return n.Class(span, type_.name, "connection", "connection", "local", None, (cost,), *nothing)


def _find_named(group: s.Class) -> list[tuple[s.Class, s.Attribute]]:
    steps = reversed(list(group.lineage()))
    return list({name: (step, step.attributes[name]) for step in steps for name in step.named}.values())


def _add_tile(this: ClassType, step: s.Class, attribute: s.Attribute) -> n.Statement:
    assert step.file is not None and attribute.node is not None
    node = attribute.node
    span = Span(step.file, node.name_at, node.end if attribute.makes else node.name_at + len(node.name))
    tile = n.Attribute(span, attribute.type, n.This(span, this), attribute.name)
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
