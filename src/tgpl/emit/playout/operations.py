"""Predefined operations on flat states."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.types import ClassType, Collection
from tgpl.emit.playout.functions import give
from tgpl.emit.playout.layout import Unsupported

if TYPE_CHECKING:
    from tgpl.emit.playout.body import Body

_POOL = re.compile(r"([0-9]{1,3})d([0-9]{1,6})")


def translate_operation(b: Body, e: n.Operate) -> str:
    if e.op not in _OPERATIONS:
        raise Unsupported(f"`{e.op}`")
    return _OPERATIONS[e.op](b, e)


# ---- players and turns


def _read_owner(b: Body, e: n.Operate) -> str:
    return f"s->owner[{b.demand(e.arguments[0])}]"


def _assign(b: Body, e: n.Operate) -> str:
    thing, player = e.arguments
    assert isinstance(thing.type, ClassType)
    if any(b.memory.classes[name].visibility != "local" for name in b.memory.within(thing.type.name)):
        raise Unsupported("what several players share")
    parts = [b.part(thing, b.demand(thing)), b.part(player, b.convert(player, "int", player.type))]
    return b.order(parts, lambda t: f"flat_assign(s, {t[0]}, {t[1]})")


def _pass_turn(b: Body, e: n.Operate) -> str:
    if not e.arguments:
        return "flat_pass(s)"
    parts = [b.part(a, b.translate(a)) for a in e.arguments]
    return b.order(parts, lambda t: f"flat_pass_to(s, {t[0]}, {t[1] if len(t) > 1 else 0})")


def _name_phase(b: Body, e: n.Operate) -> str:
    return "flat_phase_name(s)"


def _name_turn(b: Body, e: n.Operate) -> str:
    return "flat_turn_name(s)"


def _count_players(b: Body, e: n.Operate) -> str:
    least, most = b.module.program.players
    return str(most) if least == most else "s->players"


# ---- tiles and pieces


def _read_side(b: Body, e: n.Operate) -> str:
    tile = e.arguments[0]
    if b.analysis.values.side.null:
        raise Unsupported("a tile that may have no place")
    return f"{'FLAT_X' if e.op == 'tile.x' else 'FLAT_Y'}[{b.demand(tile)}]"


def _read_tile(b: Body, e: n.Operate) -> str:
    return f"s->tile[{b.demand(e.arguments[0])}]"


def _move(b: Body, e: n.Operate) -> str:
    thing, tile = e.arguments
    parts = [b.part(thing, b.demand(thing)), b.part(tile, b.convert(tile, "int", tile.type), "int")]
    return b.order(parts, lambda t: f"flat_move(s, {t[0]}, {t[1]})")


def _discard(b: Body, e: n.Operate) -> str:
    if len(e.arguments) > 1:
        raise Unsupported("a pile for what is discarded")
    return f"flat_discard(s, {b.demand(e.arguments[0])})"


# ---- lists


def _count(b: Body, e: n.Operate) -> str:
    held = e.arguments[0]
    if isinstance(held, n.Operate) and held.op == "tile.pieces":
        return f"flat_piece_count(s, {b.demand(held.arguments[0])})"
    return f"{b.demand_list(held)}->count"


def _add(b: Body, e: n.Operate) -> str:
    held, item = e.arguments
    assert isinstance(held.type, Collection)
    parts = [b.part(held, b.demand_list(held)), b.part(item, b.translate_element(item, held.type.of), "int")]
    return b.order(parts, lambda t: f"flat_add(s, {t[0]}, {t[1]})")


def _call_with_item(name: str) -> Callable[[Body, n.Operate], str]:
    def write(b: Body, e: n.Operate) -> str:
        held, item = e.arguments
        assert isinstance(held.type, Collection)
        parts = [b.part(held, b.demand_list(held)), b.part(item, b.translate_element(item, held.type.of), "int")]
        return b.order(parts, lambda t: f"{name}(s, {t[0]}, {t[1]})")

    return write


def _append(b: Body, e: n.Operate) -> str:
    parts = [b.part(a, b.demand_list(a)) for a in e.arguments]
    return b.order(parts, lambda t: f"flat_append(s, {t[0]}, {t[1]})")


# ---- numbers and chance


def _round(b: Body, e: n.Operate) -> str:
    inner = e.arguments[0]
    if b.is_whole(inner):
        return b.translate(inner)
    if e.op == "floor" and isinstance(inner, n.Arithmetic) and inner.op == "/" and b.is_whole(e):
        divisor = b.range_of(inner.right)
        if b.is_whole(inner.left) and b.is_whole(inner.right) and not divisor.low <= 0.0 <= divisor.high:
            parts = [b.part(side, b.translate(side)) for side in (inner.left, inner.right)]
            return b.order(parts, lambda t: f"flat_floor({t[0]}, {t[1]})")
    raise Unsupported("rounding")


def _combine(b: Body, e: n.Operate) -> str:
    if not all(b.is_whole(a) for a in e.arguments):
        raise Unsupported(f"`{e.op}` of numbers with fractions")
    parts = [b.part(a, b.translate(a)) for a in e.arguments]
    return b.order(parts, lambda t: f"flat_{e.op}({', '.join(t)})")


def _draw(b: Body, e: n.Operate) -> str:
    if not b.is_whole(e.arguments[0]):
        raise Unsupported("chance below a number with a fraction")
    return f"flat_random(s, {b.translate(e.arguments[0])})"


def _roll(b: Body, e: n.Operate) -> str:
    dice = e.arguments[0]
    known = _POOL.fullmatch(str(dice.value)) if isinstance(dice, n.Literal) else None
    if known is None or not int(known[1]) or not int(known[2]):
        raise Unsupported("dice that are not plain")
    return f"flat_throw(s, {int(known[1])}, {int(known[2])})"


def _log(b: Body, e: n.Operate) -> str:
    """Nobody reads it; what it says must be there all the same."""
    return give([f"(void)({text});" for text in _find_loud(b, e.arguments[0])])


def _find_loud(b: Body, e: n.Expr) -> list[str]:
    parts = e.parts if isinstance(e, n.Join) else (e,)
    if any(isinstance(part, n.Join) for part in parts):
        return [text for part in parts for text in _find_loud(b, part)]
    return [b.translate(part) for part in parts if not b.analysis.is_safe(part)]


_OPERATIONS: dict[str, Callable[[Body, n.Operate], str]] = {
    "own.player": _read_owner,
    "own.assign": _assign,
    "turn.pass": _pass_turn,
    "turn.phase": _name_phase,
    "turn.active": _name_turn,
    "player.active": lambda b, e: "s->active",
    "player.count": _count_players,
    "tile.x": _read_side,
    "tile.y": _read_side,
    "piece.tile": _read_tile,
    "piece.move_to": _move,
    "piece.discard": _discard,
    "list.length": _count,
    "list.add": _add,
    "list.remove": _call_with_item("flat_remove"),
    "list.contains": _call_with_item("flat_contains"),
    "list.append": _append,
    "floor": _round,
    "ceil": _round,
    "round": _round,
    "abs": _combine,
    "min": _combine,
    "max": _combine,
    "random": _draw,
    "dice.roll": _roll,
    "log": _log,
}
