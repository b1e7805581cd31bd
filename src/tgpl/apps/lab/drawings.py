"""Pictures of a report: our own SVG, without scripts. Texts are escaped here; colours come from the page's style, by classes.

draw_intervals([Interval("seat 0", 0.58, 0.52, 0.64, 2)], even=0.5, title="…")
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tgpl.apps.lab.words import percent, span
from tgpl.text.escape import plain

_WIDTH = 340  # so that letters keep their size on a phone
_LEFT, _RIGHT = 6, 334
_ROW = 34


class Interval(NamedTuple):
    """A share, and where it surely lies."""

    label: str
    value: float
    low: float
    high: float
    shade: int  # of the row: which series it belongs to


class Bar(NamedTuple):
    label: str
    told: str  # its figures
    part: float  # from 0 to 1, that is filled


class Curve(NamedTuple):
    shade: int
    points: Sequence[tuple[float, float]]  # both from 0 to 1


def esc(text: object) -> str:
    """A text as it stands in a page: it can neither write markup nor turn the direction of writing around."""
    return escape(plain(str(text)))


def draw_intervals(rows: Sequence[Interval], even: float | None, title: str) -> str:
    """One under the other, on a scale from 0 to 100 %; `even` is a line through all of them."""
    parts = []
    for number, row in enumerate(rows):
        top = number * _ROW
        parts.append(_label(top + 13, row.label, f"{percent(row.value)} ({span(row.low, row.high)})"))
        parts.append(_line("track", _LEFT, top + 23, _RIGHT, top + 23))
        left, right = _across(row.low), _across(row.high)
        width = max(1.0, right - left)
        parts.append(
            f'<rect class="wide s{row.shade}" x="{left:.1f}" y="{top + 19}" width="{width:.1f}" height="8" rx="4"/>'
        )
        parts.append(f'<circle class="s{row.shade}" cx="{_across(row.value):.1f}" cy="{top + 23}" r="4.5"/>')
        if even is not None:
            parts.append(_line("even", _across(even), top + 17, _across(even), top + 29))
    height = len(rows) * _ROW + 16
    for part, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        parts.append(_text("axis", _across(part), height - 3, f"{part:.0%}", anchor))
    return _svg(height, title, parts)


def draw_bars(rows: Sequence[Bar], title: str) -> str:
    parts = []
    for number, row in enumerate(rows):
        top = number * _ROW
        parts.append(_label(top + 13, row.label, row.told))
        parts.append(f'<rect class="empty" x="{_LEFT}" y="{top + 18}" width="{_RIGHT - _LEFT}" height="10" rx="2"/>')
        width = (_RIGHT - _LEFT) * min(1.0, max(0.0, row.part))
        parts.append(f'<rect class="s2" x="{_LEFT}" y="{top + 18}" width="{width:.1f}" height="10" rx="2"/>')
    return _svg(len(rows) * _ROW + 2, title, parts)


def draw_columns(labels: Sequence[str], series: Sequence[tuple[int, Sequence[int]]], title: str) -> str:
    """A histogram: for each label a column of each series (its shade and its counts), as parts of that series."""
    height, bottom, top = 170, 150, 16
    shares = [(shade, [count / max(1, sum(counts)) for count in counts]) for shade, counts in series]
    most = max((share for _, own in shares for share in own), default=0.0) or 1.0
    parts = [_text("axis", _LEFT, 11, percent(most)), _line("track", _LEFT, top, _RIGHT, top)]
    step = (_RIGHT - _LEFT) / max(1, len(labels))
    width = min(26.0, step * 0.84 / max(1, len(shares)))
    every = -(-len(labels) // 8)
    for number, label in enumerate(labels):
        middle = _LEFT + step * (number + 0.5)
        left = middle - width * len(shares) / 2
        for place, (shade, own) in enumerate(shares):
            tall = (bottom - top) * own[number] / most
            x, y = left + place * width, bottom - tall
            tip = f"<title>{esc(label)}: {percent(own[number])}</title>"
            parts.append(
                f'<rect class="s{shade}" x="{x:.1f}" y="{y:.1f}" width="{width - 0.6:.1f}" height="{tall:.1f}">{tip}</rect>'
            )
        if number % every == 0:
            parts.append(_text("axis", middle, height - 5, label, "middle"))
    parts.append(_line("base", _LEFT, bottom, _RIGHT, bottom))
    return _svg(height, title, parts)


def draw_curves(curves: Sequence[Curve], even: float, title: str) -> str:
    """From the beginning of games to their end, on a scale from 0 to 100 %."""
    height, bottom, top = 190, 168, 14

    def up(share: float) -> float:
        return bottom - (bottom - top) * share

    parts = []
    for share in (0.0, 0.5, 1.0):
        parts.append(_line("base" if share == 0.0 else "track", _LEFT, up(share), _RIGHT, up(share)))
        parts.append(_text("axis", _LEFT, up(share) - 3, f"{share:.0%}"))
    parts.append(_line("even", _LEFT, up(even), _RIGHT, up(even)))
    for curve in curves:
        places = [(_across(x), up(y)) for x, y in curve.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline class="s{curve.shade}" fill="none" stroke="currentColor" points="{path}"/>')
        parts += [f'<circle class="s{curve.shade}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in places]
    for part, words, anchor in ((0.0, "begin", "start"), (0.5, "half of the moves", "middle"), (1.0, "end", "end")):
        parts.append(_text("axis", _across(part), height - 5, words, anchor))
    return _svg(height, title, parts)


def _across(share: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * min(1.0, max(0.0, share))


def _label(y: float, left: str, right: str) -> str:
    room = 50 - len(right)  # letters
    short = left if len(left) <= room else f"{left[: room - 1]}…"
    tip = "" if short == left else f"<title>{esc(left)}</title>"
    return f'<text class="label" x="{_LEFT}" y="{y}">{esc(short)}{tip}</text>' + _text(
        "figure", _RIGHT, y, right, "end"
    )


def _text(kind: str, x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{esc(words)}</text>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" stroke="currentColor" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{esc(title)}">' + "".join(parts) + "</svg>"
