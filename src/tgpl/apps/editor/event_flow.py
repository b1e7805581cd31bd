"""Who throws an event and who waits for it, in which order; who calls what.

In:  a `Reading` and something at a place. Out: `Node`s of a hierarchy, with those that lead to them and those that they lead to, each with the places.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.apps.editor.describe import spell_call
from tgpl.apps.editor.index import Symbol
from tgpl.apps.editor.reading import Reading
from tgpl.languages.tgpl.check import symbols as s
from tgpl.text.source import Span

CALLED = ("function", "action", "goal", "event", "setup", "phase", "turn")


class Flow(NamedTuple):
    symbol: Symbol
    detail: str
    places: tuple[Span, ...]  # where it calls, throws, waits


def hierarchy_at(reading: Reading, name: str, offset: int) -> Symbol | None:
    found = reading.named(name, offset)
    if found is None or found.reading is not reading or found.symbol.kind not in CALLED:
        return None
    return found.symbol


def detail_of(symbol: Symbol) -> str:
    match symbol.meaning:
        case s.Function() | s.Action():
            return spell_call(symbol.meaning)
        case s.Class():
            return f"event {symbol.name}"
    return symbol.kind


def leads_here(reading: Reading, symbol: Symbol) -> list[Flow]:
    """Who calls it; of an event, who throws it; of an action, also the events that it waits for."""
    places: dict[Symbol, list[Span]] = {}
    for file, one in reading.index.places(symbol):
        if one.role == "calls" and one.within is not None and one.within is not symbol:
            places.setdefault(one.within, []).append(Span(file, one.start, one.end))
    for throw in reading.index.throws:
        if throw.event is symbol and throw.within is not None:
            places.setdefault(throw.within, []).append(throw.span)
    found = [
        Flow(one, "throws it" if symbol.kind == "event" else "calls it", tuple(spans)) for one, spans in places.items()
    ]
    if isinstance(symbol.meaning, s.Action):
        found += _events_of(reading, symbol.meaning)
    return found


def _events_of(reading: Reading, action: s.Action) -> list[Flow]:
    found = []
    for event, trigger in action.root.triggers:
        symbol = reading.index.symbols.get(event.latest())
        if symbol is not None:
            span = Span(action.root.file, trigger.at, max(trigger.at, trigger.end))
            found.append(Flow(symbol, "it waits for this", (span,)))
    return found


def leads_on(reading: Reading, symbol: Symbol) -> list[Flow]:
    """What it calls and throws; of an event, who waits for it, in the order in which they run."""
    if symbol.kind == "event":
        return _listeners(reading, symbol)
    places: dict[Symbol, list[Span]] = {}
    for file, one in reading.index:
        if one.within is symbol and one.role == "calls" and one.symbol.kind in CALLED:
            places.setdefault(one.symbol, []).append(Span(file, one.start, one.end))
    found = [Flow(one, "is called", tuple(spans)) for one, spans in places.items()]
    thrown: dict[Symbol, list[Span]] = {}
    for throw in reading.index.throws:
        if throw.within is symbol:
            thrown.setdefault(throw.event, []).append(throw.span)
    return [*found, *(Flow(one, "is thrown", tuple(spans)) for one, spans in thrown.items())]


def _listeners(reading: Reading, symbol: Symbol) -> list[Flow]:
    """By priority, then in the order of declaration, as the game runs them."""
    game, event = reading.result.checked, symbol.meaning
    if not isinstance(game, s.Game) or not isinstance(event, s.Class):
        return []
    found = []
    for class_ in game.classes:
        for action in class_.actions.values():
            for waited, trigger in action.triggers if action.original is None else ():
                if event.derives(waited):
                    found.append((-(action.node.priority or 0), action.order, action, trigger))
    flows = []
    for place, (_, _, action, trigger) in enumerate(sorted(found, key=lambda one: one[:2]), 1):
        known = reading.index.symbols.get(action.root)
        if known is not None:
            span = Span(action.file, trigger.at, max(trigger.at, trigger.end))
            priority = "" if action.node.priority is None else f", priority {action.node.priority:g}"
            flows.append(Flow(known, f"{place}. to react{priority}", (span,)))
    return flows
