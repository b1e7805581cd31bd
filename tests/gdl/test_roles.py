"""Questions about roles and moves that there are not: every evaluator answers, and all answer the same."""

from __future__ import annotations

import ctypes
from itertools import product

import pytest

from evaluators import Mind, ways
from programs.sheets import logic_of
from tgpl.apps.sheet_evaluator import HybridReasoner
from tgpl.runtime.datalog.reasoner import Reasoner

# Everybody sees and has goals, also chance.
SHEET = """(role ann) (role bob) (role random) (init (step 0)) (succ 0 1) (succ 1 2)
(<= (legal ?who (say ?n)) (role ?who) (succ ?m ?n)) (<= (sees ?who (told ?n)) (role ?who) (does ann (say ?n)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= terminal (true (step 2)))
(<= (goal ?who 40) (role ?who)) (goal ann 70)"""
KNOWING = SHEET + "(<= (goal bob 90) (knows bob (true (step 1))))"
NOBODY = (-(2**31), -64, -3, -2, -1, 3, 4, 63, 64, 65, 1000, 2**31 - 1)
CHANCE = 2


@pytest.mark.features("G6")
@pytest.mark.parametrize("flags", [("-O1", "-Wall", "-Wextra", "-Werror"), ()], ids=["cc", "tcc"])
@pytest.mark.parametrize(("sheet", "name"), [(SHEET, "net"), (SHEET, "rules"), (KNOWING, "table")])
def test_roles_that_there_are_not(sheet: str, name: str, flags: tuple[str, ...]) -> None:
    rules = logic_of(sheet)
    mind, plain, joint = Mind(ways(rules)[name], flags), Reasoner(rules), (0, 1, 0)
    text, state = plain.begin(), mind.begin()
    for _ in range(2):
        mind.of(state)
        for role in (*NOBODY, *range(3)):
            assert mind.moves(role) == tuple(f"say({move[1]})" for move in plain.moves(text, role))
            assert mind.asks(role) == plain.asks(text, role) == (role in range(3))
            assert mind.goal(role) == plain.goal(text, role)
            assert mind.seen(joint, role) == " ".join(f"told({seen[1]})" for seen in plain.seen(text, joint, role))
        assert (mind.goal(0), mind.goal(CHANCE), mind.seen(joint, CHANCE)) == (70, 40, "told(1)")
        text, state = plain.next(text, joint), mind.next(joint)
    mind.close()


@pytest.mark.features("G6")
@pytest.mark.parametrize(("sheet", "name"), [(SHEET, "net"), (SHEET, "rules"), (KNOWING, "table")])
def test_moves_that_there_are_not(sheet: str, name: str) -> None:
    mind = Mind(ways(logic_of(sheet))[name])
    mind.of(mind.begin())
    for role, number in product((*NOBODY, *range(3)), NOBODY):
        assert mind._text("label", role, number) == ""
    for number in NOBODY:  # whoever makes no move makes none, where the evaluator knows what follows
        answer = mind._functions["next"](mind._mind, _numbers(number), mind._room)
        assert (answer > 0) == (name != "table")
    mind.close()


def test_compiled_rules_that_are_asked_beside() -> None:
    rules = logic_of(SHEET)
    quick, plain = HybridReasoner(rules), Reasoner(rules)
    quick.compile()
    text = quick.begin()
    assert quick._sheet is not None
    for role in (*NOBODY, *range(3)):
        assert quick.goal(text, role) == plain.goal(text, role)
        assert quick.moves(text, role) == plain.moves(text, role)


def _numbers(number: int) -> object:
    return (ctypes.c_int32 * 3)(0, number, 0)
