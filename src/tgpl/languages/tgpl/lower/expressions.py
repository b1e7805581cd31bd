"""Checked expressions to the core: every conversion, receiver and default made plain.

In:  nodes that `check` has typed. Out: core expressions. Nothing is reported here: what is wrong was reported before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from tgpl.core import nodes as n
from tgpl.core.types import ANY, BOOL, NOTHING, NULL, NUMBER, PLAYER, ROOTS, TEXT, ClassType, Collection, KindType, Type
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import ANYTHING, DICE, PILE, element_of, fill_in
from tgpl.languages.tgpl.check.folding import fold_constant
from tgpl.languages.tgpl.check.several import SEVERAL
from tgpl.languages.tgpl.lower.conversion import convert
from tgpl.languages.tgpl.lower.dice import join_formulas, make_chance, negate_formula
from tgpl.languages.tgpl.lower.implicit_events import ImplicitEvents, core_type
from tgpl.languages.tgpl.lower.kinds import list_symbols, lower_value, make_asker, make_maker, make_namer
from tgpl.languages.tgpl.lower.null_equality import is_never_null, is_repeatable
from tgpl.languages.tgpl.lower.several import is_for_several, lower_move_several, lower_several
from tgpl.languages.tgpl.lower.synthetic import Synthetic
from tgpl.languages.tgpl.lower.tables import choose_value
from tgpl.languages.tgpl.lower.teams import call_allies, call_others, call_team
from tgpl.languages.tgpl.lower.zones import Zones
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import SourceFile, Span

_LOGIC = frozenset(("&&", "||", "&", "|"))
_NUMERIC = (NUMBER, PLAYER)

Target = n.Local | n.Attribute | n.ListItem | n.TableItem | n.Operate  # what is assigned to


class Lowering:
    """What all bodies of a game share while it is lowered."""

    def __init__(self, game: s.Game) -> None:
        self.game = game
        self.synthetic = Synthetic(game)
        self.events = ImplicitEvents(game, self.synthetic)
        self.zones = Zones(game, self.synthetic, self.events)


class Lowerer:
    """Where an expression stands: its file, its class, the action around it."""

    def __init__(
        self, lowering: Lowering, file: SourceFile, owner: s.Class | None, action: s.Action | None = None
    ) -> None:
        self.lowering = lowering
        self.game, self.synthetic, self.events = lowering.game, lowering.synthetic, lowering.events
        self.zones = lowering.zones
        self.file = file
        self.owner = owner
        self.this = owner.latest().type if owner is not None else None
        self.action = action
        self.event: str | None = None  # the variable that holds `event`, where it was passed on
        self.effect: str | None = None  # the name of the effect around
        self.phase: str | None = None  # the phase of an action in which that effect stands

    def span(self, node: t.Node) -> Span:
        return Span(self.file, node.at, node.end)

    # -- any expression

    def lower_expression(self, node: t.Expr) -> n.Expr:
        match node:  # the most frequent first
            case t.Name():
                return self._name(node)
            case t.Literal():
                return n.Literal(self.span(node), _type(node), node.value)
            case t.Call():
                return self._call(node) if node.meant is None else self.lower_expression(node.meant)
            case t.Binary():
                return self._binary(node)
            case t.Member():
                return self._member(node)
            case t.Index():
                return self._index(node)
            case t.Braces():
                return self._braces(node)
            case t.Unary():
                return self._unary(node)
            case t.New():
                return self._new(node)
            case t.TypeTest():
                return self._type_test(node)
            case t.Template():
                return n.Join(self.span(node), TEXT, tuple(self._parts(node)))
            case t.Conditional():
                return self._conditional(node)
            case t.Dice():
                return n.Literal(self.span(node), DICE, node.text)
            case t.Query():
                return self.lower_query(node)
            case _:
                assert_never(node)

    def lower_as(self, node: t.Expr, wanted: Type) -> n.Expr:
        """An expression, converted to the type that its place wants."""
        return convert(self.lower_expression(node), wanted)

    def lower_query(self, node: t.Query) -> n.Expr:
        """A question to a list: it holds statements, so `StatementLowerer` has it."""
        raise NotImplementedError

    # -- literals and names

    def _name(self, node: t.Name) -> n.Expr:
        span, refers = self.span(node), node.refers
        if node.meant is not None:
            return self.lower_expression(node.meant)
        if isinstance(refers, s.Local):
            return n.Local(span, refers.type, refers.name)
        if refers == "event":
            type_ = core_type(_type(node))
            return n.Event(span, type_) if self.event is None else n.Local(span, type_, self.event)
        if refers == "this":
            return n.This(span, _type(node))
        if refers is None:  # `none`, already reported and read as null
            return n.Literal(span, NULL, None)
        return self._referred(span, node, refers, lambda: self.self(span))

    def self(self, span: Span) -> n.Expr:
        assert self.this is not None
        return n.This(span, self.this)

    def _constant(self, span: Span, constant: s.Constant) -> n.Expr:
        value = lower_value(span, fold_constant(constant), self.lower_elsewhere, constant.file)
        return convert(value, constant.type)

    def lower_elsewhere(self, node: t.Expr, file: SourceFile) -> n.Expr:
        """A constant expression that stands in another file."""
        return Lowerer(self.lowering, file, None).lower_expression(node)

    def _asked_of_kind(self, node: t.Member) -> n.Expr:
        """`k.cost` and `k.name`."""
        span, kind = self.span(node), node.value.type
        assert isinstance(kind, KindType)
        class_ = self.game.by_type[kind.of]
        if isinstance(node.refers, s.Attribute):
            type_, name = node.refers.type, node.refers.name
            asker = make_asker(self.lowering, span, class_, name, type_, self.lower_elsewhere, self.file)
        else:
            type_, asker = TEXT, make_namer(self.lowering, span, class_)
        return n.Call(span, type_, asker, (("kind", self._present(node.value)),))

    def _present(self, node: t.Expr) -> n.Expr:
        value = self.lower_expression(node)
        return n.Operate(value.span, value.type, "present", (value,))

    def _member(self, node: t.Member) -> n.Expr:
        action = node.value
        if isinstance(node.value.type, KindType) and isinstance(node.refers, (s.Attribute, s.Operation)):
            return self._asked_of_kind(node)
        if isinstance(action, (t.Name, t.Member)) and isinstance(action.refers, s.Action):  # `hero.Strike.allowed`
            span = self.span(node)
            on = self.self(span) if isinstance(action, t.Name) else self.lower_expression(action.value)
            assert isinstance(node.refers, s.Attribute)
            return n.Attribute(span, BOOL, on, self.synthetic.allowed[node.refers])
        return self._referred(self.span(node), node, node.refers, lambda: self.lower_expression(node.value))

    def _referred(self, span: Span, node: t.Name | t.Member, refers: object, on: Callable[[], n.Expr]) -> n.Expr:
        """An attribute, a group, a predefined attribute, a global class, or a value that stands in the rules."""
        type_ = _type(node)
        if isinstance(refers, s.Enum):
            return n.Symbol(span, type_, node.name)
        if isinstance(refers, s.Constant):
            return self._constant(span, refers)
        if isinstance(refers, s.Class) and isinstance(type_, KindType):
            return n.Symbol(span, type_, refers.type.name)
        if isinstance(refers, s.Class) and isinstance(type_, Collection):
            return list_symbols(self.game, span, refers)
        if isinstance(refers, s.Class) and refers.kind != "group":
            return n.Global(span, type_, refers.type.name)
        if isinstance(refers, s.Operation) and refers.op.startswith(("zone.", "piece.zone")):
            return self.zones.lists.tell(span, refers.op, on(), ())
        if isinstance(refers, s.Operation):
            return n.Operate(span, type_, refers.op, (on(),))
        assert isinstance(refers, (s.Class, s.Attribute))
        if isinstance(refers, s.Attribute) and refers.core is not None:  # more is known than the core holds
            return n.AsA(span, type_, n.Attribute(span, refers.core, on(), refers.name))
        return n.Attribute(span, type_, on(), refers.name)

    # -- looking up

    def _index(self, node: t.Index) -> n.Expr:
        span, type_ = self.span(node), _type(node)
        if node.lookup == "grid":
            inner = node.value
            assert isinstance(inner, t.Index)
            first, second = self.lower_as(inner.key, NUMBER), self.lower_as(node.key, NUMBER)
            return n.TileAt(span, type_, self.lower_expression(inner.value), first, second)
        if node.lookup == "owner":
            assert isinstance(type_, ClassType)
            return n.OwnedBy(span, type_, type_.name, self.lower_as(node.key, PLAYER))
        if node.lookup == "at":
            return n.Operate(
                span, type_, "list.at", (self.lower_expression(node.value), self.lower_as(node.key, NUMBER))
            )
        if node.lookup == "list":
            return n.ListItem(span, type_, self.lower_list(node.value), self.lower_as(node.key, NUMBER))
        return n.TableItem(span, type_, self.lower_expression(node.value), self.lower_expression(node.key))

    def lower_list(self, node: t.Expr) -> n.Expr:
        """A list that is only looked at, or what lies in a zone: that is not copied then."""
        refers = node.refers if isinstance(node, (t.Name, t.Member)) else None
        if isinstance(refers, s.Operation) and refers.op == "zone.cards":
            on = self.lower_expression(node.value) if isinstance(node, t.Member) else self.self(self.span(node))
            return self.zones.lists.read_list(self.span(node), on)
        value = self.lower_expression(node)
        is_zone = isinstance(value.type, ClassType) and self.game.by_type[value.type].kind == "zone"
        return self.zones.lists.read_list(self.span(node), value) if is_zone else value

    def lower_target(self, node: t.Expr) -> Target:
        """What is assigned to; what is missing on the way into tables, and in TGDL into lists, springs into being."""
        if isinstance(node, t.Index) and node.lookup == "at":
            key = self.lower_as(node.key, NUMBER)
            return n.ListItem(self.span(node), _type(node), _make_growing(self.lower_expression(node.value), True), key)
        lowered = self.lower_expression(node)
        if isinstance(lowered, n.TableItem):
            lowered = n.TableItem(lowered.span, lowered.type, _make_growing(lowered.value), lowered.key)
        assert isinstance(lowered, (n.Local, n.Attribute, n.ListItem, n.TableItem, n.Operate))
        return lowered

    # -- operators

    def _unary(self, node: t.Unary) -> n.Expr:
        if node.op == "!":
            return n.Not(self.span(node), BOOL, self.lower_as(node.value, BOOL))
        if _type(node) is DICE:
            return negate_formula(self.span(node), self.lower_expression(node.value))
        return convert(self.lower_plain(node), _type(node))

    def _binary(self, node: t.Binary) -> n.Expr:
        span, type_, op = self.span(node), _type(node), node.op
        if type_ is TEXT:
            return n.Join(span, TEXT, tuple(self._parts(node)))
        if type_ is DICE:
            return join_formulas(span, op, self.lower_expression(node.left), self.lower_expression(node.right))
        if op in ("==", "!="):
            return self._equal(node)
        if op in ("same", "differ"):
            same = self.lower_same(span, node.left, node.right)
            return same if op == "same" else n.Not(span, BOOL, same)
        if (type_ is BOOL and op in _LOGIC) or (op == "^" and type_ is BOOL):
            return n.Logic(span, BOOL, op, self.lower_as(node.left, BOOL), self.lower_as(node.right, BOOL))
        if type_ is BOOL:
            wanted = TEXT if TEXT in (node.left.type, node.right.type) else NUMBER
            return n.Compare(span, BOOL, op, self.lower_as(node.left, wanted), self.lower_as(node.right, wanted))
        return convert(self.lower_plain(node), type_)

    def lower_plain(self, node: t.Expr) -> n.Expr:
        """Arithmetic as plain numbers: a player wraps once, over the whole of it."""
        if isinstance(node, t.Binary) and node.type in _NUMERIC:
            return n.Arithmetic(
                self.span(node), NUMBER, node.op, self.lower_plain(node.left), self.lower_plain(node.right)
            )
        if isinstance(node, t.Unary) and node.op == "-":
            return n.Negate(self.span(node), NUMBER, self.lower_plain(node.value))
        return self.lower_as(node, NUMBER)

    def _parts(self, node: t.Expr) -> list[n.Expr]:
        if isinstance(node, t.Binary) and node.op == "+" and node.type is TEXT:
            return self._parts(node.left) + self._parts(node.right)
        if isinstance(node, t.Template):
            return [part for inner in node.parts for part in self._parts(inner)]
        return [self.lower_spoken(node)]

    def lower_spoken(self, node: t.Expr) -> n.Expr:
        """What becomes a part of a text: a player that has a name goes by it."""
        value = self.lower_expression(node)
        if value.type is PLAYER and self.game.names:
            return n.Operate(value.span, TEXT, "player.name", (value,))
        return value

    def _equal(self, node: t.Binary) -> n.Expr:
        left, right = self._alike(node.left, node.right)
        return n.Equal(self.span(node), BOOL, left, right, node.op == "!=")

    def _alike(self, one: t.Expr, other: t.Expr) -> tuple[n.Expr, n.Expr]:
        """Two sides that are compared, of one type."""
        left, right = self.lower_expression(one), self.lower_expression(other)
        if left.type in _NUMERIC and right.type in _NUMERIC and left.type is not right.type:
            left, right = convert(left, NUMBER), convert(right, NUMBER)
        return left, right

    def lower_same(self, span: Span, one: t.Expr, other: t.Expr) -> n.Expr:
        """Equal, and not both null."""
        left, right = self._alike(one, other)
        equal = n.Equal(span, BOOL, left, right, False)
        if is_never_null(left) or is_never_null(right):
            return equal
        null = n.Literal(span, NULL, None)
        if is_repeatable(right):  # asked again at once: nothing has happened in between
            return n.Logic(span, BOOL, "&&", equal, n.Equal(span, BOOL, right, null, True))
        if is_repeatable(left):  # asked before, and the right side is evaluated in any case
            return n.Logic(span, BOOL, "&", n.Equal(span, BOOL, left, null, True), equal)
        return n.Call(span, BOOL, self.synthetic.name_comparison(left.type), (("a", left), ("b", right)))

    def _conditional(self, node: t.Conditional) -> n.Expr:
        type_ = _type(node)
        condition = self.lower_as(node.condition, BOOL)
        return n.Choose(
            self.span(node), type_, condition, self.lower_as(node.yes, type_), self.lower_as(node.no, type_)
        )

    def _type_test(self, node: t.TypeTest) -> n.Expr:
        value, tested = self.lower_expression(node.value), node.tested
        assert tested is not None
        if node.kind is not None:
            if value.type is ANY:
                value = n.AsA(value.span, tested, value)
            return n.Operate(self.span(node), BOOL, "kind.holds", (self.lower_expression(node.kind), value))
        if {value.type, tested} == {NUMBER, PLAYER} and node.op == "as":
            return convert(value, tested)
        if node.op == "is" and value.type is PLAYER and isinstance(tested, ClassType):  # whether a player has one
            span = self.span(node)
            owned = n.OwnedBy(span, tested, tested.name, value)
            return n.Equal(span, BOOL, owned, n.Literal(span, NULL, None), True)
        if node.op == "is":
            return n.IsA(self.span(node), BOOL, value, tested)
        return n.AsA(self.span(node), tested, value)

    # -- making things

    def _new(self, node: t.New) -> n.Expr:
        span, type_ = self.span(node), _type(node)
        if isinstance(type_, Collection):
            return self._collection(span, type_, [fill.value for fill in node.fills])
        assert isinstance(type_, ClassType)
        class_ = self.game.by_type[type_]
        if node.kind is not None:
            return self._new_of_kind(node, node.kind, class_)
        fills = tuple(
            (f.name, self.lower_as(f.value, _fill_type(class_, f.name))) for f in node.fills if f.name is not None
        )
        element = element_of(type_, class_)
        items = tuple(self._lower_item(f.value, element) for f in node.fills if f.name is None)
        return n.Make(span, type_, type_.name, fills, items)

    def _new_of_kind(self, node: t.New, kind: t.Expr, class_: s.Class) -> n.Expr:
        """`new k() { … }`."""
        named = [(fill.name, fill.value, _fill_type(class_, fill.name)) for fill in node.fills if fill.name is not None]
        fills = tuple((name, type_) for name, _, type_ in named)
        maker = make_maker(self.lowering, self.span(node), class_, fills)
        given = tuple((f"{name} given", self.lower_as(value, type_)) for name, value, type_ in named)
        return n.Call(self.span(node), class_.type, maker, (("kind", self._present(kind)), *given))

    def _lower_item(self, node: t.Expr, element: Type) -> n.Expr:
        """What goes into a new deck."""
        card = self.lower_as(node, element)
        return self.zones.push_argument(card) or card

    def _braces(self, node: t.Braces) -> n.Expr:
        type_ = _type(node)
        assert isinstance(type_, Collection)
        return self._collection(self.span(node), type_, list(node.items))

    def _collection(self, span: Span, type_: Collection, items: list[t.Expr]) -> n.Expr:
        if type_.shape != "Table":
            return n.MakeCollection(span, type_, tuple(self.lower_as(item, type_.of) for item in items))
        pairs = [item.items for item in items if isinstance(item, t.Braces)]
        keys = tuple(self.lower_expression(key) for key, _ in pairs)
        return n.MakeCollection(span, type_, tuple(self.lower_as(value, type_.of) for _, value in pairs), keys)

    # -- calls

    def _call(self, node: t.Call) -> n.Expr:
        span, type_, refers = self.span(node), _type(node), node.refers
        if isinstance(refers, s.Operation):
            return self._operation(node, refers)
        if isinstance(refers, s.Enum):
            every = tuple(n.Symbol(span, refers.type, value) for value in refers.type.values)
            return n.MakeCollection(span, type_, every)
        assert isinstance(refers, (s.Function, s.Action))
        types = {parameter.name: parameter.type for parameter in refers.parameters}
        arguments = tuple((a.name, self.lower_as(a.value, types[a.name])) for a in node.arguments if a.name is not None)
        if isinstance(refers, s.Function) and refers.owner is None:
            return n.Call(span, type_, refers.core, arguments)
        on, base = self._receiver(node, refers)
        if isinstance(refers, s.Function):
            return n.CallMethod(span, type_, on, refers.name, arguments, base)
        inherits: tuple[str, ...] = ()
        if base is not None and self.action is not None and self.action.name == refers.name:
            inherits = tuple(i.name for i in refers.inputs)
            root = refers.root
            if root in self.synthetic.part_names:
                part = self.synthetic.part_names[root][self.phase, self.effect]
                inherits += () if self.event is None else (self.event,)
                return n.CallAction(span, NOTHING, on, part, arguments, base, inherits)
        return n.CallAction(span, NOTHING, on, refers.name, arguments, base, inherits)

    def _receiver(self, node: t.Call, refers: s.Function | s.Action) -> tuple[n.Expr, str | None]:
        """What a member is called on, and the class of `base.member()`."""
        callee = node.callee
        if not isinstance(callee, t.Member):
            return self.self(self.span(callee)), None
        if isinstance(callee.value, t.Name) and callee.value.name == "base" and callee.value.refers is None:
            assert refers.owner is not None
            return self.self(self.span(callee.value)), refers.owner.type.name
        return self.lower_expression(callee.value), None

    def _operation(self, node: t.Call, operation: s.Operation) -> n.Expr:
        if operation.op == "same":
            return self.lower_same(self.span(node), node.arguments[0].value, node.arguments[1].value)
        if operation.op == "table.inner":
            on = self._operand(node, operation)
            assert on is not None
            return n.TableItem(self.span(node), _type(node), on, self.lower_expression(node.arguments[0].value), True)
        if operation.op == "table.get":
            on = self._operand(node, operation)
            assert on is not None
            key, otherwise = (argument.value for argument in node.arguments)
            found = n.TableItem(self.span(node), _type(node), on, self.lower_expression(key))
            return choose_value(self.synthetic, self.span(node), found, self.lower_as(otherwise, _type(node)))
        if operation.op in ("zone.move", "deck.move"):
            on = self._operand(node, operation)
            assert on is not None
            return self.zones.move(self.span(node), on, self.lower_expression(node.arguments[0].value))
        if operation.op in _MOVES_OF_SEVERAL:
            return self._move_several(node, operation.op == _MOVES_OF_SEVERAL[0])
        if operation.op == "dice.chance":
            compared = node.arguments[0].value
            assert isinstance(compared, t.Binary)
            left, right = self.lower_expression(compared.left), self.lower_expression(compared.right)
            return make_chance(self.span(node), compared.op, left, right)
        if operation.op in ("player.team", "player.allies"):
            call = call_team if operation.op == "player.team" else call_allies
            who = self.lower_as(node.arguments[0].value, PLAYER)
            return call(self.synthetic, self.game.teams, self.span(node), who)
        if operation.op == "player.others":
            around = [self.lower_as(argument.value, PLAYER) for argument in node.arguments]
            return call_others(self.synthetic, self.span(node), around[0] if around else None)
        if operation.op in ("log", "tell"):
            players = tuple(self.lower_as(argument.value, PLAYER) for argument in node.arguments[:-1])
            line = self.lower_spoken(node.arguments[-1].value)
            return n.Operate(self.span(node), NOTHING, operation.op, (*players, line))
        on = self._operand(node, operation)
        arguments: list[n.Expr] = [] if on is None else [on]
        on_type = NOTHING if on is None else on.type
        class_ = self.game.by_type.get(on_type) if isinstance(on_type, ClassType) else None
        element = element_of(on_type, class_) if on is not None else ANY
        for parameter, argument in zip(operation.parameters, node.arguments, strict=False):
            wanted = fill_in(parameter.type, on_type, element)
            free = wanted in (ANYTHING, PILE)
            arguments.append(self.lower_expression(argument.value) if free else self.lower_as(argument.value, wanted))
        if is_for_several(operation.op):
            return lower_several(self.synthetic, self.wrap, self.span(node), operation.op, arguments, element)
        if operation.op in ("stack.peek", "deck.peek"):
            arguments.append(n.Literal(self.span(node), NUMBER, 0.0))
        if operation.op == "tile.link":
            arguments = [arguments[0], self.synthetic.make_connection(self.span(node), arguments[1], *arguments[2:])]
        if operation.op.startswith("zone.") and on is not None:
            return self.zones.lists.tell(self.span(node), operation.op, on, tuple(arguments[1:]))
        return self.wrap(n.Operate(self.span(node), _type(node), operation.op, tuple(arguments)))

    def _move_several(self, node: t.Call, onto_tile: bool) -> n.Expr:
        assert isinstance(node.callee, t.Member)
        span, place = self.span(node), node.arguments[0].value
        to = self.lower_as(place, ROOTS["tile"]) if onto_tile else self.lower_expression(place)

        def move(card: n.Expr, there: n.Expr) -> n.Expr:
            if onto_tile:
                return self.wrap(n.Operate(span, NOTHING, "piece.move_to", (card, there)))
            return self.zones.move(span, card, there)

        return lower_move_several(self.synthetic, span, self.lower_list(node.callee.value), to, move)

    def wrap(self, made: n.Operate) -> n.Expr:
        """An operation with what it does to zones, and with events that somebody waits for."""
        return self.zones.wrap_operation(made) or self.events.wrap_operation(made) or made

    def _operand(self, node: t.Call, operation: s.Operation) -> n.Expr | None:
        """What a predefined operation works on; None if it works on the game itself."""
        callee = node.callee
        of_game = operation.op.split(".")[0] in ("player", "turn", "event") or "." not in operation.op
        if of_game or (operation.op.startswith("dice.") and not isinstance(callee, t.Member)):
            return None
        if isinstance(callee, t.Member):
            if isinstance(callee.value, t.Name) and callee.value.name == "base" and callee.value.refers is None:
                return self.self(self.span(callee.value))
            looks = operation.op.startswith("list.")
            return self.lower_list(callee.value) if looks else self.lower_expression(callee.value)
        return self.self(self.span(callee))


def _make_growing(value: n.Expr, lists: bool = False) -> n.Expr:
    """A table in a table into which something is written; in TGDL also what lies in lists, and lists in tables."""
    if not isinstance(value.type, Collection):
        return value
    if isinstance(value, n.TableItem) and (lists or value.type.shape == "Table"):
        return n.TableItem(value.span, value.type, _make_growing(value.value, lists), value.key, True)
    if isinstance(value, n.Operate) and value.op == "list.at" and isinstance(value.type, Collection):
        on, key = value.arguments
        return n.Operate(value.span, value.type, "list.inner", (_make_growing(on, True), key))
    return value


def _fill_type(class_: s.Class, name: str) -> Type:
    found: Any = class_.members().get(name)
    if isinstance(found, s.Attribute):
        return found.type
    return _PREDEFINED_FILLS.get(name, ANY)


_MOVES_OF_SEVERAL = tuple(f"{op}{SEVERAL}" for op in ("piece.move_to", "zone.move", "deck.move"))
_PREDEFINED_FILLS: dict[str, Type] = {"discarded": BOOL}


def _type(node: t.Expr) -> Type:
    assert node.type is not None
    return node.type
