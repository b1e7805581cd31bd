"""What lasts: attributes that an object is given when it is made and keeps, and classes whose objects change.

In:  a program. Out: `Lasting`. By the first an object can be known again (a card by its rank and suit); of the second no
two objects are alike for long (a die, a player's purse). Attributes are told apart by name alone.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NUMBER, PLAYER, TEXT
from tgpl.core.walk import walk
from tgpl.text.records import Frozen

_PLAIN = (BOOL, NUMBER, PLAYER, TEXT)


class Lasting(Frozen):
    given: frozenset[str]  # attributes with a plain value that is filled in by `new`, and never changed
    changing: frozenset[str]  # classes, with those that derive from them


def find_lasting(program: n.Program) -> Lasting:
    nodes = list(walk(program))
    filled = {name for e in nodes if isinstance(e, n.Make) for name, _ in e.fills}
    attributes = [attribute for class_ in program.classes for attribute in class_.attributes]
    kept = {a.name for a in attributes} - {a.name for a in attributes if a.type not in _PLAIN}
    for e in nodes:
        if isinstance(e, (n.Assign, n.Update)) and isinstance(e.target, n.Attribute):
            kept.discard(e.target.name)
    changing: set[str] = set()
    for class_ in program.classes:  # bases come first
        if class_.base in changing or any(attribute.name not in kept for attribute in class_.attributes):
            changing.add(class_.name)
    return Lasting(frozenset(kept & filled), frozenset(changing))
