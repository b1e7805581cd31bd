"""Zones to the core: each is a class with a list, and whatever may lie in one knows where it lies.

In:  zones that `check` has looked at, and what bodies do with them and with what lies in them. Out: attributes and functions that
nobody wrote; calls of these. Neither target knows of zones.

    zone Hand of Card { seen by owner; holds 7; }

becomes a class that derives from one that all zones share, with

    private List<Card> cards;  number length;        // the number only if not everybody sees the list
    take_in(card)  let_go(card)                      // put a card into the list, and take it out

`Card` gets an attribute `zone`, and functions around whatever takes it out of there: `move`, `discard`, `assign`, `push`. So it lies
in one place at a time. Events of entering and leaving are thrown where somebody waits for them (implicit_events.py).
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import (
    BOOL,
    NOTHING,
    NULL,
    NUMBER,
    PLAYER,
    ROOTS,
    ClassType,
    Type,
    collection,
    list_of,
)
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import element_of
from tgpl.languages.tgpl.check.zones import REFILLING, is_ordered, keeps_owner, seen_by
from tgpl.languages.tgpl.lower.implicit_events import ImplicitEvents
from tgpl.languages.tgpl.lower.synthetic import (
    Statements,
    Synthetic,
    write_equal,
    write_if,
    write_null,
    write_operation,
    write_return,
)
from tgpl.languages.tgpl.lower.zone_lists import CARDS, LENGTH, ZoneLists, held_by, name_span
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span

_CARD, _DECK = ROOTS["interactable"], ROOTS["stack"]
_TAKES_OUT = {"piece.move_to": "move_to", "piece.discard": "discard", "own.assign": "assign"}  # and what it is called
_PUSHES = ("deck.push", "deck.push_front")


class Zones:
    """The functions and attributes of zones, and of what lies in them; made when they are first needed."""

    def __init__(self, game: s.Game, synthetic: Synthetic, events: ImplicitEvents) -> None:
        self.game, self.synthetic, self.events = game, synthetic, events
        self.lists = ZoneLists(game, synthetic)
        self.decks = any(class_.kind == "stack" for class_ in game.classes)

    # -- classes

    def make_root(self, span: Span) -> tuple[n.Class, ...]:
        """The class that all zones share; its functions are those of the zones."""
        if self.lists.root is None:
            return ()
        card = (n.Parameter(span, "card", _CARD, None),)
        listed = list_of(_CARD)
        functions = (
            n.Function(span, self.lists.let_go, card, (), NOTHING, n.Block(span, ())),
            n.Function(span, self.lists.keeps, (), (), BOOL, write_return(span, n.Literal(span, BOOL, False))),
            n.Function(span, self.lists.size, (), (), NUMBER, write_return(span, n.Literal(span, NUMBER, 0.0))),
            n.Function(span, self.lists.list, (), (), listed, write_return(span, n.MakeCollection(span, listed, ()))),
        )
        nothing = ((), (), None, None, None, None, False, ())
        return (n.Class(span, self.lists.root.type.name, "zone", "class", "local", None, (), functions, *nothing),)

    def list_attributes(self, class_: s.Class) -> tuple[n.AttributeOf, ...]:
        """What every zone, and whatever lies in zones, has beside what the designer gave it."""
        span = name_span(class_)
        if class_.in_zones and self.lists.root is not None:
            return (n.AttributeOf(span, self.lists.where, self.lists.root.type, n.Literal(span, NULL, None), False),)
        if class_.kind != "zone" or class_.first() is not class_:
            return ()
        listed, seen = list_of(held_by(class_)), seen_by(class_)
        cards = n.AttributeOf(span, CARDS, listed, n.MakeCollection(span, listed, ()), seen != "all", seen == "nobody")
        length = n.AttributeOf(span, LENGTH, NUMBER, n.Literal(span, NUMBER, 0.0), False)
        return (cards,) if seen == "all" else (cards, length)

    def list_functions(self, class_: s.Class) -> tuple[n.Function, ...]:
        """What a zone does."""
        if class_.kind != "zone":
            return ()
        span, functions = name_span(class_), []
        if class_.first() is class_:
            functions += [self._make_let_go(span, class_), self._make_take_in(span, class_)]
            functions += self._make_tellers(span, class_)
        return tuple(functions)

    def list_parts(self, class_: s.Class, capacity: n.Expr | None, source: n.Expr | None) -> tuple[n.Function, ...]:
        """What `holds` and `refill` of a zone become."""
        found = []
        if capacity is not None:
            found.append(
                n.Function(capacity.span, self.lists.holds, (), (), NUMBER, write_return(capacity.span, capacity))
            )
        if source is not None:
            body = n.Block(source.span, tuple(self._refill(source, class_)))
            found.append(n.Function(source.span, self.lists.refill, (), (), NOTHING, body))
        return tuple(found)

    def _make_let_go(self, span: Span, class_: s.Class) -> n.Function:
        this, held = n.This(span, class_.latest().type), held_by(class_)
        card = n.AsA(span, held, n.Local(span, _CARD, "card"))
        body: Statements = [write_operation(span, "list.remove", self.lists.cards_of(span, this, class_), card)]
        if seen_by(class_) != "all":
            body.append(n.Update(span, n.Attribute(span, NUMBER, this, LENGTH), "-", n.Literal(span, NUMBER, 1.0)))
        parameters = (n.Parameter(span, "card", _CARD, None),)
        return n.Function(span, self.lists.let_go, parameters, (), NOTHING, n.Block(span, tuple(body)))

    def _make_take_in(self, span: Span, class_: s.Class) -> n.Function:
        """Whatever may lie there goes there, from wherever it is."""
        this, held = n.This(span, class_.latest().type), held_by(class_)
        family = self.game.by_type[held].first()
        card = n.Local(span, held, "card")
        body: Statements = [
            write_if(span, write_equal(span, self.lists.zone_of(span, card), this), n.Return(span, None)),
            *self.lists.refuse_when_full(span, class_, this),
            n.Evaluate(span, n.CallMethod(span, NOTHING, card, self._make_lift(family), ())),
            write_operation(span, "piece.move_to", card, write_null(span)),
            write_operation(span, "list.add", self.lists.cards_of(span, this, class_), card),
        ]
        if seen_by(class_) != "all":
            body.append(n.Update(span, n.Attribute(span, NUMBER, this, LENGTH), "+", n.Literal(span, NUMBER, 1.0)))
        body.append(n.Assign(span, self.lists.zone_of(span, card), this))
        if family.visibility == "local" and not keeps_owner(class_):
            owner = n.Operate(span, PLAYER, "own.player", (this,))
            body.append(
                write_operation(span, "own.assign", card, write_null(span) if class_.visibility == "global" else owner)
            )
        parameters = (n.Parameter(span, "card", held, None),)
        return n.Function(span, self.lists.take_in, parameters, (), NOTHING, n.Block(span, tuple(body)))

    def _make_tellers(self, span: Span, class_: s.Class) -> list[n.Function]:
        """What is asked of any zone: which cards, how many, whether they keep their owners."""
        this, listed = n.This(span, class_.latest().type), list_of(_CARD)
        found = n.Local(span, listed, "found")
        told = n.Block(
            span,
            (
                n.Declare(span, "found", listed, n.MakeCollection(span, listed, ())),
                write_operation(span, "list.append", found, self.lists.cards_of(span, this, class_)),
                n.Return(span, found),
            ),
        )
        keeps = n.Literal(span, BOOL, keeps_owner(class_))
        made = [
            n.Function(span, self.lists.keeps, (), (), BOOL, write_return(span, keeps)),
            n.Function(
                span, self.lists.size, (), (), NUMBER, write_return(span, self.lists.size_of(span, this, class_))
            ),
            n.Function(span, self.lists.list, (), (), listed, told),
        ]
        if self.lists.is_bounded(class_) and not (
            isinstance(class_.node, t.Class) and class_.node.zone and class_.node.zone.capacity
        ):
            made.append(n.Function(span, self.lists.holds, (), (), NUMBER, write_return(span, write_null(span))))
        return made

    # -- taking out

    def _make_lift(self, family: s.Class) -> str:
        """Out of the zone, the decks and the piles where something lies; on its tile it stays."""
        key = ("lift", family.type.name)
        name = self.synthetic.find(*key)
        if name is not None:
            return name
        name = self.synthetic.name_once("lift", *key)
        span, this = name_span(family), n.This(name_span(family), family.latest().type)
        body: Statements = []
        if family.in_zones and self.lists.root is not None:
            body += self._leave(span, this)
        if self.decks:
            lies = n.Compare(
                span, BOOL, ">", n.Operate(span, NUMBER, "piece.decks", (this,)), n.Literal(span, NUMBER, 0.0)
            )
            discarded = n.Operate(span, BOOL, "piece.discarded", (this,))
            search = n.Evaluate(span, n.Call(span, NOTHING, self._make_search(span), (("card", this),)))
            is_discarded = n.Equal(span, BOOL, discarded, n.Literal(span, BOOL, True), False)
            body.append(write_if(span, n.Logic(span, BOOL, "||", lies, is_discarded), search))
        body.append(n.Assign(span, n.Operate(span, BOOL, "piece.discarded", (this,)), n.Literal(span, BOOL, False)))
        self.synthetic.add_method(span, family, name, (), NOTHING, body)
        return name

    def _leave(self, span: Span, card: n.Expr) -> Statements:
        """Out of the zone where a card lies, if it lies in one."""
        assert self.lists.root is not None
        old = n.Local(span, self.lists.root.type, "left")
        left: Statements = [
            n.Evaluate(span, n.CallMethod(span, NOTHING, old, self.lists.let_go, (("card", card),))),
            n.Assign(span, self.lists.zone_of(span, card), write_null(span)),
        ]
        there = write_equal(span, old, write_null(span), negated=True)
        return [
            n.Declare(span, "left", self.lists.root.type, self.lists.zone_of(span, card)),
            write_if(span, there, *left),
        ]

    def _make_search(self, span: Span) -> str:
        """Takes a card out of all decks of the game, and of what is discarded there: those above it are put back."""
        name = self.synthetic.find("search")
        if name is not None:
            return name
        name = self.synthetic.name_once("search_decks", "search")
        decks, pile_type = list_of(_DECK), collection("Stack", _CARD)
        deck, pile = n.Local(span, _DECK, "deck"), n.Local(span, pile_type, "pile")
        ask = n.Input(span, "decks", decks, True, False, None, None, None, None, ())
        body: Statements = [
            n.Ask(span, (ask,)),
            n.ForEach(span, "deck", _DECK, n.Local(span, decks, "decks"), n.Block(span, (
                *self._sift(span, deck, "deck"),
                n.Declare(span, "pile", pile_type, n.Operate(span, pile_type, "deck.discard_stack", (deck,))),
                *self._sift(span, pile, "stack"),
            ))),
        ]  # fmt: skip
        self.synthetic.add_function(span, name, (("card", _CARD),), NOTHING, body)
        return name

    def _sift(self, span: Span, pile: n.Local, kind: str) -> Statements:
        """Takes everything off a deck or stack and puts all but the card back."""
        listed, rest = list_of(_CARD), n.Local(span, list_of(_CARD), f"rest_{kind}")
        top, card = n.Local(span, _CARD, f"top_{kind}"), n.Local(span, _CARD, "card")
        left = n.Compare(
            span, BOOL, ">", n.Operate(span, NUMBER, f"{kind}.length", (pile,)), n.Literal(span, NUMBER, 0.0)
        )
        at = n.Local(span, NUMBER, f"at_{kind}")
        keep = n.If(
            span,
            (
                (
                    write_equal(span, top, card, negated=True),
                    n.Block(span, (write_operation(span, "list.add", rest, top),)),
                ),
            ),
            None,
        )
        take = n.Block(span, (n.Declare(span, top.name, _CARD, n.Operate(span, _CARD, f"{kind}.pop", (pile,))), keep))
        item = n.ListItem(span, _CARD, rest, at)
        first = n.Arithmetic(
            span, NUMBER, "-", n.Operate(span, NUMBER, "list.length", (rest,)), n.Literal(span, NUMBER, 1.0)
        )
        back = n.Loop(
            span, n.Compare(span, BOOL, ">=", at, n.Literal(span, NUMBER, 0.0)),
            (n.Update(span, at, "-", n.Literal(span, NUMBER, 1.0)),),
            n.Block(span, (write_operation(span, f"{kind}.push", pile, item),)),
        )  # fmt: skip
        return [
            n.Declare(span, rest.name, listed, n.MakeCollection(span, listed, ())),
            n.Loop(span, left, (), take),
            n.Declare(span, at.name, NUMBER, first),
            back,
        ]

    # -- moving

    def move(self, span: Span, card: n.Expr, to: n.Expr) -> n.Expr:
        """`move card to zone;` or to a deck."""
        assert isinstance(to.type, ClassType) and isinstance(card.type, ClassType)
        place = self.game.by_type[to.type]
        family = self.game.by_type[card.type].first()
        if place.kind == "stack":
            name = self._make_move_to_deck(family, place, element_of(to.type, place))
            return n.CallMethod(span, NOTHING, card, name, (("to", to),))
        name = self._make_move_to_zone(place)
        if self.lists.is_bounded(place):
            return self._move_if_there_is_room(span, card, to, place, name)
        there = n.CallMethod(span, to.type, to, self._make_there(place), ())
        return n.CallMethod(span, NOTHING, card, name, (("to", there),))

    def _move_if_there_is_room(self, span: Span, card: n.Expr, to: n.Expr, zone: s.Class, name: str) -> n.Expr:
        """Where it would be too much the move fails, or is an error: with the place in the rules where it was tried."""
        at = self.synthetic.name_once(f"move_to_{zone.name}", "move at", str(len(self.synthetic.functions)))
        thing, there = n.Local(span, card.type, "thing"), n.Local(span, to.type, "to")
        elsewhere = write_equal(span, self.lists.zone_of(span, thing), there, negated=True)
        body: Statements = [
            n.If(span, ((elsewhere, n.Block(span, tuple(self.lists.refuse_when_full(span, zone, there)))),), None),
            n.Evaluate(span, n.CallMethod(span, NOTHING, thing, name, (("to", there),))),
        ]
        self.synthetic.add_function(span, at, (("thing", card.type), ("to", to.type)), NOTHING, body)
        return n.Call(span, NOTHING, at, (("thing", card), ("to", to)))

    def _make_there(self, class_: s.Class) -> str:
        """A zone itself, if there is one: else the error is where it was looked for."""
        name = self.synthetic.find("there", class_.type.name)
        if name is None:
            name = self.synthetic.name_once(f"cards.{class_.name}", "there", class_.type.name)
            span, type_ = name_span(class_), class_.latest().type
            self.synthetic.add_method(span, class_, name, (), type_, [n.Return(span, n.This(span, type_))])
        return name

    def _make_move_to_zone(self, class_: s.Class) -> str:
        """The function of cards that puts them into a zone, and throws what somebody waits for."""
        first = class_.first()
        key = ("move to", first.type.name)
        name = self.synthetic.find(*key)
        if name is not None:
            return name
        name = self.synthetic.name_once(f"move_to.{first.name}", *key)
        held = self.game.by_type[held_by(first)]
        span, this = name_span(first), n.This(name_span(first), held.latest().type)
        to = n.Local(span, first.latest().type, "to")
        put: Statements = [n.Evaluate(span, n.CallMethod(span, NOTHING, to, self.lists.take_in, (("card", this),)))]
        body = self._throw_around(span, this, to, put)
        self.synthetic.add_method(span, held, name, (("to", first.latest().type),), NOTHING, body)
        return name

    def _throw_around(self, span: Span, card: n.Expr, to: n.Expr | None, doing: Statements) -> Statements:
        """Something that puts a card into a zone, or takes it out of one, with what is thrown before and behind it."""
        assert self.lists.root is not None
        old = n.Local(span, self.lists.root.type, "old")
        declare = n.Declare(span, "old", self.lists.root.type, self.lists.zone_of(span, card))
        fills: list[tuple[str, n.Expr]] = [
            ("card", card),
            ("from", old),
            ("to", write_null(span) if to is None else to),
        ]
        throws: dict[bool, Statements] = {True: [], False: []}
        for what in ("leave", "enter") if to is not None else ("leave",):
            for moment in self.events.find_zone_moments(what):
                throw = self.events.throw(span, what, "zone", moment, fills)
                lay = write_equal(span, old, write_null(span), negated=True)
                throws[moment == "before"].append(write_if(span, lay, throw) if what == "leave" else throw)
        if not throws[True] and not throws[False]:
            return doing
        same = write_equal(span, old, write_null(span) if to is None else to)
        silent = n.Logic(span, BOOL, "||", n.Operate(span, BOOL, "testing", ()), same)
        return [declare, write_if(span, silent, *doing, n.Return(span, None)), *throws[True], *doing, *throws[False]]

    def _make_go_to_deck(self, family: s.Class) -> str:
        """Out of everything, on the way into a deck: what lay in a zone belongs to nobody then."""
        key = ("go to deck", family.type.name)
        name = self.synthetic.find(*key)
        if name is not None:
            return name
        name = self.synthetic.name_once("go_to_deck", *key)
        span, this = name_span(family), n.This(name_span(family), family.latest().type)
        lift = n.Evaluate(span, n.CallMethod(span, NOTHING, this, self._make_lift(family), ()))
        body: Statements = [lift]
        if family.in_zones and self.lists.root is not None:
            freed = (
                [write_operation(span, "own.assign", this, write_null(span))] if family.visibility == "local" else []
            )
            lay = write_equal(span, self.lists.zone_of(span, this), write_null(span), negated=True)
            body = self._throw_around(
                span, this, None, [n.If(span, ((lay, n.Block(span, (lift, *freed))),), n.Block(span, (lift,)))]
            )
        self.synthetic.add_method(span, family, name, (), NOTHING, body)
        return name

    def _make_move_to_deck(self, family: s.Class, deck: s.Class, held: Type) -> str:
        key = ("move to deck", family.type.name, deck.type.name)
        name = self.synthetic.find(*key)
        if name is not None:
            return name
        assert isinstance(held, ClassType)
        owner = self.game.by_type[held] if held is not _CARD else family
        name = self.synthetic.name_once(f"move_to.{deck.name}", *key)
        span, this = name_span(family), n.This(name_span(family), owner.latest().type)
        push = n.Operate(span, NOTHING, "deck.push", (n.Local(span, deck.latest().type, "to"), this))
        body: Statements = [n.Evaluate(span, n.CallMethod(span, NOTHING, this, self._make_go_to_deck(family), ()))]
        if family.visibility == "local":
            body.append(write_operation(span, "own.assign", this, write_null(span)))
        body.append(n.Evaluate(span, self.events.wrap_operation(push) or push))
        self.synthetic.add_method(span, owner, name, (("to", deck.latest().type),), NOTHING, body)
        return name

    # -- whatever else takes a card out of its zone

    def wrap_operation(self, e: n.Operate) -> n.Expr | None:
        """An operation that takes a card out of its zone, or hands a zone over; None if it has nothing to do with zones."""
        if self.lists.root is None:
            return None
        if e.op in _PUSHES:
            return self._wrap_push(e)
        on = e.arguments[0].type if e.arguments else None
        if e.op not in _TAKES_OUT or not isinstance(on, ClassType):
            return None
        class_ = self.game.by_type[on]
        if class_.kind == "zone":
            return self._wrap_zone(e, class_)
        if class_.kind != "interactable" or not class_.first().in_zones:
            return None
        if e.op == "own.assign" and class_.visibility != "local":
            return None
        return self._wrap_taking_out(e, class_)

    def _wrap_push(self, e: n.Operate) -> n.Expr | None:
        deck, card = e.arguments
        made = self.push_argument(card)
        if made is None:
            return None
        push = n.Operate(e.span, e.type, e.op, (deck, made))
        return self.events.wrap_operation(push) or push

    def push_argument(self, card: n.Expr) -> n.Expr | None:
        """A card on its way into a deck; None if it cannot lie in a zone. Null stays null."""
        if not isinstance(card.type, ClassType) or self.lists.root is None:
            return None
        class_ = self.game.by_type[card.type]
        family = class_.first()
        if not family.in_zones or family.file is None:
            return None
        name = self.synthetic.find("push", class_.type.name)
        if name is None:
            name = self.synthetic.name_once(f"pushed_{class_.name}", "push", class_.type.name)
            span, given = name_span(class_), n.Local(name_span(class_), card.type, "card")
            go = n.Evaluate(span, n.CallMethod(span, NOTHING, given, self._make_go_to_deck(family), ()))
            body: Statements = [
                write_if(span, write_equal(span, given, write_null(span), negated=True), go),
                n.Return(span, given),
            ]
            self.synthetic.add_function(span, name, (("card", card.type),), card.type, body)
        return n.Call(card.span, card.type, name, (("card", card),))

    def _wrap_zone(self, e: n.Operate, class_: s.Class) -> n.Expr:
        """What lies in a zone that is handed over is handed over with it."""
        key = ("assign zone", class_.first().type.name)
        name = self.synthetic.find(*key)
        if name is None:
            first = class_.first()
            name = self.synthetic.name_once(f"assign.{first.name}", *key)
            span, this = name_span(first), n.This(name_span(first), first.latest().type)
            who, card = n.Local(span, PLAYER, "who"), n.Local(span, held_by(first), "card")
            plain = n.Operate(span, NOTHING, "own.assign", (this, who))
            body: Statements = [n.Evaluate(span, self.events.wrap_operation(plain) or plain)]
            if not keeps_owner(first) and self.game.by_type[held_by(first)].visibility == "local":
                give = n.Block(span, (write_operation(span, "own.assign", card, who),))
                body.append(n.ForEach(span, "card", held_by(first), self.lists.cards_of(span, this, first), give))
            self.synthetic.add_method(span, first, name, (("who", PLAYER),), NOTHING, body)
        return n.CallMethod(e.span, NOTHING, e.arguments[0], name, (("who", e.arguments[1]),))

    def _wrap_taking_out(self, e: n.Operate, class_: s.Class) -> n.Expr:
        given = tuple((f"given_{i}", _parameter_type(e.op, a.type)) for i, a in enumerate(e.arguments[1:]))
        arguments = tuple(zip((name for name, _ in given), e.arguments[1:], strict=True))
        if class_.file is None:  # any interactable
            name = self.synthetic.name_once(f"any_{_TAKES_OUT[e.op]}", "at", str(len(self.synthetic.functions)), e.op)
            receiver: n.Expr = n.Local(e.span, _CARD, "thing")
            body = self._take_out_any(e, receiver, given)
            self.synthetic.add_function(e.span, name, (("thing", _CARD), *given), NOTHING, body)
            return n.Call(e.span, NOTHING, name, (("thing", e.arguments[0]), *arguments))
        key = ("take out", e.op, class_.type.name, *(str(type_) for _, type_ in given))
        method = self.synthetic.find(*key)
        if method is None:
            method = self.synthetic.name_once(f"{_TAKES_OUT[e.op]}.{class_.name}", *key)
            receiver = n.This(e.span, class_.latest().type)
            body = self._take_out(e, class_.first(), receiver, receiver, given)
            self.synthetic.add_method(e.span, class_, method, given, NOTHING, body)
        return n.CallMethod(e.span, NOTHING, e.arguments[0], method, arguments)

    def _take_out_any(self, e: n.Operate, thing: n.Expr, given: tuple[tuple[str, Type], ...]) -> Statements:
        body: Statements = []
        for family in self.lists.families:
            if e.op == "own.assign" and family.visibility != "local":
                continue
            type_ = family.latest().type
            taken = self._take_out(e, family, n.AsA(e.span, type_, thing), thing, given)
            body.append(
                write_if(
                    e.span, n.IsA(e.span, BOOL, thing, type_), n.Block(e.span, tuple(taken)), n.Return(e.span, None)
                )
            )
        body.append(self._operate(e, thing, given))
        return body

    def _operate(self, e: n.Operate, on: n.Expr, given: tuple[tuple[str, Type], ...]) -> n.Statement:
        plain = n.Operate(e.span, e.type, e.op, (on, *(n.Local(e.span, type_, name) for name, type_ in given)))
        return n.Evaluate(e.span, self.events.wrap_operation(plain) or plain)

    def _take_out(
        self, e: n.Operate, family: s.Class, card: n.Expr, on: n.Expr, given: tuple[tuple[str, Type], ...]
    ) -> Statements:
        """Out of the zone, and then what was to be done. What is given to another player leaves the zone of its owner."""
        span, does = e.span, self._operate(e, on, given)
        lift = n.Evaluate(span, n.CallMethod(span, NOTHING, card, self._make_lift(family), ()))
        if e.op != "own.assign":
            return self._throw_around(span, card, None, [lift, does])
        assert self.lists.root is not None
        zone = self.lists.zone_of(span, card)
        stays = n.Logic(
            span, BOOL, "||",
            n.Equal(span, BOOL, n.Operate(span, PLAYER, "own.player", (zone,)), n.Local(span, PLAYER, given[0][0]), False),
            n.CallMethod(span, BOOL, zone, self.lists.keeps, ()),
        )  # fmt: skip
        nowhere = write_equal(span, zone, write_null(span))
        left = self._throw_around(span, card, None, [*self._leave(span, card), does])
        return [write_if(span, n.Logic(span, BOOL, "||", nowhere, stays), does, n.Return(span, None)), *left]

    # -- filling up

    def _refill(self, source: n.Expr, class_: s.Class) -> Statements:
        span, this = source.span, n.This(source.span, class_.latest().type)
        assert isinstance(source.type, ClassType)
        place, held = self.game.by_type[source.type], element_of(source.type, self.game.by_type[source.type])
        there, card = n.Local(span, source.type, "source"), n.Local(span, held, "card")
        limit = n.CallMethod(span, NUMBER, this, self.lists.holds, ())
        room = n.Compare(span, BOOL, "<", self.lists.size_of(span, this, class_), limit)
        if place.kind == "stack":
            pop = n.Operate(span, held, "deck.pop", (there,))
            taken: n.Expr = self.events.wrap_operation(pop) or pop
        else:
            taken = self._draw_from(span, there, place)
        put = self.move(span, card, this)
        body = n.Block(
            span,
            (
                n.Declare(span, "card", held, taken),
                write_if(span, write_equal(span, card, write_null(span)), n.Break(span)),
                n.Evaluate(span, put),
            ),
        )
        return [n.Declare(span, "source", source.type, source), n.Loop(span, room, (), body)]

    def fill_after_setup(self) -> Statements:
        """Zones that are always full are so before the first move too."""
        found: Statements = []
        for class_ in self.game.classes:
            if class_.kind != "zone" or class_.newer is not None or REFILLING not in class_.members():
                continue
            span, type_ = name_span(class_), class_.type
            if class_.visibility == "global":
                zone: n.Expr = n.Global(span, type_, type_.name)
                found.append(n.Evaluate(span, n.CallMethod(span, NOTHING, zone, self.lists.refill, ())))
            elif class_.base is not None and REFILLING in class_.base.members() and class_.base.newer is None:
                continue  # with those of its base
            else:
                listed, zone = list_of(type_), n.Local(span, type_, "zone")
                ask = n.Input(span, "zones", listed, True, False, None, None, None, None, ())
                fill = n.Evaluate(span, n.CallMethod(span, NOTHING, zone, self.lists.refill, ()))
                each = n.ForEach(span, "zone", type_, n.Local(span, listed, "zones"), n.Block(span, (fill,)))
                found.append(n.Block(span, (n.Ask(span, (ask,)), each)))
        return found

    def _draw_from(self, span: Span, zone: n.Expr, class_: s.Class) -> n.Expr:
        """The top of an ordered zone; of another one what chance gives."""
        if is_ordered(class_):
            return self.lists.tell(span, "zone.top", zone, ())
        name = self.synthetic.find("draw", class_.type.name)
        if name is None:
            name = self.synthetic.name_once(f"draw.{class_.name}", "draw", class_.type.name)
            at, this = name_span(class_), n.This(name_span(class_), class_.latest().type)
            cards = self.lists.cards_of(at, this, class_)
            size = n.Operate(at, NUMBER, "list.length", (cards,))
            none = write_equal(at, size, n.Literal(at, NUMBER, 0.0))
            drawn = n.ListItem(at, held_by(class_), cards, n.Operate(at, NUMBER, "random", (size,)))
            body: Statements = [write_if(at, none, n.Return(at, write_null(at))), n.Return(at, drawn)]
            self.synthetic.add_method(at, class_, name, (), held_by(class_), body)
        return n.CallMethod(span, held_by(class_), zone, name, ())


def _parameter_type(op: str, given: Type) -> Type:
    """What is handed on; a null alone says nothing of what it is."""
    if op == "own.assign":
        return PLAYER
    if given is NULL:
        return ROOTS["tile"] if op == "piece.move_to" else _DECK
    return given
