"""The event manager: what happens when an event is resolved.

For one event, all observers are tested first (require, then trigger); those that pass run by priority, then order of
declaration, then age, and just before each runs its require is tested again. What they throw goes to the back of
the queue. Who observes what is known from the rules; nothing is registered when an object is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tgpl.runtime.entity import Entity, Event
from tgpl.runtime.injector import Injector
from tgpl.runtime.inputs import Unanswerable
from tgpl.text.limits import EVENT_STEPS

if TYPE_CHECKING:
    from tgpl.runtime.match import Match
    from tgpl.runtime.rules import Action


def resolve(match: Match) -> None:
    """Every event in the queue, first in, first out, with all that they set off."""
    while match.queue:
        event = match.queue.popleft()
        match.steps += EVENT_STEPS
        match.step()
        match.resolving.append(event)
        for entity, action in _observers(match, event):
            if entity._is_present() and _is_enabled(match, entity, action):
                match.note_reaction(entity, action, event)
                run_action(match, entity, action, event, {})
        match.resolving.pop()


def reach_goals(match: Match) -> None:
    """After a move or an automatic phase: goals without a trigger of their own are tested."""
    if match.rules.goals is not None:
        match.throw(match.new(match.rules.goals))
        resolve(match)


def _observers(match: Match, event: Event) -> list[tuple[Entity, type[Action]]]:
    """The objects and actions that answer an event, in the order in which they run."""
    passed = []
    for class_, name in match.rules.listeners(type(event)):
        for entity in match.registrar.all(class_):
            action: type[Action] = entity._actions[name]
            if _is_enabled(match, entity, action) and is_triggered(match, entity, action, event):
                passed.append((entity, action))
    passed.sort(key=lambda pair: (-pair[1].priority, pair[1].order, pair[0]._serial))
    return passed


def _is_enabled(match: Match, entity: Entity, action: type[Action]) -> bool:
    return all(match.test(require, entity, match) for require in action.requires)


def is_triggered(match: Match, entity: Entity, action: type[Action], event: Event) -> bool:
    for trigger in action.waits_for(event):
        if trigger.test is None or match.test(trigger.test, entity, match, event):
            return True
    return False


def make_injector(
    match: Match,
    entity: Entity,
    action: type[Action],
    event: Event | None,
    given: dict[str, Any],
    strict: bool = False,
) -> Injector:
    context = (entity, match, event)
    return Injector(match, action.name, action.inputs, context, lambda: match.asker(entity), given, strict)


def run_action(match: Match, entity: Entity, action: type[Action], event: Event | None, given: dict[str, Any]) -> None:
    """Inputs, then the effect; without an answer for each input nothing happens."""
    answers: tuple[Any, ...] = ()
    if action.inputs:
        injector = make_injector(match, entity, action, event, given)
        if not injector.is_answerable():
            return
        try:
            answers = injector.answer_all()
        except Unanswerable:
            return
    match.perform(action, entity, event, answers)


def find_offered(match: Match, event: Event, player: int) -> list[tuple[Entity, type[Action]]]:
    """The actions that a player may choose now."""
    found = []
    for class_, name in match.rules.listeners(type(event)):
        for entity in match.registrar.all(class_):
            action: type[Action] = entity._actions[name]
            if not entity._usable(player):
                continue
            if not _is_enabled(match, entity, action) or not is_triggered(match, entity, action, event):
                continue
            if not action.inputs or make_injector(match, entity, action, event, {}).is_answerable():
                found.append((entity, action))
    found.sort(key=lambda pair: (-pair[1].priority, pair[1].order, pair[0]._serial))
    return found
