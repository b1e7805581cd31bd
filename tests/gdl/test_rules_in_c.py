"""Rulesheets as loops in C, for those too large to list all their atoms: they say what the reference says."""

from __future__ import annotations

import pytest
from test_net import CLASH, ISLANDS
from test_reference import TRIS

from evaluators import Mind, differences
from odd_sheets import GROWING, STRANGERS
from programs.sheets import logic_of, sheet
from samples import sample
from tgpl.gdl.joins.c_text import rules_text
from tgpl.gdl.joins.clauses import TooMuch
from tgpl.native.toolchain import compiler

pytestmark = pytest.mark.skipif(compiler() is None, reason="needs a C compiler")
STRICT = ("-O1", "-Wall", "-Wextra", "-Werror")

# A circle between the relations' names, though no ground atom leans on its own negation.
PARITY = """
(role me) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (even 0)) (<= (even ?x) (succ ?y ?x) (not (even ?y)))
(<= (wins ?x) (succ ?x ?y) (true (at ?z)) (not (wins ?y)) (not (blocked ?y)))
(<= (blocked ?x) (true (at ?x)) (even ?x))
(<= (legal me (to ?x)) (even ?x)) (<= (legal me (win ?x)) (wins ?x)) (legal me rest)
(<= (next (at ?x)) (does me (to ?x))) (<= (next (at ?x)) (does me (win ?x)))
(<= (next (at ?y)) (does me rest) (true (at ?x)) (succ ?x ?y))
(<= terminal (true (at 5))) (<= (goal me 40) (wins 3))
"""
# What a variable is only shows as the game runs: facts, moves and percepts of every shape at once.
SHAPES = """
(role me) (init day) (init (f a)) (init (f (g b))) (init (h 1 2)) (init (h 2 (g 1)))
(<= (next ?x) (true ?x) (not (dropped ?x))) (<= (dropped ?x) (does me (drop ?x)))
(<= (legal me (drop ?x)) (true ?x)) (<= (legal me ?x) (true ?x)) (<= (legal me (swap ?x ?y)) (true (h ?x ?y)))
(<= (next (h ?y ?x)) (does me (swap ?x ?y))) (<= (next night) (does me day))
(<= (sees me ?x) (does me ?x)) (<= (sees me (again ?x)) (next ?x) (legal me ?x) (not (distinct ?x ?x)))
(<= terminal (not any)) (<= any (true ?x) (distinct ?x night)) (<= (goal me 7) (true (f ?x)) (not (true day)))
"""
MANY_LOOPS = """
(d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9) (d 10) (<= (e ?a ?b ?c ?d) (d ?a) (d ?b) (d ?c) (d ?d))
(<= terminal (true x) (e ?a ?b ?c ?d) (e ?e ?f ?g ?h) (e ?h ?i ?j ?k) (not (e ?a ?b ?c ?k)))
"""
SHEETS = {
    "tris": TRIS, "islands": ISLANDS, "clash": CLASH, "growing": GROWING, "parity": PARITY, "shapes": SHAPES,
    "strangers": STRANGERS,
}  # fmt: skip


@pytest.mark.features("G1", "G4")
@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("flags", [STRICT, ()], ids=["cc", "tcc"])
def test_loops_say_what_the_reference_says(name: str, flags: tuple[str, ...]) -> None:
    logic = logic_of(SHEETS[name])
    mind = Mind(rules_text(logic), flags)
    assert differences(logic, mind, games=40) == []
    mind.close()


@pytest.mark.features("G1", "G4")
@pytest.mark.parametrize("seed", sample(range(40), 12))
@pytest.mark.parametrize("circles", [False, True], ids=["plain", "circles"])
def test_random_sheets(seed: int, circles: bool) -> None:
    logic = sheet(seed, circles=circles)
    mind = Mind(rules_text(logic), ())
    assert differences(logic, mind, games=8, seed=seed) == []
    mind.close()


def test_the_same_sheet_gives_the_same_loops() -> None:
    assert rules_text(logic_of(GROWING)) == rules_text(logic_of(GROWING))


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ("(<= p (true x) (not q)) (<= q (true x) (not p)) (<= terminal p)", -2),
        ("(<= (n z) (true x)) (<= (n (s ?x)) (n ?x)) (<= terminal (n (s (s z))))", -1),
        (MANY_LOOPS, -1),
    ],
)
def test_what_is_too_much_is_said(rules: str, error: int) -> None:
    mind = Mind(rules_text(logic_of(f"(role me) (init x) (legal me go) {rules}")), STRICT)
    mind.of(mind.begin())
    with pytest.raises(AssertionError, match=f"over says {error}"):
        mind.over()
    assert mind.moves(0) == ("go",)
    mind.close()


def test_a_line_of_rules_that_the_stack_could_not_bear_is_refused() -> None:
    line = " ".join(f"(<= p{at + 1} (not p{at}))" for at in range(25_001))
    with pytest.raises(TooMuch):
        rules_text(logic_of(f"(role me) (init x) (legal me go) (<= p0 (true x)) (<= terminal p25001) {line}"))
