"""What expressions can be, with ranges for values, and what flows where on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.analysis import ranges as r
from tgpl.core.analysis.collection_views import is_open
from tgpl.core.analysis.instantiated import Made
from tgpl.core.analysis.ranges import Range
from tgpl.core.operations import OPERATIONS, needs
from tgpl.core.types import ANY, NUMBER, PLAYER, TEXT, ClassType, Collection, Type, fits
from tgpl.text.dice_formula import LARGEST as LARGEST_RESULT
from tgpl.text.dice_formula import FormulaError, limits

WHOLE = " whole"  # behind the name of a function: its version for whole numbers
LARGEST = 2.0**31  # of any collection, however it was made

Env = dict[str, Range]


class Values:
    """What was found out."""

    def __init__(self, program: n.Program, tidy: bool, placed: bool) -> None:
        self.program = program
        self.tidy = tidy
        self.places: dict[str, Range] = {}  # attributes, parameters, results, elements
        self.stamps: dict[str, int] = {}  # when each last changed
        self.tick = 0
        self.expressions: dict[tuple[str, int], Range] = {}  # by body and identity
        self.callees: dict[tuple[str, int], str] = {}  # which version of its function a call runs
        self.numeric = _numeric(program)
        self.variables: dict[tuple[str, str], Range] = {}  # all that a variable of a body ever holds
        self.player = r.between(0.0, program.players[1] - 1.0)
        self.made = Made(program)
        self.texts: list[str] = []  # those that stand in the rules
        self.geometry = self._geometry()
        self.side = r.between(0.0, float(_longest_side(program)), null=not placed)

    def number_of(self, text: str) -> float:
        if text not in self.texts:
            self.texts.append(text)
        return float(self.texts.index(text))

    def _geometry(self) -> Range:
        """Of any group: known if all have the same."""
        names = {_geometry_name(class_.geometry) for class_ in self.program.classes if class_.geometry is not None}
        return r.of(self.number_of(names.pop())) if len(names) == 1 else r.OLD_TEXT

    def always(self, own: Type, wanted: Type) -> bool:
        """Whether all that there is of one class is of another."""
        return isinstance(own, ClassType) and isinstance(wanted, ClassType) and self.made.always(own.name, wanted.name)

    def constant(self, e: n.Expr, body: str) -> str | None:
        """The text that an expression always gives."""
        known = self.expressions.get((body, id(e)))
        if known is None or e.type is not TEXT or known.null or not known.whole or known.low != known.high:
            return None
        return self.texts[int(known.low)]

    def of(self, e: n.Expr, body: str) -> Range:
        return self.expressions.get((body, id(e))) or self.any_of(e.type)

    def note(self, place: str, value: Range) -> None:
        if self.places.get(place) != value:
            self.tick += 1
            self.places[place] = value
            self.stamps[place] = self.tick

    def is_called(self, function: str) -> bool:
        return f"{function} called" in self.places

    def variable(self, body: str, name: str) -> Range:
        return self.variables.get((body, name), r.ANYTHING)

    def result(self, function: str) -> Range:
        return self.places.get(f"{function} returns", r.ANYTHING)

    def any_of(self, type_: Type) -> Range:
        if type_ is NUMBER or type_ is TEXT or type_ is ANY:
            return r.ANYTHING
        return self.player._replace(null=True) if type_ is PLAYER else r.MAYBE


def _geometry_name(geometry: n.Geometry) -> str:
    """As `group.geometry` gives it."""
    if geometry.shape == "hex":
        return f"hex {geometry.orientation or 'row'}"
    return "square around" if geometry.around else geometry.shape


def _numeric(program: n.Program) -> dict[str, set[str]]:
    """The parameters of functions that are numbers."""
    found: dict[str, set[str]] = {}
    functions = [(function.name, function) for function in program.functions]
    functions += [(f".{function.name}", function) for class_ in program.classes for function in class_.functions]
    for key, function in functions:
        found.setdefault(key, set()).update(p.name for p in function.parameters if p.type is NUMBER)
    return found


def _longest_side(program: n.Program) -> int:
    grids = [class_.geometry.rows for class_ in program.classes if class_.geometry is not None]
    return max((max(len(rows), *map(len, rows)) for rows in grids if rows), default=0)


def elements(type_: Type) -> str:
    """The place where all elements of such collections are noted; a list of fields may be seen as one of tiles."""
    assert isinstance(type_, Collection)
    of = type_.of
    word = of.kind if isinstance(of, ClassType) else "collection" if isinstance(of, Collection) else str(of)
    return f"elements {type_.shape} {word}"


class Expressions:
    """Works expressions of one body out."""

    def __init__(self, values: Values, key: str) -> None:
        self.values = values
        self.key = key
        self.env: Env | None = {}  # None: nothing comes here
        self.found: dict[int, Range] = {}
        self.holds: dict[str, Range] = {}  # all that each variable ever holds
        self.calls: dict[tuple[str, int], str] = {}
        self.reads: set[str] = set()  # places that it depends on
        self.ran = -1  # when

    def expr(self, e: n.Expr) -> Range:
        """What it can be here; noted is all that it can be, because some are worked out twice: `a.n += 1` reads `a.n`, and
        behind that, where it is written, `a` is there."""
        value = self._evaluate(e)
        known = self.found.get(id(e))
        self.found[id(e)] = value if known is None else r.join(known, value)
        return value

    def _evaluate(self, e: n.Expr) -> Range:
        match e:
            case n.Local():
                return self._local(e)
            case n.Literal():
                return self._literal(e)
            case n.Operate():
                return self._operate(e)
            case n.Arithmetic():
                return self._arithmetic(e)
            case n.Equal() | n.Compare():
                return self._two(e)
            case n.Logic():
                return self._logic(e)
            case n.This():
                return r.THERE
            case n.IsA() | n.Not():
                self.expr(e.value)
                return r.THERE
            case n.CallMethod():
                return self._call_method(e)
            case n.Attribute():
                return self._attribute(e)
            case n.Global():
                return r.THERE if self.values.tidy else r.MAYBE
            case n.ListItem():
                return self._list_item(e)
            case n.Call():
                return self._call(e)
            case n.Negate():
                return r.negative(self.expr(e.value))
            case n.TileAt():
                return self._tile_at(e)
            case n.TableItem():
                return self._table_item(e)
            case n.MakeCollection():
                return self._make_collection(e)
            case n.AsA():
                return self._as_a(e)
            case n.Convert():
                return self._convert(e)
            case n.OwnedBy():
                return self._owned_by(e)
            case n.Join():
                return self._join(e)
            case n.Make():
                return self._make(e)
            case n.CallAction():
                return self._call_action(e)
            case n.Event():
                return r.MAYBE
            case _:
                assert_never(e)

    def assume(self, e: n.Expr, holds: bool) -> None:
        raise NotImplementedError

    def flow(self, place: str, value: Range) -> None:
        known = self.values.places.get(place)
        self.values.note(place, value if known is None else r.join(known, value))

    def place(self, place: str) -> Range:
        self.reads.add(place)
        return self.values.places.get(place, r.NEVER)

    def there(self, e: n.Expr) -> None:
        """From here on a variable is not null, or the block would have stopped."""
        if isinstance(e, n.Local) and self.env is not None and e.name in self.env:
            self.env[e.name] = r.present(self.env[e.name])

    def element(self, values: n.Expr) -> Range:
        """What a loop over a list gets."""
        if isinstance(values, n.Operate):
            if values.op in ("tile.pieces", "tile.neighbors", "group.tiles"):
                return r.THERE
            if values.op in ("player.all", "own.players"):
                return self.values.player
            if values.op == "table.keys":
                return r.present(r.ANYTHING)
        assert isinstance(values.type, Collection)
        if values.type.of is ANY:  # as a collection of a type it may have been given null
            return r.ANYTHING
        return self.place(elements(values.type))

    def _literal(self, e: n.Literal) -> Range:
        if e.value is None:
            return r.NOTHING_ELSE
        if isinstance(e.value, str):
            return r.of(self.values.number_of(e.value))
        return r.of(e.value) if isinstance(e.value, float) else r.THERE

    def _local(self, e: n.Local) -> Range:
        if self.env is not None and e.name in self.env:
            return self.env[e.name]
        return self.place(f"{self.key} local {e.name}")

    def _attribute(self, e: n.Attribute) -> Range:
        self.expr(e.value)
        self.there(e.value)
        return self.place(f"attribute {e.name}")

    def _list_item(self, e: n.ListItem) -> Range:
        self.expr(e.value)
        self.expr(e.key)
        self.there(e.value)
        return self.element(e.value)

    def _table_item(self, e: n.TableItem) -> Range:
        self.expr(e.value)
        self.expr(e.key)
        self.there(e.value)
        return r.THERE if e.grows else self.element(e.value)._replace(null=True)

    def _tile_at(self, e: n.TileAt) -> Range:
        for part in (e.group, e.first, e.second):
            self.expr(part)
        self.there(e.group)
        return r.MAYBE

    def _owned_by(self, e: n.OwnedBy) -> Range:
        self.expr(e.player)
        self.there(e.player)
        return r.MAYBE

    def _arithmetic(self, e: n.Arithmetic) -> Range:
        left, right = self.expr(e.left), self.expr(e.right)
        self.there(e.left)
        self.there(e.right)
        return r.ARITHMETIC[e.op](left, right)

    def _two(self, e: n.Compare | n.Equal) -> Range:
        self.expr(e.left)
        self.expr(e.right)
        return r.THERE

    def _logic(self, e: n.Logic) -> Range:
        self.expr(e.left)
        if e.op in ("&&", "||"):
            before = None if self.env is None else dict(self.env)
            self.assume(e.left, e.op == "&&")
            self.expr(e.right)
            self.env = before
        else:
            self.expr(e.right)
        return r.THERE

    def _join(self, e: n.Join) -> Range:
        for part in e.parts:
            self.expr(part)
        return r.NEW_TEXT

    def _convert(self, e: n.Convert) -> Range:
        value = self.expr(e.value)
        if e.type is PLAYER:
            return self.values.player._replace(null=value.null)
        if e.type is NUMBER and e.value.type is PLAYER:
            return value
        return self._taken_for(e.type)

    def _as_a(self, e: n.AsA) -> Range:
        value = self.expr(e.value)
        inner = e.type
        while isinstance(inner, Collection) and is_open(e.value.type):  # a list of keys, which can be anything
            self.flow(elements(inner), self.values.any_of(inner.of))
            inner = inner.of
        if e.value.type is ANY:
            return self._taken_for(e.type)
        if fits(e.value.type, e.type) or self.values.always(e.value.type, e.type):
            return value
        return value._replace(null=True)

    def _taken_for(self, type_: Type) -> Range:
        """What could be anything, as something."""
        if isinstance(type_, Collection):
            self.flow(elements(type_), self.values.any_of(type_.of))
        return self.values.any_of(type_)

    def _make(self, e: n.Make) -> Range:
        for name, value in e.fills:
            self.flow(f"attribute {name}", self.expr(value))
        for item in e.items:
            self.expr(item)
        return r.THERE

    def _make_collection(self, e: n.MakeCollection) -> Range:
        for key in e.keys:
            self.expr(key)
        assert isinstance(e.type, Collection)
        for item in e.items:
            value = self.expr(item)
            self.flow(elements(e.type), value if e.type.shape == "List" else r.present(value))
        return r.THERE

    def _call(self, e: n.Call) -> Range:
        for _, value in e.arguments:
            self.expr(value)
        return self.returned(e, e.function)

    def _call_method(self, e: n.CallMethod) -> Range:
        for value in (e.value, *(value for _, value in e.arguments)):
            self.expr(value)
        self.there(e.value)
        return self.returned(e, f".{e.name}")

    def returned(self, e: n.Call | n.CallMethod, function: str) -> Range:
        """What a call gives: until something is known to come back, nothing does. Calls with nothing but whole numbers
        have a version of the function for themselves."""
        given = [(self.found[id(value)], name) for name, value in e.arguments]
        numeric = self.values.numeric[function]
        if numeric and all(value.counts or value == r.NEVER for value, name in given if name in numeric):
            function += WHOLE
        self.calls[self.key, id(e)] = function
        for value, name in given:
            self.flow(f"{function} local {name}", value)
        self.values.note(f"{function} called", r.THERE)
        return self.place(f"{function} returns")

    def _call_action(self, e: n.CallAction) -> Range:
        self.expr(e.value)
        for name, value in e.arguments:
            self.flow(f".{e.name} local {name}", self.expr(value))
        self.there(e.value)
        return r.THERE

    def _operate(self, e: n.Operate) -> Range:
        found = [self.expr(argument) for argument in e.arguments]
        for argument, needed in zip(e.arguments, needs(e.op), strict=False):
            if needed:
                self.there(argument)
        self.filled(e, found)
        value = self.given(e, found)
        return value if OPERATIONS[e.op].gives_null else r.present(value)

    def filled(self, e: n.Operate, found: list[Range]) -> None:
        """What an operation puts into a collection."""
        if e.op == "list.add":
            self.flow(elements(e.arguments[0].type), found[1])
        elif e.op in ("stack.push", "stack.push_front"):
            self.flow(elements(e.arguments[0].type), r.present(found[1]))
        elif e.op == "list.put":
            self.flow(elements(e.arguments[0].type), found[2])
        elif e.op == "list.inner":
            self.flow(elements(e.arguments[0].type), r.THERE)
        elif e.op == "list.append" and isinstance(e.arguments[1].type, Collection):
            self.flow(elements(e.arguments[0].type), self.element(e.arguments[1]))

    def given(self, e: n.Operate, found: list[Range]) -> Range:
        """What an operation gives; whether it can be null is known of every operation, and here perhaps better."""
        if e.op in ("list.at", "stack.pop", "stack.pop_front"):
            return self.element(e.arguments[0])._replace(null=True)
        if e.op in _NUMBERS:
            return _NUMBERS[e.op](found)
        if e.op in _OF_DICE:
            return self._of_dice(e.op, found[0])
        if e.op == "dice.mean":
            return self._of_dice(e.op, found[0])._replace(whole=False)
        if e.op == "dice.chance":
            return r.Range(False, False, 0.0, 1.0)
        if e.op in ("tile.x", "tile.y", "group.width", "group.height"):
            return self.values.side
        if e.op == "player.active":
            return self.values.player
        if e.op == "player.count":
            return r.between(float(self.values.program.players[0]), float(self.values.program.players[1]))
        if e.op in ("turn.active", "turn.phase"):
            return r.OLD_TEXT._replace(null=True)
        if e.op == "group.geometry":
            return self.values.geometry
        return self.values.any_of(e.type)

    def _of_dice(self, op: str, dice: Range) -> Range:
        """A number that dice come to; dice that stand in the rules are known."""
        try:
            known = dice.whole and dice.low == dice.high
            low, high = limits(self.values.texts[int(dice.low)]) if known else _EXACT
        except FormulaError:  # found out again, and told, when the rules run
            low, high = _EXACT
        end = {"dice.least": low, "dice.greatest": high}
        return r.between(float(end.get(op, low)), float(end.get(op, high)))


def _length(found: list[Range]) -> Range:
    return r.between(0.0, LARGEST)


_NUMBERS: dict[str, Callable[[list[Range]], Range]] = {
    "list.length": _length,
    "table.length": _length,
    "stack.length": _length,
    "deck.length": _length,
    "list.indexOf": lambda found: r.between(-1.0, LARGEST),
    "list.find": lambda found: r.between(0.0, LARGEST)._replace(null=True),
    "logic.moves": lambda found: r.between(1.0, 2.0**31),
    "logic.goal": lambda found: r.between(0.0, 2.0**31),
    "random": lambda found: r.between(0.0, min(2.0**32, max(0.0, found[0].high))),
    "whole": lambda found: r.exact(found[0]),
    "int32": lambda found: r.wrapped(found[0]),
    "int32.times": lambda found: r.between(*r.INT32),
    "digits": lambda found: r.between(*r.INT32),
    "floor": lambda found: r.rounded(found[0]),
    "ceil": lambda found: r.rounded(found[0]),
    "round": lambda found: r.rounded(found[0]),
    "abs": lambda found: r.absolute(found[0]),
    "min": lambda found: r.smaller(*found),
    "max": lambda found: r.larger(*found),
}
_EXACT = (1 - LARGEST_RESULT, LARGEST_RESULT - 1)
_OF_DICE = frozenset(("dice.roll", "dice.least", "dice.greatest"))
