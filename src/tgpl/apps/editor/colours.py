"""What colour each word of a text has, by what it means.

In:  a `Reading` and a file. Out: `Paint`s in order. What cannot be read now is coloured by what it was before it broke, and words of the language by their look.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tgpl.apps.editor.index import Symbol
from tgpl.apps.editor.reading import Reading, Shift
from tgpl.languages.common.lexicon import LEXICONS, lexicon_of
from tgpl.languages.common.vocabulary import VOCABULARIES
from tgpl.languages.tgpl.check import symbols as s

KINDS = (
    "class", "enum", "event", "type", "property", "method", "function", "parameter", "variable", "enumMember", "namespace",
    "keyword", "string", "number", "comment", "operator", "label",
)  # fmt: skip
MODIFIERS = ("declaration", "readonly", "defaultLibrary", "modification", "private")


class Paint(NamedTuple):
    start: int
    end: int
    kind: str
    modifiers: tuple[str, ...] = ()


_PAINTED = {
    **dict.fromkeys(
        ("class", "interactable", "stack", "tile", "connection", "board", "zone", "group", "cards"), "class"
    ),
    "event": "event",
    "enum": "enum",
    "value": "enumMember",
    "attribute": "property",
    "function": "function",
    **dict.fromkeys(("action", "goal"), "method"),
    **dict.fromkeys(("argument", "input"), "parameter"),
    **dict.fromkeys(("variable", "element"), "variable"),
    **dict.fromkeys(("turn", "phase", "part"), "label"),
    "constant": "variable",
    "import": "namespace",
    "relation": "function",
    "role": "enumMember",
    "object": "class",
    "trait": "class",
    "field": "property",
}
_TOKENS = {
    lexicon.name: re.compile(
        rf"""(?P<comment>{lexicon.comment})|(?P<string>\$?"(?:[^"\\\n]|\\.)*"?)|(?P<number>\b[0-9]+(?:\.[0-9]+)?(?:[dD][0-9]+|[eE][+-]?[0-9]+)?)
        |(?P<word>[@?]?[^\W\d]\w*)""",
        re.VERBOSE,
    )
    for lexicon in LEXICONS.values()
}


def paint(reading: Reading, name: str) -> list[Paint]:
    file = reading.files.get(name)
    if file is None:
        return []
    known = _known(reading, name)
    words = VOCABULARIES[reading.edition]
    painted = []
    for match in _TOKENS[lexicon_of(name).name].finditer(file.text):
        start, end, kind = match.start(), match.end(), match.lastgroup or ""
        if kind == "string" and match.group().startswith("$"):
            painted += _paint_template(match, known)
        elif kind != "word":
            painted.append(Paint(start, end, kind))
        elif (start, end) in known:
            painted.append(known[start, end])
        elif match.group() in words.all:
            painted.append(Paint(start, end, "type" if match.group() in words.words("type") else "keyword"))
    return painted


def _paint_template(match: re.Match[str], known: dict[tuple[int, int], Paint]) -> list[Paint]:
    """`$"{x} takes {n}"`: words between what is filled in."""
    inside = sorted(one for (start, end), one in known.items() if match.start() <= start and end <= match.end())
    parts, at = list[Paint](), match.start()
    for one in inside:
        parts += [Paint(at, one.start, "string")] if one.start > at else []
        parts.append(one)
        at = one.end
    return [*parts, Paint(at, match.end(), "string")]


def _known(reading: Reading, name: str) -> dict[tuple[int, int], Paint]:
    found: dict[tuple[int, int], Paint] = {}
    whole = reading.whole
    if whole is not None and whole is not reading and name in whole.files:
        shift = Shift.of(whole.text(name), reading.text(name))
        for one in whole.index.occurrences.get(whole.files[name], []):
            start, end = shift.forth(one.start), shift.forth(one.end)
            if start is not None and end is not None:
                found[start, end] = _paint(start, end, one.symbol, one.role)
    for one in reading.index.occurrences.get(reading.files[name], []):
        found[one.start, one.end] = _paint(one.start, one.end, one.symbol, one.role)
    return found


def _paint(start: int, end: int, symbol: Symbol, role: str) -> Paint:
    modifiers = [{"declares": "declaration", "writes": "modification"}.get(role, "")]
    meaning = symbol.meaning
    kind = _PAINTED.get(symbol.kind, "variable")
    if symbol.kind == "built-in":
        modifiers.append("defaultLibrary")
        kind = "function"
        if isinstance(meaning, s.Operation) and meaning.reads:
            kind = "property"
        elif not isinstance(meaning, s.Operation):
            kind = "keyword"
    if symbol.kind == "constant":
        modifiers.append("readonly")
    if isinstance(meaning, s.Attribute) and meaning.private:
        modifiers.append("private")
    if isinstance(meaning, s.Class) and meaning.file is None:
        modifiers.append("defaultLibrary")
    return Paint(start, end, kind, tuple(one for one in modifiers if one))
