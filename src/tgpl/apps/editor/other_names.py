"""Names that could be written, in RPG, Senet and GDL: those that the text has, and the words of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tgpl.apps.editor.reading import Reading
from tgpl.apps.editor.suggestion import Completion, plain, word
from tgpl.languages.common.vocabulary import VOCABULARIES

_WORD = re.compile(r"[?@]?\w*\Z")
_INSIDE_TEXT = re.compile(r'^(?:[^"\n]|"(?:[^"\\\n]|\\.)*")*"(?:[^"\\\n]|\\.)*\Z')


def complete_names(reading: Reading, name: str, offset: int) -> list[Completion]:
    text = reading.text(name)
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    known = VOCABULARIES[reading.edition]
    if line.lstrip().startswith(known.line_comment) or _INSIDE_TEXT.match(line):
        return []
    written = _WORD.search(line)
    before = line[: written.start()] if written else line
    found = {one.label: one for one in reversed(list(_names(reading, before, offset)))}
    if not before.endswith("."):
        for one in sorted(known.all):
            found.setdefault(one, word(one))
    return sorted(found.values(), key=lambda one: (one.rank, one.label.lower()))


def _names(reading: Reading, before: str, offset: int) -> Iterator[Completion]:
    source = reading if reading.index.symbols else reading.whole or reading
    for symbol in source.index.symbols.values():
        member = symbol.kind == "field" or (symbol.kind == "function" and symbol.container is not None)
        if symbol.kind == "built-in" or (before.endswith(".") and not member):
            continue
        if symbol.kind == "variable" and reading.edition == "gdl" and not _same_rule(source, symbol, offset):
            continue
        detail = "" if symbol.container is None else f"of {symbol.container.name}"
        yield plain(symbol.name, symbol.kind, detail, 0 if symbol.kind in ("variable", "argument", "element") else 2)


def _same_rule(reading: Reading, symbol: object, offset: int) -> bool:
    """Of a rulesheet: whether a variable belongs to the rule around."""
    declared = getattr(symbol, "declared", [])
    if not declared:
        return False
    text, start = declared[0].name.file.text, declared[0].name.start
    low, high = min(start, offset), max(start, offset)
    return "\n\n" not in text[low:high] and high - low < 2000
