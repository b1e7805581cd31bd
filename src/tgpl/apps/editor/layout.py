"""A text in the one style, as changes: all of it, a stretch, or what has just been written.

In:  a file's name and text. Out: `Change`s, line by line, so that an editor keeps its places.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from tgpl.apps.editor.told import Change
from tgpl.languages.registry import language_of
from tgpl.text.source import SourceFile


def format_text(name: str, text: str) -> str | None:
    """The text in the one style; None where there is none."""
    made = language_of(name).format(SourceFile(name, text))
    return None if made is None else made.text


def format_changes(name: str, text: str, start: int = 0, end: int | None = None) -> list[Change] | None:
    """What changes between two places; whole lines."""
    made = format_text(name, text)
    if made is None:
        return None
    last = len(text) if end is None else end
    return [one for one in _compare(name, text, made) if one.end >= start and one.start <= last]


def format_typed(name: str, text: str, offset: int) -> list[Change] | None:
    """What changes on the lines of the statement or block that was ended there."""
    line = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    start = line
    if text[offset - 1 : offset] == "}":
        start = text.rfind("\n", 0, _find_open(text, offset - 1)) + 1
    changes = format_changes(name, text, start, len(text) if end < 0 else end)
    return (
        None if changes is None else [one for one in changes if one.start >= start and one.end <= max(end, offset) + 1]
    )


def _find_open(text: str, close: int) -> int:
    """The `{` of a `}`, by counting; texts with braces in them may lead astray, and do no harm."""
    depth = 0
    for at in range(close, -1, -1):
        depth += (text[at] == "}") - (text[at] == "{")
        if not depth:
            return at
    return close


def _compare(name: str, before: str, after: str) -> list[Change]:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    changes = []
    for word, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if word != "equal":
            changes.append(Change(name, starts[a], starts[b], "".join(new[c:d])))
    return changes
