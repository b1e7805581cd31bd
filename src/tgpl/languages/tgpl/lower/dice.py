"""Dice to the core: a type of their own for whoever writes and checks, texts for everybody behind `lower`.

In:  core expressions of the type `DICE`. Out: the operations that put formulas together, worked out at once where both
sides stand in the rules; and a whole program whose dice are texts.
"""

from __future__ import annotations

from typing import Any

from tgpl.core import nodes as n
from tgpl.core.types import NUMBER, TEXT, Collection, Type, collection
from tgpl.core.walk import types_of, walk
from tgpl.languages.tgpl.check.builtins import DICE
from tgpl.text import dice_formula
from tgpl.text.records import Frozen
from tgpl.text.source import Span

_JOINS = {"+": "dice.plus", "-": "dice.minus", "*": "dice.times", "/": "dice.over"}


def join_formulas(span: Span, sign: str, left: n.Expr, right: n.Expr) -> n.Expr:
    """Two formulas, or a formula and a number."""
    left, right = _to_dice(left), _to_dice(right)
    known = _known_formula(left), _known_formula(right)
    if known[0] is not None and known[1] is not None:
        try:
            return n.Literal(span, DICE, dice_formula.join(sign, known[0], known[1]))
        except dice_formula.FormulaError:  # too long: told when it runs
            pass
    return n.Operate(span, DICE, _JOINS[sign], (left, right))


def negate_formula(span: Span, value: n.Expr) -> n.Expr:
    known = _known_formula(value)
    return (
        n.Operate(span, DICE, "dice.negate", (value,))
        if known is None
        else n.Literal(span, DICE, dice_formula.negate(known))
    )


_MIRRORED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


def make_chance(span: Span, sign: str, left: n.Expr, right: n.Expr) -> n.Expr:
    """The chance of a comparison; two rolls are compared by their difference."""
    if left.type is NUMBER:
        left, right, sign = right, left, _MIRRORED.get(sign, sign)
    if right.type is not NUMBER:
        left, right = join_formulas(span, "-", left, right), n.Literal(span, NUMBER, 0.0)
    return n.Operate(span, NUMBER, "dice.chance", (left, n.Literal(span, TEXT, sign), right))


def _known_formula(value: n.Expr) -> str | None:
    return value.value if isinstance(value, n.Literal) and isinstance(value.value, str) else None


def _to_dice(value: n.Expr) -> n.Expr:
    if value.type is not NUMBER:
        return value
    whole = _whole_number(value)
    if whole is not None:
        return n.Literal(value.span, DICE, dice_formula.number_text(whole))
    return n.Operate(value.span, DICE, "dice.of", (value,))


def _whole_number(value: n.Expr) -> float | None:
    """A whole number that stands in the rules."""
    if isinstance(value, n.Negate):
        inner = _whole_number(value.value)
        return None if inner is None else -inner
    found = value.value if isinstance(value, n.Literal) else None
    return found if isinstance(found, float) and found == int(found) and found < dice_formula.LARGEST else None


# ---- dice as texts


def dice_to_texts(program: n.Program) -> n.Program:
    """The same program; what was of the type dice is a text."""
    if not any(type_ is DICE for node in walk(program) for type_ in types_of(node)):
        return program
    made: n.Program = _erase(program)
    return made


def _erase(value: Any) -> Any:
    if isinstance(value, Type):
        return _erase_type(value)
    if isinstance(value, tuple):
        parts = tuple([_erase(part) for part in value])
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
    if not isinstance(value, Frozen) or isinstance(value, Span):
        return value
    names: tuple[str, ...] = value.__match_args__
    fields = [getattr(value, name) for name in names]
    new_fields = [_erase(field) for field in fields]
    if all(new is old for new, old in zip(new_fields, fields, strict=True)):
        return value
    return value.__class__(*new_fields)


def _erase_type(type_: Type) -> Type:
    if type_ is DICE:
        return TEXT
    if isinstance(type_, Collection):
        of = _erase_type(type_.of)
        return type_ if of is type_.of else collection(type_.shape, of)
    return type_
