"""Checked expressions to the core; what has to run before one (assignments, new objects, questions) is put before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, assert_never

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NUMBER, TEXT, list_of
from tgpl.languages.common.hoisting import Hoister
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.types import INT, STR, VOID, GroupType, Type
from tgpl.languages.senet.check.types import list_of as senet_list
from tgpl.languages.senet.lower.read import READ, READ_NUMBER, find_winner, make_ending
from tgpl.languages.senet.syntax import tree as t
from tgpl.text.source import SourceFile, Span

if TYPE_CHECKING:
    from tgpl.languages.senet.lower.program import Lowering

_RANDOM = float(2**31)  # `rand()` draws a number from 0 up to the largest int


class Lowerer(Hoister):
    """One body: a function, the setup, or what makes a new one of a group."""

    def __init__(self, lowering: Lowering, function: s.Function | None, file: SourceFile) -> None:
        super().__init__()
        self.lowering = lowering
        self.function = function
        self.file = file
        self.names: dict[s.Variable, str] = {}
        self.this: n.Local | None = None
        self.in_library = function is not None and function.section == "library"
        constructs = function is not None and function.constructs
        returns = VOID if function is None or constructs else function.returns
        self.gives = NOTHING if returns is VOID else lowering.type(returns)

    def span(self, node: t.Node) -> Span:
        return Span(self.file, node.at, node.end)

    # -- any expression

    def lower_expression(self, node: t.Expr) -> n.Expr:
        match node:  # the most frequent first
            case t.Name():
                return self._name(node)
            case t.Numeral():
                return n.Literal(self.span(node), NUMBER, float(node.value))
            case t.Member():
                return self._member(node)
            case t.Binary():
                return self._binary(node)
            case t.Call():
                return self._call(node)
            case t.Index():
                return self._index(node)
            case t.Text():
                return n.Literal(self.span(node), TEXT, node.value)
            case t.This():
                return self._this(node)
            case t.Items():
                return self._items(node)
            case t.Truth():
                return n.Literal(self.span(node), BOOL, node.value)
            case t.Nothing():
                return n.Literal(self.span(node), TEXT, "None")
            case t.Negate():
                return self._negate(node)
            case t.Not():
                return n.Not(self.span(node), BOOL, self.lower_expression(node.value))
            case t.Assign():
                return self._assign(node)
            case t.Shift():
                return self._shift(node)
            case _:
                assert_never(node)

    def lower_stored(self, node: t.Expr, wanted: Type) -> n.Expr:
        """An expression whose value is kept somewhere: as the type that is wanted there, and as a copy of its own."""
        return self.lowering.values.copied(self.lower_expression(node), type_of(node), wanted, self.is_own(node))

    def is_own(self, node: t.Expr) -> bool:
        """Whether nobody else holds the value."""
        if isinstance(node, t.Call):
            constructs = isinstance(node.refers, s.Function) and node.refers.constructs
            return not constructs and node.refers != "__init__"
        return not isinstance(node, (t.Name, t.This, t.Member, t.Index, t.Assign))

    # -- values

    def _items(self, node: t.Items) -> n.Expr:
        type_, listed = self.lowering.type(type_of(node)), type_of(node)
        of = getattr(listed, "of", VOID)
        items = self.in_order(partial(self.lower_stored, item, of) for item in node.items)
        return n.MakeCollection(self.span(node), type_, tuple(items))

    def _name(self, node: t.Name) -> n.Expr:
        span = self.span(node)
        if isinstance(node.refers, s.Making):
            return self._placed_group(node.refers.group, span)
        assert isinstance(node.refers, s.Variable)
        return self.variable(node.refers, span)

    def variable(self, variable: s.Variable, span: Span) -> n.Local | n.Attribute:
        type_ = self.lowering.type(variable.type)
        if variable.home == "local":
            return n.Local(span, type_, self.names[variable])
        return self.lowering.variable(variable.name, type_, span)

    def _placed_group(self, group: s.Group, span: Span) -> n.Expr:
        """`Mark >> …`: a new one, of the player on move."""
        kept = self.keep(self.lowering.make(group, span))
        owner = group.field("owner")
        assert owner is not None
        target = n.Attribute(span, NUMBER, kept, self.lowering.attribute(owner))
        self.out.append(n.Assign(span, target, self.lowering.variable("ON_MOVE", NUMBER, span)))
        return kept

    def _this(self, node: t.This) -> n.Expr:
        assert self.this is not None
        return n.Local(self.span(node), self.this.type, self.this.name)

    def _member(self, node: t.Member) -> n.Expr:
        if isinstance(node.refers, s.Function):  # `occupied`
            return self._called(node, node.refers, node.value, ())
        assert isinstance(node.refers, s.Field)
        value = self.lower_expression(node.value)
        return n.Attribute(
            self.span(node), self.lowering.type(type_of(node)), value, self.lowering.attribute(node.refers)
        )

    def _index(self, node: t.Index) -> n.Expr:
        value, key = self.in_order(
            [partial(self.lower_expression, node.value), partial(self.lower_expression, node.items[0])]
        )
        return n.ListItem(self.span(node), self.lowering.type(type_of(node)), value, key)

    # -- operators

    def _negate(self, node: t.Negate) -> n.Expr:
        span = self.span(node)
        if isinstance(node.value, t.Numeral):
            return n.Literal(span, NUMBER, float(-node.value.value))
        return n.Operate(span, NUMBER, "int32", (n.Negate(span, NUMBER, self.lower_expression(node.value)),))

    def _binary(self, node: t.Binary) -> n.Expr:
        span, op = self.span(node), node.op
        if op in ("and", "or"):
            word = "&&" if op == "and" else "||"
            return self.both(span, word, self.lower_expression(node.left), partial(self.lower_expression, node.right))
        if op == "%" and _is_rand(node.left) and isinstance(node.right, t.Numeral) and node.right.value > 0:
            return n.Operate(span, NUMBER, "random", (self.lower_expression(node.right),))
        if op == "+" and type_of(node) is STR:
            return n.Join(
                span, TEXT, tuple(self.in_order(partial(self.lower_expression, part) for part in _parts(node)))
            )
        left, right = self.in_order(
            [partial(self.lower_expression, node.left), partial(self.lower_expression, node.right)]
        )
        if op in ("==", "!="):
            same = self.lowering.values.same(left, type_of(node.left), right, type_of(node.right), span)
            if isinstance(same, n.Equal):
                return n.Equal(span, BOOL, left, right, op == "!=")
            return n.Not(span, BOOL, same) if op == "!=" else same
        if type_of(node) is INT:
            return self._arithmetic(span, op, left, right)
        return n.Compare(span, BOOL, op, left, right)

    def _arithmetic(self, span: Span, op: str, left: n.Expr, right: n.Expr) -> n.Expr:
        if op == "*":
            return n.Operate(span, NUMBER, "int32.times", (left, right))
        result = n.Arithmetic(span, NUMBER, op, left, right)
        return n.Operate(span, NUMBER, "int32", (result,))

    # -- assignment

    def _assign(self, node: t.Assign) -> n.Expr:
        """The value, once it is stored."""
        target, value = self._target(node)
        kept = value if isinstance(value, n.Literal) else self.keep(value)
        self.out.append(n.Assign(self.span(node), target, kept))
        return kept

    def assign(self, node: t.Assign) -> None:
        """Where nobody wants the value."""
        target, value = self._target(node)
        self.out.append(n.Assign(self.span(node), target, value))

    def _target(self, node: t.Assign) -> tuple[n.Local | n.Attribute | n.ListItem, n.Expr]:
        target, span = node.target, self.span(node.target)
        value = partial(self.lower_stored, node.value, type_of(target))
        type_ = self.lowering.type(type_of(target))
        if isinstance(target, t.Member):
            assert isinstance(target.refers, s.Field)
            owner, given = self.in_order([partial(self.lower_expression, target.value), value])
            return n.Attribute(span, type_, owner, self.lowering.attribute(target.refers)), given
        if isinstance(target, t.Index):
            parts = [
                partial(self.lower_expression, target.value),
                partial(self.lower_expression, target.items[0]),
                value,
            ]
            owner, key, given = self.in_order(parts)
            return n.ListItem(span, type_, owner, key), given
        assert isinstance(target, t.Name) and isinstance(target.refers, s.Variable)
        return self.variable(target.refers, span), value()

    # -- boards

    def _shift(self, node: t.Shift) -> n.Expr:
        span, what = self.span(node), node.refers
        assert isinstance(what, s.Shifted)
        first = [node.left] if node.right is None else [node.left, node.right]
        *values, place = self.in_order(
            [*(partial(self.lower_expression, one) for one in first), partial(self._place, node)]
        )
        board = values[-1]
        if not isinstance(board, n.Local):  # it is looked at twice
            values = [value if isinstance(value, (n.Local, n.Literal)) else self.keep(value) for value in values]
            board = values[-1]
        index = self._plain_call(span, what.toi, board, [place])
        if what.kind == "place":
            return self._plain_call(span, what.work, board, [values[0], index])
        if what.kind == "remove":
            return self._plain_call(span, what.work, board, [index])
        return self._plain_call(span, what.work, values[0], [board, index])

    def _place(self, node: t.Shift) -> n.Expr:
        span, numbers = self.span(node.place[0]), list_of(NUMBER)
        if len(node.place) == 1 and type_of(node.place[0]) is not INT:
            return self.lowering.values.copied(
                self.lower_expression(node.place[0]), type_of(node.place[0]), senet_list(INT), True
            )
        items = self.in_order(partial(self.lower_expression, one) for one in node.place)
        return n.MakeCollection(span, numbers, tuple(items))

    def _plain_call(self, span: Span, function: s.Function, this: n.Expr, values: Sequence[n.Expr]) -> n.Call:
        names = self.lowering.parameter_names(function)
        arguments = (("this", this), *zip(names, values, strict=True))
        return n.Call(span, self.lowering.type(function.returns), self.lowering.function_name(function), arguments)

    # -- calls

    def _call(self, node: t.Call) -> n.Expr:
        refers = node.refers
        if isinstance(refers, s.Making):
            return self.lower_new(self.span(node), refers, node.arguments)
        if isinstance(refers, s.Function):
            return self._called(node, refers, node.value, node.arguments)
        assert isinstance(refers, str)
        return _BUILT_IN[refers](self, node)

    def lower_new(self, span: Span, making: s.Making, arguments: Sequence[t.Expr]) -> n.Expr:
        """A new one, filled by its constructor."""
        new = self.lowering.make(making.group, span)
        if making.constructor is None:
            return new
        kept = self.keep(new)
        self.construct(span, making.constructor, kept, arguments)
        return kept

    def construct(self, span: Span, constructor: s.Function, this: n.Expr, arguments: Sequence[t.Expr]) -> None:
        values = self.in_order(self._arguments(constructor, arguments))
        names = self.lowering.parameter_names(constructor)
        call = n.Call(
            span,
            NOTHING,
            self.lowering.function_name(constructor),
            (("this", this), *zip(names, values, strict=True)),
        )
        self.out.append(n.Evaluate(span, call))
        self.may_restart(constructor, span)

    def _arguments(self, function: s.Function, arguments: Sequence[t.Expr]) -> list[Callable[[], n.Expr]]:
        found: list[Callable[[], n.Expr]] = []
        for argument, parameter in zip(arguments, function.parameters, strict=True):
            if function.section == "library" and isinstance(parameter.type, GroupType):
                found.append(partial(self.lower_expression, argument))
            else:
                found.append(partial(self.lower_stored, argument, parameter.type))
        return found

    def _called(self, node: t.Expr, function: s.Function, value: t.Expr | None, arguments: Sequence[t.Expr]) -> n.Expr:
        span = self.span(node)
        parts = self._arguments(function, arguments)
        if value is not None:
            parts.insert(0, partial(self.lower_expression, value))
        values = self.in_order(parts)
        names = [*(["this"] if value is not None else []), *self.lowering.parameter_names(function)]
        if function.constructs:
            this = values[0] = values[0] if isinstance(values[0], n.Local) else self.keep(values[0])
        returns = VOID if function.constructs else function.returns
        type_ = NOTHING if returns is VOID else self.lowering.type(returns)
        call = n.Call(span, type_, self.lowering.function_name(function), tuple(zip(names, values, strict=True)))
        if function.constructs or returns is VOID:
            self.out.append(n.Evaluate(span, call))
            self.may_restart(function, span)
            return this if function.constructs else n.Literal(span, TEXT, "None")
        if function in self.lowering.restarting:
            kept = self.keep(call)
            self.may_restart(function, span)
            return kept
        return call

    def may_restart(self, function: s.Function, span: Span) -> None:
        """Behind a call in which the game may have begun over: then everything is left at once."""
        if function in self.lowering.restarting:
            flag = self.lowering.variable("?restarting", BOOL, span)
            self.out.append(n.If(span, ((flag, n.Block(span, (self.leave(span),))),), None))

    def leave(self, span: Span) -> n.Return:
        return n.Return(span, None if self.gives is NOTHING else self.lowering.plain_blank(self.gives, span))

    # -- what is built in

    def _print(self, node: t.Call) -> n.Expr:
        span = self.span(node)
        values = self.in_order(partial(self._shown, argument) for argument in node.arguments)
        plain = [part for value in values for part in (value.parts if isinstance(value, n.Join) else (value,))]
        text = plain[0] if len(plain) == 1 and plain[0].type is TEXT else n.Join(span, TEXT, tuple(plain))
        self.out.append(n.Evaluate(span, n.Operate(span, NOTHING, "log", (text,))))
        return n.Literal(span, TEXT, "None")

    def _shown(self, node: t.Expr) -> n.Expr:
        return self.lowering.values.text(self.lower_expression(node), type_of(node), self.span(node))

    def _repr(self, node: t.Call) -> n.Expr:
        assert node.value is not None
        return self._shown(node.value)

    def _read(self, node: t.Call, function: str = READ) -> n.Expr:
        self.lowering.reads = True
        count = self.lower_expression(node.arguments[0])
        return n.Call(self.span(node), TEXT, function, (("count", count),))

    def _clear(self, node: t.Call) -> n.Expr:
        self.out.append(n.Evaluate(self.span(node), n.Operate(self.span(node), NOTHING, "input.clear", ())))
        return n.Literal(self.span(node), TEXT, "None")

    def _stoi(self, node: t.Call) -> n.Expr:
        argument = node.arguments[0]
        if isinstance(argument, t.Call) and argument.refers == "read":
            text = self._read(argument, READ_NUMBER)
        else:
            self.lowering.counts = True
            text = self.lower_expression(argument)
        return n.Operate(self.span(node), NUMBER, "digits", (text,))

    def _itos(self, node: t.Call) -> n.Expr:
        return n.Join(self.span(node), TEXT, (self.lower_expression(node.arguments[0]),))

    def _rand(self, node: t.Call) -> n.Expr:
        span = self.span(node)
        return n.Operate(span, NUMBER, "random", (n.Literal(span, NUMBER, _RANDOM),))

    def _exit(self, node: t.Call) -> n.Expr:
        self.finish(self.span(node))
        return n.Literal(self.span(node), TEXT, "None")

    def finish(self, span: Span) -> None:
        """The game is over."""
        checked = self.lowering.checked
        won = find_winner(checked)
        known = None if won is None else self.lowering.variable(won, NUMBER, span)
        self.out += make_ending(span, known, checked.seats)

    def _restart(self, node: t.Call) -> n.Expr:
        span = self.span(node)
        flag = self.lowering.variable("?restarting", BOOL, span)
        self.out.append(n.Assign(span, flag, n.Literal(span, BOOL, True)))
        self.out.append(self.leave(span))
        return n.Literal(span, TEXT, "None")

    def _init(self, node: t.Call) -> n.Expr:
        """`v.__init__()` of a group without a constructor."""
        assert node.value is not None
        return self.lower_expression(node.value)

    # -- for the library only

    def _size(self, node: t.Call) -> n.Expr:
        return n.Operate(self.span(node), NUMBER, "list.length", (self.lower_expression(node.arguments[0]),))

    def _add(self, node: t.Call) -> n.Expr:
        values = self.in_order(partial(self.lower_expression, argument) for argument in node.arguments)
        self.out.append(n.Evaluate(self.span(node), n.Operate(self.span(node), NOTHING, "list.add", tuple(values))))
        return n.Literal(self.span(node), TEXT, "None")

    def _room(self, node: t.Call) -> n.Expr:
        count = self.lower_expression(node.arguments[0])
        self.out.append(n.Evaluate(self.span(node), n.Operate(self.span(node), NOTHING, "objects.room", (count,))))
        return n.Literal(self.span(node), TEXT, "None")

    def _as_it_is(self, node: t.Call) -> n.Expr:
        return self.lower_expression(node.arguments[0])


def type_of(node: t.Expr) -> Type:
    assert node.type is not None
    return node.type


def _is_rand(node: t.Expr) -> bool:
    return isinstance(node, t.Call) and node.refers == "rand"


def _parts(node: t.Expr) -> list[t.Expr]:
    """The texts that `a + b + c` joins."""
    if isinstance(node, t.Binary) and node.op == "+":
        return _parts(node.left) + _parts(node.right)
    return [node]


_BUILT_IN: dict[str, Callable[[Lowerer, t.Call], n.Expr]] = {
    "print": Lowerer._print,
    "repr": Lowerer._repr,
    "read": Lowerer._read,
    "clear_input": Lowerer._clear,
    "stoi": Lowerer._stoi,
    "itos": Lowerer._itos,
    "rand": Lowerer._rand,
    "exit": Lowerer._exit,
    "restart": Lowerer._restart,
    "__init__": Lowerer._init,
    "__size": Lowerer._size,
    "__add": Lowerer._add,
    "__as_it_is": Lowerer._as_it_is,
    "__room": Lowerer._room,
}
