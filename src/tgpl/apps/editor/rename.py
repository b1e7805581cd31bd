"""Another name for something, everywhere.

In:  a `Reading` and what is to be renamed. Out: the changes, or why not, in words. The game is read again with the new name: if any name would then mean something
else than before, or something would be wrong that was not, nothing is renamed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from typing import NamedTuple

from tgpl.apps.editor.index import Occurrence, Symbol
from tgpl.apps.editor.reading import Named, Reading, read_rules
from tgpl.apps.editor.told import Change
from tgpl.languages.common.identifiers import WORD, normalize
from tgpl.languages.registry import GDL, TGDL, TGPL
from tgpl.text.diagnostics import errors
from tgpl.text.files import CARD_FILES, STANDARD, Changed

_NO_NAMES = ("built-in", "setup")


class Refusal(NamedTuple):
    why: str


def can_rename(reading: Reading, named: Named | None) -> Refusal | None:
    """Why something cannot have another name; None if it can."""
    if named is None:
        return Refusal("There is no name here that could be changed.")
    if named.reading is not reading:
        return Refusal("The text has a mistake there: mend it first, so that everything is found that has this name.")
    symbol = named.symbol
    if symbol.kind in _NO_NAMES or not symbol.declared:
        return Refusal(f"`{named.symbol.name}` is a word of the language, and has no other name.")
    for one in symbol.declared:
        name = reading.names.get(one.name.file, "")
        if name.startswith(STANDARD):
            return Refusal(f"`{symbol.name}` comes with the tool: it stands in {name}.")
        if name.lower().endswith(CARD_FILES):
            return Refusal(f"The name `{symbol.name}` comes from a cell of {name}: change it there.")
    return None


def rename(reading: Reading, named: Named | None, new: str) -> list[Change] | Refusal:
    refused = can_rename(reading, named)
    if refused is not None or named is None:
        return refused or Refusal("There is no name here.")
    wrong = _judge_name(reading, new)
    if wrong is not None:
        return wrong
    if normalize(new) == named.symbol.name:
        return []
    changes = [Change(one.name, one.start, one.end, new) for one in reading.places(named)]
    if any(change.name.startswith(STANDARD) for change in changes):
        return Refusal(f"`{named.symbol.name}` is named in the library that comes with the tool.")
    return _judge_outcome(reading, changes, new) or changes


def _judge_name(reading: Reading, new: str) -> Refusal | None:
    if reading.result.language is GDL:
        fine = re.fullmatch(r"\??[^\s();,&|~.'\"%:?]+", new) is not None
    else:
        fine = re.fullmatch(WORD, new) is not None
    if not fine:
        return Refusal(f"`{new}` is no name: a name is a letter or `_`, and then letters, digits and `_`.")
    if reading.result.language in (TGPL, TGDL):
        from tgpl.languages.tgdl.syntax.parse import TGDL_WORDS
        from tgpl.languages.tgpl.syntax.lex import TGPL_WORDS

        words = TGPL_WORDS if reading.result.language is TGPL else TGDL_WORDS
        if new in words.kinds:
            return Refusal(f"`{new}` is a word of the language, and can be no name.")
    return None


def _judge_outcome(reading: Reading, changes: list[Change], new: str) -> Refusal | None:
    """Reads the game as it would be."""
    shown = getattr(reading.library, "shown", "")
    texts = {shown + name: apply_changes(reading.text(name), of) for name, of in by_file(changes).items()}
    after = read_rules(Changed(reading.library, texts))
    was, now = (Counter(type(problem) for problem in errors(one.result.found)) for one in (reading, after))
    if now - was:
        problem = next(one for one in errors(after.result.found) if type(one) in now - was)
        return Refusal(f"With the name `{new}` the game would not be right: {problem.message()}")
    moved = {name: _Moves(of) for name, of in by_file(changes).items()}
    odd = _find_other_meaning(reading, after, moved)
    if odd is not None:
        name, one = odd
        line = reading.files[name].position(one.start)[0]
        return Refusal(f"With the name `{new}` something else would be meant in line {line} of {name}.")
    return None


class _Moves:
    """Where places are once changes are made."""

    def __init__(self, changes: list[Change]) -> None:
        self.starts = [change.start for change in changes]
        self.behind = [0]
        for change in changes:
            self.behind.append(self.behind[-1] + len(change.text) - (change.end - change.start))

    def forth(self, start: int) -> int:
        return start + self.behind[bisect_right(self.starts, start - 1)]


def _find_other_meaning(before: Reading, after: Reading, moved: dict[str, _Moves]) -> tuple[str, Occurrence] | None:
    nothing = _Moves([])
    same: dict[Symbol, Symbol] = {}
    for file, one in before.index:
        name = before.names[file]
        now = after.files.get(name)
        found = None if now is None else after.index.at(now, moved.get(name, nothing).forth(one.start))
        if found is None or same.setdefault(one.symbol, found.symbol) is not found.symbol:
            return name, one
    kinds = Counter(map(id, same.values()))
    clash = next((one for one in same.values() if kinds[id(one)] > 1), None)
    if clash is None:
        return None
    return next((before.names[file], one) for file, one in before.index if same[one.symbol] is clash)


def by_file(changes: list[Change]) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = {}
    for change in sorted(changes):
        found.setdefault(change.name, []).append(change)
    return found


def apply_changes(text: str, changes: list[Change]) -> str:
    for change in sorted(changes, reverse=True):
        text = text[: change.start] + change.text + text[change.end :]
    return text
