"""Attributes that keep the value with which their object was made, and classes whose objects change.

In:  a program. Out: `Immutability`. By the first an object can be known again (a card by its rank and suit); of the second no
two objects are alike for long (a die, a player's purse). Attributes are told apart by name alone.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NUMBER, PLAYER, TEXT, is_symbol
from tgpl.core.walk import walk
from tgpl.text.records import Frozen

_PLAIN = (BOOL, NUMBER, PLAYER, TEXT)


class Immutability(Frozen):
    constants: frozenset[str]  # attributes with a plain value that is filled in by `new`, and never changed
    mutable: frozenset[str]  # classes with another attribute, and those that derive from them


def find_immutability(program: n.Program) -> Immutability:
    nodes = list(walk(program))
    filled = {name for e in nodes if isinstance(e, n.Make) for name, _ in e.fills}
    attributes = [attribute for class_ in program.classes for attribute in class_.attributes]
    kept = {a.name for a in attributes} - {a.name for a in attributes if a.type not in _PLAIN and not is_symbol(a.type)}
    for e in nodes:
        if isinstance(e, (n.Assign, n.Update)) and isinstance(e.target, n.Attribute):
            kept.discard(e.target.name)
    mutable: set[str] = set()
    for class_ in program.classes:  # bases come first
        if class_.base in mutable or any(attribute.name not in kept for attribute in class_.attributes):
            mutable.add(class_.name)
    return Immutability(frozenset(kept & filled), frozenset(mutable))
