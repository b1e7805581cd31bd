"""What there is to choose: too little, too much, or nothing that matters.

A move is all that a player chooses from one commit to the next; its ways are the options of its questions, multiplied. A choice
is pointless if it never made a difference: every option was tried in copies of the match with the same luck, the rest at
random, and all came to the same end each time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry, Line
from tgpl.apps.lab.evidence import MatchFacts, Probe
from tgpl.apps.lab.intervals import Share, most_if_never
from tgpl.apps.lab.words import percent, span
from tgpl.core import nodes as n
from tgpl.core.coverage import Coverage
from tgpl.core.walk import walk_bodies

FORCED = 0.55  # of all moves: more that leave no choice are too many
MANY_WAYS = 120  # of a move
OVERWHELMING = 0.5  # of the moves
LEAST_PROBES = 40  # of a question: what makes no difference in so many makes none
_NO_DIFFERENCE = 0.1  # of the probes at most, surely, where none of them showed one


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    matches = inquiry.thinking
    ways = [ways for match in matches for ways in match.ways]
    if not ways:
        return
    yield _ask_about_few(inquiry, matches, ways)
    yield _ask_about_many(inquiry, matches, ways)
    yield from _ask_about_pointless(inquiry, matches)


def _ask_about_few(inquiry: Inquiry, matches: list[MatchFacts], ways: list[int]) -> Answer:
    """By matches: moves of one match are alike."""
    forced = sum(count <= 1 for count in ways) / len(ways)
    poor = [match for match in matches if match.ways and _share_of(match, lambda count: count <= 1) > FORCED]
    return _judge(
        inquiry,
        "few_options",
        poor,
        matches,
        f"{percent(forced)} of the moves of {inquiry.players} who think leave no choice; "
        f"on average there are {_mean(ways):.1f} ways to move.",
        {"forced": forced, "ways": _mean(ways)},
        0.35 + 0.3 * forced,
    )


def _ask_about_many(inquiry: Inquiry, matches: list[MatchFacts], ways: list[int]) -> Answer:
    median = sorted(ways)[len(ways) // 2]
    rich = [
        match for match in matches if match.ways and _share_of(match, lambda count: count > MANY_WAYS) > OVERWHELMING
    ]
    text = f"Half of the moves of {inquiry.players} who think are one of {median:,} ways or more; {_mean(ways):,.0f} on average."
    return _judge(inquiry, "many_options", rich, matches, text, {"median": median, "ways": _mean(ways)}, 0.4)


def _judge(
    inquiry: Inquiry,
    kind: str,
    found: list[MatchFacts],
    matches: list[MatchFacts],
    text: str,
    figures: dict[str, object],
    size: float,
) -> Answer:
    """Whether that is so in more than half of the matches."""
    share = Share(len(found), len(matches))
    low, high = share.interval(inquiry.alpha)
    figures = {**figures, "games": len(matches), "share": share.value, "interval": [low, high]}
    if low <= 0.5:
        settled = high < 0.5
        return Answer(kind, NO if settled else UNKNOWN, inquiry.players, text, figures=figures, settled=settled)
    confidence = inquiry.level.confidence(share.doubt_above(0.5))
    text += f" So it is in {percent(share.value)} ({span(low, high)}) of {len(matches):,} games."
    shown = tuple(sorted(found, key=lambda m: (m.moves, m.number))[:1])
    return Answer(
        kind,
        YES,
        inquiry.players,
        text,
        confidence=confidence,
        size=size,
        figures=figures,
        matches=shown,
        settled=True,
    )


def _share_of(match: MatchFacts, holds: object) -> float:
    assert callable(holds)
    return sum(bool(holds(count)) for count in match.ways) / len(match.ways)


def _mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


# ---- choices that do not matter


def _ask_about_pointless(inquiry: Inquiry, matches: list[MatchFacts]) -> Iterator[Answer]:
    by_question: dict[str, list[tuple[Probe, MatchFacts]]] = defaultdict(list)
    for match in matches:
        for probe in match.probes:
            by_question[probe.question].append((probe, match))
    inquiry = inquiry.split(len(by_question))
    for question, probes in sorted(by_question.items()):
        yield _judge_question(inquiry, question, probes)


def _judge_question(inquiry: Inquiry, question: str, probes: list[tuple[Probe, MatchFacts]]) -> Answer:
    differing = sum(probe.differs for probe, _ in probes)
    name = question or "which action"
    figures = {"decisions": len(probes), "differing": differing}
    lines = _find_question(inquiry.coverage, question)
    if differing:
        share = Share(differing, len(probes))
        text = f"What is chosen for {name} makes a difference in {percent(share.value)} of {len(probes):,} decisions that were tried."
        return Answer("pointless_choice", NO, inquiry.players, text, (name,), lines, figures=figures, settled=True)
    most = most_if_never(len(probes), inquiry.alpha)
    text = f"What is chosen for {name} made no difference in {len(probes):,} decisions: every option was tried with the same luck, and led to the same end."
    if len(probes) < LEAST_PROBES or most > _NO_DIFFERENCE:
        return Answer("pointless_choice", UNKNOWN, inquiry.players, text, (name,), lines, figures=figures)
    where = (question.rpartition(".")[0], question) if question else ("which action",)
    return Answer(
        "pointless_choice",
        YES,
        inquiry.players,
        text,
        where,
        lines,
        inquiry.level.confidence((1.0 - _NO_DIFFERENCE) ** len(probes)),
        0.45,
        {**figures, "at_most": most},
        tuple(match for _, match in probes[:1]),
        True,
    )


def _find_question(coverage: Coverage, question: str) -> tuple[Line, ...]:
    """Where an input stands."""
    body, _, name = question.rpartition(".")
    word = body.rpartition(".")[2]
    for key, node in walk_bodies(coverage.program):
        if key.removeprefix(".") in (word, body) and isinstance(node, (n.Action, n.Function, n.Phase)):
            for one in node.inputs:
                if one.name == name:
                    return (Line(one.span.file.name, one.span.position[0]),)
    return ()
