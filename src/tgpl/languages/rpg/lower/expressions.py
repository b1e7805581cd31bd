"""Checked expressions and statements to the core.

In:  nodes that `check` has typed. Out: core expressions; what has to run before one (the core has no `if` that gives a
value, and no blocks inside expressions) is put before it, without changing what is evaluated first.

    set x = 1 + if c then 2 else 3;     →     number kept = null; if c { kept = 2; } else { kept = 3; } x = 1 + kept;
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, assert_never

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NUMBER, TEXT, Collection
from tgpl.languages.common.hoisting import Hoister
from tgpl.languages.rpg.check import symbols as s
from tgpl.languages.rpg.check.types import DICE, INT, STRING, UNIT, ListOf, ObjectType, TraitType, Type, resolve
from tgpl.languages.rpg.syntax import tree as t
from tgpl.text import dice_formula
from tgpl.text.source import Span

if TYPE_CHECKING:
    from tgpl.languages.rpg.lower.program import Lowering

_DICE = {"+": "dice.plus", "-": "dice.minus", "*": "dice.times", "/": "dice.over"}


class Lowerer(Hoister):
    """One body: a function, the script itself, or what makes a new object."""

    def __init__(self, lowering: Lowering) -> None:
        super().__init__()
        self.lowering = lowering
        self.names: dict[s.Variable, str] = {}
        self.steps: dict[tuple[str, int], n.Local] = {}  # of a new object: the fields worked out so far
        self.layer = 0  # which layer of the new object is being worked out
        self.own: s.Object | None = None
        self.function: s.Function | None = None
        self.repeats = False  # the function calls itself last somewhere: a loop does that

    def span(self, node: t.Node) -> Span:
        return Span(self.lowering.file, node.at, node.end)

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
            case t.Text():
                return n.Literal(self.span(node), TEXT, node.value)
            case t.Items():
                return self._items(node)
            case t.Truth():
                return n.Literal(self.span(node), BOOL, node.value)
            case t.Die() | t.Keep() | t.Explode() | t.Count() | t.Against():
                return n.Literal(self.span(node), TEXT, dice_formula.spell_formula(_spell_dice(node)))
            case t.Thing():
                return self._thing(node)
            case t.Own():
                return self._own(node)
            case t.Negate():
                return self._negate(node)
            case t.If():
                return self._if(node)
            case _:
                assert_never(node)

    def lower_as(self, node: t.Expr, wanted: Type) -> n.Expr:
        """An expression as the type that its place wants."""
        value = self.lower_expression(node)
        if resolve(wanted) is DICE and _type(node) is INT:
            if isinstance(node, t.Numeral):
                return n.Literal(value.span, TEXT, str(node.value))
            return n.Operate(value.span, TEXT, "dice.of", (value,))
        return value

    def operands(self, *wanted: tuple[t.Expr, Type]) -> list[n.Expr]:
        """Expressions that are evaluated one after the other: what must run before a later one stays behind the earlier."""
        return self.in_order(partial(self.lower_as, node, type_) for node, type_ in wanted)

    # -- values

    def _items(self, node: t.Items) -> n.Expr:
        type_ = self.lowering.type(_type(node))
        assert isinstance(type_, Collection)
        listed = resolve(_type(node))
        assert isinstance(listed, ListOf)
        return n.MakeCollection(
            self.span(node), type_, tuple(self.operands(*((item, listed.of) for item in node.items)))
        )

    def _name(self, node: t.Name) -> n.Expr:
        assert isinstance(node.refers, s.Variable)
        return self.variable(node.refers, self.span(node))

    def variable(self, variable: s.Variable, span: Span) -> n.Local | n.Attribute:
        type_ = self.lowering.type(variable.type)
        if variable.is_global:
            return self.lowering.variable(variable, type_, span)
        return n.Local(span, type_, self.names[variable])

    def _thing(self, node: t.Thing) -> n.Expr:
        if isinstance(node.refers, s.Field):
            return self.final(node.refers.name, self.span(node))
        assert isinstance(node.refers, s.Object)
        return self.lowering.make(node.refers, self.span(node))

    def _own(self, node: t.Own) -> n.Expr:
        if node.where == "this":
            return self.final(node.name.text, self.span(node))
        assert self.own is not None
        return self._step(self.own.definition(node.name.text, self.layer), self.span(node))

    def final(self, name: str, span: Span) -> n.Expr:
        assert self.own is not None
        return self._step(self.own.definition(name), span)

    def _step(self, found: tuple[int, t.Field] | None, span: Span) -> n.Expr:
        assert found is not None
        local = self.steps[found[1].name.text, found[0]]
        return n.Local(span, local.type, local.name)

    def _member(self, node: t.Member) -> n.Attribute:
        owner = resolve(_type(node.value))
        assert isinstance(owner, (ObjectType, TraitType))
        field = self.lowering.fields(owner)[node.name.text]
        type_ = self.lowering.type(_type(node))
        return n.Attribute(self.span(node), type_, self.lower_expression(node.value), self.lowering.field(field))

    # -- operators

    def _negate(self, node: t.Negate) -> n.Expr:
        value = self.lower_expression(node.value)
        if _type(node) is DICE and isinstance(value, n.Literal):
            return n.Literal(self.span(node), TEXT, dice_formula.negate(str(value.value)))
        if _type(node) is DICE:
            return n.Operate(self.span(node), TEXT, "dice.negate", (value,))
        return n.Negate(self.span(node), NUMBER, value)

    def _binary(self, node: t.Binary) -> n.Expr:
        span, op, type_ = self.span(node), node.op, _type(node)
        if op in ("&&", "||"):
            return self._logic(node)
        if op == "++" and type_ is not STRING:
            return self._joined_lists(node)
        if op == "++":
            return n.Join(span, TEXT, tuple(self.operands(*((part, STRING) for part in _parts(node)))))
        wanted = DICE if type_ is DICE else _type(node.left)
        left, right = self.operands((node.left, wanted), (node.right, wanted))
        if type_ is DICE:
            return _join_dice(span, op, left, right)
        if op in ("==", "!="):
            return n.Equal(span, BOOL, left, right, op == "!=")
        if type_ is INT:
            return n.Operate(span, NUMBER, "whole", (n.Arithmetic(span, NUMBER, op, left, right),))
        return n.Compare(span, BOOL, op, left, right)

    def _logic(self, node: t.Binary) -> n.Expr:
        left = self.lower_expression(node.left)
        return self.both(self.span(node), node.op, left, lambda: self.lower_expression(node.right))

    def _joined_lists(self, node: t.Binary) -> n.Expr:
        """A new list: what the sides hold is not changed."""
        span, type_ = self.span(node), self.lowering.type(_type(node))
        values = self.operands((node.left, _type(node)), (node.right, _type(node)))
        left, right = values
        return n.Call(span, type_, self.lowering.joining(type_, span), (("left", left), ("right", right)))

    # -- calls

    def _call(self, node: t.Call) -> n.Expr:
        span, function = self.span(node), node.refers
        if function is None:
            return self._built_in(node)
        call = self.call(node)
        if call.type is NOTHING:
            self.out.append(n.Evaluate(span, call))
            return n.Literal(span, TEXT, "()")
        return call

    def call(self, node: t.Call) -> n.Call:
        function = node.refers
        assert isinstance(function, s.Function)
        pairs = zip(node.arguments, function.parameters, strict=True)
        values = self.operands(*((argument, parameter.type) for argument, parameter in pairs))
        names = [self.lowering.parameter(parameter) for parameter in function.parameters]
        type_ = NOTHING if function.returns is UNIT else self.lowering.type(function.returns)
        name = self.lowering.function(function)
        return n.Call(self.span(node), type_, name, tuple(zip(names, values, strict=True)))

    def _built_in(self, node: t.Call) -> n.Expr:
        span, argument = self.span(node), node.arguments[0]
        if node.name.text == "roll":
            return n.Operate(span, NUMBER, "dice.roll", (self.lower_as(argument, DICE),))
        if node.name.text == "getString":
            return self.lowering.text(self.lower_expression(argument), _type(argument), span)
        self.out.append(self._print(node))
        return n.Literal(span, TEXT, "()")

    def _print(self, node: t.Call) -> n.Statement:
        span = self.span(node)
        return n.Evaluate(span, n.Operate(span, NOTHING, "log", (self.lower_expression(node.arguments[0]),)))

    # -- branches

    def _if(self, node: t.If) -> n.Expr:
        """In a variable; in one that nobody wants to know, nothing."""
        span = self.span(node)
        if _type(node) is UNIT:
            self._evaluate(node)
            return n.Literal(span, TEXT, "()")
        return self._chosen(node, "kept", _type(node))

    def _chosen(self, node: t.If, name: str, wanted: Type) -> n.Local:
        """What a branch gives, in a variable."""
        span, type_ = self.span(node), self.lowering.type(wanted)
        kept = n.Local(span, type_, self.fresh(name))
        self.out.append(n.Declare(span, kept.name, type_, self.lowering.blank(type_, span)))
        self._branches(node, lambda branch: self._keep(branch, kept, wanted))
        return kept

    def _keep(self, node: t.Expr | t.Block, kept: n.Local, type_: Type) -> None:
        """A branch whose value goes into a variable."""
        last = self._but_the_last(node)
        if isinstance(last, t.If):
            self._branches(last, lambda branch: self._keep(branch, kept, type_))
        else:
            self.out.append(n.Assign(self.span(last), kept, self.lower_as(last, type_)))

    def _branches(self, node: t.If, lower: Callable[[t.Expr | t.Block], None]) -> None:
        """`if … else if … else …` in one, as far as nothing must run before a later condition.

        Where something must, the rest stands behind the first part and asks whether that has done anything: not inside
        it, because a hundred blocks inside each other are too much for the targets.
        """
        parts: list[tuple[list[n.Statement], list[tuple[n.Expr, n.Block]]]] = []
        step: t.Expr | t.Block | None = node
        while isinstance(step, t.If):
            outer, self.out = self.out, []
            condition = self.lower_expression(step.condition)
            before, self.out = self.out, outer
            if before or not parts:
                parts.append((before, []))
            parts[-1][1].append((condition, self._branch(step.then, lower)))
            step = step.otherwise
        otherwise = None if step is None else self._branch(step, lower)
        span = self.span(node)
        if len(parts) == 1:
            self.out += [*parts[0][0], n.If(span, tuple(parts[0][1]), otherwise)]
            return
        done = self.keep(n.Literal(span, BOOL, False))
        for i, (before, branches) in enumerate(parts):
            marked = tuple((condition, _mark_taken(block, done)) for condition, block in branches)
            choice = n.If(span, marked, otherwise if i == len(parts) - 1 else None)
            whole = (*before, choice)
            open_ = n.Not(span, BOOL, done)
            self.out += whole if i == 0 else [n.If(span, ((open_, n.Block(span, whole)),), None)]

    def _branch(self, node: t.Expr | t.Block, lower: Callable[[t.Expr | t.Block], None]) -> n.Block:
        return self.inside(lambda: lower(node), self.span(node))

    def _but_the_last(self, node: t.Expr | t.Block) -> t.Expr:
        """Lowers a block up to its last expression."""
        if not isinstance(node, t.Block):
            return node
        for statement in node.statements[:-1]:
            self.lower_statement(statement)
        last = node.statements[-1]
        assert isinstance(last, t.Evaluate)
        return last.value

    # -- statements

    def lower_statement(self, node: t.Statement) -> None:
        if isinstance(node, t.Evaluate):
            self._evaluate(node.value)
        elif isinstance(node, t.SetField):
            self._set_field(node)
        else:
            self._set_variable(node)

    def _set_variable(self, node: t.SetVariable) -> None:
        variable = node.refers
        assert isinstance(variable, s.Variable)
        span = self.span(node)
        if node.first and not variable.is_global:
            self._declare(node, variable, span)
            return
        value = self.lower_as(node.value, variable.type)
        self.out.append(n.Assign(span, self.variable(variable, self.span(node.name)), value))

    def _declare(self, node: t.SetVariable, variable: s.Variable, span: Span) -> None:
        type_ = self.lowering.type(variable.type)
        if isinstance(node.value, t.If) and _type(node.value) is not UNIT:
            kept = self._chosen(node.value, variable.name, variable.type)
            self.names[variable] = kept.name
            return
        value = self.lower_as(node.value, variable.type)
        name = self.names[variable] = self.fresh(variable.name)
        self.out.append(n.Declare(span, name, type_, value))

    def _set_field(self, node: t.SetField) -> None:
        wanted = _type(node.target)
        owner, value = self.operands((node.target.value, _type(node.target.value)), (node.value, wanted))
        type_ = resolve(_type(node.target.value))
        assert isinstance(type_, (ObjectType, TraitType))
        name = self.lowering.field(self.lowering.fields(type_)[node.target.name.text])
        target = n.Attribute(self.span(node.target), self.lowering.type(wanted), owner, name)
        self.out.append(n.Assign(self.span(node), target, value))

    def _evaluate(self, node: t.Expr) -> None:
        """Something whose value nobody wants."""
        if isinstance(node, t.If):
            self._branches(node, self.branch)
        elif isinstance(node, t.Call) and isinstance(node.refers, s.Function):
            self.out.append(n.Evaluate(self.span(node), self.call(node)))
        else:
            value = self.lower_expression(node)
            if not isinstance(value, (n.Literal, n.Local)):
                self.out.append(n.Evaluate(self.span(node), value))

    def branch(self, node: t.Expr | t.Block) -> None:
        if isinstance(node, t.Block):
            for statement in node.statements:
                self.lower_statement(statement)
        else:
            self._evaluate(node)

    # -- the end of a function

    def give(self, node: t.Expr | t.Block, returns: Type) -> None:
        """The last thing a function does. One that calls itself there begins anew instead: so it can go on for long."""
        last = self._last(node, returns)
        if last is None:
            self.out.append(n.Return(self.span(node), None))
        elif isinstance(last, t.If) and (last.otherwise is not None or returns is UNIT):
            self._branches(last, lambda branch: self.give(branch, returns))
            if not _is_whole(last):
                self.out.append(n.Return(self.span(last), None))
        elif isinstance(last, t.Call) and last.refers is self.function and self.function is not None:
            self._again(last)
        elif returns is UNIT:
            self._evaluate(last)
            self.out.append(n.Return(self.span(last), None))
        else:
            value = self.lower_as(last, returns)
            self.out.append(n.Return(self.span(last), value))

    def _last(self, node: t.Expr | t.Block, returns: Type) -> t.Expr | None:
        """Lowers a block up to its last expression; None if it ends otherwise."""
        if not isinstance(node, t.Block):
            return node
        if node.statements and isinstance(node.statements[-1], t.Evaluate):
            return self._but_the_last(node)
        for statement in node.statements:
            self.lower_statement(statement)
        return None

    def _again(self, node: t.Call) -> None:
        self.repeats = True
        call, span = self.call(node), self.span(node)
        assert self.function is not None
        values = [self.keep(value) for _, value in call.arguments]
        for parameter, value in zip(self.function.parameters, values, strict=True):
            self.out.append(n.Assign(span, self.variable(parameter, span), value))
        self.out.append(n.Continue(span))


def _mark_taken(block: n.Block, done: n.Local) -> n.Block:
    """A branch that leaves a note that it was taken, unless it leaves the function."""
    if block.statements and isinstance(block.statements[-1], (n.Return, n.Continue)):
        return block
    yes = n.Assign(block.span, done, n.Literal(block.span, BOOL, True))
    return n.Block(block.span, (*block.statements, yes))


def _is_whole(node: t.If) -> bool:
    """Whether some branch is taken in any case."""
    while isinstance(node.otherwise, t.If):
        node = node.otherwise
    return node.otherwise is not None


def _join_dice(span: Span, op: str, left: n.Expr, right: n.Expr) -> n.Expr:
    """Dice that stand in the script are put together once and for all."""
    if isinstance(left, n.Literal) and isinstance(right, n.Literal):
        try:
            return n.Literal(span, TEXT, dice_formula.join(op, str(left.value), str(right.value)))
        except dice_formula.FormulaError:  # told when the script runs
            pass
    return n.Operate(span, TEXT, _DICE[op], (left, right))


def _parts(node: t.Expr) -> list[t.Expr]:
    """The texts that `a ++ b ++ c` joins."""
    if isinstance(node, t.Binary) and node.op == "++":
        return _parts(node.left) + _parts(node.right)
    return [node]


def _spell_dice(node: t.Die | t.Keep | t.Explode | t.Count | t.Against) -> str:
    """Dice as a formula."""
    match node:
        case t.Die():
            return f"{node.count}d{node.faces}"
        case t.Keep():
            return f"{'drop ' if node.drops else ''}{node.which} {node.number} of {_spell_dice(node.pool)}"
        case t.Explode():
            return f"explode {_spell_dice(node.pool)} up to {node.times}"
        case t.Count():
            return f"count {node.op} {node.value} of {_spell_dice(node.pool)}"
        case t.Against():
            return f"{_spell_dice(node.left)} against {_spell_dice(node.right)}"


def _type(node: t.Expr) -> Type:
    assert node.type is not None
    return resolve(node.type)
