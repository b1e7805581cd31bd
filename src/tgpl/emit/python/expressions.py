"""Core expressions to Python.

In:  an expression. Out: its Python text. Numbers are floats; a whole literal is written without a fraction where
Python turns it into a float anyway. `finite(…)` stands only around arithmetic that could leave the range of numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.analysis.collection_views import is_doubtful
from tgpl.core.analysis.nullability import Nullability
from tgpl.core.operations import OPERATIONS
from tgpl.core.types import (
    ANY,
    BOOL,
    NULL,
    NUMBER,
    PLAYER,
    TEXT,
    ClassType,
    Collection,
    EnumType,
    KindType,
    Type,
    fits,
    is_symbol,
)
from tgpl.core.walk import walk
from tgpl.emit.python import naming
from tgpl.emit.python.source_map import SourceMap

# How tightly Python binds, loosest first.
OR, AND, NOT, COMPARISON, BIT_OR, BIT_AND, SUM, PRODUCT, SIGN, ATOM = range(10)

_LARGE = 1024  # log2 of what a variable may hold
_SMALL = 20  # log2 of a number that can be added to players often without leaving what a double holds exactly
_HARMLESS = 960  # log2 of what can be added to anything finite without leaving the range

ROOTS = {
    "class": "Owned", "interactable": "Piece", "stack": "Deck", "event": "Event", "tile": "Tile",
    "connection": "Connection", "board": "Board", "group": "TileGroup",
}  # fmt: skip
_PREDEFINED = ("BlankTile", "PlayerChoiceEvent", "NoChoiceEvent", "TurnChangeEvent", "PhaseChangeEvent")
_VALUES: dict[Type, str] = {NUMBER: "float", TEXT: "str", BOOL: "bool", PLAYER: "Player", ANY: "Anything"}


def type_name(type_: Type) -> str:
    """A type as the translated game writes it: `float`, `c_Card`, `List[c_Card]`."""
    if isinstance(type_, Collection):
        return f"{type_.shape}[{type_name(type_.of)}]"
    if isinstance(type_, ClassType):
        return class_name_of(type_.name)
    if isinstance(type_, EnumType):
        return naming.enum(type_.name)
    if isinstance(type_, KindType):
        return f"Kind[{class_name_of(type_.of.name)}]"
    return _VALUES[type_]


def class_name_of(name: str) -> str:
    if name in _PREDEFINED:
        return name
    return ROOTS.get(name) or naming.class_(name)


class Expressions:
    """Translates the expressions of one body."""

    def __init__(
        self,
        source_map: SourceMap,
        nulls: Nullability,
        views: frozenset[str],
        classes: Mapping[str, n.Class],
        body: str,
        least_players: int,
    ) -> None:
        self.classes = classes
        self.views = views
        self.source_map = source_map
        self.nullability = nulls
        self.body = body  # its name, as `nulls` knows it
        self.least_players = least_players

    def translate(self, e: n.Expr, around: int = 0) -> str:
        """An expression, in parentheses if what stands around it binds tighter."""
        text, binding = self._translate_kind(e)
        if self.views and is_doubtful(self.views, e):
            return self.mark(f"game.seen({type_name(e.type)}, {text})", e)
        return f"({text})" if binding < around else text

    def _translate_kind(self, e: n.Expr) -> tuple[str, int]:
        """The text, and how tightly it binds."""
        match e:
            case n.Local():
                return naming.variable(e.name), ATOM
            case n.Literal():
                return _write_literal(e.value), ATOM
            case n.Symbol():
                return _write_symbol(e), ATOM
            case n.Operate():
                return self._translate_operation(e)
            case n.Arithmetic() | n.Negate():
                return self._translate_arithmetic(e)
            case n.Equal():
                return self._translate_equal(e)
            case n.Logic():
                return self._translate_logic(e)
            case n.This():
                return "self", ATOM
            case n.IsA():
                return self._translate_is_a(e)
            case n.CallMethod():
                return self._translate_method(e)
            case n.Attribute():
                return self.mark(f"{self.translate(e.value, ATOM)}.{naming.attribute(e.name)}", e), ATOM
            case n.Global():
                return f"game.{naming.class_(e.class_name)}", ATOM
            case n.Compare():
                left, right = self._translate_side(e.left), self._translate_side(e.right)
                return self.mark(f"{left} {e.op} {right}", e), COMPARISON
            case n.ListItem():
                return self.mark(f"{self.translate(e.value, ATOM)}[{self.translate_number(e.key)}]", e), ATOM
            case n.Call():
                arguments = self.translate_arguments(e.arguments)
                return self.mark(f"{naming.function(e.function)}({_join_arguments('game', arguments)})", e), ATOM
            case n.TileAt():
                at = f"{self.translate(e.group, ATOM)}.at({self.translate_number(e.first)}, {self.translate_number(e.second)})"
                return self.mark(at, e), ATOM
            case n.TableItem():
                return self._translate_table_item(e)
            case n.MakeCollection():
                return self._translate_collection(e)
            case n.AsA():
                return self._translate_as_a(e)
            case n.Not():
                return f"not {self.translate_condition(e.value, NOT)}", NOT
            case n.Convert():
                return self._translate_convert(e)
            case n.OwnedBy():
                return self.mark(f"game.owned({class_name_of(e.class_name)}, {self.translate(e.player)})", e), ATOM
            case n.Choose():
                condition = self.translate_condition(e.condition)
                return f"({self.translate(e.yes)} if {condition} else {self.translate(e.no)})", ATOM
            case n.Join():
                return self.mark(f"game.text({', '.join(self.translate_number(part) for part in e.parts)})", e), ATOM
            case n.Make():
                return self._translate_make(e)
            case n.CallAction():
                return self._translate_action(e)
            case n.Event():
                return "event", ATOM
            case _:
                assert_never(e)

    def translate_target(self, e: n.Expr) -> str:
        """Something that is written."""
        return self._translate_kind(e)[0]

    def mark(self, text: str, e: n.Node) -> str:
        return self.source_map.mark(text, e.span)

    def translate_condition(self, e: n.Expr, around: int = 0) -> str:
        """A bool that must not be null."""
        if self.nullability.can_be_null(e, self.body):
            return self.mark(f"truth({self.translate(e)})", e)
        return self.translate(e, around)

    # -- names and attributes

    def _translate_table_item(self, e: n.TableItem) -> tuple[str, int]:
        on = self.translate(e.value, ATOM)
        if e.grows:
            return self.mark(f"{on}.inner({self.translate_number(e.key)})", e), ATOM
        return self.mark(f"{on}[{self.translate_number(e.key)}]", e), ATOM

    def translate_number(self, e: n.Expr) -> str:
        """A number where a whole literal needs no fraction."""
        if isinstance(e, n.Literal) and isinstance(e.value, float) and e.value == int(e.value) and abs(e.value) < 1e15:
            return str(int(e.value))
        if isinstance(e, n.Negate) and isinstance(e.value, n.Literal):
            return f"-{self.translate_number(e.value)}"
        return self.translate(e)

    # -- arithmetic

    def _translate_arithmetic(self, e: n.Arithmetic | n.Negate) -> tuple[str, int]:
        text, binding, _, sure = self._translate_sum(e)
        if sure:
            return self.mark(text, e), binding
        return self.mark(f"finite({text})", e), ATOM

    def _translate_sum(self, e: n.Expr) -> tuple[str, int, float, bool]:
        """Text, binding, log2 of how large it can be, and whether it is surely finite."""
        if isinstance(e, n.Arithmetic):
            return self._translate_operator(e)
        if isinstance(e, n.Negate):
            text, binding, size, sure = self._translate_sum(e.value)
            return self.mark(f"-{_parenthesise(text, binding, SIGN)}", e), SIGN, size, sure
        if isinstance(e, n.Convert) and e.value.type is PLAYER:
            return self.translate(e.value, ATOM), ATOM, 6.0, True
        text, binding = self._translate_kind(e)
        return text, binding, size_of(e), True

    def _translate_operator(self, e: n.Arithmetic) -> tuple[str, int, float, bool]:
        left, left_binding, left_size, left_sure = self._translate_operand(e.left, e.right, e.op)
        right, right_binding, right_size, right_sure = self._translate_operand(e.right, e.left, e.op)
        if e.op in "%^":
            name = "remainder" if e.op == "%" else "game.power"
            left = left if left_sure else f"finite({left})"
            right = right if right_sure else f"finite({right})"
            size = left_size if e.op == "%" else float(_LARGE)
            return self.mark(f"{name}({left}, {right})", e), ATOM, size, True
        if e.op == "/" and not right_sure:
            right, right_binding = f"finite({right})", ATOM
        binding = SUM if e.op in "+-" else PRODUCT
        if e.op == "*" and _counts_exactly(e.left) and _counts_exactly(e.right):
            left, left_binding = f"float({left})", ATOM
        text = f"{_parenthesise(left, left_binding, binding)} {e.op} {_parenthesise(right, right_binding, binding + 1)}"
        size, sure = bound_result(e.op, left_size, right_size, e.right)
        return self.mark(text, e), binding, size, sure and left_sure and (right_sure or e.op == "/")

    def _translate_operand(self, e: n.Expr, other: n.Expr, op: str) -> tuple[str, int, float, bool]:
        """An operand; a literal beside something else needs no fraction."""
        if isinstance(e, n.Literal) and not isinstance(other, n.Literal):
            exact = (op == "*" or size_of(e) > _SMALL) and _counts_exactly(other)
            return self.translate(e) if exact else self.translate_number(e), ATOM, size_of(e), True
        return self._translate_sum(e)

    # -- comparing and logic

    def _translate_side(self, e: n.Expr) -> str:
        if isinstance(e, n.Convert) and e.value.type is PLAYER and e.type is NUMBER:
            return self.translate(e.value, COMPARISON + 1)
        return self.translate_number(e) if isinstance(e, n.Literal) else self.translate(e, COMPARISON + 1)

    def _translate_equal(self, e: n.Equal) -> tuple[str, int]:
        left, right = e.left, e.right
        if _is_null(left):
            left, right = right, left
        if ANY in (left.type, right.type) and not _is_null(right):
            text = f"same({self.translate(left)}, {self.translate(right)})"
            return (f"not {text}", NOT) if e.negated else (text, ATOM)
        null = _is_null(right) and not _is_constant(left)  # Python warns about `1 is None`
        objects = null or isinstance(left.type, (ClassType, Collection)) or is_symbol(left.type)
        sign = ("is not" if e.negated else "is") if objects else ("!=" if e.negated else "==")
        return f"{self._translate_side(left)} {sign} {self._translate_side(right)}", COMPARISON

    def _translate_logic(self, e: n.Logic) -> tuple[str, int]:
        word, binding = _LOGIC[e.op]
        chained = binding + 1 if e.op == "^" else binding  # a != b != c means something else in Python
        return (
            f"{self.translate_condition(e.left, chained)} {word} {self.translate_condition(e.right, binding + 1)}",
            binding,
        )

    # -- texts, conversions and types

    def _translate_convert(self, e: n.Convert) -> tuple[str, int]:
        if e.value.type is ANY:
            return self.mark(f"game.expect({type_name(e.type)}, {self.translate(e.value)})", e), ATOM
        if e.type is NUMBER:
            return self.mark(f"number({self.translate(e.value)})", e), ATOM
        literal = e.value.value if isinstance(e.value, n.Literal) else None
        if isinstance(literal, float) and 0.0 <= literal < self.least_players:
            return str(int(literal)), ATOM
        inner = self.translate_number(e.value) if isinstance(e.value, n.Literal) else self._translate_sum(e.value)[0]
        return self.mark(f"game.seat({inner})", e), ATOM

    def _translate_is_a(self, e: n.IsA) -> tuple[str, int]:
        if isinstance(e.tested, ClassType):
            return f"isinstance({self.translate(e.value)}, {type_name(e.tested)})", ATOM
        return self.mark(f"is_a({self.translate(e.value)}, {type_name(e.tested)})", e), ATOM

    def _translate_as_a(self, e: n.AsA) -> tuple[str, int]:
        if fits(e.value.type, e.type) and e.value.type is not NULL:
            return self._translate_kind(e.value)
        text = f"as_a({self.translate(e.value)}, {type_name(e.type)})"
        if e.type in (NUMBER, PLAYER):  # a key may be either
            text = f"{'number' if e.type is NUMBER else 'game.seat'}({text})"
        return self.mark(text, e), ATOM

    # -- making things

    def _translate_make(self, e: n.Make) -> tuple[str, int]:
        text = self.mark(f"game.new({class_name_of(e.class_name)})", e)
        if e.fills:
            text = f"{text}.fill({', '.join(f'{self._name_filled(e, name)}={self.translate(value)}' for name, value in e.fills)})"
        if e.items:
            text = f"{text}.filled({', '.join(map(self.translate, e.items))})"
        return self.mark(text, e), ATOM

    def _name_filled(self, e: n.Make, name: str) -> str:
        """An attribute of the class, or what every connection or piece has."""
        predefined = name in ("to", "discarded") and not self._declares(e.class_name, name)
        return name if predefined else naming.attribute(name)

    def _declares(self, class_name: str | None, attribute: str) -> bool:
        class_ = self.classes.get(class_name or "")
        if class_ is None:
            return False
        return any(one.name == attribute for one in class_.attributes) or self._declares(class_.base, attribute)

    def _translate_collection(self, e: n.MakeCollection) -> tuple[str, int]:
        type_ = e.type
        assert isinstance(type_, Collection)
        items = [self.translate(item) for item in e.items]
        if e.keys:
            items = [f"({self.translate_number(key)}, {item})" for key, item in zip(e.keys, items, strict=True)]
        return self.mark(f"{type_.shape}({', '.join(['game', type_name(type_.of), *items])})", e), ATOM

    # -- calls

    def translate_arguments(self, arguments: tuple[tuple[str, n.Expr], ...]) -> str:
        return ", ".join(f"{naming.variable(name)}={self.translate(value)}" for name, value in arguments)

    def _translate_method(self, e: n.CallMethod) -> tuple[str, int]:
        arguments = self.translate_arguments(e.arguments)
        name = naming.function(e.name)
        if e.base is not None:
            return self.mark(f"{class_name_of(e.base)}.{name}({_join_arguments('self', 'game', arguments)})", e), ATOM
        return self.mark(f"{self.translate(e.value, ATOM)}.{name}({_join_arguments('game', arguments)})", e), ATOM

    def _translate_action(self, e: n.CallAction) -> tuple[str, int]:
        given = ", ".join(f"{quote(name)}: {self.translate(value)}" for name, value in e.arguments)
        given = f"{{{given}}}" if given else ""
        if e.base is None:
            return self.mark(f"game.act({_join_arguments(self.translate(e.value), quote(e.name), given)})", e), ATOM
        action = f"{class_name_of(e.base)}.{naming.action(e.name)}"
        if e.inherits:
            answered = dict(e.arguments)
            inputs = [self.translate(answered[i]) if i in answered else naming.variable(i) for i in e.inherits]
            return self.mark(f"{action}.effect({_join_arguments('self', 'game', 'event', *inputs)})", e), ATOM
        return self.mark(f"game.act_as({_join_arguments(action, 'self', given)})", e), ATOM

    def _translate_operation(self, e: n.Operate) -> tuple[str, int]:
        on_something = e.op.split(".")[0] not in ("player", "turn", "event", "dice") and "." in e.op
        arguments = [self.translate(part, ATOM if i == 0 and on_something else 0) for i, part in enumerate(e.arguments)]
        return self.mark(_write_operation(e.op, arguments), e), ATOM


def _join_arguments(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _parenthesise(text: str, binding: int, around: int) -> str:
    return f"({text})" if binding < around else text


def _counts_exactly(e: n.Expr) -> bool:
    """Whether Python would compute with whole numbers of any size here, because players are whole numbers in it."""
    if isinstance(e, n.Convert):
        return e.value.type is PLAYER
    if isinstance(e, n.Negate):
        return _counts_exactly(e.value)
    if isinstance(e, n.Arithmetic) and e.op in "+-":
        return _counts_exactly(e.left) or _counts_exactly(e.right)
    return False


def _is_null(e: n.Expr) -> bool:
    return isinstance(e, n.Literal) and e.value is None


def _is_constant(e: n.Expr) -> bool:
    """Whether Python can work it out without running it."""
    plain = (n.Literal, n.Negate, n.Not, n.Arithmetic, n.Compare, n.Equal, n.Logic, n.Convert, n.AsA)
    return not _is_null(e) and all(isinstance(part, plain) for part in walk(e))


_LOGIC = {"&&": ("and", AND), "||": ("or", OR), "&": ("&", BIT_AND), "|": ("|", BIT_OR), "^": ("!=", COMPARISON)}


def _write_literal(value: float | str | bool | None) -> str:
    if isinstance(value, float):
        return f"{int(value)}.0" if value == int(value) and abs(value) < 1e15 else repr(value)
    return quote(value) if isinstance(value, str) else repr(value)


def _write_symbol(e: n.Symbol) -> str:
    if isinstance(e.type, EnumType):
        return f"{naming.enum(e.type.name)}.{naming.attribute(e.name)}"
    return f"kind_of({class_name_of(e.name)})"


def quote(value: str) -> str:
    """With double quotes, as a person would write it."""
    plain = repr(value)
    if plain[0] == "'" and '"' not in value:
        return f'"{plain[1:-1]}"'.replace("\\'", "'")
    return plain


# ---- how large a number can be


def size_of(e: n.Expr) -> float:
    """log2 of the largest value."""
    if isinstance(e, n.Literal) and isinstance(e.value, float):
        return math.log2(abs(e.value)) if e.value else -1.0
    if isinstance(e, n.Operate):
        if e.op in ("floor", "ceil", "round", "abs"):
            return size_of(e.arguments[0]) + 1
        return 53.0 if e.op not in ("min", "max") else max(map(size_of, e.arguments))
    return float(_LARGE)


def bound_result(op: str, left: float, right: float, divisor: n.Expr) -> tuple[float, bool]:
    """How large a result can be, and whether it is surely finite if its operands are."""
    if op in "+-":
        size = max(left, right) + 1
        return min(size, _LARGE), min(left, right) < _HARMLESS
    if op == "*":
        size = max(left, 0.0) + max(right, 0.0)
        return min(size, _LARGE), size < _LARGE or left <= 0 or right <= 0
    large_divisor = isinstance(divisor, n.Literal) and isinstance(divisor.value, float) and abs(divisor.value) >= 1.0
    return left if large_divisor else float(_LARGE), large_divisor


def _write_operation(op: str, arguments: list[str]) -> str:
    if op == "turn.pass" and not arguments:
        return "game.pass_turn()"
    return OPERATIONS[op].python.format(*arguments, all=", ".join(arguments), rest=", ".join(arguments[1:]))
