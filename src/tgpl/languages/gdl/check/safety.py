"""Safe rules: every variable gets its values from a literal that is not negated.

In:  a rule. Out: the variables that nothing gives a value, and where they stand.

    find_unsafe(rule)     # of `p(X) :- ~q(X)`: X, in the head
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tgpl.languages.gdl.check.body_literals import is_joined, is_test, variables, within
from tgpl.languages.gdl.syntax import tree as t

Position = tuple[str, int, int]  # a symbol, and which of its arguments


class Loose(NamedTuple):
    variable: t.Term
    where: str  # "head", "not", "distinct" or "knows"
    sometimes: bool  # some alternatives of an `or` bind it


def find_unsafe(rule: t.Rule) -> list[Loose]:
    """Each variable once."""
    bound = _bound_by_all(rule.body)
    loose = [(variable, "head") for variable in variables(rule.head) if variable.name not in bound]
    loose += _loose(rule.body, (bound,))
    sometimes = set[str]().union(*map(_bound_somewhere, rule.body)) if loose else set[str]()
    found: dict[str, Loose] = {}
    for variable, where in loose:
        found.setdefault(variable.name, Loose(variable, where, variable.name in sometimes))
    return list(found.values())


def find_bound(literal: t.Term) -> set[str]:
    """The variables that a literal gives values, whatever holds."""
    if is_test(literal):
        return set()
    if not is_joined(literal):
        return {variable.name for variable in variables(literal)}
    if literal.name == "and":
        return _bound_by_all(literal.arguments)
    return set.intersection(*map(find_bound, literal.arguments))


def _bound_by_all(literals: Iterable[t.Term]) -> set[str]:
    return set[str]().union(*map(find_bound, literals))


def _bound_somewhere(literal: t.Term) -> set[str]:
    return set[str]().union(*map(_bound_somewhere, literal.arguments)) if is_joined(literal) else find_bound(literal)


def _loose(literals: Iterable[t.Term], known: tuple[set[str], ...]) -> list[tuple[t.Term, str]]:
    """`known`: what is bound around, from outside inwards."""
    found: list[tuple[t.Term, str]] = []
    for literal in literals:
        if is_test(literal):
            names = (v for v in variables(literal) if not any(v.name in names for names in known))
            found += [(v, literal.name) for v in names]
        elif is_joined(literal):
            branches = [literal.arguments] if literal.name == "and" else [(choice,) for choice in literal.arguments]
            for branch in branches:
                found += _loose(branch, (*known, _bound_by_all(branch)))
    return found


# ---- what could bind a variable


def find_domains(rules: Iterable[t.Rule]) -> dict[Position, str]:
    """For arguments of symbols: the relation that lists single things by facts, and binds a variable there in some rule."""
    rules = list(rules)
    lists = {rule.head.name for rule in rules if len(rule.head.arguments) == 1 and not rule.body} - _NO_LISTS
    found: dict[Position, str] = {}
    for rule in rules:
        named: dict[str, str] = {}
        for literal in rule.body:
            if literal.name in lists and len(literal.arguments) == 1:
                named.setdefault(literal.arguments[0].name, literal.name)
        for name, position in find_positions(rule) if named else ():
            if name in named:
                found.setdefault(position, named[name])
    return found


_NO_LISTS = {"init", "base", "next"}
_ROLES = ("legal", "goal", "does", "input", "sees")


def find_positions(rule: t.Rule) -> list[tuple[str, Position]]:
    """Every variable of a rule with where it stands."""
    found: list[tuple[str, Position]] = []
    for node in [node for literal in (rule.head, *rule.body) for node in within(literal)]:
        if node.name != "distinct":
            places = enumerate(node.arguments)
            found += [(a.name, (node.name, len(node.arguments), i)) for i, a in places if a.is_variable]
    return found


def could_bind(rule: t.Rule, variable: str, known: dict[Position, str]) -> str | None:
    """The relation of one argument that could bind a variable of a rule."""
    for name, (symbol, count, place) in find_positions(rule):
        if name == variable:
            if symbol in _ROLES and count == 2 and place == 0:
                return "role"
            if (symbol, count, place) in known:
                return known[symbol, count, place]
    return None
