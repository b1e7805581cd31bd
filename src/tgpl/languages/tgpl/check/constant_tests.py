"""What is the same in every game: expressions that always have one value, and tests that nothing passes.

In:  expressions of a checked game. Out: their value, the numbers that they can be, or `...` where nothing is known.
Attributes that nothing ever writes count, and so do numbers of players, lengths and the ranges of inputs.

    Constants(game).of(node) is False       # this test lets nothing pass
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.operators import could_be
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.walk import walk_returns

_COMPARISONS = ("<", "<=", ">", ">=", "==")
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


class Range(NamedTuple):
    """Numbers from one to another, both included."""

    low: float
    high: float


class Constants:
    def __init__(self, game: s.Game) -> None:
        self.game = game
        self._inputs: dict[object, t.Input] = {}  # those with a range, by the variables that hold their answer
        self._going_on: set[object] = set()  # attributes and functions whose value is being looked for
        self._overridden: set[object] = set()
        for class_ in game.classes:
            self._overridden |= {attribute.original for attribute in class_.attributes.values()}
            self._overridden |= {function.original for function in class_.functions.values()}

    def note(self, node: t.Input) -> None:
        """An input that tests may name."""
        if node.low is not None and node.high is not None:
            self._inputs |= dict.fromkeys((node.variable, *(filter_.variable for filter_ in node.filters)), node)

    def is_false(self, body: t.Block) -> t.Expr | None:
        """Whether every `return` of a test gives false; the first of them."""
        found = _results(body)
        return found[0] if found and all(self.of(result) is False for result in found) else None

    def of(self, node: t.Expr) -> object:
        """Its value, a `Range`, or `...`."""
        match node:
            case t.Literal():
                return node.value
            case t.Unary():
                return self._unary(node)
            case t.TypeTest() if node.op == "is":
                got, tested = node.value.type, node.tested
                return False if got is not None and tested is not None and not could_be(got, tested) else ...
            case t.Binary():
                return self._binary(node)
            case t.Name() | t.Member():
                return self._named(node.refers)
            case t.Call():
                return self._called(node)
            case _:
                return ...

    def _unary(self, node: t.Unary) -> object:
        inner = self.of(node.value)
        if node.op == "!":
            return not inner if isinstance(inner, bool) else ...
        if isinstance(inner, Range):
            return Range(-inner.high, -inner.low)
        return -inner if isinstance(inner, float) else ...

    # -- names and calls

    def _named(self, refers: object) -> object:
        if isinstance(refers, s.Local):
            node = self._inputs.get(refers)
            if node is None or refers.assigned or node.low is None or node.high is None:
                return ...
            low, high = _range(self.of(node.low)), _range(self.of(node.high))
            return Range(low.low, high.high) if low is not None and high is not None else ...
        if isinstance(refers, s.Operation):
            return Range(0.0, inf) if refers.op.endswith(".length") else ...
        if isinstance(refers, s.Attribute):
            return self._attribute(refers)
        if isinstance(refers, s.Constant):
            return refers.folded if isinstance(refers.folded, (bool, float, str)) else ...
        return ...

    def _attribute(self, attribute: s.Attribute) -> object:
        """One that nothing writes keeps its initial value."""
        node = attribute.node
        if node is None or node.value is None or attribute in self.game.written or attribute in self._overridden:
            return ...
        if attribute.original is not None or attribute in self._going_on:
            return ...
        self._going_on.add(attribute)
        found = self.of(node.value)
        self._going_on.discard(attribute)
        return found if isinstance(found, (bool, float, str)) else ...

    def _called(self, node: t.Call) -> object:
        callee = node.refers
        if isinstance(callee, s.Operation):
            return Range(*map(float, self.game.players)) if callee.op == "player.count" else ...
        if not isinstance(callee, s.Function) or callee in self._overridden or callee.original is not None:
            return ...
        if callee.inputs or callee.node.effect is None or callee in self._going_on:
            return ...
        self._going_on.add(callee)
        found = [self.of(result) for result in _results(callee.node.effect)]
        self._going_on.discard(callee)
        same = found and isinstance(found[0], bool) and all(one is found[0] for one in found)
        return found[0] if same else ...

    # -- two sides

    def _binary(self, node: t.Binary) -> object:
        if node.op in ("&&", "&") and self._contradicts(node):
            return False
        left, right = self.of(node.left), self.of(node.right)
        match node.op:
            case "&&" | "&":
                return False if left is False or right is False else left is right is True or ...
            case "||" | "|":
                return True if left is True or right is True else (... if ... in (left, right) else False)
            case "==" | "!=":
                return self._equal(node, left, right)
            case "<" | "<=" | ">" | ">=":
                return _compare(node.op, _range(left), _range(right))
            case "+" | "-":
                return _add(node.op, _range(left), _range(right))
            case _:
                return ...

    def _equal(self, node: t.Binary, left: object, right: object) -> object:
        equal: object = ...
        if _never_null(node.left, right) or _never_null(node.right, left):
            equal = False
        elif isinstance(left, Range) or isinstance(right, Range):
            equal = _compare("==", _range(left), _range(right))
        elif left is not ... and right is not ...:
            equal = left == right
        return equal if equal is ... or node.op == "==" else not equal

    def _contradicts(self, node: t.Binary) -> bool:
        """`n > 5 && n < 3`: no number is both."""
        known: dict[str, tuple[float, bool, float, bool]] = {}  # the bounds, and whether they are left out
        words: dict[str, object] = {}
        for term in _terms(node):
            found = self._bound(term)
            if found is None:
                continue
            name, op, bound = found
            if not isinstance(bound, float):
                if words.setdefault(name, bound) != bound:
                    return True
                continue
            low, over, high, under = known.get(name, (-inf, False, inf, False))
            if op in (">", ">=", "==") and (bound, op == ">") > (low, over):
                low, over = bound, op == ">"
            if op in ("<", "<=", "==") and (-bound, op == "<") > (-high, under):
                high, under = bound, op == "<"
            if low > high or (low == high and (over or under)):
                return True
            known[name] = low, over, high, under
        return False

    def _bound(self, term: t.Expr) -> tuple[str, str, float | str | bool] | None:
        """What a comparison of something with a constant says: the thing, the operator, the constant."""
        if not isinstance(term, t.Binary) or term.op not in _COMPARISONS:
            return None
        for side, other, op in ((term.left, term.right, term.op), (term.right, term.left, _TURNED[term.op])):
            name, bound = path(side), self.of(other)
            if name is not None and (isinstance(bound, float) or (op == "==" and isinstance(bound, (str, bool)))):
                return name, op, bound
        return None


def _results(node: t.Block) -> list[t.Expr]:
    """What the returns of a block give."""
    return [found.value for found in walk_returns(node) if found.value is not None]


def path(node: t.Expr) -> str | None:
    """`a.b.c` for what is only looked up, so that it is the same wherever it stands in one test."""
    if isinstance(node, t.Name):
        return node.name
    if isinstance(node, t.Member):
        before = path(node.value)
        return None if before is None else f"{before}.{node.name}"
    return None


def _terms(node: t.Expr) -> Iterator[t.Expr]:
    """What must all hold for a conjunction."""
    if isinstance(node, t.Binary) and node.op in ("&&", "&"):
        yield from _terms(node.left)
        yield from _terms(node.right)
    else:
        yield node


def _range(value: object) -> Range | None:
    if isinstance(value, Range):
        return value
    return Range(value, value) if isinstance(value, float) else None


def _compare(op: str, left: Range | None, right: Range | None) -> object:
    if left is None or right is None:
        return ...
    if op in (">", ">="):
        return _compare(_TURNED[op], right, left)
    if op == "==":
        return (
            False
            if left.high < right.low or right.high < left.low
            else (left.low == right.low if left.low == left.high == right.high else ...)
        )
    if (left.high < right.low) if op == "<" else (left.high <= right.low):
        return True
    if (left.low >= right.high) if op == "<" else (left.low > right.high):
        return False
    return ...


def _add(op: str, left: Range | None, right: Range | None) -> object:
    if left is None or right is None:
        return ...
    return (
        Range(left.low + right.low, left.high + right.high)
        if op == "+"
        else Range(left.low - right.high, left.high - right.low)
    )


def _never_null(side: t.Expr, other: object) -> bool:
    """`x == null` where x is an input that is never null."""
    if other is not None or not isinstance(side, t.Name) or not isinstance(side.refers, s.Local):
        return False
    return side.refers.never_null and not side.refers.assigned
