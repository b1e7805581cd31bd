"""Checked statements and inputs to the core.

In:  nodes that `check` has looked at. Out: core statements. What somebody waits for throws events (`implicit_events.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NULL, NUMBER, PLAYER, TEXT, ClassType, Collection, KindType, Type, list_of
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import DICE
from tgpl.languages.tgpl.check.resolve import resolve
from tgpl.languages.tgpl.lower.choices import lower_switch
from tgpl.languages.tgpl.lower.conversion import convert
from tgpl.languages.tgpl.lower.dice import join_formulas
from tgpl.languages.tgpl.lower.expressions import Lowerer, Lowering, Target
from tgpl.languages.tgpl.lower.kinds import list_symbols
from tgpl.languages.tgpl.lower.queries import QueryLowerer
from tgpl.languages.tgpl.lower.synthetic import Statements
from tgpl.languages.tgpl.lower.tables import BEGINNINGS, update_pair
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span

if TYPE_CHECKING:
    from tgpl.languages.tgpl.lower.action_parts import PartsLowerer


def _becomes_player(node: t.Assign) -> bool:
    """Whether a number becomes that of a player."""
    return node.op != "=" and node.target.type is NUMBER and node.value.type is PLAYER


def _look_up_once(span: Span, target: Target) -> tuple[list[n.Statement], Target]:
    """A place that is read and then written, and what has to be found out for that once, before it."""
    found: list[n.Statement] = []

    def once(value: n.Expr, name: str) -> n.Expr:
        if isinstance(value, (n.This, n.Local, n.Global, n.Literal)):
            return value
        found.append(n.Declare(span, name, value.type, value))
        return n.Local(value.span, value.type, name)

    match target:
        case n.Attribute():
            return found, n.Attribute(target.span, target.type, once(target.value, "owner_"), target.name)
        case n.ListItem():
            value, key = once(target.value, "held_"), once(target.key, "key_")
            return found, n.ListItem(target.span, target.type, value, key)
        case n.TableItem():
            value, key = once(target.value, "held_"), once(target.key, "key_")
            return found, n.TableItem(target.span, target.type, value, key)
        case _:
            return found, target


class StatementLowerer(Lowerer):
    parts: PartsLowerer | None = None  # of the action around, if it has several
    result: Type | None = None  # what the `return` of the block around gives
    switches = 0  # how many there were

    def lower_block(self, node: t.Block) -> n.Block:
        return n.Block(self.span(node), tuple(self.lower_statement(one) for one in node.statements))

    def lower_giving(self, result: Type, node: t.Block) -> n.Block:
        """A block whose `return` gives a value of a type."""
        outer, self.result = self.result, result
        body = self.lower_block(node)
        self.result = outer
        return body

    def lower_statement(self, node: t.Statement) -> n.Statement:
        match node:  # the most frequent first
            case t.Evaluate():
                return n.Evaluate(self.span(node), self.lower_expression(node.value))
            case t.Return():
                return self._return(node)
            case t.Declare():
                return self._declare(node)
            case t.If():
                return self._if(node)
            case t.Assign():
                return self._assign(node)
            case t.Switch():
                return lower_switch(self, node)
            case t.ForEach():
                return self._for_each(node)
            case t.For():
                return self._for(node)
            case t.Block():
                return self.lower_block(node)
            case t.Winner():
                return self._winner(node)
            case t.While():
                return n.Loop(self.span(node), self.lower_as(node.condition, BOOL), (), self.lower_block(node.body))
            case t.Input():
                return n.Ask(self.span(node), (self.lower_input(node, None),))
            case t.Break():
                return n.Break(self.span(node))
            case t.Continue():
                return n.Continue(self.span(node))
            case t.Fail():
                return n.Fail(self.span(node), None if node.message is None else self.lower_as(node.message, TEXT))
            case t.Cancel():
                return self._cancel(node)
            case t.Win():
                return self._win(node)
            case t.Has():
                return self._has(node)
            case _:
                assert_never(node)

    def _declare(self, node: t.Declare) -> n.Statement:
        variable = node.variable
        assert isinstance(variable, s.Local)
        span = self.span(node)
        if node.value is None:
            return n.Declare(span, node.name, variable.type, n.Literal(span, NULL, None))
        return n.Declare(span, node.name, variable.type, self.lower_as(node.value, variable.type))

    def _assign(self, node: t.Assign) -> n.Statement:
        target, span = self.lower_target(node.target), self.span(node)
        if target.type is DICE and node.op != "=":
            return self._changed_dice(node, target, span)
        thrown = self._throw_change(node, target, span)
        if thrown is not None:
            return thrown
        if node.op == "=" and isinstance(node.target, t.Index) and node.target.lookup == "at":
            assert isinstance(target, n.ListItem)
            value = self.lower_as(node.value, target.type)
            return n.Evaluate(span, n.Operate(span, NOTHING, "list.put", (target.value, target.key, value)))
        if node.op == "=":
            return n.Assign(span, target, self.lower_as(node.value, target.type))
        if isinstance(target, n.TableItem) and target.type in BEGINNINGS:
            return self._update_pair(node, target, span)
        if target.type is TEXT:
            return n.Update(span, target, "+", self.lower_spoken(node.value))
        if _becomes_player(node):
            return self._seated(node, target, span)
        value = self.lower_as(node.value, BOOL) if target.type is BOOL else self.lower_plain(node.value)
        return n.Update(span, target, node.op[:-1], value)

    def _update_pair(self, node: t.Assign, target: n.TableItem, span: Span) -> n.Statement:
        """`t[k] += 1`, also where there is nothing yet."""
        if target.type is TEXT:
            text = self.lower_expression(node.value)
            return update_pair(span, target, text, lambda old, new: n.Join(span, TEXT, (old, new)))

        def join(old: n.Expr, new: n.Expr) -> n.Expr:
            number = n.Arithmetic(span, NUMBER, node.op[:-1], old, new)
            return n.Convert(span, NUMBER, n.Convert(span, PLAYER, number)) if _becomes_player(node) else number

        return update_pair(span, target, self.lower_plain(node.value), join)

    def _seated(self, node: t.Assign, target: Target, span: Span) -> n.Statement:
        """`n += p`: a sum with a player in it is a player, also where a number keeps it."""
        found, place = _look_up_once(span, target)
        number = n.Arithmetic(span, NUMBER, node.op[:-1], place, self.lower_plain(node.value))
        seat = n.Convert(span, NUMBER, n.Convert(span, PLAYER, number))
        stored = n.Assign(span, place, seat)
        return n.Block(span, (*found, stored)) if found else stored

    def _changed_dice(self, node: t.Assign, target: Target, span: Span) -> n.Statement:
        """`d += 1d6` is `d = d + 1d6`: formulas are put together, texts would only be lined up."""
        value = join_formulas(span, node.op[:-1], self.lower_expression(node.target), self.lower_expression(node.value))
        refers = node.target.refers if isinstance(node.target, (t.Name, t.Member)) else None
        if isinstance(target, n.Attribute) and isinstance(refers, s.Attribute) and refers.node is not None:
            call = self.events.wrap_assignment(span, target, refers, "", value) if self.game.listeners else None
            if call is not None:
                return n.Evaluate(span, call)
        return n.Assign(span, target, value)

    def _throw_change(self, node: t.Assign, target: n.Expr, span: Span) -> n.Statement | None:
        """A change that somebody waits for."""
        refers = node.target.refers if isinstance(node.target, (t.Name, t.Member)) else None
        if not isinstance(target, n.Attribute) or not isinstance(refers, s.Attribute) or not self.game.listeners:
            return None
        if refers.node is None:
            return None
        if node.op == "=" or target.type is BOOL:
            value = self.lower_as(node.value, target.type)
        else:
            value = self.lower_spoken(node.value) if target.type is TEXT else self.lower_plain(node.value)
        first = node.op == "=" and not isinstance(target.value, (n.This, n.Local, n.Global))
        given = n.Local(span, target.type, "given_") if first else value
        call = self.events.wrap_assignment(span, target, refers, node.op[:-1], given, _becomes_player(node))
        if call is None or not first:
            return None if call is None else n.Evaluate(span, call)
        return n.Block(span, (n.Declare(span, "given_", target.type, value), n.Evaluate(span, call)))

    def _if(self, node: t.If) -> n.Statement:
        branches = tuple((self.lower_as(check, BOOL), self.lower_block(body)) for check, body in node.branches)
        return n.If(self.span(node), branches, None if node.otherwise is None else self.lower_block(node.otherwise))

    def _for(self, node: t.For) -> n.Statement:
        condition = None if node.condition is None else self.lower_as(node.condition, BOOL)
        after = () if node.after is None else (self.lower_statement(node.after),)
        loop = n.Loop(self.span(node), condition, after, self.lower_block(node.body))
        if node.first is None:
            return loop
        return n.Block(self.span(node), (self.lower_statement(node.first), loop))

    def _for_each(self, node: t.ForEach) -> n.Statement:
        variable = node.variable
        assert isinstance(variable, s.Local)
        return n.ForEach(
            self.span(node), node.name, variable.type, self.lower_list(node.values), self.lower_block(node.body)
        )

    def _return(self, node: t.Return) -> n.Statement:
        if node.value is None:
            return n.Return(self.span(node), None)
        value = self.lower_expression(node.value)
        return n.Return(self.span(node), value if self.result is None else convert(value, self.result))

    def _winner(self, node: t.Winner) -> n.Statement:
        value = self.lower_as(node.value, PLAYER) if node.single else self.lower_expression(node.value)
        return n.Winner(self.span(node), value)

    def _has(self, node: t.Has) -> n.Statement:
        """Each thing is made, if it is a class, and given to the player."""
        span = self.span(node)
        statements: list[n.Statement] = []
        for one in node.things:
            who = self.lower_as(node.player, PLAYER)
            type_ = one.type
            assert isinstance(type_, ClassType)
            class_ = self.game.by_type[type_]
            is_class = isinstance(one, (t.Name, t.Member)) and (one.refers is None or isinstance(one.refers, s.Class))
            if is_class and class_.visibility == "group":
                joins = _make_join_function(self.lowering, span, class_)
                statements.append(n.Evaluate(span, n.Call(span, NOTHING, joins, (("who", who),))))
                continue
            thing = n.Make(span, type_, type_.name, (), ()) if is_class else self.lower_expression(one)
            given = n.Operate(span, NOTHING, "own.assign", (thing, who))
            statements.append(n.Evaluate(span, self.wrap(given)))
        return n.Block(span, tuple(statements))

    def _win(self, node: t.Win) -> n.Statement:
        """Players and lists of players who share the first place."""
        span, place = self.span(node), list_of(PLAYER)
        values = [self.lower_expression(one) for one in node.players]
        if len(values) == 1 and values[0].type is place:
            shared: n.Expr = values[0]
        elif not any(value.type is place for value in values):
            shared = n.MakeCollection(span, place, tuple(convert(value, PLAYER) for value in values))
        else:
            return self._winners(span, values)
        return n.Winner(span, n.MakeCollection(span, list_of(place), (shared,)))

    def _winners(self, span: Span, values: list[n.Expr]) -> n.Statement:
        place = list_of(PLAYER)
        shared = n.Local(span, place, "sharing_")
        statements: list[n.Statement] = [n.Declare(span, shared.name, place, n.MakeCollection(span, place, ()))]
        for value in values:
            op, given = ("list.append", value) if value.type is place else ("list.add", convert(value, PLAYER))
            statements.append(n.Evaluate(span, n.Operate(span, NOTHING, op, (shared, given))))
        ranking = n.MakeCollection(span, list_of(place), (shared,))
        return n.Block(span, (*statements, n.Winner(span, ranking)))

    def _cancel(self, node: t.Cancel) -> n.Statement:
        message = None if node.message is None else self.lower_as(node.message, TEXT)
        if node.what not in (None, "all", self.effect) and self.parts is not None:
            return self.parts.call_off(self.span(node), self.phase, str(node.what), message)
        return n.Cancel(self.span(node), message, node.what == "all")

    def lower_query(self, node: t.Query) -> n.Expr:
        return QueryLowerer(self, node).lower()

    # -- inputs

    def lower_input(self, node: t.Input, scope: s.Scope | None) -> n.Input:
        variable = node.variable
        if isinstance(variable, s.Local):
            type_ = variable.type
        else:
            assert scope is not None
            type_ = resolve(node.type_name, scope, [])
        element = type_.of if isinstance(type_, Collection) else type_
        among = None if node.among is None else convert(self.lower_list(node.among), list_of(element))
        if among is None and isinstance(element, KindType):
            among = list_symbols(self.game, self.span(node.type_name), self.game.by_type[element.of])
        return n.Input(
            Span(self.file, node.name_at, node.name_at + len(node.name)),
            node.name,
            type_,
            node.mode == "auto",
            node.optional,
            None if node.asked is None else self.lower_as(node.asked, PLAYER),
            among,
            None if node.low is None else self.lower_as(node.low, NUMBER),
            None if node.high is None else self.lower_as(node.high, NUMBER),
            tuple(self._filter(filter_, node, type_, element) for filter_ in node.filters),
            prompt=None if node.prompt is None else self.lower_as(node.prompt, TEXT),
            least=self._least(node.count),
            most=self._most(node.count),
        )

    def _least(self, node: t.Count | None) -> n.Expr | None:
        """How many are chosen; what says nothing about the least means that it may be none."""
        if node is None:
            return None
        return n.Literal(self.span(node), NUMBER, 0.0) if node.least is None else self.lower_as(node.least, NUMBER)

    def _most(self, node: t.Count | None) -> n.Expr | None:
        return None if node is None or node.most is None else self.lower_as(node.most, NUMBER)

    def _filter(self, node: t.Filter, input_: t.Input, type_: Type, element: Type) -> n.Filter:
        seen = type_ if node.whole else element
        return n.Filter(self.span(node), node.name or input_.name, seen, self.lower_giving(BOOL, node.body), node.whole)


def _make_join_function(lowering: Lowering, span: Span, class_: s.Class) -> str:
    """A function that lets a player join what others share; if nobody does yet it is made."""
    synthetic = lowering.synthetic
    key = ("join", class_.type.name)
    name = synthetic.find(*key)
    if name is not None:
        return name
    name = synthetic.name_once(f"join_{class_.name}", *key)
    type_ = class_.latest().type
    who, other, shared = (
        n.Local(span, PLAYER, "who"),
        n.Local(span, PLAYER, "other"),
        n.Local(span, type_, "shared"),
    )
    everybody = n.Operate(span, list_of(PLAYER), "player.all", ())
    nobody = n.Equal(span, BOOL, shared, n.Literal(span, NULL, None), False)
    look = n.Assign(span, shared, n.OwnedBy(span, type_, type_.name, other))
    missing = n.If(span, ((nobody, n.Block(span, (look,))),), None)
    make = n.Assign(span, shared, n.Make(span, type_, type_.name, (), ()))
    given = n.Operate(span, NOTHING, "own.assign", (shared, who))
    body: Statements = [
        n.Declare(span, "shared", type_, n.Literal(span, NULL, None)),
        n.ForEach(span, "other", PLAYER, everybody, n.Block(span, (missing,))),
        n.If(span, ((nobody, n.Block(span, (make,))),), None),
        n.Evaluate(span, lowering.events.wrap_operation(given) or given),
    ]
    synthetic.add_function(span, name, (("who", PLAYER),), NOTHING, body)
    return name
