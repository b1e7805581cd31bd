"""Cards, pieces, places: which of their kind help to win far more, or far less, than the others.

For each thing it is counted how many of it each player ever had, or chose. Within a match what a player has more than the
others is set against what they won more than the others; the slope says how much one more of it is worth. A thing stands
out if its slope surely differs from the mean of the others of its family. Things of which all have the same tell
nothing.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tgpl.apps.lab.answers import NO, UNKNOWN, YES, Answer, Inquiry, Line, lines_of
from tgpl.apps.lab.evidence import MatchFacts, Thing
from tgpl.apps.lab.intervals import quantile, tail

FAR = 0.12  # of a win for one more of it, away from the others
LEAST_GAMES = 40  # in which some had more of it than others
LEAST_FAMILY = 3
_COUNTS: dict[str, Callable[[MatchFacts], tuple[dict[Thing, int], ...]]] = {
    "had": lambda match: match.held,
    "chosen": lambda match: match.used,
}


class Slope(NamedTuple):
    """What one more is worth, in wins."""

    worth: float
    error: float
    games: int


def ask(inquiry: Inquiry) -> Iterator[Answer]:
    matches = [match for match in inquiry.thinking if match.ended == "winner"]
    if inquiry.players < 2 or not matches or inquiry.is_cooperative:
        return
    tables = [(word, family, slopes) for word in _COUNTS for family, slopes in _measure(matches, word)]
    inquiry = inquiry.split(2 * sum(len(slopes) for _, _, slopes in tables))
    told: set[tuple[str, str]] = set()
    for word, family, slopes in tables:
        for thing, slope in sorted(slopes.items()):
            for answer in _judge(inquiry, word, family, thing, slope, slopes):
                if answer.verdict == YES and (answer.kind, thing.name) in told:
                    continue  # who has it chose it
                told.add((answer.kind, thing.name))
                yield answer


def _measure(matches: list[MatchFacts], word: str) -> Iterator[tuple[str, dict[Thing, Slope]]]:
    """The slopes of all things of each family that has several."""
    families: dict[str, set[Thing]] = defaultdict(set)
    for match in matches:
        for seat in _COUNTS[word](match):
            for thing in seat:
                families[thing.family].add(thing)
    for family, things in sorted(families.items()):
        slopes = {thing: slope for thing in things if (slope := _find_slope(matches, word, thing)) is not None}
        if len(slopes) >= LEAST_FAMILY:
            yield family, slopes


def _find_slope(matches: list[MatchFacts], word: str, thing: Thing) -> Slope | None:
    """Of wins on numbers, both taken from the mean of their match."""
    points: list[tuple[float, float]] = []
    games = 0
    for match in matches:
        counts = [seat.get(thing, 0) for seat in _COUNTS[word](match)]
        mean = sum(counts) / match.players
        if min(counts) == max(counts):
            continue
        games += 1
        points += [(count - mean, match.share(seat) - 1.0 / match.players) for seat, count in enumerate(counts)]
    squares = sum(x * x for x, _ in points)
    if games < LEAST_GAMES or not squares:
        return None
    worth = sum(x * y for x, y in points) / squares
    # Seats of one match are no independent witnesses: each match counts once.
    residues = sum((x * (y - worth * x)) ** 2 for x, y in points)
    return Slope(worth, math.sqrt(max(residues, 1e-9) * 2.0) / squares, games)


def _judge(
    inquiry: Inquiry, word: str, family: str, thing: Thing, slope: Slope, slopes: dict[Thing, Slope]
) -> Iterator[Answer]:
    others = [other for key, other in slopes.items() if key != thing]
    mean = sum(other.worth for other in others) / len(others)
    spread = math.sqrt(sum((other.worth - mean) ** 2 for other in others) / len(others))
    error = math.hypot(slope.error, math.sqrt(sum(other.error**2 for other in others)) / len(others))
    away = slope.worth - mean
    width = quantile(inquiry.alpha) * error
    far = max(FAR, 2.0 * spread)  # where all differ nobody stands out
    text = (
        f"One more {thing.name} {'than the others have' if word == 'had' else 'chosen'} is worth {100 * slope.worth:+.1f} ± "
        f"{100 * width:.1f} points of a hundred wins; of others among {family} {100 * mean:+.1f}."
    )
    figures = {
        "counted": word,
        "worth": slope.worth,
        "error": slope.error,
        "others": mean,
        "games": slope.games,
        "family": family,
    }
    lines = find_class(inquiry, thing)
    for kind, side in (("strong_component", 1.0), ("weak_component", -1.0)):
        told = Answer(kind, NO, inquiry.players, text, (thing.name,), lines, figures=figures)
        if side * away - width > far:
            confidence = inquiry.level.confidence(tail((side * away - far) / error))
            yield told._replace(verdict=YES, confidence=confidence, size=0.4 + min(0.4, abs(away)), settled=True)
        elif side * away + width < 2 * far:
            yield told._replace(settled=True)
        else:
            yield told._replace(verdict=UNKNOWN)


def find_class(inquiry: Inquiry, thing: Thing) -> tuple[Line, ...]:
    spans = [class_.span for class_ in inquiry.coverage.program.classes if class_.shown == thing.class_name]
    return lines_of(*spans)
