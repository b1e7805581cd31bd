"""Is it open until the end? Who looks best to themselves early on, and whether they win.

Every thinker has an opinion of their own prospects at each of their moves. Who has the best one at a point of the match is ahead;
how often they win in the end is counted, so nothing depends on whether these opinions are right. A leader whom nobody catches from a
third of the match on runs away; a match that half-way is as good as over is decided early. Where the seat alone tells who
wins, that is a matter of seats.
"""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry
from tgpl.apps.lab.evidence import NO_VALUE, MatchFacts
from tgpl.apps.lab.intervals import Share
from tgpl.apps.lab.words import percent, span

EARLY, HALF = 1 / 3, 1 / 2  # of the moves
RUNS_AWAY = 0.66  # of what is left above an even share
DECIDED = 0.88
KNOWN_BEFORE = 0.5  # the same for the best seat: more, and the seat tells who wins
LEAST_MOVES = 4  # of each player: shorter matches have no middle
POINTS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)  # at which the course of matches is measured


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    players = inquiry.players
    matches = [match for match in inquiry.thinking if _has_middle(match)]
    if players < 2 or not matches or inquiry.is_cooperative:
        return
    even = 1.0 / players
    seats = [sum(match.share(seat) for match in matches) / len(matches) for seat in range(players)]
    known = (max(seats) - even) / (1.0 - even) > KNOWN_BEFORE
    for kind, part, bound, words in (
        ("runaway_leader", EARLY, RUNS_AWAY, "a third of the moves"),
        ("decided_early", HALF, DECIDED, "half of the moves"),
    ):
        yield _ask_about(inquiry, matches, kind, part, even + bound * (1.0 - even), words, known)


def _ask_about(
    inquiry: Inquiry, matches: list[MatchFacts], kind: str, part: float, bound: float, words: str, known: bool
) -> Answer:
    leads = [(match, leader) for match in matches if (leader := find_leader(match, part)) is not None]
    share = Share(sum(match.share(leader) for match, leader in leads), len(leads))
    low, high = share.interval(inquiry.alpha)
    text = (
        f"Who is ahead after {words} wins {percent(share.value)} ({span(low, high)}) of {len(leads):,} games between "
        f"{inquiry.players} who think."
    )
    figures = {"games": len(leads), "share": share.value, "interval": [low, high], "after": part}
    if known:
        text += " But the seat tells that from the beginning."
        return Answer(kind, NO, inquiry.players, text, figures=figures, settled=True)
    if low <= bound:
        settled = high < bound
        return Answer(kind, NO if settled else UNKNOWN, inquiry.players, text, figures=figures, settled=settled)
    won = [match for match, leader in leads if match.first == (leader,)]
    return Answer(
        kind,
        YES,
        inquiry.players,
        text,
        confidence=inquiry.level.confidence(share.doubt_above(bound)),
        size=0.5 if kind == "runaway_leader" else 0.48,
        figures=figures,
        matches=tuple(won[:1]),
        settled=True,
    )


def _has_middle(match: MatchFacts) -> bool:
    return match.ended == "winner" and not match.is_draw and len(match.seats) >= LEAST_MOVES * match.players


def find_leader(match: MatchFacts, part: float) -> int | None:
    """Who has the best opinion of themselves behind this part of the moves, by the last that each of them had; nobody if
    several have the same."""
    last: dict[int, int] = {}
    for seat, value in zip(match.seats[: max(1, round(part * len(match.seats)))], match.values, strict=False):
        if value != NO_VALUE:
            last[seat] = value
    if len(last) < match.players:
        return None
    best = max(last.values())
    ahead = [seat for seat, value in last.items() if value == best]
    return ahead[0] if len(ahead) == 1 else None


def measure_tension(matches: list[MatchFacts]) -> list[dict[str, float]]:
    """How often who is ahead wins, along the match."""
    found = []
    played = [match for match in matches if _has_middle(match)]
    for part in POINTS:
        leads = [(match, leader) for match in played if (leader := find_leader(match, part)) is not None]
        if leads:
            share = sum(match.share(leader) for match, leader in leads) / len(leads)
            found.append({"after": part, "leader_wins": share, "games": len(leads)})
    return found
