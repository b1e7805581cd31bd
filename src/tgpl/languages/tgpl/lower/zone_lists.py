"""What lies in zones: the names of their attributes and functions in the core, and what is asked of them.

In:  expressions whose values are zones, or cards that may lie in one. Out: expressions for what lies there, how much that is,
whether there is room; functions for what looks at a zone twice, made when they are first needed.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NUMBER, ROOTS, TEXT, ClassType, Type, list_of
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.builtins import element_of
from tgpl.languages.tgpl.check.zones import seen_by
from tgpl.languages.tgpl.lower.synthetic import Statements, Synthetic, write_equal, write_if, write_null
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span

_CARD = ROOTS["interactable"]
CARDS, LENGTH = "cards", "length"  # attributes of zones; no designer can have such


class ZoneLists:
    """The lists of zones, and what tells of them."""

    def __init__(self, game: s.Game, synthetic: Synthetic) -> None:
        self.game, self.synthetic = game, synthetic
        self.root = game.zone
        self.families = [class_ for class_ in game.classes if class_.in_zones]  # of what lies in zones
        self.where = ""
        if self.root is not None:
            self.where = synthetic.fresh_name("zone")  # the attribute that says where a card lies
            self.let_go, self.take_in = synthetic.fresh_name("let_go"), synthetic.fresh_name("take_in")
            self.keeps = synthetic.fresh_name("keeps_owner")
            self.size, self.list = synthetic.fresh_name("length"), synthetic.fresh_name("cards")
            self.holds, self.refill = synthetic.fresh_name("holds"), synthetic.fresh_name("refill")

    def cards_of(self, span: Span, zone: n.Expr, class_: s.Class) -> n.Expr:
        return n.Attribute(span, list_of(held_by(class_)), zone, CARDS)

    def size_of(self, span: Span, zone: n.Expr, class_: s.Class) -> n.Expr:
        if seen_by(class_) != "all":
            return n.Attribute(span, NUMBER, zone, LENGTH)
        return n.Operate(span, NUMBER, "list.length", (self.cards_of(span, zone, class_),))

    def zone_of(self, span: Span, card: n.Expr) -> n.Attribute:
        assert self.root is not None
        return n.Attribute(span, self.root.type, card, self.where)

    def read_list(self, span: Span, zone: n.Expr) -> n.Expr:
        """What lies in a zone, to be looked at and not to be kept."""
        class_ = self.class_of(zone)
        if class_ is self.root:
            return n.CallMethod(span, list_of(_CARD), zone, self.list, ())
        return self.cards_of(span, zone, class_)

    def tell(self, span: Span, op: str, on: n.Expr, given: tuple[n.Expr, ...]) -> n.Expr:
        """What a member of a zone, or the `zone` of a card, becomes."""
        if op == "piece.zone":
            return self._tell_zone(span, on)
        class_ = self.class_of(on)
        match op:
            case "zone.cards" if class_ is self.root:
                return self.read_list(span, on)
            case "zone.cards":
                cards = self.cards_of(span, on, class_)
                return n.Operate(span, cards.type, "list.copy", (cards,))
            case "zone.contains":
                return n.Operate(span, BOOL, "list.contains", (self.read_list(span, on), *given))
            case "zone.length" if class_ is self.root:
                return n.CallMethod(span, NUMBER, on, self.size, ())
            case "zone.length":
                return self.size_of(span, on, class_)
            case "zone.refill":
                return n.CallMethod(span, NOTHING, on, self.refill, ())
            case "zone.shuffle":
                return n.Operate(span, NOTHING, "list.shuffle", (self.cards_of(span, on, class_),))
            case "zone.bottom":
                return n.Operate(
                    span, held_by(class_), "list.at", (self.cards_of(span, on, class_), n.Literal(span, NUMBER, 0.0))
                )
        return n.CallMethod(
            span, held_by(class_) if op == "zone.top" else NUMBER, on, self._make_teller(class_, op), ()
        )

    def _make_teller(self, class_: s.Class, op: str) -> str:
        """`room` and `top`: they look at the zone twice."""
        name = self.synthetic.find(op, class_.type.name)
        if name is not None:
            return name
        word = op.split(".")[1]
        name = self.synthetic.name_once(f"{word}.{class_.name}", op, class_.type.name)
        span, this, one = name_span(class_), n.This(name_span(class_), class_.latest().type), 1.0
        size = self.size_of(span, this, class_)
        if op == "zone.room":
            left = n.Arithmetic(span, NUMBER, "-", n.CallMethod(span, NUMBER, this, self.holds, ()), size)
            value: n.Expr = n.Operate(span, NUMBER, "max", (n.Literal(span, NUMBER, 0.0), left))
            type_: Type = NUMBER
        else:
            cards, type_ = self.cards_of(span, this, class_), held_by(class_)
            last = n.Arithmetic(
                span, NUMBER, "-", n.Operate(span, NUMBER, "list.length", (cards,)), n.Literal(span, NUMBER, one)
            )
            value = n.Operate(span, type_, "list.at", (cards, last))
        self.synthetic.add_method(span, class_, name, (), type_, [n.Return(span, value)])
        return name

    def _tell_zone(self, span: Span, card: n.Expr) -> n.Expr:
        if self.class_of(card).file is not None:
            return self.zone_of(span, card)
        assert self.root is not None
        name = self.synthetic.find("zone of any")
        if name is None:  # any interactable: not all have a place for it
            name = self.synthetic.name_once("zone_of", "zone of any")
            at = Span(span.file, 0, 0)
            thing = n.Local(at, _CARD, "thing")
            body: Statements = [
                write_if(at, n.IsA(at, BOOL, thing, family.latest().type),
                      n.Return(at, self.zone_of(at, n.AsA(at, family.latest().type, thing))))
                for family in self.families
            ]  # fmt: skip
            body.append(n.Return(at, write_null(at)))
            self.synthetic.add_function(at, name, (("thing", _CARD),), self.root.type, body)
        return n.Call(span, self.root.type, name, (("thing", card),))

    def refuse_when_full(self, span: Span, class_: s.Class, this: n.Expr) -> Statements:
        """The zone may say how much it holds, or one that derives from it."""
        if not self.is_bounded(class_):
            return []
        limit = n.CallMethod(span, NUMBER, this, self.holds, ())
        full = n.Compare(span, BOOL, ">=", self.size_of(span, this, class_), n.Local(span, NUMBER, "limit"))
        words = n.Join(
            span, TEXT,
            (n.Literal(span, TEXT, f"`{class_.name}` is full: it holds "), n.Local(span, NUMBER, "limit"),
             n.Literal(span, TEXT, ".")),
        )  # fmt: skip
        there = write_equal(span, n.Local(span, NUMBER, "limit"), write_null(span), negated=True)
        both = n.Logic(span, BOOL, "&&", there, full)
        return [n.Declare(span, "limit", NUMBER, limit), write_if(span, both, n.Fail(span, words))]

    def is_bounded(self, class_: s.Class) -> bool:
        """Whether a zone, or one that derives from the same, says how much it holds."""
        first = class_.first()
        nodes = [other.node for other in self.game.classes if other.kind == "zone" and other.first() is first]
        return any(isinstance(node, t.Class) and node.zone is not None and node.zone.capacity for node in nodes)

    def class_of(self, value: n.Expr) -> s.Class:
        assert isinstance(value.type, ClassType)
        return self.game.by_type[value.type]


def held_by(class_: s.Class) -> ClassType:
    held = element_of(class_.type, class_)
    assert isinstance(held, ClassType)
    return held


def name_span(class_: s.Class) -> Span:
    assert class_.file is not None and class_.node is not None
    return Span(class_.file, class_.node.name_at, class_.node.name_at + len(class_.node.name))
