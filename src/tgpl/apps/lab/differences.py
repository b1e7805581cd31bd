"""What differs between two rule texts that were played with the same seeds: figures of pairs of matches, and findings.

A pair is the same game of the same series in both: as many players, the same agents, seats and seed. A figure is taken of each, and
the differences within pairs are judged; what both have in common, luck above all, falls out of them. However many figures are
compared, a comparison of two texts that are alike says in one of twenty cases at most that anything has changed.

    differences = compare_evidence(old, new, players=(2,))
    compare_findings(old_answers, new_answers)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from tgpl.apps.lab.answers import YES, Answer
from tgpl.apps.lab.evidence import Evidence, MatchFacts
from tgpl.apps.lab.intervals import FALSE_ALARMS, Mean, quantile
from tgpl.apps.lab.plan import Series

LEAST_PAIRS = 20  # fewer tell nothing
LEAST_DIFFERENT = 10  # pairs that have to differ at all: the interval of fewer cannot be trusted


class Difference(NamedTuple):
    """A figure of the old and the new text, in so many pairs."""

    series: Series
    what: str  # "seat 0 wins", "moves"
    is_share: bool
    pairs: int
    unequal: int  # pairs in which it differs
    old: float
    new: float
    width: float  # of the interval around the difference, to either side; so wide that all of them hold together

    @property
    def value(self) -> float:
        return self.new - self.old

    @property
    def is_known(self) -> bool:
        return self.pairs >= LEAST_PAIRS

    @property
    def has_changed(self) -> bool:
        return self.is_known and self.unequal >= LEAST_DIFFERENT and abs(self.value) > self.width

    def data(self) -> dict[str, Any]:
        sure = math.isfinite(self.width)
        return {
            "what": self.what,
            "players": self.series.players,
            "agents": list(self.series.cast),
            "pairs": self.pairs,
            "unequal_pairs": self.unequal,
            "old": self.old,
            "new": self.new,
            "difference": self.value,
            "interval": [self.value - self.width, self.value + self.width] if sure else None,
            "changed": self.has_changed,
        }


class Figure(NamedTuple):
    what: str
    is_share: bool
    value: float


def compare_evidence(old: Evidence, new: Evidence, players: tuple[int, ...]) -> list[Difference]:
    found = [
        (series, what, is_share, pairs)
        for series in _list_series(old, players)
        for (what, is_share), pairs in _pair_figures(old.of(series), new.of(series)).items()
    ]
    found = [(series, what, is_share, _join_seats(series, pairs)) for series, what, is_share, pairs in found]
    alpha = FALSE_ALARMS / max(1, len(found))
    return [_judge(series, what, is_share, pairs, alpha) for series, what, is_share, pairs in found]


def _list_series(evidence: Evidence, players: tuple[int, ...]) -> Iterator[Series]:
    for count in players:
        for purpose in ("random", "equals", "skill", "ladder"):
            yield from evidence.series(purpose, count)


def _pair_figures(old: list[MatchFacts], new: list[MatchFacts]) -> dict[tuple[str, bool], list[tuple[float, float]]]:
    """Of matches with the same number, in order."""
    found: dict[tuple[str, bool], list[tuple[float, float]]] = {}
    later = {match.number: match for match in new}
    for match in sorted(old, key=lambda match: match.number):
        if match.number not in later:
            continue
        after = {figure.what: figure.value for figure in _list_figures(later[match.number])}
        for figure in _list_figures(match):
            if figure.what in after:
                found.setdefault((figure.what, figure.is_share), []).append((figure.value, after[figure.what]))
    return found


def _join_seats(series: Series, pairs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Games that follow each other with the same seed and other seats have the same luck: they are one pair."""
    if not series.rotates:
        return pairs
    size = series.players
    groups = [pairs[at : at + size] for at in range(0, len(pairs) - size + 1, size)]
    return [(math.fsum(old for old, _ in group) / size, math.fsum(new for _, new in group) / size) for group in groups]


def _list_figures(match: MatchFacts) -> Iterator[Figure]:
    players = match.players
    if match.series.purpose in ("skill", "ladder"):
        yield Figure("who thinks more wins", True, match.share(match.agents.index(match.series.cast[0])))
        return
    for seat in range(players if players != 2 else 1):  # of two, one says all
        yield Figure(f"seat {seat} wins", True, match.share(seat))
    if players > 1:
        yield Figure("draws", True, float(match.is_draw))
    yield Figure("games without an end", True, float(match.ended != "winner"))
    yield Figure("moves", False, float(match.moves))
    if match.ways:
        yield Figure("options of a move", False, sum(match.ways) / len(match.ways))


def _judge(series: Series, what: str, is_share: bool, pairs: list[tuple[float, float]], alpha: float) -> Difference:
    number = max(1, len(pairs))
    changes = Mean.of([new - old for old, new in pairs])
    unequal = sum(new != old for old, new in pairs)
    width = math.inf if number < 2 else student_quantile(alpha / 2, number - 1) * changes.error
    old = math.fsum(old for old, _ in pairs) / number
    new = math.fsum(new for _, new in pairs) / number
    return Difference(series, what, is_share, len(pairs), unequal, old, new, width)


def student_quantile(alpha: float, freedom: int) -> float:
    """As `quantile`, where the spread itself is known only from so many numbers: Student's, by the series of Cornish and Fisher."""
    z = quantile(alpha)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


class FindingChange(NamedTuple):
    """A finding of one of the two texts, or of both."""

    fate: str  # "new", "gone" or "still"
    answer: Answer  # of the new text where it was asked there, else of the old one
    before: str  # what the old text's answer was, and what the new one's is: yes, no, not found out, not asked
    after: str

    def data(self) -> dict[str, Any]:
        return {
            "kind": self.answer.kind,
            "where": list(self.answer.where),
            "players": self.answer.players,
            "text": self.answer.text,
            "before": self.before,
            "after": self.after,
        }


def compare_findings(old: list[Answer], new: list[Answer]) -> list[FindingChange]:
    """Those of the new text first, in its order; then what is gone."""
    before, after = ({_key(answer): answer for answer in answers} for answers in (old, new))
    found = []
    for answer in after.values():
        earlier = _find(before, answer)
        if answer.verdict == YES:
            was = "not asked" if earlier is None else earlier.verdict
            found.append(FindingChange("still" if was == YES else "new", answer, was, YES))
    for answer in before.values():
        later = _find(after, answer)
        if answer.verdict == YES and (later is None or later.verdict != YES):
            now = "not asked" if later is None else later.verdict
            found.append(FindingChange("gone", later or answer, YES, now))
    return found


def _find(answers: dict[_Key, Answer], like: Answer) -> Answer | None:
    """The answer to the same question; one that found nothing names no place."""
    kind, players, _ = _key(like)
    return answers.get(_key(like)) or answers.get((kind, players, ()))


_Key = tuple[str, int | None, tuple[str, ...]]


def _key(answer: Answer) -> _Key:
    return answer.kind, answer.players, answer.where
