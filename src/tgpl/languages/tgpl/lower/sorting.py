"""The function that puts a list into order: one for each row of types that keys have.

In:  the types of the keys. Out: the name of a function that takes a list of keys for each, all of one length, and gives their places in order:
a merge from below, which leaves equals as they stand.

    name_order_function(synthetic, span, (NUMBER, TEXT))      # order_by_number_string(keys_1, keys_2, down)
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NOTHING, NUMBER, Type, list_of
from tgpl.languages.tgpl.lower.synthetic import Statements, Synthetic
from tgpl.text.source import Span

_PLACES = list_of(NUMBER)


def name_order_function(synthetic: Synthetic, span: Span, types: tuple[Type, ...]) -> str:
    key = ("order by", *map(str, types))
    found = synthetic.find(*key)
    if found is not None:
        return found
    name = synthetic.name_once("_".join(("order_by", *map(str, types))), *key)
    keys = tuple((f"keys_{i}", list_of(type_)) for i, type_ in enumerate(types, 1))
    body = _Writer(span, [n.Local(span, type_, one) for one, type_ in keys]).write()
    synthetic.add_function(span, name, (*keys, ("down", BOOL)), _PLACES, body)
    return name


class _Writer:
    """Lists of `width` places that are in order become lists of twice as many, until there is one."""

    def __init__(self, span: Span, keys: list[n.Local]) -> None:
        self.span = span
        self.keys = keys
        self.order, self.merged = self._local("order", _PLACES), self._local("merged", _PLACES)
        self.count, self.width, self.start = (self._local(one) for one in ("count", "width", "start"))
        self.left, self.middle, self.right, self.end = (self._local(one) for one in ("left", "middle", "right", "end"))
        self.later = self._local("later", BOOL)  # whether the next one is from the second half
        self.place = self._local("place")

    def write(self) -> Statements:
        length = n.Operate(self.span, NUMBER, "list.length", (self.keys[0],))
        number_all = self._while(
            self._compare("<", self.place, self.count),
            self._add(self.order, self.place),
            self._increase(self.place, _ONE),
        )
        double = n.Update(self.span, self.width, "*", self._number(2))
        return [
            self._declare(self.count, length),
            self._declare(self.order, n.MakeCollection(self.span, _PLACES, ())),
            self._declare(self.place, self._number(0)),
            number_all,
            self._declare(self.width, self._number(1)),
            self._while(
                self._compare("<", self.width, self.count),
                self._declare(self.merged, n.MakeCollection(self.span, _PLACES, ())),
                self._declare(self.start, self._number(0)),
                self._while(self._compare("<", self.start, self.count), *self._merge_two()),
                n.Assign(self.span, self.order, self.merged),
                double,
            ),
            n.Return(self.span, self.order),
        ]

    def _merge_two(self) -> Statements:
        """The next two lists, the first of which begins at `start`."""
        behind = self._plus(self.start, self.width)
        take_right = (self._add(self.merged, self._at(self.order, self.right)), self._increase(self.right, _ONE))
        take_left = (self._add(self.merged, self._at(self.order, self.left)), self._increase(self.left, _ONE))
        both = n.Logic(
            self.span, BOOL, "&&", self._compare("<", self.left, self.middle), self._compare("<", self.right, self.end)
        )
        either = n.Logic(
            self.span, BOOL, "||", self._compare("<", self.left, self.middle), self._compare("<", self.right, self.end)
        )
        return [
            self._declare(self.left, self.start),
            self._declare(self.middle, self._smaller(behind, self.count)),
            self._declare(self.right, self.middle),
            self._declare(self.end, self._smaller(self._plus(self.middle, self.width), self.count)),
            self._while(
                either,
                self._declare(self.later, self._compare(">=", self.left, self.middle)),
                n.If(self.span, ((both, n.Block(self.span, (self._decide(0),))),), None),
                n.If(self.span, ((self.later, n.Block(self.span, take_right)),), n.Block(self.span, take_left)),
            ),
            n.Assign(self.span, self.start, self.end),
        ]

    def _decide(self, i: int) -> n.Statement:
        """By the first key that tells the two apart; equals stay as they stand."""
        if i == len(self.keys):
            return n.Block(self.span, ())
        keys = self.keys[i]
        first, second = (
            self._at(keys, self._at(self.order, self.left)),
            self._at(keys, self._at(self.order, self.right)),
        )
        down = n.Local(self.span, BOOL, "down")
        smaller = (self._compare("<", second, first), self._set_later(n.Not(self.span, BOOL, down)))
        larger = (self._compare(">", second, first), self._set_later(down))
        rest = n.Block(self.span, (self._decide(i + 1),)) if i + 1 < len(self.keys) else None
        return n.If(self.span, (smaller, larger), rest)

    # -- small parts

    def _set_later(self, value: n.Expr) -> n.Block:
        return n.Block(self.span, (n.Assign(self.span, self.later, value),))

    def _local(self, name: str, type_: Type = NUMBER) -> n.Local:
        return n.Local(self.span, type_, name)

    def _declare(self, local: n.Local, value: n.Expr) -> n.Statement:
        return n.Declare(self.span, local.name, local.type, value)

    def _number(self, value: float) -> n.Expr:
        return n.Literal(self.span, NUMBER, float(value))

    def _compare(self, op: str, left: n.Expr, right: n.Expr) -> n.Expr:
        return n.Compare(self.span, BOOL, op, left, right)

    def _plus(self, left: n.Expr, right: n.Expr) -> n.Expr:
        return n.Arithmetic(self.span, NUMBER, "+", left, right)

    def _smaller(self, left: n.Expr, right: n.Expr) -> n.Expr:
        return n.Operate(self.span, NUMBER, "min", (left, right))

    def _at(self, values: n.Local, place: n.Expr) -> n.Expr:
        of = values.type.of  # type: ignore[attr-defined]
        return n.ListItem(self.span, of, values, place)

    def _increase(self, local: n.Local, by: float) -> n.Statement:
        return n.Update(self.span, local, "+", self._number(by))

    def _add(self, to: n.Local, value: n.Expr) -> n.Statement:
        return n.Evaluate(self.span, n.Operate(self.span, NOTHING, "list.add", (to, value)))

    def _while(self, condition: n.Expr, *steps: n.Statement) -> n.Statement:
        return n.Loop(self.span, condition, (), n.Block(self.span, steps))


_ONE = 1.0
