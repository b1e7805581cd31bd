"""Loops to C, on flat states. A round of a loop whose length nobody knows takes from the budget of the move; without one left the match is
given up, and the usual way finds out whether it is too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.types import NUMBER, Collection
from tgpl.emit.playout.functions import Lines, indent
from tgpl.emit.playout.layout import Unsupported

if TYPE_CHECKING:
    from tgpl.emit.playout.body import Body

Block = Callable[[tuple[n.Statement, ...]], Lines]
_ROUND = "if (flat_is_spent(s, 1)) break;"
_FEW = 3  # rounds that cost next to nothing


def translate_loop(b: Body, e: n.Loop, block: Block) -> Lines:
    condition = "1" if e.condition is None else b.translate_condition(e.condition)
    body = [_ROUND, *block(e.body.statements)]
    after = block(e.after)
    if not after:
        return [f"while ({condition}) {{", *indent(body), "}"]
    # `continue` goes to what follows each round.
    first = b.make_name("first")
    lines = [f"int {first} = 1;", "for (;;) {", f"    if (!{first}) {{", *indent(indent(after)), "    }"]
    return ["{", *indent([*lines, f"    {first} = 0;", f"    if (!({condition})) break;", *indent(body), "}"]), "}"]


def translate_count(b: Body, first: n.Declare, loop: n.Loop, end: n.Expr, by: float, block: Block) -> Lines:
    """A loop that counts up to something fixed: all its rounds are paid for at once."""
    if not (by.is_integer() and b.analysis.values.variable(b.version, first.name).fits_int and b.is_whole(end)):
        raise Unsupported("counting with fractions")
    ctype = b.variable_type(first.name, NUMBER)
    name, limit = b.memory.local(first.name), b.make_name("end")
    b.scope[first.name] = NUMBER
    lines = [f"{ctype} {name} = {b.convert(first.value, ctype)}, {limit} = {b.convert(end, ctype)};"]
    rounds = _count_rounds(b, first.value, end)
    if rounds > _FEW:
        lines.append(f"if ({name} < {limit} && flat_is_spent(s, ({limit} - {name}) / {int(by)} + 1)) {limit} = {name};")
    often = "ROUND_BY_ROUND " if rounds <= _FEW else ""
    return [
        *lines,
        f"{often}for (; {name} < {limit}; {name} += {int(by)}) {{",
        *indent(block(loop.body.statements)),
        "}",
    ]


def _count_rounds(b: Body, begin: n.Expr, end: n.Expr) -> float:
    return b.range_of(end).high - b.range_of(begin).low


def translate_for_each(b: Body, e: n.ForEach, block: Block) -> Lines:
    values = e.values
    if isinstance(values, n.Operate) and values.op in _WALKS:
        return ["{", *indent(_WALKS[values.op](b, e, values, block)), "}"]
    if not isinstance(values.type, Collection) or (values.type.of is not e.type and e.type is NUMBER):
        raise Unsupported("what is walked")
    i, walked, count = b.make_name("i"), b.make_name("walked"), b.make_name("count")
    lines = [f"const Flat_list *{walked} = {b.demand_list(values)};"]
    if b.analysis.list_ownership.may_change_while_walked(b.key, values, e.body):
        lines = [f"const Flat_list *{walked} = flat_copy_list(s, z, {b.demand_list(values)});"]
    item = f"{walked}->item[{i}]"
    if isinstance(e.type, Collection):
        item = f"flat_list_at(s, {item})"
    lines.append(f"int {count} = {walked}->count;")
    return ["{", *indent([*lines, *_walk(b, e, i, count, item, block)]), "}"]


def _walk(b: Body, e: n.ForEach, i: str, count: str, item: str, block: Block) -> Lines:
    ctype = b.variable_type(e.name, e.type)
    b.scope[e.name] = e.type
    first = f"{ctype} {b.memory.local(e.name)} = {item};"
    return [
        f"for (int {i} = flat_is_spent(s, {count}) ? {count} : 0; {i} < {count}; {i}++) {{",
        *indent([first, *block(e.body.statements)]),
        "}",
    ]


def _walk_players(b: Body, e: n.ForEach, values: n.Operate, block: Block) -> Lines:
    least, most = b.module.program.players
    i = b.make_name("i")
    return _walk(b, e, i, str(most) if least == most else "s->players", i, block)


def _walk_tiles(b: Body, e: n.ForEach, values: n.Operate, block: Block) -> Lines:
    group = b.analysis.static_objects.find(values.arguments[0])
    if group is None or not group.tables or "group.add" in b.analysis.operations:
        raise Unsupported("tiles that may become more")
    table, count = write_tiles(
        b, group.tables, [b.layout.number(t) for t in group.tiles if t is not None and t.class_name != "BlankTile"]
    )
    i = b.make_name("i")
    return _walk(b, e, i, str(count), f"{table}[{i}]", block)


def write_tiles(b: Body, word: str, numbers: list[int]) -> tuple[str, int]:
    """A table of tiles, once."""
    cells = ", ".join(map(str, numbers))
    known = b.functions.steps
    key = f"tiles {cells}"
    if key not in known:
        known[key] = b.memory.unique(f"flat_tiles_{word}")
        b.functions.tables.append(f"FLAT_TABLE Flat_ref {known[key]}[] = {{{cells or '0'}}};")
    return known[key], len(numbers)


def _walk_neighbours(b: Body, e: n.ForEach, values: n.Operate, block: Block) -> Lines:
    if not b.analysis.plain_grids or b.analysis.values.side.null:
        raise Unsupported("neighbours that may change")
    b.functions.near = True
    i, row = b.make_name("i"), b.make_name("near")
    lines = [f"const Flat_ref *{row} = FLAT_NEAR[{b.demand(values.arguments[0])}];"]
    return lines + _walk(b, e, i, f"{row}[0]", f"{row}[{i} + 1]", block)


def _walk_pieces(b: Body, e: n.ForEach, values: n.Operate, block: Block) -> Lines:
    """As they lie there when the loop begins."""
    i, walked, count = b.make_name("i"), b.make_name("walked"), b.make_name("count")
    lines = [
        f"Flat_ref {walked}[FLAT_PILE];",
        f"int {count} = flat_pieces(s, {b.demand(values.arguments[0])}, {walked});",
    ]
    return lines + _walk(b, e, i, count, f"{walked}[{i}]", block)


_WALKS: dict[str, Callable[[Body, n.ForEach, n.Operate, Block], Lines]] = {
    "player.all": _walk_players,
    "group.tiles": _walk_tiles,
    "tile.neighbors": _walk_neighbours,
    "tile.pieces": _walk_pieces,
}
