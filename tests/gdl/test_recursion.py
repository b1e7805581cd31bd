"""Relations that lean on each other, in every place of a sheet: compiled rules and nets say what the reference says.

Some of them are read only by their own circle (`odd` below), some are the words of the game itself (`next`, `legal`, …).
"""

from __future__ import annotations

import pytest

from evaluators import Mind, differences, ways
from programs.sheets import logic_of

WALK = """
(role me) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (next (at ?x)) (does me (to ?x))) (<= terminal (true (at 5))) (goal me 30)
"""
CIRCLES = {
    "read only inside": """
(<= (even ?x) (true (at ?x))) (<= (even ?x) (odd ?y) (succ ?y ?x)) (<= (odd ?x) (even ?y) (succ ?y ?x))
(<= (legal me (to ?x)) (even ?x)) (<= (legal me (to ?x)) (true (at ?y)) (succ ?y ?x))
""",
    "three, always the same": """
(<= (near ?x) (step ?y ?x)) (near 1) (<= (step ?x ?y) (far ?x) (succ ?x ?y)) (<= (far ?x) (near ?x) (distinct ?x 4))
(<= (legal me (to ?x)) (near ?x))
""",
    "nothing to begin with": """
(<= (left ?x) (right ?x)) (<= (right ?x) (left ?x)) (<= (legal me (to ?y)) (succ ?x ?y) (not (left ?x)))
""",
    "terms": """
(<= (held (box ?x)) (true (at ?x))) (<= (held ?x) (lies ?y ?x))
(<= (lies ?x (box ?y)) (held ?x) (true (at ?z)) (succ ?z ?y)) (<= (legal me (to ?x)) (held (box ?x)))
""",
    "negations inside": """
(<= (good ?x) (succ ?x ?y) (not (bad ?y))) (<= (bad ?x) (poor ?x)) (<= (poor ?x) (succ ?x ?y) (good ?x) (not (good ?y)))
(<= (legal me (to ?x)) (good ?x)) (<= (legal me (to ?x)) (true (at ?y)) (succ ?y ?x))
""",
    "legal": """
(<= (legal me (to ?x)) (true (at ?x))) (<= (legal me (to ?y)) (legal me (to ?x)) (succ ?x ?y))
""",
    "legal through another": """
(<= (legal me (to ?x)) (true (at ?x))) (<= (legal me (to ?y)) (may ?x) (succ ?x ?y))
(<= (may ?x) (legal me (to ?x)) (distinct ?x 4)) (<= (legal me (to 5)) (true (at 4)))
""",
    "next": """
(<= (legal me (to ?y)) (true (at ?x)) (succ ?x ?y)) (<= (next (trail ?x)) (does me (to ?x)))
(<= (next (trail ?x)) (next (trail ?y)) (succ ?x ?y) (not (true (trail ?x)))) (<= (goal me 40) (true (trail 0)))
""",
    "init": """
(<= (init (mark ?y)) (first ?x) (succ ?x ?y)) (<= (first ?x) (init (mark ?x)) (distinct ?x 3)) (init (mark 1))
(<= (legal me (to ?x)) (true (mark ?x))) (<= (next (mark ?x)) (true (mark ?y)) (succ ?y ?x)) (legal me (to 5))
""",
    "goal": """
(<= (goal me ?x) (true (at ?x))) (<= (goal me ?y) (goal me ?x) (succ ?x ?y) (distinct ?x 3))
(<= (legal me (to ?y)) (succ ?x ?y))
""",
    "terminal": """
(<= terminal closed) (<= closed terminal) (<= closed (true (at 3))) (<= (legal me (to ?y)) (true (at ?x)) (succ ?x ?y))
""",
    "sees": """
(<= (sees me ?x) (does me (to ?x))) (<= (sees me ?y) (sees me ?x) (succ ?x ?y)) (<= (legal me (to ?y)) (succ ?x ?y))
""",
}


@pytest.mark.features("G1", "G4")
@pytest.mark.parametrize("name", CIRCLES)
def test_circles_say_what_the_reference_says(name: str) -> None:
    logic = logic_of(WALK + CIRCLES[name])
    for text in ways(logic).values():
        mind = Mind(text, ())
        assert differences(logic, mind, games=10) == []
        mind.close()
