"""Moves of a rulesheet: from what is typed to one of them, and many of them on few lines.

In:  words, or the open decision. Out: `Picked` or `Unclear`; lines.

`mark(1,3)` can be typed as it is listed, as `(mark 1 3)`, `mark 1 3`, without its name as `1 3`, with the beginning of a word where
that is enough, or by its place in the list, `#3`; `move(e,2,e,4)` also as `e2e4`, and as `e4` if that ends no other move. A number alone
is a place in the list only where no move has a number in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tgpl.apps.terminal.answer import Picked, Unclear, has_numbers, join_labels
from tgpl.draw.text_width import measure
from tgpl.runtime.decision import Decision
from tgpl.text.escape import plain

_BETWEEN = re.compile(r"[\s(),]+")
_TAKES = re.compile(r"(?<=[0-9])x(?=[a-z])|[-–]")  # between two fields
_MOST = 36  # moves that are listed one by one
_MOST_LINES = 30
_FEWEST_GROUPS = 4  # fewer would only be a ragged list
_LAST = 2  # arguments that moves may end in and still begin alike

Fits = Callable[[list[str]], bool]  # whether the words of a move are meant


def split_move(text: str) -> list[str]:
    """The names in a move, however it is spelled."""
    return [word for word in _BETWEEN.split(text.casefold()) if word]


def pick_move(typed: str, decision: Decision) -> Picked | Unclear:
    """What was meant, by the strictest reading that any move fits."""
    labels = [plain(option.label) for option in decision.options]
    words = split_move(typed)
    if not words:
        return Unclear(f"Type a move, or its place in the list: {_describe_places(decision)}.")
    place = _parse_place(words, decision)
    if place is not None and 1 <= place <= len(labels):
        return Picked(place - 1)
    for fits in _make_readings(words) if place is None else ():
        found = [i for i, label in enumerate(labels) if fits(split_move(label))]
        if len(found) > 1:
            return Unclear(f"'{plain(typed)}' fits more than one: {join_labels([labels[i] for i in found])}.")
        if found:
            return Picked(found[0])
    several = f"a place in the list, {_describe_places(decision)}, or a move: " if len(labels) > 1 else ""
    return Unclear(
        f"'{plain(typed)}' is not legal here (`why {plain(typed)}` tells why). Type {several}{join_labels(labels)}."
    )


def _describe_places(decision: Decision) -> str:
    mark = "#" if has_numbers(decision) else ""
    return f"{mark}1 to {mark}{len(decision.options)}" if len(decision.options) > 1 else f"{mark}1"


def _parse_place(words: list[str], decision: Decision) -> int | None:
    """A place in the list, counted from 1."""
    digits = words[0].removeprefix("#")
    if len(words) > 1 or not (digits.isascii() and digits.isdigit() and len(digits) < 9):
        return None
    return int(digits) if digits != words[0] or not has_numbers(decision) else None


def _make_readings(words: list[str]) -> list[Fits]:
    """From the strictest on. One number is no beginning: it would be half of two coordinates."""
    readings: list[Fits] = [
        lambda move: move == words,
        lambda move: len(move) > 1 and move[1:] == words,
        lambda move: _begins(move, words),
    ]
    if len(words) > 1 or not words[0].isdigit():
        readings.append(lambda move: len(move) > 1 and _begins(move[1:], words))
    together = _TAKES.sub("", "".join(words))
    readings.append(lambda move: "".join(move[1:]) == together and (not together.isdigit() or _are_digits(move[1:])))
    if not together.isdigit():
        readings.append(lambda move: any("".join(move[i:]) == together for i in range(1, len(move) - 1)))
    return readings


def _are_digits(words: list[str]) -> bool:
    """Whether words written together can be told apart."""
    return all(len(word) == 1 for word in words)


def _begins(move: list[str], words: list[str]) -> bool:
    """Whether a move begins with these words, the last of which may be cut off if it is none with digits."""
    whole, last = words[:-1], words[-1]
    if len(move) < len(words) or move[: len(whole)] != whole:
        return False
    there = move[len(whole)]
    return there == last or (last.isalpha() and there.startswith(last))


def complete_move(decision: Decision) -> list[str]:
    """Every move in the spellings that people begin to type."""
    labels = [plain(option.label) for option in decision.options]
    spoken = [" ".join(word for word in _BETWEEN.split(label) if word) for label in labels]
    return list(dict.fromkeys((*labels, *spoken)))


# ---- lists


def are_called_by_numbers(decision: Decision) -> bool:
    """Whether every move is known by the one number in it, so that places in the list would only confuse."""
    moves = [split_move(option.label) for option in decision.options]
    numbers = [move[1] for move in moves if len(move) == 2 and move[1].isdigit()]
    return len(set(numbers)) == len(moves)


def move_lines(decision: Decision, columns: int) -> list[str] | None:
    """A long list with the moves that begin alike on one line, if that makes it short enough; else nothing."""
    labels = [plain(option.label) for option in decision.options]
    if len(labels) <= _MOST:
        return None
    mark = "#" if has_numbers(decision) else ""
    wide = len(f"{mark}{len(labels)}")
    groups: dict[str, list[str]] = {}
    for number, label in enumerate(labels, 1):
        beginning, end = _split_label(label)
        groups.setdefault(beginning, []).append(f"{f'{mark}{number}':>{wide}} {end}")
    edge = max(map(measure, groups)) + 4
    lines: list[str] = []
    for beginning, ends in groups.items():
        at = len(lines)
        for end in ends:
            if len(lines) > at and measure(lines[-1]) + 3 + measure(end) <= columns:
                lines[-1] += f"   {end}"
            else:
                head = f"  {beginning}" if len(lines) == at else ""
                lines.append(head + " " * (edge - measure(head)) + end)
    return lines if len(lines) <= _MOST_LINES and len(groups) >= _FEWEST_GROUPS else None


def _split_label(label: str) -> tuple[str, str]:
    """A move's beginning, and its last arguments: `move e 2` and `e 4`, as one could type them."""
    words = [word for word in _BETWEEN.split(label) if word]
    last = min(_LAST, len(words) - 1)
    return " ".join(words[: len(words) - last]), " ".join(words[len(words) - last :])
