"""What is said about odds: in a terminal with bars, and as plain data.

In:  results (`Distribution`, or the `Fraction` of cases in which something is true), each with what was asked for.
Out: lines of text that fit a width, or data for JSON. Numbers are rounded only here.

    describe_odds([("2d6", sum_pool(2, 6))], width=80)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log10, sqrt
from typing import Any

from tgpl.dice.chart import draw_cases, draw_chart, format_per_cent
from tgpl.dice.distribution import Cases, Distribution, Value

Asked = tuple[str, Value]  # the expression, and what it comes to

PERCENTILES = (5, 25, 50, 75, 95)
_SHORTEST_NAME = 8  # of an expression in a table
_LONGEST_FRACTION = 24  # characters, in a sentence
_LONGEST_EXACT = 3_000  # bits of a number in JSON: what is longer is of use to nobody, and slow to write


# ---- for the terminal


def describe_odds(asked: Sequence[Asked], width: int, colour: bool = False, fine: bool = True) -> str:
    """Each result in a few lines, then all numbers in one chart; `fine`: the terminal knows more than ASCII."""
    lines = [line for text, value in asked for line in _describe_one(text, value, width, colour, fine)]
    numbers = [(text, value) for text, value in asked if isinstance(value, Distribution)]
    if len(asked) > 1:
        lines = _compare(asked, width)
    if any(len(of.weights) > 1 for _, of in numbers):
        lines += ["", *draw_chart(numbers, width, colour, fine)]
    return "\n".join(lines).rstrip("\n")


def _describe_one(text: str, value: Value, width: int, colour: bool, fine: bool) -> list[str]:
    if isinstance(value, Fraction):
        return [f"{text}: {_describe_truth(value)}"]
    if isinstance(value, Cases):
        return [f"{text}: {len(value.chances):,} different texts", "", *draw_cases(value, width, colour, fine)]
    if len(value.weights) == 1:
        return [f"{text}: always {value.least:,}"]
    found = f"{text}: {value.least:,} to {value.greatest:,}"
    words = f"mean {format_decimal(value.mean)}{_show_exactly(value.mean)}, spread {format_decimal(_spread(value))}"
    parts = zip(PERCENTILES, value.percentiles(PERCENTILES), strict=True)
    at_most = "   ".join(f"{share}%: {most:,}" for share, most in parts)
    return [found, words, f"percentiles  {at_most}"]


def _describe_truth(chance: Fraction) -> str:
    if chance in (0, 1):
        return "always true" if chance else "never true"
    words = f"true in {format_per_cent(chance)} of cases"
    if chance < Fraction(1, 20_000):
        return f"{words}, once in {_round(1 / chance)}"
    return f"{words}{_show_exactly(chance)}"


def _round(number: Fraction) -> str:
    """A large number, or how many digits it has."""
    whole = int(number)
    return f"{whole:,}" if whole < 10**15 else f"about 10^{round(log10(whole))}"


def _show_exactly(value: Fraction) -> str:
    """` (7/36)`, where that says more than the decimals and is not too long."""
    if value.denominator == 1 or value.denominator.bit_length() > 100:
        return ""
    text = f" ({value})"
    return text if len(text) <= _LONGEST_FRACTION else ""


def _compare(asked: Sequence[Asked], width: int) -> list[str]:
    heads = ["", "mean", "spread", "least", *(f"{share}%" for share in PERCENTILES), "most"]
    rows = [heads] + [[text, *_summarize(value)] for text, value in asked]
    for unwanted in ((), ("25%", "75%"), ("5%", "95%"), ("least", "most"), ("spread", "50%")):  # until it fits
        kept = [i for i, head in enumerate(rows[0]) if head not in unwanted]
        rows = [[row[i] for i in kept] for row in rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        room = width - sum(widths[1:]) - 2 * len(widths[1:])
        if room >= min(widths[0], _SHORTEST_NAME):
            break
    widths[0] = max(_SHORTEST_NAME, min(widths[0], room))
    for row in rows:
        row[0] = row[0] if len(row[0]) <= widths[0] else f"{row[0][: widths[0] - 1]}…"
    return [_row(row, widths) for row in rows]


def _row(cells: list[str], widths: list[int]) -> str:
    first = cells[0].ljust(widths[0])
    return "  ".join([first, *(cell.rjust(wide) for cell, wide in zip(cells[1:], widths[1:], strict=True))]).rstrip()


def _summarize(value: Value) -> list[str]:
    if isinstance(value, Fraction):
        return [format_per_cent(value), *[""] * (len(PERCENTILES) + 3)]
    if isinstance(value, Cases):
        return [f"{len(value.chances):,} texts", *[""] * (len(PERCENTILES) + 3)]
    numbers = (value.least, *value.percentiles(PERCENTILES), value.greatest)
    return [format_decimal(value.mean), format_decimal(_spread(value)), *(f"{number:,}" for number in numbers)]


def _spread(of: Distribution) -> float:
    """The standard deviation; a root, so the one number here that is not exact."""
    return sqrt(of.variance)


def format_decimal(value: Fraction | float) -> str:
    """Up to four decimals, and no zeros at the end."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return f"{value.numerator:,}"
    text = f"{float(value):,.4f}"
    return text.rstrip("0").rstrip(".")


# ---- for machines


def odds_to_json(text: str, value: Value) -> dict[str, Any]:
    if isinstance(value, Fraction):
        return {"expression": text, "kind": "truth", "chance": float(value), "exact": _fraction_to_json(value)}
    if isinstance(value, Cases):
        results = [
            {"value": case, "chance": float(c), "exact": _fraction_to_json(c)} for case, c in value.chances.items()
        ]
        return {"expression": text, "kind": "text", "results": results}
    return {
        "expression": text,
        "kind": "number",
        "least": value.least,
        "greatest": value.greatest,
        "mean": float(value.mean),
        "mean_exact": _fraction_to_json(value.mean),
        "variance": float(value.variance),
        "variance_exact": _fraction_to_json(value.variance),
        "spread": _spread(value),
        "percentiles": dict(zip(map(str, PERCENTILES), value.percentiles(PERCENTILES), strict=True)),
        "results": _list_results(value),
    }


def _list_results(of: Distribution) -> list[dict[str, Any]]:
    found, left = [], of.total
    for value, weight in of.weights.items():
        exact = _fraction_to_json(Fraction(weight, of.total)) if of.total.bit_length() <= _LONGEST_EXACT else None
        found.append({"value": value, "chance": weight / of.total, "exact": exact, "at_least": left / of.total})
        left -= weight
    return found


def _fraction_to_json(value: Fraction) -> str | None:
    longest = max(value.denominator.bit_length(), abs(value.numerator).bit_length())
    return str(value) if longest <= _LONGEST_EXACT else None
