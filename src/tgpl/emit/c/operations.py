"""Predefined operations to C: each is a function of the runtime; arguments keep their order."""

from __future__ import annotations

from collections.abc import Callable

from tgpl.core import nodes as n
from tgpl.core.operations import OPERATIONS
from tgpl.core.types import ANY, NULL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type
from tgpl.emit.c.expressions import Expressions
from tgpl.emit.c.layout import c_type, from_slot, to_slot

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


def operation(self: Expressions, e: n.Operate) -> str:
    at = self.at(e)
    if e.op in _OPEN and isinstance(kind := e.arguments[0].type, Collection) and kind.of is ANY:
        return _open(self, e, at)
    if e.op in _ELEMENTS:
        return _element(self, e, _ELEMENTS[e.op], at)
    if e.op in ("list.at", "list.put", "list.inner"):
        return _placed(self, e, at)
    if e.op in ("stack.pop", "stack.pop_front"):
        stack = e.arguments[0]
        assert isinstance(stack.type, Collection)
        taken = f"stack_take(G, {self.text(stack)}, {int(e.op == 'stack.pop_front')}, {at})"
        return from_slot(stack.type.of, taken)
    if e.op == "dice.roll":
        return self.thrown(e)
    if e.op in _PLAIN:
        return _plain(self, e, _PLAIN[e.op], at)
    return _SPECIAL[e.op](self, e, at)


def _plain(self: Expressions, e: n.Operate, template: str, at: int) -> str:
    wanted = _TYPES.get(e.op, ())
    parts = []
    for i, argument in enumerate(e.arguments):
        type_ = (wanted[i] if i < len(wanted) else None) or argument.type
        text = self.text(argument, type_)
        if i == 0 and e.op in _DIRECT:
            text = self.present(argument, at)
        if i == 0 and e.op in _INTO_DECKS and self.watched:
            text = f"watched_deck(G, {text})"
        parts.append((argument, type_, text))
    known = self.known(e.arguments[0].type) if "{known}" in template else -1
    return _worked_on(self, e, parts, lambda t: template.format(*t, known=known, at=at))


def _worked_on(
    self: Expressions, e: n.Operate, parts: list[tuple[n.Expr, Type, str]], make: Callable[[list[str]], str]
) -> str:
    """Whether what an operation works on is there is looked at before the other arguments are worked out."""
    if len(parts) < 2:
        return self.ordered(parts, make)
    first, *others = parts
    loud = any(not self.facts.quiet(argument) or "present(" in text for argument, _, text in others)
    if loud and isinstance(first[0].type, (ClassType, Collection)) and "present(" not in first[2][:8]:
        first = (first[0], first[1], self.present(first[0], self.at(e)))
    return self.ordered([first, *others], make)


def _element(self: Expressions, e: n.Operate, template: str, at: int) -> str:
    collection, value = e.arguments
    assert isinstance(collection.type, Collection)
    of = collection.type.of
    parts = [(collection, collection.type, self.text(collection)), (value, of, self.text(value, of))]
    if e.op == "list.add" and self.is_young(collection):
        template = "young_add(G, {0}, {1}, {at})"
    known = self.known(collection.type)
    return _worked_on(self, e, parts, lambda t: template.format(t[0], to_slot(of, t[1]), known=known, at=at))


def _open(self: Expressions, e: n.Operate, at: int) -> str:
    types = {"T": ANY, "number": NUMBER}
    words = [parameter.rstrip("~") for parameter in OPERATIONS[e.op].parameters]
    wanted = [types.get(word, argument.type) for word, argument in zip(words, e.arguments, strict=True)]
    parts = [(argument, type_, self.text(argument, type_)) for argument, type_ in zip(e.arguments, wanted, strict=True)]
    return _worked_on(self, e, parts, lambda t: _OPEN[e.op].format(*t, at=at))


def _placed(self: Expressions, e: n.Operate, at: int) -> str:
    """An item by its place, which may be outside."""
    collection, key, *value = e.arguments
    assert isinstance(collection.type, Collection)
    of = collection.type.of
    parts = [(collection, collection.type, self.text(collection)), (key, NUMBER, self.text(key, NUMBER))]
    parts += [(one, of, self.text(one, of)) for one in value]
    if e.op == "list.at":
        return _worked_on(self, e, parts, lambda t: from_slot(of, f"list_at(G, {t[0]}, {t[1]}, {at})"))
    if e.op == "list.inner":
        return _worked_on(self, e, parts, lambda t: f"list_inner(G, {t[0]}, {t[1]}, {at})")
    return _worked_on(self, e, parts, lambda t: f"list_place(G, {t[0]}, {t[1]}, {to_slot(of, t[2])}, {at})")


def _players(self: Expressions, e: n.Operate, at: int) -> str:
    return f"all_players(G, {self.layout.type(e.type)})"


def _members(self: Expressions, e: n.Operate, at: int) -> str:
    return f"members_of(G, {self.text(e.arguments[0])}, {self.layout.type(e.type)}, {at})"


def _keys(self: Expressions, e: n.Operate, at: int) -> str:
    return f"table_keys(G, {self.text(e.arguments[0])}, {self.layout.type(e.type)}, {at})"


def _pass(self: Expressions, e: n.Operate, at: int) -> str:
    if not e.arguments:
        return f"pass_turn(G, {at})"
    types = (PLAYER, TEXT)
    parts = [(a, t, self.text(a, t)) for a, t in zip(e.arguments, types, strict=False)]
    return self.ordered(parts, lambda t: f"pass_to(G, {t[0]}, {t[1] if len(t) > 1 else 0}, {at})")


def _use(self: Expressions, e: n.Operate, at: int) -> str:
    parts = [(a, TEXT, self.text(a, TEXT)) for a in e.arguments]
    return self.ordered(parts, lambda t: f"use_turn(G, {t[0]}, {t[1] if len(t) > 1 else 0}, {at})")


def _discard(self: Expressions, e: n.Operate, at: int) -> str:
    thing = (e.arguments[0], e.arguments[0].type, self.present(e.arguments[0], at))
    if len(e.arguments) == 1 or e.arguments[1].type is NULL:
        return f"discard(G, {thing[2]}, 0, 0, {at})"
    pile = e.arguments[1]
    is_deck = int(isinstance(pile.type, ClassType))
    parts = [thing, (pile, pile.type, self.text(pile))]
    return self.ordered(parts, lambda t: f"discard(G, {t[0]}, {t[1]}, {is_deck}, {at})")


def _throw_now(self: Expressions, e: n.Operate, at: int) -> str:
    return self.holding(f"throw_now(G, {self.text(e.arguments[0])}, {at})", e.type)


def _log(self: Expressions, e: n.Operate, at: int) -> str:
    value = e.arguments[0]
    if value.type is TEXT:
        return f"log_text(G, {self.text(value)}, {at})"
    name = self.fresh()
    kind = "Ref" if value.type is NULL else c_type(value.type)
    first = f"{kind} {name} = {self.text(value)};"
    put = f"{first} u32 start_ = G->words_length; {self.put(value.type, name, at)}"
    return f"({{ {put} log_words(G, start_, {at}); }})"


def _chance(self: Expressions, e: n.Operate, at: int) -> str:
    dice, sign, value = e.arguments
    assert isinstance(sign, n.Literal)
    parts = [(dice, TEXT, self.text(dice, TEXT)), (value, NUMBER, self.text(value, NUMBER))]
    return self.ordered(parts, lambda t: f'chance_of_dice(G, {t[0]}, "{sign.value}", {t[1]}, {at})')


def _geometry(self: Expressions, e: n.Operate, at: int) -> str:
    known = self.facts.values.constant(e, self.version)
    if known is not None and not self.range(e.arguments[0]).null:
        return f"({{ {self.text(e.arguments[0])}; {self.layout.text(known)}; }})"
    names = ("graph", "square", "square around", "hex row", "hex column")  # in the order of `enum Geometry`
    texts = ", ".join(map(self.layout.text, names))
    return f"((Ref[]){{{texts}}})[class_of(G, {self.present(e.arguments[0], at)})->geometry]"


def _groups(self: Expressions, e: n.Operate, at: int) -> str:
    board = e.arguments[0]
    assert isinstance(board.type, ClassType)
    layout = self.layout
    name, table = self.fresh(), self.fresh("made")
    lines = [f"Ref {name} = {self.present(board, at)}, {table} = items_made(G, {layout.type(e.type)}, 0);"]
    tags = ", ".join(self.table_tags(e.type))
    for class_ in layout.within(board.type.name):
        sets = []
        for word, group in layout.groups(class_).items():
            struct, field, _ = layout.attribute(class_, word)
            key, value = layout.text(layout.classes[group].shown), f"(({struct} *)at_ref(G, {name}))->{field}"
            sets.append(f"table_set(G, {table}, TEXT, slot_of({key}), slot_of({value}), {tags}, {at});")
        lines.append(f"if (object_at(G, {name})->class_ == {layout.number[class_]}) {{ {' '.join(sets)} }}")
    return f"({{ {' '.join(lines)} {table}; }})"


def _board(self: Expressions, e: n.Operate, at: int) -> str:
    """The one board of the game, of a tile that is in a group."""
    layout = self.layout
    name = next(name for name in layout.globals if layout.classes[name].kind == "board")
    tile = f"((Tile *)at_ref(G, {self.present(e.arguments[0], at)}))->group"
    return f"({tile} ? *global_at(G, {layout.global_number(name)}) : 0)"


_SPECIAL = {
    "tile.board": _board,
    "group.geometry": _geometry,
    "board.groups": _groups,
    "player.all": _players,
    "table.keys": _keys,
    "own.players": _members,
    "turn.pass": _pass,
    "turn.use": _use,
    "piece.discard": _discard,
    "event.throw_sync": _throw_now,
    "log": _log,
    "dice.chance": _chance,
}
