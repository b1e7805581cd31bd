"""Does thinking pay? One who thinks sits among others who think less, or not at all, at every seat in turn.

It is luck alone if even who thinks most wins no more than their part against those who choose at random, though there is
something to choose.
"""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry
from tgpl.apps.lab.evidence import Evidence
from tgpl.apps.lab.intervals import Share
from tgpl.apps.lab.words import name_agent, percent, span

LUCK = 0.1  # of what is left above an even share: who gains no more by thinking is lucky or not
LEAST_CHOICES = 1.0  # real ones of a player: else there is nothing to think about


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    players, even = inquiry.players, 1.0 / inquiry.players
    share = measure(inquiry.evidence, "skill", players)
    if players < 2 or not share.total or inquiry.is_cooperative:
        return
    more = measure(inquiry.evidence, "ladder", players)
    low, high = share.interval(inquiry.alpha)
    series = inquiry.evidence.series("skill", players)[0]
    text = (
        f"{name_agent(series.cast[0])} wins {percent(share.value)} ({span(low, high)}) of {share.total:,.0f} games with "
        f"{players} against those who choose at random; even would be {percent(even)}."
    )
    if more.total:
        ladder = inquiry.evidence.series("ladder", players)[0]
        text += f" Against {name_agent(ladder.cast[1])} it wins {percent(more.value)} ({span(*more.interval(inquiry.alpha))})."
    figures = {
        "games": share.total,
        "against_random": share.value,
        "interval": [low, high],
        "against_weaker": more.value if more.total else None,
        "weaker_interval": list(more.interval(inquiry.alpha)) if more.total else None,
        "even": even,
    }
    bound = even + LUCK * (1.0 - even)
    choices = _count_choices(inquiry)
    if choices < LEAST_CHOICES or low > bound:
        yield Answer("luck", NO, players, text, figures=figures, settled=True)
    elif high < bound:
        doubt = share.doubt_below(bound)
        confidence = inquiry.level.confidence(doubt)
        yield Answer("luck", YES, players, text, confidence=confidence, size=0.55, figures=figures, settled=True)
    else:
        yield Answer("luck", UNKNOWN, players, text, figures=figures)


def measure(evidence: Evidence, purpose: str, players: int) -> Share:
    """What the first of the cast has of the first places."""
    series = evidence.series(purpose, players)
    if not series:
        return Share(0.0, 0.0)
    matches = evidence.of(series[0])
    own = series[0].cast[0]
    return Share(sum(match.share(match.agents.index(own)) for match in matches), len(matches))


def _count_choices(inquiry: Inquiry) -> float:
    """Real ones, of a player in a game."""
    matches = inquiry.thinking
    total = sum(ways > 1 for match in matches for ways in match.ways)
    return total / len(matches) / inquiry.players if matches else 0.0
