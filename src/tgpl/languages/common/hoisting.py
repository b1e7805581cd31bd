"""Statements that have to run before an expression: the core has no blocks, assignments or branches inside expressions.

In:  a front end lowers the parts of an expression one after the other. Out: what must run first lands in `out`, before the
statement at hand, and nothing is evaluated in another order than it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tgpl.core import nodes as n
from tgpl.core.fresh_names import number_name
from tgpl.core.types import BOOL
from tgpl.text.source import Span


class Hoister:
    """One body that is being lowered."""

    def __init__(self) -> None:
        self.out: list[n.Statement] = []  # what was lowered so far in the block at hand
        self.taken: set[str] = set()

    def fresh(self, name: str) -> str:
        """A name that no other variable of the body has."""
        return number_name(name, self.taken)

    def keep(self, value: n.Expr) -> n.Local:
        """A value in a variable of its own."""
        name = self.fresh("kept")
        self.out.append(n.Declare(value.span, name, value.type, value))
        return n.Local(value.span, value.type, name)

    def inside(self, lower: Callable[[], None], span: Span) -> n.Block:
        """What is lowered into a block of its own."""
        outer, self.out = self.out, []
        lower()
        block = n.Block(span, tuple(self.out))
        self.out = outer
        return block

    def aside(self, lower: Callable[[], n.Expr]) -> tuple[list[n.Statement], n.Expr]:
        """An expression, and what must run before it."""
        outer, self.out = self.out, []
        value = lower()
        before, self.out = self.out, outer
        return before, value

    def in_order(self, parts: Iterable[Callable[[], n.Expr]]) -> list[n.Expr]:
        """Expressions that are evaluated one after the other: what must run before a later one stays behind the earlier."""
        lowered = [self.aside(part) for part in parts]
        last = max((i for i, (before, _) in enumerate(lowered) if before), default=-1)
        values = []
        for i, (before, value) in enumerate(lowered):
            self.out += before
            values.append(self.keep(value) if i < last and not isinstance(value, n.Literal) else value)
        return values

    def both(self, span: Span, op: str, left: n.Expr, lower_right: Callable[[], n.Expr]) -> n.Expr:
        """`&&` or `||`: the right side runs only if it decides."""
        before, right = self.aside(lower_right)
        if not before:
            return n.Logic(span, BOOL, op, left, right)
        kept = self.keep(left)
        goes_on = kept if op == "&&" else n.Not(span, BOOL, kept)
        block = n.Block(span, (*before, n.Assign(span, kept, right)))
        self.out.append(n.If(span, ((goes_on, block),), None))
        return kept
