"""Questions to lists to the core: each becomes a function with a loop, and the question a call of it.

In:  a checked `Query`. Out: a call. What the question reads around it (variables, `event`) is handed over; in a class the function is one
of the class, so that `this` and `base` are what they are outside.

    any c in hand { c.cost > n }   →   this.any_c(n)
                                       function any_c(n): for c in this.hand { if c.cost > n { return true } } return false
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.core import nodes as n
from tgpl.core.fresh_names import number_name
from tgpl.core.types import BOOL, NOTHING, NULL, NUMBER, PLAYER, Type, list_of
from tgpl.core.walk import walk
from tgpl.languages.tgpl.lower.sorting import name_order_function
from tgpl.languages.tgpl.syntax import tree as t

if TYPE_CHECKING:
    from tgpl.languages.tgpl.lower.statements import StatementLowerer
    from tgpl.text.source import Span

Statements = list[n.Statement]
EVENT = "event"  # no variable of a designer's is called so


class QueryLowerer:
    def __init__(self, lowerer: StatementLowerer, node: t.Query) -> None:
        assert node.variable is not None and node.type is not None
        self.lowerer = lowerer
        self.node = node
        self.span: Span = lowerer.span(node)
        self.element = n.Local(self.span, node.variable.type, node.name)
        self.result: Type = node.type
        self.taken: set[str] = set()  # names that the question itself uses

    def lower(self) -> n.Expr:
        """The call. An action that others override is lowered several times, its questions once."""
        node, lowerer = self.node, self.lowerer
        event, result = lowerer.event, lowerer.result
        known = lowerer.synthetic.asked.get((node, lowerer.owner, event))
        if known is not None:
            return self._call_function(*known)
        lowerer.event = event or EVENT
        values = lowerer.lower_list(node.values)
        answers = self._lower_answers()
        lowerer.event, lowerer.result = event, result
        self.taken = {one.name for one in walk(values, *answers) if isinstance(one, n.Local)} | {node.name}
        made = self._make_function(self._write(values, answers))
        lowerer.synthetic.asked[node, lowerer.owner, event] = made
        return self._call_function(*made)

    def _make_function(self, body: Statements) -> tuple[str, dict[str, Type]]:
        """A function with this body: its name, and what it takes from around it."""
        lowerer, span = self.lowerer, self.span
        free = find_free(n.Block(span, tuple(body)))
        name = lowerer.synthetic.numbered_name(f"{self.node.word}_{self.node.name}")
        if lowerer.owner is None:
            lowerer.synthetic.add_function(span, name, tuple(free.items()), self.result, body)
        else:
            lowerer.synthetic.add_method(span, lowerer.owner, name, tuple(free.items()), self.result, body)
        return name, free

    def _call_function(self, name: str, free: dict[str, Type]) -> n.Expr:
        span, lowerer = self.span, self.lowerer
        arguments = tuple((one, self._outside(one, type_)) for one, type_ in free.items())
        if lowerer.owner is None:
            return n.Call(span, self.result, name, arguments)
        return n.CallMethod(span, self.result, lowerer.self(span), name, arguments)

    def _outside(self, name: str, type_: Type) -> n.Expr:
        """A variable, or `event`, where the question stands."""
        return (
            n.Event(self.span, type_)
            if name == EVENT and self.lowerer.event is None
            else n.Local(self.span, type_, name)
        )

    # -- what is asked of each element

    def _lower_answers(self) -> list[n.Expr]:
        """What comes of the element: several where a list is sorted."""
        node, wanted = self.node, self.node.gives
        if node.body is None:
            return [self._lower_answer(key) for key in node.keys]
        assert wanted is not None
        body = self.lowerer.lower_giving(wanted, node.body)
        inner = QueryLowerer(self.lowerer, node)
        inner.result = wanted
        inner.span = self.lowerer.span(node.body)
        return [inner._call_function(*inner._make_function([*body.statements]))]

    def _lower_answer(self, key: t.Expr) -> n.Expr:
        wanted = self.node.gives
        if wanted is None:  # of `sort`
            wanted = NUMBER if key.type is PLAYER else key.type
            assert wanted is not None
        return self.lowerer.lower_as(key, wanted)

    # -- the function

    def fresh(self, name: str, type_: Type) -> n.Local:
        return n.Local(self.span, type_, number_name(name, self.taken))

    def _write(self, values: n.Expr, answers: list[n.Expr]) -> Statements:
        match self.node.word:
            case "any":
                return [self._loop(values, self._when(answers[0], self._return_bool(True))), self._return_bool(False)]
            case "all":
                no = n.Not(self.span, BOOL, answers[0])
                return [self._loop(values, self._when(no, self._return_bool(False))), self._return_bool(True)]
            case "first":
                found = self._when(answers[0], n.Return(self.span, self.element))
                return [self._loop(values, found), n.Return(self.span, n.Literal(self.span, NULL, None))]
            case "count" | "sum":
                return self._write_total(values, answers[0])
            case "where" | "each":
                return self._write_list(values, answers[0])
            case "best" | "least":
                return self._write_best(values, answers[0])
            case _:
                return self._write_sorted(values, answers)

    def _write_total(self, values: n.Expr, answer: n.Expr) -> Statements:
        total = self.fresh("total", NUMBER)
        start = n.Declare(self.span, total.name, NUMBER, self._number(0.0))
        if self.node.word == "sum":
            step: n.Statement = n.Update(answer.span, total, "+", answer)
        else:
            step = self._when(answer, n.Update(self.span, total, "+", self._number(1.0)))
        return [start, self._loop(values, step), n.Return(self.span, total)]

    def _write_list(self, values: n.Expr, answer: n.Expr) -> Statements:
        made = self.fresh("made", self.result)
        start = n.Declare(self.span, made.name, self.result, n.MakeCollection(self.span, self.result, ()))
        if self.node.word == "each":
            step: n.Statement = self._add(made, answer)
        else:
            step = self._when(answer, self._add(made, self.element))
        return [start, self._loop(values, step), n.Return(self.span, made)]

    def _write_best(self, values: n.Expr, answer: n.Expr) -> Statements:
        """Compared first, so that a null is told whichever element has it."""
        best, top = self.fresh("found", self.result), self.fresh("top", NUMBER)
        value, none = self.fresh("value", NUMBER), self.fresh("none", BOOL)
        better = n.Compare(answer.span, BOOL, ">" if self.node.word == "best" else "<", value, top)
        takes = n.Logic(self.span, BOOL, "||", better, none)
        keep = (
            n.Assign(self.span, best, self.element),
            n.Assign(self.span, top, value),
            n.Assign(self.span, none, n.Literal(self.span, BOOL, False)),
        )
        loop = self._loop(values, n.Declare(answer.span, value.name, NUMBER, answer), self._when(takes, *keep))
        return [
            n.Declare(self.span, best.name, self.result, n.Literal(self.span, NULL, None)),
            n.Declare(self.span, top.name, NUMBER, self._number(0.0)),
            n.Declare(self.span, none.name, BOOL, n.Literal(self.span, BOOL, True)),
            loop,
            n.Return(self.span, best),
        ]

    def _write_sorted(self, values: n.Expr, answers: list[n.Expr]) -> Statements:
        """The elements and their keys in lists; what comes where says a function for keys of these types."""
        span, held = self.span, list_of(self.element.type)
        elements, made = self.fresh("elements", held), self.fresh("made", self.result)
        keys = [self.fresh("keys", list_of(answer.type)) for answer in answers]
        lists = [elements, *keys, made]
        starts: Statements = [
            n.Declare(span, one.name, one.type, n.MakeCollection(span, one.type, ())) for one in lists
        ]
        steps: Statements = [self._add(elements, self.element)]
        for one, answer in zip(keys, answers, strict=True):
            steps += self._keep_key(one, answer)
        order = name_order_function(self.lowerer.synthetic, span, tuple(answer.type for answer in answers))
        down = n.Literal(span, BOOL, self.node.down)
        given: list[tuple[str, n.Expr]] = [(f"keys_{i}", one) for i, one in enumerate(keys, 1)]
        place = self.fresh("place", NUMBER)
        item = n.ListItem(span, self.element.type, elements, place)
        gather = n.ForEach(
            span,
            place.name,
            NUMBER,
            n.Call(span, list_of(NUMBER), order, (*given, ("down", down))),
            n.Block(span, (self._add(made, item),)),
        )
        return [*starts, self._loop(values, *steps), gather, n.Return(span, made)]

    def _keep_key(self, keys: n.Local, answer: n.Expr) -> Statements:
        """A key for later. It is compared at once, so that a null is told at its place, also where it would decide nothing."""
        span = answer.span
        key = self.fresh("key", answer.type)
        never = n.Compare(span, BOOL, "<", key, key)
        nothing = n.Block(span, (n.Continue(span),))
        return [
            n.Declare(span, key.name, answer.type, answer),
            n.If(span, ((never, nothing),), None),
            self._add(keys, key),
        ]

    # -- small parts

    def _loop(self, values: n.Expr, *steps: n.Statement) -> n.Statement:
        return n.ForEach(self.span, self.element.name, self.element.type, values, n.Block(self.span, steps))

    def _when(self, condition: n.Expr, *steps: n.Statement) -> n.Statement:
        return n.If(condition.span, ((condition, n.Block(self.span, steps)),), None)

    def _return_bool(self, value: bool) -> n.Statement:
        return n.Return(self.span, n.Literal(self.span, BOOL, value))

    def _number(self, value: float) -> n.Expr:
        return n.Literal(self.span, NUMBER, value)

    def _add(self, to: n.Local, value: n.Expr) -> n.Statement:
        return n.Evaluate(value.span, n.Operate(value.span, NOTHING, "list.add", (to, value)))


def find_free(body: n.Block) -> dict[str, Type]:
    """The variables that a block reads and does not declare, in the order in which it first reads them."""
    own: set[str] = set()
    read: dict[str, Type] = {}
    for node in walk(body):
        if isinstance(node, (n.Declare, n.ForEach, n.Input, n.Filter)):
            own.add(node.name)
        elif isinstance(node, n.Local):
            read.setdefault(node.name, node.type)
    return {name: type_ for name, type_ in read.items() if name not in own}
