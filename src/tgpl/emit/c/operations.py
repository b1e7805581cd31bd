"""Predefined operations to C: each is a function of the runtime; arguments keep their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.operations import OPERATIONS
from tgpl.core.types import ANY, NULL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type
from tgpl.emit.c.expressions import is_made_here, known_type, put_value, table_tags
from tgpl.emit.c.layout import c_type, from_slot, to_slot
from tgpl.emit.c.module import Part
from tgpl.emit.c.numbers import translate_roll

if TYPE_CHECKING:
    from tgpl.emit.c.context import Context

# {0}, {1}: the arguments; {at}: the place; {of}: an element of the collection as a slot.
_PLAIN = {
    "list.append": "list_append(G, {0}, {1}, {known}, {at})",
    "list.removeRange": "list_remove_range(G, {0}, {1}, {at})",
    "list.clear": "list_clear(G, {0}, {at})",
    "list.removeAt": "list_remove_at(G, {0}, {1}, {at})",
    "list.shuffle": "list_shuffle(G, {0}, {at})",
    "list.copy": "list_copy(G, {0}, {at})",
    "table.clear": "list_clear(G, {0}, {at})",
    "table.copy": "table_copy(G, {0}, {at})",
    "stack.clone": "list_copy(G, {0}, {at})",
    "stack.shuffle": "list_shuffle(G, {0}, {at})",
    "deck.push": "deck_push(G, {0}, {1}, 0, {at})",
    "deck.push_front": "deck_push(G, {0}, {1}, 1, {at})",
    "deck.pop": "deck_take(G, {0}, 0, {at})",
    "deck.pop_front": "deck_take(G, {0}, 1, {at})",
    "deck.clone": "deck_clone(G, {0}, {at})",
    "deck.shuffle": "list_shuffle(G, deck_cards(G, {0}, {at}), {at})",
    "deck.reshuffle": "deck_reshuffle(G, {0}, {at})",
    "deck.discard_stack": "((Deck *)at_ref(G, {0}))->discard_stack",
    "own.player": "object_at(G, {0})->owner",
    "own.assign": "assign(G, {0}, {1}, {at})",
    "own.unassign": "unassign(G, {0}, {1}, {at})",
    "piece.tile": "((Thing *)at_ref(G, {0}))->tile",
    "piece.move_to": "move_to(G, {0}, {1}, {at})",
    "piece.discarded": "((Thing *)at_ref(G, {0}))->discarded",
    "tile.group": "((Tile *)at_ref(G, {0}))->group",
    "tile.connections": "connections_of(G, {0}, {at})",
    "tile.x": "place_number(((Tile *)at_ref(G, {0}))->x)",
    "tile.y": "place_number(((Tile *)at_ref(G, {0}))->y)",
    "tile.pieces": "pieces_of(G, {0}, {at})",
    "tile.neighbors": "neighbours_of(G, {0}, {at})",
    "tile.distance": "distance_to(G, {0}, {1}, {at})",
    "tile.link": "tile_link(G, {0}, {1}, {at})",
    "tile.unlink": "tile_unlink(G, {0}, {1}, {at})",
    "connection.to": "((Connection *)at_ref(G, {0}))->to",
    "group.tiles": "group_tiles(G, {0}, {at})",
    "group.add": "group_add(G, {0}, {1}, {at})",
    "group.connect": "group_connect(G, {0}, {1}, {2}, {at})",
    "player.active": "G->m.active",
    "testing": "(G->tests > 0)",
    "turn.active": "turn_name(G)",
    "turn.phase": "phase_name(G)",
    "event.throw": "throw_event(G, {0}, {at})",
    "input.clear": "((void)0)",
    "objects.room": "room_for_objects(G, {0}, {at})",
    "random": "random_below(G, {0}, {at})",
    "dice.plus": "join_dice(G, '+', {0}, {1}, {at})",
    "dice.minus": "join_dice(G, '-', {0}, {1}, {at})",
    "dice.times": "join_dice(G, '*', {0}, {1}, {at})",
    "dice.over": "join_dice(G, '/', {0}, {1}, {at})",
    "dice.negate": "negate_dice(G, {0}, {at})",
    "dice.of": "dice_of_number(G, {0}, {at})",
    "dice.pool": "pool_of_numbers(G, {0}, {1}, {at})",
    "dice.least": "least_of_dice(G, {0}, {at})",
    "dice.greatest": "greatest_of_dice(G, {0}, {at})",
    "dice.mean": "mean_of_dice(G, {0}, {at})",
    "logic.begin": "logic_begin(G, {at})",
    "logic.over": "logic_over(G, {0}, {at})",
    "logic.moves": "(double)logic_moves(G, {0}, {1}, {at})",
    "logic.asks": "logic_asks(G, {0}, {1}, {at})",
    "logic.label": "logic_label(G, {0}, {1}, {2}, {at})",
    "logic.goal": "(double)logic_goal(G, {0}, {1}, {at})",
    "logic.next": "logic_next(G, {0}, {1}, {at})",
    "logic.seen": "logic_seen(G, {0}, {1}, {2}, {at})",
    "whole": "exact_number(G, {0}, {at})",
    "int32": "wrapped_number(G, {0}, {at})",
    "int32.times": "wrapped_product(G, {0}, {1}, {at})",
    "digits": "number_of_digits(G, {0}, {at})",
    "floor": "floor(needed(G, {0}, {at}))",
    "ceil": "(-floor(-needed(G, {0}, {at})))",
    "round": "round_half_up(G, {0}, {at})",
    "abs": "absolute(G, {0}, {at})",
    "min": "smaller(G, {0}, {1}, {at})",
    "max": "larger(G, {0}, {1}, {at})",
}
# What takes or gives an element of the collection.
_ELEMENTS = {
    "list.add": "list_add(G, {0}, {1}, {known}, {at})",
    "list.contains": "(found_in(G, {0}, {1}, {at}) >= 0)",
    "list.indexOf": "(double)found_in(G, {0}, {1}, {at})",
    "list.find": "list_find(G, {0}, {1}, {at})",
    "list.remove": "list_remove(G, {0}, {1}, {at})",
    "stack.push": "stack_push(G, {0}, {1}, {at})",
    "stack.push_front": "stack_push_front(G, {0}, {1}, {at})",
}
_INTO_DECKS = frozenset(
    "deck.push deck.push_front deck.pop deck.pop_front deck.clone deck.shuffle deck.reshuffle".split()
)
_DIRECT = frozenset(  # look into the object themselves, so that it must be there
    """deck.discard_stack own.player piece.tile piece.discarded tile.group tile.x tile.y connection.to group.width
    group.height""".split()
)
_TYPES: dict[str, tuple[Type | None, ...]] = {  # where a null could stand, or a number is wanted
    "own.assign": (None, PLAYER), "own.unassign": (None, PLAYER), "random": (NUMBER,), "objects.room": (NUMBER,), "floor": (NUMBER,), "whole": (NUMBER,),
    "int32": (NUMBER,), "int32.times": (NUMBER, NUMBER),
    "ceil": (NUMBER,), "round": (NUMBER,), "abs": (NUMBER,), "min": (NUMBER, NUMBER), "max": (NUMBER, NUMBER),
    "list.removeAt": (None, NUMBER), "dice.of": (NUMBER,), "dice.pool": (NUMBER, NUMBER),
    "logic.moves": (None, NUMBER), "logic.asks": (None, NUMBER), "logic.goal": (None, NUMBER),
    "logic.label": (None, NUMBER, NUMBER), "logic.seen": (None, None, NUMBER),
}  # fmt: skip


# The same on collections of any type.
_OPEN = {
    "list.add": "open_add(G, {0}, {1}, {at})",
    "list.append": "open_append(G, {0}, {1}, {at})",
    "list.at": "open_at(G, {0}, {1}, {at})",
    "list.contains": "(open_found(G, {0}, {1}, {at}) >= 0)",
    "list.find": "open_find(G, {0}, {1}, {at})",
    "list.indexOf": "(double)open_found(G, {0}, {1}, {at})",
    "list.put": "open_place(G, {0}, {1}, {2}, {at})",
    "list.remove": "open_remove(G, {0}, {1}, {at})",
    "list.removeRange": "open_remove_range(G, {0}, {1}, {at})",
    "stack.pop": "open_take(G, {0}, 0, {at})",
    "stack.pop_front": "open_take(G, {0}, 1, {at})",
    "stack.push": "open_push(G, {0}, {1}, 0, {at})",
    "stack.push_front": "open_push(G, {0}, {1}, 1, {at})",
}


def translate_operation(context: Context, e: n.Operate) -> str:
    at = context.at(e)
    if e.op in _OPEN and isinstance(kind := e.arguments[0].type, Collection) and kind.of is ANY:
        return _translate_open(context, e, at)
    if e.op in _ELEMENTS:
        return _translate_element(context, e, _ELEMENTS[e.op], at)
    if e.op in ("list.at", "list.put", "list.inner"):
        return _translate_placed(context, e, at)
    if e.op in ("stack.pop", "stack.pop_front"):
        stack = e.arguments[0]
        assert isinstance(stack.type, Collection)
        taken = f"stack_take(G, {context.translate(stack)}, {int(e.op == 'stack.pop_front')}, {at})"
        return from_slot(stack.type.of, taken)
    if e.op == "dice.roll":
        return translate_roll(context, e)
    if e.op in _PLAIN:
        return _translate_plain(context, e, _PLAIN[e.op], at)
    return _SPECIAL[e.op](context, e, at)


def _translate_plain(context: Context, e: n.Operate, template: str, at: int) -> str:
    wanted = _TYPES.get(e.op, ())
    parts = []
    for i, argument in enumerate(e.arguments):
        type_ = (wanted[i] if i < len(wanted) else None) or argument.type
        text = context.translate(argument, type_)
        if i == 0 and e.op in _DIRECT:
            text = context.demand(argument, at)
        if i == 0 and e.op in _INTO_DECKS and context.watched:
            text = f"watched_deck(G, {text})"
        parts.append((argument, type_, text))
    known = known_type(context, e.arguments[0].type) if "{known}" in template else -1
    return _order_behind_subject(context, e, parts, lambda t: template.format(*t, known=known, at=at))


def _order_behind_subject(context: Context, e: n.Operate, parts: list[Part], make: Callable[[list[str]], str]) -> str:
    """Whether what an operation works on is there is looked at before the other arguments are worked out."""
    if len(parts) < 2:
        return context.order(parts, make)
    first, *others = parts
    loud = any(not context.analysis.is_safe(argument) or "present(" in text for argument, _, text in others)
    if loud and isinstance(first[0].type, (ClassType, Collection)) and "present(" not in first[2][:8]:
        first = (first[0], first[1], context.demand(first[0], context.at(e)))
    return context.order([first, *others], make)


def _translate_element(context: Context, e: n.Operate, template: str, at: int) -> str:
    collection, value = e.arguments
    assert isinstance(collection.type, Collection)
    of = collection.type.of
    parts = [(collection, collection.type, context.translate(collection)), (value, of, context.translate(value, of))]
    if e.op == "list.add" and is_made_here(context, collection):
        template = "young_add(G, {0}, {1}, {at})"
    known = known_type(context, collection.type)
    return _order_behind_subject(
        context, e, parts, lambda t: template.format(t[0], to_slot(of, t[1]), known=known, at=at)
    )


def _translate_open(context: Context, e: n.Operate, at: int) -> str:
    types = {"T": ANY, "number": NUMBER}
    words = [parameter.rstrip("~") for parameter in OPERATIONS[e.op].parameters]
    wanted = [types.get(word, argument.type) for word, argument in zip(words, e.arguments, strict=True)]
    parts = [
        (argument, type_, context.translate(argument, type_))
        for argument, type_ in zip(e.arguments, wanted, strict=True)
    ]
    return _order_behind_subject(context, e, parts, lambda t: _OPEN[e.op].format(*t, at=at))


def _translate_placed(context: Context, e: n.Operate, at: int) -> str:
    """An item by its place, which may be outside."""
    collection, key, *value = e.arguments
    assert isinstance(collection.type, Collection)
    of = collection.type.of
    parts = [
        (collection, collection.type, context.translate(collection)),
        (key, NUMBER, context.translate(key, NUMBER)),
    ]
    parts += [(one, of, context.translate(one, of)) for one in value]
    if e.op == "list.at":
        return _order_behind_subject(context, e, parts, lambda t: from_slot(of, f"list_at(G, {t[0]}, {t[1]}, {at})"))
    if e.op == "list.inner":
        return _order_behind_subject(context, e, parts, lambda t: f"list_inner(G, {t[0]}, {t[1]}, {at})")
    return _order_behind_subject(
        context, e, parts, lambda t: f"list_place(G, {t[0]}, {t[1]}, {to_slot(of, t[2])}, {at})"
    )


def _list_players(context: Context, e: n.Operate, at: int) -> str:
    return f"all_players(G, {context.layout.type(e.type)})"


def _list_members(context: Context, e: n.Operate, at: int) -> str:
    return f"members_of(G, {context.translate(e.arguments[0])}, {context.layout.type(e.type)}, {at})"


def _list_keys(context: Context, e: n.Operate, at: int) -> str:
    return f"table_keys(G, {context.translate(e.arguments[0])}, {context.layout.type(e.type)}, {at})"


def _pass_turn(context: Context, e: n.Operate, at: int) -> str:
    if not e.arguments:
        return f"pass_turn(G, {at})"
    types = (PLAYER, TEXT)
    parts = [(a, t, context.translate(a, t)) for a, t in zip(e.arguments, types, strict=False)]
    return context.order(parts, lambda t: f"pass_to(G, {t[0]}, {t[1] if len(t) > 1 else 0}, {at})")


def _use_turn(context: Context, e: n.Operate, at: int) -> str:
    parts = [(a, TEXT, context.translate(a, TEXT)) for a in e.arguments]
    return context.order(parts, lambda t: f"use_turn(G, {t[0]}, {t[1] if len(t) > 1 else 0}, {at})")


def _discard(context: Context, e: n.Operate, at: int) -> str:
    thing = (e.arguments[0], e.arguments[0].type, context.demand(e.arguments[0], at))
    if len(e.arguments) == 1 or e.arguments[1].type is NULL:
        return f"discard(G, {thing[2]}, 0, 0, {at})"
    pile = e.arguments[1]
    is_deck = int(isinstance(pile.type, ClassType))
    parts = [thing, (pile, pile.type, context.translate(pile))]
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


def _find_chance(context: Context, e: n.Operate, at: int) -> str:
    dice, sign, value = e.arguments
    assert isinstance(sign, n.Literal)
    parts = [(dice, TEXT, context.translate(dice, TEXT)), (value, NUMBER, context.translate(value, NUMBER))]
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


_SPECIAL = {
    "tile.board": _find_board,
    "group.geometry": _name_geometry,
    "board.groups": _list_groups,
    "player.all": _list_players,
    "table.keys": _list_keys,
    "own.players": _list_members,
    "turn.pass": _pass_turn,
    "turn.use": _use_turn,
    "piece.discard": _discard,
    "event.throw_sync": _throw_now,
    "log": _write_log,
    "dice.chance": _find_chance,
}
