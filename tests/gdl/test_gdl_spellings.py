"""A rulesheet written in all the ways that rulesheets are written, and the same game written plainly: they play alike."""

from __future__ import annotations

import random

import pytest

from tgpl.languages.gdl.load import load_checked
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.text.diagnostics import errors
from tgpl.text.files import Texts
from tgpl.text.terms import Logic, Term, read, spell_infix

# Three stones on five steps, in turn one of them a step up or two; who brings the last one up wins. Two stones never share a step.
PLAIN = """
(role white)
(role black)
(init (control white))
(init (at (stone a) 1))
(init (at (stone b) 2))
(init (at (stone c) 3))
(up 1 2) (up 2 3) (up 3 4) (up 4 5)

(<= (legal ?who (lift (stone ?name) ?to)) (true (control ?who)) (true (at (stone ?name) ?from)) (up ?from ?to) (free ?to))
(<= (legal ?who (lift (stone ?name) ?to))
    (true (control ?who)) (true (at (stone ?name) ?from)) (up ?from ?over) (up ?over ?to) (free ?to))
(<= (legal ?who noop) (role ?who) (not (true (control ?who))))
(<= (free ?step) (up ?below ?step) (not (held ?step)))
(<= (held ?step) (true (at ?stone ?step)))

(<= (next (at ?stone ?to)) (does ?who (lift ?stone ?to)))
(<= (next (at ?stone ?step)) (true (at ?stone ?step)) (not (moved ?stone)))
(<= (moved ?stone) (does ?who (lift ?stone ?to)))
(<= (next (control black)) (true (control white)))
(<= (next (control white)) (true (control black)))

(<= stuck (not (held 1)) (not (held 2)))
(<= terminal stuck)
(<= (goal ?who 100) (role ?who) stuck (not (true (control ?who))))
(<= (goal ?who 0) (true (control ?who)))
"""

# Negations and `distinct` before what binds their variables; mixed case; `or` with one, two and three, inside each other; `and`;
# doubly negated; lists of one word; rules without a body; facts that are rules; words that are relation, function and constant;
# keywords with other numbers of arguments; a relation that nobody defines, axioms that nobody uses; `legal` and `goal` in bodies.
ODD = """\
; the first line is a comment
(ROLE white)(Role BLACK) (<= (up 1 2))
(up 2 3)(uP 3 4)	(UP 4 5)
(<= (init (AT (Stone ?name) ?step)) (first ?name ?step))
(First A 1) (first b 2) (first C 3)
(<= (Init (control ?WHO)) (not (distinct ?who White)) (role ?who))
(first true) (true first second) (role) (up) (<= (never ?x) (unheard_of ?x) (not (never_said ?x)))
(<= (axiom (of ?nothing (in (particular ?nothing)))) (role ?nothing))

(<= (legal ?Who (LIFT (stone ?Name) ?To))
    (not (held ?to))
    (distinct ?from ?to)
    (or (and (up ?from ?to))
        (and (up ?over ?to) (or (up ?from ?over))))
    (true (at (stone ?name) ?From))
    (true (control ?who)))
(<= (LEGAL ?p noop) (not (tRue (Control ?P))) (or (role ?p) (role ?p) (never ?p)))

(<= (held ?step) (or (true (at ?stone ?step)) (unheard_of ?step)))

(<= (neXt ?fact) (not (goes ?fact)) (true ?fact) (not (not (stays ?fact))))
(<= (stays (at ?stone ?step)) (true (at ?stone ?step)))
(<= (goes (at ?stone ?step)) (does ?who (lift ?stone ?to)) (true (at ?stone ?step)))
(<= (next (at ?stone ?to)) (dOEs ?who (lift ?stone ?to)))
(<= (next (control ?other)) (distinct ?who ?other) (true (control ?who)) (role ?other))

(<= stuck (not (held 1)) (not (held 2)))
(<= Terminal (STUCK))
(<= (goal ?who 100) stuck (legal ?who noop))
(<= (goal ?who 0) (not (goal ?who 100)) (role ?who))
(<= (terminal at last) (goal ?who) (not (true first second)))
; and so is the last, without an end""".replace("\n", "\r\n")


def _sheet(text: str) -> Logic:
    _, found, problems = load_checked(Texts("sheet.kif", {"sheet.kif": text}))
    assert found is not None
    assert [problem for problem in problems if problem.severity == "error"] == []
    return found.logic


def _told(sheet: Reasoner, text: str) -> tuple[bool, list[list[str]]]:
    """What players are told, in one case."""
    return sheet.over(text), [[spell_infix(move).lower() for move in sheet.moves(text, role)] for role in (0, 1)]


def _facts(text: str) -> set[Term]:
    return set(read(text.lower()))


@pytest.mark.features("G1", "G3")
def test_however_it_is_written_the_game_is_the_same() -> None:
    plain, odd = Reasoner(_sheet(PLAIN)), Reasoner(_sheet(ODD))
    for seed in range(50):
        chance, text, strange = random.Random(seed), plain.begin(), odd.begin()
        while True:
            over, legal = _told(plain, text)
            told, listed = _told(odd, strange)
            assert told == over and list(map(sorted, listed)) == list(map(sorted, legal))
            if over:
                break
            joint = [chance.choice(moves) for moves in legal]
            text = plain.next(text, tuple(moves.index(move) for moves, move in zip(legal, joint, strict=True)))
            strange = odd.next(strange, tuple(moves.index(move) for moves, move in zip(listed, joint, strict=True)))
            assert _facts(text) == _facts(strange)
        assert [plain.goal(text, role) for role in (0, 1)] == [odd.goal(strange, role) for role in (0, 1)]


def test_words_are_printed_as_they_were_first_written() -> None:
    odd = Reasoner(_sheet(ODD))
    assert odd.begin() == "(AT (Stone A) 1) (AT (Stone C) 3) (AT (Stone b) 2) (control white)"
    moves = [spell_infix(move) for move in odd.moves(odd.begin(), 0)]
    assert moves == ["LIFT(Stone(C),4)", "LIFT(Stone(C),5)", "LIFT(Stone(b),4)"]


@pytest.mark.features("G3")
def test_an_arrow_in_the_middle_is_a_slip() -> None:
    _, _, problems = load_checked(Texts("main.kif", {"main.kif": "(role r) (legal r go) (<= terminal <= (true x))"}))
    assert [problem.message() for problem in problems if problem.severity == "error"] == ["This `<=` begins no list."]


@pytest.mark.features("G1")
def test_parentheses_around_the_whole_sheet_are_not_part_of_it() -> None:
    assert _sheet(f"; as it was sent\n( {PLAIN} ) ; to the end") == _sheet(PLAIN)
    _, _, problems = load_checked(Texts("main.kif", {"main.kif": "((role r) (legal r go)) terminal"}))
    assert any("begins with another list" in problem.message() for problem in problems)


def test_many_unnamed_variables_are_soon_read() -> None:
    """Were each looked for in the whole sheet, this would take minutes."""
    rules = "\n".join(f"p{at} :- q(_,_,_,_,{at},V_{at})" for at in range(20_000))
    _, found, problems = load_checked(Texts("main.hrf", {"main.hrf": f"role(r)\nlegal(r,go)\nterminal\n{rules}"}))
    assert found is not None and not errors(problems)
    assert found.logic.rules[-1].body == (("q", "?_20000", "?_20001", "?_20002", "?_20003", "19999", "?v_19999"),)
