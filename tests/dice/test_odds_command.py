"""`tgpl odds`: expressions worked out, held against icepool and against dice that are thrown."""

from __future__ import annotations

import json
import operator
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
import pytest
from click.testing import CliRunner, Result

from processor import processor_time
from tgpl.apps.cli import tgpl
from tgpl.dice.distribution import Distribution, Value, divide_truncated, find_chance, make_certain, reduce_weights
from tgpl.dice.evaluate import find_odds
from tgpl.dice.formula_odds import find_formula_odds
from tgpl.dice.report import describe_odds
from tgpl.runtime.dice import roll
from tgpl.runtime.dice_odds import chance, count_ways, mean
from tgpl.runtime.rng import Rng
from tgpl.text.diagnostics import to_terminal
from tgpl.text.source import SourceFile

SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def asked(text: str) -> Value:
    value, problems = find_odds(SourceFile("odds", text))
    assert value is not None, to_terminal(problems)
    return value


# ---- by hand


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("1d20 + 5 >= 15", Fraction(11, 20)),
        ("roll(1d20) + 3 >= roll(1d20) + 5", Fraction(171, 400)),
        ("1d6 == 1d6", Fraction(1, 6)),
        ("1d6 >= 5 && 1d6 >= 5", Fraction(1, 9)),
        ("1d6 >= 5 || 1d6 >= 5", Fraction(5, 9)),
        ("if 1d2 == 1 then true else 1d6 == 6", Fraction(7, 12)),
        ("True && (2d6 < 2 || false)", Fraction(0)),
        ("2 + 3 * 4 == 14", Fraction(1)),
    ],
)
def test_conditions(text: str, chance: Fraction) -> None:
    assert asked(text) == chance


@pytest.mark.parametrize(
    ("text", "least", "greatest", "mean"),
    [
        ("4d4", 4, 16, Fraction(10)),
        ("1d4 + 7", 8, 11, Fraction(19, 2)),
        ("6 * (2d3 + 2)", 24, 48, Fraction(36)),
        ("-1d6 / 2", -3, 0, Fraction(-3, 2)),
        ("highest 3 of 4d6", 3, 18, Fraction(15869, 1296)),
        ("drop lowest 1 of 4d6", 3, 18, Fraction(15869, 1296)),
        ("if (1d6 == 6) then { 2d6; } else 0", 0, 12, Fraction(7, 6)),
        ("explode 1d6 up to 1", 1, 12, Fraction(49, 12)),
        ("count >= 5 of 6d6", 0, 6, Fraction(2)),
        ("1d6 against 1d6", 0, 1, Fraction(5, 12)),
    ],
)
def test_numbers(text: str, least: int, greatest: int, mean: Fraction) -> None:
    value = asked(text)
    assert isinstance(value, Distribution)
    assert (value.least, value.greatest, value.mean) == (least, greatest, mean)


# ---- against icepool


class Expressions:
    """Random expressions, each as a text and as what icepool has for it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def number(self, depth: int) -> tuple[str, icepool.Die[int]]:
        if depth == 0 or self.random.random() < 0.2:
            return self.random.choice(
                [self._literal, self._sum, self._kept, self._exploded, self._counted, self._against]
            )()
        return self.random.choice([self._joined, self._joined, self._divided, self._negated, self._chosen])(depth - 1)

    def truth(self, depth: int) -> tuple[str, icepool.Die[bool]]:
        if depth and self.random.random() < 0.4:
            sign = self.random.choice(("&&", "||"))
            (one, left), (other, right) = self.truth(depth - 1), self.truth(depth - 1)
            return f"({one}) {sign} ({other})", left & right if sign == "&&" else left | right
        sign = self.random.choice(list(SIGNS))
        (one, a), (other, b) = self.number(depth), self.number(depth)
        return f"{one} {sign} {other}", icepool.map(lambda x, y: bool(SIGNS[sign](x, y)), a, b)

    def _pool(self) -> tuple[str, int, int]:
        count, faces = self.random.randint(1, 4), self.random.choice((1, 2, 3, 4, 6, 8))
        return f"{count}d{faces}", count, faces

    def _literal(self) -> tuple[str, icepool.Die[int]]:
        value = self.random.randint(0, 12)
        return str(value), icepool.Die([value])

    def _sum(self) -> tuple[str, icepool.Die[int]]:
        text, count, faces = self._pool()
        return text, count @ icepool.d(faces)

    def _kept(self) -> tuple[str, icepool.Die[int]]:
        text, count, faces = self._pool()
        dice: Any = icepool.Pool([icepool.d(faces)] * count)
        if count == 1 or self.random.random() < 0.5:
            words, number = self.random.choice(("highest", "lowest")), self.random.randint(1, count)
            return f"{words} {number} of {text}", getattr(dice, words)(number).sum()
        words, number = self.random.choice(("drop highest", "drop lowest")), self.random.randint(1, count - 1)
        left = {"drop highest": dice.lowest, "drop lowest": dice.highest}[words]
        return f"{words} {number} of {text}", left(count - number).sum()

    def _exploded(self) -> tuple[str, icepool.Die[int]]:
        text, count, faces = self._pool()
        times = self.random.randint(0, 3)
        # icepool knows no die that always explodes.
        one = icepool.d(faces).explode(depth=times) if faces > 1 else icepool.Die([times + 1])
        return f"explode {text} up to {times}", count @ one

    def _counted(self) -> tuple[str, icepool.Die[int]]:
        text, count, faces = self._pool()
        sign, value = self.random.choice(list(SIGNS)), self.random.randint(0, 9)
        shown = icepool.d(faces).map(lambda face: int(SIGNS[sign](face, value)))
        return f"count {sign} {value} of {text}", count @ shown

    def _against(self) -> tuple[str, icepool.Die[int]]:
        (one, count, faces), (other, others, sides) = self._pool(), self._pool()
        own: Any = icepool.Pool([icepool.d(faces)] * count)
        theirs: Any = icepool.Pool([icepool.d(sides)] * others)
        pairs = min(count, others)  # of pools of unlike size icepool does not always pair the highest
        won = own.highest(pairs).sort_pair(">", theirs.highest(pairs)).size()
        return f"{one} against {other}", won

    def _joined(self, depth: int) -> tuple[str, icepool.Die[int]]:
        sign = self.random.choice("+-*")
        (one, left), (other, right) = self.number(depth), self.number(depth)
        join = {"+": operator.add, "-": operator.sub, "*": operator.mul}[sign]
        return f"({one}) {sign} ({other})", join(left, right)

    def _divided(self, depth: int) -> tuple[str, icepool.Die[int]]:
        one, left = self.number(depth)
        other, right = self._sum()
        if self.random.random() < 0.3:
            other, right = f"(-{other})", -right
        return f"({one}) / {other}", icepool.map(divide_truncated, left, right)

    def _negated(self, depth: int) -> tuple[str, icepool.Die[int]]:
        text, value = self.number(depth)
        return f"-({text})", -value

    def _chosen(self, depth: int) -> tuple[str, icepool.Die[int]]:
        condition, chance = self.truth(0)
        (one, then), (other, otherwise) = self.number(depth), self.number(depth)
        return f"(if {condition} then {one} else {other})", chance.if_else(then, otherwise)


@pytest.mark.parametrize("seed", range(10))
def test_odds_agree_with_icepool(seed: int) -> None:
    """50 expressions each: numbers and conditions."""
    expressions = Expressions(seed)
    for i in range(50):
        if i % 3 == 0:
            text, chance = expressions.truth(2)
            assert asked(text) == chance.probability(True), text
        else:
            text, dice = expressions.number(3)
            assert asked(text) == reduce_weights(dice.items(), dice.denominator()), text


# ---- against dice that are thrown

FORMULAS = [
    "1d6",
    "2d6 + 3",
    "6 * (2d3 + 2)",
    "1d20 - 1d4",
    "3d6 / 2",
    "-2d4 / 3",
    "highest 3 of 4d6",
    "lowest 1 of 2d20",
    "drop highest 2 of 5d4",
    "drop lowest 1 of 4d6",
    "explode 2d4 up to 3",
    "explode 1d3",
    "count >= 5 of 8d6",
    "count != 1 of 3d2",
    "4d6 against 4d6",
    "2d6 against 3d4",
]


@pytest.mark.parametrize("formula", FORMULAS)
def test_rolls_agree_with_odds(formula: str) -> None:
    """Pearson's chi-square over 20,000 throws from a fixed seed."""
    chance = Rng(2024)
    throws = 20_000
    thrown = Counter(roll(formula, chance)[0] for _ in range(throws))
    odds = find_formula_odds(formula)
    assert odds == asked(formula)
    assert set(thrown) <= set(odds.weights)
    square, cells, rare, rarely = 0.0, 0, 0.0, 0
    for value in odds.weights:
        expected = throws * float(odds.chance(value))
        if expected < 5:
            rare, rarely = rare + expected, rarely + thrown[value]
        else:
            square, cells = square + (thrown[value] - expected) ** 2 / expected, cells + 1
    if rare >= 5:
        square, cells = square + (rarely - rare) ** 2 / rare, cells + 1
    freedom = cells - 1
    # Wilson and Hilferty: the cube root is nearly normal; 3.1 is passed once in a thousand.
    wide = 2 / (9 * freedom)
    assert ((square / freedom) ** (1 / 3) - (1 - wide)) / wide**0.5 < 3.1


@pytest.mark.parametrize("formula", FORMULAS)
def test_chances_while_a_game_runs_are_these(formula: str) -> None:
    """The runtime counts with doubles; the odds are exact."""
    odds, (weights, _) = find_formula_odds(formula), count_ways(formula)
    assert mean(weights) == pytest.approx(float(odds.mean), rel=1e-15)
    for value in odds.weights:
        assert chance(weights, ">=", value) == pytest.approx(
            float(find_chance(odds, ">=", make_certain(value))), rel=1e-15
        )


# ---- as a command


def run(*words: str) -> Result:
    return CliRunner().invoke(tgpl, ["odds", *words])


def test_the_command_fits_its_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (40, 80, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        for words in (["2d6"], ["100d6"], ["2d6", "1d12"], ["1d6 == 6", "3d6"], ["2d6"] * 9, ["2d6 + 1000000"] * 3):
            result = run(*words)
            assert result.exit_code == 0 and "\033" not in result.stdout
            shown = result.stdout.splitlines()
            fitting = shown[3:] if len(words) == 1 else shown  # sentences may be longer
            assert max(map(len, fitting)) <= columns


def test_a_leading_minus_is_no_option() -> None:
    assert run("-1d6").stdout.startswith("-1d6: -6 to -1\n")


def test_as_json() -> None:
    result = run("2d6", "1d6 > 4", "--json")
    numbers, truth = json.loads(result.stdout)["odds"]
    assert truth == {"expression": "1d6 > 4", "kind": "truth", "chance": 1 / 3, "exact": "1/3"}
    assert (numbers["mean"], numbers["mean_exact"], numbers["variance_exact"]) == (7.0, "7", "35/6")
    assert numbers["percentiles"] == {"5": 3, "25": 5, "50": 7, "75": 9, "95": 11}
    assert numbers["results"][0] == {"value": 2, "chance": 1 / 36, "exact": "1/36", "at_least": 1.0}
    assert sum(Fraction(result["exact"]) for result in numbers["results"]) == 1
    wrong = run("2d6", "1d0", "--json")
    assert wrong.exit_code == 1
    assert [problem["code"] for problem in json.loads(wrong.stdout)["problems"]] == ["E808"]


@pytest.mark.parametrize(
    "text",
    [
        "1000000d6",
        "1d1000000000 * 1d1000000000",
        "highest 5000 of 10000d1000",
        "9007199254740991d6 against 2d6",
        "explode 9d9 up to 9007199254740991",
        "count == 1 of 9007199254740991d9",
        "1d200000 * 1d200000",
        "0d6",
        "1d0",
    ],
)
def test_what_is_too_large_is_one_clear_error(text: str) -> None:
    with processor_time(60):
        result = run(text)
    assert result.exit_code == 1 and result.output.count("error[") == 1


WORDS = (
    "1 2 6 0 100 1000000 9007199254740991 1d6 2d6 4d10 16d10 1000d6 1000000d6 0d6 1d0 2d d6 + - * / ( ) && || == != < > <= "
    'highest lowest drop of 3 explode up to count against if then else true false roll( [ ] { } ; , " ++ attack(3) x = set'
).split()


def test_whatever_is_asked_is_answered_or_refused() -> None:
    chance = random.Random(6)
    for _ in range(400):
        text = " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 9)))
        value, problems = find_odds(SourceFile("odds", text))
        assert (value is None) == bool(problems), text
        assert to_terminal(problems) if value is None else describe_odds([(text, value)], 80)


def test_large_answers_are_told() -> None:
    for text in ("3000d6", "highest 8 of 16d10", "1d50000", "20d20 against 20d20"):
        with processor_time(120):
            assert run(text).exit_code == run(text, "--json").exit_code == 0
