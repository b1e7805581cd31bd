"""Play styles against each other: what if somebody just collects gold?

Every style sits among others of each other kind, at every seat in turn and with the same seeds; who thinks most, without a will of
their own, is one of them. How often a style has the first place is told with an interval; all intervals of the table hold together in
nineteen of twenty cases.

    plain, styles = split_agents(("mcts:10", "likes Settler.gold", "never Attack"))
    wishes = check_styles(program, styles)          # raises ValueError: a name that the rules do not have
    report = add_styles(lab, lab.run(tell), styles, wishes, tell)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tgpl.agents.styles import parse_style
from tgpl.apps.lab.batches import Rules, Setting
from tgpl.apps.lab.evidence import Evidence
from tgpl.apps.lab.intervals import FALSE_ALARMS, Share
from tgpl.apps.lab.plan import Need, Series, plan_batches
from tgpl.apps.lab.workers import open_pool

if TYPE_CHECKING:
    from tgpl.apps.lab.lab import Lab
    from tgpl.apps.lab.report import Report

LEAST, MOST = 24, 240  # games of a pairing
_PART = 8  # of the games of a report, so many pairings share one
_BATCH = 4


class Pairing(NamedTuple):
    """One of the first kind among others of the second."""

    players: int
    style: str
    others: str
    share: Share
    interval: tuple[float, float]

    @property
    def verdict(self) -> str:
        low, high = self.interval
        even = 1.0 / self.players
        return "more" if low > even else "less" if high < even else "not told apart"

    def data(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "style": self.style,
            "others": self.others,
            "games": self.share.total,
            "share": self.share.value,
            "interval": [*self.interval],
            "even": 1.0 / self.players,
            "wins": self.verdict,
        }


class StyleTable(NamedTuple):
    styles: tuple[str, ...]
    pairings: list[Pairing]
    games: int = 0
    interrupted: bool = False

    def data(self) -> dict[str, Any]:
        return {"styles": list(self.styles), "games": self.games, "pairings": [one.data() for one in self.pairings]}


def split_agents(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those who only think, and those with a will of their own. Raises UnknownAgent."""
    styles = {word: parse_style(word) for word in words}
    plain = tuple(word for word in words if styles[word].is_plain)
    return plain, tuple(word for word in dict.fromkeys(words) if not styles[word].is_plain)


def count_games(report_games: int, pairings: int) -> int:
    """Of each pairing: so that the table depends on nothing but the number of games of the report."""
    return max(LEAST, min(MOST, report_games // (_PART * max(1, pairings))))


def list_pairings(styles: tuple[str, ...], players: tuple[int, ...]) -> Iterator[Series]:
    """Of two players, each pair once; of more, who is alone makes a difference."""
    for count in players:
        for i, one in enumerate(styles):
            for j, other in enumerate(styles):
                if count > 1 and (i < j or (i > j and count > 2)):
                    yield Series("style", count, (one, *(other,) * (count - 1)))


def play_styles(
    styles: tuple[str, ...],
    players: tuple[int, ...],
    report_games: int,
    setting: Setting,
    workers: int,
    tell: Callable[[str], None],
    ray: str | None = None,
) -> StyleTable:
    """Ctrl-C leaves what there is."""
    series = [*list_pairings(styles, players)]
    each = count_games(report_games, len(series))
    evidence, interrupted = Evidence(), False
    needs = [Need(one, 0, -(-each // one.players) * one.players, _BATCH * one.players) for one in series]
    total = sum(need.last for need in needs)

    began = time.monotonic()

    def goes_on() -> bool:
        done = evidence.games
        left = f", {(time.monotonic() - began) / done * (total - done):.0f} s left" if done else ""
        tell(f"play styles: {done:,} of {total:,} games played{left}")
        return True

    try:
        with open_pool(workers, setting, ray) as pool:
            for _, played in pool.run(plan_batches(needs, 0), goes_on):
                evidence.add(played)
    except KeyboardInterrupt:
        interrupted = True
    return StyleTable(styles, _judge(evidence, series), evidence.games, interrupted)


def add_styles(
    lab: Lab, report: Report, styles: tuple[str, ...], wishes: tuple[str, ...], tell: Callable[[str], None]
) -> Report:
    """The same report with the table; who thinks most is in it too."""
    if report.interrupted or not report.games:
        return report._replace(agents=(*report.agents, *styles))
    asked = lab.request
    setting = Setting(Rules.of(lab.result), asked.seed, lab.most_moves, wishes)
    table = play_styles(
        (*styles, report.agents[-1]), lab.players, report.games, setting, asked.workers, tell, asked.ray
    )
    return report._replace(styles=table, agents=(*report.agents, *styles), interrupted=table.interrupted)


def _judge(evidence: Evidence, series: list[Series]) -> list[Pairing]:
    alpha = FALSE_ALARMS / max(1, len(series))
    found = []
    for one in series:
        matches = evidence.of(one)
        share = Share(sum(match.share(match.agents.index(one.cast[0])) for match in matches), len(matches))
        found.append(Pairing(one.players, one.cast[0], one.cast[1], share, share.interval(alpha)))
    return found


def write_styles(table: StyleTable) -> str:
    """Who wins against whom: a row for each pairing."""
    rows = [("style", "against", "players", "wins", "between", "games", "")]
    for one in table.pairings:
        if one.share.total:
            low, high = one.interval
            against = one.others if one.players == 2 else f"{one.players - 1} × {one.others}"
            between = f"{100 * low:.1f} and {100 * high:.1f} %"
            share, even = f"{100 * one.share.value:.1f} %", f"{100 / one.players:.0f} % is even"
            words = {"more": "more than its part", "less": "less than its part"}.get(one.verdict, "not told apart")
            rows.append(
                (one.style, against, str(one.players), share, between, f"{one.share.total:,.0f}", f"{words} ({even})")
            )
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["Play styles, one among others (the intervals hold together in nineteen of twenty cases):"]
    for row in rows:
        cells = [
            cell.rjust(width) if 2 <= i <= 5 else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"  {'  '.join(cells)}".rstrip())
    return "\n".join(lines)
