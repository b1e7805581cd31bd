"""Everything that can come up in the games of a rulesheet: moves and facts. For those who number them.

In:  a rulesheet. Out: `Listing`, or None where there would be too much of it.

    listing(logic).moves        # every move that some seat may ever have
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.gdl.grounding.clauses import TooLarge
from tgpl.gdl.grounding.instances import ground
from tgpl.text.terms import Logic, Term, order_key, relation


class Listing(NamedTuple):
    moves: tuple[Term, ...]  # of the seats; in canonical order, as the facts are
    facts: tuple[Term, ...]


def listing(logic: Logic) -> Listing | None:
    if logic.knows:  # what is known brings about moves and facts too, and is not worked out here
        return None
    try:
        found = ground(logic)
    except TooLarge:
        return None
    atoms = {*(found.atoms[number] for number in found.reached), *found.certain}
    moves = {atom[2] for atom in atoms if relation(atom) == ("legal", 2) and atom[1] in logic.roles}
    facts = {atom[1] for atom in atoms if relation(atom) in (("init", 1), ("next", 1), ("true", 1))}
    return Listing(tuple(sorted(moves, key=order_key)), tuple(sorted({*facts, *found.first}, key=order_key)))
