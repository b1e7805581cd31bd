"""From what a person types to an option: by number, by name, by coordinate.

In:  words and the open decision. Out: `Picked`, perhaps with words left over for the next decision ("step 3,4"), or
`Unclear` with what would have been valid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tgpl.runtime.decision import Decision

_COORDINATES = re.compile(r"\(?\s*(\d+)\s*[,;: ]\s*(\d+)\s*\)?")
_IN_LABEL = re.compile(r"\((\d+), (\d+)\)")
_MOST = 12  # options that are listed in a message


class Picked(NamedTuple):
    number: int | None  # of an option
    value: float | str | None = None  # named freely, if there is no number
    rest: str = ""  # for the next decision


class Unclear(NamedTuple):
    words: str


def pick(typed: str, decision: Decision) -> Picked | Unclear:
    """What was meant."""
    words = typed.strip()
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
        only = decision.kind == "action" and len(decision.options) == 1
        if only and (_COORDINATES.fullmatch(words) or words.isdigit()):
            return Picked(0, rest=words)  # meant for the only action's first input
    return Unclear(_advice(words, whole, decision))


def _matches(words: str, decision: Decision) -> list[int]:
    """The options that fit, by the strictest reading that any fits."""
    labels = [option.label for option in decision.options]
    low = words.casefold()
    exact = [i for i, label in enumerate(labels) if label.casefold() == low and label]
    if exact:
        return exact
    if words.isdigit() and len(words) < 9 and decision.free is None:
        if are_numbers(labels):
            return []  # a place in the list would be mistaken for a name
        number = int(words)
        return [number - 1] if 1 <= number <= len(labels) else []
    place = _COORDINATES.fullmatch(words)
    if place is not None:
        wanted = (int(place[1]), int(place[2]))
        return [i for i, label in enumerate(labels) if wanted in _places(label)]
    if not low:
        return []
    for fits in (
        lambda label: label.startswith(low),
        lambda label: all(part in re.split(r"\W+", label) for part in re.split(r"\W+", low) if part),
        lambda label: low in label,
    ):
        found = [i for i, label in enumerate(labels) if label and fits(label.casefold())]
        if found:
            return found
    return []


def are_numbers(labels: list[str]) -> bool:
    """Options that are called by numbers are chosen by them, not by their places in the list."""
    return all(label.isdigit() for label in labels if label not in ("done", "none"))


def _places(label: str) -> list[tuple[int, int]]:
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
        shown = _listed([decision.options[i].label for i in fitting])
        return f"'{words}' fits more than one: {shown}."
    if decision.free == "number":
        return f"'{words}' is no number. Type one, such as 3 or 2.5."
    named = [option.label for option in decision.options if option.label]
    if not named:
        return f"'{words}' is not offered. Type a number from 1 to {len(decision.options)}."
    if are_numbers(named):
        return f"'{words}' is not offered (`why {words}` tells why). Type one of {_listed(named)}."
    numbers = f"a number from 1 to {len(decision.options)}, or a name: " if len(decision.options) > 1 else ""
    return f"'{words}' is not offered (`why {words}` tells why). Type {numbers}{_listed(named)}."


def _listed(labels: list[str]) -> str:
    more = [] if len(labels) <= _MOST else [f"… ({len(labels)} in all)"]
    return ", ".join(labels[:_MOST] + more)
