"""The types of expressions.

In:  a `Body` and a node. Out: the node's type, also written into the node together with what names refer to;
mistakes are reported to the body. `wanted` is the type that the place expects, where that is known: braces need it.

    check_expression(body, node, NUMBER)
"""

from __future__ import annotations

import re
from typing import assert_never

from tgpl.core.types import (
    ANY,
    BOOL,
    BROKEN,
    NOTHING,
    NULL,
    NUMBER,
    TEXT,
    ClassType,
    Collection,
    EnumType,
    KindType,
    Type,
    collection,
    fits,
    list_of,
)
from tgpl.languages.tgdl.desugar.older_members import find_older_member
from tgpl.languages.tgdl.desugar.short_forms import expand_name
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body, find_declared
from tgpl.languages.tgpl.check.builtins import (
    DICE,
    DICE_MEMBERS,
    FUNCTIONS,
    NAMESPACES,
    collection_members,
    element_of,
    fill_in,
    kind_operation,
)
from tgpl.languages.tgpl.check.calls import check_call
from tgpl.languages.tgpl.check.card_tables import make_table_problem
from tgpl.languages.tgpl.check.kinds import (
    check_class_value,
    check_kind_member,
    check_kind_of_object,
    check_kinds,
    check_new_kind,
    find_kind_variable,
    has_kinds,
    takes_class,
)
from tgpl.languages.tgpl.check.lookup import OWNED, check_index, check_key
from tgpl.languages.tgpl.check.operators import check_sides, check_type_test, check_unary
from tgpl.languages.tgpl.check.queries import check_query, report_asked
from tgpl.languages.tgpl.check.suggestions import (
    is_kind,
    near_filled,
    near_global,
    near_member,
    near_operation,
    near_value,
)
from tgpl.languages.tgpl.check.texts import check_template
from tgpl.languages.tgpl.check.values import check_conditional, check_value, report_bare_value
from tgpl.languages.tgpl.check.zones import check_zone_member
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import closest
from tgpl.text.source import Span


def check_expression(b: Body, node: t.Expr, wanted: Type | None = None) -> Type:
    match node:  # the most frequent first
        case t.Name():
            type_ = _check_name(b, node, wanted)
        case t.Literal():
            type_ = _literal_type(node)
        case t.Call():
            type_ = check_call(b, node)
        case t.Binary():
            type_ = check_sides(b, node)
        case t.Member():
            type_ = _check_member(b, node, wanted)
        case t.Index():
            type_ = check_index(b, node)
        case t.Braces():
            type_ = _check_braces(b, node, wanted)
        case t.Unary():
            type_ = check_unary(b, node, check_expression(b, node.value, wanted))
        case t.New():
            type_ = _check_new(b, node, wanted)
        case t.TypeTest():
            type_ = check_type_test(b, node, check_expression(b, node.value))
        case t.Conditional():
            type_ = check_conditional(b, node, wanted)
        case t.Dice():
            type_ = DICE
        case t.Template():
            type_ = check_template(b, node)
        case t.Query():
            type_ = check_query(b, node, wanted)
        case _:
            assert_never(node)
    node.type = type_
    return type_


def check_condition(b: Body, node: t.Expr) -> None:
    got = check_expression(b, node, BOOL)
    if got is not BOOL and got is not BROKEN and got is not ANY:
        b.report(p.NoCondition(b.span(node), str(got)))


# ---- literals and names


def _literal_type(node: t.Literal) -> Type:
    value = node.value
    if value is None:
        return NULL
    if value is True or value is False:
        return BOOL
    return NUMBER if value.__class__ is float else TEXT


def _check_name(b: Body, node: t.Name, wanted: Type | None) -> Type:
    local = b.locals.get(node.name)
    if local is not None:
        local.used = True
        node.refers = local
        return local.type
    return _check_wider_name(b, node, wanted)


def _check_wider_name(b: Body, node: t.Name, wanted: Type | None) -> Type:
    """A name that is no variable: `this` and its like, a member of this object, a global class, a constant."""
    name = node.name
    if name in ("this", "base", "event") and b.global_called(name) is None:
        return _check_special(b, node)
    if b.owner is not None:
        found = b.members.get(name) or kind_operation(b.owner, name)
        if found is not None:
            return _check_member_value(b, node, node.at, name, found, b.owner.type, b.owner)
    if b.scope.edition == "tgdl":
        node.meant = expand_name(b, node)
        if node.meant is not None:
            return check_expression(b, node.meant)
    symbol = b.scope.find(name)
    if isinstance(symbol, s.Class) and symbol.file is not None:
        node.refers = symbol
        if symbol.visibility == "global" and not isinstance(wanted, KindType):
            return symbol.type
        if takes_class(wanted) and has_kinds(symbol):
            return check_class_value(b, node, symbol)
        b.report(p.ClassIsNoValue(b.span(node), name))
    elif isinstance(symbol, s.Constant):
        node.refers = symbol
        return symbol.type
    elif isinstance(symbol, s.Enum):
        b.report(p.EnumIsNoValue(b.span(node), name, next(iter(symbol.type.values), None)))
    elif isinstance(symbol, s.Function) or name in FUNCTIONS:
        b.report(p.FunctionIsNoValue(b.span(node), name))
    elif name == "none":
        b.report(p.NoneForNull(b.span(node)))
        return NULL
    elif name in NAMESPACES or name in b.scope.aliases:
        b.report(p.WordIsNoValue(b.span(node), name, _EXAMPLES.get(name, f"`{name}.` and a name declared there")))
    elif name in b.hidden:
        b.report(b.hidden[name](b.span(node)))
    elif name[:1] == "d" and name[1:].isdecimal() and name.isascii():
        b.report(p.DieWithoutNumber(b.span(node), name))
        return DICE
    elif not report_bare_value(b, node):
        meant = wanted.values if isinstance(wanted, EnumType) else b.scope.names if isinstance(wanted, KindType) else ()
        near = closest(name, meant)
        b.report(p.UnknownName(b.span(node), name, near or near_value(b, name, _find_sign(b, node))))
    return BROKEN


def _find_sign(b: Body, node: t.Name) -> str:
    """The sign behind a name; behind `has` one is meant as in `Hand[p]`."""
    text = b.file.text
    has = re.search(r"\bhas\b[^;{}]*$", text[max(0, node.at - 200) : node.at])
    return "[" if has is not None else text[node.end : node.end + 1]


_EXAMPLES = {
    "player": "`player.active()`, `player.all()` or `player.count()`",
    "turn": "`turn.active()`, `turn.pass()`, `turn.use(…)`",
}


def _check_special(b: Body, node: t.Name) -> Type:
    if node.name == "event":
        if b.event is None:
            b.report(p.NoEvent(b.span(node), "event" in b.members))
            return BROKEN
        node.refers = "event"
        return b.event
    if b.owner is None:
        b.report(p.OutsideClass(b.span(node), node.name))
        return BROKEN
    if node.name == "base" and not b.has_base():
        b.report(p.NoBase(b.span(node), b.owner.name))
        return BROKEN
    node.refers = "this"
    return b.owner.type


# ---- members


def _check_member(b: Body, node: t.Member, wanted: Type | None) -> Type:
    owner = node.value
    declared = find_declared(b, owner)
    if isinstance(declared, s.Enum):
        return check_value(b, node, declared)
    if node.name == "kinds" and isinstance(declared, s.Class) and has_kinds(declared):
        if declared.visibility != "global" or "kinds" not in declared.members():
            return check_kinds(b, node, declared)
    if isinstance(owner, t.Name) and owner.name not in b.locals:
        if owner.name in b.scope.aliases and owner.name not in b.members:
            return _check_imported(b, node, b.scope.aliases[owner.name], wanted)
        if owner.name in NAMESPACES and owner.name != "event" and not b.global_called(owner.name, node.name):
            return _report_namespace_member(b, node, owner.name)
    if node.name == "allowed" and (found := _check_allowed(b, node)) is not None:
        return found
    type_ = check_expression(b, owner)
    return _check_member_of(b, node, type_)


def _check_allowed(b: Body, node: t.Member) -> Type | None:
    """`hero.Strike.allowed`: whether an object may use an action of its own; None if this is something else."""
    owner = node.value
    action: object = None
    if isinstance(owner, t.Name) and owner.name not in b.locals and b.owner is not None:
        action = b.members.get(owner.name)
    elif isinstance(owner, t.Member):
        before = len(b.problems)
        type_ = check_expression(b, owner.value)
        del b.problems[before:]  # said when it is looked at again, if it is not this
        action = b.class_of(type_).members().get(owner.name) if isinstance(type_, ClassType) else None
    if not isinstance(action, s.Action) or not isinstance(owner, (t.Name, t.Member)):
        return None
    b.use(action, Span(b.file, owner.at, owner.end))
    root = action.root
    if root not in b.game.allowed:
        assert root.owner is not None
        b.game.allowed[root] = s.Attribute(f"{root.name}.allowed", BOOL, root.owner, None)
    owner.refers, node.refers = action, b.game.allowed[root]
    return BOOL


def _check_imported(b: Body, node: t.Member, scope: s.Scope, wanted: Type | None) -> Type:
    """`cards.GameState`: a global class of an import with a name, or a constant."""
    symbol = scope.own.get(node.name)
    symbol = symbol.latest() if isinstance(symbol, (s.Class, s.Constant)) else symbol
    span = Span(b.file, node.name_at, node.end)
    if isinstance(symbol, s.Class):
        node.refers = symbol
        if symbol.visibility == "global" and not isinstance(wanted, KindType):
            return symbol.type
        if takes_class(wanted) and has_kinds(symbol):
            return check_class_value(b, node, symbol)
        b.report(p.ClassIsNoValue(span, node.name))
    elif isinstance(symbol, s.Constant):
        node.refers = symbol
        return symbol.type
    elif isinstance(symbol, s.Enum):
        b.report(p.EnumIsNoValue(span, node.name, next(iter(symbol.type.values), None)))
    elif symbol is not None:
        b.report(p.FunctionIsNoValue(span, node.name))
    else:
        b.report(p.UnknownName(span, node.name, near_global(node.name, scope.own)))
    return BROKEN


def _report_namespace_member(b: Body, node: t.Member, space: str) -> Type:
    span = Span(b.file, node.name_at, node.end)
    if node.name in NAMESPACES[space]:
        b.report(p.MissingCall(span, node.name))
    elif space == "turn" and node.name == "phase":
        b.report(p.WordIsNoValue(b.span(node), "turn.phase", "`turn.phase.active()`"))
    else:
        b.report(p.UnknownMember(span, space, node.name, closest(node.name, NAMESPACES[space])))
    return BROKEN


def _check_member_of(b: Body, node: t.Member, type_: Type) -> Type:
    span = Span(b.file, node.name_at, node.end)
    if isinstance(type_, ClassType):
        class_ = b.class_of(type_)
        found = class_.members().get(node.name) or kind_operation(class_, node.name)
        found = found or find_older_member(b, class_, node)
        if found is not None:
            return _check_member_value(b, node, node.name_at, node.name, found, type_, class_)
        if node.name == "kind" and has_kinds(class_):
            return check_kind_of_object(node, type_)
        if class_.visibility == "global" and node.name in ("player", "players"):
            b.report(p.GlobalOwner(span, class_.name, node.name))
        elif node.name == "zone" and class_.kind == "interactable":
            b.report(p.LiesInNoZone(span, class_.name))
        else:
            near = near_member(b, class_, node.name, called=False)
            b.report(p.UnknownMember(span, str(type_), node.name, near))
        return BROKEN
    if isinstance(type_, Collection):
        operation = collection_members(type_).get(node.name)
        if operation is not None:
            return _check_member_value(b, node, node.name_at, node.name, operation, type_, None)
        if report_asked(b, node, type_):
            return BROKEN
        near = near_operation(node.name, collection_members(type_), called=False)
        b.report(p.UnknownMember(span, str(type_), node.name, near))
        return BROKEN
    if isinstance(type_, KindType):
        return check_kind_member(b, node, type_)
    if type_ is DICE and node.name in DICE_MEMBERS:
        return _check_member_value(b, node, node.name_at, node.name, DICE_MEMBERS[node.name], type_, None)
    if type_ is ANY:
        b.report(p.KeyOfAnyType(b.span(node.value), None))
    elif type_ is not BROKEN:
        near = near_operation(node.name, DICE_MEMBERS, called=False) if type_ is DICE else None
        b.report(p.UnknownMember(span, str(type_), node.name, near))
    return BROKEN


def _check_member_value(
    b: Body, node: t.Name | t.Member, at: int, name: str, found: object, on: Type, class_: s.Class | None
) -> Type:
    """What reading a member gives."""
    if isinstance(found, s.Attribute):
        node.refers = found
        return found.type
    if isinstance(found, s.Class):
        node.refers = found.latest()
        return found.latest().type
    span = Span(b.file, at, at + len(name))
    if isinstance(found, s.Operation):
        if found.op == "tile.board":
            node.refers = found
            return _find_board_of_tiles(b, span)
        if found.op == "piece.zone" and b.game.zone is not None:
            node.refers = found
            return b.game.zone.type
        if found.reads:
            node.refers = found
            check_zone_member(b, found, class_, span)
            b.require_placeable(found, class_, span)
            return fill_in(found.returns, on, element_of(on, class_))
        b.report(p.MissingCall(span, name))
        return BROKEN
    b.report(p.FunctionIsNoValue(span, name))
    return BROKEN


def _find_board_of_tiles(b: Body, span: Span) -> Type:
    """The one board that all tiles belong to."""
    boards = [class_ for class_ in b.game.classes if class_.kind == "board" and class_.newer is None]
    if len(boards) == 1 and boards[0].visibility == "global":
        return boards[0].type
    b.report(p.NoBoardOfTile(span, tuple(board.name for board in boards)))
    return BROKEN


# ---- making things


def _check_new(b: Body, node: t.New, wanted: Type | None) -> Type:
    node.kind = find_kind_variable(b, node.made)
    if node.kind is not None and isinstance(node.kind.type, KindType):
        class_ = check_new_kind(b, node, node.kind.type)
        if class_ is not None:
            _check_named_fills(b, node, class_)
        return BROKEN if class_ is None else class_.type
    type_ = b.type_of(node.made, lambda class_: _can_be_made(class_) and _may_be(class_.type, wanted))
    if isinstance(type_, Collection):
        for fill in node.fills:
            if fill.name is not None:
                b.report(p.WrongFill(b.span(fill), f"A {type_.shape} is filled with values, not with attributes."))
        _check_items(b, [fill.value for fill in node.fills if fill.name is None], type_)
        return type_
    if isinstance(type_, ClassType):
        _check_new_object(b, node, b.class_of(type_))
        return type_
    if type_ is not BROKEN:
        b.report(p.CannotMake(b.span(node), str(type_), f"a `{type_}` is a value, not an object"))
    for fill in node.fills:
        check_expression(b, fill.value)
    return type_


def _can_be_made(class_: s.Class) -> bool:
    lone = class_.visibility == "global" and class_.kind in (*OWNED, "board")
    return (
        not lone
        and class_.kind != "group"
        and class_.cards is None
        and (not is_kind(class_) or class_.kind in ("tile", "connection"))
    )


def _may_be(type_: Type, wanted: Type | None) -> bool:
    return wanted is None or not isinstance(wanted, ClassType) or fits(type_, wanted)


def _check_new_object(b: Body, node: t.New, class_: s.Class) -> None:
    if class_.visibility == "global" and class_.kind in (*OWNED, "board"):
        named = f", and it is called `{class_.name}`" if class_.kind == "board" else ""
        b.report(p.CannotMake(b.span(node), class_.name, f"it is global, so there is exactly one already{named}"))
    elif class_.kind == "group":
        b.report(p.CannotMake(b.span(node), class_.name, "groups are made together with their board"))
    elif class_.cards is not None:
        b.report(make_table_problem(b.span(node.made), class_))
    elif is_kind(class_) and class_.kind not in ("tile", "connection"):
        b.report(
            p.CannotMake(b.span(node), class_.name, f"it is the kind of all {_plural(class_.name)}, not one of them")
        )
    elif b.scope.edition == "tgdl" and class_.visibility == "group" and not _first_of_group(b, class_):
        reason = f"players share one; make it once, in the setup and in no loop, or say `p has {class_.name};`"
        b.report(p.CannotMake(b.span(node), class_.name, reason))
    b.game.made.add(class_)
    b.call(class_, b.span(node))
    for fill in node.fills:
        if fill.name is None:
            _check_fill(b, fill, class_)
    _check_named_fills(b, node, class_)


def _check_named_fills(b: Body, node: t.New, class_: s.Class) -> None:
    filled: set[str] = set()
    for fill in node.fills:
        if fill.name is None:
            continue
        _check_fill(b, fill, class_)
        if fill.name is not None and fill.name in filled:
            b.report(p.FilledTwice(Span(b.file, fill.at, fill.at + len(fill.name)), fill.name))
        filled.add(fill.name or "")


def _first_of_group(b: Body, class_: s.Class) -> bool:
    """In TGDL there is one object of a group state."""
    made = b.game.shared
    first = b.where == "`setup`" and not b.loops and (class_, b.callable) not in made
    made.add((class_, b.callable))
    return first


def _plural(kind: str) -> str:
    return f"{kind}es" if kind.endswith("s") else f"{kind}s"


def _check_fill(b: Body, fill: t.Fill, class_: s.Class) -> None:
    if fill.name is None:
        if class_.kind == "stack":
            b.value(fill.value, element_of(class_.type, class_), "The deck")
        else:
            check_expression(b, fill.value)
            b.report(p.WrongFill(b.span(fill), f"A `{class_.name}` is filled by attribute: `name = value`."))
        return
    found = class_.members().get(fill.name) or kind_operation(class_, fill.name)
    span = Span(b.file, fill.at, fill.at + len(fill.name))
    if isinstance(found, s.Attribute):
        b.game.written.add(found)
        b.value(fill.value, found.type, f"`{fill.name}`")
        return
    if isinstance(found, s.Operation) and found.writable:
        b.value(fill.value, found.returns, f"`{fill.name}`")
        return
    check_expression(b, fill.value)
    if found is not None:
        b.report(p.WrongFill(span, f"`{fill.name}` is not an attribute that can be filled."))
    else:
        b.report(p.UnknownMember(span, class_.name, fill.name, near_filled(class_, fill.name)))


def _check_braces(b: Body, node: t.Braces, wanted: Type | None) -> Type:
    if isinstance(wanted, Collection):
        _check_items(b, list(node.items), wanted)
        return wanted
    if wanted is BROKEN:
        return _check_quiet_braces(b, node)
    if wanted is not None and wanted is not ANY:
        for item in node.items:
            if not isinstance(item, t.Braces):
                check_expression(b, item)
        b.report(p.BracesWithoutType(b.span(node), str(wanted)))
        return BROKEN
    return _check_untyped_braces(b, node)


def _check_quiet_braces(b: Body, node: t.Braces) -> Type:
    """Braces where nobody knows what is expected, because of another mistake: only what is in them is checked."""
    for item in node.items:
        check_expression(b, item, BROKEN)
    return BROKEN


def _check_untyped_braces(b: Body, node: t.Braces) -> Type:
    """Braces where no type is expected: a list, if the elements say of what."""
    found: Type | None = None
    for item in node.items:
        got = check_expression(b, item, found)
        if got is BROKEN:
            return BROKEN
        if found is None or found is NULL or fits(found, got):
            found = got
        elif not fits(got, found):
            found = None
            break
    if found is None or found is NULL or found is NOTHING:
        b.report(p.BracesWithoutType(b.span(node), None))
        return BROKEN
    return list_of(found)


def _check_items(b: Body, items: list[t.Expr], type_: Collection) -> None:
    """The items of a collection; a table's are pairs."""
    where = f"A `{type_}`"
    for item in items:
        if type_.shape != "Table":
            b.value(item, type_.of, where)
        elif not isinstance(item, t.Braces) or len(item.items) != 2:
            b.report(p.TablePair(b.span(item)))
            return
        else:
            key, content = item.items
            check_key(b, key, check_expression(b, key, ANY))
            b.value(content, type_.of, where)
            item.type = collection("List", ANY)
