"""From whatever a running block raised to a `RuleError` with its place in the rule text.

Translated rules are plain Python, so a null access shows as Python's own error. Only errors that come out of
translated code are taken for errors of the rules; one from inside the runtime is a bug of ours and goes on its way.
"""

from __future__ import annotations

import itertools
from types import CodeType, TracebackType
from typing import TYPE_CHECKING

from tgpl.runtime.collections import kind_name
from tgpl.runtime.entity import Entity
from tgpl.runtime.errors import MoveFailed, Place, RuleError
from tgpl.text.mangling import FUNCTION, MANGLED, demangle

if TYPE_CHECKING:
    from tgpl.runtime.match import Match


def to_rule_error(error: Exception, match: Match) -> RuleError:
    frames = list(_frames(error.__traceback__))
    own = [(code, at) for code, at in frames if code.co_filename == match.rules.filename]
    if isinstance(error, MoveFailed):
        error = RuleError("R712", f"Here nothing can be taken back: {error.message}").with_traceback(
            error.__traceback__
        )
    if not isinstance(error, (RuleError, RecursionError)):
        inside = bool(frames) and frames[-1][0].co_filename == match.rules.filename
        if not inside and not isinstance(error, ZeroDivisionError):
            raise error
    rule_error = error if isinstance(error, RuleError) else RuleError(*_describe(error))
    if rule_error.place is None:
        of_relation = None if rule_error.about is None else match.rules.place_of(rule_error.about)
        rule_error.place = of_relation or _place(match, own)
        if rule_error.code == "R701" and rule_error.place in match.rules.takes:
            rule_error.message += _tell_empty(rule_error.place, *match.rules.takes[rule_error.place])
    rule_error.player = match.active_player
    return rule_error


def _tell_empty(used: Place, taken: Place, what: str) -> str:
    """Where a null comes from that was to be a card."""
    where = "" if taken[:2] == used[:2] else f" in line {taken.line}"
    return f" The {what} was empty: what was taken from it{where} is null."


def _frames(traceback: TracebackType | None) -> list[tuple[CodeType, int]]:
    found = []
    while traceback is not None:
        found.append((traceback.tb_frame.f_code, traceback.tb_lasti))
        traceback = traceback.tb_next
    return found


def _describe(error: Exception) -> tuple[str, str]:
    if isinstance(error, ZeroDivisionError):
        return "R704", "Nothing can be divided by zero."
    if isinstance(error, AttributeError) and error.obj is not None:
        what = kind_name(type(error.obj)) if isinstance(error.obj, Entity) else type(error.obj).__name__
        return "R708", f"`{what}` has no `{_rule_name(str(error.name))}`."
    if isinstance(error, AttributeError) and (error.name is None or error.name == "inner"):
        return "R701", "There is nothing here that could be changed: it is null."
    if isinstance(error, AttributeError):
        return "R701", f"There is nothing here whose `{_rule_name(str(error.name))}` could be used: it is null."
    if isinstance(error, RecursionError):
        return "R707", "This goes too deep: it does not come to an end."
    if isinstance(error, OverflowError):
        return "R705", "The result is larger than any number can be."
    if isinstance(error, TypeError):
        return "R701", "A value is needed here, but it is null."
    raise error


def _rule_name(name: str) -> str:
    """What the rules call it; `gold.change` sets `gold`."""
    if MANGLED.fullmatch(name) is None:
        return name  # the language's own: a deck's `shuffle`
    return demangle(name).split(".")[0] if name.startswith(f"{FUNCTION}_") else demangle(name)


def _place(match: Match, frames: list[tuple[CodeType, int]]) -> Place | None:
    """The innermost place in the rules; between two blocks the beginning of the one that ran last. Lines that only stand in
    translated rules, as at the beginning of `__init__`, have none: whoever came there has."""
    places = match.rules.places
    for code, at in reversed(frames):
        positions = next(itertools.islice(code.co_positions(), at // 2, None), (None, None, None, None))
        line, _, column, end = positions
        found_there = None if line is None else _narrowest(places.get(line, []), column, end)
        if found_there is not None:
            return found_there
    found = places.get(match.block.__code__.co_firstlineno) if match.block is not None else None
    return found[0][2] if found else None


def _narrowest(places: list[tuple[int, int, Place]], column: int | None, end: int | None) -> Place | None:
    """The smallest marked stretch of the line that covers the columns."""
    best: tuple[int, Place] | None = None
    for start, stop, place in places:
        covers = column is None or end is None or (start <= column and end <= stop)
        if covers and (best is None or stop - start < best[0]):
            best = (stop - start, place)
    if best is None:
        return places[0][2] if places else None
    return best[1]
