"""Rulesheets for tests: written down in KIF, and made at random.

logic_of("(role x) (<= (legal ?r go) (role ?r))")        a text as the evaluators want it
sheet(random.Random(7))                                   a small game that is safe, stratified and finite
"""

from __future__ import annotations

from tgpl.terms import CHANCE, Logic, Rule, Term, read, relation


def logic_of(text: str) -> Logic:
    """A sheet as it stands: nothing is checked, and no case is folded."""
    rules = [
        Rule(term[1], term[2:]) if isinstance(term, tuple) and term[0] == "<=" else Rule(term)
        for term in read(" ".join(text.split()))
    ]
    return logic_from(rules)


def logic_from(rules: list[Rule]) -> Logic:
    roles = [rule.head[1] for rule in rules if relation(rule.head) == ("role", 1)]
    used = {found for rule in rules for part in (rule.head, *rule.body) for found in _relations(part)}
    return Logic(
        tuple(role for role in roles if role != CHANCE),
        CHANCE in roles,
        ("sees", 2) in used,
        not used.isdisjoint((("knows", 1), ("knows", 2))),
        tuple(rules),
    )


def _relations(formula: Term) -> list[tuple[str, int]]:
    if isinstance(formula, tuple) and (formula[0] in ("and", "or") or relation(formula) == ("not", 1)):
        return [found for part in formula[1:] for found in _relations(part)]
    return [relation(formula)]
