"""What variables, attributes, results and elements can be: null or not, whole or not, how large.

`null` belongs to every type and a number can be any, so a target would have to look at every step. Nearly always it
need not. Runs every body with ranges instead of values until nothing changes any more. Attributes and methods are told
apart by name alone.

In:  a program. Out: `ValueRanges`, to be asked about an expression, a variable, or what a function gives.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.analysis import ranges as r
from tgpl.core.analysis.value_bodies import LAST_PATIENCE, PATIENCE, BodyEvaluator
from tgpl.core.analysis.value_expressions import WHOLE_VERSION, ValueRanges
from tgpl.core.score import score_function
from tgpl.core.walk import walk, walk_bodies

__all__ = ["ValueRanges", "find_value_ranges"]


def find_value_ranges(program: n.Program, atomic_construction: bool, tiles_placed: bool) -> ValueRanges:
    """`atomic_construction`: nothing can be looked at before it is all made. `tiles_placed`: every tile lies in a grid."""
    values = ValueRanges(program, atomic_construction, tiles_placed)
    _note_runtime_values(values)
    thresholds = _find_thresholds(program)
    runs = [BodyEvaluator(values, key, node, thresholds) for key, node in walk_bodies(program)]
    runs += [
        BodyEvaluator(values, key + WHOLE_VERSION, node, thresholds)
        for key, node in walk_bodies(program)
        if isinstance(node, n.Function)
    ]
    turn = 0
    while any(body.is_stale() for body in runs):
        before = dict(values.places)
        for body in runs:
            if body.is_stale():
                body.run()
        if turn >= PATIENCE:
            for place, found in list(values.places.items()):
                if place in before and found != before[place]:
                    values.note(place, r.widen(before[place], found, thresholds if turn < LAST_PATIENCE else []))
        turn += 1
    for body in runs:
        body.report()
    return values


def _find_thresholds(program: n.Program) -> list[float]:
    """Where a limit that keeps moving may stop (thresholds of widening): around the numbers that the rules mention."""
    found = {0.0, 2.0**31, -(2.0**31)}
    for node in walk(program):
        if isinstance(node, n.Literal) and isinstance(node.value, float):
            found |= {node.value - 1.0, node.value, node.value + 1.0, -node.value}
    return sorted(found)


def _note_runtime_values(values: ValueRanges) -> None:
    """What the runtime itself fills in."""
    for name in ("old", "new", "turn", "oldPhase", "newPhase"):
        values.places[f"{name} attribute"] = r.RULE_TEXT._replace(null=True)
    for name in ("oldPlayer", "newPlayer"):
        values.places[f"{name} attribute"] = values.player._replace(null=True)
    values.places["active attribute"] = values.player
    for place in ("List tile", "List interactable", "List connection", "Stack interactable", "Table group"):
        values.places[f"elements {place}"] = r.NOT_NULL
    values.places["elements List player"] = values.player
    score = score_function(values.program)  # which machines call, for anybody
    if score is not None:
        values.places[f"{score.name} called"] = r.NOT_NULL
        values.places[f"{score.name} local {score.parameters[0].name}"] = values.player
    for class_ in values.program.classes:
        for group in class_.groups:
            values.places[f"{group.split('.')[-1]} attribute"] = (
                r.NOT_NULL if values.atomic_construction else r.NULLABLE
            )
        if not values.atomic_construction:
            for attribute in class_.attributes:
                values.places[f"{attribute.name} attribute"] = r.ONLY_NULL
