"""The input injector: fills the inputs of actions, functions and phases, by asking or by itself.

`Injector` answers inputs in order. A value is offered only if the inputs declared behind it can still be answered. How a
list is chosen stands in `lists.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tgpl.runtime.collections import List
from tgpl.runtime.decision import DONE, NONE, Decision, Mark, Option
from tgpl.runtime.entity import Entity
from tgpl.runtime.error_mapping import to_rule_error
from tgpl.runtime.errors import MoveFailed, Place, RuleError
from tgpl.runtime.inputs import AmbiguousAuto, Input, Refused, Unanswerable
from tgpl.runtime.lists import ListChoice
from tgpl.runtime.options import offer_values
from tgpl.runtime.symbols import EnumValue, Kind
from tgpl.runtime.taint import TaintedRead, taint_hidden
from tgpl.runtime.values import number_text, same, text, whole_numbers
from tgpl.runtime.visibility import find_visible_when_asked, number_visible
from tgpl.text.limits import MOST_NUMBERS, STEPS_IN_ALL

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

LONGEST_PROMPT = 2_000  # characters
STEPS_OF_A_PROMPT = 20_000  # of putting it together: nothing but a screen waits for it
PROPOSALS = [float(n) for n in range(101)]  # for machines, where any number may be named
Answers = tuple[Any, ...]
VERY_MANY = 1_000_000_000  # more than there can be of anything


class AskedInput(NamedTuple):
    """The input that is being asked for, and what a list has so far."""

    injector: Injector
    input_: Input
    found: Answers
    chosen: Answers = ()
    choice: ListChoice | None = None  # of a list


class Injector:
    """Answers the inputs of one action, function, phase or statement."""

    def __init__(
        self,
        match: Match,
        subject: str,
        inputs: tuple[Input, ...],
        context: tuple[Any, ...],
        default_player: Callable[[], int],
        given: dict[str, Any] | None = None,
        strict: bool = False,
    ) -> None:
        self.match = match
        self.subject = subject
        self.inputs = inputs
        self.context = context  # what every function of an input gets first
        self.default_player = default_player
        self.given = given or {}  # answered already: by a call, or by a sealed choice
        self.strict = strict  # what is given must still be among the candidates

    # -- can it be answered?

    def is_answerable(self, answers: Answers = ()) -> bool:
        """Whether the inputs from here on can all be answered."""
        at = len(answers)
        if at == len(self.inputs):
            return True
        self.match.step()
        input_ = self.inputs[at]
        if input_.name in self.given:
            given = self.given[input_.name]
            return self._accepts(input_, answers, given) and self.is_answerable((*answers, given))
        if input_.auto:
            return self._can_fill(input_, answers)
        if input_.optional and self.is_answerable((*answers, None)):
            return True
        if self.is_free(input_):
            accepted = [
                value for value in self._proposals(input_, answers) if self._passes_quietly(input_, answers, value)
            ]
            return not accepted or any(self.is_answerable((*answers, value)) for value in accepted)
        if self.is_list(input_):
            return ListChoice(self, input_, answers, self._candidates(input_, answers)).can_be_finished()
        for value in self.values(input_, answers):  # the first that will do is enough
            tests = (self.match.test(test, *self.context, *answers, value) for test in input_.filters)
            if all(tests) and self.is_answerable((*answers, value)):
                return True
        return False

    def _can_fill(self, input_: Input, answers: Answers) -> bool:
        try:
            value = self._fill_automatically(input_, answers)
        except Unanswerable:
            return False
        except AmbiguousAuto as error:
            if error.input_ is input_:  # said when it is really filled
                return True
            raise
        return self.is_answerable((*answers, value))

    # -- answering

    def answer_all(self) -> Answers:
        """Every input answered, in order; raises Unanswerable."""
        found: Answers = ()
        for input_ in self.inputs:
            if input_.name in self.given:
                value = self.given[input_.name]
                if not self._accepts(input_, found, value):
                    raise Unanswerable(input_.name)
            elif input_.auto:
                value = self._fill_automatically(input_, found)
            elif self.is_list(input_):
                value = self._ask_list(input_, found)
            else:
                value = self._ask(input_, found)
            found = (*found, value)
        return found

    def answer_or_fail(self) -> Answers:
        """The same; what cannot be answered fails the move."""
        try:
            return self.answer_all()
        except Unanswerable as nothing:
            raise MoveFailed(f"There is nothing to choose for `{nothing.name}`.") from None

    def _fill_automatically(self, input_: Input, found: Answers) -> Any:
        """The value of an `auto` input."""
        candidates = self._candidates(input_, found)
        if self.is_list(input_):
            if not self.passes_list_filters(input_, found, tuple(candidates)):
                if input_.optional:
                    return None
                raise Unanswerable(input_.name)
            return self.make_list(input_, tuple(candidates))
        if len(candidates) > 1:
            shown = ", ".join(map(text, candidates[:10]))
            message = f"`auto input {input_.name}` takes the one that passes, but {len(candidates)} do: {shown}."
            raise AmbiguousAuto(input_, self._place(input_), message)
        if candidates:
            return candidates[0]
        if input_.optional:
            return None
        raise Unanswerable(input_.name)

    # -- one value

    def _ask(self, input_: Input, found: Answers) -> Any:
        self.match.asking = AskedInput(self, input_, found)
        key = self.match.questions.ask(lambda: self._decision(input_, found))
        value = self.match.value_of(key)
        if self.match.questions.unchecked == self.match.questions.position - 1:
            self.match.questions.unchecked = None
            self._check_named(input_, found, key, value)
        return value

    def _check_named(self, input_: Input, found: Answers, key: Any, value: Any) -> None:
        """A value that somebody named freely: only here, where everything is as it was asked, can it be tested."""
        fine = self._accepts(input_, found, value) and self.is_answerable((*found, value))
        if not fine or self.match.questions.is_ruled_out(key):
            raise Refused

    def _decision(self, input_: Input, found: Answers) -> Decision | None:
        """None: nothing to decide, because an optional input has no candidate."""
        player = self.asked_player(input_, found)
        declines = input_.optional and self.is_answerable((*found, None))
        if self.is_out(input_, player, declines):
            return None
        if self.is_free(input_):
            return self._free_decision(input_, found, player, declines)
        candidates = self._candidates(input_, found)
        left = [v for v in candidates if self.is_answerable((*found, v))]
        tainted = self._is_tainted(input_, found, player)
        options = offer_values(
            self.match, player, left, "age" if tainted or input_.among_ is None else "listed", tainted
        )
        if input_.labels_ is not None:
            words = self.match.peek(_content, input_.labels_, *self.context, *found)
            options = [option._replace(label=words[int(option.key)]) for option in options]
        if not options and declines:
            return None
        if not options:
            raise Unanswerable(self.to_blame(input_, bool(candidates)))
        if declines:
            options.append(Option("none", NONE))
        left_over = tuple(self.match.questions.drop_ruled_out(options))
        return Decision(player, "input", input_.name, self.subject, left_over, prompt=self.prompt(input_, found))

    def to_blame(self, input_: Input, has_candidates: bool) -> str:
        """The input that cannot be answered: this one, or one behind it."""
        at = self.inputs.index(input_)
        return self.inputs[at + 1].name if has_candidates and at + 1 < len(self.inputs) else input_.name

    def _free_decision(self, input_: Input, found: Answers, player: int, declines: bool) -> Decision:
        values = [value for value in self._proposals(input_, found) if self._passes_quietly(input_, found, value)]
        options = [Option(text(value), value) for value in values if self.is_answerable((*found, value))]
        if declines:
            options.append(Option("none", NONE))
        free = "number" if self.kind(input_) is float else "string"
        left = tuple(self.match.questions.drop_ruled_out(options, exhaustive=False))
        length, prompt = self._length(input_, found), self.prompt(input_, found)
        return Decision(player, "input", input_.name, self.subject, left, free, length, prompt)

    def _proposals(self, input_: Input, found: Answers) -> list[Any]:
        """What a machine would name."""
        if self.kind(input_) is float:
            return PROPOSALS
        length = self._length(input_, found)
        return [text for text in input_.proposed if length is None or len(text) == length]

    def _length(self, input_: Input, found: Answers) -> int | None:
        """How many characters are to be typed, if that is said."""
        return None if input_.length_ is None else int(self.match.peek(input_.length_, *self.context, *found))

    def prompt(self, input_: Input, found: Answers) -> str | None:
        """What is asked, in words. It decides nothing, so it takes no steps, and one that breaks is not said."""
        if input_.prompt_ is None or isinstance(input_.prompt_, str):
            return input_.prompt_
        match = self.match
        steps, match.steps = match.steps, 0
        limit, match.limit = match.limit, STEPS_OF_A_PROMPT
        try:
            words = match.peek(input_.prompt_, *self.context, *found)
            return None if words is None else str(words)[:LONGEST_PROMPT]
        except Exception as error:
            to_rule_error(error, match)
            return None
        finally:
            match.steps, match.limit = steps, limit

    def _passes_quietly(self, input_: Input, found: Answers, value: Any) -> bool:
        """A proposal that makes a filter break is no good one."""
        return all(self.match.attempt(test, *self.context, *found, value) for test in input_.filters)

    def asked_player(self, input_: Input, found: Answers) -> int:
        if input_.asked_ is None:
            return self.default_player()
        player = self.match.peek(input_.asked_, *self.context, *found)
        if player is None:
            raise self._error(input_, "R701", f"The player who is asked for `{input_.name}` is null here.")
        return int(player)

    def is_out(self, input_: Input, player: int, declines: Callable[[], bool] | bool) -> bool:
        """Whoever is out is not asked: they decline, or if nobody can decline there is no answer."""
        if not self.match.out >> player & 1:
            return False
        if input_.optional and (declines() if callable(declines) else declines):
            return True
        raise Unanswerable(input_.name)

    # -- lists

    def _ask_list(self, input_: Input, found: Answers) -> List | None:
        """Element by element, until it is enough."""
        self.match.asking = AskedInput(self, input_, found)
        player = self.asked_player(input_, found)
        tainted = self._is_tainted(input_, found, player)
        candidates = self._shown_order(input_, player, self._candidates(input_, found), tainted)
        choice = ListChoice(self, input_, found, candidates, tainted)
        chosen: Answers = ()
        while True:
            self.match.asking = AskedInput(self, input_, found, chosen, choice)
            key = self.match.questions.ask(partial(choice.decide, chosen))
            if key == NONE:
                return None
            if key == DONE:
                return self.make_list(input_, chosen)
            chosen = (*chosen, self.match.value_of(key))

    def _shown_order(self, input_: Input, player: int, candidates: list[Any], tainted: bool) -> list[Any]:
        """What the player may not see comes in an order drawn by chance: else the end of the list would tell."""
        match = self.match
        if not match.rules.secrets or not candidates:
            return candidates
        if not isinstance(candidates[0], Entity):
            if tainted:
                match.side_chance().shuffle(candidates)
            return candidates
        seen = find_visible_when_asked(match, player)
        open_ = [value for value in candidates if value._serial in seen]
        hidden = [value for value in candidates if value._serial not in seen]
        match.side_chance().shuffle(hidden)
        if (tainted or input_.among_ is None) and len(open_) > 1:
            numbers = number_visible(match, player, seen)
            open_.sort(key=lambda value: numbers[value._serial])
        return open_ + hidden

    def passes_list_filters(self, input_: Input, found: Answers, chosen: Answers) -> bool:
        """The filters on the list as it is."""
        if not input_.whole:
            return True
        made = self.make_list(input_, chosen)
        return all(self.match.test(test, *self.context, *found, made) for test in input_.whole)

    def make_list(self, input_: Input, chosen: Answers) -> List:
        return List(self.match, self.kind(input_), *chosen)

    def bounds(self, input_: Input, found: Answers) -> tuple[int, int]:
        """How many are chosen at least and at most, where that is said."""
        least = 0 if input_.least_ is None else self._how_many(input_, input_.least_, found)
        return least, VERY_MANY if input_.most_ is None else self._how_many(input_, input_.most_, found)

    def _how_many(self, input_: Input, number: Callable[..., float], found: Answers) -> int:
        """Cut, and not below none."""
        said = self.match.peek(number, *self.context, *found)
        if said is None:
            raise self._error(input_, "R701", f"How many are chosen for `{input_.name}` is null here.")
        return int(min(max(said, 0.0), VERY_MANY))

    # -- candidates and filters

    def kind(self, input_: Input) -> Any:
        kind = self.match.rules.kind(input_.kind)
        return kind.of if self.is_list(input_) else kind

    def is_list(self, input_: Input) -> bool:
        return input_.kind.startswith("List[")

    def is_free(self, input_: Input) -> bool:
        """Any number, any text: nothing to list."""
        return input_.kind in ("float", "str") and input_.among_ is None and input_.low_ is None

    def _candidates(self, input_: Input, found: Answers) -> list[Any]:
        """What passes the filters, in order."""
        values = self.values(input_, found)
        for test in input_.filters:
            values = [value for value in values if self.match.test(test, *self.context, *found, value)]
        return values

    def values(self, input_: Input, found: Answers) -> list[Any]:
        """What there is, before the filters."""
        match = self.match
        kind = self.kind(input_)
        if input_.among_ is not None:
            source = match.peek(_content, input_.among_, *self.context, *found)
            if source is None:
                raise self._error(input_, "R701", f"The list that `{input_.name}` is chosen from is null here.")
            held = [value for value in source if value is not None and match.holds(value, kind)]
            return held if self._keeps_repeats(input_) else _distinct(held)
        if input_.low_ is not None and input_.high_ is not None:
            low = match.peek(input_.low_, *self.context, *found)
            high = match.peek(input_.high_, *self.context, *found)
            return self._range(input_, low, high)
        if kind is int:
            return list(range(match.players))
        if kind is bool:
            return [True, False]
        if issubclass(kind, EnumValue):
            return list(kind.values.values())
        return list(match.registrar.all(kind))

    def _is_tainted(self, input_: Input, found: Answers, player: int) -> bool:
        """Whether the list of candidates comes from what a player may not see: then its order and, where it holds no objects,
        its content are not for them."""
        match = self.match
        if input_.among_ is None or not match.rules.secrets:
            return False
        steps, limit = match.steps, match.limit
        match.steps, match.limit = 0, STEPS_IN_ALL  # it was worked out already: this is nobody's work
        try:
            with taint_hidden(match, player):
                match.peek(_content, input_.among_, *self.context, *found)
        except TaintedRead:
            return True
        finally:
            match.steps, match.limit = steps, limit
        return False

    def _range(self, input_: Input, low: float | None, high: float | None) -> list[float]:
        """The whole numbers from low to high."""
        if low is None or high is None:
            raise self._error(input_, "R701", f"The range of `{input_.name}` is null here.")
        if high - low > MOST_NUMBERS:
            shown = f"{number_text(low)} to {number_text(high)}"
            words = f"The range {shown} is too long: at most {MOST_NUMBERS:,} numbers can be offered."
            raise self._error(input_, "R714", words)
        if high > low:
            self.match.work(int(high - low))
        return whole_numbers(low, high)

    def _accepts(self, input_: Input, found: Answers, value: Any) -> bool:
        """Whether a value that is given may answer."""
        if value is None:
            return input_.optional
        if input_.passed:
            return all(self.match.test(test, *self.context, *found, value) for test in input_.filters)
        if not self.is_list(input_):
            return self._passes(input_, found, value)
        elements = _distinct(value.items)
        if None in elements or (len(elements) != len(value.items) and not self._has_repeats_too(input_, found, value)):
            return False
        if input_.least_ is not None:
            least, most = self.bounds(input_, found)
            if not least <= len(value.items) <= most:
                return False
        tests = (self.match.test(test, *self.context, *found, value) for test in input_.whole)
        return all(self._passes(input_, found, element) for element in elements) and all(tests)

    def _keeps_repeats(self, input_: Input) -> bool:
        """A hand of numbers may give two that are equal; a thing or a player is there once."""
        kind = self.kind(input_)
        named = isinstance(kind, Kind) or (isinstance(kind, type) and issubclass(kind, EnumValue))
        return input_.least_ is not None and (kind in (float, bool, str) or named)

    def _has_repeats_too(self, input_: Input, found: Answers, value: List) -> bool:
        """Whether what there is to choose from has each element as often as a list that is given."""
        if not self._keeps_repeats(input_):
            return False
        there = self.values(input_, found)
        return all(sum(same(one, other) for other in there) >= value.items.count(one) for one in _distinct(value.items))

    def _passes(self, input_: Input, found: Answers, value: Any) -> bool:
        if input_.length_ is not None and len(value) != self._length(input_, found):
            return False
        if not self.is_free(input_) and not any(
            same(value, other) for other in self._allowed_values(input_, found, value)
        ):
            return False
        return all(self.match.test(test, *self.context, *found, value) for test in input_.filters)

    def _allowed_values(self, input_: Input, found: Answers, value: Any) -> list[Any]:
        """An object that a call passes need not be among the candidates: the call has it in its hands."""
        if isinstance(value, Entity) and input_.among_ is None and not self.strict:
            return [value]
        return self.values(input_, found)

    def _error(self, input_: Input, code: str, message: str) -> RuleError:
        """An error at the input itself."""
        error = RuleError(code, message)
        error.place = self._place(input_)
        return error

    def _place(self, input_: Input) -> Place | None:
        places = self.match.rules.places.get(input_.line)
        return places[-1][2] if places else None


def is_asked_first(match: Match) -> bool:
    """Whether the open question is one of the chosen action's own inputs: then nothing of the action is done yet."""
    chosen = match.questions.answers[0] if match.questions.answers else None
    if match.asking is None or not isinstance(chosen, Mark) or chosen.what != "action":
        return False
    entity = match.registrar.by_serial.get(chosen.serial)
    injector = match.asking.injector
    if entity is None or injector.context[:1] != (entity,):
        return False
    return injector.inputs is entity._actions[chosen.action].inputs


def _content(among: Callable[..., List], *arguments: Any) -> list[Any] | None:
    """What a list holds: read before what made the list is taken back."""
    source = among(*arguments)
    return None if source is None else source.items.copy()


def _distinct(values: list[Any]) -> list[Any]:
    found: list[Any] = []
    seen: set[Any] = set()
    for value in values:
        key = (isinstance(value, bool), value) if isinstance(value, (float, int, str)) else id(value)
        if key not in seen:
            seen.add(key)
            found.append(value)
    return found
