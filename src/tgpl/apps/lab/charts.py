"""Which pictures a report has, from its measures and answers: for each number of players the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tgpl.apps.lab.answers import Answer
from tgpl.apps.lab.drawings import Bar, Curve, Interval, draw_bars, draw_columns, draw_curves, draw_intervals, esc
from tgpl.apps.lab.intervals import Share
from tgpl.apps.lab.report import Report
from tgpl.apps.lab.words import percent

_ALPHA = 0.05  # of the intervals in pictures: each of them alone
_MOST_ACTIONS = 24
_STRONGEST = 2  # the shade of who thinks most; 0 is chance


class Chart(NamedTuple):
    title: str
    drawing: str  # SVG
    caption: str  # HTML


def list_charts(report: Report, players: int) -> list[Chart]:
    measured = report.measures.get("by_players", {}).get(str(players))
    if measured is None:
        return []
    found = (
        _draw_seats(measured, players),
        _draw_lengths(measured),
        _draw_options(measured),
        _draw_tension(measured, players),
        _draw_actions(measured),
        _draw_strategies(report, players),
    )
    return [chart for chart in found if chart is not None]


def _shade(names: Sequence[str], name: str) -> int:
    """The strongest is the darkest; chance is grey."""
    if name == "random":
        return 0
    return _STRONGEST if name == names[-1] else 1


def _key(names: Sequence[str], even: str = "") -> str:
    told = [(f"s{_shade(names, name)}", name) for name in names] + ([("even", even)] if even else [])
    return " ".join(f'<span class="name"><span class="key {kind}"></span>{esc(name)}</span>' for kind, name in told)


def _draw_seats(measured: dict[str, Any], players: int) -> Chart | None:
    courses = {"random": measured["random"], **measured["equals"]}
    courses = {name: course for name, course in courses.items() if course["games"]}
    if players < 2 or not courses:
        return None
    names, rows = [*courses], []
    for seat in range(players):
        for name, course in courses.items():
            share = Share(course["seats"][seat] * course["games"], course["games"])
            low, high = share.interval(_ALPHA)
            rows.append(Interval(f"seat {seat} · {name}", share.value, low, high, _shade(names, name)))
    drawing = draw_intervals(rows, 1 / players, "Shares of the first place by seats")
    return Chart("Who comes first", drawing, _key(names, "an even share"))


def _draw_lengths(measured: dict[str, Any]) -> Chart | None:
    lengths = measured["lengths"]
    if not lengths["from"]:
        return None
    names, width = [*lengths["games"]], lengths["width"]
    labels = [str(first) if width == 1 else f"{first}–{first + width - 1}" for first in lengths["from"]]
    if sum(map(len, labels)) > 60:
        labels = [str(first) for first in lengths["from"]]
    series = [(_shade(names, name), counts) for name, counts in lengths["games"].items()]
    drawing = draw_columns(labels, series, "How many moves games take")
    step = "" if width == 1 else f" Each step is {width:,} moves wide."
    return Chart("Length of games in moves", drawing, f"{_key(names)}<br>Part of the games.{step}")


def _draw_options(measured: dict[str, Any]) -> Chart | None:
    options = measured["options"]
    if not options["from"]:
        return None
    names, first = [*options["moves"]], options["from"]
    ends = [1 << number for number in range(len(first))]
    labels = [str(low) if low == high else f"{low}–{high}" for low, high in zip(first, ends, strict=True)]
    if len(labels) > 7:
        labels = [str(low) for low in first]
    series = [(_shade(names, name), counts) for name, counts in options["moves"].items()]
    drawing = draw_columns(labels, series, "How many ways there are to move")
    return Chart("Ways to move", drawing, f"{_key(names)}<br>Part of the moves; 1 is no choice.")


def _draw_tension(measured: dict[str, Any], players: int) -> Chart | None:
    courses = {name: course["tension"] for name, course in measured["equals"].items() if course.get("tension")}
    if players < 2 or not courses:
        return None
    names = [*measured["equals"]]
    curves = [
        Curve(_shade(names, name), [(point["after"], point["leader_wins"]) for point in points])
        for name, points in courses.items()
    ]
    drawing = draw_curves(curves, 1 / players, "How often who is ahead wins, along the game")
    caption = (
        f"{_key([*courses], 'an even share')}<br>How often who looks best to themselves at that time wins in the end."
    )
    return Chart("When games are decided", drawing, caption)


def _draw_actions(measured: dict[str, Any]) -> Chart | None:
    actions = sorted(measured["actions"].items(), key=lambda one: (-one[1]["offered"], one[0]))
    if not actions:
        return None
    rows = []
    for name, use in actions[:_MOST_ACTIONS]:
        part = use["chosen"] / max(1, use["offered"])
        rows.append(Bar(name, f"{percent(part)} of {use['offered']:,}", part))
    left = f" {len(actions) - _MOST_ACTIONS} more are offered less often." if len(actions) > _MOST_ACTIONS else ""
    caption = f"How often who thinks most chooses it, where it is offered beside other actions.{left}"
    return Chart("Actions offered and chosen", draw_bars(rows, "How often actions are chosen"), caption)


def _draw_strategies(report: Report, players: int) -> Chart | None:
    """Whoever is set against thinkers, and thinkers against who thinks less."""
    rows: list[Interval] = []
    for answer in report.answers:
        if answer.players == players:
            rows += _list_rivals(report, answer)
    if not rows:
        return None
    drawing = draw_intervals(rows, 1 / players, "Who wins against whom")
    caption = (
        f"{_key([], 'an even share')}<br>One against the others, at every seat in turn; intervals as in the findings."
    )
    return Chart("Thinking, and doing without", drawing, caption)


def _list_rivals(report: Report, answer: Answer) -> Iterator[Interval]:
    figures = answer.figures
    if answer.kind == "luck":
        strong, weak = report.agents[-1], report.agents[0]
        yield _rival(f"{strong} v. random", figures["against_random"], figures["interval"], _STRONGEST)
        if figures["against_weaker"] is not None:
            yield _rival(f"{strong} v. {weak}", figures["against_weaker"], figures["weaker_interval"], _STRONGEST)
    elif "strategy" in figures:
        yield _rival(str(figures["strategy"]), figures["share"], figures["interval"], 0)
    elif "without" in figures:
        yield _rival(f"never {figures['without']}", figures["share"], figures["interval"], 1)


def _rival(label: str, share: float, interval: Sequence[float], shade: int) -> Interval:
    low, high = interval
    return Interval(label, share, low, high, shade)
