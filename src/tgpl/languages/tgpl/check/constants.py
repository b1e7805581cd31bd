"""Constants: what they are declared as, and what they come to.

In:  a `Game` whose names are known. Out: the type of every constant; later, when expressions can be checked, the problems of those
that are not constant. What a constant comes to is `fold` (folding.py).
"""

from __future__ import annotations

from tgpl.core.types import BOOL, BROKEN, NUMBER, PLAYER, TEXT, Type, is_symbol
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.body import Body, CheckExpression
from tgpl.languages.tgpl.check.builtins import DICE
from tgpl.languages.tgpl.check.folding import TooDeep, Unfoldable, fold, fold_constant
from tgpl.languages.tgpl.check.resolve import resolve
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span

_PLAIN = (NUMBER, TEXT, BOOL, PLAYER, DICE, BROKEN)


def declare_constants(game: s.Game) -> None:
    for constant in game.constants:
        type_ = resolve(constant.node.type_name, constant.scope, game.problems)
        name, at = constant.node.type_name, constant.node.name_at
        if not is_constant_type(type_):
            span = Span(constant.file, name.at, name.end)
            game.problems.append(p.ConstantOfObjects(span, constant.name, str(type_)))
            type_ = BROKEN
        constant.type = type_
        older = next((one for one in game.constants if one.newer is constant), None)
        if older is not None and older.type is not type_ and BROKEN not in (older.type, type_):
            span = Span(constant.file, at, at + len(constant.name))
            game.problems.append(p.OverrideChanges(span, "const", "type"))


def is_constant_type(type_: Type) -> bool:
    return type_ in _PLAIN or is_symbol(type_)


def check_constants(game: s.Game, check: CheckExpression) -> None:
    """Before any body: what is wrong with a constant is told where it stands."""
    for constant in game.constants:
        value = constant.node.value
        if value is None:
            constant.type = BROKEN
            continue
        does = s.Callable(constant.file, constant.name, None, [], [])
        body = Body(check, game, constant.scope, None, does, "A constant")
        before = len(game.problems)
        body.value(value, constant.type, f"`{constant.name}`")
        if any(problem.severity == "error" for problem in game.problems[before:]):
            constant.type = BROKEN
    for constant in game.constants:
        if constant.type is not BROKEN:
            try:
                fold_constant(constant)
            except Unfoldable as error:
                _report(game, constant, error)
                constant.type = BROKEN


def _report(game: s.Game, constant: s.Constant, error: Unfoldable) -> None:
    name = Span(constant.file, constant.node.name_at, constant.node.name_at + len(constant.name))
    if error.circular is not None:
        if error.circular is constant:
            game.problems.append(p.CircularConstant(name, constant.name))
    elif isinstance(error, TooDeep):
        if not any(isinstance(problem, p.ConstantFails) for problem in game.problems):
            game.problems.append(p.ConstantFails(name, str(error)))
    elif error.inside is constant:  # that of another was told there
        span = Span(constant.file, error.node.at, error.node.end)
        problem = p.NotConstant(span, "A constant") if error.why is None else p.ConstantFails(span, error.why)
        game.problems.append(problem)


def fold_or_report(b: Body, node: t.Expr, where: str) -> object:
    """What an expression that has been checked always comes to; `...`, and told, if that is not known."""
    try:
        return fold(node)
    except Unfoldable as error:
        if error.inside is None:
            span = Span(b.file, error.node.at, error.node.end)
            b.report(p.NotConstant(span, where) if error.why is None else p.ConstantFails(span, error.why))
        return ...
