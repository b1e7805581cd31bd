"""Loops to C. One over a list does not make that list where what it would hold is at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.analysis.collection_views import walks_doubtfully
from tgpl.core.types import ANY, NUMBER, PLAYER, ClassType, Collection, KindType
from tgpl.core.walk import walk
from tgpl.emit.c.layout import WHOLE, c_type, from_slot
from tgpl.emit.c.module import Lines, indent
from tgpl.emit.c.static_objects import StaticObject
from tgpl.emit.python.statements import find_counting

if TYPE_CHECKING:
    from tgpl.emit.c.context import Context


def translate_for_each(context: Context, e: n.ForEach) -> Lines:
    depth = len(context.scope)
    lines = _walk_without_list(context, e) or _walk_list(context, e)
    del context.scope[depth:]
    return ["{", *indent(lines), "}"]


def _walk_without_list(context: Context, e: n.ForEach) -> Lines | None:
    values, at = e.values, context.at(e.values)
    if not isinstance(values, n.Operate):
        return None
    i = context.make_name("i")
    if values.op == "player.all":
        value = i if context.variable_type(e.name, e.type) is not NUMBER else f"(double){i}"
        return _walk(context, e, i, "(u32)G->players", value)
    if values.op == "group.tiles" and "group.add" not in context.analysis.operations:
        static = context.analysis.static_objects.find(values.arguments[0])
        return _walk_fixed_tiles(context, e, i, static) if static is not None and static.tables else None
    if values.op == "tile.neighbors" and context.analysis.plain_grids:
        context.analysis.static_objects.uses_neighbours = True
        near, around = context.make_name("near"), context.make_name("around")
        lines = [f"Ref {around}[8];", f"const Ref *{near} = {around};"]
        lines.append(
            f"u32 count_{near} = near_tiles(G, {context.demand(values.arguments[0], at)}, &{near}, {around}, {at});"
        )
        return [*lines, *_walk(context, e, i, f"count_{near}", f"{near}[{i}]")]
    if values.op == "tile.pieces":
        return _walk_pieces(context, e, i, values.arguments[0], at)
    return None


def _walk(context: Context, e: n.ForEach, i: str, count: str, value: str) -> Lines:
    first = [f"step(G, {context.at(e)});", f"{context.declare(e.name, e.type)} = {value};"]
    return [f"for (u32 {i} = 0; {i} < {count}; {i}++) {{", *translate_rounds(context, e.body, first), "}"]


def _walk_fixed_tiles(context: Context, e: n.ForEach, i: str, group: StaticObject) -> Lines:
    context.analysis.static_objects.used.add(group.tables)
    lines = [f"work(G, {group.tile_count}, {context.at(e.values)});"]
    return lines + _walk(context, e, i, str(group.tile_count), f"{group.tables}_TILES[{i}]")


def _walk_pieces(context: Context, e: n.ForEach, i: str, tile: n.Expr, at: int) -> Lines:
    """Those on a tile: a copy of the list only if there are any, and they could change."""
    walked, count = context.make_name("walked"), context.make_name("count")
    lists = context.analysis.list_ownership
    held = n.Local(e.span, e.values.type, "")  # any list that others hold
    word = "pieces_kept" if lists.may_change_while_walked(context.key, held, e.body) else "pieces_there"
    lines = [f"Ref {walked} = {word}(G, {context.demand(tile, at)}, {at});"]
    lines.append(f"u32 {count} = {walked} ? items_at(G, {walked})->count : 0;")
    return lines + _walk(context, e, i, count, f"(Ref)slots_of(G, items_at(G, {walked}))[{i}].whole")


def _walk_list(context: Context, e: n.ForEach) -> Lines:
    values, at = e.values, context.at(e)
    assert isinstance(values.type, Collection)
    of = values.type.of
    walked, i = context.make_name("walked"), context.make_name("i")
    keys = isinstance(values, n.Operate) and values.op == "table.keys"
    if isinstance(values, n.Operate) and keys:
        table = f"table_copy(G, {context.translate(values.arguments[0])}, {context.at(values)})"
        key = f"G, items_at(G, {walked}), {i}"
        known = f"key_expected({key}, {context.layout.type(e.type)}, {at})"
        slot = known if e.type is not ANY else f"slot_of_any(key_at({key}))"
        begin = f"Ref {walked} = {table};"
        of = e.type
    else:
        begin = f"Ref {walked} = {_translate_walked(context, values, e.body)};"
        slot = f"slots_of(G, items_at(G, {walked}))[{i}]"
    kind = context.variable_type(e.name, e.type)
    value = from_slot(kind if of is NUMBER and kind is WHOLE else of, slot)
    if of is NUMBER and e.type is PLAYER:
        value = f"seat(G, {value}, {at})"
    elif of is PLAYER and kind is NUMBER:
        value = f"number_of({value})"
    elif of is ANY and not keys:
        value = f"open_of(items_at(G, {walked}), {slot})"
        if e.type is not ANY:
            value = from_slot(e.type, f"any_expected(G, {value}, {context.layout.type(e.type)}, {at})")
    elif isinstance(of, ClassType) and walks_doubtfully(context.analysis.views, e):
        value = f"seen_as(G, {value}, {context.layout.interval(of.name)}, {at})"
    elif isinstance(of, KindType) and walks_doubtfully(context.analysis.views, e):
        first, last = context.layout.symbols_within(of)
        value = f"seen_symbol(G, {value}, {first}, {last}, {at})"
    return [begin, *_walk(context, e, i, f"items_at(G, {walked})->count", value)]


def _translate_walked(context: Context, values: n.Expr, body: n.Block) -> str:
    """The list that a loop walks: a copy, where the loop could change it and others hold it."""
    at = context.at(values)
    if isinstance(values, n.Operate) and values.op == "group.tiles" and "group.add" not in context.analysis.operations:
        return f"tiles_of(G, {context.translate(values.arguments[0])}, {at})"  # never changes, so it need not be copied
    text = context.demand(values, at)
    return (
        f"walk_copy(G, {text})"
        if context.analysis.list_ownership.may_change_while_walked(context.key, values, body)
        else text
    )


# ---- loops that count, and the inside of all


def translate_rounds(context: Context, body: n.Block, first: Lines, after: tuple[n.Statement, ...] = ()) -> Lines:
    """The inside of a loop; `continue` goes to what follows each round."""
    context.next_labels.append(context.make_name("next"))
    lines = [*first, *context.translate_block(body.statements)]
    label = context.next_labels.pop()
    if any(label in line for line in lines):
        lines = ["{", *indent(lines), "}", f"{label}:;"]
    return indent([*lines, *context.translate_block(after)])


def translate_count(context: Context, first: n.Declare, loop: n.Loop, end: n.Expr, by: float) -> Lines:
    """A loop that counts up to something fixed."""
    at = context.at(loop)
    kind = context.variable_type(first.name, NUMBER)
    ends = WHOLE if kind is WHOLE and context.to_whole(end) is not None else NUMBER
    name, limit = context.layout.local(first.name), context.make_name("end")
    depth = len(context.scope)
    begin, until = context.translate(first.value, kind), context.translate(end, ends)
    if context.range_of(first.value).null:
        begin = f"needed(G, {begin}, {at})"
    if context.range_of(end).null:
        until = f"needed(G, {until}, {at})"
    add = f"{int(by)}" if kind is WHOLE else repr(by)
    before = [f"{c_type(kind)} {name} = {begin};", f"{c_type(ends)} {limit} = {until};"]
    head = f"for (; {name} < {limit}; {name} += {add}) {{"
    if _writes_out_rounds(context, loop, _few_rounds(first, end, by)):
        head = f"ROUND_BY_ROUND {head}"
    context.scope.append((name, kind))
    lines = [*before, head, *translate_rounds(context, loop.body, [f"step(G, {at});"]), "}"]
    del context.scope[depth:]
    return lines


_MUCH = 1200  # nodes


def _writes_out_rounds(context: Context, loop: n.Loop, rounds: int) -> bool:
    """Whether each round is better written by itself: one of two short loops in each other that do little."""
    if not rounds:
        return False
    inside = [parts for node in walk(loop.body) if isinstance(node, n.Block) and (parts := find_counting(node))]
    inner = [_few_rounds(first, end, by) for first, _, end, by in inside]
    if not any(inner) and loop not in context.short_loops:
        return False
    context.short_loops += [parts[1] for parts in inside]
    return rounds * max([1, *inner]) * len(list(walk(loop.body))) < _MUCH


def _few_rounds(first: n.Declare, end: n.Expr, by: float) -> int:
    """How many rounds a loop between two given numbers has, if these are few."""
    begin = first.value
    start = begin.value if isinstance(begin, n.Literal) else None
    if isinstance(begin, n.Negate) and isinstance(begin.value, n.Literal) and isinstance(begin.value.value, float):
        start = -begin.value.value
    if not isinstance(start, float) or not isinstance(end, n.Literal) or not isinstance(end.value, float):
        return 0
    rounds = -((start - end.value) // by)
    return int(rounds) if 1 <= rounds <= 4 else 0
