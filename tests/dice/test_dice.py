"""Dice: formulas as texts, thrown alike on both targets."""

from __future__ import annotations

from pathlib import Path

import pytest

from formats import read
from games import QUICK
from tgpl.apps.rewrite import convert_to_tgpl
from tgpl.compile import compile_rules
from tgpl.core import nodes as n
from tgpl.core.show import show
from tgpl.core.types import NOTHING, NUMBER, PLAYER, TEXT
from tgpl.core.verify import verify
from tgpl.dice.formula_odds import find_formula_odds
from tgpl.emit.c.program import emit as emit_c
from tgpl.emit.python.module import emit as emit_python
from tgpl.native.game import NativeGame
from tgpl.runtime.dice import roll
from tgpl.runtime.dice_odds import chance, count_ways, mean
from tgpl.runtime.errors import Place
from tgpl.runtime.game import Game
from tgpl.runtime.rng import Rng
from tgpl.runtime.values import number_text
from tgpl.text.dice_formula import FormulaError, join, limits, negate, spell_formula
from tgpl.text.files import Texts
from tgpl.text.source import SourceFile, Span

HERE = Span(SourceFile("dice", "x"), 0, 1)

FORMULAS = (
    "7", "1d1", "1d6", "4d4", "2d6 + 3", "6 * (2d3 + 2)", "1d20 - 1d4 * 2", "-1d6", "-(2d6 - 7) / 2", "100 / 1d7",
    "highest 3 of 4d6", "lowest 1 of 2d20", "drop lowest 1 of 4d6", "drop highest 2 of 5d10", "explode 3d6 up to 2",
    "explode 5d2", "explode 2d1 up to 3", "count >= 5 of 6d6", "count > 0 of 3d6", "count == 7 of 3d6",
    "count != 3 of 4d3", "count < 2 of 30d4", "count <= 2 of 5d4", "4d6 against 4d6", "3d8 against 5d6",
    "2 * highest 2 of 3d6 - 1d4 against 1d4", "1d4294967295", "100d6", "count >= 1 of 100000d2",
)  # fmt: skip


def logging(*values: n.Expr) -> n.Program:
    """A program whose setup logs some values."""
    lines = [n.Evaluate(HERE, n.Operate(HERE, NOTHING, "log", (value,))) for value in values]
    won = n.Winner(HERE, n.Convert(HERE, PLAYER, n.Literal(HERE, NUMBER, 0.0)))
    return n.Program(HERE, "dice", (1, 1), (), (), (), (n.Block(HERE, (*lines, won)),), False)


def text(value: str) -> n.Expr:
    return n.Literal(HERE, TEXT, value)


def operate(op: str, *values: n.Expr) -> n.Expr:
    gives = NUMBER if op in ("dice.roll", "dice.least", "dice.greatest", "dice.mean", "dice.chance") else TEXT
    return n.Operate(HERE, gives, op, values)


def played(program: n.Program, seed: int) -> tuple[list[str], str | None]:
    """The log and the error of a match, the same on both targets."""
    assert not verify(program)
    module, _ = emit_python(program)
    state = Game(module, {}, "dice").start(seed)
    made, _ = emit_c(program)
    native = NativeGame(made, [Place("dice", 1, 1, 2)] * 1000, program.players, build=QUICK).play(seed)
    code = None if state.error is None else state.error.code
    assert (native.log, native.error and native.error[0]) == (state.log, code)
    return state.log, code


@pytest.mark.parametrize("seed", range(3))
def test_rolls_are_alike_on_both_targets(seed: int) -> None:
    chance = Rng(seed)
    expected = [str(roll(formula, chance)[0]) for formula in FORMULAS]
    assert played(logging(*(operate("dice.roll", text(formula)) for formula in FORMULAS)), seed) == (expected, None)


def test_limits_are_alike_on_both_targets() -> None:
    wanted = [f for f in FORMULAS if "1d7" not in f] + ["100 / 1d7", "1d6 / -1d2", "-2d4 * (1d3 - 2)"]
    program = logging(*(operate(f"dice.{end}", text(f)) for f in wanted for end in ("least", "greatest")))
    assert played(program, 0)[0] == [str(end) for f in wanted for end in limits(f)]


@pytest.mark.parametrize("formula", [f for f in FORMULAS if not f.startswith("1d4294967295")])
def test_rolls_keep_to_their_limits(formula: str) -> None:
    low, high = limits(formula)
    rolls = {roll(formula, Rng(seed))[0] for seed in range(3 if "100000" in formula else 400)}
    assert low <= min(rolls) and max(rolls) <= high


def test_formulas_are_joined_alike_on_both_targets() -> None:
    operators = {"plus": "+", "minus": "-", "times": "*", "over": "/"}
    pairs = [(left, right) for left in FORMULAS[:12] for right in FORMULAS[4:20]]
    joined = [operate(f"dice.{word}", text(left), text(right)) for left, right in pairs for word in operators]
    expected = [join(sign, left, right) for left, right in pairs for sign in operators.values()]
    assert played(logging(*joined), 0)[0] == expected
    assert [spell_formula(formula) for formula in expected] == expected
    assert played(logging(*(operate("dice.negate", text(f)) for f in FORMULAS)), 0)[0] == list(map(negate, FORMULAS))


def number(value: float) -> n.Expr:
    return n.Negate(HERE, NUMBER, number(-value)) if value < 0 else n.Literal(HERE, NUMBER, float(value))


def test_dice_are_made_of_numbers() -> None:
    made = [operate("dice.of", number(-3)), operate("dice.of", number(0)), operate("dice.pool", number(2), number(6))]
    assert played(logging(*made), 0) == (["-3", "0", "2d6"], None)


@pytest.mark.parametrize("text_", ["", "2d", "d6", "2d6+", "2 d6", "2d6 7", "(1d6", "1d6)", "1D6", "1d6 ä", "drop 1 of 2d6",
                                   "highest 2d6", "count 3 of 2d6", "count = 3 of 2d6", "1d6 against 3", "explode 3", "!", "7 %"])  # fmt: skip
def test_what_is_no_formula(text_: str) -> None:
    with pytest.raises(FormulaError, match="is no dice"):
        spell_formula(text_)
    assert played(logging(operate("dice.roll", text(text_))), 0)[1] == "R708"


@pytest.mark.parametrize(
    "code, formula",
    [
        ("R704", "7 / (1d1 - 1)"),
        ("R705", "9007199254740992"),
        ("R705", "1d1 * 9007199254740991 + 1"),
        ("R705", "100000000 * 100000000"),
        ("R713", "1000000d6"),
        ("R713", "explode 1d1 up to 100000"),
        ("R713", "(" * 101 + "1d6" + ")" * 101),
        ("R713", "-" * 101 + "1d6"),
        ("R714", "0d6"),
        ("R714", "1d0"),
        ("R714", "1d4294967296"),
        ("R714", "highest 3 of 2d6"),
        ("R714", "drop lowest 2 of 2d6"),
        ("R714", "lowest 0 of 2d6"),
    ],
)
def test_dice_that_cannot_be_thrown(code: str, formula: str) -> None:
    assert played(logging(operate("dice.roll", text(formula))), 0)[1] == code


@pytest.mark.parametrize("count, faces", [(0, 6), (1, 0), (1.5, 6), (-1, 6), (1, 2.0**32), (2.0**60, 2)])
def test_dice_that_there_are_not(count: float, faces: float) -> None:
    assert played(logging(operate("dice.pool", number(count), number(faces))), 0)[1] == "R714"


def test_a_formula_cannot_grow_without_end() -> None:
    long = " + ".join(["1d6"] * 1600)
    assert played(logging(operate("dice.plus", text(long), text("1d6"))), 0)[1] is None
    assert played(logging(operate("dice.plus", text(long), text(long))), 0)[1] == "R713"


def test_spelling() -> None:
    assert spell_formula("(2d6)+3") == "2d6 + 3"
    assert spell_formula("6*(2d3+2)") == "6 * (2d3 + 2)"
    assert spell_formula("1d6+(1d4-2)") == "1d6 + 1d4 - 2"
    assert spell_formula("1d6-(1d4-2)") == "1d6 - (1d4 - 2)"
    assert spell_formula("--1d6") == "-(-1d6)"
    assert spell_formula("2*-1d6") == "2 * -1d6"
    assert spell_formula("explode 2d6 up to 10") == "explode 2d6"


LIKELY = [f for f in FORMULAS if "100000d2" not in f and "4294967295" not in f and f != "100d6"]


def test_means_and_chances_are_alike_on_both_targets() -> None:
    signs = (">=", ">", "<=", "<", "==", "!=")
    likely = [
        *LIKELY,
        "100d6",
        "explode 3d6 up to 12",
        "30d10",
        "highest 8 of 16d10",
        "8d10 against 6d8",
        "(3d6 - 10) * (1d4 - 2)",
    ]
    wanted = [operate("dice.mean", text(f)) for f in likely]
    wanted += [
        operate("dice.chance", text(f), text(sign), number(value))
        for f in likely
        for sign in signs
        for value in (2.5, 7)
    ]
    log, error = played(logging(*wanted), 0)
    assert error is None
    expected = [mean(count_ways(f)[0]) for f in likely]
    expected += [chance(count_ways(f)[0], sign, value) for f in likely for sign in signs for value in (2.5, 7.0)]
    assert log == [number_text(value) for value in expected]


def test_means_and_chances() -> None:
    assert mean(count_ways("2d6")[0]) == 7.0
    assert chance(count_ways("2d6")[0], ">=", 7) == 21 / 36
    assert chance(count_ways("highest 3 of 4d6")[0], "==", 18) == 21 / 1296
    assert mean(count_ways("explode 1d6 up to 1")[0]) == 3.5 + 3.5 / 6
    assert chance(count_ways("1d20 + 5 - 1d20")[0], ">=", 0) == 295 / 400
    assert mean(count_ways("100 / 1d4")[0]) == (100 + 50 + 33 + 25) / 4
    assert mean(count_ways("6 / (2 * 1d2 - 3)")[0]) == 0.0


@pytest.mark.parametrize("formula", ["1000000d6", "1d20001", "200d20", "highest 20 of 100d6", "20d10 against 20d10",
                                     "1d200 * 1d200", "explode 2d6 up to 5000"])  # fmt: skip
def test_what_cannot_be_counted_while_a_game_runs(formula: str) -> None:
    assert played(logging(operate("dice.mean", text(formula))), 0)[1] == "R713"


def test_a_divisor_that_could_be_nothing() -> None:
    assert played(logging(operate("dice.mean", text("6 / (1d3 - 2)"))), 0)[1] == "R704"
    assert played(logging(operate("dice.least", text("6 / (1d3 - 2)"))), 0)[1] == "R704"


def test_means_and_chances_agree_with_exact_odds() -> None:
    for formula in (*LIKELY, "30d10", "highest 8 of 16d10", "8d10 against 6d8", "explode 3d6 up to 12"):
        exact, close = find_formula_odds(formula), count_ways(formula)[0]
        assert mean(close) == pytest.approx(float(exact.mean), rel=1e-13)
        for value in (0, 3, 7, 12):
            wanted = sum(weight for face, weight in exact.weights.items() if face >= value) / exact.total
            assert chance(close, ">=", value) == pytest.approx(wanted, rel=1e-13)


def test_dice_are_spelled_as_they_are_written() -> None:
    result = read(Path(__file__).parent.parent / "golden" / "tgpl" / "dice.golden").compiled()
    again = compile_rules(Texts("main.tgpl", {"main.tgpl": convert_to_tgpl(result)}))
    assert show(again.program()) == show(result.program())
