"""Odds of what a script can do: `attack(3)`, `fight(hero, bandit).Name`.

In:  the text of a script in RPG, and an expression. Out: what the expression comes to once the script has run, with
every path that chance could take; or the problems.

    value, problems = find_odds_in_script(SourceFile("duel.rpg", text), SourceFile("odds", "attack(3)"))
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction

from tgpl.core.fresh_names import tail_name
from tgpl.dice import problems as p
from tgpl.dice.all_paths import AllPaths, Endless
from tgpl.dice.budget import DividesByZero, OutOfRange, TooLarge
from tgpl.dice.distribution import Cases, Distribution, Value, blend_odds, from_chances
from tgpl.dice.evaluate import find_odds
from tgpl.dice.expressions import CannotFollow, FailsOnPath
from tgpl.dice.formula_odds import find_formula_odds
from tgpl.dice.world import World
from tgpl.languages.rpg.check.corrections import correct_typed
from tgpl.languages.rpg.check.objects import walk
from tgpl.languages.rpg.check.script import check
from tgpl.languages.rpg.check.symbols import Checked
from tgpl.languages.rpg.check.types import BOOL, DICE, INT, STRING, Type, resolve
from tgpl.languages.rpg.lower.program import lower
from tgpl.languages.rpg.syntax import tree as t
from tgpl.languages.rpg.syntax.parse import parse, parse_expression
from tgpl.text.diagnostics import Problem, errors
from tgpl.text.source import SourceFile, Span

_ASKED = "askedFor"  # the variable that is set to what is asked for
_FRAMES = 20_000  # Python's own, for calls of the script inside each other


def find_odds_in_script(script: SourceFile, asked: SourceFile) -> tuple[Value | None, list[Problem]]:
    simple, _ = find_odds(asked)  # two dice may be compared where nothing of the script is needed
    if simple is not None:
        return simple, []
    checked, problems = _check_together(script, asked)
    if checked is None:
        return None, correct_typed([script, asked], lambda *files: _check_together(*files)[1])
    value, problems = find_odds_of_checked(checked)
    return value, [_relocate(problem, script, asked) for problem in problems]


def _check_together(script: SourceFile, asked: SourceFile) -> tuple[Checked | None, list[Problem]]:
    """Both together; or what is wrong with them."""
    unread = parse(script)[1] + parse_expression(asked)[1]
    if unread:
        return None, unread
    both = SourceFile(script.name, f"{script.text}\n{asked.text}\n;")
    checked, problems = check(_append_question(both))
    wrong = errors(problems)
    return (None if wrong else checked), [_relocate(problem, script, asked) for problem in wrong]


def find_odds_of_checked(checked: Checked) -> tuple[Value | None, list[Problem]]:
    """What a script gives to the variable that its last statement sets."""
    try:
        return _work_out(checked), []
    except p.Refused as refused:
        return None, [refused.problem]


def _append_question(both: SourceFile) -> t.Script:
    """The script with what is asked for as its last statement, into a variable that no script has."""
    tree, _ = parse(both)
    last = tree.parts[-1]
    assert isinstance(last, t.Evaluate)
    name = tail_name(_ASKED, {node.text for node in walk(tree.parts) if isinstance(node, t.Word)})
    question = t.SetVariable(last.at, last.end, t.Word(last.at, last.at, name), last.value)
    return t.Script(both, (*tree.parts[:-1], question), tree.complete)


def _relocate(problem: Problem, script: SourceFile, asked: SourceFile) -> Problem:
    """A problem of both texts together, at its place in one of them."""
    facts = [getattr(problem, field) for field in problem.__match_args__]
    return type(problem)(*(_relocate_span(fact, script, asked) if isinstance(fact, Span) else fact for fact in facts))


def _relocate_span(span: Span, script: SourceFile, asked: SourceFile) -> Span:
    behind = len(script.text) + 1
    if span.start < behind:
        return Span(script, span.start, min(span.end, len(script.text)))
    return Span(asked, span.start - behind, min(span.end - behind, len(asked.text)))


def _work_out(checked: Checked) -> Value:
    question = checked.script.parts[-1]
    assert isinstance(question, t.SetVariable)
    name, span = question.name.text, Span(checked.script.file, question.at, question.end)
    read = _READERS.get(resolve(checked.variables[name].type))
    if read is None:
        kind = resolve(checked.variables[name].type)
        raise p.Refused(p.NotForOdds(span, f"A value of the type `{kind}`"))
    paths = AllPaths(lower(checked))
    with _report_refusals(span), _allow_depth():
        outcomes = paths.run_script()
        return read([(_read_answer(paths, world, name), chance) for (_, world), chance in outcomes.items()])


def _read_answer(paths: AllPaths, world: World, name: str) -> object:
    kind, fields = world[0]
    return fields[paths.declarations.field(kind, name)]


@contextmanager
def _report_refusals(span: Span) -> Iterator[None]:
    try:
        yield
    except TooLarge as why:
        raise p.Refused(p.TooLargeToWorkOut(span, str(why))) from None
    except DividesByZero:
        raise p.Refused(p.MayDivideByZero(span, False)) from None
    except OutOfRange:
        raise p.Refused(p.TooFar(span)) from None
    except Endless as endless:
        raise p.Refused(p.MayNeverEnd(endless.span)) from None
    except FailsOnPath as fails:
        raise p.Refused(p.FailsOnTheWay(fails.span, fails.message)) from None
    except CannotFollow as cannot:
        raise p.Refused(p.NotForOdds(cannot.span, "This")) from None


@contextmanager
def _allow_depth() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


# ---- what came out, by the type that was asked for

_Found = list[tuple[object, Fraction]]


def _collect_numbers(found: _Found) -> Distribution:
    return from_chances([(value, chance) for value, chance in found if isinstance(value, float)])


def _collect_truths(found: _Found) -> Fraction:
    return sum((chance for value, chance in found if value), Fraction(0))


def _collect_dice(found: _Found) -> Distribution:
    return blend_odds([(chance, find_formula_odds(str(value))) for value, chance in found])


def _collect_texts(found: _Found) -> Cases:
    cases: dict[str, Fraction] = {}
    for value, chance in found:
        cases[str(value)] = cases.get(str(value), Fraction(0)) + chance
    return Cases(cases)


_READERS: dict[Type, Callable[[_Found], Value]] = {
    INT: _collect_numbers,
    BOOL: _collect_truths,
    DICE: _collect_dice,
    STRING: _collect_texts,
}
