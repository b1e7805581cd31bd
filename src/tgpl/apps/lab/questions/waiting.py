"""Who waits: players who are out long before the end, and seats that have no real choice for long.

Time is counted in turns: moves that one player makes in a row are one. A player is out from the last turn that they had; a seat
waits between two turns in which it had a choice. That everybody waits for the others is no waiting: it has to last for
several rounds of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry
from tgpl.apps.lab.evidence import MatchFacts
from tgpl.apps.lab.intervals import Share
from tgpl.apps.lab.words import percent, span

OUT = 0.3  # of the match, at its end
WAITED = 0.3  # of the match, somewhere
LEAST_ROUNDS = 3  # that a wait takes
OFTEN = 0.25  # of the games: more are too many


class Turn(NamedTuple):
    seat: int
    real: bool  # there was something to choose


class Wait(NamedTuple):
    seat: int
    part: float  # of the match
    turns: int


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    matches = [match for match in inquiry.thinking if match.ended == "winner"]
    if inquiry.players < 2 or not matches:
        return
    turns = [list_turns(match) for match in matches]
    words = f"somebody is out for the last {OUT:.0%} of the turns, or longer"
    yield _judge(inquiry, "elimination", matches, [_find_out(one, inquiry.players) for one in turns], OUT, words)
    words = f"somebody has no real choice for {WAITED:.0%} of the turns, or longer"
    yield _judge(inquiry, "no_choice", matches, [_find_wait(one, inquiry.players) for one in turns], WAITED, words)


def list_turns(match: MatchFacts) -> list[Turn]:
    moves = zip(match.seats, match.ways, strict=True)
    return [Turn(seat, any(ways > 1 for _, ways in own)) for seat, own in groupby(moves, key=lambda move: move[0])]


def _find_out(turns: list[Turn], players: int) -> Wait:
    """Who has no turn any more, not even a forced one."""
    last = dict.fromkeys(range(players), 0)
    for i, turn in enumerate(turns, 1):
        last[turn.seat] = i
    seat = min(last, key=lambda seat: last[seat])
    return Wait(seat, (len(turns) - last[seat]) / max(1, len(turns)), len(turns) - last[seat])


def _find_wait(turns: list[Turn], players: int) -> Wait:
    """The longest time between two real choices of a seat, or before the first; after the last, only while it has turns."""
    best = Wait(0, 0.0, 0)
    for seat in range(players):
        own = [i for i, turn in enumerate(turns) if turn.seat == seat]
        if not own:
            continue
        stops = [-1, *(i for i in own if turns[i].real), own[-1]]
        for before, after in pairwise(stops):
            count = after - before - 1
            if count > best.turns:
                best = Wait(seat, count / len(turns), count)
    return best


def _judge(
    inquiry: Inquiry, kind: str, matches: list[MatchFacts], waits: list[Wait], part: float, words: str
) -> Answer:
    least = LEAST_ROUNDS * inquiry.players
    pairs = zip(waits, matches, strict=True)
    bad = [(wait, match) for wait, match in pairs if wait.part >= part and wait.turns >= least]
    share = Share(len(bad), len(matches))
    low, high = share.interval(inquiry.alpha)
    mean = sum(wait.part for wait in waits) / len(waits)
    text = f"In {percent(share.value)} ({span(low, high)}) of {len(matches):,} games between {inquiry.players} who think {words}."
    figures = {"games": len(matches), "share": share.value, "interval": [low, high], "longest_wait": mean}
    if low <= OFTEN:
        settled = high < OFTEN
        return Answer(kind, NO if settled else UNKNOWN, inquiry.players, text, figures=figures, settled=settled)
    often = [sum(wait.seat == seat for wait, _ in bad) for seat in range(inquiry.players)]
    seat = max(range(inquiry.players), key=lambda seat: often[seat])
    alone = often[seat] > 0.8 * len(bad)
    shown = max(bad, key=lambda pair: (pair[0].part, -pair[1].number))[1]
    return Answer(
        kind,
        YES,
        inquiry.players,
        text + (f" It is nearly always seat {seat}." if alone else ""),
        where=(f"seat {seat}",) if alone else (),
        confidence=inquiry.level.confidence(share.doubt_above(OFTEN)),
        size=0.4 + 0.3 * share.value,
        figures=figures,
        matches=(shown,),
        settled=True,
    )
