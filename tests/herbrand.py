"""What follows from a random rulesheet, found without thinking: every rule with every value for its variables, again and again.

It shares nothing with the evaluators but terms. Negation is decided for all relations at once: what surely follows and
what perhaps follows are narrowed down by turns until they are the same.
"""

from __future__ import annotations

from itertools import product

from programs.sheets import universe
from tgpl.terms import Logic, Rule, Term, relation, variables

GIVEN = (("true", 1), ("does", 2))


class Herbrand:
    def __init__(self, logic: Logic) -> None:
        ranges = universe(logic)
        self.rules: list[Rule] = []
        derived = {relation(rule.head) for rule in logic.rules if rule.body} | set(GIVEN)
        facts = {rule.head for rule in logic.rules}
        for rule in logic.rules:
            names = sorted({name for part in (rule.head, *rule.body) for name in variables(part)})
            for values in product(*(ranges[name[1]] for name in names)):
                put = dict(zip(names, values, strict=True))
                body = tuple(fill(part, put) for part in rule.body)
                if all(relation(part) in derived or part in facts for part in body if plain(part)):
                    self.rules.append(Rule(fill(rule.head, put), body))

    def model(self, given: set[Term]) -> set[Term]:
        """All atoms that hold with these `true` and `does`."""
        surely: set[Term] = set(given)
        while True:
            perhaps = self.close(given, surely)
            closer = self.close(given, perhaps)
            if closer == surely:
                assert perhaps == surely, "not stratified"
                return surely
            surely = closer

    def close(self, given: set[Term], assumed: set[Term]) -> set[Term]:
        """The least set in which all rules hold, with negated atoms looked up in `assumed`."""
        found = set(given)
        waiting = self.rules
        while True:
            late: list[Rule] = []
            done: list[Rule] = []
            for rule in waiting:
                (done if all(truth(part, found, assumed) for part in rule.body) else late).append(rule)
            if not done:
                return found
            found |= {rule.head for rule in done}
            waiting = late


def truth(formula: Term, found: set[Term], assumed: set[Term]) -> bool:
    if isinstance(formula, tuple):
        if relation(formula) == ("not", 1):
            return not truth(formula[1], assumed, found)
        if formula[0] in ("and", "or"):
            return (all if formula[0] == "and" else any)(truth(part, found, assumed) for part in formula[1:])
        if relation(formula) == ("distinct", 2):
            return bool(formula[1] != formula[2])
    return formula in found


def plain(formula: Term) -> bool:
    return relation(formula) not in (("distinct", 2), ("not", 1)) and formula[0] not in ("and", "or")


def fill(term: Term, put: dict[str, Term]) -> Term:
    return tuple(fill(part, put) for part in term) if isinstance(term, tuple) else put.get(term, term)
