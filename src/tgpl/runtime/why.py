"""Why something is not offered: which require, trigger or filter says no, and where it stands in the rule text.

A test is run once more with Python's tracing on, so that the statement which decided is known, not only the test.
Only what the player may see is spoken of: a test that depends on something hidden is named as a whole, and only if
nothing else stands against the choice, so that neither the statement nor the order of the tests tells what is hidden.

    for reason in state.why(): print(reason.name, reason.words, reason.place)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from tgpl.runtime.collections import List
from tgpl.runtime.decision import Key, Mark
from tgpl.runtime.entity import Entity, Event, PlayerChoiceEvent
from tgpl.runtime.error_mapping import to_rule_error
from tgpl.runtime.errors import Place, RuleError
from tgpl.runtime.events import is_triggered, make_injector
from tgpl.runtime.injector import Answers, AskedInput, Injector
from tgpl.runtime.inputs import Input
from tgpl.runtime.lists import ListChoice
from tgpl.runtime.taint import TaintedRead, taint_hidden
from tgpl.runtime.values import number_text, same
from tgpl.runtime.view import label
from tgpl.runtime.visibility import find_visible_when_asked, number_visible

if TYPE_CHECKING:
    from tgpl.runtime.match import Match
    from tgpl.runtime.rules import Action

Test = Callable[..., bool]
OTHERS = "it belongs to"


class Reason(NamedTuple):
    """Why one thing cannot be chosen."""

    name: str  # of the action; of the input where a candidate is meant
    things: list[str]  # the objects or candidates that share the reason
    words: str
    place: Place | None  # the statement that said no
    about: tuple[str, ...] = ()  # what else it speaks of: what could have been chosen for it


class Refusal(NamedTuple):
    words: str
    place: Place | None
    sure: bool = True  # it holds whatever the hidden things are
    about: tuple[str, ...] = ()


def why_no_action(match: Match, player: int) -> list[Reason]:
    """Every action that the player might have expected and cannot choose."""
    length, serial, active, steps = len(match.journal), match.serial, match.active_player, match.steps
    match.active_player = player  # also where all choose at the same time
    try:
        event = match.new(PlayerChoiceEvent).fill(a_active=player)
        inquiry = _Inquiry(match, player)
        found = []
        for class_, name in match.rules.listeners(PlayerChoiceEvent):
            for entity in inquiry.sort_shown(match.registrar.all(class_)):
                action: type[Action] = entity._actions[name]
                reason = inquiry.refusal(entity, action, event)
                if reason is not None:
                    found.append(Reason(action.name, [label(entity)], reason.words, reason.place, reason.about))
        return _merge(found)
    finally:
        match.active_player, match.steps = active, steps
        match.undo(length)
        match.serial = serial


def why_never(match: Match, player: int) -> list[Reason]:
    """Actions that cannot be chosen at all: they are set off, or nothing is there that has them."""
    return _merge(_Inquiry(match, player).absent())


def why_no_answer(match: Match, picked: tuple[int, ...] = ()) -> list[Reason]:
    """Every candidate of the open question that is not offered; `picked`: things of a set that were named (`set_offer`)."""
    asked = match.asking
    if asked is None:
        return []
    if picked and asked.choice is not None:
        choice = asked.choice
        choice.gather(asked.injector.asked_player(asked.input_, asked.found))
        begun = choice.find_places(asked.chosen)
        places = (*begun, *choice.place_things(picked, begun[-1] + 1 if begun else 0))
        asked = asked._replace(chosen=tuple(choice.candidates[place] for place in sorted(places)))
    inquiry = _Inquiry(match, asked.injector.asked_player(asked.input_, asked.found))
    return _merge(inquiry.candidates(asked))


def why_no_value(match: Match, value: float | str) -> Reason | None:
    """What stands against a number or a text as the answer to the open question."""
    asked = match.asking
    if asked is None:
        return None
    inquiry = _Inquiry(match, asked.injector.asked_player(asked.input_, asked.found))
    reason = inquiry.value(asked, value)
    shown = number_text(value) if isinstance(value, float) else value
    return None if reason is None else Reason(asked.input_.name, [shown], reason.words, reason.place)


class _Inquiry:
    """What a player may be told."""

    def __init__(self, match: Match, player: int) -> None:
        self.match = match
        self.player = player
        self.seen = find_visible_when_asked(match, player)
        self.numbers = number_visible(match, player, self.seen)

    def sort_shown(self, entities: list[Entity]) -> list[Entity]:
        """Those that the player sees, in an order of their own."""
        found = [entity for entity in entities if entity._serial in self.seen]
        return sorted(found, key=lambda entity: self.numbers[entity._serial])

    # -- tests

    def test(self, test: Test, *arguments: Any) -> tuple[bool | None, Place | None]:
        """Whether a test holds, and the statement that said so; None where it depends on something hidden."""
        if any(self.hides(argument) for argument in arguments):
            return None, self.place_of(test)
        try:
            with taint_hidden(self.match, self.player):
                return self._trace(test, *arguments)
        except TaintedRead:
            return None, self.place_of(test)
        except Exception as error:  # it breaks: what came before it would have had to keep it from running
            rule_error: RuleError = to_rule_error(error, self.match)
            return False, rule_error.place

    def hides(self, value: Any) -> bool:
        if isinstance(value, List):
            return any(map(self.hides, value.items))
        return isinstance(value, Entity) and not isinstance(value, Event) and value._serial not in self.seen

    def _trace(self, test: Test, *arguments: Any) -> tuple[bool, Place | None]:
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
            holds = self.match.test(test, *arguments)
        finally:
            sys.settrace(outer)
        places = self.match.rules.places.get(line, [])
        widest = max(places, key=lambda stretch: stretch[1] - stretch[0], default=None)
        return holds, None if widest is None else widest[2]

    def place_of(self, function: Callable[..., Any] | None) -> Place | None:
        """Where something stands that became a function."""
        if function is not None:
            first = function.__code__.co_firstlineno
            for line in range(first, first + 4):
                if self.match.rules.places.get(line):
                    return self.match.rules.places[line][0][2]
        return None

    # -- actions

    def refusal(self, entity: Entity, action: type[Action], event: PlayerChoiceEvent) -> Refusal | None:
        """What stands against an action, in the order in which it is looked at."""
        if not entity._usable(self.player):
            owners = " and ".join(map(self.match.rules.seat_name, entity._owners()))
            return Refusal(f"{OTHERS} {owners or 'nobody'}", None)
        unsure: list[Refusal] = []
        for found in (*self._requires(entity, action), self._trigger(entity, action, event)):
            if found is not None and found.sure:
                return found
            unsure += [] if found is None else [found]
        injector = make_injector(self.match, entity, action, event, {})
        blocked = self._find_blocked_input(injector, bool(unsure)) if action.inputs else None
        if blocked is not None and blocked.sure:
            return blocked
        if self._is_offered(entity, action, event, injector):
            return self._find_ruled_out(Mark("action", entity._serial, action.name))
        unsure += [] if blocked is None else [blocked]
        if len(unsure) > 1:
            words = "one of its tests says no, this one or a later one; they look at what you cannot see"
            return Refusal(words, unsure[0].place)
        return unsure[0] if unsure else Refusal("no choice for its inputs passes all filters", None)

    def _find_blocked_input(self, injector: Injector, unsure: bool) -> Refusal | None:
        try:
            return self.unanswerable(injector, ())
        except RuleError:
            if unsure:  # what would have kept it from being looked at depends on something hidden
                return None
            raise

    def _requires(self, entity: Entity, action: type[Action]) -> list[Refusal]:
        found = []
        for i, require in enumerate(action.requires):
            holds, place = self.test(require, entity, self.match)
            if not holds:
                words = f"only during {action.during}" if action.during and i == 0 else "a require says no"
                found.append(Refusal(words, place, holds is not None))
        return found

    def _trigger(self, entity: Entity, action: type[Action], event: PlayerChoiceEvent) -> Refusal | None:
        found = None
        for trigger in action.waits_for(event):
            if trigger.test is None:
                return None
            holds, place = self.test(trigger.test, entity, self.match, event)
            if holds:
                return None
            if found is None or holds is None:
                found = Refusal("its trigger says no", place, holds is not None)
        return found

    def _is_offered(self, entity: Entity, action: type[Action], event: PlayerChoiceEvent, injector: Injector) -> bool:
        """Whether it is possible in fact, hidden things included."""
        match = self.match
        enabled = all(match.test(require, entity, match) for require in action.requires)
        return (
            enabled and is_triggered(match, entity, action, event) and (not action.inputs or injector.is_answerable())
        )

    def _find_ruled_out(self, key: Key) -> Refusal | None:
        questions = self.match.questions
        path = (*questions.answers[: questions.position], key)
        return Refusal("it was tried, and taken back", None) if path in questions.ruled_out else None

    def absent(self) -> list[Reason]:
        """Actions that nobody can choose now, because they are never chosen or nothing is there that has them."""
        found = []
        chosen = self.match.rules.listeners(PlayerChoiceEvent)
        for class_, name in self.match.rules.actions:
            action: type[Action] = class_._actions[name]
            place = self.place_of(action.effect)
            if (class_, name) not in chosen:
                events = " or ".join(dict.fromkeys(trigger.event.shown for trigger in action.triggers))
                words = f"it is not chosen: {f'{events} sets it off' if events else 'other rules call it'}"
                found.append(Reason(action.name, [class_.shown], words, place))
            elif not any(entity._serial in self.seen for entity in self.match.registrar.all(class_)):
                words = f"you see no {class_.shown} that is in play"
                found.append(Reason(action.name, [class_.shown], words, place))
        return found

    # -- inputs

    def values(self, injector: Injector, input_: Input, found: Answers) -> list[Any] | None:
        """What there is to choose from; None where that depends on something hidden."""
        if input_.among_ is None and input_.low_ is None:
            return injector.values(input_, found)
        if any(map(self.hides, found)):
            return None
        try:
            with taint_hidden(self.match, self.player):
                return injector.values(input_, found)
        except TaintedRead:
            return None

    def unanswerable(self, injector: Injector, found: Answers) -> Refusal | None:
        """Which input has nothing to offer, and the filter that leaves it so; None if all can be answered."""
        input_ = injector.inputs[len(found)]
        words = f"there is nothing to choose for `{input_.name}`"
        if input_.auto or input_.optional or injector.is_list(input_) or injector.is_free(input_):
            place = self.place_of(input_.whole[0]) if input_.whole else self._of(input_)
            return None if injector.is_answerable(found) else Refusal(words, place, False)
        values = self.values(injector, input_, found)
        if values is None:
            return None if injector.is_answerable(found) else Refusal(words, self._of(input_), False)
        if self.match.rules.secrets and input_.among_ is None and values and isinstance(values[0], Entity):
            # how many are hidden?
            return None if injector.is_answerable(found) else Refusal(words, self._of(input_), False)
        if not values:
            return Refusal(words, self._of(input_))
        last: Refusal | None = None
        behind: Refusal | None = None
        sure = True
        for value in values:
            last = self._failed_filter(injector, input_, found, value)
            sure = sure and (last is None or last.sure)
            if last is None:
                behind = self.unanswerable(injector, (*found, value)) if input_ is not injector.inputs[-1] else None
                if behind is None:
                    return None
        if behind is not None:
            return behind._replace(sure=behind.sure and sure)
        if not sure or last is None:
            return None if injector.is_answerable(found) else Refusal(words, self._of(input_), False)
        is_list = f"none of {len(values)} passes" if len(values) > 1 else "the only one does not pass"
        about = tuple(label(value, self.match.rules.names) for value in values)
        return Refusal(f"{words}: {is_list} its filter", last.place, True, about)

    def _of(self, input_: Input) -> Place | None:
        """Where an input stands."""
        places = self.match.rules.places.get(input_.line)
        return places[-1][2] if places else None

    def _failed_filter(self, injector: Injector, input_: Input, found: Answers, value: Any) -> Refusal | None:
        unsure = None
        for test in input_.filters:
            holds, place = self.test(test, *injector.context, *found, value)
            if holds is False:
                return Refusal("its filter says no", place)
            if holds is None:
                unsure = Refusal("a filter says no", self._of(input_), False)
        return unsure

    # -- the open question

    def candidates(self, asked: AskedInput) -> list[Reason]:
        injector, input_, found = asked.injector, asked.input_, asked.found
        values, kind = injector.values(input_, found), injector.kind(input_)
        tainted = self.values(injector, input_, found) is None
        reasons = []
        if isinstance(kind, type) and issubclass(kind, Entity):
            if input_.among_ is not None and not tainted:
                away = self.sort_shown([e for e in self.match.registrar.all(kind) if e not in values])
                words = f"it is not in the list that `{input_.name}` is chosen from"
                reasons = [Reason(input_.name, [label(entity)], words, self.place_of(input_.among_)) for entity in away]
            values = self.sort_shown(values) if input_.among_ is None else values
        if asked.choice is not None and asked.choice.is_set:
            asked.choice.gather(self.player)
            values = asked.choice.distinct(values)
        for value in () if tainted else values:  # what lies there is not for this player
            reason = None if self.hides(value) else self._rejection(asked, value)
            if reason is not None:
                reasons.append(Reason(input_.name, [label(value, self.match.rules.names)], reason.words, reason.place))
        short = None if asked.choice is None else self._not_done(asked, asked.choice)
        return [*reasons, Reason(input_.name, ["done"], short.words, short.place)] if short is not None else reasons

    def _not_done(self, asked: AskedInput, choice: ListChoice) -> Refusal | None:
        """Why a list cannot end as it is."""
        count = len(asked.chosen)
        if count < choice.least:
            verb = "is" if choice.least == 1 else "are"
            return Refusal(f"{_number_chosen(count)} so far, and {choice.least} {verb} wanted", self._of(asked.input_))
        short = self._failed_list_filter(asked, asked.chosen)
        what = "what is chosen so far" if choice.is_set else "the list so far"
        return None if short is None else Refusal(f"{what} does not pass its filter", short.place)

    def _rejection(self, asked: AskedInput, value: Any) -> Refusal | None:
        """What stands against a candidate that is not hidden."""
        injector, input_, found = asked.injector, asked.input_, asked.found
        filtered = self._failed_filter(injector, input_, found, value)
        if filtered is not None and filtered.sure:
            return filtered
        fails = not all(self.match.test(test, *injector.context, *found, value) for test in input_.filters)
        if filtered is not None and fails:
            return filtered
        if injector.is_list(input_):
            return self._list_refusal(asked, value)
        if input_ is not injector.inputs[-1] and not injector.is_answerable((*found, value)):
            behind = self.unanswerable(injector, (*found, value))
            return Refusal(f"then {behind.words}", behind.place) if behind is not None else None
        mark = Mark("object", value._serial) if isinstance(value, Entity) else value
        return self._find_ruled_out(mark)

    def _list_refusal(self, asked: AskedInput, value: Any) -> Refusal | None:
        """Why an element that passes by itself cannot be the next."""
        choice = asked.choice
        assert choice is not None
        if choice.is_set:
            return self._set_refusal(asked, choice, value)
        order = [i for i, candidate in enumerate(choice.candidates) if same(candidate, value)]
        taken = choice.find_places(asked.chosen)
        if any(same(value, chosen) for chosen in asked.chosen):
            return Refusal("it is chosen already", None)
        if order and taken and order[0] < max(taken):
            return Refusal("a list is chosen in its order, and one behind it was chosen already", None)
        before = self._failed_list_filter(asked, asked.chosen)
        after = self._failed_list_filter(asked, (*asked.chosen, value))
        if before is None and after is not None:
            return Refusal("with it the list would not pass its filter", after.place)
        if order and not choice.can_be_continued((*taken, order[0])):
            return Refusal("with it no list could pass the filter", after.place if after else None)
        return None

    def _set_refusal(self, asked: AskedInput, choice: ListChoice, value: Any) -> Refusal | None:
        """The same where a set is chosen: in which order does not matter, so it is judged with all that is chosen."""
        taken = choice.find_places(asked.chosen)
        alike = [i for i in range(len(choice.candidates)) if choice.is_like(i, value)]
        left = [i for i in alike if i not in taken]
        if not left:
            return Refusal("it is chosen already" if len(alike) == 1 else "all of it are chosen already", None)
        if len(taken) >= choice.most:
            return Refusal(
                f"{_number_chosen(len(taken))} already, and no more than {choice.most} may be", self._of(asked.input_)
            )
        if choice.can_add(taken, left[0]):
            return None
        with_it = tuple(choice.candidates[i] for i in sorted((*taken, left[0])))
        after = self._failed_list_filter(asked, with_it)
        return Refusal("no set with it passes the filter", after.place if after else self._of(asked.input_))

    def _failed_list_filter(self, asked: AskedInput, chosen: Answers) -> Refusal | None:
        """The filter that a list does not pass as it is."""
        made = List(self.match, asked.injector.kind(asked.input_), *chosen)
        for test in asked.input_.whole:
            holds, place = self.test(test, *asked.injector.context, *asked.found, made)
            if not self.match.test(test, *asked.injector.context, *asked.found, made):
                return Refusal("its filter says no", place, holds is not None)
        return None

    def value(self, asked: AskedInput, value: float | str) -> Refusal | None:
        injector, input_, found = asked.injector, asked.input_, asked.found
        if not injector.is_free(input_):
            values = self.values(injector, input_, found)
            if values is None or not any(same(value, other) for other in values):
                return Refusal(f"it is not among what `{input_.name}` is chosen from", self._of(input_))
        return self._rejection(asked, value)


def _number_chosen(count: int) -> str:
    return "none is chosen" if not count else "1 is chosen" if count == 1 else f"{count} are chosen"


def _merge(reasons: list[Reason]) -> list[Reason]:
    """Things that share a reason are named together."""
    found: dict[tuple[Any, ...], Reason] = {}
    for reason in reasons:
        key = (reason.name, reason.words, reason.place)
        if key in found:
            found[key].things.extend(reason.things)
            found[key] = found[key]._replace(about=(*found[key].about, *reason.about))
        else:
            found[key] = reason
    return list(found.values())
