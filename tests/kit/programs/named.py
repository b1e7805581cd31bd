"""What a line names, found out in another way than the toolkit does: by patterns for every option.

In:  a line and a match. Out: every sequence of choices that the line can mean. It is asked only about lines that were played, so it
need not be quick.

    meanings("pawn e2 e4", state)       # [[4, 1]]

Where a set is chosen and not whole yet, what was picked of it stands at the end as a tuple.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from tgpl.runtime.decision import DONE, NONE, Decision
from tgpl.runtime.set_offer import SetOffer
from tgpl.runtime.state import State

_BORDER = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TOKEN = re.compile(r"#\d+\b|(?<![\w.)\]])-?\d+(?:\.\d+)?(?![\w.])|[^\W_]+|[!?+*<%$@#&^~§♙-♟]")
SKIPPED = {True: {"yes", "y"}, False: {"no", "n"}}


def tokens(text: str) -> list[str]:
    return [word.lower() for word in _TOKEN.findall(text)]


def spellings(line: str) -> list[list[str]]:
    """A line in words; a word like e2e4 also as the fields in it."""
    whole = tokens(line)
    apart = [
        piece
        for word in whole
        for piece in (
            re.findall(r"[a-z]{1,2}\d{1,2}|[a-z]+$", re.sub(r"(?<=\d)x(?=[a-z]\d)", "", word))
            if _is_glued(word)
            else [word]
        )
    ]
    return [whole] if apart == whole else [whole, apart]


def _is_glued(word: str) -> bool:
    return re.fullmatch(r"(?:[a-z]{1,2}\d{1,2}x?)+[a-z]*", word) is not None


# ---- options


def units(label: str) -> list[list[str]]:
    """The parts of a name that are typed whole: words, and coordinates."""
    found: list[list[str]] = []
    for piece in re.split(r"(\(\d+, \d+\))", label):
        if re.fullmatch(r"\(\d+, \d+\)", piece):
            found.append(re.findall(r"\d+", piece))
        else:
            found += [[hump.lower()] for word in _TOKEN.findall(piece) for hump in _BORDER.split(word)]
    return found


def pattern(label: str, gaps: bool, cut: bool) -> re.Pattern[str]:
    """Matches words that are a name (each with a blank behind it), or parts of it in their order."""
    parts, told = [], units(label)
    for at, unit in enumerate(told):
        joins = len(unit) == 1 and at + 1 < len(told) and unit[0].isalpha() and told[at + 1][0].isalpha()
        end = "(?: |(?=[a-z]))" if joins else " "
        if len(unit) == 2:
            body = "0*" + " 0*".join(unit) + " "
        elif cut and unit[0].isalpha():
            body = (
                "(?:"
                + "|".join(
                    re.escape(unit[0][:n]) + (" " if n < len(unit[0]) else end) for n in range(len(unit[0]), 0, -1)
                )
                + ")"
            )
        else:
            body = re.escape(unit[0]) + end
        parts.append(f"(?:{body})?" if gaps else body)
    return re.compile("".join(parts))


def _named(label: str) -> str:
    """A label without what a thing tells of itself in brackets: attributes and their values."""

    def told(found: re.Match[str]) -> str:
        parts = found[0][1:-1].split(", ")
        return "" if all(re.fullmatch(r"[^\W\d]\w* [^,]+", part) for part in parts) else found[0]

    return re.sub(r"\([^()]*\)", told, label)


def fitting(
    words: list[str], decision: Decision, alone: bool, plain_numbers: bool, state: State | None = None
) -> list[int]:
    """The options that words name, by the strictest of: a place, a whole name, words of a name, words with their ends cut off."""
    labels = [option.label for option in decision.options]
    if len(words) == 1 and re.fullmatch(r"#\d+", words[0]):
        return [n for n in range(len(labels)) if words[0][1:].lstrip("0") == str(n + 1)]
    if (
        len(words) == 1
        and words[0].isdigit()
        and alone
        and plain_numbers
        and not re.search(r"\d", "".join(map(_named, labels)))
    ):
        return [
            n
            for n in range(len(labels))
            if words[0].lstrip("0") == str(n + 1)
            and labels[n] not in ("done", "none")
            and not (state is not None and any(are_alike(state, before, n) for before in range(n)))
        ]
    text = "".join(f"{word} " for word in words)
    said = [
        n
        for n, option in enumerate(decision.options)
        if isinstance(option.key, bool) and words[0] in SKIPPED[option.key]
    ]
    if len(words) == 1 and said:
        return said
    for gaps, cut in ((False, False), (True, False), (True, True)):
        found = [
            n
            for n, label in enumerate(labels)
            if label and (not gaps or label not in ("done", "none")) and pattern(label, gaps, cut).fullmatch(text)
        ]
        if found:
            return found
    return []


# ---- options that look alike


def _is_one(options: list[int], state: State) -> bool:
    return bool(options) and all(are_alike(state, options[0], other) for other in options[1:])


def are_alike(state: State, one: int, other: int) -> bool:
    """Whether the view of the player would be the same if two options changed places."""
    decision = state.decision
    assert decision is not None
    options = decision.options[one], decision.options[other]
    if options[0].hidden or options[1].hidden:
        return options[0].hidden and options[1].hidden
    if options[0].label != options[1].label:
        return False
    view = state.view(decision.player)
    numbers = [view["decision"]["objects"][place] for place in (one, other)]
    if None in numbers:
        return bool(options[0].key == options[1].key)
    objects = {shown["id"]: shown for shown in view["objects"]}
    pair = [objects[number] for number in numbers]
    if numbers[0] == numbers[1] or any(shown["kind"] not in ("class", "interactable") for shown in pair):
        return False
    closed = {kind.shown for kind in state.game.rules.classes if kind._private}
    if any(shown["class"] in closed and decision.player not in shown.get("owners", ()) for shown in pair):
        return False
    changed = {numbers[0]: numbers[1], numbers[1]: numbers[0]}
    exchanged = {changed.get(n, n): _exchange(shown, changed) for n, shown in objects.items()}
    return all(_settle(exchanged[n], exchanged) == _settle(objects[n], objects) for n in objects)


def _exchange(value: Any, changed: dict[int, int]) -> Any:
    if isinstance(value, dict):
        return {key: changed.get(v, v) if key == "id" else _exchange(v, changed) for key, v in value.items()}
    return [_exchange(part, changed) for part in value] if isinstance(value, list) else value


def _settle(shown: dict[str, Any], objects: dict[int, Any]) -> dict[str, Any]:
    """An object of a view whose lists are sorted where their order is not seen."""
    made = dict(shown)
    made["attributes"] = {
        name: _sort(value, shown, objects) if isinstance(value, list) else value
        for name, value in shown.get("attributes", {}).items()
    }
    if "pieces" in made:
        made["pieces"] = sorted(made["pieces"], key=str)
    return made


def _sort(values: list[Any], holder: dict[str, Any], objects: dict[int, Any]) -> list[Any]:
    found = [objects.get(value["id"]) if isinstance(value, dict) and "id" in value else None for value in values]
    if any(shown is None or shown["kind"] not in ("class", "interactable") for shown in found):
        return values
    if holder.get("zone") != "ordered":
        return sorted(values, key=str)
    looks = [{key: value for key, value in shown.items() if key != "id"} for shown in found if shown is not None]
    runs = groupby(
        range(len(values)), key=lambda i: next(n for n in range(i + 1) if looks[n : i + 1] == [looks[i]] * (i + 1 - n))
    )
    return [value for _, run in runs for value in sorted((values[i] for i in run), key=str)]


# ---- lines


def meanings(line: str, state: State, plain_numbers: bool, picked: tuple[int, ...] = ()) -> list[list[Any]]:
    assert state.decision is not None
    offer = state.offer_set(picked)
    decision = state.decision if offer is None else offer.decision
    exact = [n for n, option in enumerate(decision.options) if option.label.lower() == line.strip().lower()]
    text = "".join(f"{word} " for word in tokens(line))
    exact = exact or [
        n for n, option in enumerate(decision.options) if pattern(option.label, False, False).fullmatch(text)
    ]
    if exact and _is_one(exact, state):
        return [exact[:1]] if offer is None else list(_after_set(exact, False, [], state, plain_numbers, picked))
    found: list[list[Any]] = []
    for words in spellings(line):
        for way in _ways(words, state, len(words) == 1, plain_numbers, picked):
            if way not in found:
                found.append(way)
    return found


def _ways(
    words: list[str], state: State, alone: bool, plain_numbers: bool, picked: tuple[int, ...] = (), begun: bool = False
) -> Iterator[list[Any]]:
    decision = state.decision
    if decision is None or state.ended is not None:
        return
    offer = state.offer_set(picked)
    if offer is not None:
        for options, end, done in _things(words, 0, offer.decision, alone, plain_numbers, []):
            yield from _after_set(options, done, words[end:], state, plain_numbers, picked)
        return
    named = False
    for start in _starts(words, decision):
        for end in range(start + 1, len(words) + 1):
            options = fitting(words[start:end], decision, alone, plain_numbers, state)
            if not _is_one(options, state):
                continue
            named = True
            if end == len(words):
                yield options[:1]
                continue
            if not _is_told_apart(words[start:end], decision.options[options[0]].label, words[end]):
                continue
            for rest in _after(options[0], words[end:], state, plain_numbers, True):
                yield [options[0], *rest]
    sole = decision.free is None and len(decision.options) == 1
    if not named and sole and (decision.kind == "action" or begun):
        yield from _after(0, words, state, plain_numbers, begun)  # it goes without saying


def _is_told_apart(words: list[str], label: str, following: str) -> bool:
    """Behind a part of a name nothing may stand that could belong to it: all of it, or its last number, must have been said."""
    text = "".join(f"{word} " for word in words)
    if words[0][0] == "#" or pattern(label, False, False).fullmatch(text):
        return True
    numbers = [unit for unit in units(label) if re.search(r"\d", unit[0])]
    if not numbers:
        return re.search(r"\d", following) is not None
    return re.search(r"(?:^| )0*" + " 0*".join(map(re.escape, numbers[-1])) + " ", text) is not None


def _starts(words: list[str], decision: Decision) -> list[int]:
    """The question may be named once more."""
    found = [0]
    for name in (decision.subject, decision.name) if decision.kind == "input" else ():
        for end in range(1, len(words)):
            if pattern(name, False, False).fullmatch("".join(f"{word} " for word in words[:end])):
                found.append(end)
    return found


# ---- sets


def _things(
    words: list[str], at: int, decision: Decision, alone: bool, plain_numbers: bool, before: list[int]
) -> Iterator[tuple[list[int], int, bool]]:
    """Options that words from a place on name one after the other, the word behind them, and whether `done` was said."""
    numbers = not re.search(r"\d", "".join(_named(option.label) for option in decision.options))
    if not before and len(words) - at > 1 and all(word.isdigit() for word in words[at:]) and numbers and plain_numbers:
        places = [int(word) - 1 for word in words[at:]]
        if all(0 <= n < len(decision.options) and not _is_end(decision, n) for n in places):
            yield places, len(words), False
        return
    if before and words[at : at + 1] == ["done"]:
        yield before, at + 1, True
    if before and at + 1 < len(words) and words[at] in ("and", "&", "+"):
        at += 1
    count = re.fullmatch(r"([1-9]\d?)(x?)", words[at]) if at + 1 < len(words) else None
    times = 1
    if count is not None:
        apart = words[at + 1] == "x" and at + 2 < len(words)
        if numbers or count[2] or apart:
            times, at = int(count[1]), at + 1 + apart
    for start in (at + skipped for skipped in _starts(words[at:], decision)):
        for end in range(start + 1, len(words) + 1):
            fits = fitting(words[start:end], decision, alone, plain_numbers)
            if len(fits) != 1 or (_is_end(decision, fits[0]) and (before or times > 1)):
                continue
            found = [*before, *fits * times]
            yield found, end, False
            if end < len(words) and not _is_end(decision, fits[0]):
                if _is_told_apart(words[start:end], decision.options[fits[0]].label, words[end]):
                    yield from _things(words, end, decision, False, plain_numbers, found)


def _is_end(decision: Decision, number: int) -> bool:
    return decision.options[number].key in (DONE, NONE)


def _after_set(
    options: list[int], done: bool, words: list[str], state: State, plain_numbers: bool, picked: tuple[int, ...]
) -> Iterator[list[Any]]:
    """What follows when these options of a set are named, and then the rest of a line."""
    first = state.offer_set(picked)
    assert first is not None and state.decision is not None
    ends = [first.decision.options[n].key for n in options if first.things[n] is None]
    for n in options:
        now, thing = state.offer_set(picked), first.things[n]
        if thing is not None:
            if now is None or thing not in now.things:
                return
            picked = (*picked, thing)
    now = state.offer_set(picked)
    assert now is not None
    last = ends[0] if ends else DONE
    if not ends and not now.is_whole and not done:
        if not words:
            yield [tuple(sorted(picked))]
        return
    if last not in [option.key for option in now.decision.options]:
        return
    player, chance, commits = state.decision.player, state.position()["chance"], state.commits
    with state.branch():
        played = []
        for key in (*now.keys, last):
            told = state.decision and [option.key for option in state.decision.options]
            if key == last and (state.commits != commits or not told or key not in told or not _still(state, now)):
                continue
            assert told
            played.append(told.index(key))
            state.choose(told.index(key))
        if not words:
            yield played
            return
        if state.refused is not None or (state.game.rules.secrets and state.commits != commits):
            return
        if state.decision is None or state.decision.player != player or state.position()["chance"] != chance:
            return
        yield from ([*played, *rest] for rest in _ways(words, state, False, plain_numbers, begun=True))


def _still(state: State, offer: SetOffer) -> bool:
    asked, here = offer.decision, state.decision
    assert here is not None
    return (here.subject, here.name, here.chosen and len(here.chosen.labels)) == (
        asked.subject,
        asked.name,
        asked.chosen and len(asked.chosen.labels),
    )


def _after(number: int, words: list[str], state: State, plain_numbers: bool, begun: bool) -> list[list[Any]]:
    """What the rest of a line means, where the same player goes on and nothing was drawn."""
    assert state.decision is not None
    player, chance, commits = state.decision.player, state.position()["chance"], state.commits
    with state.branch():
        state.choose(number)
        if state.refused is not None or (state.game.rules.secrets and state.commits != commits):
            return []  # it is taken back; or something was done, and nobody may know what
        if state.decision is None or state.decision.player != player or state.position()["chance"] != chance:
            return []
        return list(_ways(words, state, False, plain_numbers, begun=begun))


# ---- rulesheets


def moves_meant(line: str, decision: Decision) -> list[int]:
    """The moves of a rulesheet that a line names, by the strictest of several ways."""
    typed = re.findall(r"[^\s(),]+", line.lower())
    moves = [re.findall(r"[^\s(),]+", option.label.lower()) for option in decision.options]
    digits = any(re.search(r"\d", option.label) for option in decision.options)
    place = re.fullmatch(r"(#?)(\d+)", typed[0]) if len(typed) == 1 else None
    if place is not None and (place[1] or not digits):
        return [n for n in range(len(moves)) if n + 1 == int(place[2])]
    glued = re.sub(r"(?<=\d)x(?=[a-z])|[-–]", "", "".join(typed))
    half = len(typed) == 1 and typed[0].isdigit()
    ways = [
        [n for n, move in enumerate(moves) if move == typed],
        [n for n, move in enumerate(moves) if move[1:] == typed],
        [n for n, move in enumerate(moves) if _begins(move, typed)],
        [n for n, move in enumerate(moves) if not half and _begins(move[1:], typed)],
        [
            n
            for n, move in enumerate(moves)
            if len(move) > 1 and "".join(move[1:]) == glued and (not glued.isdigit() or len(glued) == len(move) - 1)
        ],
        [
            n
            for n, move in enumerate(moves)
            if not glued.isdigit() and glued in ["".join(move[i:]) for i in range(1, len(move) - 1)]
        ],
    ]
    return next((found for found in ways if found), [])


def _begins(move: list[str], typed: list[str]) -> bool:
    head = move[: len(typed)]
    if len(head) < len(typed) or head[:-1] != typed[:-1]:
        return False
    return head[-1] == typed[-1] or (typed[-1].isalpha() and head[-1].startswith(typed[-1]))
