"""What a line names, found out in another way than the toolkit does: by patterns for every option.

In:  a line and a match. Out: every sequence of choices that the line can mean. It is asked only about lines that were played, so it
need not be quick.

    meanings("pawn e2 e4", state)       # [[4, 1]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tgpl.runtime.decision import Decision
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


def fitting(words: list[str], decision: Decision, alone: bool, plain_numbers: bool) -> list[int]:
    """The options that words name, by the strictest of: a place, a whole name, words of a name, words with their ends cut off."""
    labels = [option.label for option in decision.options]
    if len(words) == 1 and re.fullmatch(r"#\d+", words[0]):
        return [n for n in range(len(labels)) if words[0][1:].lstrip("0") == str(n + 1)]
    if len(words) == 1 and words[0].isdigit() and alone and plain_numbers and not re.search(r"\d", "".join(labels)):
        return [
            n for n in range(len(labels)) if words[0].lstrip("0") == str(n + 1) and labels[n] not in ("done", "none")
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


# ---- lines


def meanings(line: str, state: State, plain_numbers: bool) -> list[list[int]]:
    assert state.decision is not None
    exact = [n for n, option in enumerate(state.decision.options) if option.label.lower() == line.strip().lower()]
    text = "".join(f"{word} " for word in tokens(line))
    exact = exact or [
        n for n, option in enumerate(state.decision.options) if pattern(option.label, False, False).fullmatch(text)
    ]
    if len(exact) == 1:
        return [exact]
    found: list[list[int]] = []
    for words in spellings(line):
        for way in _ways(words, state, len(words) == 1, plain_numbers):
            if way not in found:
                found.append(way)
    return found


def _ways(words: list[str], state: State, alone: bool, plain_numbers: bool) -> Iterator[list[int]]:
    decision = state.decision
    if decision is None or state.ended is not None:
        return
    named = False
    for start in _starts(words, decision):
        for end in range(start + 1, len(words) + 1):
            options = fitting(words[start:end], decision, alone, plain_numbers)
            if len(options) != 1:
                continue
            named = True
            if end == len(words):
                yield options
                continue
            if not _is_told_apart(words[start:end], decision.options[options[0]].label, words[end]):
                continue
            for rest in _after(options[0], words[end:], state, plain_numbers):
                yield [options[0], *rest]
    if not named and decision.kind == "action" and len(decision.options) == 1:
        yield from _after(0, words, state, plain_numbers)  # it goes without saying


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


def _after(number: int, words: list[str], state: State, plain_numbers: bool) -> list[list[int]]:
    """What the rest of a line means, where the same player goes on and nothing was drawn."""
    assert state.decision is not None
    player, chance, commits = state.decision.player, state.position()["chance"], state.commits
    with state.branch():
        state.choose(number)
        if state.refused is not None or (state.game.rules.secrets and state.commits != commits):
            return []  # it is taken back; or something was done, and nobody may know what
        if state.decision is None or state.decision.player != player or state.position()["chance"] != chance:
            return []
        return list(_ways(words, state, False, plain_numbers))


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
