"""From what a person types to an answer of the open decision: by name, by coordinates, by its place in the list (`#3`).

In:  words and a decision. Out: every beginning of the words that names exactly one answer. `line` puts answers that follow each
other together, and says what was not understood.

A number alone is a place in the list only where nobody could mean another number by it: no option has one in its name, none is drawn
where one can choose. What a card tells of itself in brackets (`Card (price 4)`) is no name. Options that nothing tells apart are one: a name that
fits only such means the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tgpl.apps.terminal.words import NUMBER, Line, fits, is_whole, split_line, split_name
from tgpl.runtime.decision import DONE, NONE, Decision, Option
from tgpl.text.escape import plain

_QUOTED = re.compile(r"\"(.*)\"", re.DOTALL)
_MOST = 12  # options that are listed in a message
_VALUE = r"[^\W\d]\w* [^(),]+"  # an attribute and its value, as names of things without a name have them
_ATTRIBUTES = re.compile(rf"\({_VALUE}(?:, {_VALUE})*\)")
_SAID: dict[bool, tuple[str, ...]] = {True: ("yes", "y"), False: ("no", "n")}  # instead of `true` and `false`


class Picked(NamedTuple):
    number: int | None  # of an option
    value: float | str | None = None  # named freely, if there is no number
    rest: str = ""  # for the next decision


class Unclear(NamedTuple):
    words: str


Alike = Callable[[Decision], Sequence[int]]  # for each option the place of the first that looks like it


def all_differ(decision: Decision) -> Sequence[int]:
    return range(len(decision.options))


class Sight(NamedTuple):
    """What a seat has before its eyes beside the options."""

    marked: bool = False  # numbers are drawn where one can choose
    alike: Alike = all_differ
    places: Callable[[], dict[tuple[str, ...], str]] = (
        dict  # what the places on the boards are called, as words and in full
    )


ALL_THERE_IS = Sight()  # the options, and nothing else


def take_characters(typed: str, decision: Decision) -> Picked | Unclear:
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
    """What a line names of one decision, and the words that are left for what follows."""
    found: dict[Picked, None] = {}
    for line in split_line(typed.strip()):
        for picked, end in find_answers(line, 0, decision, marked=False):
            found[picked._replace(rest=line.rest(end))] = None
    whole = [picked for picked in found if not picked.rest]
    if len(whole) == 1 or (not whole and len(found) == 1):
        return (whole or list(found))[0]
    if found:
        told = [name_answer(picked, decision) for picked in whole or found]
        return Unclear(f"'{plain(typed)}' can be read in several ways: {join_labels(told)}.")
    return Unclear(explain_not_understood(split_line(typed.strip())[0], 0, decision, ALL_THERE_IS))


class Candidate(NamedTuple):
    """A beginning of what was typed, as an answer."""

    picked: Picked
    end: int  # the word behind it


def find_answers(line: Line, at: int, decision: Decision, marked: bool, alike: Alike = all_differ) -> list[Candidate]:
    """Every run of words from a place on that names exactly one answer. `marked`: places in the list are only meant by `#3`."""
    found: dict[Candidate, None] = {}
    for start in find_starts(line, at, decision):
        found |= dict.fromkeys(_find_values(line, start, decision))
        for end, fitting in _find_runs(line, start, decision, marked, alike):
            if is_one(fitting, decision, alike):
                found[Candidate(Picked(fitting[0]), end)] = None
    return [meant for meant in found if meant.picked.number is not None or not _is_listed(meant, found)]


def is_one(fitting: list[int], decision: Decision, alike: Alike) -> bool:
    """Whether options are one, or nothing tells them apart."""
    if len(fitting) < 2:
        return bool(fitting)
    groups = alike(decision)
    return all(groups[i] == groups[fitting[0]] for i in fitting)


def _find_runs(
    line: Line, start: int, decision: Decision, marked: bool, alike: Alike
) -> Iterator[tuple[int, list[int]]]:
    """What the words from a place on name, run by run. Behind two runs that name nothing there is none that does: only the first
    half of two coordinates names nothing by itself."""
    in_vain = 0
    for end in range(start + 1, len(line.words) + 1):
        fitting = find_options(line, start, end, decision, marked, alike)
        in_vain = 0 if fitting else in_vain + 1
        if in_vain > 1:
            return
        yield end, fitting


def _is_listed(meant: Candidate, others: dict[Candidate, None]) -> bool:
    """Whether a value that was named is an option too."""
    return any(other.picked.number is not None and other.end == meant.end for other in others)


def find_starts(line: Line, at: int, decision: Decision) -> Iterator[int]:
    """Where the answer may begin: the action or the input that is being answered can be named once more."""
    yield at
    if decision.kind == "input" and decision.free != "string":
        for name in (decision.subject, decision.name):
            for end in range(at + 1, len(line.words)):
                if is_whole(line.part(at, end), split_name(name)):
                    yield end


def find_options(line: Line, start: int, end: int, decision: Decision, marked: bool, alike: Alike) -> list[int]:
    """The options that some words fit, by the strictest reading that any fits: a place in the list, a whole name, a part of one."""
    words = line.part(start, end)
    place = _find_place(line, start, end, decision, marked, alike)
    if place is not None:
        return [place - 1] if 1 <= place <= len(decision.options) else []
    options = list(enumerate(decision.options))
    alone = (start, end) == (0, len(line.words))
    whole = [i for i, option in options if _is_called(option, words) or (alone and _is_label(option, line.text))]
    if whole or decision.free is not None:
        return whole
    names = [(i, split_name(plain(option.label))) for i, option in options if option.key not in (DONE, NONE)]
    for cut in (False, True):
        found = [i for i, name in names if fits(words, name, cut)]
        if found:
            return found
    return []


def _is_label(option: Option, text: str) -> bool:
    return bool(option.label) and plain(option.label).casefold() == text.strip().casefold()


def _is_called(option: Option, words: tuple[str, ...]) -> bool:
    if isinstance(option.key, bool) and len(words) == 1 and words[0] in _SAID[option.key]:
        return True
    return is_whole(words, split_name(plain(option.label)))


def _find_place(line: Line, start: int, end: int, decision: Decision, marked: bool, alike: Alike) -> int | None:
    """A place in the list. Without a mark it is a line of its own: beside other numbers it would be taken for one of them. And it is
    one that can be read there: of those that are alike only the first is."""
    if end - start != 1 or decision.free is not None:
        return None
    word = line.words[start].text
    if word.startswith("#"):
        return int(word[1:]) if 1 < len(word) < 9 else None
    alone = len(line.words) == 1 and word.isascii() and word.isdigit() and len(word) < 9
    if not alone or marked or has_numbers(decision):
        return None
    place = int(word)
    if not 1 <= place <= len(decision.options):
        return place
    ends = decision.options[place - 1].key in (DONE, NONE)  # a list is not ended by miscounting
    return 0 if ends or alike(decision)[place - 1] != place - 1 else place


def has_numbers(decision: Decision) -> bool:
    """Whether a number could be meant as a name, or a part of one."""
    names = (_ATTRIBUTES.sub("", option.label) for option in decision.options)
    return any(character.isdigit() for name in names for character in name)


def are_numbers(labels: list[str]) -> bool:
    """Options that are called by numbers, each by another, are chosen by them and not by their places in the list.
    `labels`: without those that are alike."""
    numbers = [label for label in labels if label not in ("done", "none")]
    distinct = len(set(labels)) == len(labels)
    return bool(numbers) and distinct and all(NUMBER.fullmatch(label) for label in numbers)


def _find_values(line: Line, at: int, decision: Decision) -> Iterator[Candidate]:
    """Values, where any may be named. A text goes on to the end of the line, or of its quotes."""
    if at >= len(line.words):
        return
    word = line.words[at]
    if decision.free == "string":
        if word.text.startswith('"') and len(word.text) > 1:
            yield Candidate(Picked(None, line.text[word.start + 1 : word.end - 1]), at + 1)
        else:
            yield Candidate(Picked(None, line.rest(at)), len(line.words))
    elif decision.free == "number" and NUMBER.fullmatch(word.text):
        yield Candidate(Picked(None, float(word.text)), at + 1)
        if at + 1 < len(line.words) and line.text[word.end : line.words[at + 1].start] == ",":
            fraction = line.words[at + 1].text
            if fraction.isascii() and fraction.isdigit() and "." not in word.text:
                yield Candidate(Picked(None, float(f"{word.text}.{fraction}")), at + 2)


# ---- what to say


def name_answer(picked: Picked, decision: Decision) -> str:
    """What an answer is called."""
    if picked.number is None:
        return f'"{picked.value}"' if isinstance(picked.value, str) else f"{picked.value:g}"
    return plain(decision.options[picked.number].label) or f"#{picked.number + 1}"


def explain_not_understood(line: Line, at: int, decision: Decision, sight: Sight) -> str:
    """About the words from a place on, if none of their beginnings names one thing."""
    counts = dict(_find_runs(line, at, decision, sight.marked, sight.alike))
    end = max((end for end, fitting in counts.items() if fitting), default=at)
    shown = plain(line.shown(at)) or plain(line.text)
    if end > at and end == len(line.words):
        return _describe_several(shown, counts[end], decision, sight)
    if decision.free == "number":
        return f"'{shown}' is no number. {describe_possible(decision, sight)}"
    if end > at:
        several = not is_one(counts[end], decision, sight.alike)
        fitting = _describe_several(line.shown(at, end), counts[end], decision, sight) if several else ""
        words = f"'{plain(line.shown(end))}' is not offered with '{plain(line.shown(at, end))}'."
        return f"{words} {fitting}".rstrip()
    known = _explain_elsewhere(line, at, decision, sight)
    return known or f"'{shown}' is not offered (`why {shown}` tells why). {describe_possible(decision, sight)}"


def _explain_elsewhere(line: Line, at: int, decision: Decision, sight: Sight) -> str | None:
    """What else words could have meant: the question itself, a place on a board that cannot be chosen, a place in the list."""
    words, places = line.part(at), sight.places()
    if decision.kind == "input" and any(is_whole(words, split_name(one)) for one in (decision.subject, decision.name)):
        return f"'{plain(line.shown(at))}' is what is asked about. {describe_possible(decision, sight)}"
    for length in (2, 1):
        shown = plain(line.shown(at, at + length))
        told = places.get(tuple(map(_number, words[:length])))
        if told is not None and len(words) >= length:
            return f"'{shown}' is not offered: {plain(told)} cannot be chosen now (`why {shown}` tells why)."
    name = next((place[0] for place in places if len(place) == 1), None)
    if name is not None and len(words) > 1 and words[0].isdigit() and words[1].isdigit():
        shown = plain(line.shown(at, at + 2))
        return f"'{shown}' is not offered: places are called as at the borders of the board, such as {name}."
    if len(words) != 1 or not words[0].isascii() or not words[0].isdigit() or len(words[0]) > 8:
        return None
    place = int(words[0])
    if not 1 <= place <= len(decision.options):
        return None
    label = plain(decision.options[place - 1].label) or "what you cannot see"
    first = sight.alike(decision)[place - 1] + 1
    if not (sight.marked or has_numbers(decision)):
        return f"'{words[0]}' is not in the list; {label} is {first}." if first < place else None
    words_for = describe_possible(decision, sight)
    return f"'{words[0]}' is not offered as a name, and other numbers are shown here; #{place} is {label}. {words_for}"


def _number(word: str) -> str:
    """Without zeros in front."""
    return str(int(word)) if word.isascii() and word.isdigit() and len(word) < 9 else word


def _describe_several(words: str, fitting: list[int], decision: Decision, sight: Sight) -> str:
    groups = sight.alike(decision)
    fitting = list({groups[i]: i for i in reversed(fitting)}.values())[::-1]
    labels = [plain(decision.options[i].label) or "?" for i in fitting]
    if len(set(labels)) < len(labels):  # only their places tell them apart
        labels = [f"#{i + 1} {label}" for i, label in zip(fitting, labels, strict=True)]
    return f"'{plain(words)}' fits more than one: {join_labels(labels)}."


def describe_possible(decision: Decision, sight: Sight) -> str:
    """What can be typed."""
    if decision.free == "number":
        return "Type a number, such as 3 or 2.5."
    if decision.free == "string":
        return "Type a text."
    groups = sight.alike(decision)
    labels = [plain(option.label) for i, option in enumerate(decision.options) if option.label and groups[i] == i]
    if are_numbers(labels):
        return f"Type one of {join_labels(labels)}."
    last = len(decision.options)
    mark = f", as in #{last}" if sight.marked or has_numbers(decision) else ""
    places = f"a place in the list from 1 to {last}{mark}" if last > 1 else "#1"
    return f"Type a name: {join_labels(labels)}; or {places}." if labels else f"Type {places}."


def join_labels(labels: list[str]) -> str:
    more = [] if len(labels) <= _MOST else [f"… ({len(labels)} in all)"]
    return ", ".join(labels[:_MOST] + more)
