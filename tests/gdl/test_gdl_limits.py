"""Rulesheets that do not come to an end, or contradict themselves: an error that says so, soon."""

from __future__ import annotations

import pytest

from processor import processor_time
from programs.sheets import logic_of
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.runtime.errors import RuleError

MANY = " ".join(f"(n {value})" for value in range(40))

ENDLESS = [
    ("(n z) (<= (n (s ?x)) (n ?x)) (<= terminal (n ?x))", "R715"),
    ("(n z) (<= (n (s ?x ?y)) (n ?x) (n ?y)) (<= terminal (n ?x))", "R715"),
    (f"{MANY} (<= terminal (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f) (distinct ?f ?f))", "R715"),
    (f"{MANY} (<= (t ?a ?b ?c ?d ?e) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e)) (<= terminal (t ?x ?x ?x ?x ?x))", "R715"),
    ("(n a) (<= p (n ?x) (not q)) (<= q (n ?x) (not p)) (<= terminal p)", "R716"),
    ("(n a) (<= (p ?x) (n ?x) (not (p ?x))) (<= terminal (p ?x))", "R716"),
    (f"(<= terminal {'(or a b c d) ' * 9})", "R713"),
]


@pytest.mark.features("G1")
@pytest.mark.parametrize(("text", "code"), ENDLESS)
def test_what_has_no_end_is_stopped(text: str, code: str) -> None:
    with processor_time(120), pytest.raises(RuleError) as caught:
        Reasoner(logic_of(f"(role r) {text}")).over("")
    assert caught.value.code == code


@pytest.mark.features("G1")
def test_facts_that_grow_with_every_step_are_stopped() -> None:
    sheet = Reasoner(logic_of("(role r) (init (f a)) (<= (next (f ?x)) (true ?x)) (legal r go)"))
    text = sheet.begin()
    with pytest.raises(RuleError) as caught:
        for _ in range(1000):
            text = sheet.next(text, (0,))
    assert caught.value.code == "R715"
    assert len(text) < 1000


@pytest.mark.features("G1")
def test_facts_that_double_with_every_step_are_stopped() -> None:
    sheet = Reasoner(logic_of("(role r) (init (f a b)) (<= (next (f ?x ?x)) (true ?x)) (legal r go)"))
    text = sheet.begin()
    with pytest.raises(RuleError) as caught:
        for _ in range(1000):
            text = sheet.next(text, (0,))
    assert caught.value.code in ("R713", "R715")
