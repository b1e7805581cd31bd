"""A tree to rules as data, and what is wrong with them.

In:  a `Sheet` that was read whole. Out: `Logic`, and problems; those that are no errors are notes, and such sheets run.

    logic, problems = check(sheet)
"""

from __future__ import annotations

from tgpl.diagnostics import Problem
from tgpl.languages.gdl import problems as p
from tgpl.languages.gdl import tree as t
from tgpl.source import Span
from tgpl.terms import Logic, Rule, Term


def check(sheet: t.Sheet) -> tuple[Logic, list[Problem]]:
    logic = logic_of(sheet)
    problems: list[Problem] = []
    if not logic.roles:
        problems.append(p.NoRoles(Span(sheet.file, 0, 0)))
    return logic, problems


def logic_of(sheet: t.Sheet) -> Logic:
    """The rules as data, in the order of the sheet."""
    rules = tuple(Rule(_data(rule.head), tuple(map(_data, rule.body))) for rule in sheet.rules)
    names = _roles(sheet.rules)
    used = {node.key for rule in sheet.rules for literal in (rule.head, *rule.body) for node in within(literal)}
    return Logic(
        roles=tuple(name for name in names if name != "random"),
        random="random" in names,
        sees=("sees", 2) in used,
        knows=("knows", 1) in used or ("knows", 2) in used,
        rules=rules,
    )


def within(term: t.Term) -> list[t.Term]:
    """A term and all that stands in it."""
    found = [term]
    for node in found:
        found.extend(node.arguments)
    return found


def _data(term: t.Term) -> Term:
    return (term.name, *map(_data, term.arguments)) if term.arguments else term.name


def _roles(rules: list[t.Rule]) -> list[str]:
    """The constants of the facts `role`, each once."""
    facts = [rule.head.arguments[0] for rule in rules if rule.head.key == ("role", 1) and not rule.body]
    return list(dict.fromkeys(name.name for name in facts if not name.arguments and not name.is_variable))
