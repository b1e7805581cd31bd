"""A comparison as text: what has changed, what has not, and what became of the findings."""

from __future__ import annotations

import math
from itertools import groupby

from tgpl.apps.lab.advice import ADVICE
from tgpl.apps.lab.comparison import Compared
from tgpl.apps.lab.differences import Difference, FindingChange
from tgpl.apps.lab.plan import Series
from tgpl.apps.lab.text_report import wrap
from tgpl.apps.lab.words import name_agent

_FATES = {"gone": "Gone", "new": "New", "still": "Still there"}


def write_comparison(compared: Compared) -> str:
    lines = [*_heading(compared), ""]
    known = [difference for difference in compared.differences if difference.is_known]
    lines += _tell_group("What has changed:", compared.changed, "Nothing has changed that could be told from chance.")
    rest = [difference for difference in known if not difference.has_changed]
    lines += _tell_group("Not told apart (what changed, if anything, is less than this):", rest, "")
    lines += _tell_findings(compared.findings)
    if len(known) < len(compared.differences) or not known:
        lines += wrap("Some figures have too few pairs of games to be compared: play more of them.", "")
    return "\n".join(lines).rstrip()


def _heading(compared: Compared) -> list[str]:
    new, old = compared.new, compared.old
    players = ", ".join(map(str, new.players))
    text = (
        f"{new.game}: {new.file} ({new.games:,} games) against {old.file} ({old.games:,} games), with {players} players and the "
        f"same seeds from {new.seed}, between {' and '.join(new.agents)} and others. The intervals are so wide that all of them hold "
        "together in nineteen of twenty comparisons."
    )
    lines = wrap(text, "")
    if compared.left_out:
        numbers = ", ".join(map(str, compared.left_out))
        lines += wrap(f"Not compared: {numbers} players, which only one of the two was played with.", "")
    return lines


def _tell_group(title: str, differences: list[Difference], otherwise: str) -> list[str]:
    if not differences:
        return [otherwise, ""] if otherwise else []
    lines = [title]
    for series, group in groupby(differences, key=lambda difference: difference.series):
        members = [*group]
        lines.append(f"  {_name_series(series)}, {max(one.pairs for one in members):,} pairs of games:")
        lines += [f"    {tell_difference(difference)}" for difference in members]
    return [*lines, ""]


def _name_series(series: Series) -> str:
    agent = name_agent(series.cast[0])
    if series.purpose in ("skill", "ladder"):
        return f"{series.players} players, {agent} against {name_agent(series.cast[1])}"
    return f"{series.players} players, {agent}"


def tell_difference(difference: Difference) -> str:
    """`seat 0 wins 58.1 % → 52.3 % (−5.8 ± 1.9)`."""
    scale, unit, places = (100.0, " %", 1) if difference.is_share else (1.0, "", 2)
    old, new = (f"{scale * value:.{places}f}{unit}" for value in (difference.old, difference.new))
    if not difference.unequal:
        return f"{difference.what} {old}, the same in every pair"
    change = f"{scale * difference.value:+.{places}f}".replace("-", "\N{MINUS SIGN}")
    width = f"{scale * difference.width:.{places}f}" if math.isfinite(difference.width) else "?"
    return f"{difference.what} {old} → {new} ({change} ± {width})"


def _tell_findings(changes: list[FindingChange]) -> list[str]:
    if not changes:
        return ["Findings: none, before and after."]
    lines = []
    for fate, title in _FATES.items():
        of_fate = [change for change in changes if change.fate == fate]
        if of_fate:
            lines.append(f"{title}:")
        for change in of_fate:
            answer = change.answer
            where = f": {', '.join(answer.where)}" if answer.where else ""
            other = change.before if fate == "new" else change.after
            doubt = (
                f" (the {'old' if fate == 'new' else 'new'} rules: {other})"
                if fate != "still" and other != "no"
                else ""
            )
            lines += wrap(f"  {ADVICE[answer.kind].title}{where}{doubt}. {answer.text}", "    ")
    return lines
