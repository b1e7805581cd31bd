"""Simple strategies: somebody who does not think at all (always the first option, always this action, always the highest
number) sits among those who think, at every seat in turn.

One that wins more than its part beats thinking. One that wins its part, where choosing at random does not, makes thinking
superfluous: whoever knows the trick plays as well as who thinks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tgpl.agents.styles import parse_style
from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry
from tgpl.apps.lab.evidence import Evidence
from tgpl.apps.lab.intervals import Share
from tgpl.apps.lab.plan import Series
from tgpl.apps.lab.questions.actions import find_action
from tgpl.apps.lab.questions.skill import measure
from tgpl.apps.lab.words import name_agent, percent, span

KIND = "dominant_strategy"
BEATS = 0.1  # above an even share, of what is left above it
KEEPS_UP = 0.2  # below an even share, of that share
SKILL = 0.25  # that thinking is worth at least, of what is left above an even share
LEAST_STRENGTH = 100  # games in the head of those who think: weaker ones are no measure
OPTIONS_EACH = 4  # games in the head for each way to move, at least
HOPELESS = 0.3  # below an even share: such a strategy needs no more games
MOST_STRATEGIES = 12
_ALPHA = 0.05  # of giving up a strategy too early


def propose_strategies(evidence: Evidence, players: int) -> list[str]:
    """Those that make sense in a game, by the words of `--agents`: by what was offered so far, the most frequent first."""
    offered: Counter[str] = Counter()
    numeric = False
    for match in evidence.matches("equals", players):
        numeric = numeric or match.numeric
        for name, use in match.uses.items():
            if not name.question:
                offered[name.name] += use.offered
    found = ["first", "last"]
    if numeric:
        found += ["highest", "lowest"]
    actions = [action for action, _ in offered.most_common()]
    found += [f"always {action}" for action in actions]
    if numeric:
        found += [f"always {action} highest" for action in actions]
    return found[:MOST_STRATEGIES]


def is_hopeless(evidence: Evidence, series: Series) -> bool:
    """Whether no more games are needed to see that a strategy is no good."""
    matches = evidence.of(series)
    share = _share(evidence, series)
    even = 1.0 / series.players
    return len(matches) >= 8 and share.at_most(_ALPHA) < even * (1 - HOPELESS)


def _share(evidence: Evidence, series: Series) -> Share:
    matches = evidence.of(series)
    return Share(sum(m.share(m.agents.index(series.cast[0])) for m in matches), len(matches))


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    series = inquiry.evidence.series("strategy", inquiry.players)
    skill = measure(inquiry.evidence, "skill", inquiry.players)
    if inquiry.is_cooperative:
        return
    if not series and inquiry.players > 1:
        yield Answer(KIND, UNKNOWN, inquiry.players, "No simple strategy was tried against those who think.")
    inquiry = inquiry.split(2 * len(series))
    for one in series:
        yield _ask_about(inquiry, one, _share(inquiry.evidence, one), skill)


def _ask_about(inquiry: Inquiry, series: Series, share: Share, skill: Share) -> Answer:
    even, players = 1.0 / series.players, series.players
    low, high = share.interval(inquiry.alpha)
    strategy = series.cast[0]
    text = (
        f"Who plays “{strategy}” without thinking wins {percent(share.value)} ({span(low, high)}) of {share.total:,.0f} "
        f"games with {players} against {name_agent(series.cast[1])}; even would be {percent(even)}."
    )
    action = strategy.split()[1] if strategy.startswith("always ") else ""
    figures = {
        "strategy": strategy,
        "against": series.cast[1],
        "games": share.total,
        "share": share.value,
        "interval": [low, high],
    }
    where = (action,) if action else (strategy,)
    lines = find_action(inquiry.coverage, action) if action else ()
    told = Answer(KIND, NO, players, text, where, lines, figures=figures, settled=True)
    beaten = even + BEATS * (1.0 - even)
    if not _can_judge(inquiry, series) and not is_hopeless(inquiry.evidence, series):
        return told._replace(verdict=UNKNOWN, text=f"{text} But these think too little to be a measure.")
    if low > beaten:
        return _find(inquiry, told, series, share.doubt_above(beaten), 0.8)
    thinking_pays = skill.total > 0 and skill.at_least(inquiry.alpha) > even + SKILL * (1.0 - even)
    if thinking_pays and low > even * (1.0 - KEEPS_UP):
        text = f"{text} Choosing at random wins far less."
        return _find(inquiry, told._replace(text=text), series, share.doubt_above(even * (1.0 - KEEPS_UP)), 0.6)
    settled = high < even or is_hopeless(inquiry.evidence, series)
    return told._replace(verdict=NO if settled else UNKNOWN, settled=settled)


def _can_judge(inquiry: Inquiry, series: Series) -> bool:
    """Whether those who think do it well enough: they have looked at every way to move some times."""
    ways = sorted(ways for match in inquiry.thinking for ways in match.ways)
    games = parse_style(series.cast[1]).base.games or 0
    return bool(ways) and games >= max(LEAST_STRENGTH, OPTIONS_EACH * ways[len(ways) // 2])


def _find(inquiry: Inquiry, told: Answer, series: Series, doubt: float, size: float) -> Answer:
    won = [m for m in inquiry.evidence.of(series) if m.first == (m.agents.index(series.cast[0]),)]
    shown = tuple(sorted(won, key=lambda m: (m.moves, m.number))[:1])
    return told._replace(verdict=YES, confidence=inquiry.level.confidence(doubt), size=size, matches=shown)
