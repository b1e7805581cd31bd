"""A tree to rules as data, and what is wrong with them.

In:  a `Sheet` that was read whole. Out: `Logic`, and problems; those that are no errors are notes, and such sheets run.

    logic, problems = check(sheet)
"""

from __future__ import annotations

from collections.abc import Iterable

from tgpl.languages.common.token_cursor import MOST_PROBLEMS
from tgpl.languages.gdl import problems as p
from tgpl.languages.gdl.check.body_literals import KNOWS, STATE, is_joined, is_test, variables, within
from tgpl.languages.gdl.check.lint import lint_sheet
from tgpl.languages.gdl.check.safety import could_bind, find_domains, find_unsafe
from tgpl.languages.gdl.check.stratification import Say, check_circles, check_too_early
from tgpl.languages.gdl.print.rulesheet import spell_infix_term, spell_kif
from tgpl.languages.gdl.syntax import tree as t
from tgpl.languages.gdl.syntax.names import CONNECTIVES
from tgpl.text.diagnostics import Problem, errors
from tgpl.text.limits import MOST_SEATS
from tgpl.text.source import Span
from tgpl.text.terms import CHANCE, Logic, Rule, Term


def check(sheet: t.Sheet) -> tuple[Logic, list[Problem]]:
    say: Say = spell_infix_term if sheet.infix else spell_kif
    problems = list(_roles(sheet, say))
    sound: list[t.Rule] = []
    for i, rule in enumerate(sheet.rules):
        wrong = _head(sheet, i, say) or _body(sheet, rule.body, say)
        problems += wrong
        sound += [] if wrong or not rule.body else [rule]
    problems += _variables(sheet, sound, say)
    if not errors(problems):
        problems += check_too_early(sheet, say)
        problems += check_circles(sheet, say)
        problems += _nobody_moves(sheet)
    if not errors(problems):
        problems += lint_sheet(sheet, roles_of(sheet), say)
    return logic_of(sheet), problems[:MOST_PROBLEMS]


def logic_of(sheet: t.Sheet) -> Logic:
    """The rules as data, in the order of the sheet."""
    names = roles_of(sheet)
    used = {node.key for rule in sheet.rules for literal in (rule.head, *rule.body) for node in within(literal)}
    return Logic(
        roles=tuple(name for name in names if name != CHANCE),
        random=CHANCE in names,
        sees=("sees", 2) in used,
        knows=any(key in used for key in KNOWS),
        rules=tuple(Rule(_data(rule.head), tuple(map(_data, rule.body))) for rule in sheet.rules),
    )


def roles_of(sheet: t.Sheet) -> list[str]:
    """The constants of the facts `role`, each once."""
    facts = [rule.head.arguments[0] for rule in sheet.rules if rule.head.key == ("role", 1) and not rule.body]
    return list(dict.fromkeys(name.name for name in facts if not name.arguments and not name.is_variable))


def _data(term: t.Term) -> Term:
    return (term.name, *map(_data, term.arguments)) if term.arguments else term.name


# ---- who plays


def _roles(sheet: t.Sheet, say: Say) -> Iterable[Problem]:
    heads = [rule for rule in sheet.rules if rule.head.key == ("role", 1)]
    for rule in heads:
        if rule.body or rule.head.arguments[0].arguments:
            yield p.RoleByRule(sheet.span(rule.head), say(rule.head.arguments[0]), bool(rule.body))
    if not heads:
        yield p.NoRoles(Span(sheet.file, 0, 0), sheet.infix)
    elif roles_of(sheet) == [CHANCE]:
        yield p.OnlyRandom(sheet.span(heads[0].head))
    elif len(roles_of(sheet)) > MOST_SEATS:
        yield p.TooManyRoles(sheet.span(heads[MOST_SEATS].head), MOST_SEATS)


def _nobody_moves(sheet: t.Sheet) -> list[Problem]:
    if any(rule.head.key == ("legal", 2) for rule in sheet.rules):
        return []
    end = len(sheet.file.text.rstrip())
    return [p.NoLegal(Span(sheet.file, end, end))]


# ---- one rule


def _head(sheet: t.Sheet, i: int, say: Say) -> list[Problem]:
    rule = sheet.rules[i]
    head, span = rule.head, sheet.span(rule.head)
    if head.key in (*STATE, *KNOWS):
        return [p.GivenInHead(span, head.name, _perhaps_joined(sheet, i))]
    if head.is_variable or (head.name in CONNECTIVES and (is_test(head) or is_joined(head))):
        return [p.NoHead(span, say(head))]
    loose = [] if rule.body else variables(head)[:1]
    return [p.VariableInFact(sheet.span(v), say(v), say(head), _perhaps_joined(sheet, i)) for v in loose]


def _perhaps_joined(sheet: t.Sheet, i: int) -> Span | None:
    """In infix: where an `&` may be missing before a rule, so that it would belong to the one before."""
    if not sheet.infix or not i or not sheet.rules[i - 1].body:
        return None
    end = sheet.rules[i - 1].end
    ended = sheet.file.text[end : sheet.rules[i].start].lstrip().startswith(".")
    return None if ended else Span(sheet.file, end, end)


def _body(sheet: t.Sheet, literals: Iterable[t.Term], say: Say) -> list[Problem]:
    """Variables that stand where an atom should."""
    problems: list[Problem] = []
    for literal in literals:
        if literal.is_variable:
            problems.append(p.NoLiteral(sheet.span(literal), say(literal)))
        elif literal.key == ("not", 1) or is_joined(literal):
            problems += _body(sheet, literal.arguments, say)
    return problems


def _variables(sheet: t.Sheet, rules: list[t.Rule], say: Say) -> list[Problem]:
    """Variables that nothing gives a value."""
    problems: list[Problem] = []
    loose = [(rule, found) for rule in rules for found in find_unsafe(rule)]
    known = find_domains(sheet.rules) if loose else {}
    for rule, (variable, where, sometimes) in loose[:MOST_PROBLEMS]:
        binding = could_bind(rule, variable.name, known)
        literal = None if binding is None else say(t.Term(binding, (variable,), 0, 0))
        problems.append(p.UnsafeVariable(sheet.span(variable), say(variable), where, sometimes, literal))
    return problems
