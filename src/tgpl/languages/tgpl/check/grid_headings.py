"""What the columns and rows of a grid are called: `display { columns "a-h"; rows "8-1"; }`, from the left and from above.

In:  the texts of a hint. Out: names, one for each column or row; or what is wrong with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.check.adjacency import shape_of
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.diagnostics import Problem
from tgpl.text.source import Span

AXES = ("columns", "rows")
_NAMES = re.compile(r"([a-z]{1,2}|[A-Z]{1,2}|[0-9]{1,3})(?:-([a-z]{1,2}|[A-Z]{1,2}|[0-9]{1,3}))?")


def expand_headings(texts: Iterable[str]) -> list[str] | None:
    """`a-h` is a to h, `8-1` is 8 down to 1; several texts follow each other. None if one is no such thing."""
    found: list[str] = []
    for text in texts:
        match = _NAMES.fullmatch(text)
        if match is None or (match[2] is not None and _kind(match[1]) != _kind(match[2])):
            return None
        first, last = _count(match[1]), _count(match[2] or match[1])
        step = 1 if last >= first else -1
        found += [_spell_number(number, match[1]) for number in range(first, last + step, step)]
    return found


def _kind(name: str) -> tuple[bool, bool]:
    return name.isdigit(), name.isupper()


def _count(name: str) -> int:
    """Behind z comes aa."""
    if name.isdigit():
        return int(name)
    number = 0
    for letter in name.lower():
        number = number * 26 + ord(letter) - ord("a") + 1
    return number


def _spell_number(number: int, like: str) -> str:
    if like.isdigit():
        return str(number)
    high, low = divmod(number - 1, 26)
    letters = (chr(ord("a") + high - 1) if high else "") + chr(ord("a") + low)
    return letters.upper() if like.isupper() else letters


def check_headings(group: s.Class, node: t.Group) -> list[Problem]:
    """What is wrong with the names that a group gives, or that it takes over for another grid."""
    if group.scope is None:
        return []
    shape, _, orientation = shape_of(group)
    long, many = max(map(len, group.rows), default=0), len(group.rows)
    sizes = (many, long) if shape == "hex" and orientation == "column" else (long, many)
    found: list[Problem] = []
    named: dict[str, list[str]] = {}
    for axis, size in zip(AXES, sizes, strict=True):
        hint = _find_hint(group, axis)
        if hint is None:
            continue
        own = hint in node.display
        span = Span(group.scope.file, *((hint.at, hint.end) if own else (node.name_at, node.name_at + len(node.name))))
        names = expand_headings(text for text, _, _ in hint.texts)
        if shape == "graph":
            found.append(p.Headings(span, axis, "graph", 0, 0))
        elif names is None:
            found.append(p.Headings(span, axis, "text", 0, size))
        elif len(names) != size or len(_different(names)) < size:
            found.append(p.Headings(span, axis, "count", len(_different(names)), size))
        else:
            named[axis] = names
    if len(named) == 2 and all(name.isalpha() for names in named.values() for name in names):
        found.append(
            p.Headings(Span(group.scope.file, node.name_at, node.name_at + len(node.name)), "rows", "letters", 0, 0)
        )
    return found


def _different(names: list[str]) -> set[str]:
    """Capital and small letters are typed alike."""
    return {name.lower() for name in names}


def _find_hint(group: s.Class, axis: str) -> t.Hint | None:
    """A group's own, or its base's."""
    for step in group.lineage():
        for hint in step.node.display if isinstance(step.node, t.Group) else ():
            if hint.word == axis:
                return hint
    return None
