"""Random rulesheets: the reference evaluator holds what trying everything holds, in every position of a game."""

from __future__ import annotations

import random

import pytest

from herbrand import Epistemic, Herbrand
from programs.sheets import kif, logic_of, sheet
from samples import sample
from tgpl.runtime.datalog import derived_facts
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.text.terms import CHANCE, Logic, Term, number, order_key, relation, spell


@pytest.mark.features("G1", "G4")
@pytest.mark.parametrize("seed", sample(range(30), 10))
def test_everything_that_follows(seed: int) -> None:
    hold_against_trying_everything(sheet(seed), seed)


@pytest.mark.features("G1", "G4")
@pytest.mark.parametrize("seed", sample(range(20), 7))
def test_circles(seed: int) -> None:
    hold_against_trying_everything(sheet(seed, circles=True), seed)


@pytest.mark.features("G1", "G4")
@pytest.mark.parametrize("most", [0, 50])
@pytest.mark.parametrize("seed", sample(range(20), 7))
def test_what_is_worked_out_where_it_is_asked_for(seed: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that can be is asked, or what makes more than a little work; what holds is the same."""
    monkeypatch.setattr(derived_facts, "LARGE", most)
    monkeypatch.setattr(derived_facts, "LARGE_ALWAYS", most)
    reasoner = hold_against_trying_everything(sheet(seed, circles=True), seed)
    assert reasoner.plan.on_demand


def hold_against_trying_everything(logic: Logic, seed: int) -> Reasoner:
    brute, reasoner = Herbrand(logic), Reasoner(logic)
    rng = random.Random(seed)
    names = [*logic.roles, *([CHANCE] if logic.random else [])]
    text = reasoner.begin()
    begun = sorted((atom[1] for atom in brute.model(set()) if atom[0] == "init"), key=order_key)
    assert text == " ".join(map(spell, begun))
    for _ in range(3):
        facts: set[Term] = {("true", fact) for fact in reasoner.facts(text)}
        holds = brute.model(facts)
        assert reasoner.over(text) == ("terminal" in holds)
        legal = [sorted((a[2] for a in holds if a[:2] == ("legal", name)), key=order_key) for name in names]
        assert [list(reasoner.moves(text, role)) for role in range(len(names))] == legal
        for role, name in enumerate(names):
            goals = [number(atom[2]) or 0 for atom in holds if atom[:2] == ("goal", name)]
            assert reasoner.goal(text, role) == max(goals, default=0)
        chosen = tuple(rng.randrange(len(own)) for own in legal)
        does: set[Term] = {("does", name, own[at]) for name, own, at in zip(names, legal, chosen, strict=True)}
        behind = brute.model(facts | does)
        for role, name in enumerate(names):
            seen = sorted((atom[2] for atom in behind if atom[:2] == ("sees", name)), key=order_key)
            assert list(reasoner.seen(text, chosen, role)) == seen
        text = reasoner.next(text, chosen)
        assert text == " ".join(map(spell, sorted((a[1] for a in behind if a[0] == "next"), key=order_key)))
    return reasoner


def test_sheets_are_always_the_same_and_never_alike() -> None:
    assert sheet(3) == sheet(3) != sheet(4)
    assert logic_of(kif(sheet(5))) == sheet(5)


def test_sheets_say_everything() -> None:
    text = "".join(kif(sheet(seed)) for seed in range(60))
    words = [
        "(or ",
        "(and ",
        "(not ",
        "(distinct ",
        "(not (distinct",
        "(not (or",
        "(not (and",
        "(s ?n",
        "(true ?f",
        "?m1)",
        "(legal",
    ]
    assert [word for word in words if word not in text] == []


@pytest.mark.features("G5")
def test_everything_that_is_known() -> None:
    for seed in (0, 12, 19):  # few ways through the first steps
        logic = sheet(seed, sees=True, knows=True)
        brute, reasoner = Epistemic(logic), Reasoner(logic)
        texts = [reasoner.begin()]
        for _ in range(3):
            for text, model in zip(texts, brute.models(), strict=True):
                here = reasoner.derived_facts(text)
                for about in reasoner.plan.steps:
                    mine = {(about[0], *row) if row else about[0] for row in here.rows(about)}
                    assert mine == {atom for atom in model if relation(atom) == about}, (seed, about, text)
            behind = brute.go_on()
            texts = [reasoner.next(texts[at], moves) for at, moves in behind]
            if len(texts) > 40:
                break
