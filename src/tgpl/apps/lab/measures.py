"""The figures of a report, whether something is wrong or not: what it shows beside its findings."""

from __future__ import annotations

from typing import Any

from tgpl.apps.lab.evidence import Evidence, MatchFacts
from tgpl.apps.lab.questions.skill import measure
from tgpl.apps.lab.questions.tension import measure_tension

_PARTS = (0.05, 0.25, 0.5, 0.75, 0.95)


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
