"""Numbers in C: whole ones where a number is surely whole, small and never null, else doubles.

A variable, parameter or result is a whole number of C if everything that it can ever hold is (see core/passes/values).
An expression is one if its operands are and its own range is known; whole numbers below 2^52 are the same in both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.analysis.ranges import INT32, Range
from tgpl.core.types import NUMBER, PLAYER, TEXT, ClassType, Type
from tgpl.emit.c.analysis import Facts
from tgpl.emit.c.layout import WHOLE, Layout
from tgpl.emit.python.expressions import grown, size_of
from tgpl.text.dice_formula import MOST_FACES

_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided", "%": "remainder_of", "^": "power_of"}
_SMALL = 1e300  # far from where sums are out of range

Part = tuple[n.Expr, Type, str]


class Numbers:
    """The part of `Expressions` that is about numbers."""

    layout: Layout
    facts: Facts
    body: str  # as the passes know it
    version: str  # of the body, as `values` knows it

    def __init__(self) -> None:
        self._known: dict[int, str | None] = {}  # expressions that were asked about, by identity

    def at(self, e: n.Node) -> int:
        raise NotImplementedError

    def text(self, e: n.Expr, wanted: Type | None = None) -> str:
        raise NotImplementedError

    def ordered(self, parts: Sequence[Part], make: Callable[[list[str]], str]) -> str:
        raise NotImplementedError

    def present(self, e: n.Expr, at: int) -> str:
        raise NotImplementedError

    # -- how a number is held

    def range(self, e: n.Expr) -> Range:
        return self.facts.values.of(e, self.version)

    def held(self, name: str, type_: Type, body: str | None = None) -> Type:
        """How C holds what a variable or parameter of some type holds."""
        values = self.facts.values
        return WHOLE if type_ is NUMBER and values.variable(body or self.version, name).counts else type_

    def given_back(self, function: str, type_: Type) -> Type:
        """How C holds what a function gives."""
        return WHOLE if type_ is NUMBER and self.facts.values.result(function).counts else type_

    def whole(self, e: n.Expr) -> str | None:
        """An expression as a whole number of C, if it is one without any conversion."""
        if id(e) not in self._known:
            self._known[id(e)] = self._translate_whole(e)
        return self._known[id(e)]

    def _translate_whole(self, e: n.Expr) -> str | None:
        match e:
            case n.Local():
                return self.layout.local(e.name) if self.held(e.name, e.type) is WHOLE else None
            case n.Literal():
                return self._whole_literal(e)
            case n.Operate():
                translate = _WHOLE_OPERATIONS.get(e.op)
                return None if translate is None else translate(self, e)
            case n.CallMethod() | n.Call():
                return self.call(e) if self.given_back(self.callee(e), e.type) is WHOLE else None
            case n.Arithmetic():
                return self._whole_arithmetic(e)
            case n.Convert():
                return self._whole_convert(e)
            case n.Negate():
                inner = self.whole(e.value)
                return None if inner is None else f"(- {inner})"  # the blank: two signs would be one
            case (
                n.This() | n.Event() | n.Global() | n.Attribute() | n.ListItem() | n.TableItem() | n.TileAt() | n.OwnedBy()
                | n.Not() | n.Compare() | n.Equal() | n.Logic() | n.Join() | n.IsA() | n.AsA() | n.Make()
                | n.MakeCollection() | n.CallAction()
            ):  # fmt: skip
                return None
            case _:
                assert_never(e)

    def as_whole(self, e: n.Expr) -> str | None:
        """The same, if need be with a conversion; None if it might be something else."""
        found = self.whole(e)
        if found is None and self.range(e).counts:
            found = f"(i64){self.text(e, NUMBER)}"
        return found

    def wholes(self, *sides: n.Expr, at: int | None = None) -> list[Part] | None:
        """Operands as whole numbers, where at least one already is; with a place: those that may be null too."""
        if all((self.whole(side) is None and not _of_player(side)) or isinstance(side, n.Literal) for side in sides):
            return None
        found: list[Part] = []
        for side in sides:
            text = self.as_whole(side)
            if text is None and at is not None and self.range(side)._replace(null=False).counts:
                text = self._unless_null(side, at)
            if text is None:
                return None
            found.append((side, WHOLE, text))
        return found

    def _unless_null(self, e: n.Expr, at: int) -> str:
        if isinstance(e, n.Convert) and e.value.type is PLAYER:
            return f"(i64)seated(G, {self.text(e.value, PLAYER)}, {at})"
        return f"(i64)needed(G, {self.text(e, NUMBER)}, {at})"

    def number(self, e: n.Expr) -> Part:
        return e, NUMBER, self.text(e, NUMBER)

    def index(self, e: n.Expr) -> Part:
        """Where something is looked up: as a whole number if possible."""
        found = self.as_whole(e)
        return (e, WHOLE, found) if found is not None else self.number(e)

    # -- whole numbers

    def _whole_literal(self, e: n.Literal) -> str | None:
        if not isinstance(e.value, float) or e.value != e.value // 1 or abs(e.value) > 2.0**52:
            return None
        return f"{int(e.value)}{'' if abs(e.value) < 2.0**31 else 'll'}"

    def _whole_arithmetic(self, e: n.Arithmetic) -> str | None:
        if e.op not in "+-*%" or not self.range(e).counts:
            return None
        parts = self.wholes(e.left, e.right, at=self.at(e))
        if parts is None:
            return None
        if e.op == "%":
            right = self.range(e.right)
            if right.low <= 0.0 <= right.high:
                return self.ordered(parts, lambda t: f"whole_rest(G, {t[0]}, {t[1]}, {self.at(e)})")
        return self.ordered(parts, lambda t: f"({t[0]} {e.op} {t[1]})")

    def _whole_convert(self, e: n.Convert) -> str | None:
        if e.type is NUMBER and e.value.type is PLAYER and not self.range(e.value).null:
            return f"(i64){self.text(e.value, PLAYER)}"
        return None

    def callee(self, e: n.Call | n.CallMethod) -> str:
        """The version of a function that a call runs."""
        key = e.function if isinstance(e, n.Call) else f".{e.name}"
        return self.facts.values.callees.get((self.version, id(e)), key)

    def call(self, e: n.Call | n.CallMethod) -> str:
        raise NotImplementedError

    def _length(self, e: n.Operate) -> str | None:
        held, at = e.arguments[0], self.at(e)
        if isinstance(held, n.Operate) and held.op == "tile.pieces":  # without making the list
            inner = self.at(held)
            return f"(i64)piece_count(G, {self.present(held.arguments[0], inner)}, {inner})"
        found = self.present(held, at)
        if e.op == "deck.length":
            found = f"((Deck *)at_ref(G, {found}))->cards"
        return f"(i64)items_at(G, {found})->count"

    def _side(self, e: n.Operate) -> str | None:
        if self.facts.values.side.null and e.op.startswith("tile"):
            return None
        struct, field = e.op.split(".")
        return f"(i64)(({struct.capitalize()} *)at_ref(G, {self.present(e.arguments[0], self.at(e))}))->{field}"

    def _rounded(self, e: n.Operate) -> str | None:
        inner = e.arguments[0]
        found = self.whole(inner)
        if found is not None or e.op != "floor" or not isinstance(inner, n.Arithmetic) or inner.op != "/":
            return found
        parts = self.wholes(inner.left, inner.right)
        if parts is None or not self.range(e).counts:
            return None
        return self.ordered(parts, lambda t: f"whole_floor(G, {t[0]}, {t[1]}, {self.at(inner)})")

    def _exact(self, e: n.Operate) -> str | None:
        found = self.whole(e.arguments[0])
        if found is not None or not self.range(e).counts:
            return found
        return f"(i64)exact_number(G, {self.text(e.arguments[0], NUMBER)}, {self.at(e)})"

    def _wrapped(self, e: n.Operate) -> str | None:
        inner = e.arguments[0]
        found = self.whole(inner)
        if found is None:
            return f"(i64)wrapped_number(G, {self.text(inner, NUMBER)}, {self.at(e)})"
        range_ = self.range(inner)
        fits = INT32[0] <= range_.low and range_.high <= INT32[1]
        return found if fits else f"in_32_bits({found})"

    def _wrapped_times(self, e: n.Operate) -> str | None:
        parts = self.wholes(*e.arguments)
        return None if parts is None else self.ordered(parts, lambda t: f"wrapped_times({t[0]}, {t[1]})")

    def _of_digits(self, e: n.Operate) -> str | None:
        return f"(i64)number_of_digits(G, {self.text(e.arguments[0])}, {self.at(e)})"

    def _of_wholes(self, e: n.Operate) -> str | None:
        parts = self.wholes(*e.arguments)
        word = {"abs": "whole_size", "min": "whole_smaller", "max": "whole_larger"}[e.op]
        return None if parts is None else self.ordered(parts, lambda t: f"{word}({', '.join(t)})")

    def _drawn(self, e: n.Operate) -> str | None:
        return f"(i64)random_below(G, {self.text(e.arguments[0], NUMBER)}, {self.at(e)})"

    def _of_dice(self, e: n.Operate) -> str | None:
        if not self.range(e).counts:
            return None
        if e.op == "dice.roll":
            return f"(i64){self.thrown(e)}"
        word = "least_of_dice" if e.op == "dice.least" else "greatest_of_dice"
        return f"(i64){word}(G, {self.text(e.arguments[0])}, {self.at(e)})"

    def _of_logic(self, e: n.Operate) -> str | None:
        facts, role = e.arguments
        parts = [(facts, facts.type, self.text(facts)), (role, NUMBER, self.text(role, NUMBER))]
        return self.ordered(parts, lambda t: f"{e.op.replace('.', '_')}(G, {t[0]}, {t[1]}, {self.at(e)})")

    def thrown(self, e: n.Operate) -> str:
        """A roll; plain dice that stand in the rules need not be read again."""
        dice = e.arguments[0]
        known = _POOL.fullmatch(str(dice.value)) if isinstance(dice, n.Literal) else None
        if known is not None and 0 < int(known[1]) <= _MOST_KNOWN and 0 < int(known[2]) <= MOST_FACES:
            return f"throw_pool(G, {int(known[1])}, {int(known[2])}u, {self.at(e)})"
        return f"roll_dice(G, {self.text(dice)}, {self.at(e)})"

    def _players(self, e: n.Operate) -> str | None:
        return "(i64)G->players"

    # -- doubles: null is noticed at once, a result out of range where the whole sum is done

    def arithmetic(self, e: n.Expr) -> str:
        text, _, sure = self.sum(e)
        return text if sure else f"in_range(G, {text}, {self.at(e)})"

    def sum(self, e: n.Expr) -> tuple[str, float, bool]:
        """Text, log2 of how large it can be, and whether it is surely finite."""
        whole = self.whole(e)
        if whole is not None and not isinstance(e, n.Literal):
            return f"(double){whole}", 53.0, True
        if isinstance(e, n.Arithmetic):
            return self._operation(e)
        if isinstance(e, n.Negate):
            if isinstance(e.value, n.Literal) and e.value.value is not None:
                return f"(- {self.text(e.value)})", size_of(e.value), True
            text, size, sure = self.sum(e.value)
            return f"(- {text})" if not self.range(e.value).null else f"negative(G, {text}, {self.at(e)})", size, sure
        if isinstance(e, n.Convert) and e.value.type is PLAYER:
            return self.text(e), 6.0, True
        return self.text(e, NUMBER), size_of(e), True

    def _operation(self, e: n.Arithmetic) -> tuple[str, float, bool]:
        left, left_size, left_sure = self.sum(e.left)
        right, right_size, right_sure = self.sum(e.right)
        if e.op in "%^" and not left_sure:
            left = f"in_range(G, {left}, {self.at(e)})"
        if e.op in "%^/" and not right_sure:
            right = f"in_range(G, {right}, {self.at(e)})"
        parts: list[Part] = [(e.left, NUMBER, left), (e.right, NUMBER, right)]
        one, other = self.range(e.left), self.range(e.right)
        if is_constant(e):  # not every compiler works such out as a double
            text = f"{_ARITHMETIC[e.op]}(G, {left}, {right}, {self.at(e)})"
        else:
            text = self.ordered(parts, lambda t: self.combined(e, e.op, t[0], t[1], one, other))
        if e.op in "%^":
            return text, left_size if e.op == "%" else 1024.0, True
        size, sure = grown(e.op, left_size, right_size, e.right)
        sure = sure and left_sure and (right_sure or e.op == "/")
        return text, size, sure or self.range(e).largest < _SMALL

    def combined(self, e: n.Node, op: str, left: str, right: str, one: Range, other: Range) -> str:
        """Two doubles; what cannot happen is not looked for."""
        if not one.null and not other.null and op in "+-*/" and (op != "/" or not other.low <= 0.0 <= other.high):
            return f"({left} {op} {right})"
        return f"{_ARITHMETIC[op]}(G, {left}, {right}, {self.at(e)})"

    # -- comparing

    def compared(self, e: n.Compare) -> str:
        at = self.at(e)
        if TEXT in (e.left.type, e.right.type):
            sides = [(side, TEXT, self.text(side, TEXT)) for side in (e.left, e.right)]
            return self.ordered(sides, lambda t: f"(compare_texts(G, {t[0]}, {t[1]}, {at}) {e.op} 0)")
        parts = self.wholes(e.left, e.right)
        if parts is None:
            parts = [self.number(e.left), self.number(e.right)]
        if parts[0][1] is WHOLE or not (self.range(e.left).null or self.range(e.right).null):
            return self.ordered(parts, lambda t: f"({t[0]} {e.op} {t[1]})")
        name = "is_less" if e.op in "<>" else "is_at_most"
        turned = e.op[0] == ">"

        def made(t: list[str]) -> str:
            first, second = (t[1], t[0]) if turned else (t[0], t[1])
            return f"{name}(G, {first}, {second}, {at})"

        return self.ordered(parts, made)

    def same_numbers(self, left: n.Expr, right: n.Expr, negated: bool) -> str:
        """Whether two numbers are equal; null equals null."""
        sign = "!=" if negated else "=="
        for side, other in ((left, right), (right, left)):
            # A player's null is -1, and no number that is written like this.
            if isinstance(side, n.Convert) and isinstance(other, n.Literal) and side.value.type is PLAYER:
                number = self.whole(other)
                if number is not None and not number.startswith("-"):
                    return f"({self.text(side.value, PLAYER)} {sign} {number})"
        parts = self.wholes(left, right)
        if parts is None:
            parts = [self.number(left), self.number(right)]
            if self.range(left).null and self.range(right).null:
                return self.ordered(parts, lambda t: f"{'!' if negated else ''}same_number({t[0]}, {t[1]})")
        return self.ordered(parts, lambda t: f"({t[0]} {sign} {t[1]})")

    # -- players

    def seated(self, e: n.Expr, at: int) -> str:
        """A number as a player: cut, and wrapped around the table."""
        least, most = self.facts.program.players
        known = self.range(e)
        whole = self.whole(e)
        if whole is None:
            return f"seat(G, {self.sum(e)[0]}, {at})"
        if known.low >= 0.0 and known.high < least:
            return f"(Player){whole}"
        return f"wrapped({whole}, {most if least == most else 'G->players'})"


_POOL = re.compile(r"([0-9]{1,4})d([0-9]{1,10})")  # as short as words are for which no work is counted
_MOST_KNOWN = 1000


def _of_player(e: n.Expr) -> bool:
    return isinstance(e, n.Convert) and e.value.type is PLAYER


def is_constant(e: n.Expr) -> bool:
    if isinstance(e, n.Arithmetic):
        return is_constant(e.left) and is_constant(e.right)
    return isinstance(e, n.Literal) or (isinstance(e, n.Negate) and is_constant(e.value))


def of_group(type_: Type, layout: Layout) -> n.Geometry | None:
    """The grid of a group, if all groups of its type have the same."""
    if not isinstance(type_, ClassType) or len(layout.within(type_.name)) > 1:
        return None
    return next((h.node.geometry for h in layout.lineage(type_.name) if h.node is not None and h.node.geometry is not None), None)  # fmt: skip


_WHOLE_OPERATIONS: dict[str, Callable[..., str | None]] = {
    "list.length": Numbers._length,
    "table.length": Numbers._length,
    "stack.length": Numbers._length,
    "deck.length": Numbers._length,
    "tile.x": Numbers._side,
    "tile.y": Numbers._side,
    "group.width": Numbers._side,
    "group.height": Numbers._side,
    "player.count": Numbers._players,
    "random": Numbers._drawn,
    "dice.roll": Numbers._of_dice,
    "dice.least": Numbers._of_dice,
    "dice.greatest": Numbers._of_dice,
    "logic.moves": Numbers._of_logic,
    "logic.goal": Numbers._of_logic,
    "whole": Numbers._exact,
    "int32": Numbers._wrapped,
    "int32.times": Numbers._wrapped_times,
    "digits": Numbers._of_digits,
    "floor": Numbers._rounded,
    "ceil": Numbers._rounded,
    "round": Numbers._rounded,
    "abs": Numbers._of_wholes,
    "min": Numbers._of_wholes,
    "max": Numbers._of_wholes,
}
