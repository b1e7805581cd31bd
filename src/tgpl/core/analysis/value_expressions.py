"""What expressions can be, with ranges for values, and what flows where on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.analysis import ranges as r
from tgpl.core.analysis.collection_views import is_open
from tgpl.core.analysis.instantiated import Instantiated
from tgpl.core.analysis.ranges import Range
from tgpl.core.operations import OPERATIONS, needs
from tgpl.core.types import ANY, NUMBER, PLAYER, TEXT, ClassType, Collection, KindType, Type, fits
from tgpl.text.dice_formula import LARGEST as LARGEST_RESULT
from tgpl.text.dice_formula import FormulaError, limits

WHOLE_VERSION = " whole"  # behind the name of a function: its version for whole numbers
LARGEST = 2.0**31  # of any collection, however it was made

Env = dict[str, Range]


class ValueRanges:
    """What was found out."""

    def __init__(self, program: n.Program, atomic_construction: bool, tiles_placed: bool) -> None:
        self.program = program
        self.atomic_construction = atomic_construction
        self.places: dict[str, Range] = {}  # attributes, parameters, results, elements
        self.stamps: dict[str, int] = {}  # when each last changed
        self.tick = 0
        self.expressions: dict[tuple[str, int], Range] = {}  # by body and identity
        self.callees: dict[tuple[str, int], str] = {}  # which version of its function a call runs
        self.numeric = _find_numeric(program)
        self.variables: dict[tuple[str, str], Range] = {}  # all that a variable of a body ever holds
        self.player = r.between(0.0, program.players[1] - 1.0)
        self.instantiated = Instantiated(program)
        self.texts: list[str] = []  # those that stand in the rules
        self.geometry = self._geometry()
        self.side = r.between(0.0, float(_longest_side(program)), null=not tiles_placed)

    def index_text(self, text: str) -> float:
        if text not in self.texts:
            self.texts.append(text)
        return float(self.texts.index(text))

    def _geometry(self) -> Range:
        """Of any group: known if all have the same."""
        names = {class_.geometry.words for class_ in self.program.classes if class_.geometry is not None}
        return r.of(self.index_text(names.pop())) if len(names) == 1 else r.RULE_TEXT

    def is_always(self, own: Type, wanted: Type) -> bool:
        """Whether all that there is of one class is of another."""
        return (
            isinstance(own, ClassType)
            and isinstance(wanted, ClassType)
            and self.instantiated.is_always(own.name, wanted.name)
        )

    def constant(self, e: n.Expr, body: str) -> str | None:
        """The text that an expression always gives."""
        known = self.expressions.get((body, id(e)))
        if known is None or e.type is not TEXT or known.null or not known.whole or known.low != known.high:
            return None
        return self.texts[int(known.low)]

    def of(self, e: n.Expr, body: str) -> Range:
        return self.expressions.get((body, id(e))) or self.range_of_type(e.type)

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

    def range_of_type(self, type_: Type) -> Range:
        if type_ is NUMBER or type_ is TEXT or type_ is ANY:
            return r.ANYTHING
        return self.player._replace(null=True) if type_ is PLAYER else r.NULLABLE


def _find_numeric(program: n.Program) -> dict[str, set[str]]:
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


def elements_place(type_: Type) -> str:
    """The place where all elements of such collections are noted; a list of fields may be seen as one of tiles."""
    assert isinstance(type_, Collection)
    of = type_.of
    if isinstance(of, KindType):
        word = "kinds"
    else:
        word = of.kind if isinstance(of, ClassType) else "collection" if isinstance(of, Collection) else str(of)
    return f"elements {type_.shape} {word}"


def join_envs(ends: list[Env]) -> Env | None:
    """What holds wherever one came from."""
    if not ends:
        return None
    first, *others = ends
    found = dict(first)
    for other in others:
        for name in list(found):
            if name in other:
                found[name] = r.join(found[name], other[name])
            else:
                del found[name]
    return found


class RangeEvaluator:
    """Works expressions of one body out."""

    def __init__(self, values: ValueRanges, key: str) -> None:
        self.values = values
        self.key = key
        self.env: Env | None = {}  # None: nothing comes here
        self.found: dict[int, Range] = {}
        self.variables: dict[str, Range] = {}  # all that each variable ever holds
        self.calls: dict[tuple[str, int], str] = {}
        self.reads: set[str] = set()  # places that it depends on
        self.ran = -1  # when

    def evaluate(self, e: n.Expr) -> Range:
        """What it can be here; noted is all that it can be, because some are worked out twice: `a.n += 1` reads `a.n`, and
        behind that, where it is written, `a` is there."""
        value = self._evaluate_kind(e)
        known = self.found.get(id(e))
        self.found[id(e)] = value if known is None else r.join(known, value)
        return value

    def _evaluate_kind(self, e: n.Expr) -> Range:
        match e:
            case n.Local():
                return self._evaluate_local(e)
            case n.Literal():
                return self._evaluate_literal(e)
            case n.Operate():
                return self._evaluate_operation(e)
            case n.Arithmetic():
                return self._evaluate_arithmetic(e)
            case n.Equal() | n.Compare():
                return self._evaluate_comparison(e)
            case n.Logic():
                return self._evaluate_logic(e)
            case n.This() | n.Symbol():
                return r.NOT_NULL
            case n.IsA() | n.Not():
                self.evaluate(e.value)
                return r.NOT_NULL
            case n.CallMethod():
                return self._evaluate_method(e)
            case n.Attribute():
                return self._evaluate_attribute(e)
            case n.Global():
                return r.NOT_NULL if self.values.atomic_construction else r.NULLABLE
            case n.ListItem():
                return self._evaluate_list_item(e)
            case n.Call():
                return self._evaluate_function(e)
            case n.Negate():
                return r.negate(self.evaluate(e.value))
            case n.TileAt():
                return self._evaluate_tile_at(e)
            case n.TableItem():
                return self._evaluate_table_item(e)
            case n.MakeCollection():
                return self._evaluate_collection(e)
            case n.AsA():
                return self._evaluate_as_a(e)
            case n.Convert():
                return self._evaluate_convert(e)
            case n.OwnedBy():
                return self._evaluate_owned_by(e)
            case n.Choose():
                return self._evaluate_choose(e)
            case n.Join():
                return self._evaluate_join(e)
            case n.Make():
                return self._evaluate_make(e)
            case n.CallAction():
                return self._evaluate_action(e)
            case n.Event():
                return r.NULLABLE
            case _:
                assert_never(e)

    def assume(self, e: n.Expr, holds: bool) -> None:
        raise NotImplementedError

    def flow(self, place: str, value: Range) -> None:
        known = self.values.places.get(place)
        self.values.note(place, value if known is None else r.join(known, value))

    def read_place(self, place: str) -> Range:
        self.reads.add(place)
        return self.values.places.get(place, r.NEVER)

    def assume_present(self, e: n.Expr) -> None:
        """From here on a variable is not null, or the block would have stopped."""
        if isinstance(e, n.Local) and self.env is not None and e.name in self.env:
            self.env[e.name] = r.drop_null(self.env[e.name])

    def range_of_element(self, values: n.Expr) -> Range:
        """What a loop over a list gets."""
        if isinstance(values, n.Operate):
            if values.op in ("tile.pieces", "tile.neighbors", "group.tiles"):
                return r.NOT_NULL
            if values.op in ("player.all", "player.remaining", "own.players"):
                return self.values.player
            if values.op == "table.keys":
                return r.drop_null(r.ANYTHING)
        assert isinstance(values.type, Collection)
        if values.type.of is ANY:  # as a collection of a type it may have been given null
            return r.ANYTHING
        return self.read_place(elements_place(values.type))

    def _evaluate_literal(self, e: n.Literal) -> Range:
        if e.value is None:
            return r.ONLY_NULL
        if isinstance(e.value, str):
            return r.of(self.values.index_text(e.value))
        return r.of(e.value) if isinstance(e.value, float) else r.NOT_NULL

    def _evaluate_local(self, e: n.Local) -> Range:
        if self.env is not None and e.name in self.env:
            return self.env[e.name]
        return self.read_place(f"{self.key} local {e.name}")

    def _evaluate_attribute(self, e: n.Attribute) -> Range:
        self.evaluate(e.value)
        self.assume_present(e.value)
        return self.read_place(f"{e.name} attribute")

    def _evaluate_list_item(self, e: n.ListItem) -> Range:
        self.evaluate(e.value)
        self.evaluate(e.key)
        self.assume_present(e.value)
        return self.range_of_element(e.value)

    def _evaluate_table_item(self, e: n.TableItem) -> Range:
        self.evaluate(e.value)
        self.evaluate(e.key)
        self.assume_present(e.value)
        return r.NOT_NULL if e.grows else self.range_of_element(e.value)._replace(null=True)

    def _evaluate_tile_at(self, e: n.TileAt) -> Range:
        for part in (e.group, e.first, e.second):
            self.evaluate(part)
        self.assume_present(e.group)
        return r.NULLABLE

    def _evaluate_owned_by(self, e: n.OwnedBy) -> Range:
        self.evaluate(e.player)
        self.assume_present(e.player)
        return r.NULLABLE

    def _evaluate_arithmetic(self, e: n.Arithmetic) -> Range:
        left, right = self.evaluate(e.left), self.evaluate(e.right)
        self.assume_present(e.left)
        self.assume_present(e.right)
        return r.ARITHMETIC[e.op](left, right)

    def _evaluate_comparison(self, e: n.Compare | n.Equal) -> Range:
        self.evaluate(e.left)
        self.evaluate(e.right)
        return r.NOT_NULL

    def _evaluate_logic(self, e: n.Logic) -> Range:
        self.evaluate(e.left)
        if e.op in ("&&", "||"):
            before = None if self.env is None else dict(self.env)
            self.assume(e.left, e.op == "&&")
            self.evaluate(e.right)
            self.env = before
        else:
            self.evaluate(e.right)
        return r.NOT_NULL

    def _evaluate_choose(self, e: n.Choose) -> Range:
        """Each side where the condition holds or does not; behind it what holds behind both."""
        self.evaluate(e.condition)
        before = None if self.env is None else dict(self.env)
        self.assume(e.condition, True)
        yes = self.evaluate(e.yes)
        behind, self.env = self.env, before
        self.assume(e.condition, False)
        no = self.evaluate(e.no)
        self.env = join_envs([env for env in (behind, self.env) if env is not None])
        return r.join(yes, no)

    def _evaluate_join(self, e: n.Join) -> Range:
        for part in e.parts:
            self.evaluate(part)
        return r.MADE_TEXT

    def _evaluate_convert(self, e: n.Convert) -> Range:
        value = self.evaluate(e.value)
        if e.type is PLAYER:
            return self.values.player._replace(null=value.null)
        if e.type is NUMBER and e.value.type is PLAYER:
            return value
        return self._convert_any(e.type)

    def _evaluate_as_a(self, e: n.AsA) -> Range:
        value = self.evaluate(e.value)
        inner = e.type
        while isinstance(inner, Collection) and is_open(e.value.type):  # a list of keys, which can be anything
            self.flow(elements_place(inner), self.values.range_of_type(inner.of))
            inner = inner.of
        if e.value.type is ANY:
            return self._convert_any(e.type)
        if fits(e.value.type, e.type) or self.values.is_always(e.value.type, e.type):
            return value
        return value._replace(null=True)

    def _convert_any(self, type_: Type) -> Range:
        """What could be anything, as something."""
        if isinstance(type_, Collection):
            self.flow(elements_place(type_), self.values.range_of_type(type_.of))
        return self.values.range_of_type(type_)

    def _evaluate_make(self, e: n.Make) -> Range:
        for name, value in e.fills:
            self.flow(f"{name} attribute", self.evaluate(value))
        for item in e.items:
            self.evaluate(item)
        return r.NOT_NULL

    def _evaluate_collection(self, e: n.MakeCollection) -> Range:
        for key in e.keys:
            self.evaluate(key)
        assert isinstance(e.type, Collection)
        for item in e.items:
            value = self.evaluate(item)
            self.flow(elements_place(e.type), value if e.type.shape == "List" else r.drop_null(value))
        return r.NOT_NULL

    def _evaluate_function(self, e: n.Call) -> Range:
        for _, value in e.arguments:
            self.evaluate(value)
        return self._evaluate_call(e, e.function)

    def _evaluate_method(self, e: n.CallMethod) -> Range:
        for value in (e.value, *(value for _, value in e.arguments)):
            self.evaluate(value)
        self.assume_present(e.value)
        return self._evaluate_call(e, f".{e.name}")

    def _evaluate_call(self, e: n.Call | n.CallMethod, function: str) -> Range:
        """What a call gives: until something is known to come back, nothing does. Calls with nothing but whole numbers
        have a version of the function for themselves."""
        given = [(self.found[id(value)], name) for name, value in e.arguments]
        numeric = self.values.numeric[function]
        if numeric and all(value.fits_int or value == r.NEVER for value, name in given if name in numeric):
            function += WHOLE_VERSION
        self.calls[self.key, id(e)] = function
        for value, name in given:
            self.flow(f"{function} local {name}", value)
        self.values.note(f"{function} called", r.NOT_NULL)
        return self.read_place(f"{function} returns")

    def _evaluate_action(self, e: n.CallAction) -> Range:
        self.evaluate(e.value)
        for name, value in e.arguments:
            self.flow(f".{e.name} local {name}", self.evaluate(value))
        self.assume_present(e.value)
        return r.NOT_NULL

    def _evaluate_operation(self, e: n.Operate) -> Range:
        found = [self.evaluate(argument) for argument in e.arguments]
        for argument, needed in zip(e.arguments, needs(e.op), strict=False):
            if needed:
                self.assume_present(argument)
        self._fill_collection(e, found)
        value = self._range_of_result(e, found)
        return value if OPERATIONS[e.op].gives_null else r.drop_null(value)

    def _fill_collection(self, e: n.Operate, found: list[Range]) -> None:
        """What an operation puts into a collection."""
        if e.op == "list.add":
            self.flow(elements_place(e.arguments[0].type), found[1])
        elif e.op in ("stack.push", "stack.push_front"):
            self.flow(elements_place(e.arguments[0].type), r.drop_null(found[1]))
        elif e.op == "list.put":
            self.flow(elements_place(e.arguments[0].type), found[2])
        elif e.op == "list.inner":
            self.flow(elements_place(e.arguments[0].type), r.NOT_NULL)
        elif e.op == "list.append" and isinstance(e.arguments[1].type, Collection):
            self.flow(elements_place(e.arguments[0].type), self.range_of_element(e.arguments[1]))

    def _range_of_result(self, e: n.Operate, found: list[Range]) -> Range:
        """What an operation gives; whether it can be null is known of every operation, and here perhaps better."""
        if OPERATIONS[e.op].gives_element:
            return self.range_of_element(e.arguments[0])._replace(null=True)
        if e.op == "present":
            return found[0]
        if e.op in _NUMBERS:
            return _NUMBERS[e.op](found)
        if e.op in _OF_DICE:
            return self._range_of_dice(e.op, found[0])
        if e.op == "dice.mean":
            return self._range_of_dice(e.op, found[0])._replace(whole=False)
        if e.op == "dice.chance":
            return r.Range(False, False, 0.0, 1.0)
        if e.op in ("tile.x", "tile.y", "group.width", "group.height"):
            return self.values.side
        if e.op in ("player.active", "player.first"):
            return self.values.player
        if e.op == "player.count":
            return r.between(float(self.values.program.players[0]), float(self.values.program.players[1]))
        if e.op in ("turn.active", "turn.phase"):
            return r.RULE_TEXT._replace(null=True)
        if e.op == "group.geometry":
            return self.values.geometry
        return self.values.range_of_type(e.type)

    def _range_of_dice(self, op: str, dice: Range) -> Range:
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
    "whole": lambda found: r.truncate(found[0]),
    "int32": lambda found: r.wrap_int32(found[0]),
    "int32.times": lambda found: r.between(*r.INT32),
    "digits": lambda found: r.between(*r.INT32),
    "floor": lambda found: r.round_whole(found[0]),
    "ceil": lambda found: r.round_whole(found[0]),
    "round": lambda found: r.round_whole(found[0]),
    "abs": lambda found: r.take_absolute(found[0]),
    "min": lambda found: r.take_smaller(*found),
    "max": lambda found: r.take_larger(*found),
}
_EXACT = (1 - LARGEST_RESULT, LARGEST_RESULT - 1)
_OF_DICE = frozenset(("dice.roll", "dice.least", "dice.greatest"))
