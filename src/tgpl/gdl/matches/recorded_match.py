"""A recorded match as data, whatever file it came from.

In:  nothing. Out: `RecordedMatch`, which every reader of this package makes and `replay` follows; `BadMatch`, which they raise.

    RecordedMatch(moves=((("mark", "1", "1"), "noop"),), states={}, goals=None)      # one step of two roles
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.text.terms import Term

LARGEST = 16_000_000  # bytes of a file
MOST_STEPS = 100_000


class BadMatch(Exception):
    """Why a file is no recorded match; a sentence without its full stop."""


class RecordedMatch(NamedTuple):
    moves: tuple[tuple[Term, ...], ...]  # one joint move per step, its moves in the order of `roles`, else of the rules
    states: dict[int, frozenset[Term]]  # the facts before step 0, 1, …; behind the last step: what it came to
    goals: tuple[int, ...] | None  # of the roles, at the end
    roles: tuple[str, ...] = ()  # as the record names them, if it does
    aborted: bool = False  # it says itself that it was not played to its end


def fold_case(term: Term) -> Term:
    """The same for all spellings with other cases."""
    return term.lower() if isinstance(term, str) else tuple(map(fold_case, term))


def read_goal(text: object) -> int:
    """A goal as records give it: a number, or its digits."""
    words = str(text).strip() if isinstance(text, int | str) and not isinstance(text, bool) else ""
    if not (words.isascii() and words.isdigit() and len(words) < 10):
        raise BadMatch(f"a goal is a whole number, and {shorten(str(text))} is none")
    return int(words)


def shorten(text: str) -> str:
    """A piece of a file, quoted in a message."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text[:80])
    return f"`{plain}{'…' if len(text) > 80 else ''}`"
