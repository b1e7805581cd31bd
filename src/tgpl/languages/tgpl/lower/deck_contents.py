"""What a deck begins with, to the core: cards that are made and put in, before its `default`."""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NUMBER
from tgpl.languages.tgpl.check import symbols as s
from tgpl.text.source import Span


def fill_deck(class_: s.Class) -> list[n.Statement]:
    """A deck has the cards of its base, then its own. That it begins with them is no event."""
    this = class_.latest().type
    steps = reversed(list(class_.lineage()))
    return [
        _put_in(span, n.This(span, this), card.latest(), count) for step in steps for card, count, span in step.contents
    ]


def _put_in(span: Span, deck: n.Expr, card: s.Class, count: int) -> n.Statement:
    made = n.Make(span, card.type, card.type.name, (), ())
    push = n.Evaluate(span, n.Operate(span, NOTHING, "deck.push", (deck, made)))
    if count == 1:
        return push
    left, one = n.Local(span, NUMBER, "left"), n.Literal(span, NUMBER, 1.0)
    more = n.Compare(span, BOOL, ">", left, n.Literal(span, NUMBER, 0.0))
    loop = n.Loop(span, more, (n.Update(span, left, "-", one),), n.Block(span, (push,)))
    return n.Block(span, (n.Declare(span, "left", NUMBER, n.Literal(span, NUMBER, float(count))), loop))
