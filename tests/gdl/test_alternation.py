"""Which rulesheets surely ask one seat at a time."""

from __future__ import annotations

import pytest
from test_net import CLASH, ISLANDS
from test_reference import TRIS

from programs.sheets import logic_of
from tgpl.languages.gdl.lower.turn_taking import takes_turns

SEATS = "(place 1) (place 2) (role a) (role b) (role random) (other a b) (other b a) (init (turn a))"
MOVES = "(<= (legal ?r (go ?x)) (true (turn ?r)) (place ?x)) (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))"
CHANGE = "(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))"
AGAIN = """
(<= again (true (hit ?x))) (<= (next (turn ?r)) (true (turn ?r)) again)
(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s) (not again))
"""
THROUGH = """
(<= (can ?r) (mine ?r)) (<= (mine ?r) (true (turn ?r))) (<= (legal ?r (go 1)) (can ?r)) (<= (legal ?r (go 2)) (can ?r))
"""
WORDS = "(init first) (<= (next second) (true first)) (<= (next first) (true second))"


@pytest.mark.parametrize(
    "rules",
    [
        TRIS,
        ISLANDS,
        f"{SEATS} {MOVES} {CHANGE}",
        # the moves hang on it through other relations, and so does whose turn it is
        f"{SEATS} {CHANGE} {THROUGH}",
        f"{SEATS} {MOVES} (<= (next (turn ?s)) (does ?r (go ?x)) (other ?r ?s))",
        # who goes again, and who does not
        f"{SEATS} {MOVES} {AGAIN}",
        f"{SEATS} {MOVES} (<= (next (turn a)) (does a (go 1))) (<= (next (turn b)) (does a (go 2)))",
        f"(role a) (role b) {WORDS} (<= (legal a (go ?x)) (true first) (p ?x)) (<= (legal b (go ?x)) (true second) (p ?x)) (legal b noop)",
        "(role a) (<= (legal a ?x) (p ?x)) (p 1) (p 2)",
    ],
)
def test_seats_that_take_turns(rules: str) -> None:
    assert takes_turns(logic_of(rules))


@pytest.mark.parametrize(
    "rules",
    [
        CLASH,
        f"{SEATS} {MOVES} {CHANGE} (init (turn b))",
        f"{SEATS} {MOVES} {CHANGE} (<= (next (turn a)) (true (rush ?x))) (init (rush 1))",
        f"{SEATS} {MOVES} (<= (next (turn ?r)) (true (turn ?r))) {CHANGE}",
        f"{SEATS} {MOVES} {CHANGE} (<= (legal b pass) (true (tired b))) (init (tired b))",
        f"{SEATS} {MOVES} {CHANGE} (<= (next ?x) (true ?x))",
        f"{SEATS} {MOVES} (<= (next (turn ?s)) (does ?r (go ?x)) (place ?x) (to ?x ?s)) (to 1 a) (to 1 b)",
        f"{SEATS} {MOVES} (<= (next (turn ?r)) (role ?r) (not (true (turn ?r))))",  # chance may have its turn, too
        f"{SEATS} {MOVES} {CHANGE} (<= (legal ?r (hope ?x)) (knows ?r (true (turn ?x))))",
    ],
)
def test_seats_that_may_be_asked_at_once(rules: str) -> None:
    assert not takes_turns(logic_of(rules))
