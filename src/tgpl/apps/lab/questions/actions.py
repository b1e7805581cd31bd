"""What thinkers do with what is offered: actions that they never choose, or always.

Only decisions count in which it mattered: the best and the worst alternative looked different to who thought about it. Where a
game is won or lost already, anything is chosen. An action that is chosen sometimes, but seldom, may still be one that
nobody should choose: then somebody who never does sits among others who are alike but for that, and wins more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry, Line, lines_of
from tgpl.apps.lab.evidence import Alternative, Evidence, MatchFacts, Use
from tgpl.apps.lab.intervals import Share
from tgpl.apps.lab.plan import Series
from tgpl.apps.lab.words import name_agent, percent, span
from tgpl.core.coverage import Coverage

NEVER = 0.03  # of the decisions: an action that is chosen in fewer is no alternative
ALWAYS = 0.97
LEAST_DECISIONS = 60
SELDOM = 0.6  # of how often it would be chosen by who does not care: such an action is left out for a trial
BETTER_WITHOUT = 0.06  # above an even share, of what is left above it


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    """About actions, and about values with names; things of one kind are asked about elsewhere."""
    series = inquiry.evidence.series("equals", inquiry.players)
    if not series:
        return
    uses = [_sum_uses(inquiry.evidence.of(one)) for one in series]
    actions = sorted({name for found in uses for name in found if not name.question})
    inquiry = inquiry.split(2 * len(actions))
    for action in actions:
        without = ask_without(inquiry, action.name)
        if without is not None and without.verdict == YES:
            yield without
            continue
        yield _ask_about(inquiry, action, [found.get(action, Use()) for found in uses], [s.cast[0] for s in series])


def _sum_uses(matches: list[MatchFacts]) -> dict[Alternative, Use]:
    found: dict[Alternative, Use] = defaultdict(Use)
    for match in matches:
        for name, use in match.uses.items():
            found[name] = found[name].plus(use)
    return found


def _ask_about(inquiry: Inquiry, action: Alternative, uses: list[Use], agents: list[str]) -> Answer:
    """The strongest decide; the others have to agree, as far as they have had the choice."""
    shares = [Share(use.chosen_then, use.mattered) for use in uses]
    strongest, use = shares[-1], uses[-1]
    low, high = strongest.interval(inquiry.alpha)
    text = (
        f"{action.name} is offered beside others in {use.offered:,} decisions of {name_agent(agents[-1])}; where it makes "
        f"a difference, it is chosen in {percent(strongest.value)} ({span(low, high)}) of {use.mattered:,}."
    )
    figures = {
        "by_strength": [
            {
                "agent": agent,
                "offered": use.offered,
                "mattered": use.mattered,
                "chosen": use.chosen_then,
                "expected": use.expected,
                "clearly_best": use.best,
            }
            for agent, use in zip(agents, uses, strict=True)
        ]
    }
    lines = find_action(inquiry.coverage, action.name)
    told = Answer("dominated_action", NO, inquiry.players, text, (action.name,), lines, figures=figures, settled=True)
    if strongest.total < LEAST_DECISIONS:
        return told._replace(verdict=UNKNOWN, settled=False)
    if high < NEVER:
        return _find(
            inquiry, told, strongest.doubt_below(NEVER), shares[:-1], agents, lambda share: share.value < 3 * NEVER
        )
    if low > ALWAYS:
        told = told._replace(kind="dominant_strategy")
        others = shares[:-1]
        return _find(
            inquiry, told, strongest.doubt_above(ALWAYS), others, agents, lambda share: share.value > 3 * ALWAYS - 2
        )
    settled = low > NEVER and high < ALWAYS
    return told._replace(verdict=NO if settled else UNKNOWN, settled=settled)


def _find(
    inquiry: Inquiry, told: Answer, doubt: float, others: list[Share], agents: list[str], agrees: object
) -> Answer:
    assert callable(agrees)
    text = told.text
    for share, agent in zip(others, agents, strict=False):
        if share.total >= LEAST_DECISIONS and not agrees(share):
            text += f" {name_agent(agent).capitalize()} chooses it in {percent(share.value)}."
    confidence = inquiry.level.confidence(doubt)
    return told._replace(verdict=YES, text=text, confidence=confidence, size=0.5)


def find_action(coverage: Coverage, name: str) -> tuple[Line, ...]:
    """Where an action stands."""
    spans = [
        action.span
        for class_ in coverage.program.classes
        for action in class_.actions
        if f"{class_.shown}.{action.name}" == name
    ]
    return lines_of(*spans)


# ---- players who never choose it


def leave_out(agent: str, action: str) -> str:
    """Who is alike, but never chooses an action."""
    return f"{agent} never {action}"


def propose_omissions(evidence: Evidence, players: int) -> list[str]:
    """Actions that the strongest choose seldom: what if somebody never did?"""
    series = evidence.series("equals", players)
    uses = _sum_uses(evidence.of(series[-1])) if series else {}
    return [
        name.name
        for name, use in sorted(uses.items())
        if not name.question and use.mattered >= LEAST_DECISIONS and use.chosen_then < SELDOM * use.expected
    ]


def ask_without(inquiry: Inquiry, action: str) -> Answer | None:
    """Whether who never chooses an action does better."""
    for series in inquiry.evidence.series("without", inquiry.players):
        if series.cast[0] == leave_out(series.cast[1], action):
            return _judge_without(inquiry, action, series)
    return None


def _judge_without(inquiry: Inquiry, action: str, series: Series) -> Answer:
    matches = inquiry.evidence.of(series)
    share = Share(sum(m.share(m.agents.index(series.cast[0])) for m in matches), len(matches))
    even, low, high = 1.0 / series.players, *share.interval(inquiry.alpha)
    bound = even + BETTER_WITHOUT * (1.0 - even)
    text = (
        f"Who never chooses {action} wins {percent(share.value)} ({span(low, high)}) of {len(matches):,} games with "
        f"{series.players} against others of {name_agent(series.cast[1])} who may; even would be {percent(even)}."
    )
    figures = {"games": len(matches), "share": share.value, "interval": [low, high], "without": action}
    lines = find_action(inquiry.coverage, action)
    told = Answer("dominated_action", NO, inquiry.players, text, (action,), lines, figures=figures)
    if low > bound:
        confidence = inquiry.level.confidence(share.doubt_above(bound))
        return told._replace(verdict=YES, confidence=confidence, size=0.45, settled=True)
    settled = high < even + 2 * BETTER_WITHOUT * (1.0 - even)
    return told._replace(verdict=NO if settled else UNKNOWN, settled=settled)
