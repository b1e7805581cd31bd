"""The inputs that a translated game declares, and what can be wrong with an answer.

How they are answered is the injector's (injector.py).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from tgpl.runtime.errors import Place, RuleError

if TYPE_CHECKING:
    from tgpl.runtime.collections import List

Test = Callable[..., bool]


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
        prompt: Callable[..., str] | str | None = None,
        least: Callable[..., float] | None = None,
        most: Callable[..., float] | None = None,
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
        self.prompt_ = prompt  # what the player is asked, in words
        self.least_ = least  # how many are chosen: then a whole set is tested, and equal things are one option
        self.most_ = most
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

    def prompt(self, words: Callable[..., str]) -> Callable[..., str]:
        self.prompt_ = words
        return words

    def least(self, number: Callable[..., float]) -> Callable[..., float]:
        self.least_ = number
        return number

    def most(self, number: Callable[..., float]) -> Callable[..., float]:
        self.most_ = number
        return number


class Unanswerable(Exception):
    """An input has no candidate left, and is not optional."""

    def __init__(self, name: str, chosen: int = 0) -> None:
        super().__init__(name)
        self.name = name
        self.chosen = chosen  # how many elements of a list had been


class AmbiguousAuto(RuleError):
    """An `auto` input that several candidates pass."""

    def __init__(self, input_: Input, place: Place | None, message: str) -> None:
        super().__init__("R709", message)
        self.input_ = input_
        self.place = place


class Refused(Exception):
    """A freely named value that does not pass."""
