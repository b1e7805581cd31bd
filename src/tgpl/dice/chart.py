"""A chart of bars in a terminal: one line for each result, or for each stretch of results where they are many.

In:  distributions with their names. Out: lines that fit a width.

     2    2.78%    1/36   100.00%  ███▎
     3    5.56%    1/18    97.22%  ██████▋
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tgpl.dice.distribution import Cases, Distribution

MOST_LINES = 40
_FEWER_LINES = 24  # where results are drawn together
_LONGEST_FRACTION = 17
_LONGEST_TEXT = 30
_NARROWEST = 4  # columns of a bar
_EIGHTHS = " ▏▎▍▌▋▊▉"
_COLOURS = ("\033[36m", "\033[33m", "\033[35m", "\033[32m")
_OFF = "\033[0m"

Stretch = tuple[int | None, int | None]  # from, to; None: everything on that side
Named = tuple[str, Distribution]


def draw_chart(numbers: Sequence[Named], width: int, colour: bool, fine: bool) -> list[str]:
    stretches = _find_stretches([of for _, of in numbers])
    labels = [_label(stretch) for stretch in stretches]
    shares = [_sum_shares(of, stretches) for _, of in numbers]
    most = max(max(column) for column in shares)
    columns = [labels]
    if len(numbers) == 1:
        columns += _exact_columns(numbers[0][1], stretches, shares[0])
    else:
        columns += [[format_per_cent(share) if share else "-" for share in column] for column in shares]
    heads = _head_columns([text for text, _ in numbers], columns)
    columns = [[head, *cells] for head, cells in zip(heads, columns, strict=True)]
    lines = _align(columns)
    room = (width - max(map(len, lines)) - 1) // len(numbers) - 1
    if room < _NARROWEST:
        return lines if max(map(len, lines)) <= width or len(numbers) == 1 else []
    for i in range(len(stretches)):
        bars = [_bar(column[i] / most, room, fine) for column in shares]
        lines[i + 1] = f"{lines[i + 1]}  {_paint(bars, room, colour)}".rstrip()
    return lines


def draw_cases(of: Cases, width: int, colour: bool, fine: bool) -> list[str]:
    """Texts, the likeliest first."""
    ordered = sorted(of.chances.items(), key=lambda case: (-case[1], case[0]))
    shown = ordered[:MOST_LINES]
    labels = [_visible(name) for name, _ in shown]
    lines = _align([labels, [format_per_cent(chance) for _, chance in shown]])
    room = max(_NARROWEST, width - max(map(len, lines)) - 2)
    for i, (_, chance) in enumerate(shown):
        lines[i] += "  " + _paint([_bar(chance / shown[0][1], room, fine)], room, colour)
    return lines if len(ordered) <= MOST_LINES else [*lines, f"… and {len(ordered) - MOST_LINES:,} more"]


def _visible(text: str) -> str:
    """Cut, and without characters that would drive the terminal."""
    short = text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 1]}…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)


# ---- which lines


def _find_stretches(numbers: list[Distribution]) -> list[Stretch]:
    """Every result, or if they are many, stretches of equal length; what is rare at both ends is one line each."""
    values = sorted(set().union(*(of.weights for of in numbers)))
    if len(values) <= MOST_LINES:
        return [(value, value) for value in values]
    low = min(_nearly_least(of, 500) for of in numbers)
    high = max(_nearly_least(of, 500, from_above=True) for of in numbers)
    length = _round_length((high - low + 1) / _FEWER_LINES)
    low = low // length * length
    found: list[Stretch] = [(None, low - 1)] if values[0] < low else []
    while low <= high:
        found.append((max(low, values[0]), min(low + length - 1, values[-1])))
        low += length
    return [*found, (low, None)] if values[-1] >= low else found


def _nearly_least(of: Distribution, rare: int, from_above: bool = False) -> int:
    """The first value, from one end, before which there is less than one `rare`-th of everything."""
    passed = 0
    items = reversed(of.weights.items()) if from_above else iter(of.weights.items())
    for value, weight in items:
        passed += weight
        if passed * rare >= of.total:
            return value
    raise AssertionError


def _round_length(at_least: float) -> int:
    length = 1
    while length < at_least:
        length = length * 5 // 2 if str(length)[0] == "2" else length * 2
    return length


def _label(stretch: Stretch) -> str:
    first, last = stretch
    if first is None:
        return f"up to {last:,}"
    if last is None:
        return f"from {first:,}"
    return f"{first:,}" if first == last else f"{first:,} to {last:,}"


# ---- columns


def _sum_shares(of: Distribution, stretches: list[Stretch]) -> list[Fraction]:
    """Results and stretches both go upwards."""
    sums = [0] * len(stretches)
    at = 0
    for value, weight in of.weights.items():
        while not _within(value, stretches[at]):
            at += 1
        sums[at] += weight
    return [Fraction(sum_, of.total) for sum_ in sums]


def _within(value: int, stretch: Stretch) -> bool:
    first, last = stretch
    return (first is None or value >= first) and (last is None or value <= last)


def _exact_columns(of: Distribution, stretches: list[Stretch], shares: list[Fraction]) -> list[list[str]]:
    """Per cent, the fraction if all are short, and the chance of at least as much."""
    at_least, left = [], Fraction(1)
    for share in shares:
        at_least.append(format_per_cent(left))
        left -= share
    short = of.total.bit_length() <= 100
    fractions = [str(share) for share in shares] if short else []
    columns = [[format_per_cent(share) for share in shares]]
    if fractions and max(map(len, fractions)) <= _LONGEST_FRACTION:
        columns.append(fractions)
    return [*columns, at_least]


def _head_columns(names: list[str], columns: list[list[str]]) -> list[str]:
    if len(names) > 1:
        return ["", *(name if len(name) <= 18 else f"{name[:17]}…" for name in names)]
    return ["", "chance", *(["exactly"] if len(columns) == 4 else []), "at least"]


def _align(columns: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in columns]
    return [
        "  ".join(cell.rjust(wide) for cell, wide in zip(row, widths, strict=True))
        for row in zip(*columns, strict=True)
    ]


def format_per_cent(share: Fraction) -> str:
    """Two decimals; what is not quite never or always does not look so."""
    if 0 < share < Fraction(1, 20_000):
        return "<0.01%"
    if Fraction(19_999, 20_000) < share < 1:
        return ">99.99%"
    return f"{float(share):.2%}"


# ---- bars


def _bar(part: Fraction, room: int, fine: bool) -> str:
    """In eighths of a character where the terminal can show them."""
    if not fine:
        return "#" * round(part * room)
    eighths = round(part * room * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _paint(bars: list[str], room: int, colour: bool) -> str:
    padded = [*(bar.ljust(room) for bar in bars[:-1]), bars[-1]]
    if not colour:
        return " ".join(padded)
    return " ".join(f"{_COLOURS[i % len(_COLOURS)]}{bar}{_OFF}" for i, bar in enumerate(padded))
