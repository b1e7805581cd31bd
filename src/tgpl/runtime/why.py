"""Why something is not offered: which require, trigger or filter says no, and where it stands in the rule text.

A test is run once more with Python's tracing on, so that the statement which decided is known, not only the test.
Only what the player may see is spoken of.

    for reason in state.why(): print(reason.name, reason.words, reason.place)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from tgpl.runtime.entity import Entity, PlayerChoiceEvent
from tgpl.runtime.errors import Place, RuleError
from tgpl.runtime.events import injector, triggered
from tgpl.runtime.inputs import Injector, Input
from tgpl.runtime.trouble import translate
from tgpl.runtime.view import label

if TYPE_CHECKING:
    from tgpl.runtime.match import Match
    from tgpl.runtime.rules import Action


class Reason(NamedTuple):
    """Why one thing cannot be chosen."""

    name: str  # of the action; of the input where a candidate is meant
    things: list[str]  # the objects or candidates that share the reason
    words: str
    place: Place | None  # the statement that said no


def why_no_action(match: Match, player: int) -> list[Reason]:
    """Every action that the player might have expected and cannot choose."""
    length, serial = len(match.journal), match.serial
    event = match.new(PlayerChoiceEvent).fill(active=player)
    seen = match.seen_by(player)
    found = []
    for class_, name in match.rules.listeners(PlayerChoiceEvent):
        for entity in match.registrar.all(class_):
            action: type[Action] = getattr(type(entity), name)
            if entity._serial in seen:
                reason = _refusal(match, entity, action, event, player)
                if reason is not None:
                    found.append(Reason(action.name, [label(entity)], *reason))
    match.undo(length)
    match.serial = serial
    return _gathered(found)


def why_no_answer(match: Match) -> list[Reason]:
    """Every candidate of the open question that is not offered."""
    if match.asking is None:
        return []
    filler, one, found = match.asking
    seen = match.seen_by(filler.asks(one, found))
    reasons = []
    values = filler.values(one, found)
    if one.among_ is not None and isinstance(kind := filler.kind(one), type) and issubclass(kind, Entity):
        away = [e for e in match.registrar.all(kind) if e not in values and e._serial in seen]
        words = f"it is not in the list that `{one.name}` is chosen from"
        reasons = [Reason(one.name, [label(entity)], words, _standing(match, one.among_)) for entity in away]
    for value in values:
        if isinstance(value, Entity) and value._serial not in seen:
            continue
        reason = _rejection(match, filler, one, found, value)
        if reason is not None:
            reasons.append(Reason(one.name, [label(value)], *reason))
    return _gathered(reasons)


Refusal = tuple[str, Place | None]


def _refusal(
    match: Match, entity: Entity, action: type[Action], event: PlayerChoiceEvent, player: int
) -> Refusal | None:
    """What stands against an action, in the order in which it is looked at."""
    if not entity._usable(player):
        owners = " and ".join(f"player {owner}" for owner in entity._owners())
        return (f"it belongs to {owners}" if owners else "it belongs to nobody", None)
    for require in action.requires:
        holds, place = decided(match, require, entity, match)
        if not holds:
            return ("a require says no", place)
    if not triggered(match, entity, action, event):
        test = next(t.test for t in action.waits_for(event) if t.test is not None)
        return ("its trigger says no", decided(match, test, entity, match, event)[1])
    filler = injector(match, entity, action, event, {})
    if action.inputs and not filler.possible():
        return _unanswerable(match, filler, ())
    if match.struck and any(path[:1] == (key,) for path in match.struck for key in [_key(entity, action)]):
        return ("it was tried, and failed", None)
    return None


def _key(entity: Entity, action: type[Action]) -> Any:
    from tgpl.runtime.decision import Mark

    return Mark("action", entity._serial, action.__name__)


def _unanswerable(match: Match, filler: Injector, found: tuple[Any, ...]) -> Refusal:
    """Which input has nothing to offer, and the filter that leaves it so."""
    one = filler.inputs[len(found)]
    values = filler.values(one, found)
    if not values:
        return (f"there is nothing to choose for `{one.name}`", _standing(match, one.among_))
    passing = []
    last: Refusal = ("", None)
    for value in values:
        reason = _filtered(match, filler, one, found, value)
        if reason is None:
            passing.append(value)
        else:
            last = reason
    if not passing:
        many = f"none of {len(values)} passes" if len(values) > 1 else "the only one does not pass"
        return (f"there is nothing to choose for `{one.name}`: {many} its filter", last[1])
    if len(found) + 1 < len(filler.inputs):
        return _unanswerable(match, filler, (*found, passing[0]))
    return (f"no choice for `{one.name}` passes its filters", None)


def _rejection(match: Match, filler: Injector, one: Input, found: tuple[Any, ...], value: Any) -> Refusal | None:
    reason = _filtered(match, filler, one, found, value)
    if reason is not None:
        return reason
    if one is not filler.inputs[-1] and not filler.many(one) and not filler.possible((*found, value)):
        words, place = _unanswerable(match, filler, (*found, value))
        return (f"then {words}", place)
    return None


def _filtered(match: Match, filler: Injector, one: Input, found: tuple[Any, ...], value: Any) -> Refusal | None:
    for test in one.filters:
        holds, place = decided(match, test, *filler.around, *found, value)
        if not holds:
            return ("its filter says no", place)
    return None


def _standing(match: Match, function: Callable[..., Any] | None) -> Place | None:
    """Where an expression stands that became a function."""
    if function is not None:
        first = function.__code__.co_firstlineno
        for line in range(first, first + 4):
            if match.rules.places.get(line):
                return match.rules.places[line][0][2]
    return None


def decided(match: Match, test: Callable[..., bool], *arguments: Any) -> tuple[bool, Place | None]:
    """Whether a test holds, and the statement that said so."""
    line = 0

    def on_line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal line
        if frame.f_code is test.__code__:
            if event == "line":
                line = frame.f_lineno
            return on_line
        return None

    outer = sys.gettrace()
    sys.settrace(on_line)
    try:
        holds = match.test(test, *arguments)
    except Exception as error:
        sys.settrace(outer)
        trouble: RuleError = translate(error, match)
        return False, trouble.place
    finally:
        sys.settrace(outer)
    places = match.rules.places.get(line, [])
    widest = max(places, key=lambda stretch: stretch[1] - stretch[0], default=None)
    return holds, None if widest is None else widest[2]


def _gathered(reasons: list[Reason]) -> list[Reason]:
    """Things that share a reason are named together."""
    found: dict[tuple[Any, ...], Reason] = {}
    for reason in reasons:
        key = (reason.name, reason.words, reason.place)
        if key in found:
            found[key].things.extend(reason.things)
        else:
            found[key] = reason
    return list(found.values())
