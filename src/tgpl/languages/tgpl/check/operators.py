"""Operators: arithmetic, comparing, logic, `is` and `as`.

In:  a `Body`, an operation and the types of its operands. Out: the type of its result.
"""

from __future__ import annotations

from tgpl.core.types import (
    ANY,
    BOOL,
    BROKEN,
    NOTHING,
    NUMBER,
    PLAYER,
    TEXT,
    ClassType,
    Collection,
    EnumType,
    KindType,
    Type,
    related,
)
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check.body import Body, turn_active
from tgpl.languages.tgpl.check.builtins import DICE
from tgpl.languages.tgpl.check.kinds import (
    find_kind_variable,
    names_class,
    report_object_and_class,
    takes_class,
)
from tgpl.languages.tgpl.check.phase_names import check_compared_names
from tgpl.languages.tgpl.check.player_arithmetic import compares_number
from tgpl.languages.tgpl.check.suggestions import Fits
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span

_ARITHMETIC = frozenset("+-*/%^")
_EQUALITY = frozenset(("==", "!=", "same", "differ"))
_NUMERIC = (NUMBER, PLAYER)


def check_unary(b: Body, node: t.Unary, got: Type) -> Type:
    if got is BROKEN or got is ANY:
        return BROKEN if got is BROKEN else (BOOL if node.op == "!" else NUMBER)
    if node.op == "!":
        if got is not BOOL:
            b.report(p.WrongOperand(b.span(node.value), "!", str(got), "bool"))
        return BOOL
    if got is DICE:
        return DICE
    if got not in _NUMERIC:
        b.report(p.WrongOperand(b.span(node.value), "-", str(got), "number"))
        return NUMBER
    return got


def check_sides(b: Body, node: t.Binary) -> Type:
    """An operation whose operands are not checked yet."""
    if node.op in _EQUALITY:
        first = names_class(b, node.left)
        if first is not names_class(b, node.right):
            return _check_against_class(b, node, first)
    return check_binary(b, node, b.expression(node.left), b.expression(node.right))


def _check_against_class(b: Body, node: t.Binary, first: bool) -> Type:
    """`k == Guard`; the class is looked at when it is known what it is compared with."""
    class_, other = (node.left, node.right) if first else (node.right, node.left)
    got = b.expression(other)
    if isinstance(got, ClassType) and report_object_and_class(b, node):
        return BOOL
    named = b.expression(class_, got if takes_class(got) else None)
    return check_binary(b, node, *((named, got) if first else (got, named)))


def check_binary(b: Body, node: t.Binary, left: Type, right: Type) -> Type:
    op = node.op
    if left is NUMBER and right is NUMBER:  # by far the most frequent case
        if op in _ARITHMETIC:
            return NUMBER
        if op in _EQUALITY:
            if node.left.__class__ is t.Name and _same(node.left, node.right):
                b.report(p.ComparedWithItself(b.span(node)))
            return BOOL
        if op not in ("&&", "||", "&", "|"):
            return BOOL
    if left is NOTHING or right is NOTHING:
        wrong, got = (node.left, left) if left is NOTHING else (node.right, right)
        b.accepts(wrong, got, NUMBER, "This")
        return BROKEN
    if op in _ARITHMETIC:
        return _check_arithmetic(b, node, left, right)
    if op in _EQUALITY:
        check_equality(b, node, left, right)
    elif op in ("&&", "||", "&", "|"):
        for side, got in ((node.left, left), (node.right, right)):
            if got is not BOOL and got is not BROKEN and got is not ANY:
                b.report(p.WrongOperand(b.span(side), op, str(got), "bool"))
    else:
        _check_comparison(b, node, left, right)
    return BOOL


def _check_arithmetic(b: Body, node: t.Binary, left: Type, right: Type) -> Type:
    op = node.op
    if op == "+" and (left is TEXT or right is TEXT):
        return TEXT  # `turn.active() + 1` too: a mistake only where a player is expected
    if _report_turn_as_player(b, node, left, right):
        return BROKEN
    if left is BROKEN or right is BROKEN:
        return BROKEN
    if left is DICE or right is DICE:
        return _check_dice(b, node, left, right)
    if op == "^" and left is BOOL and right is BOOL:
        return BOOL
    fine = (NUMBER, PLAYER, ANY)
    if left not in fine or right not in fine:
        wanted = {"+": "two numbers, or a string and anything", "^": "two numbers or two bools"}.get(op, "two numbers")
        b.report(p.WrongOperands(b.span(node), op, str(left), str(right), wanted))
        return BROKEN
    return PLAYER if left is PLAYER or right is PLAYER else NUMBER


def _check_dice(b: Body, node: t.Binary, left: Type, right: Type) -> Type:
    """Dice with dice or with numbers are dice."""
    fine = (DICE, NUMBER)
    if node.op not in "+-*/" or left not in fine or right not in fine:
        wanted = "dice and whole numbers, with `+`, `-`, `*` or `/`"
        b.report(p.WrongOperands(b.span(node), node.op, str(left), str(right), wanted))
        return BROKEN
    check_whole_beside_dice(b, node.left)
    check_whole_beside_dice(b, node.right)
    return DICE


def check_whole_beside_dice(b: Body, side: t.Expr) -> None:
    if isinstance(side, t.Literal) and isinstance(side.value, float) and side.value != int(side.value):
        b.report(p.WrongDice(b.span(side), "Only whole numbers go together with dice."))


def _report_turn_as_player(b: Body, node: t.Binary, left: Type, right: Type) -> bool:
    """`turn.active()` beside a number, as the thesis writes it where it means the player."""
    for side, got, other in ((node.left, left, right), (node.right, right, left)):
        found = turn_active(side) if got is TEXT and other in _NUMERIC else None
        if found is not None:
            b.report(p.TurnAsPlayer(b.span(found)))
            return True
    return False


def check_equality(b: Body, node: t.Binary, left: Type, right: Type) -> None:
    if left is TEXT and right is TEXT:
        check_compared_names(b, node.left, node.right)
    if left is right or related(left, right) or (left in _NUMERIC and right in _NUMERIC):
        for side, other, got in ((node.left, node.right, right), (node.right, node.left, left)):
            if compares_number(side, other, got, b.game.players[1]):
                b.doubt_wrapping(side)
        if _same(node.left, node.right):
            b.report(p.ComparedWithItself(b.span(node)))
    elif {left, right} == {DICE, NUMBER}:
        b.report(p.NotThrown(b.span(node.left if left is DICE else node.right), f"`{node.op}`", True))
    elif {ClassType, KindType} == {left.__class__, right.__class__}:
        one, kind = (node.left, node.right) if isinstance(right, KindType) else (node.right, node.left)
        b.report(p.ClassForObject(b.span(node), b.span(one), b.span(kind).text, node.op in ("!=", "differ")))
    elif TEXT in (left, right) and isinstance(left if right is TEXT else right, EnumType):
        text, enum = (node.left, right) if left is TEXT else (node.right, left)
        b.report_text(text, enum)  # type: ignore[arg-type]
    elif not _report_turn_as_player(b, node, left, right):
        b.report(p.NeverEqual(b.span(node), str(left), str(right)))


def _same(left: t.Expr, right: t.Expr) -> bool:
    """Whether two expressions plainly read the same thing."""
    if isinstance(left, t.Name) and isinstance(right, t.Name):
        return left.refers is not None and left.refers is right.refers
    if isinstance(left, t.Member) and isinstance(right, t.Member):
        return left.name == right.name and _same(left.value, right.value)
    return False


def _check_comparison(b: Body, node: t.Binary, left: Type, right: Type) -> None:
    fine = (NUMBER, PLAYER, ANY, BROKEN)
    if (left in fine and right in fine) or (left in (TEXT, ANY, BROKEN) and right in (TEXT, ANY, BROKEN)):
        b.doubt_wrapping(node.left)
        b.doubt_wrapping(node.right)
        return
    for side, got, other in ((node.left, left, right), (node.right, right, left)):
        if got is DICE and other in (NUMBER, DICE):
            both = b.span(node.right) if other is DICE else None
            b.report(p.NotThrown(b.span(side), f"`{node.op}`", True, both))
            return
    if not _report_turn_as_player(b, node, left, right):
        b.report(p.WrongOperands(b.span(node), node.op, str(left), str(right), "two numbers or two strings"))


def could_be(got: Type, tested: Type) -> bool:
    """Whether a value of one type may pass `is` another: an empty collection of objects is one of any class."""
    if related(got, tested):
        return True
    within = False
    while isinstance(got, Collection) and isinstance(tested, Collection) and got.shape == tested.shape:
        got, tested, within = got.of, tested.of, True
    return within and isinstance(got, ClassType) and isinstance(tested, ClassType)


def _may_have(b: Body, node: t.TypeTest, got: Type, tested: Type) -> bool:
    """`p is Hero`: whether a player has one."""
    if node.op != "is" or got is not PLAYER or not isinstance(tested, ClassType):
        return False
    class_ = b.class_of(tested)
    return (
        class_.file is not None and class_.kind in ("class", "interactable", "zone") and class_.visibility != "global"
    )


def _of_sort(b: Body, node: t.TypeTest, got: Type) -> Fits | None:
    """The classes that a value may be tested for; None if nothing is known of it."""
    if not isinstance(got, ClassType) and got is not PLAYER:
        return None
    return lambda class_: _may_have(b, node, got, class_.type) or could_be(got, class_.type)


def check_type_test(b: Body, node: t.TypeTest, got: Type) -> Type:
    node.kind = find_kind_variable(b, node.wanted)
    if node.kind is not None and isinstance(node.kind.type, KindType):
        return _check_kind_test(b, node, got, node.kind.type)
    tested = node.tested = b.type_of(node.wanted, _of_sort(b, node, got))
    fine = _may_have(b, node, got, tested) or could_be(got, tested) or (got in _NUMERIC and tested in _NUMERIC)
    if got is NOTHING:
        b.accepts(node.value, got, TEXT, "This")
    elif not fine:
        b.report(p.AlwaysNull(b.span(node), str(got), str(tested)))
    return BOOL if node.op == "is" else tested


def _check_kind_test(b: Body, node: t.TypeTest, got: Type, kind: KindType) -> Type:
    """`x is k`."""
    node.tested = kind.of
    if node.op == "as":
        b.report(p.AsKind(Span(b.file, node.wanted.at, node.wanted.end), b.span(node.wanted).text))
        return BROKEN
    if got not in (BROKEN, ANY) and not (isinstance(got, ClassType) and related(got, kind.of)):
        b.report(p.AlwaysNull(b.span(node), str(got), str(kind.of)))
    return BOOL
