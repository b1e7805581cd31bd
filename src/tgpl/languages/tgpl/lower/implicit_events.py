"""Throws what happens by itself, where somebody waits for it: changes, movements, decks, actions, owners.

In:  operations and assignments that `lower` comes across. Out: calls of functions that are made here: they do the same
and throw events around it. Nothing is made for what nobody waits for.

    hero.health -= 2;      becomes      hero.health__minus(amount: 2), which calls hero.health__change(…)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NULL, NUMBER, PLAYER, ROOTS, TEXT, ClassType, Type, list_of
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.implicit_events import Listener, family_of, touches
from tgpl.languages.tgpl.lower.synthetic import Statements, Synthetic
from tgpl.text.source import Span

_VALUES = ("old", "new")  # of an attribute that changes: what it was and is may be private
_WORDS = {"+": "plus", "-": "minus", "*": "times", "/": "by", "%": "rest", "^": "power", "&": "and", "|": "or"}
_MOVES = ("placement", "removal", "movement")
_SIDES = {"discard": ("discard", "discarded"), "draw": ("draw", "drawn")}


class ImplicitEvents:
    """The functions that do something and throw events around it; made when they are first needed."""

    def __init__(self, game: s.Game, synthetic: Synthetic) -> None:
        self.game = game
        self.synthetic = synthetic
        self.listeners = list(game.listeners.values())

    # -- who waits

    def find_moments(self, what: str, class_: s.Class | None, kind: str, member: str | None = None) -> tuple[str, ...]:
        """When somebody waits for something that happens to objects of a class; without one to any of a kind."""
        found = []
        for listener in self.listeners:
            if listener.what in _SIDES.get(what, (what,)) and self._touches(listener, what, class_, kind, member):
                found.append(listener.moment)
        return tuple(dict.fromkeys(found))

    def _touches(self, listener: Listener, what: str, class_: s.Class | None, kind: str, member: str | None) -> bool:
        if what in ("draw", "discard"):
            return True  # of a card or a deck: it is both
        if listener.kind != kind:
            return False
        return class_ is None or touches(listener, class_, member)

    def find_zone_moments(self, what: str) -> list[str]:
        """When somebody waits for something to enter or leave a zone."""
        return _sort_moments([listener.moment for listener in self.listeners if listener.what == what])

    # -- attributes

    def wrap_assignment(
        self, span: Span, target: n.Attribute, attribute: s.Attribute, op: str, value: n.Expr, seats: bool = False
    ) -> n.Expr | None:
        """An assignment to an attribute that somebody watches; `seats`: a number becomes that of a player."""
        root = attribute
        while root.original is not None:
            root = root.original
        owner = root.owner
        moments = self.find_moments("change", owner, owner.type.kind, root.name)
        if not moments:
            return None
        name = self._make_setter(span, owner, root, moments)
        if op == "":
            return n.CallMethod(span, NOTHING, target.value, name, (("value", value),))
        name = self._make_updater(span, owner, root, op, name, PLAYER if seats else value.type)
        return n.CallMethod(span, NOTHING, target.value, name, (("amount", value),))

    def _make_setter(self, span: Span, owner: s.Class, attribute: s.Attribute, moments: tuple[str, ...]) -> str:
        key = ("change", owner.type.name, attribute.name)
        name = self.synthetic.find(*key)
        if name is not None:
            return name
        name = self.synthetic.name_once(f"{attribute.name}.change", *key)
        this = n.This(span, owner.latest().type)
        place = n.Attribute(span, attribute.type, this, attribute.name)
        value = n.Local(span, attribute.type, "value")
        assign: Statements = [n.Assign(span, place, value)]
        old = n.Local(span, attribute.type, "old")
        fills: list[tuple[str, n.Expr]] = [
            ("state", n.Join(span, TEXT, (this,))),
            ("attribute", n.Literal(span, TEXT, attribute.name)),
            ("object", this),
            ("old", old),
            ("new", value),
        ]
        same = n.Equal(span, BOOL, place, value, False)
        body: Statements = [n.Declare(span, old.name, attribute.type, place)]
        body += self._wrap(span, "change", owner.type.kind, moments, fills, assign, same)
        self.synthetic.add_method(span, owner, name, (("value", attribute.type),), NOTHING, body)
        return name

    def _make_updater(
        self, span: Span, owner: s.Class, attribute: s.Attribute, op: str, setter: str, given: Type
    ) -> str:
        """`x op= v` as a change."""
        type_ = attribute.type
        key = ("update", owner.type.name, attribute.name, op, str(given) if type_ is TEXT or given is PLAYER else "")
        name = self.synthetic.find(*key)
        if name is not None:
            return name
        name = self.synthetic.name_once(f"{attribute.name}.{_WORDS[op]}", *key)
        this = n.This(span, owner.latest().type)
        place: n.Expr = n.Attribute(span, type_, this, attribute.name)
        amount_type = given if type_ is TEXT else BOOL if type_ is BOOL else NUMBER
        amount = n.Local(span, amount_type, "amount")
        value: n.Expr
        if type_ is TEXT:
            value = n.Join(span, TEXT, (place, amount))
        elif type_ is BOOL:
            value = n.Logic(span, BOOL, op, place, amount)
        elif type_ is PLAYER:
            number = n.Arithmetic(span, NUMBER, op, n.Convert(span, NUMBER, place), amount)
            value = n.Convert(span, PLAYER, number)
        else:
            value = n.Arithmetic(span, NUMBER, op, place, amount)
            if given is PLAYER:
                value = n.Convert(span, NUMBER, n.Convert(span, PLAYER, value))
        call = n.CallMethod(span, NOTHING, this, setter, (("value", value),))
        self.synthetic.add_method(span, owner, name, (("amount", amount_type),), NOTHING, [n.Evaluate(span, call)])
        return name

    # -- operations

    def wrap_operation(self, e: n.Operate) -> n.Expr | None:
        """An operation that somebody waits for; None if nobody does."""
        wrapping = _OPERATIONS.get(e.op)
        if wrapping is None or not self.listeners or not e.arguments:
            return None
        on = e.arguments[0].type
        if not isinstance(on, ClassType):
            return None
        class_ = self.game.by_type[on]
        known = class_ if class_.file is not None else None
        if not any(self.find_moments(what, known, on.kind) for what in wrapping.whats):
            return None
        given = tuple((f"given_{i}", a.type) for i, a in enumerate(e.arguments[1:]))
        if e.op == "own.assign":  # a player, whatever was written
            given = (("given_0", PLAYER),)
        if e.op in ("piece.move_to", "piece.discard") and given and given[0][1] is NULL:
            given = (("given_0", ROOTS["tile"] if e.op == "piece.move_to" else ROOTS["stack"]),)
        arguments = tuple(zip((name for name, _ in given), e.arguments[1:], strict=True))
        if known is None:  # any interactable or deck: a function of its own, so that errors point to the right place
            receiver: n.Expr = n.Local(e.span, on, "thing")
            name = self.synthetic.name_once(wrapping.verb, "at", str(len(self.synthetic.functions)), e.op)
            parameters = (("thing", on), *given)
            self.synthetic.add_function(e.span, name, parameters, e.type, self._make_body(e, class_, receiver, given))
            return n.Call(e.span, e.type, name, (("thing", e.arguments[0]), *arguments))
        key = (e.op, known.type.name, *(str(type_) for _, type_ in given))
        method = self.synthetic.find(*key)
        if method is None:
            method = self.synthetic.name_once(wrapping.verb, *key)
            receiver = n.This(e.span, known.latest().type)
            self.synthetic.add_method(e.span, known, method, given, e.type, self._make_body(e, known, receiver, given))
        return n.CallMethod(e.span, e.type, e.arguments[0], method, arguments)

    def _make_body(self, e: n.Operate, class_: s.Class, on: n.Expr, given: tuple[tuple[str, Type], ...]) -> Statements:
        locals_ = tuple(n.Local(e.span, type_, name) for name, type_ in given)
        return _OPERATIONS[e.op].make_body(self, class_, n.Operate(e.span, e.type, e.op, (on, *locals_)))

    def _move(self, class_: s.Class, operate: n.Operate) -> Statements:
        span, (on, to) = operate.span, operate.arguments
        tile = ROOTS["tile"]
        old = n.Local(span, tile, "old")
        declare = n.Declare(span, "old", tile, n.Operate(span, tile, "piece.tile", (on,)))
        fills: list[tuple[str, n.Expr]] = [("piece", on), ("from", old), ("to", to)]
        cases = {
            "placement": _equal(span, old, None),
            "removal": _equal(span, to, None),
            "movement": n.Literal(span, BOOL, True),
        }
        before: Statements = []
        after: Statements = []
        for statements, early in ((before, True), (after, False)):
            branches = []
            for what, condition in cases.items():
                moments = [m for m in self._moments_of(what, class_) if (m == "before") is early]
                throws = [self.throw(span, what, "interactable", moment, fills) for moment in _sort_moments(moments)]
                branches.append((condition, n.Block(span, tuple(throws))))
            statements.append(n.If(span, tuple(branches), None))
        same = _equal(span, old, to)
        plain = n.Evaluate(span, operate)
        return [declare, self._without_throwing(span, same, [plain]), *before, plain, *after]

    def _draw(self, class_: s.Class, operate: n.Operate) -> Statements:
        span, on = operate.span, operate.arguments[0]
        card_type = operate.type
        card = n.Local(span, card_type, "card")
        moments = self._moments_of("draw", class_)
        nothing = n.Literal(span, NULL, None)
        before = [self.throw(span, "draw", "stack", m, [("deck", on), ("card", nothing)]) for m in _early(moments)]
        after = [self.throw(span, "draw", "stack", m, [("deck", on), ("card", card)]) for m in _late(moments)]
        return [
            self._without_throwing(span, None, [n.Return(span, operate)]),
            *before,
            n.Declare(span, "card", card_type, operate),
            n.If(span, ((_equal(span, card, None, negated=True), n.Block(span, tuple(after))),), None),
            n.Return(span, card),
        ]

    def _put(self, class_: s.Class, operate: n.Operate) -> Statements:
        span, (on, card) = operate.span, operate.arguments
        fills: list[tuple[str, n.Expr]] = [("deck", on), ("card", card)]
        plain: Statements = [n.Evaluate(span, operate)]
        nothing = _equal(span, card, None)
        return self._wrap(span, "put", "stack", self._moments_of("put", class_), fills, plain, nothing)

    def _shuffle(self, class_: s.Class, operate: n.Operate) -> Statements:
        span, (on,) = operate.span, operate.arguments
        what = operate.op.split(".")[1]
        plain: Statements = [n.Evaluate(span, operate)]
        return self._wrap(span, what, "stack", self._moments_of(what, class_), [("deck", on)], plain)

    def _discard(self, class_: s.Class, operate: n.Operate) -> Statements:
        span, (on, *given) = operate.span, operate.arguments
        pile: n.Expr = n.Literal(span, NULL, None)
        if given and isinstance(given[0].type, ClassType):
            pile = given[0]
        plain: Statements = [n.Evaluate(span, operate)]
        fills = [("deck", pile), ("card", on)]
        return self._wrap(span, "discard", "stack", self._moments_of("discard", class_), fills, plain)

    def _own(self, class_: s.Class, operate: n.Operate) -> Statements:
        span, (on, who) = operate.span, operate.arguments
        plain: Statements = [n.Evaluate(span, operate)]
        if class_.visibility == "group":
            members = n.Operate(span, list_of(PLAYER), "own.players", (on,))
            belongs: n.Expr = n.Operate(span, BOOL, "list.contains", (members, who))
            gone = operate.op == "own.unassign"
            same = n.Not(span, BOOL, belongs) if gone else belongs
            steps = [("remove" if gone else "attach", who)] + ([] if gone else [("kept", who)])
            first: Statements = []
        else:
            old = n.Local(span, PLAYER, "old")
            first = [n.Declare(span, "old", PLAYER, n.Operate(span, PLAYER, "own.player", (on,)))]
            same = _equal(span, old, who)
            steps = [("remove", old), ("attach", who), ("kept", who)]
        before: Statements = []
        after: Statements = []
        for what, player in steps:
            if what == "kept" and class_.kind != "interactable":
                continue
            thing = "card" if what == "kept" else "object"
            for moment in _sort_moments(self._moments_of(what, class_)):
                throw = self.throw(span, what, class_.type.kind, moment, [(thing, on), ("player", player)])
                there = _equal(span, player, None, negated=True)
                (before if moment == "before" else after).append(n.If(span, ((there, n.Block(span, (throw,))),), None))
        return [*first, self._without_throwing(span, same, plain), *before, *plain, *after]

    def _moments_of(self, what: str, class_: s.Class) -> tuple[str, ...]:
        return self.find_moments(what, class_ if class_.file is not None else None, class_.type.kind)

    # -- actions

    def wrap_action(self, span: Span, action: s.Action, phase: str | None, body: n.Block) -> n.Block:
        """The effect of an action, or a phase of it, with what is thrown before and behind it."""
        owner = action.owner
        assert owner is not None
        moments = tuple(
            listener.moment
            for listener in self.listeners
            if listener.what == "action"
            and (listener.subject is None or listener.subject.kind == owner.kind)
            and touches(listener, owner, action.name)
            and (phase is None if len(listener.members) < 2 else listener.members[1] == phase)
        )
        if not moments:
            return body
        nothing = n.Literal(span, NULL, None)
        fills: list[tuple[str, n.Expr]] = [
            ("action", n.Literal(span, TEXT, action.name)),
            ("phase", nothing if phase is None else n.Literal(span, TEXT, phase)),
            ("object", n.This(span, owner.latest().type)),
        ]
        kind = owner.type.kind
        first = [self.throw(span, "action", kind, m, fills) for m in _early(moments)]
        last = [self.throw(span, "action", kind, m, fills) for m in _late(moments)]
        return n.Block(body.span, (*first, *body.statements, *last))

    # -- what they are made of

    def _wrap(
        self,
        span: Span,
        what: str,
        kind: str,
        moments: tuple[str, ...],
        fills: list[tuple[str, n.Expr]],
        doing: Statements,
        same: n.Expr | None = None,
    ) -> Statements:
        """Something with what is thrown before and behind it; plainly if it changes nothing."""
        before = [self.throw(span, what, kind, moment, fills) for moment in _early(moments)]
        after = [self.throw(span, what, kind, moment, fills) for moment in _late(moments)]
        return [self._without_throwing(span, same, doing), *before, *doing, *after]

    def _without_throwing(self, span: Span, same: n.Expr | None, doing: Statements) -> n.Statement:
        """In a test, or where nothing changes, nothing is thrown."""
        testing: n.Expr = n.Operate(span, BOOL, "testing", ())
        condition = testing if same is None else n.Logic(span, BOOL, "||", testing, same)
        leaves = [] if isinstance(doing[-1], n.Return) else [n.Return(span, None)]
        return n.If(span, ((condition, n.Block(span, (*doing, *leaves))),), None)

    def throw(self, span: Span, what: str, kind: str, moment: str, fills: list[tuple[str, n.Expr]]) -> n.Statement:
        name = f"{family_of(what, kind).name}{moment.capitalize() or 'Later'}"
        class_ = self.game.event_classes[name]
        made = n.Make(span, class_.type, class_.type.name, tuple(fills), ())
        return n.Evaluate(span, n.Operate(span, NOTHING, "event.throw_sync" if moment else "event.throw", (made,)))

    def make_classes(self, span: Span) -> tuple[n.Class, ...]:
        """The classes of the events, bases first."""
        made = []
        secrets = any(attribute.private for class_ in self.game.classes for attribute in class_.attributes.values())
        for class_ in self.game.event_classes.values():
            base = None if class_.base is None or class_.base.base is None else class_.base.type.name
            attributes = tuple(
                n.AttributeOf(span, a.name, a.type, n.Literal(span, NULL, None), secrets and a.name in _VALUES)
                for a in class_.attributes.values()
            )
            name = class_.type.name
            nothing = ((), (), (), None, None, None, None, False, ())
            made.append(n.Class(span, name, class_.name, "event", "local", base, attributes, *nothing))
        return tuple(made)


def core_type(type_: Type) -> ClassType:
    """The event of the core that stands for what a trigger waits for."""
    assert isinstance(type_, ClassType)
    return type_.base if type_.name.startswith("on ") and type_.base is not None else type_


def match_event(span: Span, event: s.Class, listener: Listener, this: n.Expr | None = None) -> n.Expr | None:
    """What must hold before the test of a trigger: that it happened to the right thing."""
    found: list[n.Expr] = []
    this = this or n.Event(span, core_type(event.type))
    same = family_of(listener.what, listener.kind)
    if listener.subject is not None:
        thing = n.Attribute(span, dict(same.attributes)[same.subject], this, same.subject)
        found.append(n.IsA(span, BOOL, thing, listener.subject.latest().type))
    for name, class_ in listener.fits:
        zone = n.Attribute(span, dict(same.attributes)[name], this, name)
        found.append(n.IsA(span, BOOL, zone, class_.latest().type))
    for name, word in listener.equal:
        found.append(_equal(span, n.Attribute(span, TEXT, this, name), n.Literal(span, TEXT, word)))
    for name in listener.there:
        found.append(_equal(span, n.Attribute(span, TEXT, this, name), None, negated=True))
    whole: n.Expr | None = None
    for one in found:
        whole = one if whole is None else n.Logic(span, BOOL, "&&", whole, one)
    return whole


def _equal(span: Span, left: n.Expr, right: n.Expr | None, negated: bool = False) -> n.Expr:
    return n.Equal(span, BOOL, left, right or n.Literal(span, NULL, None), negated)


def _early(moments: tuple[str, ...]) -> list[str]:
    return [moment for moment in ("before",) if moment in moments]


def _late(moments: tuple[str, ...]) -> list[str]:
    return [moment for moment in ("after", "") if moment in moments]


def _sort_moments(moments: tuple[str, ...] | list[str]) -> list[str]:
    return [moment for moment in ("before", "after", "") if moment in moments]


class _Wrapping(NamedTuple):
    """How an operation throws events."""

    whats: tuple[str, ...]  # what it can be for who waits
    verb: str  # what the function is called that does it and throws
    make_body: Callable[[ImplicitEvents, s.Class, n.Operate], Statements]  # what that function is made of


_OPERATIONS = {
    "piece.move_to": _Wrapping(_MOVES, "moves_to", ImplicitEvents._move),
    "piece.discard": _Wrapping(("discard",), "goes_away", ImplicitEvents._discard),
    "deck.pop": _Wrapping(("draw",), "draws", ImplicitEvents._draw),
    "deck.pop_front": _Wrapping(("draw",), "draws_front", ImplicitEvents._draw),
    "deck.take": _Wrapping(("draw",), "draws_out", ImplicitEvents._draw),
    "deck.push": _Wrapping(("put",), "takes", ImplicitEvents._put),
    "deck.push_front": _Wrapping(("put",), "takes_front", ImplicitEvents._put),
    "deck.shuffle": _Wrapping(("shuffle",), "mixes", ImplicitEvents._shuffle),
    "deck.reshuffle": _Wrapping(("reshuffle",), "remixes", ImplicitEvents._shuffle),
    "own.assign": _Wrapping(("attach", "remove", "kept"), "goes_to", ImplicitEvents._own),
    "own.unassign": _Wrapping(("remove",), "leaves", ImplicitEvents._own),
}
