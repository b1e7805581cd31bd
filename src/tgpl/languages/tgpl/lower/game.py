"""A checked game to the core.

In:  a `Game` without errors. Out: a core `Program`, in which nothing of TGPL's spelling is left.

    program = lower(game)
"""

from __future__ import annotations

from typing import assert_never

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NULL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type, list_of
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.adjacency import is_hollow, shape_of
from tgpl.languages.tgpl.check.builtins import element_of
from tgpl.languages.tgpl.check.dice import DICE, as_texts, joined, mentions_dice
from tgpl.languages.tgpl.check.grid_headings import spread
from tgpl.languages.tgpl.check.null_equality import comparing
from tgpl.languages.tgpl.check.resolve import resolve
from tgpl.languages.tgpl.lower.action_parts import Parts, everybody_wins, units_of
from tgpl.languages.tgpl.lower.adjacency import beginnings, priced_class
from tgpl.languages.tgpl.lower.expressions import Lowerer, Target, converted, core_type
from tgpl.languages.tgpl.lower.implicit_events import Telling, waits_for
from tgpl.languages.tgpl.lower.membership import joining
from tgpl.languages.tgpl.lower.synthetic import Hidden
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span


def lower(game: s.Game) -> n.Program:
    hidden = game.hidden = Hidden(game)
    telling = game.telling = Telling(game, hidden)
    for attribute in game.allowed.values():
        attribute.name = hidden.fresh_member(attribute.name)
    replaced = {function.original for function in game.functions} - game.called  # and not even reached by `base`
    functions = tuple(_function(game, function) for function in game.functions if function not in replaced)
    classes = tuple(_class(game, class_) for class_ in _bases_first(game))
    turns = tuple(_turn(game, turn) for turn in game.turns.values())
    setups = _setups(game)
    span = Span(game.file, 0, 0)
    classes = (*telling.events(span), *(hidden.extend(class_) for class_ in classes))
    functions += tuple(hidden.functions)
    if game.priced_type is not None:
        classes += (priced_class(game, span),)
    connections = any("connection" in file.text for file in game.files)
    functions += tuple(comparing(name, type_, span) for type_, name in game.comparisons.items())
    program = n.Program(span, game.name, game.players, classes, functions, turns, setups, connections,
        None if game.goals is None else game.goals.type.name,
    )  # fmt: skip
    return as_texts(program) if any(mentions_dice(file.text) for file in game.files) else program


def _setups(game: s.Game) -> tuple[n.Block, ...]:
    """One for each file that has some; which of them runs may depend on the number of players."""
    files = list(dict.fromkeys(scope.file for _, _, scope in game.setups))
    found = []
    for file in files:
        lowerer = StatementLowerer(game, file, None)
        own = [setup for setup, _, scope in game.setups if scope.file is file]
        plain = next((lowerer.block(setup.body) for setup in own if setup.numbers is None), None)
        branches = tuple((_between(lowerer, setup), lowerer.block(setup.body)) for setup in own if setup.numbers)
        if not branches:
            assert plain is not None
            found.append(plain)
        else:
            span = lowerer.span(own[0])
            found.append(n.Block(span, (n.If(span, branches, plain),)))
    return tuple(found)


def _between(lowerer: StatementLowerer, setup: t.Setup) -> n.Expr:
    """Whether so many play as a setup is for."""
    span, (low, high) = lowerer.span(setup), setup.numbers or (0.0, 0.0)
    count = n.Operate(span, NUMBER, "player.count", ())
    if low == high:
        return n.Equal(span, BOOL, count, n.Literal(span, NUMBER, low), False)
    least = n.Compare(span, BOOL, ">=", count, n.Literal(span, NUMBER, low))
    return n.Logic(span, BOOL, "&&", least, n.Compare(span, BOOL, "<=", count, n.Literal(span, NUMBER, high)))


def _bases_first(game: s.Game) -> list[s.Class]:
    ordered: dict[s.Class, None] = {}
    for class_ in game.classes:
        for step in reversed(list(class_.lineage())):
            if step.file is not None:
                ordered[step] = None
    return list(ordered)


# ---- classes


def _class(game: s.Game, class_: s.Class) -> n.Class:
    node, file = class_.node, class_.file
    assert node is not None and file is not None
    lowerer = StatementLowerer(game, file, class_)
    attributes = tuple(_attribute(lowerer, a) for a in class_.attributes.values())
    board = class_.board.type.name if class_.board is not None else None
    base = class_.base.type.name if class_.base is not None and class_.base.base is not None else None
    return n.Class(
        Span(file, node.name_at, node.name_at + len(node.name)),
        class_.type.name,
        class_.name,
        class_.kind,
        class_.visibility,
        base,
        attributes,
        tuple(_function(game, function) for function in class_.functions.values()),
        tuple(made for action in class_.actions.values() for made in _actions(game, action)),
        tuple(group.type.name for group in class_.groups.values()),
        element_of(class_.type, class_) if class_.kind == "stack" else None,
        _default(game, class_),
        _geometry(class_) if class_.kind == "group" else None,
        board,
        class_.newer is not None,
        _display(node),
    )


def _default(game: s.Game, class_: s.Class) -> n.Block | None:
    """What is done with a new one. A group or board connects its tiles first, so it repeats what it inherits."""
    first = beginnings(game, class_)
    for step in class_.lineage() if first else (class_,):
        if step.node is not None and step.file is not None and step.node.default is not None:
            block = StatementLowerer(game, step.file, step).block(step.node.default)
            return n.Block(block.span, (*first, block)) if first else block
    return n.Block(first[0].span, tuple(first)) if first else None


def _display(node: t.Class | t.Group) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if isinstance(node, t.Group):
        return tuple((hint.word, tuple(spread(text for text, _, _ in hint.texts) or ())) for hint in node.display)
    return tuple((hint.word, tuple(text for text, _, _ in hint.texts)) for hint in node.display)


def _attribute(lowerer: StatementLowerer, attribute: s.Attribute) -> n.AttributeOf:
    node = attribute.node
    assert node is not None
    span = Span(lowerer.file, node.name_at, node.name_at + len(node.name))
    if node.value is None:
        initial: n.Expr = n.Literal(span, NULL, None)
    else:
        initial = lowerer.wanted(node.value, attribute.type)
    return n.AttributeOf(span, attribute.name, attribute.type, initial, attribute.private)


def _geometry(group: s.Class) -> n.Geometry:
    shape, around, orientation = shape_of(group)
    rows = tuple(tuple(None if cell is None else cell.latest().type.name for cell in row) for row in group.rows)
    if shape == "square":
        return n.Geometry(shape, around, None, rows, orientation != "row", is_hollow(group))
    return n.Geometry(shape, around, orientation, rows, True, is_hollow(group))


# ---- functions and actions


def _function(game: s.Game, function: s.Function) -> n.Function:
    node = function.node
    original = function
    while original.original is not None:
        original = original.original
    outer = StatementLowerer(game, original.file, original.owner)
    inner = StatementLowerer(game, function.file, function.owner)
    parameters = tuple(_parameter(outer, parameter, original.node) for parameter in function.parameters)
    inputs = tuple(outer.input(i, original.scope) for i in function.inputs)
    span = Span(function.file, node.name_at, node.name_at + len(node.name))
    assert node.effect is not None
    body = inner.giving(function.returns, node.effect)
    name = function.core or function.name
    return n.Function(span, name, parameters, inputs, function.returns, body)


def _parameter(lowerer: StatementLowerer, parameter: s.Parameter, node: t.Function) -> n.Parameter:
    span = Span(lowerer.file, node.name_at, node.name_at + len(node.name))
    default: n.Expr | None = None
    if parameter.value is not None:
        default = lowerer.wanted(parameter.value, parameter.type)
    elif parameter.optional:
        default = n.Literal(span, NULL, None)
    return n.Parameter(span, parameter.name, parameter.type, default)


def _actions(game: s.Game, action: s.Action) -> tuple[n.Action, ...]:
    """An action, and what its parts become if it has several."""
    root = action.root
    outer = StatementLowerer(game, root.file, root.owner, root)
    inputs = tuple(outer.input(i, root.scope) for i in action.inputs)
    if not root.node.is_structured:
        return (_permitted(game, action, _action(game, action, root, outer, inputs)),)
    if action is root:
        main, *parts = Parts(outer, action, inputs).lowered()
        return (_permitted(game, action, main), *parts)
    return _overridden(game, action, root, inputs)


def _permitted(game: s.Game, action: s.Action, made: n.Action) -> n.Action:
    """An action that somebody may forbid to an object: it has an attribute that says so, and a require."""
    attribute = game.allowed.get(action)
    if attribute is None or action.owner is None:
        return made
    span = made.span
    true = n.Literal(span, BOOL, True)
    game.hidden.attribute(action.owner, n.AttributeOf(span, attribute.name, BOOL, true, False))
    asked = n.Attribute(span, BOOL, n.This(span, action.owner.latest().type), attribute.name)
    fields = {field: getattr(made, field) for field in n.Action.__match_args__}
    fields["requires"] = (n.Block(span, (n.Return(span, asked),)), *made.requires)
    return n.Action(**fields)


def _action(
    game: s.Game, action: s.Action, root: s.Action, outer: StatementLowerer, inputs: tuple[n.Input, ...]
) -> n.Action:
    node = action.node
    inner = StatementLowerer(game, action.file, action.owner, action)
    triggers = tuple(_trigger(outer, event, trigger) for event, trigger in action.triggers)
    assert node.effect is not None
    effect = inner.block(node.effect)
    span = Span(action.file, node.name_at, node.name_at + len(node.name))
    if root.node.goal:
        effect = n.Block(effect.span, (*effect.statements, everybody_wins(span)))
    return n.Action(
        span,
        action.name,
        action.order,
        node.priority,
        inputs,
        tuple(outer.giving(BOOL, require.body) for require in root.node.requires),
        triggers,
        game.telling.around_action(span, action, None, effect),
        action.original is not None,
    )


def _overridden(game: s.Game, action: s.Action, root: s.Action, inputs: tuple[n.Input, ...]) -> tuple[n.Action, ...]:
    """The effects that an override of an action with parts replaces."""
    lowerer = StatementLowerer(game, action.file, action.owner, action)
    parts = Parts(lowerer, root, inputs)
    return tuple(
        parts.override(scope, unit) for scope in action.node.scopes for unit in units_of(scope) if not unit.phase
    )


def _trigger(lowerer: StatementLowerer, event: s.Class, node: t.Trigger) -> n.Trigger:
    body = lowerer.giving(BOOL, node.body) if node.body is not None and node.body.statements else None
    heard, span = lowerer.game.heard.get(node), lowerer.span(node)
    condition = None if heard is None else waits_for(span, event, heard)
    if condition is not None and body is None:
        body = n.Block(span, (n.Return(span, condition),))
    elif condition is not None and body is not None:
        no = n.Block(span, (n.Return(span, n.Literal(span, BOOL, False)),))
        body = n.Block(body.span, (n.If(span, ((n.Not(span, BOOL, condition), no),), None), *body.statements))
    return n.Trigger(span, core_type(event.type).name, body)


# ---- turns


def _turn(game: s.Game, turn: s.Turn) -> n.Turn:
    span = Span(turn.file, turn.node.name_at, turn.node.name_at + len(turn.name))
    default = None
    if turn.default is not None:
        node, _, scope = turn.default
        default = StatementLowerer(game, scope.file, None).giving(PLAYER, node)
    return n.Turn(span, turn.name, tuple(_phase(game, phase) for phase in turn.phases.values()), default)


def _phase(game: s.Game, phase: s.Phase) -> n.Phase:
    node = phase.node
    lowerer = StatementLowerer(game, phase.file, None)
    span = Span(phase.file, node.name_at, node.name_at + len(node.name))
    inputs = tuple(lowerer.input(i, phase.scope) for i in node.inputs)
    effect = None if node.effect is None else lowerer.block(node.effect)
    return n.Phase(span, node.name, node.simultaneous, inputs, effect)


# ---- statements


def _seats(node: t.Assign) -> bool:
    """Whether a number becomes that of a player."""
    return node.op != "=" and node.target.type is NUMBER and node.value.type is PLAYER


def _looked_up(span: Span, target: Target) -> tuple[list[n.Statement], Target]:
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
    parts: Parts | None = None  # of the action around, if it has several
    result: Type | None = None  # what the `return` of the block around gives

    def block(self, node: t.Block) -> n.Block:
        return n.Block(self.span(node), tuple(self.statement(one) for one in node.statements))

    def giving(self, result: Type, node: t.Block) -> n.Block:
        """A block whose `return` gives a value of a type."""
        outer, self.result = self.result, result
        body = self.block(node)
        self.result = outer
        return body

    def statement(self, node: t.Statement) -> n.Statement:
        match node:  # the most frequent first
            case t.Evaluate():
                return self._evaluate(node)
            case t.Return():
                return self._return(node)
            case t.Declare():
                return self._declare(node)
            case t.If():
                return self._if(node)
            case t.Assign():
                return self._assign(node)
            case t.ForEach():
                return self._for_each(node)
            case t.For():
                return self._for(node)
            case t.Block():
                return self.block(node)
            case t.Winner():
                return self._winner(node)
            case t.While():
                return self._while(node)
            case t.Input():
                return self._ask(node)
            case t.Break():
                return self._break(node)
            case t.Continue():
                return self._continue(node)
            case t.Fail():
                return self._fail(node)
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
        return n.Declare(span, node.name, variable.type, self.wanted(node.value, variable.type))

    def _evaluate(self, node: t.Evaluate) -> n.Statement:
        return n.Evaluate(self.span(node), self.expression(node.value))

    def _assign(self, node: t.Assign) -> n.Statement:
        target, span = self.target(node.target), self.span(node)
        if target.type is DICE and node.op != "=":
            return self._changed_dice(node, target, span)
        told = self._told(node, target, span)
        if told is not None:
            return told
        if node.op == "=" and isinstance(node.target, t.Index) and node.target.way == "at":
            assert isinstance(target, n.ListItem)
            value = self.wanted(node.value, target.type)
            return n.Evaluate(span, n.Operate(span, NOTHING, "list.put", (target.value, target.key, value)))
        if node.op == "=":
            return n.Assign(span, target, self.wanted(node.value, target.type))
        if target.type is TEXT:
            return n.Update(span, target, "+", self.expression(node.value))
        if _seats(node):
            return self._seated(node, target, span)
        value = self.wanted(node.value, BOOL) if target.type is BOOL else self.plain(node.value)
        return n.Update(span, target, node.op[:-1], value)

    def _seated(self, node: t.Assign, target: Target, span: Span) -> n.Statement:
        """`n += p`: a sum with a player in it is a player, also where a number keeps it."""
        found, place = _looked_up(span, target)
        number = n.Arithmetic(span, NUMBER, node.op[:-1], place, self.plain(node.value))
        seat = n.Convert(span, NUMBER, n.Convert(span, PLAYER, number))
        stored = n.Assign(span, place, seat)
        return n.Block(span, (*found, stored)) if found else stored

    def _changed_dice(self, node: t.Assign, target: Target, span: Span) -> n.Statement:
        """`d += 1d6` is `d = d + 1d6`: formulas are put together, texts would only be lined up."""
        value = joined(span, node.op[:-1], self.expression(node.target), self.expression(node.value))
        refers = node.target.refers if isinstance(node.target, (t.Name, t.Member)) else None
        if isinstance(target, n.Attribute) and isinstance(refers, s.Attribute) and refers.node is not None:
            call = self.game.telling.change(span, target, refers, "", value) if self.game.heard else None
            if call is not None:
                return n.Evaluate(span, call)
        return n.Assign(span, target, value)

    def _told(self, node: t.Assign, target: n.Expr, span: Span) -> n.Statement | None:
        """A change that somebody waits for."""
        refers = node.target.refers if isinstance(node.target, (t.Name, t.Member)) else None
        if not isinstance(target, n.Attribute) or not isinstance(refers, s.Attribute) or not self.game.heard:
            return None
        if refers.node is None:
            return None
        if node.op == "=" or target.type is BOOL:
            value = self.wanted(node.value, target.type)
        else:
            value = self.expression(node.value) if target.type is TEXT else self.plain(node.value)
        first = node.op == "=" and not isinstance(target.value, (n.This, n.Local, n.Global))
        given = n.Local(span, target.type, "given_") if first else value
        call = self.game.telling.change(span, target, refers, node.op[:-1], given, _seats(node))
        if call is None or not first:
            return None if call is None else n.Evaluate(span, call)
        return n.Block(span, (n.Declare(span, "given_", target.type, value), n.Evaluate(span, call)))

    def _if(self, node: t.If) -> n.Statement:
        branches = tuple((self.wanted(check, BOOL), self.block(body)) for check, body in node.branches)
        return n.If(self.span(node), branches, None if node.otherwise is None else self.block(node.otherwise))

    def _while(self, node: t.While) -> n.Statement:
        return n.Loop(self.span(node), self.wanted(node.condition, BOOL), (), self.block(node.body))

    def _for(self, node: t.For) -> n.Statement:
        condition = None if node.condition is None else self.wanted(node.condition, BOOL)
        after = () if node.after is None else (self.statement(node.after),)
        loop = n.Loop(self.span(node), condition, after, self.block(node.body))
        if node.first is None:
            return loop
        return n.Block(self.span(node), (self.statement(node.first), loop))

    def _for_each(self, node: t.ForEach) -> n.Statement:
        variable = node.variable
        assert isinstance(variable, s.Local)
        return n.ForEach(self.span(node), node.name, variable.type, self.expression(node.values), self.block(node.body))

    def _return(self, node: t.Return) -> n.Statement:
        if node.value is None:
            return n.Return(self.span(node), None)
        value = self.expression(node.value)
        return n.Return(self.span(node), value if self.result is None else converted(value, self.result))

    def _break(self, node: t.Break) -> n.Statement:
        return n.Break(self.span(node))

    def _continue(self, node: t.Continue) -> n.Statement:
        return n.Continue(self.span(node))

    def _winner(self, node: t.Winner) -> n.Statement:
        value = self.wanted(node.value, PLAYER) if node.single else self.expression(node.value)
        return n.Winner(self.span(node), value)

    def _has(self, node: t.Has) -> n.Statement:
        """Each thing is made, if it is a class, and given to the player."""
        span = self.span(node)
        statements: list[n.Statement] = []
        for one in node.things:
            who = self.wanted(node.player, PLAYER)
            type_ = one.type
            assert isinstance(type_, ClassType)
            class_ = self.game.by_type[type_]
            is_class = isinstance(one, (t.Name, t.Member)) and (one.refers is None or isinstance(one.refers, s.Class))
            if is_class and class_.visibility == "group":
                joins = joining(self.game, span, class_)
                statements.append(n.Evaluate(span, n.Call(span, NOTHING, joins, (("who", who),))))
                continue
            thing = n.Make(span, type_, type_.name, (), ()) if is_class else self.expression(one)
            given = n.Operate(span, NOTHING, "own.assign", (thing, who))
            statements.append(n.Evaluate(span, self.game.telling.operation(given) or given))
        return n.Block(span, tuple(statements))

    def _win(self, node: t.Win) -> n.Statement:
        """Players and lists of players who share the first place."""
        span, place = self.span(node), list_of(PLAYER)
        values = [self.expression(one) for one in node.players]
        if len(values) == 1 and values[0].type is place:
            shared: n.Expr = values[0]
        elif not any(value.type is place for value in values):
            shared = n.MakeCollection(span, place, tuple(converted(value, PLAYER) for value in values))
        else:
            return self._winners(span, values)
        return n.Winner(span, n.MakeCollection(span, list_of(place), (shared,)))

    def _winners(self, span: Span, values: list[n.Expr]) -> n.Statement:
        place = list_of(PLAYER)
        shared = n.Local(span, place, "sharing_")
        statements: list[n.Statement] = [n.Declare(span, shared.name, place, n.MakeCollection(span, place, ()))]
        for value in values:
            op, given = ("list.append", value) if value.type is place else ("list.add", converted(value, PLAYER))
            statements.append(n.Evaluate(span, n.Operate(span, NOTHING, op, (shared, given))))
        ranking = n.MakeCollection(span, list_of(place), (shared,))
        return n.Block(span, (*statements, n.Winner(span, ranking)))

    def _fail(self, node: t.Fail) -> n.Statement:
        return n.Fail(self.span(node), None if node.message is None else self.wanted(node.message, TEXT))

    def _cancel(self, node: t.Cancel) -> n.Statement:
        message = None if node.message is None else self.wanted(node.message, TEXT)
        if node.what not in (None, "all", self.effect) and self.parts is not None:
            return self.parts.call_off(self.span(node), self.phase, str(node.what), message)
        return n.Cancel(self.span(node), message, node.what == "all")

    def _ask(self, node: t.Input) -> n.Statement:
        return n.Ask(self.span(node), (self.input(node, None),))

    # -- inputs

    def input(self, node: t.Input, scope: s.Scope | None) -> n.Input:
        variable = node.variable
        if isinstance(variable, s.Local):
            type_ = variable.type
        else:
            assert scope is not None
            type_ = resolve(node.type_name, scope, [])
        element = type_.of if isinstance(type_, Collection) else type_
        return n.Input(
            Span(self.file, node.name_at, node.name_at + len(node.name)),
            node.name,
            type_,
            node.mode == "auto",
            node.optional,
            None if node.asked is None else self.wanted(node.asked, PLAYER),
            None if node.among is None else converted(self.expression(node.among), list_of(element)),
            None if node.low is None else self.wanted(node.low, NUMBER),
            None if node.high is None else self.wanted(node.high, NUMBER),
            tuple(self._filter(filter_, node, type_, element) for filter_ in node.filters),
        )

    def _filter(self, node: t.Filter, input_: t.Input, type_: Type, element: Type) -> n.Filter:
        seen = type_ if node.whole else element
        return n.Filter(self.span(node), node.name or input_.name, seen, self.giving(BOOL, node.body), node.whole)
