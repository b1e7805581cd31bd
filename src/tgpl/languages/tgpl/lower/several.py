"""Several cards at once, to the core: a function for each call, so that errors point to the right place.

In:  a call that `check/several.py` understood, or a `move` of a list or zone. Out: a call of a new function that goes card by card, so that whoever waits for a draw
hears of each.
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NULL, NUMBER, ROOTS, Collection, Type, list_of
from tgpl.languages.tgpl.check.several import SEVERAL
from tgpl.languages.tgpl.lower.synthetic import Synthetic
from tgpl.text.source import Span

Statements = list[n.Statement]
Wrap = Callable[[n.Operate], n.Expr]  # an operation with what it does to zones, and with events that somebody waits for
_TAKING = ("pop", "pop_front", "peek")  # how many is said


def is_for_several(op: str) -> bool:
    return op.endswith((SEVERAL, ".shuffle_in"))


def lower_several(
    synthetic: Synthetic, wrap: Wrap, span: Span, op: str, arguments: list[n.Expr], element: Type
) -> n.Expr:
    """An operation on a deck or stack with a number or a list of cards, or one that puts cards in and shuffles."""
    pile, given = arguments
    on, verb, *several = op.split(".")
    wanted = element if not several else NUMBER if verb in _TAKING else list_of(element)  # null has no type of its own
    body = _Body(wrap, span, n.Local(span, pile.type, "pile"), n.Local(span, wanted, "given"), element)
    returns, statements = _BODIES[verb](body, on, bool(several))
    name = synthetic.numbered_name(f"{verb}_several" if several else verb)
    synthetic.add_function(span, name, (("pile", pile.type), ("given", wanted)), returns, statements)
    return n.Call(span, returns, name, (("pile", pile), ("given", given)))


def lower_move_several(
    synthetic: Synthetic, span: Span, cards: n.Expr, to: n.Expr, move: Callable[[n.Expr, n.Expr], n.Expr]
) -> n.Expr:
    """`move cards to place;`: both are looked up once, then each of the cards is moved."""
    assert isinstance(cards.type, Collection)
    place_type = ROOTS["tile"] if to.type is NULL else to.type
    card, place = n.Local(span, cards.type.of, "card"), n.Local(span, place_type, "to")
    each = n.Block(span, (n.Evaluate(span, move(card, place)),))
    body: Statements = [n.ForEach(span, "card", card.type, n.Local(span, cards.type, "cards"), each)]
    name = synthetic.numbered_name("move_several")
    synthetic.add_function(span, name, (("cards", cards.type), ("to", place_type)), NOTHING, body)
    return n.Call(span, NOTHING, name, (("cards", cards), ("to", to)))


class _Body:
    """What such a function is made of."""

    def __init__(self, wrap: Wrap, span: Span, pile: n.Local, given: n.Local, element: Type) -> None:
        self.wrap, self.span, self.pile, self.given, self.element = wrap, span, pile, given, element

    def operate(self, type_: Type, op: str, *arguments: n.Expr) -> n.Expr:
        return self.wrap(n.Operate(self.span, type_, op, arguments))

    def collect(self, on: str, more: n.Expr, one: n.Expr) -> tuple[Type, Statements]:
        """A list of what comes, as long as more is to come: `count` are there, one more than `given` are too many."""
        span, type_ = self.span, list_of(self.element)
        found, count, one_more = n.Local(span, type_, "found"), n.Local(span, NUMBER, "count"), self.number(1)
        wanted = n.Compare(span, BOOL, "<=", n.Arithmetic(span, NUMBER, "+", count, one_more), self.given)
        add = n.Evaluate(span, n.Operate(span, NOTHING, "list.add", (found, one)))
        return type_, [
            n.Declare(span, "found", type_, n.MakeCollection(span, type_, ())),
            n.Declare(span, "count", NUMBER, self.number(0)),
            n.Loop(
                span,
                n.Logic(span, BOOL, "&&", n.Compare(span, BOOL, ">", self.operate(NUMBER, f"{on}.length", self.pile), more), wanted),
                (n.Update(span, count, "+", one_more),),
                n.Block(span, (add,)),
            ),
            n.Return(span, found),
        ]  # fmt: skip

    def number(self, value: float) -> n.Expr:
        return n.Literal(self.span, NUMBER, float(value))

    def put(self, op: str, several: bool) -> Statements:
        """One card, or each of a list."""
        span = self.span
        if not several:
            return [n.Evaluate(span, self.operate(NOTHING, op, self.pile, self.given))]
        card = n.Local(span, self.element, "card")
        each = n.Block(span, (n.Evaluate(span, self.operate(NOTHING, op, self.pile, card)),))
        return [n.ForEach(span, "card", self.element, self.given, each)]


def _take(verb: str) -> Callable[[_Body, str, bool], tuple[Type, Statements]]:
    def make(body: _Body, on: str, several: bool) -> tuple[Type, Statements]:
        return body.collect(on, body.number(0), body.operate(body.element, f"{on}.{verb}", body.pile))

    return make


def _look(body: _Body, on: str, several: bool) -> tuple[Type, Statements]:
    count = n.Local(body.span, NUMBER, "count")
    return body.collect(on, count, body.operate(body.element, f"{on}.peek", body.pile, count))


def _put(verb: str) -> Callable[[_Body, str, bool], tuple[Type, Statements]]:
    def make(body: _Body, on: str, several: bool) -> tuple[Type, Statements]:
        return NOTHING, body.put(f"{on}.{verb}", several)

    return make


def _mix(body: _Body, on: str, several: bool) -> tuple[Type, Statements]:
    shuffle = n.Evaluate(body.span, body.operate(NOTHING, f"{on}.shuffle", body.pile))
    return NOTHING, [*body.put(f"{on}.push", several), shuffle]


_BODIES = {
    "pop": _take("pop"),
    "pop_front": _take("pop_front"),
    "peek": _look,
    "push": _put("push"),
    "push_front": _put("push_front"),
    "shuffle_in": _mix,
}
