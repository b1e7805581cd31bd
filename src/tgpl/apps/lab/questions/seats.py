"""Is it fair? Whether seats win more or less than their part among players who are alike and think.

A seat's share is its part of the first places: a whole one alone, a half with another. It is alarming if it is surely
further from an even share than `TOLERATED` of that share. Players of two strengths are asked; where only one of them shows it,
the answer says for whom it holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry
from tgpl.apps.lab.evidence import MatchFacts
from tgpl.apps.lab.intervals import Level, Share
from tgpl.apps.lab.plan import Series
from tgpl.apps.lab.words import name_agent, percent, span

KIND = "seat_advantage"
TOLERATED = 0.08  # of an even share: with two players a seat may win 46 to 54 %
_NARROW = 0.2  # an interval within so much of an even share says that a seat has no advantage worth speaking of


class Standing:
    """How the seats of one series did."""

    def __init__(self, series: Series, matches: list[MatchFacts], level: Level) -> None:
        self.series, self.matches = series, matches
        self.level = level.split(series.players)
        self.even = 1.0 / series.players
        self.shares = [Share(sum(m.share(seat) for m in matches), len(matches)) for seat in range(series.players)]
        self.intervals = [share.interval(self.level.alpha) for share in self.shares]
        self.worst = max(range(series.players), key=lambda seat: abs(self.shares[seat].value - self.even))

    @property
    def is_unfair(self) -> bool:
        low, high = self.intervals[self.worst]
        return low > self.even * (1 + TOLERATED) or high < self.even * (1 - TOLERATED)

    @property
    def is_fair(self) -> bool:
        least, most = self.even * (1 - _NARROW), self.even * (1 + _NARROW)
        return all(least < low and high < most for low, high in self.intervals)

    @property
    def confidence(self) -> float:
        share = self.shares[self.worst]
        above = share.doubt_above(self.even * (1 + TOLERATED))
        return self.level.confidence(2 * min(above, share.doubt_below(self.even * (1 - TOLERATED))))

    def figures(self) -> dict[str, object]:
        return {
            "agents": list(self.series.cast),
            "games": len(self.matches),
            "shares": [
                {"seat": seat, "share": share.value, "interval": list(self.intervals[seat])}
                for seat, share in enumerate(self.shares)
            ],
        }


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    evidence, players = inquiry.evidence, inquiry.players
    series = evidence.series("equals", players)
    if players < 2 or not series or inquiry.is_cooperative:
        return
    standings = [Standing(one, evidence.of(one), inquiry.level.split(len(series))) for one in series]
    unfair = [standing for standing in standings if standing.is_unfair]
    figures = {"even": 1.0 / players, "by_strength": [standing.figures() for standing in standings]}
    if not unfair:
        fair = all(standing.is_fair for standing in standings)
        text = " ".join(_tell(standing) for standing in standings)
        yield Answer(KIND, NO if fair else UNKNOWN, players, text, figures=figures, settled=fair)
        return
    shown = unfair[-1]  # among the strongest
    others = [standing for standing in standings if standing not in unfair]
    text = _tell(shown) + (f" It does not show among others: {_tell(others[0])}" if others else "")
    distance = abs(shown.shares[shown.worst].value - shown.even) / max(shown.even, 1 - shown.even)
    yield Answer(
        KIND,
        YES,
        players,
        text,
        where=(f"seat {shown.worst}",),
        confidence=shown.confidence,
        size=min(1.0, 0.3 + distance),
        figures=figures,
        matches=_typical(shown),
        settled=len(unfair) == len(standings),
    )


def _tell(standing: Standing) -> str:
    seat = standing.worst
    low, high = standing.intervals[seat]
    return (
        f"Among {standing.series.players} of {name_agent(standing.series.cast[0])} seat {seat} wins "
        f"{percent(standing.shares[seat].value)} ({span(low, high)}) of {len(standing.matches):,} games; "
        f"even would be {percent(standing.even)}."
    )


def _typical(standing: Standing) -> tuple[MatchFacts, ...]:
    """A match that the seat wins, or loses if it is the one that loses."""
    seat = standing.worst
    wins = standing.shares[seat].value > standing.even
    found = [m for m in standing.matches if (m.first == (seat,)) == wins and m.ended == "winner"]
    return tuple(sorted(found, key=lambda m: (m.moves, m.number))[:1])
