"""What the passes say that values can be is what they can be."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tgpl.compile import compile_rules
from tgpl.core.analysis import ranges as r
from tgpl.core.analysis.ranges import Range
from tgpl.core.analysis.value_ranges import ValueRanges, find_value_ranges
from tgpl.text.files import Texts

NUMBERS = st.one_of(st.integers(-20, 20).map(float), st.floats(-1e6, 1e6, allow_nan=False))


@st.composite
def held(draw: st.DrawFn) -> tuple[Range, float]:
    """A range, and a number that lies in it."""
    whole = draw(st.booleans())
    numbers = sorted(draw(st.lists(NUMBERS, min_size=3, max_size=3)))
    low, value, high = (math.floor(number) + 0.0 if whole else number for number in numbers)
    return Range(False, whole, low, high), value


def lies_in(value: float, found: Range) -> bool:
    return found.low <= value <= found.high and (not found.whole or value == math.floor(value))


@given(held(), held(), st.sampled_from("+-*/%"))
def test_arithmetic(one: tuple[Range, float], other: tuple[Range, float], op: str) -> None:
    (left, x), (right, y) = one, other
    if op in "/%" and y == 0.0:
        return
    value = {"+": x + y, "-": x - y, "*": x * y, "/": x / y if y else 0.0, "%": math.fmod(x, y) if y else 0.0}[op]
    assert lies_in(value, r.ARITHMETIC[op](left, right))


@given(held(), held())
def test_other_operations(one: tuple[Range, float], other: tuple[Range, float]) -> None:
    (left, x), (right, y) = one, other
    assert lies_in(-x, r.negate(left))
    assert lies_in(abs(x), r.take_absolute(left))
    for rounded in (math.floor(x), math.ceil(x), math.floor(x + 0.5)):
        assert lies_in(float(rounded), r.round_whole(left))
    assert lies_in(min(x, y), r.take_smaller(left, right))
    assert lies_in(max(x, y), r.take_larger(left, right))
    joined = r.join(left, right)
    assert lies_in(x, joined) and lies_in(y, joined)
    widened = r.widen(left, right, [-10.0, 0.0, 10.0])
    assert lies_in(x, widened) and lies_in(y, widened)


@given(held(), held())
def test_what_a_comparison_says(one: tuple[Range, float], other: tuple[Range, float]) -> None:
    (left, x), (right, y) = one, other
    if x < y:
        assert lies_in(x, r.narrow_below(left, right, False)) and lies_in(y, r.narrow_above(right, left, False))
    if x <= y:
        assert lies_in(x, r.narrow_below(left, right, True)) and lies_in(y, r.narrow_above(right, left, True))
    if x == y:
        assert lies_in(x, r.narrow_equal(left, right))
    else:
        assert lies_in(x, r.narrow_not_equal(left, Range(False, True, y, y)))


def values(body: str, declarations: str = "") -> ValueRanges:
    text = f'game "small";\nplayers 2 to 4;\n{declarations}\nsetup {{\n{body}\nwinner 0;\n}}\n'
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert result.playable, [str(problem) for problem in result.problems]
    return find_value_ranges(result.program(), atomic_construction=True, tiles_placed=True)


def test_nothing_comes_of_dividing_by_nothing() -> None:
    assert r.divide(r.of(1.0), r.of(0.0)) == r.NEVER


VARIABLES = {  # what x is in the end, and whether C can hold it as a whole number
    "number x = 3; x += 1;": (3.0, 4.0, True),
    "number x = 0.5;": (0.5, 0.5, False),
    "number x = null; if (x == null) { x = 2; }": (2.0, 2.0, False),
    "number x = 0; while (x < 8) { x += 3; }": (0.0, 10.0, True),
    "number x = 0; while (true) { x += 2; if (x > 5) { break; } }": (0.0, 7.0, True),
    "number x = 0; while (random(6) > 0) { x += 2; }": (0.0, 2.2e7, True),
    "number x = 1; while (x < 1e9) { x = x * 2; }": (1.0, 1.999e9, True),
    "number x = 1; for (number i = 0; i < 9; i += 1) { number y = x; x += y; }": (1.0, math.inf, False),
    "number x = floor(random(6) / 2) + 1;": (1.0, 4.0, True),
    "number x = 7 % 4;": (0.0, 3.0, True),
    "number x = player.active();": (0.0, 3.0, True),
    "number x = {1, 2}.length;": (0.0, 2.0**31, True),
    "number x = 1 / 3;": (1 / 3, 1 / 3, False),
}


@pytest.mark.parametrize("body", VARIABLES)
def test_variables(body: str) -> None:
    low, high, counts = VARIABLES[body]
    found = values(f"{body} log(x);").variable("setup 0", "x")
    assert found.fits_int is counts
    assert found.low <= low and high <= found.high
    if counts:
        assert found.high <= max(high, 1.0) * 1.5


def test_versions_for_whole_numbers() -> None:
    """A call with a fraction does not spoil the function for the others."""
    function = "function F { function input number n; returns number; effect { return n + 1; } }"
    found = values("log(F(n: 1)); log(F(n: 2)); log(F(n: 0.5));", function)
    assert found.variable("F whole", "n") == r.between(1.0, 2.0)
    assert not found.variable("F", "n").whole
    assert found.result("F whole") == r.between(2.0, 3.0)


def test_null_is_followed() -> None:
    card = "class Card { number value = 1; Card next = null; Card self_ = null; }"
    found = values("Card c = new Card(); c.self_ = c; if (c.next != null) { c.value = null; }", card)
    assert found.places["value attribute"].null
    assert found.places["next attribute"].null
    found = values("Card c = new Card(); c.value = 2;", card)
    assert not found.places["value attribute"].null
