"""Odds of an expression, as `tgpl odds` is given it.

In:  a text. Out: a `Distribution` of numbers, or the `Fraction` of cases in which it is true; or the problems. The
language is that of RPG's expressions, and two dice may be compared in it: every die is thrown for itself, so all parts
are independent of each other.

    value, problems = find_odds(SourceFile("odds", "1d20 + 5 >= 15"))     # Fraction(11, 20)
"""

from __future__ import annotations

from fractions import Fraction

from tgpl.dice import problems as p
from tgpl.dice.budget import DividesByZero, OutOfRange, TooLarge
from tgpl.dice.distribution import Distribution, Spread, find_chance, mix_odds
from tgpl.dice.formula_odds import ODDS
from tgpl.languages.rpg.check.corrections import correct_typed
from tgpl.languages.rpg.syntax import tree as t
from tgpl.languages.rpg.syntax.parse import parse_expression
from tgpl.text.diagnostics import Problem
from tgpl.text.dice_formula import Pool
from tgpl.text.source import SourceFile, Span


def find_odds(file: SourceFile) -> tuple[Spread | None, list[Problem]]:
    value, problems = _evaluate(file)
    if any(problem.fix() is not None for problem in problems):
        problems = correct_typed([file], lambda one: _evaluate(one)[1])
    return value, problems


def _evaluate(file: SourceFile) -> tuple[Spread | None, list[Problem]]:
    tree, problems = parse_expression(file)
    if tree is None:
        return None, problems
    try:
        return _Evaluation(file).value(tree), []
    except p.Refused as refused:
        return None, [refused.problem]


class _Evaluation:
    def __init__(self, file: SourceFile) -> None:
        self._file = file

    def value(self, e: t.Expr | t.Block) -> Spread:
        try:
            return self._worked_out(e)
        except TooLarge as why:
            raise p.Refused(p.TooLargeToWorkOut(self._span(e), str(why))) from None
        except OutOfRange:
            raise p.Refused(p.TooFar(self._span(e))) from None

    def _worked_out(self, e: t.Expr | t.Block) -> Spread:
        match e:
            case t.Numeral():
                return ODDS.number(e.value)
            case t.Truth():
                return Fraction(e.value)
            case t.Die():
                return ODDS.thrown(_make_pool(e))
            case t.Keep():
                return ODDS.kept(f"{'drop ' if e.drops else ''}{e.which}", e.number, _make_pool(e.pool))
            case t.Explode():
                return ODDS.exploded(_make_pool(e.pool), e.times)
            case t.Count():
                return ODDS.counted(e.op, e.value, _make_pool(e.pool))
            case t.Against():
                return ODDS.against(_make_pool(e.left), _make_pool(e.right))
            case t.Negate():
                return ODDS.negated(self._number(e.value, "what `-` turns round"))
            case t.Binary():
                return self._binary(e)
            case t.If():
                return self._if(e)
            case t.Call() if e.name.text == "roll" and len(e.arguments) == 1:
                return self._number(e.arguments[0], "what is thrown")
            case t.Block(statements=(t.Evaluate(value=inner),)):
                return self.value(inner)
        raise p.Refused(p.NotForOdds(self._span(e), _describe_kind(e)))

    def _binary(self, e: t.Binary) -> Spread:
        place = f"a side of `{e.op}`"
        if e.op in ("&&", "||"):
            left, right = self._truth(e.left, place), self._truth(e.right, place)
            return left * right if e.op == "&&" else left + right - left * right
        if e.op == "++":
            raise p.Refused(p.NotForOdds(self._span(e), "What `++` puts together"))
        one, other = self._number(e.left, place), self._number(e.right, place)
        if e.op not in "+-*/":
            return find_chance(one, e.op, other)
        try:
            return ODDS.joined(e.op, one, other)
        except DividesByZero:
            raise p.Refused(p.MayDivideByZero(self._span(e.right), len(other.weights) == 1)) from None

    def _if(self, e: t.If) -> Spread:
        chance = self._truth(e.condition, "a condition")
        if e.otherwise is None:
            raise p.Refused(p.NotForOdds(self._span(e), "An `if` without `else`"))
        one, other = self.value(e.then), self.value(e.otherwise)
        if isinstance(one, Distribution) and isinstance(other, Distribution):
            return mix_odds(chance, one, other)
        if isinstance(one, Fraction) and isinstance(other, Fraction):
            return chance * one + (1 - chance) * other
        raise p.Refused(p.UnlikeBranches(self._span(e)))

    def _number(self, e: t.Expr, place: str) -> Distribution:
        value = self.value(e)
        if isinstance(value, Fraction):
            raise p.Refused(p.WantsNumber(self._span(e), place))
        return value

    def _truth(self, e: t.Expr, place: str) -> Fraction:
        value = self.value(e)
        if isinstance(value, Distribution):
            raise p.Refused(p.WantsTruth(self._span(e), place))
        return value

    def _span(self, e: t.Node) -> Span:
        return Span(self._file, e.at, e.end)


def _make_pool(die: t.Die) -> Pool:
    return Pool(die.count, die.faces)


def _describe_kind(e: t.Expr | t.Block) -> str:
    match e:
        case t.Text():
            return "A text"
        case t.Items():
            return "A list"
        case t.Name():
            return f"The name `{e.name}`"
        case t.Call():
            return f"`{e.name.text}(…)`"
        case t.Block():
            return "A block of several statements"
    return "An object"
