"""Odds of what a script can do: `attack(3)`, `fight(hero, bandit).Name`.

In:  the text of a script in RPG, and an expression. Out: what the expression comes to once the script has run, with
every way that chance could take; or the problems.

    value, problems = odds_in_script(SourceFile("duel.rpg", text), SourceFile("odds", "attack(3)"))
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction

from tgpl.dice import problems as p
from tgpl.dice.all_paths import Endless, Paths
from tgpl.dice.budget import DividesByZero, OutOfRange, TooLarge
from tgpl.dice.distribution import Cases, Distribution, Value, blended, from_chances
from tgpl.dice.evaluate import odds_of
from tgpl.dice.expressions import CannotFollow, Fails
from tgpl.dice.formula_odds import of_formula
from tgpl.dice.world import World
from tgpl.languages.rpg.check.corrections import correct_typed
from tgpl.languages.rpg.check.script import check
from tgpl.languages.rpg.check.symbols import Checked
from tgpl.languages.rpg.check.types import BOOL, DICE, INT, STRING, Type, resolve
from tgpl.languages.rpg.lower.script import lower
from tgpl.languages.rpg.syntax import tree as t
from tgpl.languages.rpg.syntax.parse import parse, parse_expression
from tgpl.text.diagnostics import Problem, errors
from tgpl.text.source import SourceFile, Span

_ASKED = "askedFor"  # the variable that is set to what is asked for
_FRAMES = 20_000  # Python's own, for calls of the script inside each other


def odds_in_script(script: SourceFile, asked: SourceFile) -> tuple[Value | None, list[Problem]]:
    simple, _ = odds_of(asked)  # two dice may be compared where nothing of the script is needed
    if simple is not None:
        return simple, []
    checked, problems = _checked(script, asked)
    if checked is None:
        return None, correct_typed([script, asked], lambda *files: _checked(*files)[1])
    value, problems = odds_when_checked(checked)
    return value, [_moved(problem, script, asked) for problem in problems]


def _checked(script: SourceFile, asked: SourceFile) -> tuple[Checked | None, list[Problem]]:
    """Both together; or what is wrong with them."""
    unread = parse(script)[1] + parse_expression(asked)[1]
    if unread:
        return None, unread
    both = SourceFile(script.name, f"{script.text}\n{asked.text}\n;")
    checked, problems = check(_with_question(both))
    wrong = errors(problems)
    return (None if wrong else checked), [_moved(problem, script, asked) for problem in wrong]


def odds_when_checked(checked: Checked) -> tuple[Value | None, list[Problem]]:
    """What a script gives to the variable that its last statement sets."""
    try:
        return _worked_out(checked), []
    except _Refused as refused:
        return None, [refused.problem]


class _Refused(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def _with_question(both: SourceFile) -> t.Script:
    """The script with what is asked for as its last statement, into a variable that no script has."""
    tree, _ = parse(both)
    last = tree.parts[-1]
    assert isinstance(last, t.Evaluate)
    question = t.SetVariable(last.at, last.end, t.Word(last.at, last.at, _free(both.text)), last.value)
    return t.Script(both, (*tree.parts[:-1], question), tree.complete)


def _free(text: str) -> str:
    name = _ASKED
    while name in text:
        name += "_"
    return name


def _moved(problem: Problem, script: SourceFile, asked: SourceFile) -> Problem:
    """A problem of both texts together, at its place in one of them."""
    facts = [getattr(problem, field) for field in problem.__match_args__]
    return type(problem)(*(_moved_span(fact, script, asked) if isinstance(fact, Span) else fact for fact in facts))


def _moved_span(span: Span, script: SourceFile, asked: SourceFile) -> Span:
    behind = len(script.text) + 1
    if span.start < behind:
        return Span(script, span.start, min(span.end, len(script.text)))
    return Span(asked, span.start - behind, min(span.end - behind, len(asked.text)))


def _worked_out(checked: Checked) -> Value:
    question = checked.script.parts[-1]
    assert isinstance(question, t.SetVariable)
    name, span = question.name.text, Span(checked.script.file, question.at, question.end)
    read = _READERS.get(resolve(checked.variables[name].type))
    if read is None:
        kind = resolve(checked.variables[name].type)
        raise _Refused(p.NotForOdds(span, f"A value of the type `{kind}`"))
    paths = Paths(lower(checked))
    with _refusing(span), _deep():
        outcomes = paths.script()
        return read([(_asked(paths, world, name), chance) for (_, world), chance in outcomes.items()])


def _asked(paths: Paths, world: World, name: str) -> object:
    kind, fields = world[0]
    return fields[paths.kinds.field(kind, name)]


@contextmanager
def _refusing(span: Span) -> Iterator[None]:
    try:
        yield
    except TooLarge as why:
        raise _Refused(p.TooLargeToWorkOut(span, str(why))) from None
    except DividesByZero:
        raise _Refused(p.MayDivideByZero(span, False)) from None
    except OutOfRange:
        raise _Refused(p.TooFar(span)) from None
    except Endless as endless:
        raise _Refused(p.MayNeverEnd(endless.span)) from None
    except Fails as fails:
        raise _Refused(p.FailsOnTheWay(fails.span, fails.message)) from None
    except CannotFollow as cannot:
        raise _Refused(p.NotForOdds(cannot.span, "This")) from None


@contextmanager
def _deep() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


# ---- what came out, by the type that was asked for

_Found = list[tuple[object, Fraction]]


def _numbers(found: _Found) -> Distribution:
    return from_chances([(value, chance) for value, chance in found if isinstance(value, float)])


def _truths(found: _Found) -> Fraction:
    return sum((chance for value, chance in found if value), Fraction(0))


def _dice(found: _Found) -> Distribution:
    return blended([(chance, of_formula(str(value))) for value, chance in found])


def _texts(found: _Found) -> Cases:
    cases: dict[str, Fraction] = {}
    for value, chance in found:
        cases[str(value)] = cases.get(str(value), Fraction(0)) + chance
    return Cases(cases)


_READERS: dict[Type, Callable[[_Found], Value]] = {INT: _numbers, BOOL: _truths, DICE: _dice, STRING: _texts}
