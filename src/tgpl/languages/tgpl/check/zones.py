"""Zones: hands, markets, piles. What lies in them, who sees it, what may be asked of them and moved there.

In:  classes of the kind `zone`, and the places where bodies use them. Out: what each holds, types of what they tell, and
problems. `lower` makes a class with a list of each: see lower/zones.py.
"""

from __future__ import annotations

from tgpl.core.types import BROKEN, NOTHING, NUMBER, ROOTS, ClassType, Collection, Type, list_of
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.check.builtins import ONE_ZONE, element_of, kind_operation
from tgpl.languages.tgpl.check.resolve import find_class
from tgpl.languages.tgpl.check.several import SEVERAL
from tgpl.languages.tgpl.check.suggestions import of_kind
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import Zone
from tgpl.text.source import Span

REFILLING = "refill.always"  # the action that fills a zone after every move: no rule text can call anything so
FIRST = 1e9  # its priority: before goals are looked at
MOVE_TO_ZONE = s.Operation("zone.move", (), NOTHING)
MOVE_TO_DECK = s.Operation("deck.move", (), NOTHING)
_ORDERED = frozenset(("zone.top", "zone.bottom", "zone.shuffle"))
_CHANGING = frozenset("add append clear remove removeAt removeRange put shuffle".split())


# ---- what zones are


def declare_zones(game: s.Game, interactable: s.Class) -> None:
    """What lies in each zone, and which interactables may lie in some."""
    for class_ in game.classes:
        node, scope = class_.node, class_.scope
        if class_.kind != "zone" or not isinstance(node, t.Class) or scope is None:
            continue
        class_.holds = _find_contents(game, class_, node, scope)
        if class_.holds is not None:
            class_.holds.first().in_zones = interactable.in_zones = True


def _find_contents(game: s.Game, class_: s.Class, node: t.Class, scope: s.Scope) -> s.Class | None:
    inherits = class_.base is not None and class_.base.file is not None
    if node.holds is None:
        if not inherits and not isinstance(node.base, t.TypeName):
            game.problems.append(p.ZoneOfNothing(_name_span(node, scope), class_.name))
        return None
    span = Span(scope.file, node.holds.at, node.holds.end)
    found = find_class(node.holds, scope, game.problems, of_kind("interactable"))
    if found is not None and found.kind != "interactable":
        game.problems.append(p.ZoneOfWrongKind(span, found.name, found.kind))
        return None
    if inherits:
        game.problems.append(p.OverrideChanges(span, "zone", "`of`"))
        return None
    return found


def _name_span(node: t.Class, scope: s.Scope) -> Span:
    return Span(scope.file, node.name_at, node.name_at + len(node.name))


def zone_nodes(class_: s.Class) -> list[tuple[s.Class, Zone]]:
    """What a zone says, and what its bases say, the nearest first."""
    found = [(step, step.node) for step in class_.lineage()]
    return [(step, node.zone) for step, node in found if isinstance(node, t.Class) and node.zone is not None]


def seen_by(class_: s.Class) -> str:
    """Who sees what lies in a zone: "owner", "all" or "nobody"."""
    return next((zone.seen for _, zone in zone_nodes(class_) if zone.seen is not None), "all")


def is_ordered(class_: s.Class) -> bool:
    return any(zone.ordered for _, zone in zone_nodes(class_))


def keeps_owner(class_: s.Class) -> bool:
    return any(zone.keeps for _, zone in zone_nodes(class_))


def find_capacity(class_: s.Class) -> bool:
    return any(zone.capacity is not None for _, zone in zone_nodes(class_))


def find_source(class_: s.Class) -> bool:
    return any(zone.source is not None for _, zone in zone_nodes(class_))


def refilling_action(class_: s.Class, node: t.Class) -> tuple[t.Action, ...]:
    """What fills a zone after every move, if it says so; one that it inherits does it already."""
    zone = node.zone
    if zone is None or zone.source is None or not zone.always:
        return ()
    if class_.base is not None and REFILLING in class_.base.members():
        return ()
    at, end = zone.source.at, zone.source.end
    call = t.Evaluate(at, end, t.Call(at, end, t.Name(at, end, "refill"), ()))
    return (t.Action(at, end, REFILLING, at, False, (), (), (), t.Block(at, end, (call,)), FIRST),)


# ---- what zones say


def check_zone(b: Body, class_: s.Class) -> None:
    node = class_.node
    assert isinstance(node, t.Class) and node.zone is not None
    zone = node.zone
    if zone.seen == "owner" and class_.visibility == "global":
        b.report(p.NobodyOwnsZone(Span(b.file, zone.seen_at, zone.seen_at + len("seen by owner")), class_.name))
    if class_.base is not None and class_.base.file is not None:
        _check_inherited(b, class_, zone, class_.base)
    b.where = b.test = "What `holds` says"
    if zone.capacity is not None:
        b.value(zone.capacity, NUMBER, "`holds`")
    b.where = b.test = "What `refill` says"
    if zone.source is not None:
        _check_source(b, class_, zone.source)


def _check_inherited(b: Body, class_: s.Class, zone: Zone, base: s.Class) -> None:
    """How a zone is kept is said once; only how much it holds and where more comes from may change."""
    span = _name_span(class_.node, class_.scope) if isinstance(class_.node, t.Class) and class_.scope else None
    assert span is not None
    for part, differs in (
        ("`seen by`", zone.seen is not None and zone.seen != seen_by(base)),
        ("`ordered`", zone.ordered and not is_ordered(base)),
        ("`keeps owner`", zone.keeps and not keeps_owner(base)),
    ):
        if differs:
            b.report(p.OverrideChanges(span, "zone", part))


def _check_source(b: Body, class_: s.Class, node: t.Expr) -> None:
    if not find_capacity(class_):
        b.report(p.NoRoom(b.span(node), class_.name, "refill"))
    got = b.expression(node)
    if got is BROKEN:
        return
    source = b.class_of(got) if isinstance(got, ClassType) else None
    if source is None or source.kind not in ("stack", "zone") or source is b.game.zone:
        b.report(p.RefillFromWhat(b.span(node), b.show_type(got)))
        return
    if source.visibility == "global" and class_.visibility == "global" and source.latest() is class_.latest():
        b.report(p.RefillFromWhat(b.span(node), "the zone itself"))
    held = element_of(class_.type, class_)
    b.accepts(node, element_of(got, source), held, f"`{class_.name}`")
    if class_.visibility == "local" and not keeps_owner(class_) and isinstance(held, ClassType):
        b.game.assigned.add(b.class_of(held))


# ---- what is asked of them


def list_in_zone(b: Body, type_: Type) -> Type | None:
    """The type of a list of what lies in a zone; None if it is none."""
    class_ = b.class_of(type_) if isinstance(type_, ClassType) else None
    return list_of(element_of(type_, class_)) if class_ is not None and class_.kind == "zone" else None


def check_zone_member(b: Body, found: s.Operation, class_: s.Class | None, span: Span) -> None:
    """Whether this zone can tell or do that."""
    if class_ is None or class_.kind != "zone":
        return
    name = found.op.split(".")[1]
    if class_ is b.game.zone:
        if name in ONE_ZONE or found.op == "own.assign":
            b.report(p.WhichKindOfZone(span, name))
    elif found.op in _ORDERED and not is_ordered(class_):
        b.report(p.NoOrder(span, class_.name, name))
    elif found.op == "zone.room" and not find_capacity(class_):
        b.report(p.NoRoom(span, class_.name, "room"))
    elif found.op == "zone.refill" and not find_source(class_):
        b.report(p.NoRefill(span, class_.name))


def lists_zone(node: t.Expr) -> bool:
    """Whether an expression is the `cards` of a zone."""
    refers = node.refers if isinstance(node, (t.Name, t.Member)) else None
    return isinstance(refers, s.Operation) and refers.op == "zone.cards"


def check_copied_list(b: Body, callee: t.Member) -> None:
    """`zone.cards.add(x)` would change a list that nobody has."""
    if lists_zone(callee.value) and callee.name in _CHANGING:
        b.report(p.CardsAreACopy(Span(b.file, callee.name_at, callee.end), callee.name))


# ---- moving


def find_several(b: Body, type_: Type) -> s.Class | None:
    """The class of the interactables in a list or a zone, which can all be moved; None if it is none of these."""
    listed = list_in_zone(b, type_) or type_
    element = listed.of if isinstance(listed, Collection) and listed.shape == "List" else None
    class_ = b.class_of(element) if isinstance(element, ClassType) else None
    return class_ if class_ is not None and class_.kind == "interactable" else None


def check_move_several(b: Body, node: t.Call, class_: s.Class) -> Type:
    """`move cards to place;`: one after the other."""
    move_to = kind_operation(class_, "move_to")
    assert move_to is not None
    check_move(b, node, move_to, class_)
    if isinstance(node.refers, s.Operation):
        node.refers = s.Operation(node.refers.op + SEVERAL, (), NOTHING)
    return NOTHING


def check_move(b: Body, node: t.Call, move_to: s.Operation, class_: s.Class) -> Type:
    """`move x to t;`: onto a tile, or into a zone or a deck."""
    argument = node.arguments[0]
    named = _find_named_zone(b, argument.value)
    if named is not None:
        b.report(p.WhichZone(b.span(argument.value), named.name))
        return NOTHING
    got = b.expression(argument.value, ROOTS["tile"])
    to = b.class_of(got) if isinstance(got, ClassType) else None
    node.refers = move_to
    if to is not None and to.kind in ("zone", "stack"):
        _check_move_into(b, node, class_, argument.value, to)
        return NOTHING
    b.require_placeable(move_to, class_, b.span(node))
    if argument.name is not None and argument.name != move_to.parameters[0].name:
        span = Span(b.file, argument.at, argument.at + len(argument.name))
        b.report(p.UnknownArgument(span, "move_to", argument.name, move_to.parameters[0].name))
    b.accepts(argument.value, got, ROOTS["tile"], "`move_to`")
    return NOTHING


def _check_move_into(b: Body, node: t.Call, class_: s.Class, place: t.Expr, to: s.Class) -> None:
    if to is b.game.zone:
        b.report(p.WhichKindOfZone(b.span(place), "move"))
        return
    moved = node.callee.value if isinstance(node.callee, t.Member) else node.callee
    b.accepts(moved, class_.type, element_of(to.type, to), f"`{to.name}`")
    node.refers = MOVE_TO_ZONE if to.kind == "zone" else MOVE_TO_DECK
    if to.kind == "zone" and to.visibility == "local" and not keeps_owner(to):
        b.game.assigned.add(class_)  # it belongs to the zone's owner


def _find_named_zone(b: Body, node: t.Expr) -> s.Class | None:
    """A class of zones where one zone is wanted."""
    if not isinstance(node, t.Name) or node.name in b.locals or node.name in b.members:
        return None
    found = b.scope.find(node.name)
    if isinstance(found, s.Class) and found.kind == "zone" and found.visibility != "global" and found.file is not None:
        return found
    return None
