"""How a game goes: how long it takes, how it ends, whether it ends at all.

What happened once has happened: a game that breaks a rule or is stuck is told with its seed. How long a game takes is told by
the median among those who think. A game that did not end within the moves that it was given is endless, or goes in
circles if the same situation came up again and again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry
from tgpl.apps.lab.evidence import MatchFacts
from tgpl.apps.lab.intervals import Share, most_if_never
from tgpl.apps.lab.words import name_agent, percent, span

MANY_DRAWS = 0.4  # of the games: more are too many
MANY_CHOICES = 150  # real ones of one player: a game with more is too long
MANY_MOVES = 300  # of one player, choices or not
FEW_CHOICES = 2.5  # real ones of who has most: a game with fewer is too short
UNENDED = 0.02  # of the games between those who think
UNENDED_AT_RANDOM = 0.3  # of games by chance alone, which wander
CIRCLES = 4  # times the same situation
REPEATED = 0.1  # of the games
_STOPS = {"error": "broke a rule", "stuck": "are stuck: nobody can do anything, and nothing changes any more"}


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    yield from _ask_about_stops(inquiry)
    yield from _ask_about_endless(inquiry)
    yield from _ask_about_length(inquiry)
    yield from _ask_about_draws(inquiry)


def _ask_about_stops(inquiry: Inquiry) -> Iterator[Answer]:
    """Games that broke a rule, or are stuck: whoever played them."""
    matches = [*inquiry.evidence.all(inquiry.players)]
    for end, words in _STOPS.items():
        found = [match for match in matches if match.ended == end]
        if found:
            yield _tell_stop(inquiry, end, words, found, matches)
            continue
        most = most_if_never(len(matches), inquiry.alpha)
        text = f"None of {len(matches):,} games with {inquiry.players} {words}: at most {percent(most)} do."
        figures = {"games": len(matches), "at_most": most}
        yield Answer(end, NO, inquiry.players, text, figures=figures, settled=True)


def _tell_stop(
    inquiry: Inquiry, kind: str, words: str, found: Sequence[MatchFacts], matches: Sequence[MatchFacts]
) -> Answer:
    share = Share(len(found), len(matches))
    low, high = share.interval(inquiry.alpha)
    text = f"{len(found):,} of {len(matches):,} games with {inquiry.players} ({span(low, high)}) {words}."
    seeds = [match.seed for match in found[:5]]
    return Answer(
        kind,
        YES,
        inquiry.players,
        text,
        confidence=1.0,
        size=0.8 + 0.2 * share.value,
        figures={"games": len(matches), "share": share.value, "interval": [low, high], "seeds": seeds},
        matches=_shortest(found, 2),
        settled=True,
    )


# ---- games that do not end


def _ask_about_endless(inquiry: Inquiry) -> Iterator[Answer]:
    thinking = inquiry.thinking
    random = [*inquiry.evidence.matches("random", inquiry.players)]
    open_ = [match for match in thinking if match.ended == "limit"]
    circling = [match for match in open_ if match.repeats >= CIRCLES]
    yield _judge_share(inquiry, "repetition", circling, thinking, REPEATED, "go in circles")
    rest = [match for match in open_ if match.repeats < CIRCLES]
    if len(circling) > len(rest) or not rest:
        wandering = [match for match in random if match.ended == "limit"]
        answer = _judge_share(inquiry, "endless", wandering, random, UNENDED_AT_RANDOM, "do not end")
        yield answer if not circling else answer._replace(verdict=NO if answer.verdict == NO else UNKNOWN)
    else:
        yield _judge_share(inquiry, "endless", rest, thinking, UNENDED, "do not end")


def _judge_share(
    inquiry: Inquiry,
    kind: str,
    found: Sequence[MatchFacts],
    matches: Sequence[MatchFacts],
    most: float,
    words: str,
) -> Answer:
    """Whether more than so many of the games are of that kind."""
    share = Share(len(found), len(matches))
    low, high = share.interval(inquiry.alpha)
    who = "who think" if matches and matches[0].series.purpose == "equals" else "who choose at random"
    text = (
        f"Of {len(matches):,} games between {inquiry.players} {who} {percent(share.value)} ({span(low, high)}) {words}"
    )
    limit = max((match.moves for match in found), default=0)
    text += f": they were left after {limit:,} moves." if found else "."
    figures = {"games": len(matches), "share": share.value, "interval": [low, high]}
    if not matches or low <= most:
        settled = bool(matches) and high < max(most, 0.05)
        return Answer(
            kind, NO if not found or settled else UNKNOWN, inquiry.players, text, figures=figures, settled=settled
        )
    confidence = inquiry.level.confidence(share.doubt_above(most))
    size = 0.6 + 0.4 * share.value
    shown = _shortest(found, 1)
    return Answer(
        kind, YES, inquiry.players, text, confidence=confidence, size=size, figures=figures, matches=shown, settled=True
    )


# ---- games that end


def _ask_about_length(inquiry: Inquiry) -> Iterator[Answer]:
    players = inquiry.players
    matches = [match for match in inquiry.thinking if match.ended == "winner"]
    if not matches:
        return
    real = [max(match.real(seat) for seat in range(players)) for match in matches]
    each, moves = _median(real), _median([match.moves for match in matches])
    figures = {"games": len(matches), "choices": each, "moves": moves}
    text = (
        f"Half of the games between {players} who think take {moves:,} moves or more; who chooses most often has {each:,} "
        "real choices."
    )
    long = [
        count > MANY_CHOICES or match.moves > MANY_MOVES * players for count, match in zip(real, matches, strict=True)
    ]
    short = [count < FEW_CHOICES for count in real]
    for kind, bad, size in (
        ("too_long", long, min(1.0, moves / players / MANY_CHOICES / 3)),
        ("too_short", short, 0.5),
    ):
        share = Share(sum(bad), len(matches))
        low, high = share.interval(inquiry.alpha)
        told = Answer(kind, NO if high < 0.5 else UNKNOWN, players, text, figures=figures, settled=high < 0.5)
        if low > 0.5:
            shown = tuple(sorted(matches, key=lambda m: (abs(m.moves - moves), m.number))[:1])
            confidence = inquiry.level.confidence(share.doubt_above(0.5))
            told = told._replace(verdict=YES, confidence=confidence, size=size, matches=shown, settled=True)
        yield told


def _ask_about_draws(inquiry: Inquiry) -> Iterator[Answer]:
    """Among the strongest: weaker players lose by mistake what is drawn in truth."""
    matches, players = inquiry.strongest, inquiry.players
    if players < 2 or not matches or inquiry.is_cooperative:
        return
    share = Share(sum(match.is_draw for match in matches), len(matches))
    low, high = share.interval(inquiry.alpha)
    agent = matches[0].series.cast[0]
    text = (
        f"Of {len(matches):,} games between {players} of {name_agent(agent)} "
        f"{percent(share.value)} ({span(low, high)}) are drawn."
    )
    figures = {"games": len(matches), "share": share.value, "interval": [low, high], "agent": agent}
    if low <= MANY_DRAWS:
        settled = high < MANY_DRAWS
        yield Answer("draws", NO if settled else UNKNOWN, players, text, figures=figures, settled=settled)
        return
    shown = _shortest([match for match in matches if match.is_draw], 1)
    confidence = inquiry.level.confidence(share.doubt_above(MANY_DRAWS))
    size = share.value * 0.7
    yield Answer(
        "draws", YES, players, text, confidence=confidence, size=size, figures=figures, matches=shown, settled=True
    )


def _shortest(matches: Sequence[MatchFacts], count: int) -> tuple[MatchFacts, ...]:
    return tuple(sorted(matches, key=lambda m: (m.moves, m.number))[:count])


def _median(numbers: list[int]) -> int:
    return sorted(numbers)[len(numbers) // 2]
