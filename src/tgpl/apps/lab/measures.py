"""The figures of a report, whether something is wrong or not: what it shows beside its findings."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tgpl.apps.lab.evidence import Evidence, MatchFacts, Use
from tgpl.apps.lab.questions.skill import measure
from tgpl.apps.lab.questions.tension import measure_tension

_PARTS = (0.05, 0.25, 0.5, 0.75, 0.95)
_MOST_STEPS = 14  # of a histogram
_WIDTHS = tuple(digit * 10**power for power in range(9) for digit in (1, 2, 5))


def measure_all(evidence: Evidence, players: tuple[int, ...]) -> dict[str, Any]:
    return {
        "coverage": _measure_coverage(evidence),
        "by_players": {str(count): _measure_players(evidence, count) for count in players},
    }


def _measure_coverage(evidence: Evidence) -> dict[str, int]:
    return {"points": len(evidence.hits), "come_by": sum(count > 0 for count in evidence.hits)}


def _measure_players(evidence: Evidence, players: int) -> dict[str, Any]:
    random = [*evidence.matches("random", players)]
    skill, ladder = measure(evidence, "skill", players), measure(evidence, "ladder", players)
    return {
        "random": _measure_course(random, players),
        "equals": {
            series.cast[0]: _measure_course(evidence.of(series), players)
            for series in evidence.series("equals", players)
        },
        "lengths": _count_lengths(evidence, players),
        "options": _count_options(evidence, players),
        "actions": _count_actions(evidence, players),
        "against_random": skill.value if skill.total else None,
        "against_weaker": ladder.value if ladder.total else None,
    }


def _measure_course(matches: list[MatchFacts], players: int) -> dict[str, Any]:
    if not matches:
        return {"games": 0}
    ways = sorted(count for match in matches for count in match.ways)
    ends = [match.ended for match in matches]
    return {
        "games": len(matches),
        "ends": {end: ends.count(end) for end in sorted(set(ends))},
        "seats": [sum(match.share(seat) for match in matches) / len(matches) for seat in range(players)],
        "draws": sum(match.is_draw for match in matches) / len(matches),
        "moves": _quantiles(sorted(match.moves for match in matches)),
        **({"ways": _quantiles(ways), "tension": measure_tension(matches)} if ways else {}),
    }


def _quantiles(numbers: list[int]) -> dict[str, int]:
    return {f"{part:.0%}": numbers[min(len(numbers) - 1, int(part * len(numbers)))] for part in _PARTS}


# ---- what pictures are drawn from


def _name_courses(evidence: Evidence, players: int) -> dict[str, list[MatchFacts]]:
    """Games by chance, and between equals who think, the strongest last."""
    random = [*evidence.matches("random", players)]
    equals = {series.cast[0]: evidence.of(series) for series in evidence.series("equals", players)}
    return {**({"random": random} if random else {}), **equals}


def _count_lengths(evidence: Evidence, players: int) -> dict[str, Any]:
    """How many games took so many moves, in steps of a round width."""
    courses = _name_courses(evidence, players)
    moves = [match.moves for matches in courses.values() for match in matches]
    if not moves:
        return {"from": [], "games": {}}
    low, high = min(moves), max(moves)
    width = next(width for width in _WIDTHS if high // width - low // width < _MOST_STEPS)
    steps = range(low // width, high // width + 1)
    counts = {who: Counter(match.moves // width for match in matches) for who, matches in courses.items()}
    return {
        "width": width,
        "from": [step * width for step in steps],
        "games": {who: [count[step] for step in steps] for who, count in counts.items()},
    }


def _count_options(evidence: Evidence, players: int) -> dict[str, Any]:
    """How many moves were one of so many ways: 1, 2, 3 and 4, 5 to 8, and so on."""
    counts = {
        series.cast[0]: Counter((ways - 1).bit_length() for match in evidence.of(series) for ways in match.ways)
        for series in evidence.series("equals", players)
    }
    steps = range(1 + max((step for count in counts.values() for step in count), default=-1))
    return {
        "from": [1 if step == 0 else (1 << (step - 1)) + 1 for step in steps],
        "moves": {who: [count[step] for step in steps] for who, count in counts.items()},
    }


def _count_actions(evidence: Evidence, players: int) -> dict[str, dict[str, int]]:
    """How often an action was offered beside others to who thinks most, and chosen."""
    series = evidence.series("equals", players)
    found: dict[str, Use] = {}
    for match in evidence.of(series[-1]) if series else []:
        for name, use in match.uses.items():
            if not name.question:
                found[name.name] = found.get(name.name, Use()).plus(use)
    return {name: {"offered": use.offered, "chosen": use.chosen} for name, use in sorted(found.items())}
