"""What seats see (GDL-II) and know (GDL-III), in games small enough to think through."""

from __future__ import annotations

import pytest

from programs.sheets import logic_of
from tgpl.gdl.automaton import automaton_text
from tgpl.runtime.datalog import possible_worlds
from tgpl.runtime.datalog.possible_worlds import split_position
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.runtime.errors import RuleError

# A coin falls; `a` may look at it, which `b` does not see; then both bet.
COIN = """
(role a) (role b) (role random) (init toss)
(<= (legal random (fall heads)) (true toss)) (<= (legal random (fall tails)) (true toss)) (<= (legal random nothing) (not (true toss)))
(<= (legal a look) (true fallen)) (<= (legal a rest) (true fallen)) (<= (legal a nothing) (not (true fallen)))
(legal b nothing)
(<= (next (coin ?s)) (does random (fall ?s))) (<= (next (coin ?s)) (true (coin ?s)))
(<= (next fallen) (true toss)) (<= (next looked) (true fallen)) (<= (next looked) (true looked))
(<= (sees a (coin ?s)) (does a look) (true (coin ?s)))
(side heads) (side tails)
(<= (tells ?r ?s) (role ?r) (side ?s) (knows ?r (true (coin ?s))))
(<= (informed ?r) (tells ?r ?s))
(<= bSuspects (side ?s) (knows b (informed a)))
(<= (public ?f) (true ?f) (knows (true ?f)))
(<= aSees (true looked) (knows a (informed a)))
(<= nested (knows b (knows a (true looked))))
(<= blind (knows b (not (informed b))))
(<= terminal (true looked))
(<= (goal ?r 100) (informed ?r))
(<= (goal ?r 3) (role ?r) (not (informed ?r)))
"""


def coin(look: bool, side: int) -> tuple[Reasoner, str]:
    sheet = Reasoner(logic_of(COIN))
    text = sheet.next(sheet.begin(), (0, 0, side))
    moves = sheet.moves(text, 0)
    return sheet, sheet.next(text, (moves.index("look" if look else "rest"), 0, 0))


@pytest.mark.features("G5")
def test_who_looked_knows_and_who_did_not_does_not() -> None:
    for side, name in enumerate(["heads", "tails"]):
        sheet, text = coin(True, side)
        here = sheet.derived_facts(text)
        assert here.holds(("tells", "a", name)) and not here.holds(("informed", "b"))
        assert (sheet.goal(text, 0), sheet.goal(text, 1)) == (100, 3)
        sheet, text = coin(False, side)
        assert (sheet.goal(text, 0), sheet.goal(text, 1)) == (3, 3)


@pytest.mark.features("G5")
def test_knowledge_of_knowledge_and_common_knowledge() -> None:
    sheet, text = coin(True, 0)
    here = sheet.derived_facts(text)
    assert here.holds("aSees")
    assert not here.holds("bSuspects")  # `a` may have rested
    assert here.holds("nested") and here.holds("blind")
    assert [row[0] for row in here.rows(("public", 1))] == ["looked"]


@pytest.mark.features("G5")
def test_a_position_carries_its_place_among_the_worlds() -> None:
    sheet = Reasoner(logic_of(COIN))
    text = sheet.begin()
    assert text == "toss ; 0 0 0"
    heads, tails = sheet.next(text, (0, 0, 0)), sheet.next(text, (0, 0, 1))
    assert heads == "fallen (coin heads) ; 1 0 0" and tails == "fallen (coin tails) ; 1 0 0"
    assert sheet.facts(heads) == ("fallen", ("coin", "heads"))
    ends = [sheet.next(fallen, (move, 0, 0)) for fallen in (heads, tails) for move in (0, 1)]
    assert [end.split(" ; ")[1] for end in ends] == ["2 0 0", "2 1 0", "2 2 0", "2 1 0"]
    fresh = Reasoner(logic_of(COIN))  # another one that never saw how the game came here
    assert [fresh.goal(end, 0) for end in ends] == [100, 3, 100, 3]


@pytest.mark.features("G4")
def test_percepts_follow_from_position_and_moves() -> None:
    sheet = Reasoner(logic_of(COIN))
    text = sheet.next(sheet.begin(), (0, 0, 1))
    assert sheet.moves(text, 0) == ("look", "rest") and sheet.moves(text, 2) == ("nothing",)
    assert sheet.seen(text, (0, 0, 0), 0) == (("coin", "tails"),)
    assert sheet.seen(text, (1, 0, 0), 0) == sheet.seen(text, (0, 0, 0), 1) == ()


@pytest.mark.features("G5")
def test_where_all_see_everything_knowing_is_holding() -> None:
    sheet = Reasoner(
        logic_of(
            "(role a) (init p) (legal a go) (<= q (knows a (true p))) (<= (next r) (knows q)) (<= terminal (knows nobody q))"
        )
    )
    assert sheet.begin() == "p" and sheet.next("p", (0,)) == "r" and sheet.next("r", (0,)) == ""


# Children with mud on their foreheads: each sees the others', and says every round whether they know of their own.
CHILDREN = """
(role x) (role y) (role z) (role random) (init start)
(child x) (child y) (child z)
(muddy 1 0 0) (muddy 0 1 0) (muddy 0 0 1) (muddy 1 1 0) (muddy 1 0 1) (muddy 0 1 1) (muddy 1 1 1)
(<= (legal random (paint ?a ?b ?c)) (true start) (muddy ?a ?b ?c)) (<= (legal random nothing) (not (true start)))
(<= (legal ?r nothing) (child ?r) (true start))
(<= (legal ?r yes) (child ?r) (not (true start)) (sure ?r))
(<= (legal ?r no) (child ?r) (not (true start)) (not (sure ?r)))
(<= (next (mud x ?a)) (does random (paint ?a ?b ?c))) (<= (next (mud y ?b)) (does random (paint ?a ?b ?c))) (<= (next (mud z ?c)) (does random (paint ?a ?b ?c)))
(<= (next (mud ?r ?v)) (true (mud ?r ?v)))
(<= (sees ?r (mud ?other ?v)) (child ?r) (true (mud ?other ?v)) (distinct ?r ?other))
(<= (sees x (mud y ?b)) (does random (paint ?a ?b ?c))) (<= (sees x (mud z ?c)) (does random (paint ?a ?b ?c)))
(<= (sees y (mud x ?a)) (does random (paint ?a ?b ?c))) (<= (sees y (mud z ?c)) (does random (paint ?a ?b ?c)))
(<= (sees z (mud x ?a)) (does random (paint ?a ?b ?c))) (<= (sees z (mud y ?b)) (does random (paint ?a ?b ?c)))
(<= (sees ?r (said ?other ?what)) (child ?r) (child ?other) (does ?other ?what))
(<= (sure ?r) (child ?r) (knows ?r (true (mud ?r 1)))) (<= (sure ?r) (child ?r) (knows ?r (true (mud ?r 0))))
(<= terminal (sure x) (sure y) (sure z))
"""


@pytest.mark.features("G5")
@pytest.mark.parametrize("painted", range(7))
def test_the_muddy_children_find_out_in_as_many_rounds_as_are_muddy(painted: int) -> None:
    sheet = Reasoner(logic_of(CHILDREN))
    text = sheet.begin()
    muddy = sum(value == "1" for value in sheet.moves(text, 3)[painted][1:])
    text = sheet.next(text, (0, 0, 0, painted))
    rounds = 1
    while not sheet.over(text):
        said = {sheet.moves(text, role)[0] for role in range(3) if ("mud", "xyz"[role], "1") in sheet.facts(text)}
        assert said == {"yes" if rounds == muddy else "no"}
        text = sheet.next(text, (0, 0, 0, 0))
        rounds += 1
    assert rounds == (muddy if muddy == 3 else muddy + 1)


def test_what_hangs_on_being_known_is_an_error() -> None:
    text = "(role a) (role b) (legal a go) (legal b go) (sees a x) (<= p (knows a q)) (<= q (not p)) (<= terminal p)"
    with pytest.raises(RuleError) as caught:
        sheet = Reasoner(logic_of(text))
        sheet.over(sheet.begin())
    assert caught.value.code == "R716"


def test_too_many_worlds_are_an_error() -> None:
    moves = " ".join(f"(number {at})" for at in range(40))
    sheet = Reasoner(
        logic_of(
            f"{moves} (role a) (role b) (<= (legal ?r (pick ?n)) (role ?r) (number ?n)) (sees a x)"
            "(<= (next (at ?r ?k ?n)) (does ?r (pick ?n)) (true (count ?k))) (init (count 0)) (<= (next (at ?r ?k ?n)) (true (at ?r ?k ?n)))"
            "(<= (next (count (s ?k))) (true (count ?k))) (<= terminal (knows a (true (at b 0 1))))"
        ),
        most_worlds=1000,
    )
    text = sheet.begin()
    with pytest.raises(RuleError) as caught:
        for _ in range(5):
            text = sheet.next(text, (0, 0))
    assert caught.value.code == "R717"


def test_worlds_of_many_steps_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(possible_worlds, "MOST_LETTERS", 20 * possible_worlds.LETTERS)
    sheet = Reasoner(
        logic_of(
            "(role a) (role random) (init (at 0)) (legal a wait) (legal random (go 1)) (legal random (go 2))"
            "(<= (sees a x) (true (at 0))) (<= (next (at ?n)) (does random (go ?n))) (<= terminal (knows a (true (at 1))))"
            "(init (count z)) (<= (next (count (s ?n))) (true (count ?n)))"
        )
    )
    text = sheet.begin()
    with pytest.raises(RuleError, match="more positions than can be listed"):
        for _ in range(20):
            text = sheet.next(text, (0, 0))
    assert split_position(text)[1].step > 2


@pytest.mark.features("G4")
def test_where_nothing_new_comes_positions_are_the_same() -> None:
    """So a match that goes on for ever is soon found out, and the table of all positions has an end."""
    logic = logic_of(
        "(role a) (role random) (init (at 0)) (legal a wait) (legal random (go 1)) (legal random (go 2))"
        "(<= (sees a x) (true (at 0))) (<= (next (at ?n)) (does random (go ?n))) (<= terminal (knows a (true (at 1))))"
    )
    sheet = Reasoner(logic)
    first = sheet.next(sheet.begin(), (0, 0))
    assert sheet.next(first, (0, 0)) == first
    assert sheet.next(sheet.next(first, (0, 1)), (0, 0)) == first
    assert automaton_text(logic) is not None
    with pytest.raises(ValueError, match="no match comes"):
        sheet.over("(at 1) ; 7 0")
