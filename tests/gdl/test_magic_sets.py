"""Relations that are too large to be worked out whole are worked out where they are asked for; so such sheets are played without a compiler."""

from __future__ import annotations

import pytest

from evaluators import Mind, differences
from programs.sheets import logic_of
from tgpl.compile import compile_rules
from tgpl.gdl.joins.c_text import rules_text
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.runtime.errors import RuleError
from tgpl.text.files import Texts

SIZE = 12
LINES = " ".join(f"(line {at})" for at in range(1, SIZE + 1))
CHAIN = " ".join(f"(succ {at} {at + 1})" for at in range(SIZE))
# A rook that may not step where an enemy would take it: the threat is asked for one cell, with one man taken away
# and one cell left empty. Worked out whole it has a row for any six numbers.
ROOKS = f"""
(role white) (role black) {LINES} {CHAIN}
(init (at 2 2 white)) (init (at 5 5 white)) (init (at 9 2 black)) (init (at 7 7 black)) (init (turn white)) (init (step 0))
(other white black) (other black white)
(<= (man ?x ?y) (true (at ?x ?y ?r)))
(<= (open ?x ?y ?gx ?gy) (line ?x) (line ?y) (line ?gx) (line ?gy) (not (man ?x ?y)))
(<= (open ?x ?y ?x ?y) (line ?x) (line ?y))
(<= (beside ?x ?y ?u ?y) (succ ?x ?u) (line ?y) (line ?x)) (<= (beside ?x ?y ?u ?y) (succ ?u ?x) (line ?y) (line ?u))
(<= (beside ?x ?y ?x ?v) (succ ?y ?v) (line ?x) (line ?y)) (<= (beside ?x ?y ?x ?v) (succ ?v ?y) (line ?x) (line ?v))
(<= (reaches ?x ?y ?u ?v ?gx ?gy) (beside ?x ?y ?u ?v) (line ?gx) (line ?gy))
(<= (reaches ?x ?y ?x ?w ?gx ?gy) (reaches ?x ?y ?x ?v ?gx ?gy) (open ?x ?v ?gx ?gy) (beside ?x ?v ?x ?w))
(<= (reaches ?x ?y ?w ?y ?gx ?gy) (reaches ?x ?y ?u ?y ?gx ?gy) (open ?u ?y ?gx ?gy) (beside ?u ?y ?w ?y))
(<= (threatened ?r ?x ?y ?cx ?cy ?gx ?gy)
    (other ?r ?o) (true (at ?u ?v ?o)) (line ?cx) (line ?cy) (different ?u ?v ?cx ?cy) (reaches ?u ?v ?x ?y ?gx ?gy))
(<= (different ?x ?y ?u ?v) (line ?x) (line ?y) (line ?u) (line ?v) (distinct ?x ?u))
(<= (different ?x ?y ?u ?v) (line ?x) (line ?y) (line ?u) (line ?v) (distinct ?y ?v))
(<= (legal ?r (go ?x ?y ?u ?v)) (true (turn ?r)) (true (at ?x ?y ?r)) (beside ?x ?y ?u ?v) (not (true (at ?u ?v ?r)))
    (not (threatened ?r ?u ?v ?u ?v ?x ?y)))
(<= (legal ?r pass) (true (turn ?r))) (<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (at ?u ?v ?r)) (does ?r (go ?x ?y ?u ?v)))
(<= (next (at ?x ?y ?r)) (true (at ?x ?y ?r)) (not (left ?x ?y)))
(<= (left ?x ?y) (does ?r (go ?x ?y ?u ?v))) (<= (left ?u ?v) (does ?r (go ?x ?y ?u ?v)))
(<= (next (turn ?o)) (true (turn ?r)) (other ?r ?o))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= terminal (true (step 10)))
(<= (goal ?r 60) (role ?r) (true (at ?x ?y ?r)))
"""
# Sums over a long chain, always asked for two known numbers.
SUMS = f"""
(role me) (init (total 1)) {" ".join(f"(after {at} {at + 1})" for at in range(700))} (<= (number ?x) (after ?x ?y))
(<= (sum ?x 0 ?x) (number ?x)) (<= (sum ?x ?z ?w) (after ?y ?z) (sum ?x ?y ?v) (after ?v ?w))
(coin 1) (coin 5) (coin 20) (<= (legal me (add ?c)) (coin ?c))
(<= (next (total ?w)) (does me (add ?c)) (true (total ?x)) (sum ?x ?c ?w))
(<= (over ?x) (true (total ?x)) (sum ?y 30 ?x)) (<= terminal (over ?x)) (<= (goal me 50) (true (total ?x)))
"""


@pytest.mark.features("G1", "G4")
@pytest.mark.parametrize(("text", "asked"), [(ROOKS, ("threatened", 7)), (SUMS, ("sum", 3))], ids=["rooks", "sums"])
def test_what_is_only_asked_for_known_values_is_not_worked_out_whole(text: str, asked: tuple[str, int]) -> None:
    logic = logic_of(text)
    reasoner = Reasoner(logic)
    position = reasoner.begin()
    for _ in range(3):
        moves = [reasoner.moves(position, role) for role in range(len(logic.roles))]
        position = reasoner.next(position, tuple(len(own) - 1 for own in moves))
        reasoner.over(position)
    assert asked in reasoner.plan.on_demand
    mind = Mind(rules_text(logic), ())
    assert differences(logic, mind, games=2, longest=6) == []
    mind.close()


@pytest.mark.features("G1")
def test_literals_are_looked_at_in_the_order_of_what_is_there() -> None:
    """Worked out in the order of their open variables, these would go through all pairs of pairs."""
    numbers = " ".join(f"(n {at})" for at in range(60))
    text = f"""(role me) {numbers} (init (man 3 4)) (legal me go) (<= (pair ?x ?y) (n ?x) (n ?y))
    (<= (next (man ?x ?y)) (pair ?u ?v) (pair ?x ?y) (true (man ?x ?y)) (true (man ?u ?v)))
    (<= terminal (true (man 9 9))) (goal me 1)"""
    reasoner = Reasoner(logic_of(text))
    position = reasoner.begin()
    assert reasoner.next(position, (0,)) == position
    assert reasoner.budget.most - reasoner.budget.left < 200_000


@pytest.mark.features("G1")
def test_what_has_no_end_is_still_an_error() -> None:
    """Asked with known values it would come to an end; but the relation has none, and compiled rules list it whole."""
    logic = logic_of("(role me) (init x) (legal me go) (n z) (<= (n (s ?x)) (n ?x)) (<= terminal (n (s (s z))))")
    reasoner = Reasoner(logic)
    with pytest.raises(RuleError) as caught:
        reasoner.over(reasoner.begin())
    assert caught.value.code == "R715" and caught.value.about == ("n", 1)


@pytest.mark.features("G1")
@pytest.mark.parametrize(
    ("rules", "code", "line"),
    [
        (
            "(p 1)\n(<= (p ?a ?b ?c ?d ?e) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))\n(<= terminal (p ?x ?y ?z ?u ?v))",
            "R715",
            3,
        ),
        ("(<= (q ?a) (n ?a) (not (r ?a)))\n(<= (r ?a) (n ?a) (not (q ?a)))\n(<= terminal (q 3))", "R716", 2),
    ],
)
def test_what_breaks_stands_at_the_relation(rules: str, code: str, line: int) -> None:
    numbers = " ".join(f"(n {at})" for at in range(40))
    text = f"(role me) (init x) (legal me go) (goal me 0) (next x) {numbers}\n{rules}\n"
    state = compile_rules(Texts("a.kif", {"a.kif": text})).game().start(seed=1)
    assert state.error is not None and state.error.code == code
    assert state.error.place is not None and (state.error.place.file, state.error.place.line) == ("a.kif", line)


@pytest.mark.features("G1")
def test_what_only_passes_large_relations_on_is_asked_too() -> None:
    """`some` has nothing that would bind what it asks of `nine`: worked out whole it would need all of it."""
    numbers = " ".join(f"(n {at})" for at in range(9))
    rest = "?b ?c ?d ?e ?f ?g ?h ?i"
    text = f"""(role me) {numbers} (init (row 1 2 3 4 5 6 7 8 0)) (legal me go) (<= (next ?x) (true ?x)) (goal me 10)
    (<= (nine ?a {rest}) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f) (n ?g) (n ?h) (n ?i) (distinct ?a ?b))
    (<= (some ?a {rest}) (nine ?a {rest})) (<= (some ?a {rest}) (nine ?b ?a ?c ?d ?e ?f ?g ?h ?i))
    (<= (full ?a {rest}) (some ?a {rest}))
    (<= terminal (true (row ?a {rest})) (full ?a {rest}))"""
    reasoner = Reasoner(logic_of(text))
    assert reasoner.over(reasoner.begin())
    assert {("nine", 9), ("some", 9), ("full", 9)} == set(reasoner.plan.on_demand)
