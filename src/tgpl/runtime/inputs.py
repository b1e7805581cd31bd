"""The input injector: fills the inputs of actions, functions and phases, by asking or by itself.

`Input` is what a translated game declares; `Injector` answers inputs in order. A value is offered only if the
inputs declared behind it can still be answered. A list is chosen element by element, in the order of the
candidates, so that each set of elements can be chosen in exactly one way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from tgpl.runtime.collect import List
from tgpl.runtime.decision import DONE, NONE, Decision, Mark, Option
from tgpl.runtime.entity import Entity
from tgpl.runtime.errors import RuleError, null_error
from tgpl.runtime.values import number_text, same, text

if TYPE_CHECKING:
    from tgpl.runtime.match import Match

Test = Callable[..., bool]
MOST_NUMBERS = 10_000  # in a range
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
    ) -> None:
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


class Unanswerable(Exception):
    """An input has no candidate left, and is not optional."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


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
    ) -> None:
        self.match = match
        self.subject = subject
        self.inputs = inputs
        self.around = around  # what every function of an input gets first
        self.default_player = default_player
        self.given = given or {}  # answered by a call

    # -- can it be answered?

    def possible(self, answers: tuple[Any, ...] = ()) -> bool:
        """Whether the inputs from here on can all be answered."""
        at = len(answers)
        if at == len(self.inputs):
            return True
        one = self.inputs[at]
        if one.name in self.given:
            given = self.given[one.name]
            return self._accepts(one, answers, given) and self.possible((*answers, given))
        if self._is_free(one):
            return True
        if one.auto:
            try:
                return self.possible((*answers, self._automatic(one, answers)))
            except Unanswerable:
                return False
            except RuleError as error:
                if error.code == "R709":  # several candidates: said when it is really filled
                    return True
                raise
        if one.optional and self.possible((*answers, None)):
            return True
        return any(True for _ in self._choices(one, answers))

    def _choices(self, one: Input, answers: tuple[Any, ...]) -> Iterator[Any]:
        """Values of an input with which the rest can be answered."""
        if self._many(one):
            candidates = self._candidates(one, answers)
            yield from self._lists(one, answers, candidates, (), 0)
            return
        for value in self._candidates(one, answers):
            if self.possible((*answers, value)):
                yield value

    def _lists(
        self, one: Input, answers: tuple[Any, ...], candidates: list[Any], chosen: tuple[Any, ...], start: int
    ) -> Iterator[List]:
        """Lists that begin with what is chosen, go on with candidates from `start`, and may end."""
        self.match.step()
        fine = self._whole(one, answers, chosen)
        if fine and self.possible((*answers, self._list(one, chosen))):
            yield self._list(one, chosen)
        for i in range(start, len(candidates)):
            longer = (*chosen, candidates[i])
            if not fine or self._whole(one, answers, longer):
                yield from self._lists(one, answers, candidates, longer, i + 1)

    # -- answering

    def answers(self) -> tuple[Any, ...]:
        """Every input answered, in order; raises Unanswerable."""
        found: tuple[Any, ...] = ()
        for one in self.inputs:
            if one.name in self.given:
                value = self.given[one.name]
                if not self._accepts(one, found, value):
                    raise Unanswerable(one.name)
            elif one.auto:
                value = self._automatic(one, found)
            elif self._many(one):
                value = self._ask_list(one, found)
            else:
                value = self._ask(one, found)
            found = (*found, value)
        return found

    def _ask(self, one: Input, found: tuple[Any, ...]) -> Any:
        key = self.match.ask(lambda: self._decision(one, found))
        return self.match.found(key)

    def _decision(self, one: Input, found: tuple[Any, ...]) -> Decision | None:
        """None: nothing to decide, because an optional input has no candidate."""
        player = self._asked(one, found)
        if self._is_free(one):
            return self._free_decision(one, found, player)
        values = list(self._choices(one, found))
        options = self.match.options(player, values)
        if one.optional and self.possible((*found, None)):
            if not options:
                return None
            options.append(Option("none", NONE))
        options = self.match.unstruck(options)
        if not options:
            raise Unanswerable(one.name)
        return Decision(player, "input", one.name, self.subject, tuple(options))

    def _free_decision(self, one: Input, found: tuple[Any, ...], player: int) -> Decision:
        def accepts(value: Any) -> bool:
            return self._accepts(one, found, value)

        proposals: list[Any] = PROPOSALS if self._kind(one) is float else [""]
        options = [Option(text(value), value) for value in proposals if accepts(value)]
        if one.optional:
            options.append(Option("none", NONE))
        free = "number" if self._kind(one) is float else "string"
        return Decision(player, "input", one.name, self.subject, tuple(self.match.unstruck(options)), free, accepts)

    def _ask_list(self, one: Input, found: tuple[Any, ...]) -> List | None:
        """Element by element, until it is enough."""
        candidates = self._candidates(one, found)
        chosen: tuple[Any, ...] = ()
        start = 0
        while True:
            key = self.match.ask(partial(self._list_decision, one, found, candidates, chosen, start))
            if key == NONE:
                return None
            if key == DONE:
                return self._list(one, chosen)
            value = self.match.found(key)
            start = 1 + next(i for i, candidate in enumerate(candidates) if same(candidate, value))
            chosen = (*chosen, value)

    def _list_decision(
        self, one: Input, found: tuple[Any, ...], candidates: list[Any], chosen: tuple[Any, ...], start: int
    ) -> Decision | Mark | None:
        player = self._asked(one, found)
        fine = self._whole(one, found, chosen)
        values = []
        for i in range(start, len(candidates)):
            longer = (*chosen, candidates[i])
            if fine and not self._whole(one, found, longer):
                continue
            if any(True for _ in self._lists(one, found, candidates, longer, i + 1)):
                values.append(candidates[i])
        options = self.match.options(player, values)
        can_end = fine and self.possible((*found, self._list(one, chosen)))
        declines = one.optional and not chosen and self.possible((*found, None))
        if not options and (can_end or declines):
            return DONE if can_end else None
        if can_end:
            options.append(Option("done", DONE))
        if declines:
            options.append(Option("none", NONE))
        options = self.match.unstruck(options)
        if not options:
            raise Unanswerable(one.name)
        return Decision(player, "input", one.name, self.subject, tuple(options))

    def _automatic(self, one: Input, found: tuple[Any, ...]) -> Any:
        """The value of an `auto` input."""
        candidates = self._candidates(one, found)
        if self._many(one):
            if not self._whole(one, found, tuple(candidates)):
                if one.optional:
                    return None
                raise Unanswerable(one.name)
            return self._list(one, tuple(candidates))
        if len(candidates) > 1:
            shown = ", ".join(map(text, candidates[:10]))
            raise RuleError(
                "R709", f"`auto input {one.name}` takes the one that passes, but {len(candidates)} do: {shown}."
            )
        if candidates:
            return candidates[0]
        if one.optional:
            return None
        raise Unanswerable(one.name)

    def _asked(self, one: Input, found: tuple[Any, ...]) -> int:
        if one.asked_ is None:
            return self.default_player()
        player = self.match.peek(one.asked_, *self.around, *found)
        if player is None:
            null_error(f"The player who is asked for `{one.name}`")
        return int(player)

    # -- candidates and filters

    def _kind(self, one: Input) -> Any:
        kind = self.match.rules.kind(one.kind)
        return kind.of if self._many(one) else kind

    def _many(self, one: Input) -> bool:
        return one.kind.startswith("List[")

    def _is_free(self, one: Input) -> bool:
        """Any number, any text: nothing to list."""
        return one.kind in ("float", "str") and one.among_ is None and one.low_ is None

    def _candidates(self, one: Input, found: tuple[Any, ...]) -> list[Any]:
        """What passes the filters, in order."""
        values = self._values(one, found)
        for test in one.filters:
            values = [value for value in values if self.match.test(test, *self.around, *found, value)]
        return values

    def _values(self, one: Input, found: tuple[Any, ...]) -> list[Any]:
        """What there is, before the filters."""
        match = self.match
        kind = self._kind(one)
        if one.among_ is not None:
            source = match.peek(_content, one.among_, *self.around, *found)
            if source is None:
                null_error(f"What `{one.name}` is chosen from")
            return _distinct([value for value in source if value is not None and match.holds(value, kind)])
        if one.low_ is not None and one.high_ is not None:
            low = match.peek(one.low_, *self.around, *found)
            high = match.peek(one.high_, *self.around, *found)
            return _range(low, high)
        if kind is int:
            return list(range(match.players))
        if kind is bool:
            return [True, False]
        return [entity for entity in match.registrar.all(kind) if entity._present()]

    def _whole(self, one: Input, found: tuple[Any, ...], chosen: tuple[Any, ...]) -> bool:
        """The filters on the list as it is."""
        if not one.whole:
            return True
        made = self._list(one, chosen)
        return all(self.match.test(test, *self.around, *found, made) for test in one.whole)

    def _list(self, one: Input, chosen: tuple[Any, ...]) -> List:
        return List(self.match, self._kind(one), *chosen)

    def _accepts(self, one: Input, found: tuple[Any, ...], value: Any) -> bool:
        """Whether a value that a call or a person gives may answer."""
        if value is None:
            return one.optional
        if self._many(one):
            elements = _distinct(value.items)
            fine = len(elements) == len(value.items) and None not in elements
            return (
                fine
                and all(self._passes(one, found, e) for e in elements)
                and all(self.match.test(test, *self.around, *found, value) for test in one.whole)
            )
        return self._passes(one, found, value)

    def _passes(self, one: Input, found: tuple[Any, ...], value: Any) -> bool:
        if not self._is_free(one) and not any(same(value, other) for other in self._given_values(one, found, value)):
            return False
        return all(self.match.test(test, *self.around, *found, value) for test in one.filters)

    def _given_values(self, one: Input, found: tuple[Any, ...], value: Any) -> list[Any]:
        """An object that a call passes need not be among the candidates: the call has it in its hands."""
        if isinstance(value, Entity) and one.among_ is None:
            return [value]
        return self._values(one, found)


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


def _range(low: float | None, high: float | None) -> list[float]:
    """The whole numbers from low to high."""
    if low is None or high is None:
        null_error("The end of a range")
    if high - low > MOST_NUMBERS:
        shown = f"{number_text(low)} to {number_text(high)}"
        raise RuleError("R714", f"The range {shown} is too long: at most {MOST_NUMBERS:,} numbers can be offered.")
    return [float(n) for n in range(math.ceil(low), math.floor(high) + 1)]
