"""Actions with named parts and phases, written out.

In:  an action that `check/action_parts.py` has checked. Out: one action of the core, and one more for every effect and phase of it (a
*part*): the effect of the first calls them. A part has the requires of its name as its own. Which parts an event sets off
is found out before the first one runs, by the filter of a list that fills itself, so that it is a test like any other. Being
an action, a part can be cancelled alone.
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NULL, NUMBER, PLAYER, TEXT, ClassType, Collection, Type, derives, list_of
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.action_parts import Scope
from tgpl.languages.tgpl.lower.implicit_events import core_type, match_event
from tgpl.languages.tgpl.lower.statements import StatementLowerer
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span

_Named = Callable[[str], n.Expr]
EVENT = "what_happened"  # what the event is called where it is passed on


class Part:
    """An effect or a phase: what is done together, and can be cancelled alone."""

    def __init__(self, name: str | None, at: int) -> None:
        self.name = name  # None: the global effect
        self.at = at
        self.bodies: list[t.Block] = []
        self.phase: t.ActionPhase | None = None
        self.core = ""  # the action that it becomes


def find_parts(scope: Scope) -> list[Part]:
    """In the order in which they run; effects of one name are one, where the first stands."""
    found: dict[str | None, Part] = {}
    if scope.effect is not None:
        found[None] = Part(None, scope.effect.at)
        found[None].bodies.append(scope.effect)
    for effect in scope.effects:
        found.setdefault(effect.name, Part(effect.name, effect.at)).bodies.append(effect.body)
    parts = list(found.values())
    for phase in scope.phases if isinstance(scope, t.Action) else ():
        part = Part(phase.name, phase.at)
        part.phase = phase
        parts.append(part)
    return sorted(parts, key=lambda part: part.at)


class PartsLowerer:
    def __init__(self, lowerer: StatementLowerer, action: s.Action, inputs: tuple[n.Input, ...]) -> None:
        assert action.owner is not None
        self.lowerer = lowerer
        self.action = action
        self.owner = action.owner
        self.synthetic, self.implicit_events = lowerer.synthetic, lowerer.events
        self.inputs = inputs
        self.event: ClassType | None = None if action.event is None else core_type(action.event)
        self.events = {trigger: event for event, trigger in action.triggers}
        self.span = Span(action.file, action.node.name_at, action.node.name_at + len(action.name))
        self.made: list[n.Action] = []
        self.firing: dict[t.Trigger, str | None] = {}  # the methods that test triggers
        self.calls: dict[t.Require, n.Expr] = {}

    # -- the whole

    def lower_all(self) -> tuple[n.Action, ...]:
        node, span = self.action.node, self.span
        parts = find_parts(node)
        body = self._scope(node, self.action.name, parts, None)
        if not any(part.name is None for part in parts):
            body = self.implicit_events.wrap_action(span, self.action, None, body)
        main = n.Action(
            span, self.action.name, self.action.order, node.priority, self.inputs,
            tuple(self._requires(node, None)), self._triggers(parts), body, False,
        )  # fmt: skip
        return (main, *self.made)

    def _scope(self, scope: Scope, title: str, parts: list[Part], event: n.Expr | None) -> n.Block:
        """The parts of an action or phase, and the block that calls them."""
        for part in parts:
            part.core = self.synthetic.fresh_name(f"{title}_{part.name or 'effect'}")
            self.synthetic.part_names.setdefault(self.action, {})[_phase(scope), part.name] = part.core
        for part in parts:
            self._lower_part(scope, title, part)
        here = event if event is not None else None if self.event is None else n.Event(self.span, self.event)
        statements: list[n.Statement] = []
        flags: list[n.Statement] = []
        if len(parts) > 1:  # else it is known already that it starts
            statements += self._chosen(scope, title, parts, here)
        for part in parts:
            call: n.Statement = n.Evaluate(self.span, self._call(part, here))
            if len(parts) > 1:
                among = "chosen" if scope.manner == "choice" and part.name is not None else "started"
                call = self._if(self._is_in(_label(part), among), call)
            flag = self._flag(_phase(scope), part.name)
            if flag is not None:
                call = self._if(n.Not(self.span, BOOL, flag), call)
                flags.append(n.Assign(self.span, flag, n.Literal(self.span, BOOL, False)))
            statements.append(call)
        return n.Block(self.span, (*statements, *flags))

    def _flag(self, phase: str | None, name: str | None) -> n.Attribute | None:
        """The attribute that says that an effect is cancelled before it ran, if some effect or override does that."""
        game, key = self.lowerer.game, (self.action, phase, name or "")
        if key not in game.called_off:
            return None
        if key not in self.synthetic.cancelled:
            flag = self.synthetic.fresh_member(f"{name}.cancelled")
            self.synthetic.cancelled[key] = flag
            self.synthetic.keep_attribute(
                self.owner, n.AttributeOf(self.span, flag, BOOL, n.Literal(self.span, BOOL, False), False)
            )
        return n.Attribute(self.span, BOOL, self.this(), self.synthetic.cancelled[key])

    def this(self) -> n.Expr:
        return n.This(self.span, self.owner.latest().type)

    def _if(self, condition: n.Expr, then: n.Statement) -> n.Statement:
        return n.If(self.span, ((condition, n.Block(self.span, (then,))),), None)

    def call_off(self, span: Span, phase: str | None, name: str, message: n.Expr | None) -> n.Statement:
        """`cancel E` where E has not run yet: it will not."""
        flag = self._flag(phase, name)
        assert flag is not None
        title = self._title(phase, name)
        words = n.Literal(span, TEXT, f"{title} is cancelled{'.' if message is None else ': '}")
        line: n.Expr = words if message is None else n.Join(span, TEXT, (words, message))
        log = n.Evaluate(span, n.Operate(span, NOTHING, "log", (line,)))
        return n.Block(span, (n.Assign(span, flag, n.Literal(span, BOOL, True)), log))

    def _title(self, phase: str | None, name: str | None) -> str:
        """What players are told that a part is."""
        return " of ".join(one for one in (name, phase, self.action.name) if one is not None)

    # -- one part

    def _lower_part(self, scope: Scope, title: str, part: Part) -> None:
        event = None if self.event is None else n.Local(self.span, self.event, EVENT)
        if part.phase is not None:
            inner = f"{title}_{part.name}"
            body = self._scope(part.phase, inner, find_parts(part.phase), event)
            body = self.implicit_events.wrap_action(self.span, self.action, part.name, body)
            requires = self._requires(part.phase, None)
        else:
            body = self.lower_effect(self.lowerer, scope, part)
            if part.name is None and isinstance(scope, t.Action):
                body = self.implicit_events.wrap_action(self.span, self.action, None, body)
            requires = [] if part.name is None else self._requires(scope, part.name)
        if scope.manner in ("choice", "simultaneous") and part.name is not None:
            requires = []  # that was found out before the first part ran
        passed = self.passed_on()
        order, title = self.action.order, self._title(_phase(scope), part.name)
        self.made.append(n.Action(self.span, part.core, order, None, passed, tuple(requires), (), body, False, title))

    def lower_override(self, scope: Scope, part: Part) -> n.Action:
        """An effect that takes the place of one of the original."""
        body = self.lower_effect(self.lowerer, scope, part)
        if part.name is None and isinstance(scope, t.Action):
            body = self.implicit_events.wrap_action(self.span, self.action, None, body)
        core = self.synthetic.part_names[self.action][_phase(scope), part.name]
        title = self._title(_phase(scope), part.name)
        return n.Action(self.span, core, self.action.order, None, self.passed_on(), (), (), body, True, title)

    def lower_effect(self, lowerer: StatementLowerer, scope: Scope, part: Part) -> n.Block:
        """The statements of an effect; `event` is what was passed on."""
        outer = (lowerer.event, lowerer.phase, lowerer.effect, lowerer.parts)
        here = None if self.event is None else EVENT
        lowerer.event, lowerer.phase, lowerer.effect, lowerer.parts = here, _phase(scope), part.name, self
        blocks = [lowerer.lower_block(body) for body in part.bodies]
        lowerer.event, lowerer.phase, lowerer.effect, lowerer.parts = outer
        if part.name is None and isinstance(scope, t.Action) and self.action.node.goal:
            blocks.append(n.Block(self.span, (everybody_wins(self.span),)))
        return blocks[0] if len(blocks) == 1 else n.Block(blocks[0].span, tuple(blocks))

    def passed_on(self) -> tuple[n.Input, ...]:
        """The inputs of a part: all that the action knows, as it is, and the event."""
        inputs = [(one.name, one.type) for one in self.inputs]
        if self.event is not None:
            inputs.append((EVENT, self.event))
        return tuple(self._given(name, type_) for name, type_ in inputs)

    def _given(self, name: str, type_: Type) -> n.Input:
        element = type_.of if isinstance(type_, Collection) else type_
        nothing = n.MakeCollection(self.span, list_of(element), ())
        return n.Input(self.span, name, type_, False, True, None, nothing, None, None, (), True)

    def _call(self, part: Part, event: n.Expr | None) -> n.Expr:
        arguments: list[tuple[str, n.Expr]] = [
            (one.name, n.Local(self.span, one.type, one.name)) for one in self.inputs
        ]
        if event is not None:
            arguments.append((EVENT, event))
        return n.CallAction(self.span, NOTHING, self.this(), part.core, tuple(arguments))

    # -- requires

    def _requires(self, scope: Scope, name: str | None) -> list[n.Block]:
        found = []
        for require in scope.requires:
            if require.name == name:
                value = self._require(scope, require)
                found.append(n.Block(value.span, (n.Return(value.span, value),)))
        return found

    def _require(self, scope: Scope, require: t.Require) -> n.Expr:
        if require.combined is not None:
            return self._combined(require.combined, lambda name: self._all(scope, name))
        if require not in self.calls:
            span = self.lowerer.span(require)
            method = self.synthetic.fresh_name(f"{self.action.name}_require")
            body = self.lowerer.lower_giving(BOOL, require.body)
            self.synthetic.keep_method(self.owner, n.Function(span, method, (), (), BOOL, body))
            self.calls[require] = n.CallMethod(span, BOOL, n.This(span, self.owner.latest().type), method, ())
        return self.calls[require]

    def _all(self, scope: Scope, name: str) -> n.Expr:
        """All requires of a name."""
        return self._joined("&&", [self._require(scope, r) for r in scope.requires if r.name == name])

    def _joined(self, op: str, values: list[n.Expr]) -> n.Expr:
        if not values:
            return n.Literal(self.span, BOOL, op == "&&")
        whole = values[0]
        for value in values[1:]:
            whole = n.Logic(self.span, BOOL, op, whole, value)
        return whole

    def _combined(self, node: t.Expr, named: _Named) -> n.Expr:
        span = self.lowerer.span(node)
        if isinstance(node, t.Name):
            return named(node.name)
        if isinstance(node, t.Unary):
            return n.Not(span, BOOL, self._combined(node.value, named))
        assert isinstance(node, t.Binary)
        return n.Logic(span, BOOL, node.op, self._combined(node.left, named), self._combined(node.right, named))

    # -- triggers

    def _triggers(self, parts: list[Part]) -> tuple[n.Trigger, ...]:
        """The action is set off where one of its parts is."""
        if self.event is None:
            return ()
        types = {core_type(event.type): None for event in self.events.values()}
        widest = [one for one in types if not any(other is not one and derives(one, other) for other in types)]
        found = []
        for type_ in widest:
            here = n.Event(self.span, type_)
            ready = self._joined("||", [self._ready(self.action.node, part, here) for part in parts])
            found.append(n.Trigger(self.span, type_.name, n.Block(self.span, (n.Return(self.span, ready),))))
        return tuple(found)

    def _ready(self, scope: Scope, part: Part, event: n.Expr | None, tested: bool = True) -> n.Expr:
        """Whether a part would run; or only whether it is set off."""
        values: list[n.Expr] = []
        if event is not None:
            starts = self._starts(scope, part, event)
            called = n.Equal(self.span, BOOL, event, n.Literal(self.span, NULL, None), False)
            values.append(starts if isinstance(event, n.Event) else self._joined("||", [called, starts]))
        if tested and part.phase is not None:
            values += [self._require(part.phase, r) for r in part.phase.requires if r.name is None]
        elif tested and part.name is not None:
            values += [self._require(scope, r) for r in scope.requires if r.name == part.name]
        return self._joined("&&", values)

    def _starts(self, scope: Scope, part: Part, event: n.Expr) -> n.Expr:
        """Whether an event sets off a part: its own trigger, or the global one."""
        if part.phase is not None and part.phase.triggers:
            phase = part.phase
            return self._joined("||", [self._fires(phase, trigger, event) for trigger in phase.triggers])
        own = [] if part.name is None else [tr for tr in scope.triggers if tr.name == part.name]
        if own:
            return self._joined("||", [self._fires(scope, trigger, event) for trigger in own])
        return self._globally(scope, event)

    def _globally(self, scope: Scope, event: n.Expr) -> n.Expr:
        own = [*scope.triggers]
        if scope is self.action.node:  # a goal may have one that nobody wrote
            own += [trigger for trigger in self.events if trigger.on is None and trigger.event is None]
        found = [self._fires(scope, trigger, event) for trigger in own if trigger.name is None]
        if not found and not isinstance(scope, t.Action):
            return n.Literal(self.span, BOOL, True)  # the phase itself was set off
        return self._joined("||", found)

    def _fires(self, scope: Scope, trigger: t.Trigger, event: n.Expr) -> n.Expr:
        if trigger.combined is not None:
            return self._combined(
                trigger.combined,
                lambda name: self._joined(
                    "||", [self._fires(scope, tr, event) for tr in scope.triggers if tr.name == name]
                ),
            )
        span = self.lowerer.span(trigger)
        class_ = self.events[trigger]
        type_ = core_type(class_.type)
        if trigger not in self.firing:
            self.firing[trigger] = self._tester(span, trigger, class_, type_)
        is_it: n.Expr = n.IsA(span, BOOL, event, type_)
        method = self.firing[trigger]
        if method is None:
            return is_it
        seen = n.AsA(span, type_, event)
        this = n.This(span, self.owner.latest().type)
        call = n.CallMethod(span, BOOL, this, method, ((EVENT, seen),))
        return n.Logic(span, BOOL, "&&", is_it, call)

    def _tester(self, span: Span, trigger: t.Trigger, class_: s.Class, type_: ClassType) -> str | None:
        """A method for the test of a trigger, if it has one."""
        listener = self.lowerer.game.listeners.get(trigger)
        here = n.Local(span, type_, EVENT)
        condition = None if listener is None else match_event(span, class_, listener, here)
        statements: list[n.Statement] = []
        if condition is not None:
            no = n.Block(span, (n.Return(span, n.Literal(span, BOOL, False)),))
            statements.append(n.If(span, ((n.Not(span, BOOL, condition), no),), None))
        if trigger.body is not None and trigger.body.statements:
            outer, self.lowerer.event = self.lowerer.event, EVENT
            statements += self.lowerer.lower_giving(BOOL, trigger.body).statements
            self.lowerer.event = outer
        elif condition is not None:
            statements = [n.Return(span, condition)]
        if not statements:
            return None
        method = self.synthetic.fresh_name(f"{self.action.name}_on_{class_.name}")
        parameters = (n.Parameter(span, EVENT, type_, None),)
        self.synthetic.keep_method(
            self.owner, n.Function(span, method, parameters, (), BOOL, n.Block(span, tuple(statements)))
        )
        return method

    # -- choosing among them

    def _chosen(self, scope: Scope, title: str, parts: list[Part], event: n.Expr | None) -> list[n.Statement]:
        """Which parts are set off, found out before the first one runs; and, if a player chooses, which of these."""
        span = self.span
        parameters = () if self.event is None else (n.Parameter(span, EVENT, self.event, None),)
        here = None if self.event is None else n.Local(span, self.event, EVENT)
        passed = () if event is None else ((EVENT, event),)
        method = self.synthetic.fresh_name(f"{title}_starts")
        one = n.Local(span, TEXT, "part")
        tests: list[n.Statement] = []
        for part in parts:
            name = n.Literal(span, TEXT, _label(part))
            ready = self._ready(scope, part, here, scope.manner in ("choice", "simultaneous"))
            tests.append(self._if(n.Equal(span, BOOL, one, name, False), n.Return(span, ready)))
        tests.append(n.Return(span, n.Literal(span, BOOL, False)))
        whole = (n.Parameter(span, "part", TEXT, None), *parameters)
        self.synthetic.keep_method(self.owner, n.Function(span, method, whole, (), BOOL, n.Block(span, tuple(tests))))
        test = n.CallMethod(span, BOOL, self.this(), method, (("part", one), *passed))
        found = [self._list("started", parts, (self._filter("part", TEXT, test),))]
        if scope.manner == "choice":
            found += self._asked(scope, [part for part in parts if part.name is not None])
        return found

    def _asked(self, scope: Scope, named: list[Part]) -> list[n.Statement]:
        """A player chooses n of the named parts that could run; all of them if there are not more."""
        span = self.span
        texts = list_of(TEXT)
        can = self._list("able", named, (self._filter("part", TEXT, self._is_in(None, "started")),))
        count = n.Operate(span, NUMBER, "list.length", (n.Local(span, texts, "able"),))
        most = n.Operate(span, NUMBER, "min", (count, n.Literal(span, NUMBER, float(scope.count or 1.0))))
        declare = n.Declare(span, "most", NUMBER, most)
        length = n.Operate(span, NUMBER, "list.length", (n.Local(span, texts, "chosen"),))
        exactly = n.Equal(span, BOOL, length, n.Local(span, NUMBER, "most"), False)
        filters = (n.Filter(span, "chosen", texts, n.Block(span, (n.Return(span, exactly),)), True),)
        among = n.Local(span, texts, "able")
        ask = n.Ask(span, (n.Input(span, "chosen", texts, False, False, None, among, None, None, filters),))
        return [can, declare, ask]

    def _list(self, name: str, parts: list[Part], filters: tuple[n.Filter, ...]) -> n.Statement:
        """A list of those parts that pass a test."""
        texts = list_of(TEXT)
        labels = tuple(n.Literal(self.span, TEXT, _label(part)) for part in parts)
        names = n.MakeCollection(self.span, texts, labels)
        return n.Ask(self.span, (n.Input(self.span, name, texts, True, False, None, names, None, None, filters),))

    def _filter(self, name: str, type_: Type, test: n.Expr) -> n.Filter:
        return n.Filter(self.span, name, type_, n.Block(self.span, (n.Return(self.span, test),)), False)

    def _is_in(self, label: str | None, name: str) -> n.Expr:
        """Whether a list holds a part; without its name the one that is looked at."""
        part = n.Local(self.span, TEXT, "part") if label is None else n.Literal(self.span, TEXT, label)
        return n.Operate(self.span, BOOL, "list.contains", (n.Local(self.span, list_of(TEXT), name), part))


def _phase(scope: Scope) -> str | None:
    return scope.name if isinstance(scope, t.ActionPhase) else None


def _label(part: Part) -> str:
    return part.name or "effect"


def everybody_wins(span: Span) -> n.Statement:
    """How a goal ends the game that names nobody: all share the first place."""
    everybody = n.Operate(span, list_of(PLAYER), "player.all", ())
    return n.Winner(span, n.MakeCollection(span, list_of(list_of(PLAYER)), (everybody,)))
