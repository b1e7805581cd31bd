"""The reference evaluator: small sheets with known answers."""

from __future__ import annotations

import pytest

from programs.sheets import logic_of
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.text.terms import spell

TRIS = """
(role x) (role o) (init (control x)) (init (cell 1 1 b)) (init (cell 1 2 b)) (init (cell 1 3 b))
(init (cell 2 1 b)) (init (cell 2 2 b)) (init (cell 2 3 b)) (init (cell 3 1 b)) (init (cell 3 2 b)) (init (cell 3 3 b))
(<= (next (cell ?m ?n ?p)) (does ?p (mark ?m ?n)) (true (cell ?m ?n b)))
(<= (next (cell ?m ?n ?w)) (distinct ?w b) (true (cell ?m ?n ?w)))
(<= (next (cell ?m ?n b)) (or (distinct ?m ?j) (distinct ?n ?k)) (does ?w (mark ?j ?k)) (true (cell ?m ?n b)))
(<= (next (control ?other)) (not (true (control ?other))) (role ?other))
(<= (row ?x) (true (cell ?m 1 ?x)) (true (cell ?m 2 ?x)) (true (cell ?m 3 ?x)))
(<= (column ?x) (true (cell 1 ?n ?x)) (true (cell 2 ?n ?x)) (true (cell 3 ?n ?x)))
(<= (diagonal ?x) (true (cell 1 1 ?x)) (true (cell 2 2 ?x)) (true (cell 3 3 ?x)))
(<= (diagonal ?x) (true (cell 1 3 ?x)) (true (cell 2 2 ?x)) (true (cell 3 1 ?x)))
(<= (line ?x) (row ?x)) (<= (line ?x) (column ?x)) (<= (line ?x) (diagonal ?x))
(<= open (true (cell ?m ?n b)))
(<= (legal ?w (mark ?x ?y)) (true (cell ?x ?y b)) (true (control ?w)))
(<= (legal ?w noop) (not (true (control ?w))) (role ?w))
(<= (goal ?w 100) (line ?w) (role ?w))
(<= (goal ?w 50) (role ?w) (not (line x)) (not (line o)) (not open))
(<= (goal ?w 0) (role ?w) (role ?other) (line ?other) (distinct ?w ?other))
(<= terminal (role ?w) (line ?w)) (<= terminal (not open))
"""


@pytest.mark.features("G1")
def test_tris_from_the_first_to_the_last_move() -> None:
    sheet = Reasoner(logic_of(TRIS))
    text = sheet.begin()
    assert text.startswith("(cell 1 1 b) (cell 1 2 b)") and text.endswith("(control x)")
    assert [spell(move) for move in sheet.moves(text, 0)][:2] == ["(mark 1 1)", "(mark 1 2)"]
    assert sheet.moves(text, 1) == ("noop",)
    assert (sheet.asks(text, 0), sheet.asks(text, 1)) == (True, False)
    for number in (0, 0, 0, 0, 0, 0):  # x and o fill the first two columns from above: x 1 1, o 1 2, …
        assert not sheet.over(text)
        mover = 0 if len(sheet.moves(text, 0)) > 1 else 1
        text = sheet.next(text, (number, 0) if mover == 0 else (0, number))
    assert sheet.moves(text, 0) == (("mark", "3", "1"), ("mark", "3", "2"), ("mark", "3", "3"))
    text = sheet.next(text, (0, 0))
    assert sheet.over(text)
    assert (sheet.goal(text, 0), sheet.goal(text, 1)) == (100, 0)
    assert sheet.facts(text)[:3] == (("cell", "1", "1", "x"), ("cell", "1", "2", "o"), ("cell", "1", "3", "x"))


def count(sheet: Reasoner, text: str, depth: int) -> int:
    if depth == 0 or sheet.over(text):
        return 1
    mover = 0 if len(sheet.moves(text, 0)) > 1 or ("control", "x") in sheet.facts(text) else 1
    return sum(
        count(sheet, sheet.next(text, (at, 0) if mover == 0 else (0, at)), depth - 1)
        for at in range(len(sheet.moves(text, mover)))
    )


@pytest.mark.features("G1")
def test_tris_has_as_many_games_as_everywhere() -> None:
    sheet = Reasoner(logic_of(TRIS))
    assert [count(sheet, sheet.begin(), depth) for depth in range(4)] == [1, 9, 72, 504]
