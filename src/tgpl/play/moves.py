"""Moves of a rulesheet: from what is typed to one of them, and many of them on few lines.

In:  words, or the open decision. Out: `Picked` or `Unclear`; lines.

`mark(1,3)` can be typed as it is listed, as `(mark 1 3)`, `mark 1 3`, without its name as `1 3`, with the beginning of a word where
that is enough, or by its number in the list; `move(e,2,e,4)` also as `e2e4`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tgpl.play.answer import Picked, Unclear, listed
from tgpl.play.plain import plain, width
from tgpl.runtime.decision import Decision

_BETWEEN = re.compile(r"[\s(),]+")
_MOST = 36  # moves that are listed one by one
_MOST_LINES = 30
_FEWEST_GROUPS = 4  # fewer would only be a ragged list
_LAST = 2  # arguments that moves may end in and still begin alike


class _Move:
    def __init__(self, label: str) -> None:
        self.label = plain(label)
        self.words = words_of(label)
        self.together = "".join(self.words[1:])


def words_of(text: str) -> list[str]:
    """The names in a move, however it is spelled."""
    return [word for word in _BETWEEN.split(text.casefold()) if word]


def pick_move(typed: str, decision: Decision) -> Picked | Unclear:
    """What was meant, by the strictest reading that any move fits."""
    moves = [_Move(option.label) for option in decision.options]
    words = words_of(typed)
    if not words:
        return Unclear("Type a move, or its number.")
    for fits in _readings(words, _number(typed)):
        found = [i for i, move in enumerate(moves) if fits(i, move)]
        if len(found) > 1:
            return Unclear(f"'{typed}' fits more than one: {listed([moves[i].label for i in found])}.")
        if found:
            return Picked(found[0])
    known = listed([move.label for move in moves])
    several = f"a number from 1 to {len(moves)}, or a move: " if len(moves) > 1 else ""
    return Unclear(f"'{typed}' is not legal here (`why {typed}` tells why). Type {several}{known}.")


def _number(typed: str) -> int | None:
    """A place in the list, counted from 1."""
    digits = typed.strip().removeprefix("#")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 9 else None


def _readings(words: list[str], number: int | None) -> list[Callable[[int, _Move], bool]]:
    """From the strictest on. A number is a place in the list, unless a move has nothing but that number in it."""
    together = "".join(words)
    return [
        lambda i, move: move.words == words,
        lambda i, move: len(move.words) > 1 and move.words[1:] == words,
        lambda i, move: i + 1 == number,
        lambda i, move: _begins(move.words, words),
        lambda i, move: len(move.words) > 1 and _begins(move.words[1:], words),
        lambda i, move: move.together == together,
        lambda i, move: len(together) > 1 and move.together.endswith(together),
    ]


def _begins(move: list[str], words: list[str]) -> bool:
    """Whether a move begins with these words, the last of which may be cut off."""
    whole, last = words[:-1], words[-1]
    return len(move) >= len(words) and move[: len(whole)] == whole and move[len(whole)].startswith(last)


def completions(decision: Decision) -> list[str]:
    """Every move in the spellings that people begin to type."""
    labels = [plain(option.label) for option in decision.options]
    spoken = [" ".join(word for word in _BETWEEN.split(label) if word) for label in labels]
    return list(dict.fromkeys((*labels, *spoken)))


# ---- lists


def are_called_by_numbers(decision: Decision) -> bool:
    """Whether every move is known by the one number in it, so that places in the list would only confuse."""
    moves = [words_of(option.label) for option in decision.options]
    numbers = [move[1] for move in moves if len(move) == 2 and move[1].isdigit()]
    return len(set(numbers)) == len(moves)


def are_numbered(decision: Decision) -> bool:
    """Whether a number alone can be a move, so that places in the list have to look different."""
    moves = [words_of(option.label) for option in decision.options]
    return any(move[-1].isdigit() for move in moves if len(move) <= 2)


def move_lines(decision: Decision, columns: int) -> list[str] | None:
    """A long list with the moves that begin alike on one line, if that makes it short enough; else nothing."""
    labels = [plain(option.label) for option in decision.options]
    if len(labels) <= _MOST:
        return None
    wide = len(str(len(labels)))
    groups: dict[str, list[str]] = {}
    for number, label in enumerate(labels, 1):
        beginning, end = _halves(label)
        groups.setdefault(beginning, []).append(f"{number:>{wide}} {end}")
    edge = max(map(width, groups)) + 4
    lines: list[str] = []
    for beginning, ends in groups.items():
        at = len(lines)
        for end in ends:
            if len(lines) > at and width(lines[-1]) + 3 + width(end) <= columns:
                lines[-1] += f"   {end}"
            else:
                head = f"  {beginning}" if len(lines) == at else ""
                lines.append(head + " " * (edge - width(head)) + end)
    return lines if len(lines) <= _MOST_LINES and len(groups) >= _FEWEST_GROUPS else None


def _halves(label: str) -> tuple[str, str]:
    """A move's beginning, and its last arguments: `move e 2` and `e 4`, as one could type them."""
    words = [word for word in _BETWEEN.split(label) if word]
    last = min(_LAST, len(words) - 1)
    return " ".join(words[: len(words) - last]), " ".join(words[len(words) - last :])
