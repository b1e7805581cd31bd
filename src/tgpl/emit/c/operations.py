"""Predefined operations to C: each is a function of the runtime; arguments keep their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.operations import OPERATIONS, SideEffect
from tgpl.core.types import ANY, BOOL, NULL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type
from tgpl.emit.c.expressions import is_made_here, known_type, put_value, table_tags
from tgpl.emit.c.layout import c_type, from_slot, to_slot
from tgpl.emit.c.module import Operand
from tgpl.emit.c.numbers import translate_roll

if TYPE_CHECKING:
    from tgpl.emit.c.context import Context

_WANTED: dict[str, Type] = {"number": NUMBER, "player": PLAYER}  # a null is written as these have it


def translate_operation(context: Context, e: n.Operate) -> str:
    if e.op in _SPECIAL:
        return _SPECIAL[e.op](context, e, context.at(e))
    first = e.arguments[0].type if e.arguments else None
    operation = OPERATIONS[e.op]
    if operation.c_any and isinstance(first, Collection) and first.of is ANY:
        return _fill_template(context, e, operation.c_any, ANY, boxed=True)
    is_young = e.op == "list.add" and is_made_here(context, e.arguments[0])
    template = "young_add(G, {0}, {1}, {at})" if is_young else operation.c
    return _fill_template(context, e, template, first.of if isinstance(first, Collection) else None)


def _fill_template(context: Context, e: n.Operate, template: str, of: Type | None, boxed: bool = False) -> str:
    """`of`: the elements of the collection that it works on; `boxed`: they are of any type, and not in slots."""
    at, operation = context.at(e), OPERATIONS[e.op]
    parts: list[Operand] = []
    elements = []
    for i, (word, argument) in enumerate(zip(operation.parameters, e.arguments, strict=False)):
        word = word.rstrip("~?")
        if word == "T" and of is not None:
            elements.append(i)
        type_ = of if word == "T" and of is not None else _WANTED.get(word, argument.type)
        if i == 0 and "{here}" in template:
            parts.append(context.demand_operand(argument, at))
            continue
        parts.append(Operand(argument, type_, context.translate(argument, type_)))
    looks_inside = operation.side_effect is not SideEffect.LOOKS or e.op == "deck.peek"
    into_deck = operation.parameters[:1] == ["deck"] and looks_inside

    def write(texts: list[str]) -> str:
        if into_deck and context.watched:
            texts = [f"watched_deck(G, {texts[0]})", *texts[1:]]
        if not boxed and of is not None:
            texts = [to_slot(of, text) if i in elements else text for i, text in enumerate(texts)]
        here = texts[0] if texts else ""
        found = template.format(*texts, here=here, at=at, known=known, type=type_number)
        return from_slot(of, found) if operation.gives_element and not boxed and of is not None else found

    known = known_type(context, e.arguments[0].type) if "{known}" in template else -1
    type_number = context.layout.type(e.type) if "{type}" in template else -1
    return _order_behind_subject(context, e, parts, write)


def _order_behind_subject(
    context: Context, e: n.Operate, parts: list[Operand], make: Callable[[list[str]], str]
) -> str:
    """Whether what an operation works on is there is looked at before the other arguments are worked out."""
    if len(parts) < 2:
        return context.order(parts, make)
    first, *others = parts
    loud = any(other.demanded or not context.analysis.is_safe(other.e) for other in others)
    if loud and isinstance(first.e.type, (ClassType, Collection)) and not first.demanded:
        first = context.demand_operand(first.e, context.at(e))
    return context.order([first, *others], make)


def _pass_turn(context: Context, e: n.Operate, at: int) -> str:
    if not e.arguments:
        return f"pass_turn(G, {at})"
    types = (PLAYER, TEXT)
    parts = [context.translate_operand(a, t) for a, t in zip(e.arguments, types, strict=False)]
    return context.order(parts, lambda t: f"pass_to(G, {t[0]}, {t[1] if len(t) > 1 else 0}, {at})")


def _use_turn(context: Context, e: n.Operate, at: int) -> str:
    parts = [context.translate_operand(a, TEXT) for a in e.arguments]
    return context.order(parts, lambda t: f"use_turn(G, {t[0]}, {t[1] if len(t) > 1 else 0}, {at})")


def _discard(context: Context, e: n.Operate, at: int) -> str:
    thing = context.demand_operand(e.arguments[0], at)
    if len(e.arguments) == 1 or e.arguments[1].type is NULL:
        return f"discard(G, {thing.text}, 0, 0, {at})"
    pile = e.arguments[1]
    is_deck = int(isinstance(pile.type, ClassType))
    parts = [thing, context.translate_operand(pile)]
    return context.order(parts, lambda t: f"discard(G, {t[0]}, {t[1]}, {is_deck}, {at})")


def _throw_now(context: Context, e: n.Operate, at: int) -> str:
    return context.keep_roots(f"throw_now(G, {context.translate(e.arguments[0])}, {at})", e.type)


def _write_log(context: Context, e: n.Operate, at: int) -> str:
    value = e.arguments[0]
    if value.type is TEXT:
        return f"log_text(G, {context.translate(value)}, {at})"
    name = context.make_name()
    kind = "Ref" if value.type is NULL else c_type(value.type)
    first = f"{kind} {name} = {context.translate(value)};"
    put = f"{first} u32 start_ = G->words_length; {put_value(context, value.type, name, at)}"
    return f"({{ {put} log_words(G, start_, {at}); }})"


def _tell(context: Context, e: n.Operate, at: int) -> str:
    """The player comes first; what is told may be null, the player may not."""
    player, value = e.arguments
    kind = "Ref" if value.type is NULL else c_type(value.type)
    parts = [context.translate_operand(player, PLAYER), context.translate_operand(value)]

    def write(texts: list[str]) -> str:
        seat, name = context.make_name(), context.make_name()
        first = f"Player {seat} = {texts[0]}; {kind} {name} = {texts[1]}; seat_at(G, {seat}, {at});"
        if value.type is TEXT:
            return f"({{ {first} tell_text(G, {seat}, {name}, {at}); }})"
        put = put_value(context, value.type, name, at)
        return f"({{ {first} u32 start_ = G->words_length; {put} tell_words(G, {seat}, start_, {at}); }})"

    return context.order(parts, write)


def _show(context: Context, e: n.Operate, at: int) -> str:
    many = int(isinstance(e.arguments[0].type, Collection))
    parts = [context.translate_operand(e.arguments[0]), context.translate_operand(e.arguments[1], PLAYER)]
    return context.order(parts, lambda t: f"show_to(G, {t[0]}, {many}, {t[1]}, {at})")


def _find_chance(context: Context, e: n.Operate, at: int) -> str:
    dice, sign, value = e.arguments
    assert isinstance(sign, n.Literal)
    parts = [context.translate_operand(dice, TEXT), context.translate_operand(value, NUMBER)]
    return context.order(parts, lambda t: f'chance_of_dice(G, {t[0]}, "{sign.value}", {t[1]}, {at})')


def _name_geometry(context: Context, e: n.Operate, at: int) -> str:
    known = context.analysis.values.constant(e, context.version)
    if known is not None and not context.range_of(e.arguments[0]).null:
        return f"({{ {context.translate(e.arguments[0])}; {context.layout.text(known)}; }})"
    names = ("graph", "square", "square around", "hex row", "hex column")  # in the order of `enum Geometry`
    texts = ", ".join(map(context.layout.text, names))
    return f"((Ref[]){{{texts}}})[class_of(G, {context.demand(e.arguments[0], at)})->geometry]"


def _list_groups(context: Context, e: n.Operate, at: int) -> str:
    board = e.arguments[0]
    assert isinstance(board.type, ClassType)
    layout = context.layout
    name, table = context.make_name(), context.make_name("made")
    lines = [f"Ref {name} = {context.demand(board, at)}, {table} = items_made(G, {layout.type(e.type)}, 0);"]
    tags = ", ".join(table_tags(context, e.type))
    for class_ in layout.within(board.type.name):
        sets = []
        for word, group in layout.groups(class_).items():
            struct, field, _ = layout.attribute(class_, word)
            key, value = layout.text(layout.classes[group].shown), f"(({struct} *)at_ref(G, {name}))->{field}"
            sets.append(f"table_set(G, {table}, TEXT, slot_of({key}), slot_of({value}), {tags}, {at});")
        lines.append(f"if (object_at(G, {name})->class_ == {layout.number[class_]}) {{ {' '.join(sets)} }}")
    return f"({{ {' '.join(lines)} {table}; }})"


def _find_board(context: Context, e: n.Operate, at: int) -> str:
    """The one board of the game, of a tile that is in a group."""
    layout = context.layout
    name = next(name for name in layout.globals if layout.classes[name].kind == "board")
    tile = f"((Tile *)at_ref(G, {context.demand(e.arguments[0], at)}))->group"
    return f"({tile} ? *global_at(G, {layout.global_number(name)}) : 0)"


_DEMANDS: dict[Type, str] = {NUMBER: "needed", BOOL: "truth", PLAYER: "seated", ANY: "any_present"}


def _demand_value(context: Context, e: n.Operate, at: int) -> str:
    """A value that must be there, whatever it is."""
    value = e.arguments[0]
    return f"{_DEMANDS.get(value.type, 'present')}(G, {context.translate(value)}, {at})"


_SPECIAL: dict[str, Callable[[Context, n.Operate, int], str]] = {
    "present": _demand_value,
    "tile.board": _find_board,
    "group.geometry": _name_geometry,
    "board.groups": _list_groups,
    "turn.pass": _pass_turn,
    "turn.use": _use_turn,
    "piece.discard": _discard,
    "event.throw_sync": _throw_now,
    "log": _write_log,
    "tell": _tell,
    "player.show": _show,
    "dice.chance": _find_chance,
    "dice.roll": lambda context, e, at: translate_roll(context, e),
}
