"""Several things of one set in a line, in whichever order: `1 3 4`, `copper, copper, estate`, `2 copper estate done`.

In:  a line and what can be added to a set. Out: every way to read the words from a place on as things of that set. Whether they
can be chosen together is found out by who tries (`line.py`).

A number is a place in the list where nothing else is said and no option has a number in its name; before a name it says how many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tgpl.apps.terminal.answer import find_answers, find_starts, has_numbers
from tgpl.apps.terminal.words import Line, says_which, split_name
from tgpl.runtime.decision import DONE, NONE, Decision
from tgpl.text.escape import plain

_COUNT = re.compile(r"([1-9][0-9]?)[x×]?")
_TIMES = ("x", "×")
_AND = ("and", "&", "+")


class Named(NamedTuple):
    options: tuple[int, ...]  # numbers of the decision, as often as they are meant
    end: int  # the word behind them
    done: bool = False  # and then it is said that the set is whole


def read_things(line: Line, at: int, decision: Decision, marked: bool) -> Iterator[Named]:
    """`decision`: what can be added, as it was shown. `marked`: places in the list are only meant by `#3`."""
    numbers = line.part(at)
    places = has_places(decision) and not marked
    if places and len(numbers) > 1 and all(word.isascii() and word.isdigit() and len(word) < 9 for word in numbers):
        meant = tuple(int(word) - 1 for word in numbers)
        if all(0 <= one < len(decision.options) and not _ends(decision, one) for one in meant):
            yield Named(meant, len(line.words))
        return
    yield from _read_names(line, at, decision, marked, ())


def has_places(decision: Decision) -> bool:
    """Whether a number alone is a place in the list, and before a name how many."""
    return not has_numbers(decision)


def _ends(decision: Decision, option: int) -> bool:
    return decision.options[option].key in (DONE, NONE)


def _read_names(line: Line, at: int, decision: Decision, marked: bool, before: tuple[int, ...]) -> Iterator[Named]:
    """Name after name; every beginning of the words is told, the rest may be for the next decision."""
    if before and line.part(at, at + 1) == ("done",):
        yield Named(before, at + 1, done=True)
    if before and at + 1 < len(line.words) and line.words[at].text in _AND:
        at += 1
    count, start = _read_count(line, at, decision)
    for one in find_answers(line, start, decision, marked):
        option = one.picked.number
        if option is None or (_ends(decision, option) and (before or count > 1)):
            continue
        found = (*before, *(option,) * count)
        yield Named(found, one.end)
        more = one.end < len(line.words) and not _ends(decision, option)
        if more and _says_which(line, start, one.end, decision, option):
            yield from _read_names(line, one.end, decision, marked, found)


def _read_count(line: Line, at: int, decision: Decision) -> tuple[int, int]:
    """How many of what is named behind it, and where that name begins."""
    found = _COUNT.fullmatch(line.words[at].text) if at + 1 < len(line.words) else None
    if found is None:
        return 1, at
    times = line.words[at + 1].text in _TIMES and at + 2 < len(line.words)
    if not (has_places(decision) or times or found[0] != found[1]):
        return 1, at  # it may belong to a name
    return int(found[1]), at + 2 if times else at + 1


def _says_which(line: Line, at: int, end: int, decision: Decision, option: int) -> bool:
    """Whether what follows cannot be meant to tell it from its like."""
    name = split_name(plain(decision.options[option].label))
    starts = (start for start in find_starts(line, at, decision) if start < end)
    return any(says_which(line.part(start, end), name, line.words[end].text) for start in starts)
