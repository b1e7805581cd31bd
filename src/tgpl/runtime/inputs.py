"""The input injector: fills the inputs of actions, functions and phases, by asking or by itself.

`Input` is what a translated game declares; `Injector` answers inputs in order. A value is offered only if the
inputs declared behind it can still be answered. A list is chosen element by element, in the order of the
candidates, so that each set of elements can be chosen in exactly one way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tgpl.runtime.collections import List
from tgpl.runtime.decision import DONE, NONE, Decision, Mark, Option
from tgpl.runtime.entity import Entity
from tgpl.runtime.errors import Place, RuleError
from tgpl.runtime.options import offer_values
from tgpl.runtime.taint import TaintedRead, taint_hidden
from tgpl.runtime.values import number_text, same, text, whole_numbers
from tgpl.runtime.visibility import find_visible_when_asked, number_visible
from tgpl.text.limits import LIST_STEPS, MOST_NUMBERS, STEPS_IN_ALL

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

Test = Callable[..., bool]
PROPOSALS = [float(n) for n in range(101)]  # for machines, where any number may be named


class Input:
    """One input: what it takes, who is asked, which candidates pass.

    The functions get what surrounds the input (the object, the match, the event; nothing for an input inside a
    block), the answers of the inputs before it, and, for a filter, the candidate.
    """

    def __init__(
        self,
        name: str,
        kind: str,
        *,
        auto: bool = False,
        optional: bool = False,
        filters: tuple[Test, ...] = (),
        whole: tuple[Test, ...] = (),
        asked: Callable[..., int] | None = None,
        among: Callable[..., List] | None = None,
        low: Callable[..., float] | None = None,
        high: Callable[..., float] | None = None,
        length: Callable[..., float] | None = None,
        labels: Callable[..., List] | None = None,
        sized: bool = False,
        passed: bool = False,
        proposed: tuple[str, ...] = ("",),
    ) -> None:
        self.line = sys._getframe(1).f_lineno  # in the translated module, for errors
        self.name = name
        self.kind = kind  # "Card", "List[Card]", "float", …
        self.auto = auto
        self.optional = optional
        self.filters = list(filters)  # each candidate
        self.whole = list(whole)  # the list chosen so far
        self.asked_ = asked
        self.among_ = among
        self.low_ = low
        self.high_ = high
        self.length_ = length  # of a text that is typed: how many characters it has
        self.labels_ = labels  # what to call the numbers from 0 on
        self.proposed = proposed  # texts that the program can tell apart
        self.passed = passed  # answered by every call, and whatever passes the filters will do
        self.sized = sized  # the filters on the list look only at its length

    def filter(self, test: Test) -> Test:
        self.filters.append(test)
        return test

    def on_list(self, test: Test) -> Test:
        self.whole.append(test)
        return test

    def asked(self, player: Callable[..., int]) -> Callable[..., int]:
        self.asked_ = player
        return player

    def among(self, candidates: Callable[..., List]) -> Callable[..., List]:
        self.among_ = candidates
        return candidates

    def low(self, bound: Callable[..., float]) -> Callable[..., float]:
        self.low_ = bound
        return bound

    def high(self, bound: Callable[..., float]) -> Callable[..., float]:
        self.high_ = bound
        return bound

    def length(self, characters: Callable[..., float]) -> Callable[..., float]:
        self.length_ = characters
        return characters

    def labels(self, words: Callable[..., List]) -> Callable[..., List]:
        self.labels_ = words
        return words


class Unanswerable(Exception):
    """An input has no candidate left, and is not optional."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Several(RuleError):
    """An `auto` input that several candidates pass."""

    def __init__(self, one: Input, place: Place | None, message: str) -> None:
        super().__init__("R709", message)
        self.one = one
        self.place = place


class Refused(Exception):
    """A freely named value that does not pass."""


Answers = tuple[Any, ...]
Sizes = list[bool] | None  # of a list whose filters look only at its length: whether each length passes


class AskedInput(NamedTuple):
    """The input that is being asked for, and what a list has so far."""

    filler: Injector
    one: Input
    found: Answers
    chosen: Answers = ()
    candidates: tuple[Any, ...] = ()  # of a list, in the order in which they can be chosen
    tainted: bool = False  # they come from where the player cannot look


class Injector:
    """Answers the inputs of one action, function, phase or statement."""

    def __init__(
        self,
        match: Match,
        subject: str,
        inputs: tuple[Input, ...],
        around: tuple[Any, ...],
        default_player: Callable[[], int],
        given: dict[str, Any] | None = None,
        strict: bool = False,
    ) -> None:
        self.match = match
        self.subject = subject
        self.inputs = inputs
        self.around = around  # what every function of an input gets first
        self.default_player = default_player
        self.given = given or {}  # answered already: by a call, or by a sealed choice
        self.strict = strict  # what is given must still be among the candidates

    # -- can it be answered?

    def possible(self, answers: Answers = ()) -> bool:
        """Whether the inputs from here on can all be answered."""
        at = len(answers)
        if at == len(self.inputs):
            return True
        self.match.step()
        one = self.inputs[at]
        if one.name in self.given:
            given = self.given[one.name]
            return self._accepts(one, answers, given) and self.possible((*answers, given))
        if one.auto:
            return self._fills(one, answers)
        if one.optional and self.possible((*answers, None)):
            return True
        if self.is_free(one):
            accepted = [value for value in self._proposals(one, answers) if self._passes_quietly(one, answers, value)]
            return not accepted or any(self.possible((*answers, value)) for value in accepted)
        if self.many(one):
            candidates = self._candidates(one, answers)
            return self._finishes(one, answers, candidates, (), 0, self._sizes(one, answers, candidates))
        for value in self.values(one, answers):  # the first that will do is enough
            tests = (self.match.test(test, *self.around, *answers, value) for test in one.filters)
            if all(tests) and self.possible((*answers, value)):
                return True
        return False

    def _fills(self, one: Input, answers: Answers) -> bool:
        try:
            value = self._automatic(one, answers)
        except Unanswerable:
            return False
        except Several as error:
            if error.one is one:  # said when it is really filled
                return True
            raise
        return self.possible((*answers, value))

    # -- answering

    def answers(self) -> Answers:
        """Every input answered, in order; raises Unanswerable."""
        found: Answers = ()
        for one in self.inputs:
            if one.name in self.given:
                value = self.given[one.name]
                if not self._accepts(one, found, value):
                    raise Unanswerable(one.name)
            elif one.auto:
                value = self._automatic(one, found)
            elif self.many(one):
                value = self._ask_list(one, found)
            else:
                value = self._ask(one, found)
            found = (*found, value)
        return found

    def _automatic(self, one: Input, found: Answers) -> Any:
        """The value of an `auto` input."""
        candidates = self._candidates(one, found)
        if self.many(one):
            if not self._whole(one, found, tuple(candidates)):
                if one.optional:
                    return None
                raise Unanswerable(one.name)
            return self._list(one, tuple(candidates))
        if len(candidates) > 1:
            shown = ", ".join(map(text, candidates[:10]))
            message = f"`auto input {one.name}` takes the one that passes, but {len(candidates)} do: {shown}."
            raise Several(one, self._place(one), message)
        if candidates:
            return candidates[0]
        if one.optional:
            return None
        raise Unanswerable(one.name)

    # -- one value

    def _ask(self, one: Input, found: Answers) -> Any:
        self.match.asking = AskedInput(self, one, found)
        key = self.match.questions.ask(lambda: self._decision(one, found))
        value = self.match.value_of(key)
        if self.match.questions.unchecked == self.match.questions.position - 1:
            self.match.questions.unchecked = None
            self._check(one, found, key, value)
        return value

    def _check(self, one: Input, found: Answers, key: Any, value: Any) -> None:
        """A value that somebody named freely: only here, where everything is as it was asked, can it be tested."""
        fine = self._accepts(one, found, value) and self.possible((*found, value))
        if not fine or self.match.questions.is_ruled_out(key):
            raise Refused

    def _decision(self, one: Input, found: Answers) -> Decision | None:
        """None: nothing to decide, because an optional input has no candidate."""
        player = self.asks(one, found)
        declines = one.optional and self.possible((*found, None))
        if self.is_free(one):
            return self._free_decision(one, found, player, declines)
        candidates = self._candidates(one, found)
        left = [v for v in candidates if self.possible((*found, v))]
        tainted = self._is_tainted(one, found, player)
        options = offer_values(self.match, player, left, "age" if tainted or one.among_ is None else "listed", tainted)
        if one.labels_ is not None:
            words = self.match.peek(_content, one.labels_, *self.around, *found)
            options = [option._replace(label=words[int(option.key)]) for option in options]
        if not options and declines:
            return None
        if not options:
            raise Unanswerable(self._to_blame(one, bool(candidates)))
        if declines:
            options.append(Option("none", NONE))
        return Decision(player, "input", one.name, self.subject, tuple(self.match.questions.drop_ruled_out(options)))

    def _to_blame(self, one: Input, has_candidates: bool) -> str:
        """The input that cannot be answered: this one, or one behind it."""
        at = self.inputs.index(one)
        return self.inputs[at + 1].name if has_candidates and at + 1 < len(self.inputs) else one.name

    def _free_decision(self, one: Input, found: Answers, player: int, declines: bool) -> Decision:
        values = [value for value in self._proposals(one, found) if self._passes_quietly(one, found, value)]
        options = [Option(text(value), value) for value in values if self.possible((*found, value))]
        if declines:
            options.append(Option("none", NONE))
        free = "number" if self.kind(one) is float else "string"
        left = tuple(self.match.questions.drop_ruled_out(options, exhaustive=False))
        return Decision(player, "input", one.name, self.subject, left, free, self._length(one, found))

    def _proposals(self, one: Input, found: Answers) -> list[Any]:
        """What a machine would name."""
        if self.kind(one) is float:
            return PROPOSALS
        length = self._length(one, found)
        return [text for text in one.proposed if length is None or len(text) == length]

    def _length(self, one: Input, found: Answers) -> int | None:
        """How many characters are to be typed, if that is said."""
        return None if one.length_ is None else int(self.match.peek(one.length_, *self.around, *found))

    def _passes_quietly(self, one: Input, found: Answers, value: Any) -> bool:
        """A proposal that makes a filter break is no good one."""
        return all(self.match.attempt(test, *self.around, *found, value) for test in one.filters)

    def asks(self, one: Input, found: Answers) -> int:
        if one.asked_ is None:
            return self.default_player()
        player = self.match.peek(one.asked_, *self.around, *found)
        if player is None:
            raise self._error(one, "R701", f"The player who is asked for `{one.name}` is null here.")
        return int(player)

    # -- lists

    def _ask_list(self, one: Input, found: Answers) -> List | None:
        """Element by element, until it is enough."""
        self.match.asking = AskedInput(self, one, found)
        tainted = self._is_tainted(one, found, self.asks(one, found))
        candidates = self._shown_order(one, found, self._candidates(one, found), tainted)
        sizes = self._sizes(one, found, candidates)
        chosen: Answers = ()
        start = 0
        while True:
            asked = self.match.asking = AskedInput(self, one, found, chosen, tuple(candidates), tainted)
            key = self.match.questions.ask(partial(self._list_decision, asked, start, sizes))
            if key == NONE:
                return None
            if key == DONE:
                return self._list(one, chosen)
            value = self.match.value_of(key)
            start = 1 + next(i for i, candidate in enumerate(candidates) if same(candidate, value))
            chosen = (*chosen, value)

    def _shown_order(self, one: Input, found: Answers, candidates: list[Any], tainted: bool) -> list[Any]:
        """What the player may not see comes in an order drawn by chance: else the end of the list would tell."""
        match = self.match
        if not match.rules.secrets or not candidates:
            return candidates
        player = self.asks(one, found)
        if not isinstance(candidates[0], Entity):
            if tainted:
                match.side_chance().shuffle(candidates)
            return candidates
        seen = find_visible_when_asked(match, player)
        open_ = [value for value in candidates if value._serial in seen]
        hidden = [value for value in candidates if value._serial not in seen]
        match.side_chance().shuffle(hidden)
        if (tainted or one.among_ is None) and len(open_) > 1:
            numbers = number_visible(match, player, seen)
            open_.sort(key=lambda value: numbers[value._serial])
        return open_ + hidden

    def _list_decision(self, asked: AskedInput, start: int, sizes: Sizes) -> Decision | Mark | None:
        one, found, chosen, candidates = asked.one, asked.found, asked.chosen, list(asked.candidates)
        player = self.asks(one, found)
        fine = self._fine(one, found, chosen, sizes)
        values = []
        for i in range(start, len(candidates)):
            longer = (*chosen, candidates[i])
            if fine and not self._fine(one, found, longer, sizes):
                continue
            if self._finishes(one, found, candidates, longer, i + 1, sizes):
                values.append(candidates[i])
        options = offer_values(self.match, player, values, "settled", asked.tainted)
        can_end = fine and self.possible((*found, self._list(one, chosen)))
        declines = one.optional and not chosen and self.possible((*found, None))
        if not options and (can_end or declines):
            return DONE if can_end else None
        if can_end:
            options.append(Option("done", DONE))
        if declines:
            options.append(Option("none", NONE))
        if not options:
            raise Unanswerable(self._to_blame(one, bool(candidates)))
        return Decision(player, "input", one.name, self.subject, tuple(self.match.questions.drop_ruled_out(options)))

    def _finishes(
        self, one: Input, found: Answers, candidates: list[Any], chosen: Answers, start: int, sizes: Sizes
    ) -> bool:
        """Whether a list that begins with what is chosen can come to an end with the candidates from `start` on."""
        begun: list[tuple[Answers, bool, Iterator[int]]] = []  # lists that may become longer: a list can be very long

        def ends(chosen: Answers, start: int) -> bool:
            if sizes is not None:
                if not _size_in_reach(sizes, len(chosen), len(candidates) - start):
                    return False
                if one is self.inputs[-1]:
                    return True
            self.match.steps += LIST_STEPS
            self.match.step()
            fine = self._fine(one, found, chosen, sizes)
            if fine and self.possible((*found, self._list(one, chosen))):
                return True
            begun.append((chosen, fine, iter(range(start, len(candidates)))))
            return False

        if ends(chosen, start):
            return True
        while begun:
            chosen, fine, rest = begun[-1]
            i = next(rest, None)
            if i is None:
                begun.pop()
                continue
            longer = (*chosen, candidates[i])
            if (not fine or self._fine(one, found, longer, sizes)) and ends(longer, i + 1):
                return True
        return False

    def reaches(self, asked: AskedInput, chosen: Answers) -> bool:
        """Whether a list that was begun can come to an end."""
        one, found, candidates = asked.one, asked.found, list(asked.candidates)
        start = 1 + max(i for i, candidate in enumerate(candidates) if same(candidate, chosen[-1]))
        return self._finishes(one, found, candidates, chosen, start, self._sizes(one, found, candidates))

    def _sizes(self, one: Input, found: Answers, candidates: list[Any]) -> Sizes:
        if not one.sized:
            return None
        return [self._whole(one, found, tuple(candidates[:size])) for size in range(len(candidates) + 1)]

    def _fine(self, one: Input, found: Answers, chosen: Answers, sizes: Sizes) -> bool:
        return self._whole(one, found, chosen) if sizes is None else sizes[len(chosen)]

    def _whole(self, one: Input, found: Answers, chosen: Answers) -> bool:
        """The filters on the list as it is."""
        if not one.whole:
            return True
        made = self._list(one, chosen)
        return all(self.match.test(test, *self.around, *found, made) for test in one.whole)

    def _list(self, one: Input, chosen: Answers) -> List:
        return List(self.match, self.kind(one), *chosen)

    # -- candidates and filters

    def kind(self, one: Input) -> Any:
        kind = self.match.rules.kind(one.kind)
        return kind.of if self.many(one) else kind

    def many(self, one: Input) -> bool:
        return one.kind.startswith("List[")

    def is_free(self, one: Input) -> bool:
        """Any number, any text: nothing to list."""
        return one.kind in ("float", "str") and one.among_ is None and one.low_ is None

    def _candidates(self, one: Input, found: Answers) -> list[Any]:
        """What passes the filters, in order."""
        values = self.values(one, found)
        for test in one.filters:
            values = [value for value in values if self.match.test(test, *self.around, *found, value)]
        return values

    def values(self, one: Input, found: Answers) -> list[Any]:
        """What there is, before the filters."""
        match = self.match
        kind = self.kind(one)
        if one.among_ is not None:
            source = match.peek(_content, one.among_, *self.around, *found)
            if source is None:
                raise self._error(one, "R701", f"The list that `{one.name}` is chosen from is null here.")
            return _distinct([value for value in source if value is not None and match.holds(value, kind)])
        if one.low_ is not None and one.high_ is not None:
            low = match.peek(one.low_, *self.around, *found)
            high = match.peek(one.high_, *self.around, *found)
            return self._range(one, low, high)
        if kind is int:
            return list(range(match.players))
        if kind is bool:
            return [True, False]
        return list(match.registrar.all(kind))

    def _is_tainted(self, one: Input, found: Answers, player: int) -> bool:
        """Whether the list of candidates comes from what a player may not see: then its order and, where it holds no objects,
        its content are not for them."""
        match = self.match
        if one.among_ is None or not match.rules.secrets:
            return False
        steps, limit = match.steps, match.limit
        match.steps, match.limit = 0, STEPS_IN_ALL  # it was worked out already: this is nobody's work
        try:
            with taint_hidden(match, player):
                match.peek(_content, one.among_, *self.around, *found)
        except TaintedRead:
            return True
        finally:
            match.steps, match.limit = steps, limit
        return False

    def _range(self, one: Input, low: float | None, high: float | None) -> list[float]:
        """The whole numbers from low to high."""
        if low is None or high is None:
            raise self._error(one, "R701", f"The range of `{one.name}` is null here.")
        if high - low > MOST_NUMBERS:
            shown = f"{number_text(low)} to {number_text(high)}"
            words = f"The range {shown} is too long: at most {MOST_NUMBERS:,} numbers can be offered."
            raise self._error(one, "R714", words)
        if high > low:
            self.match.work(int(high - low))
        return whole_numbers(low, high)

    def _accepts(self, one: Input, found: Answers, value: Any) -> bool:
        """Whether a value that is given may answer."""
        if value is None:
            return one.optional
        if one.passed:
            return all(self.match.test(test, *self.around, *found, value) for test in one.filters)
        if not self.many(one):
            return self._passes(one, found, value)
        elements = _distinct(value.items)
        if len(elements) != len(value.items) or None in elements:
            return False
        tests = (self.match.test(test, *self.around, *found, value) for test in one.whole)
        return all(self._passes(one, found, element) for element in elements) and all(tests)

    def _passes(self, one: Input, found: Answers, value: Any) -> bool:
        if one.length_ is not None and len(value) != self._length(one, found):
            return False
        if not self.is_free(one) and not any(same(value, other) for other in self._choice(one, found, value)):
            return False
        return all(self.match.test(test, *self.around, *found, value) for test in one.filters)

    def _choice(self, one: Input, found: Answers, value: Any) -> list[Any]:
        """An object that a call passes need not be among the candidates: the call has it in its hands."""
        if isinstance(value, Entity) and one.among_ is None and not self.strict:
            return [value]
        return self.values(one, found)

    def _error(self, one: Input, code: str, message: str) -> RuleError:
        """An error at the input itself."""
        error = RuleError(code, message)
        error.place = self._place(one)
        return error

    def _place(self, one: Input) -> Place | None:
        places = self.match.rules.places.get(one.line)
        return places[-1][2] if places else None


def is_asked_first(match: Match) -> bool:
    """Whether the open question is one of the chosen action's own inputs: then nothing of the action is done yet."""
    chosen = match.questions.answers[0] if match.questions.answers else None
    if match.asking is None or not isinstance(chosen, Mark) or chosen.what != "action":
        return False
    entity = match.registrar.by_serial.get(chosen.serial)
    filler = match.asking.filler
    if entity is None or filler.around[:1] != (entity,):
        return False
    return filler.inputs is entity._actions[chosen.action].inputs


def _size_in_reach(sizes: list[bool], size: int, left: int) -> bool:
    """Whether a list of some size can grow to one that passes; from one that passes only to another that does."""
    return any(sizes[size : size + left + 1])


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
