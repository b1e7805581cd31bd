"""From what a person types to an option: by number (`#3` is never anything else), by name, by coordinate.

In:  words and the open decision. Out: `Picked`, perhaps with words left over for the next decision ("step 3,4"), or
`Unclear` with what would have been valid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tgpl.play.plain import plain
from tgpl.runtime.decision import Decision

_COORDINATES = re.compile(r"\(?\s*(\d+)\s*[,;: ]\s*(\d+)\s*\)?")
_IN_LABEL = re.compile(r"\((\d+), (\d+)\)")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_QUOTED = re.compile(r"\"(.*)\"")
_MOST = 12  # options that are listed in a message


class Picked(NamedTuple):
    number: int | None  # of an option
    value: float | str | None = None  # named freely, if there is no number
    rest: str = ""  # for the next decision


class Unclear(NamedTuple):
    words: str


def characters(typed: str, decision: Decision) -> Picked | Unclear:
    """Where so many characters are asked for: the first of a line, and the others for what is read next. The end of the line
    counts where the program knows it."""
    assert decision.length is not None
    words = typed
    if len(words) > 1 and (quoted := _QUOTED.fullmatch(words)) is not None:
        words = quoted[1]
    elif any("\n" in option.label for option in decision.options) and not words.endswith("\n"):
        words += "\n"
    if len(words) < decision.length:
        return Unclear(f"The game reads {decision.length} characters here; these are {len(words)}.")
    return Picked(None, words[: decision.length], words[decision.length :])


def pick(typed: str, decision: Decision) -> Picked | Unclear:
    """What was meant."""
    words = typed.strip()
    if decision.free == "string" and (quoted := _QUOTED.fullmatch(words)) is not None:
        return Picked(None, quoted[1])  # also the empty text, and what would be a command
    whole = _matches(words, decision)
    if len(whole) == 1:
        return Picked(whole[0])
    free = _named(words, decision)
    if free is not None:
        return free
    if not whole:
        for head, rest in _splits(words):
            found = _matches(head, decision)
            if len(found) == 1:
                return Picked(found[0], rest=rest)
        subject, _, answer = words.partition(" ")
        if decision.kind == "input" and answer and subject.casefold() == decision.subject.casefold():
            return pick(answer, decision)  # the action that is being answered was named once more
        only = decision.kind == "action" and len(decision.options) == 1
        if only and (_COORDINATES.fullmatch(words) or _NUMBER.fullmatch(words)):
            return Picked(0, rest=words)  # meant for the only action's first input
    return Unclear(_advice(words, whole, decision))


def _matches(words: str, decision: Decision) -> list[int]:
    """The options that fit, by the strictest reading that any fits."""
    labels = [plain(option.label) for option in decision.options]
    low = words.casefold()
    exact = [i for i, label in enumerate(labels) if label.casefold() == low and label]
    if exact:
        return exact
    numbered = words.removeprefix("#")
    if numbered.isascii() and numbered.isdigit() and len(numbered) < 9 and (numbered != words or decision.free is None):
        if numbered == words and are_numbers(labels):
            return []  # a place in the list would be mistaken for a name
        number = int(numbered)
        return [number - 1] if 1 <= number <= len(labels) else []
    place = coordinates(words)
    if place is not None:
        return [i for i, label in enumerate(labels) if place in places(label)]
    if not low or decision.free is not None or _NUMBER.fullmatch(words):
        return []  # a part of a name, but no name was meant
    parts = [part for part in re.split(r"\W+", low) if part]
    for fits in (
        lambda label: label.startswith(low),
        lambda label: bool(parts) and all(part in re.split(r"\W+", label) for part in parts),
        lambda label: low in label,
    ):
        found = [i for i, label in enumerate(labels) if label and fits(label.casefold())]
        if found:
            return found
    return []


def are_numbers(labels: list[str]) -> bool:
    """Options that are called by numbers, each by another, are chosen by them and not by their places in the list."""
    numbers = [label for label in labels if label not in ("done", "none")]
    distinct = len(set(labels)) == len(labels)
    return bool(numbers) and distinct and all(_NUMBER.fullmatch(label) for label in numbers)


def coordinates(words: str) -> tuple[int, int] | None:
    """`3,4`, `(3, 4)`, `3 4`."""
    place = _COORDINATES.fullmatch(words.strip())
    return None if place is None or len(words) > 12 else (int(place[1]), int(place[2]))


def places(label: str) -> list[tuple[int, int]]:
    """The coordinates that a label ends in."""
    return [(int(x), int(y)) for x, y in _IN_LABEL.findall(label)[-1:]]


def _named(words: str, decision: Decision) -> Picked | None:
    """A value where any may be named."""
    if decision.free == "string":
        return Picked(None, words)
    if decision.free == "number":
        try:
            return Picked(None, float(words.replace(",", ".")))
        except ValueError:
            return None
    return None


def _splits(words: str) -> Iterator[tuple[str, str]]:
    """Beginning and rest, the longest beginning first."""
    for at in range(len(words) - 1, 0, -1):
        if words[at] in " :":
            head, rest = words[:at].strip(" :"), words[at:].strip(" :")
            if head and rest:
                yield head, rest


def _advice(words: str, fitting: list[int], decision: Decision) -> str:
    if fitting:
        labels = [plain(decision.options[i].label) for i in fitting]
        if len(set(labels)) < len(labels):  # only their numbers tell them apart
            labels = [f"#{i + 1} {label}" for i, label in zip(fitting, labels, strict=True)]
        return f"'{words}' fits more than one: {listed(labels)}."
    if decision.free == "number":
        return f"'{words}' is no number. Type one, such as 3 or 2.5."
    named = [plain(option.label) for option in decision.options if option.label]
    if not named:
        return f"'{words}' is not offered. Type a number from 1 to {len(decision.options)}."
    if are_numbers(named):
        return f"'{words}' is not offered (`why {words}` tells why). Type one of {listed(named)}."
    numbers = f"a number from 1 to {len(decision.options)}, or a name: " if len(decision.options) > 1 else ""
    return f"'{words}' is not offered (`why {words}` tells why). Type {numbers}{listed(named)}."


def listed(labels: list[str]) -> str:
    more = [] if len(labels) <= _MOST else [f"… ({len(labels)} in all)"]
    return ", ".join(labels[:_MOST] + more)
