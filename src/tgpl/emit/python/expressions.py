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
from tgpl.core.types import ANY, BOOL, NULL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type, fits
from tgpl.core.walk import walk
from tgpl.emit.python import naming
from tgpl.emit.python.source_map import Places

# How tightly Python binds, loosest first.
OR, AND, NOT, COMPARISON, BIT_OR, BIT_AND, SUM, PRODUCT, SIGN, ATOM = range(10)

_LARGE = 1024  # log2 of what a variable may hold
_SMALL = 20  # log2 of a number that can be added to players often without leaving what a double holds exactly
_HARMLESS = 960  # log2 of what can be added to anything finite without leaving the range

_ROOTS = {
    "class": "Owned", "interactable": "Piece", "stack": "Deck", "event": "Event", "tile": "Tile",
    "connection": "Connection", "board": "Board", "group": "TileGroup",
}  # fmt: skip
_PREDEFINED = ("BlankTile", "PlayerChoiceEvent", "NoChoiceEvent", "TurnChangeEvent", "PhaseChangeEvent")
_VALUES = {NUMBER: "float", TEXT: "str", BOOL: "bool", PLAYER: "Player", ANY: "Anything"}


def kind(type_: Type) -> str:
    """A type as the translated game writes it: `float`, `c_Card`, `List[c_Card]`."""
    if isinstance(type_, Collection):
        return f"{type_.shape}[{kind(type_.of)}]"
    if isinstance(type_, ClassType):
        return class_kind(type_.name)
    return _VALUES[type_]  # type: ignore[index]


def class_kind(name: str) -> str:
    if name in _PREDEFINED:
        return name
    return _ROOTS.get(name) or naming.class_(name)


class Expressions:
    """Translates the expressions of one body."""

    def __init__(
        self,
        places: Places,
        nulls: Nullability,
        views: frozenset[str],
        classes: Mapping[str, n.Class],
        body: str,
        least_players: int,
    ) -> None:
        self.classes = classes
        self.views = views
        self.places = places
        self.nullability = nulls
        self.body = body  # its name, as `nulls` knows it
        self.least_players = least_players

    def text(self, e: n.Expr, around: int = 0) -> str:
        """An expression, in parentheses if what stands around it binds tighter."""
        text, binding = self._translate(e)
        if self.views and is_doubtful(self.views, e):
            return self.marked(f"game.seen({kind(e.type)}, {text})", e)
        return f"({text})" if binding < around else text

    def _translate(self, e: n.Expr) -> tuple[str, int]:
        """The text, and how tightly it binds."""
        match e:
            case n.Local():
                return naming.variable(e.name), ATOM
            case n.Literal():
                return _literal_text(e.value), ATOM
            case n.Operate():
                return self._operate(e)
            case n.Arithmetic():
                return self._arithmetic(e)
            case n.Equal():
                return self._equal(e)
            case n.Logic():
                return self._logic(e)
            case n.This():
                return "self", ATOM
            case n.IsA():
                return self._is_a(e)
            case n.CallMethod():
                return self._call_method(e)
            case n.Attribute():
                return self.marked(f"{self.text(e.value, ATOM)}.{naming.attribute(e.name)}", e), ATOM
            case n.Global():
                return f"game.{naming.class_(e.class_name)}", ATOM
            case n.Compare():
                left, right = self._side(e.left), self._side(e.right)
                return self.marked(f"{left} {e.op} {right}", e), COMPARISON
            case n.ListItem():
                return self.marked(f"{self.text(e.value, ATOM)}[{self.whole(e.key)}]", e), ATOM
            case n.Call():
                arguments = self.named(e.arguments)
                return self.marked(f"{naming.function(e.function)}({_listed('game', arguments)})", e), ATOM
            case n.Negate():
                return self._arithmetic(e)  # type: ignore[arg-type]
            case n.TileAt():
                at = f"{self.text(e.group, ATOM)}.at({self.whole(e.first)}, {self.whole(e.second)})"
                return self.marked(at, e), ATOM
            case n.TableItem():
                return self._table_item(e)
            case n.MakeCollection():
                return self._make_collection(e)
            case n.AsA():
                return self._as_a(e)
            case n.Not():
                return f"not {self.condition(e.value, NOT)}", NOT
            case n.Convert():
                return self._convert(e)
            case n.OwnedBy():
                return self.marked(f"game.owned({class_kind(e.class_name)}, {self.text(e.player)})", e), ATOM
            case n.Join():
                return self.marked(f"game.text({', '.join(self.whole(part) for part in e.parts)})", e), ATOM
            case n.Make():
                return self._make(e)
            case n.CallAction():
                return self._call_action(e)
            case n.Event():
                return "event", ATOM
            case _:
                assert_never(e)

    def target(self, e: n.Expr) -> str:
        """Something that is written."""
        return self._translate(e)[0]

    def marked(self, text: str, e: n.Node) -> str:
        return self.places.marked(text, e.span)

    def condition(self, e: n.Expr, around: int = 0) -> str:
        """A bool that must not be null."""
        if self.nullability.can_be_null(e, self.body):
            return self.marked(f"truth({self.text(e)})", e)
        return self.text(e, around)

    # -- names and attributes

    def _table_item(self, e: n.TableItem) -> tuple[str, int]:
        on = self.text(e.value, ATOM)
        if e.grows:
            return self.marked(f"{on}.inner({self.whole(e.key)})", e), ATOM
        return self.marked(f"{on}[{self.whole(e.key)}]", e), ATOM

    def whole(self, e: n.Expr) -> str:
        """A number where a whole literal needs no fraction."""
        if isinstance(e, n.Literal) and isinstance(e.value, float) and e.value == int(e.value) and abs(e.value) < 1e15:
            return str(int(e.value))
        if isinstance(e, n.Negate) and isinstance(e.value, n.Literal):
            return f"-{self.whole(e.value)}"
        return self.text(e)

    # -- arithmetic

    def _arithmetic(self, e: n.Arithmetic) -> tuple[str, int]:
        text, binding, _, sure = self._sum(e)
        if sure:
            return self.marked(text, e), binding
        return self.marked(f"finite({text})", e), ATOM

    def _sum(self, e: n.Expr) -> tuple[str, int, float, bool]:
        """Text, binding, log2 of how large it can be, and whether it is surely finite."""
        if isinstance(e, n.Arithmetic):
            return self._operation(e)
        if isinstance(e, n.Negate):
            text, binding, size, sure = self._sum(e.value)
            return self.marked(f"-{_wrapped(text, binding, SIGN)}", e), SIGN, size, sure
        if isinstance(e, n.Convert) and e.value.type is PLAYER:
            return self.text(e.value, ATOM), ATOM, 6.0, True
        text, binding = self._translate(e)
        return text, binding, size_of(e), True

    def _operation(self, e: n.Arithmetic) -> tuple[str, int, float, bool]:
        left, left_binding, left_size, left_sure = self._term(e.left, e.right, e.op)
        right, right_binding, right_size, right_sure = self._term(e.right, e.left, e.op)
        if e.op in "%^":
            name = "remainder" if e.op == "%" else "game.power"
            left = left if left_sure else f"finite({left})"
            right = right if right_sure else f"finite({right})"
            size = left_size if e.op == "%" else float(_LARGE)
            return self.marked(f"{name}({left}, {right})", e), ATOM, size, True
        if e.op == "/" and not right_sure:
            right, right_binding = f"finite({right})", ATOM
        binding = SUM if e.op in "+-" else PRODUCT
        if e.op == "*" and _counts_exactly(e.left) and _counts_exactly(e.right):
            left, left_binding = f"float({left})", ATOM
        text = f"{_wrapped(left, left_binding, binding)} {e.op} {_wrapped(right, right_binding, binding + 1)}"
        size, sure = grown(e.op, left_size, right_size, e.right)
        return self.marked(text, e), binding, size, sure and left_sure and (right_sure or e.op == "/")

    def _term(self, e: n.Expr, other: n.Expr, op: str) -> tuple[str, int, float, bool]:
        """An operand; a literal beside something else needs no fraction."""
        if isinstance(e, n.Literal) and not isinstance(other, n.Literal):
            exact = (op == "*" or size_of(e) > _SMALL) and _counts_exactly(other)
            return self.text(e) if exact else self.whole(e), ATOM, size_of(e), True
        return self._sum(e)

    # -- comparing and logic

    def _side(self, e: n.Expr) -> str:
        if isinstance(e, n.Convert) and e.value.type is PLAYER and e.type is NUMBER:
            return self.text(e.value, COMPARISON + 1)
        return self.whole(e) if isinstance(e, n.Literal) else self.text(e, COMPARISON + 1)

    def _equal(self, e: n.Equal) -> tuple[str, int]:
        left, right = e.left, e.right
        if _is_null(left):
            left, right = right, left
        if ANY in (left.type, right.type) and not _is_null(right):
            text = f"same({self.text(left)}, {self.text(right)})"
            return (f"not {text}", NOT) if e.negated else (text, ATOM)
        null = _is_null(right) and not _is_constant(left)  # Python warns about `1 is None`
        objects = null or isinstance(left.type, (ClassType, Collection))
        sign = ("is not" if e.negated else "is") if objects else ("!=" if e.negated else "==")
        return f"{self._side(left)} {sign} {self._side(right)}", COMPARISON

    def _logic(self, e: n.Logic) -> tuple[str, int]:
        word, binding = _LOGIC[e.op]
        chained = binding + 1 if e.op == "^" else binding  # a != b != c means something else in Python
        return f"{self.condition(e.left, chained)} {word} {self.condition(e.right, binding + 1)}", binding

    # -- texts, conversions and types

    def _convert(self, e: n.Convert) -> tuple[str, int]:
        if e.value.type is ANY:
            return self.marked(f"game.expect({kind(e.type)}, {self.text(e.value)})", e), ATOM
        if e.type is NUMBER:
            return self.marked(f"number({self.text(e.value)})", e), ATOM
        literal = e.value.value if isinstance(e.value, n.Literal) else None
        if isinstance(literal, float) and 0.0 <= literal < self.least_players:
            return str(int(literal)), ATOM
        inner = self.whole(e.value) if isinstance(e.value, n.Literal) else self._sum(e.value)[0]
        return self.marked(f"game.seat({inner})", e), ATOM

    def _is_a(self, e: n.IsA) -> tuple[str, int]:
        if isinstance(e.tested, ClassType):
            return f"isinstance({self.text(e.value)}, {kind(e.tested)})", ATOM
        return self.marked(f"is_a({self.text(e.value)}, {kind(e.tested)})", e), ATOM

    def _as_a(self, e: n.AsA) -> tuple[str, int]:
        if fits(e.value.type, e.type) and e.value.type is not NULL:
            return self._translate(e.value)
        text = f"as_a({self.text(e.value)}, {kind(e.type)})"
        if e.type in (NUMBER, PLAYER):  # a key may be either
            text = f"{'number' if e.type is NUMBER else 'game.seat'}({text})"
        return self.marked(text, e), ATOM

    # -- making things

    def _make(self, e: n.Make) -> tuple[str, int]:
        text = self.marked(f"game.new({class_kind(e.class_name)})", e)
        if e.fills:
            text = f"{text}.fill({', '.join(f'{self._filled(e, name)}={self.text(value)}' for name, value in e.fills)})"
        if e.items:
            text = f"{text}.filled({', '.join(map(self.text, e.items))})"
        return self.marked(text, e), ATOM

    def _filled(self, e: n.Make, name: str) -> str:
        """An attribute of the class, or what every connection or piece has."""
        predefined = name in ("to", "discarded") and not self._declares(e.class_name, name)
        return name if predefined else naming.attribute(name)

    def _declares(self, class_name: str | None, attribute: str) -> bool:
        class_ = self.classes.get(class_name or "")
        if class_ is None:
            return False
        return any(one.name == attribute for one in class_.attributes) or self._declares(class_.base, attribute)

    def _make_collection(self, e: n.MakeCollection) -> tuple[str, int]:
        type_ = e.type
        assert isinstance(type_, Collection)
        items = [self.text(item) for item in e.items]
        if e.keys:
            items = [f"({self.whole(key)}, {item})" for key, item in zip(e.keys, items, strict=True)]
        return self.marked(f"{type_.shape}({', '.join(['game', kind(type_.of), *items])})", e), ATOM

    # -- calls

    def named(self, arguments: tuple[tuple[str, n.Expr], ...]) -> str:
        return ", ".join(f"{naming.variable(name)}={self.text(value)}" for name, value in arguments)

    def _call_method(self, e: n.CallMethod) -> tuple[str, int]:
        arguments = self.named(e.arguments)
        name = naming.function(e.name)
        if e.base is not None:
            return self.marked(f"{class_kind(e.base)}.{name}({_listed('self', 'game', arguments)})", e), ATOM
        return self.marked(f"{self.text(e.value, ATOM)}.{name}({_listed('game', arguments)})", e), ATOM

    def _call_action(self, e: n.CallAction) -> tuple[str, int]:
        given = ", ".join(f"{quoted(name)}: {self.text(value)}" for name, value in e.arguments)
        given = f"{{{given}}}" if given else ""
        if e.base is None:
            return self.marked(f"game.act({_listed(self.text(e.value), quoted(e.name), given)})", e), ATOM
        action = f"{class_kind(e.base)}.{naming.action(e.name)}"
        if e.inherits:
            answered = dict(e.arguments)
            inputs = [self.text(answered[i]) if i in answered else naming.variable(i) for i in e.inherits]
            return self.marked(f"{action}.effect({_listed('self', 'game', 'event', *inputs)})", e), ATOM
        return self.marked(f"game.act_as({_listed(action, 'self', given)})", e), ATOM

    def _operate(self, e: n.Operate) -> tuple[str, int]:
        on_something = e.op.split(".")[0] not in ("player", "turn", "event", "dice") and "." in e.op
        arguments = [self.text(part, ATOM if i == 0 and on_something else 0) for i, part in enumerate(e.arguments)]
        return self.marked(operation(e, arguments), e), ATOM


def _listed(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _wrapped(text: str, binding: int, around: int) -> str:
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


def _literal_text(value: float | str | bool | None) -> str:
    if isinstance(value, float):
        return f"{int(value)}.0" if value == int(value) and abs(value) < 1e15 else repr(value)
    return quoted(value) if isinstance(value, str) else repr(value)


def quoted(value: str) -> str:
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


def grown(op: str, left: float, right: float, divisor: n.Expr) -> tuple[float, bool]:
    """How large a result can be, and whether it is surely finite if its operands are."""
    if op in "+-":
        size = max(left, right) + 1
        return min(size, _LARGE), min(left, right) < _HARMLESS
    if op == "*":
        size = max(left, 0.0) + max(right, 0.0)
        return min(size, _LARGE), size < _LARGE or left <= 0 or right <= 0
    large_divisor = isinstance(divisor, n.Literal) and isinstance(divisor.value, float) and abs(divisor.value) >= 1.0
    return left if large_divisor else float(_LARGE), large_divisor


# ---- predefined operations

_OPERATIONS = {
    "list.length": "{0}.length",
    "table.length": "{0}.length",
    "piece.discarded": "{0}.discarded",
    "player.all": "game.all_players()",
    "player.active": "game.active_player",
    "player.count": "float(game.players)",
    "turn.active": "game.turn_name",
    "turn.phase": "game.phase_name",
    "event.throw": "game.throw({0})",
    "event.throw_sync": "game.throw_now({0})",
    "testing": "bool(game.testing)",
    "log": "game.log({0})",
    "input.clear": "game.clear_input()",
    "objects.room": "game.room_for({0})",
    "random": "game.random({0})",
    "whole": "whole_number({0})",
    "int32": "int32({0})",
    "int32.times": "times32({0}, {1})",
    "digits": "digits({0})",
    "floor": "floor({0})",
    "ceil": "ceil({0})",
    "round": "round_half_up({0})",
    "abs": "abs({0})",
    "min": "min({0}, {1})",
    "max": "max({0}, {1})",
}
_READ = frozenset(
    """deck.discard_stack own.player own.players piece.tile tile.group tile.connections tile.x tile.y tile.pieces tile.board
    connection.to board.groups group.tiles group.geometry group.width group.height""".split()
)


def operation(e: n.Operate, arguments: list[str]) -> str:
    template = _OPERATIONS.get(e.op)
    if template is not None:
        return template.format(*arguments)
    if e.op == "turn.pass":
        return f"game.pass_to({', '.join(arguments)})" if arguments else "game.pass_turn()"
    if e.op == "turn.use":
        return f"game.use_turn({', '.join(arguments)})"
    if e.op.startswith(("dice.", "logic.")):
        return f"game.{e.op}({', '.join(arguments)})"
    name = e.op.split(".")[1]
    if e.op in _READ:
        return f"{arguments[0]}.{name}"
    return f"{arguments[0]}.{name}({', '.join(arguments[1:])})"
