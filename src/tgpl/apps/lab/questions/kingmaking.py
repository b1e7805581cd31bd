"""Do those who cannot win decide who does? The last decisions of matches with three or more are tried out.

A player makes a king if, whatever they choose, they win (nearly) never, and another's share of wins hangs on what they choose.
The two options that differ most are found in some trials and compared in others, so that luck alone does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry
from tgpl.apps.lab.evidence import Probe
from tgpl.apps.lab.intervals import Share
from tgpl.apps.lab.words import percent, span

HOPELESS = 0.04  # the share of wins that who decides can have
SWING = 0.35  # by which the share of another hangs on it
OFTEN = 0.4  # of the games


def is_kingmaking(probe: Probe) -> bool:
    return probe.late and probe.own <= HOPELESS and probe.swing >= SWING


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    matches = [match for match in inquiry.thinking if match.ended == "winner" and any(p.late for p in match.probes)]
    if inquiry.players < 3 or not matches:
        return
    found = [match for match in matches if any(map(is_kingmaking, match.probes))]
    share = Share(len(found), len(matches))
    low, high = share.interval(inquiry.alpha)
    text = (
        f"In {percent(share.value)} ({span(low, high)}) of {len(matches):,} games between {inquiry.players} who think "
        "somebody who cannot win any more decides near the end who does."
    )
    figures = {"games": len(matches), "share": share.value, "interval": [low, high]}
    if low <= OFTEN:
        settled = high < OFTEN
        yield Answer("kingmaking", NO if settled else UNKNOWN, inquiry.players, text, figures=figures, settled=settled)
        return
    questions = [probe.question for match in found for probe in match.probes if is_kingmaking(probe)]
    question = max(sorted(set(questions)), key=questions.count)
    yield Answer(
        "kingmaking",
        YES,
        inquiry.players,
        text + (f" Mostly by what is chosen for {question}." if question else ""),
        where=(question.rpartition(".")[0], question) if question else (),
        confidence=inquiry.level.confidence(share.doubt_above(OFTEN)),
        size=0.4 + 0.3 * share.value,
        figures=figures,
        matches=tuple(found[:1]),
        settled=True,
    )
