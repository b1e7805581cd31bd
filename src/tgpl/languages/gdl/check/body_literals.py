"""Walking through bodies: which atoms stand there, under a negation or not, and which variables.

for atom, negated in atoms(rule.body): …
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tgpl.languages.gdl.syntax import tree as t

STATE = (("true", 1), ("does", 2))  # given from outside, no rule can say them
KNOWS = (("knows", 1), ("knows", 2))


def is_test(literal: t.Term) -> bool:
    """Whether it only looks at values that other literals bring."""
    return literal.key in (("not", 1), ("distinct", 2), *KNOWS)


def is_joined(literal: t.Term) -> bool:
    return literal.name in ("or", "and") and bool(literal.arguments)


def within(term: t.Term) -> list[t.Term]:
    """A term and all that stands in it."""
    found = [term]
    for node in found:
        found.extend(node.arguments)
    return found


def variables(term: t.Term) -> list[t.Term]:
    return [node for node in within(term) if node.is_variable]


def is_ground(term: t.Term) -> bool:
    return not any(node.is_variable for node in within(term))


def atoms(literals: Iterable[t.Term], negated: bool = False) -> Iterator[tuple[t.Term, bool]]:
    """Every atom of some literals; what is known about an atom counts like its negation, as something looked at from outside."""
    for literal in literals:
        if literal.key == ("not", 1):
            yield from atoms(literal.arguments, True)
        elif is_joined(literal):
            yield from atoms(literal.arguments, negated)
        elif literal.key != ("distinct", 2) and not literal.is_variable:
            yield literal, negated
            if literal.key in KNOWS and not literal.arguments[-1].is_variable:
                yield literal.arguments[-1], True
