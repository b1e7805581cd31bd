"""Classes as values: `kind of Card`, `Card.kinds`, `x.kind`, `new k()`, `k.cost`, `x is k`.

In:  a `Body` and a node. Out: its type. What a kind knows of an attribute is looked at when all bodies are checked: then it is known what
the attribute begins with in every class.
"""

from __future__ import annotations

from tgpl.core.types import ANY, BROKEN, PLAYER, TEXT, ClassType, KindType, Type, kind_of, list_of
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body, find_declared
from tgpl.languages.tgpl.check.constants import is_constant_type
from tgpl.languages.tgpl.check.folding import Unfoldable, Value, fold
from tgpl.languages.tgpl.check.suggestions import is_kind
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.source import Span

KIND_OF_OBJECT = s.Operation("object.kind_of", (), BROKEN, reads=True)
KIND_NAME = s.Operation("kind.name", (), TEXT, reads=True)


def has_kinds(class_: s.Class) -> bool:
    return class_.file is not None and class_.kind != "group"


def takes_class(wanted: Type | None) -> bool:
    """Whether a class may stand as a value: where a kind is wanted, or anything."""
    return isinstance(wanted, KindType) or wanted is ANY


def names_class(b: Body, node: t.Expr) -> bool:
    """Whether a class stands there, which is a value only where a kind is wanted."""
    found = find_declared(b, node) if isinstance(node, (t.Name, t.Member)) else None
    return isinstance(found, s.Class) and found.file is not None and found.visibility != "global"


def check_class_value(b: Body, node: t.Name | t.Member, class_: s.Class) -> Type:
    """A class where a kind is wanted."""
    node.refers = class_
    return kind_of(class_.type)


def check_kinds(b: Body, node: t.Member, class_: s.Class) -> Type:
    """`Card.kinds`."""
    node.value.type = class_.type
    if class_.visibility == "global":
        b.report(p.NoKinds(b.span(node), class_.name))
        return BROKEN
    node.refers = class_
    return list_of(kind_of(class_.type))


def check_kind_of_object(node: t.Member, type_: ClassType) -> Type:
    """`x.kind`."""
    node.refers = KIND_OF_OBJECT
    return kind_of(type_)


def check_kind_member(b: Body, node: t.Member, type_: KindType) -> Type:
    """`k.cost`, `k.name`."""
    class_, span = b.class_of(type_.of), Span(b.file, node.name_at, node.end)
    found = class_.members().get(node.name)
    if isinstance(found, s.Attribute):
        node.refers = found
        b.game.asked_kinds.append((class_, found, span))
        return found.type
    if node.name == "name":
        node.refers = KIND_NAME
        return TEXT
    if found is not None or node.name in ("player", "tile", "kind"):
        b.report(p.KindIsNoObject(span, node.name, b.show_type(type_)))
    else:
        attributes = [name for name, member in class_.members().items() if isinstance(member, s.Attribute)]
        b.report(p.UnknownMember(span, str(type_), node.name, closest(node.name, [*attributes, "name"])))
    return BROKEN


def find_kind_variable(b: Body, name: t.TypeName) -> t.Expr | None:
    """The kind k of `new k()` and `x is k`, which is read as a type: a variable, or an attribute of something."""
    if name.of is not None:
        return None
    node: t.Expr
    if name.alias is None:
        if name.name not in b.locals and name.name not in b.members:
            return _find_constant(b, name)
        node = t.Name(name.at, name.end, name.name)
    elif name.alias in b.locals or name.alias in b.members or name.alias == "this":
        owner = t.Name(name.at, name.at + len(name.alias), name.alias)
        node = t.Member(name.at, name.end, owner, name.name, name.end - len(name.name))
    else:
        return None
    before = len(b.problems)
    used = b.locals[name.name].used if name.alias is None and name.name in b.locals else None
    type_ = b.expression(node)
    if isinstance(type_, KindType):
        return node
    del b.problems[before:]  # it is a type, and something else has the same name
    if used is not None:
        b.locals[name.name].used = used
    return None


def _find_constant(b: Body, name: t.TypeName) -> t.Expr | None:
    found = b.scope.find(name.name)
    if not isinstance(found, s.Constant) or not isinstance(found.type, KindType):
        return None
    node = t.Name(name.at, name.end, name.name)
    b.expression(node)
    return node


def check_new_kind(b: Body, node: t.New, type_: KindType) -> s.Class | None:
    """`new k()`: the class of which something is made; None, and told, if nothing can be."""
    class_ = b.class_of(type_.of)
    if class_.visibility == "global":
        b.report(p.NoKinds(b.span(node), class_.name))
        return None
    b.game.made_by_kind.add(class_)
    for one in b.game.classes:
        if one.newer is None and one.derives(class_):
            b.call(one, b.span(node))
    for fill in node.fills:
        if fill.name is None:
            b.expression(fill.value)
            b.report(p.WrongFill(b.span(fill), f"A `{class_.name}` is filled by attribute: `name = value`."))
    return class_


# ---- which there are


def derived_classes(game: s.Game, class_: s.Class) -> list[s.Class]:
    """A class and all that derive from it, in the order of declaration; what was opened again counts once, where it first stood."""
    openings = {one.newer for one in game.classes}
    latest = [one.latest() for one in game.classes if one not in openings]
    return [one for one in latest if one.derives(class_)]


def list_kinds(game: s.Game, class_: s.Class) -> list[s.Class]:
    """`Card.kinds`: those that can be made. A class from which others derive is one of them only if the rules make it by name."""
    all_ = derived_classes(game, class_)
    made = {*game.made, *(cell for group in game.classes for row in group.rows for cell in row if cell is not None)}
    latest = {one.latest() for one in made}
    return [one for one in all_ if one in latest or not any(other is not one and other.derives(one) for other in all_)]


# ---- what they know


def begins_with(class_: s.Class, name: str) -> Value:
    """What an attribute of a new object of a class begins with; raises `Unfoldable`."""
    for step in class_.lineage():
        attribute = step.attributes.get(name)
        if attribute is not None:
            value = attribute.node.value if attribute.node is not None else None
            if value is not None and value.type is PLAYER and attribute.type is not PLAYER:
                raise Unfoldable(value)  # which number that is depends on how many play
            return None if value is None else fold(value)
    return None


def check_asked_kinds(game: s.Game) -> None:
    """Whether what is asked of kinds is known of all that there could be."""
    told: set[tuple[Span, str]] = set()
    for class_, attribute, span in game.asked_kinds:
        wrong = next((one for one in derived_classes(game, class_) if not _is_known(one, attribute)), None)
        if wrong is not None and (span, attribute.name) not in told:
            told.add((span, attribute.name))
            game.problems.append(p.KindUnknown(span, attribute.name, wrong.name))


def _is_known(class_: s.Class, attribute: s.Attribute) -> bool:
    if not is_constant_type(attribute.type):
        return False
    try:
        begins_with(class_, attribute.name)
    except Unfoldable:
        return False
    return True


def report_object_and_class(b: Body, node: t.Binary) -> bool:
    """`card == Guard`, where `card is Guard` was meant."""
    for side, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(side.type, ClassType) and isinstance(other, t.Name) and other.name not in b.locals:
            class_ = b.scope.find(other.name) if other.name not in b.members else None
            if isinstance(class_, s.Class) and not is_kind(class_) and class_.visibility != "global":
                b.report(p.ClassForObject(b.span(node), b.span(side), other.name, node.op in ("!=", "differ")))
                return True
    return False
