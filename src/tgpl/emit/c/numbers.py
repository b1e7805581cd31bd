"""Numbers in C: whole ones where a number is surely whole, small and never null, else doubles.

A variable, parameter or result is a whole number of C if everything that it can ever hold is (see core/analysis/value_ranges).
An expression is one if its operands are and its own range is known; whole numbers below 2^52 are the same in both.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from tgpl.core import nodes as n
from tgpl.core.analysis.ranges import INT32, Range
from tgpl.core.types import NUMBER, PLAYER, TEXT
from tgpl.emit.c import calls
from tgpl.emit.c.layout import WHOLE
from tgpl.emit.c.module import Operand
from tgpl.emit.python.expressions import bound_result, size_of
from tgpl.text.limits import MOST_FACES

if TYPE_CHECKING:
    from tgpl.emit.c.context import Context

_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided", "%": "remainder_of", "^": "power_of"}
_SMALL = 1e300  # far from where sums are out of range


# ---- how a number is held


def translate_whole(context: Context, e: n.Expr) -> str | None:
    match e:
        case n.Local():
            return context.layout.local(e.name) if context.variable_type(e.name, e.type) is WHOLE else None
        case n.Literal():
            return _write_whole(context, e)
        case n.Operate():
            translate = _WHOLE_OPERATIONS.get(e.op)
            return None if translate is None else translate(context, e)
        case n.CallMethod() | n.Call():
            return (
                calls.translate_call(context, e)
                if context.result_type(calls.find_callee(context, e), e.type) is WHOLE
                else None
            )
        case n.Arithmetic():
            return _translate_whole_arithmetic(context, e)
        case n.Convert():
            return _number_player(context, e)
        case n.Choose():
            return _choose_whole(context, e)
        case n.Negate():
            inner = context.find_whole(e.value)
            return None if inner is None else f"(- {inner})"  # the blank: two signs would be one
        case (
            n.Symbol() | n.This() | n.Event() | n.Global() | n.Attribute() | n.ListItem() | n.TableItem() | n.TileAt() | n.OwnedBy()
            | n.Not() | n.Compare() | n.Equal() | n.Logic() | n.Join() | n.IsA() | n.AsA() | n.Make()
            | n.MakeCollection() | n.CallAction()
        ):  # fmt: skip
            return None
        case _:
            assert_never(e)


def find_wholes(context: Context, *sides: n.Expr, at: int | None = None) -> list[Operand] | None:
    """Operands as whole numbers, where at least one already is; with a place: those that may be null too."""
    if all(
        (context.find_whole(side) is None and not _of_player(side)) or isinstance(side, n.Literal) for side in sides
    ):
        return None
    found: list[Operand] = []
    for side in sides:
        text = context.to_whole(side)
        if text is None and at is not None and context.range_of(side)._replace(null=False).fits_int:
            text = _demand_whole(context, side, at)
        if text is None:
            return None
        found.append(Operand(side, WHOLE, text))
    return found


def _demand_whole(context: Context, e: n.Expr, at: int) -> str:
    if isinstance(e, n.Convert) and e.value.type is PLAYER:
        return f"(i64)seated(G, {context.translate(e.value, PLAYER)}, {at})"
    return f"(i64)needed(G, {context.translate(e, NUMBER)}, {at})"


def translate_index(context: Context, e: n.Expr) -> Operand:
    """Where something is looked up: as a whole number if possible."""
    found = context.to_whole(e)
    return Operand(e, WHOLE, found) if found is not None else context.translate_operand(e, NUMBER)


# ---- whole numbers


def _write_whole(context: Context, e: n.Literal) -> str | None:
    if not isinstance(e.value, float) or e.value != e.value // 1 or abs(e.value) > 2.0**52:
        return None
    return f"{int(e.value)}{'' if abs(e.value) < 2.0**31 else 'll'}"


def _translate_whole_arithmetic(context: Context, e: n.Arithmetic) -> str | None:
    if e.op not in "+-*%" or not context.range_of(e).fits_int:
        return None
    parts = find_wholes(context, e.left, e.right, at=context.at(e))
    if parts is None:
        return None
    if e.op == "%":
        right = context.range_of(e.right)
        if right.low <= 0.0 <= right.high:
            return context.order(parts, lambda t: f"whole_rest(G, {t[0]}, {t[1]}, {context.at(e)})")
    return context.order(parts, lambda t: f"({t[0]} {e.op} {t[1]})")


def _choose_whole(context: Context, e: n.Choose) -> str | None:
    if e.type is not NUMBER or (context.find_whole(e.yes) is None and context.find_whole(e.no) is None):
        return None
    yes, no = context.to_whole(e.yes), context.to_whole(e.no)
    return (
        None if yes is None or no is None else f"({context.translate_condition(e.condition)} ? (i64){yes} : (i64){no})"
    )


def _number_player(context: Context, e: n.Convert) -> str | None:
    if e.type is NUMBER and e.value.type is PLAYER and not context.range_of(e.value).null:
        return f"(i64){context.translate(e.value, PLAYER)}"
    return None


def _count_items(context: Context, e: n.Operate) -> str | None:
    held, at = e.arguments[0], context.at(e)
    if isinstance(held, n.Operate) and held.op == "tile.pieces":  # without making the list
        inner = context.at(held)
        return f"(i64)piece_count(G, {context.demand(held.arguments[0], inner)}, {inner})"
    found = context.demand(held, at)
    if e.op == "deck.length":
        found = f"((Deck *)at_ref(G, {found}))->cards"
    return f"(i64)items_at(G, {found})->count"


def _read_side(context: Context, e: n.Operate) -> str | None:
    if context.analysis.values.side.null and e.op.startswith("tile"):
        return None
    struct, field = e.op.split(".")
    return f"(i64)(({struct.capitalize()} *)at_ref(G, {context.demand(e.arguments[0], context.at(e))}))->{field}"


def _round(context: Context, e: n.Operate) -> str | None:
    inner = e.arguments[0]
    found = context.find_whole(inner)
    if found is not None or e.op != "floor" or not isinstance(inner, n.Arithmetic) or inner.op != "/":
        return found
    parts = find_wholes(context, inner.left, inner.right)
    if parts is None or not context.range_of(e).fits_int:
        return None
    return context.order(parts, lambda t: f"whole_floor(G, {t[0]}, {t[1]}, {context.at(inner)})")


def _demand_exact(context: Context, e: n.Operate) -> str | None:
    found = context.find_whole(e.arguments[0])
    if found is not None or not context.range_of(e).fits_int:
        return found
    return f"(i64)exact_number(G, {context.translate(e.arguments[0], NUMBER)}, {context.at(e)})"


def _wrap(context: Context, e: n.Operate) -> str | None:
    inner = e.arguments[0]
    found = context.find_whole(inner)
    if found is None:
        return f"(i64)wrapped_number(G, {context.translate(inner, NUMBER)}, {context.at(e)})"
    range_ = context.range_of(inner)
    fits = INT32[0] <= range_.low and range_.high <= INT32[1]
    return found if fits else f"in_32_bits({found})"


def _wrap_product(context: Context, e: n.Operate) -> str | None:
    parts = find_wholes(context, *e.arguments)
    return None if parts is None else context.order(parts, lambda t: f"wrapped_times({t[0]}, {t[1]})")


def _read_digits(context: Context, e: n.Operate) -> str | None:
    return f"(i64)number_of_digits(G, {context.translate(e.arguments[0])}, {context.at(e)})"


def _combine_wholes(context: Context, e: n.Operate) -> str | None:
    parts = find_wholes(context, *e.arguments)
    word = {"abs": "whole_size", "min": "whole_smaller", "max": "whole_larger"}[e.op]
    return None if parts is None else context.order(parts, lambda t: f"{word}({', '.join(t)})")


def _draw(context: Context, e: n.Operate) -> str | None:
    return f"(i64)random_below(G, {context.translate(e.arguments[0], NUMBER)}, {context.at(e)})"


def _roll_or_bound(context: Context, e: n.Operate) -> str | None:
    if not context.range_of(e).fits_int:
        return None
    if e.op == "dice.roll":
        return f"(i64){translate_roll(context, e)}"
    word = "least_of_dice" if e.op == "dice.least" else "greatest_of_dice"
    return f"(i64){word}(G, {context.translate(e.arguments[0])}, {context.at(e)})"


def _ask_logic(context: Context, e: n.Operate) -> str | None:
    position, role = e.arguments
    parts = [context.translate_operand(position), context.translate_operand(role, NUMBER)]
    return context.order(parts, lambda t: f"{e.op.replace('.', '_')}(G, {t[0]}, {t[1]}, {context.at(e)})")


def translate_roll(context: Context, e: n.Operate) -> str:
    """A roll; plain dice that stand in the rules need not be read again."""
    dice = e.arguments[0]
    known = _POOL.fullmatch(str(dice.value)) if isinstance(dice, n.Literal) else None
    if known is not None and 0 < int(known[1]) <= _MOST_KNOWN and 0 < int(known[2]) <= MOST_FACES:
        return f"throw_pool(G, {int(known[1])}, {int(known[2])}u, {context.at(e)})"
    return f"roll_dice(G, {context.translate(dice)}, {context.at(e)})"


def _count_players(context: Context, e: n.Operate) -> str | None:
    return "(i64)G->players"


# ---- doubles: null is noticed at once, a result out of range where the whole sum is done


def translate_arithmetic(context: Context, e: n.Expr) -> str:
    text, _, sure = translate_sum(context, e)
    return text if sure else f"in_range(G, {text}, {context.at(e)})"


def translate_sum(context: Context, e: n.Expr) -> tuple[str, float, bool]:
    """Text, log2 of how large it can be, and whether it is surely finite."""
    whole = context.find_whole(e)
    if whole is not None and not isinstance(e, n.Literal):
        return f"(double){whole}", 53.0, True
    if isinstance(e, n.Arithmetic):
        return _translate_operation(context, e)
    if isinstance(e, n.Negate):
        if isinstance(e.value, n.Literal) and e.value.value is not None:
            return f"(- {context.translate(e.value)})", size_of(e.value), True
        text, size, sure = translate_sum(context, e.value)
        return (
            f"(- {text})" if not context.range_of(e.value).null else f"negative(G, {text}, {context.at(e)})",
            size,
            sure,
        )
    if isinstance(e, n.Convert) and e.value.type is PLAYER:
        return context.translate(e), 6.0, True
    return context.translate(e, NUMBER), size_of(e), True


def _translate_operation(context: Context, e: n.Arithmetic) -> tuple[str, float, bool]:
    left, left_size, left_sure = translate_sum(context, e.left)
    right, right_size, right_sure = translate_sum(context, e.right)
    if e.op in "%^" and not left_sure:
        left = f"in_range(G, {left}, {context.at(e)})"
    if e.op in "%^/" and not right_sure:
        right = f"in_range(G, {right}, {context.at(e)})"
    parts = [Operand(e.left, NUMBER, left), Operand(e.right, NUMBER, right)]
    one, other = context.range_of(e.left), context.range_of(e.right)
    if is_constant(e):  # not every compiler works such out as a double
        text = f"{_ARITHMETIC[e.op]}(G, {left}, {right}, {context.at(e)})"
    else:
        text = context.order(parts, lambda t: combine(context, e, e.op, t[0], t[1], one, other))
    if e.op in "%^":
        return text, left_size if e.op == "%" else 1024.0, True
    size, sure = bound_result(e.op, left_size, right_size, e.right)
    # What is small can still come of parts that are out of range: 1e300 * 1e300 * 0.
    sure = (sure or context.range_of(e).largest < _SMALL) and left_sure and (right_sure or e.op == "/")
    return text, size, sure


def combine(context: Context, e: n.Node, op: str, left: str, right: str, one: Range, other: Range) -> str:
    """Two doubles; what cannot happen is not looked for."""
    if not one.null and not other.null and op in "+-*/" and (op != "/" or not other.low <= 0.0 <= other.high):
        return f"({left} {op} {right})"
    return f"{_ARITHMETIC[op]}(G, {left}, {right}, {context.at(e)})"


# ---- comparing


def translate_compare(context: Context, e: n.Compare) -> str:
    at = context.at(e)
    if TEXT in (e.left.type, e.right.type):
        sides = [context.translate_operand(side, TEXT) for side in (e.left, e.right)]
        return context.order(sides, lambda t: f"(compare_texts(G, {t[0]}, {t[1]}, {at}) {e.op} 0)")
    parts = find_wholes(context, e.left, e.right)
    if parts is None:
        parts = [context.translate_operand(e.left, NUMBER), context.translate_operand(e.right, NUMBER)]
    if parts[0].type is WHOLE and isinstance(e.left, n.Local) and e.left == e.right:
        return "1" if "=" in e.op else "0"  # asked only whether it is there; compilers warn of it
    if parts[0].type is WHOLE or not (context.range_of(e.left).null or context.range_of(e.right).null):
        return context.order(parts, lambda t: f"({t[0]} {e.op} {t[1]})")
    name = "is_less" if e.op in "<>" else "is_at_most"
    turned = e.op[0] == ">"

    def made(t: list[str]) -> str:
        first, second = (t[1], t[0]) if turned else (t[0], t[1])
        return f"{name}(G, {first}, {second}, {at})"

    return context.order(parts, made)


def translate_same_numbers(context: Context, left: n.Expr, right: n.Expr, negated: bool) -> str:
    """Whether two numbers are equal; null equals null."""
    sign = "!=" if negated else "=="
    for side, other in ((left, right), (right, left)):
        # A player's null is -1, and no number that is written like this.
        if isinstance(side, n.Convert) and isinstance(other, n.Literal) and side.value.type is PLAYER:
            number = context.find_whole(other)
            if number is not None and not number.startswith("-"):
                return f"({context.translate(side.value, PLAYER)} {sign} {number})"
    parts = find_wholes(context, left, right)
    if parts is None:
        parts = [context.translate_operand(left, NUMBER), context.translate_operand(right, NUMBER)]
        if context.range_of(left).null and context.range_of(right).null:
            return context.order(parts, lambda t: f"{'!' if negated else ''}same_number({t[0]}, {t[1]})")
    return context.order(parts, lambda t: f"({t[0]} {sign} {t[1]})")


# ---- players


def translate_seat(context: Context, e: n.Expr, at: int) -> str:
    """A number as a player: cut, and wrapped around the table."""
    least, most = context.analysis.program.players
    known = context.range_of(e)
    whole = context.find_whole(e)
    if whole is None:
        return f"seat(G, {translate_sum(context, e)[0]}, {at})"
    if known.low >= 0.0 and known.high < least:
        return f"(Player){whole}"
    return f"wrapped({whole}, {most if least == most else 'G->players'})"


_POOL = re.compile(r"([0-9]{1,4})d([0-9]{1,10})")  # as short as words are for which no work is find_counting
_MOST_KNOWN = 1000


def _of_player(e: n.Expr) -> bool:
    return isinstance(e, n.Convert) and e.value.type is PLAYER


def is_constant(e: n.Expr) -> bool:
    if isinstance(e, n.Arithmetic):
        return is_constant(e.left) and is_constant(e.right)
    return isinstance(e, n.Literal) or (isinstance(e, n.Negate) and is_constant(e.value))


_WHOLE_OPERATIONS: dict[str, Callable[..., str | None]] = {
    "present": lambda context, e: context.find_whole(e.arguments[0]) if e.type is NUMBER else None,
    "list.length": _count_items,
    "table.length": _count_items,
    "stack.length": _count_items,
    "deck.length": _count_items,
    "tile.x": _read_side,
    "tile.y": _read_side,
    "group.width": _read_side,
    "group.height": _read_side,
    "player.count": _count_players,
    "random": _draw,
    "dice.roll": _roll_or_bound,
    "dice.least": _roll_or_bound,
    "dice.greatest": _roll_or_bound,
    "logic.moves": _ask_logic,
    "logic.goal": _ask_logic,
    "whole": _demand_exact,
    "int32": _wrap,
    "int32.times": _wrap_product,
    "digits": _read_digits,
    "floor": _round,
    "ceil": _round,
    "round": _round,
    "abs": _combine_wholes,
    "min": _combine_wholes,
    "max": _combine_wholes,
}
