"""Several cards at once: operations of decks and stacks that give a list if they are told how many, or take a list where they
take one.

In:  a call of such an operation. Out: the operation that is meant, `lower/several.py` knows what it does.

    deck.pop()      # a card
    deck.pop(3)     # a list of up to three
"""

from __future__ import annotations

from tgpl.core.types import ANY, NUMBER, Collection, Type, fits, list_of
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.check.builtins import LIST_OF_ELEMENT
from tgpl.languages.tgpl.check.symbols import Operation, Parameter
from tgpl.languages.tgpl.syntax import tree as t

SEVERAL = ".several"  # behind the name of an operation: the same, with a list


def _make(op: str, takes: Type, gives: Type) -> Operation:
    return Operation(op + SEVERAL, (Parameter("", takes),), gives)


GIVING_SEVERAL = {
    f"{on}.{verb}": _make(f"{on}.{verb}", NUMBER, LIST_OF_ELEMENT)
    for on in ("stack", "deck")
    for verb in ("pop", "pop_front", "peek")
}
TAKING_SEVERAL = frozenset(f"{on}.{verb}" for on in ("stack", "deck") for verb in ("push", "push_front", "shuffle_in"))


def check_one_or_several(b: Body, node: t.Expr, operation: Operation, element: Type, name: str) -> Operation:
    """Whether one thing is given or a list of them; where a list is one thing, it is one."""
    nested = isinstance(element, Collection) or element is ANY
    if isinstance(node, t.Braces):
        several = not nested
        got = b.expression(node, list_of(element) if several else element)
    else:
        got = b.expression(node, None if nested and isinstance(node, t.Query) else element)  # it may give both
        several = isinstance(got, Collection) and got.shape == "List" and element is not ANY and not fits(got, element)
    b.accepts(node, got, list_of(element) if several else element, f"`{name}`")
    return _make(operation.op, LIST_OF_ELEMENT, operation.returns) if several else operation
