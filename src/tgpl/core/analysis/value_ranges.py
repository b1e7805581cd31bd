"""What variables, attributes, results and elements can be: null or not, whole or not, how large.

`null` belongs to every type and a number can be any, so a target would have to look at every step. Nearly always it
need not. Runs every body with ranges instead of values until nothing changes any more. Attributes and methods are told
apart by name alone.

In:  a program. Out: `Values`, to be asked about an expression, a variable, or what a function gives.
"""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.analysis import ranges as r
from tgpl.core.analysis.nullability import bodies
from tgpl.core.analysis.value_bodies import LAST_PATIENCE, PATIENCE, Body
from tgpl.core.analysis.value_expressions import WHOLE, Values
from tgpl.core.score import score_function
from tgpl.core.walk import walk

__all__ = ["Values", "find_values"]


def find_values(program: n.Program, tidy: bool, placed: bool) -> Values:
    """`tidy`: nothing can be looked at before it is all made. `placed`: every tile lies in a grid."""
    values = Values(program, tidy, placed)
    _begin(values)
    stops = _stops(program)
    ways = [Body(values, key, node, stops) for key, node in bodies(program)]
    ways += [Body(values, key + WHOLE, node, stops) for key, node in bodies(program) if isinstance(node, n.Function)]
    turn = 0
    while any(way.is_stale() for way in ways):
        before = dict(values.places)
        for way in ways:
            if way.is_stale():
                way.run()
        if turn >= PATIENCE:
            for place, found in list(values.places.items()):
                if place in before and found != before[place]:
                    values.note(place, r.widened(before[place], found, stops if turn < LAST_PATIENCE else []))
        turn += 1
    for way in ways:
        way.tell()
    return values


def _stops(program: n.Program) -> list[float]:
    """Where limits that move may stay: around the numbers that the rules mention."""
    found = {0.0, 2.0**31, -(2.0**31)}
    for node in walk(program):
        if isinstance(node, n.Literal) and isinstance(node.value, float):
            found |= {node.value - 1.0, node.value, node.value + 1.0, -node.value}
    return sorted(found)


def _begin(values: Values) -> None:
    """What the runtime itself fills in."""
    for name in ("old", "new", "turn", "oldPhase", "newPhase"):
        values.places[f"attribute {name}"] = r.OLD_TEXT._replace(null=True)
    for name in ("oldPlayer", "newPlayer"):
        values.places[f"attribute {name}"] = values.player._replace(null=True)
    values.places["attribute active"] = values.player
    for place in ("List tile", "List interactable", "List connection", "Stack interactable", "Table group"):
        values.places[f"elements {place}"] = r.THERE
    values.places["elements List player"] = values.player
    score = score_function(values.program)  # which machines call, for anybody
    if score is not None:
        values.places[f"{score.name} called"] = r.THERE
        values.places[f"{score.name} local {score.parameters[0].name}"] = values.player
    for class_ in values.program.classes:
        for group in class_.groups:
            values.places[f"attribute {group.split('.')[-1]}"] = r.THERE if values.tidy else r.MAYBE
        if not values.tidy:
            for attribute in class_.attributes:
                values.places[f"attribute {attribute.name}"] = r.NOTHING_ELSE
