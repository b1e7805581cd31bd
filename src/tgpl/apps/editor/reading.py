"""A game as it is read now: its files, what was found in them, what the names mean.

In:  a `Library`, and what was known before the last change. Out: a `Reading`, from which every answer of the editor comes. Of a text that cannot
be read whole, what was known before it broke is still known: it is looked up there, and places are led over.

    reading = read_rules(Texts("a.tgpl", {"a.tgpl": text}))
    reading.named("a.tgpl", 120)          # what is named there
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import NamedTuple

from tgpl.apps.editor.index import Index, Occurrence, Symbol
from tgpl.compile import Result, compile_rules
from tgpl.languages.common.keywords import correct_problems
from tgpl.languages.registry import GDL, RPG, SENET
from tgpl.text.diagnostics import Problem
from tgpl.text.files import Changed, Library
from tgpl.text.source import SourceFile


class _Stopped(Exception):
    """Somebody has typed on."""


class Named(NamedTuple):
    """A name that stands in a text, and what it means."""

    name: str  # of the file
    start: int
    end: int
    symbol: Symbol
    role: str
    reading: Reading  # that knows it: this one, or one from before the text broke
    occurrence: Occurrence


class Reading:
    def __init__(self, library: Library, result: Result, before: Reading | None = None) -> None:
        self.library, self.result = library, result
        self.files: dict[str, SourceFile] = result.source_files
        self.names = {file: name for name, file in self.files.items()}
        # The last one in which everything could be read; this one, if it can be.
        self.whole: Reading | None = self if self._is_whole() else (None if before is None else before.whole)

    def _is_whole(self) -> bool:
        if self.result.checked is None or not self.result.files:
            return False
        trees = [loaded.tree for loaded in self.result.files]
        return all(getattr(tree, "whole", True) and getattr(tree, "braces", True) for tree in trees) and not any(
            problem.syntactic and problem.severity == "error" for problem in self.result.found
        )

    def try_corrections(self, stop: Callable[[], bool]) -> bool:
        """Tries what could mend the problems, so that they can be told with it; False if it was stopped."""
        if "problems" in self.result.__dict__ or not self.result.found:
            return True

        def again(texts: dict[str, str]) -> list[Problem]:
            if stop():
                raise _Stopped
            return compile_rules(Changed(self.library, texts)).found

        try:
            self.result.__dict__["problems"] = correct_problems(self.result.found, again)
        except _Stopped:
            return False
        return True

    @property
    def edition(self) -> str:
        return self.result.language.name

    @cached_property
    def index(self) -> Index:
        return build_index(self.result)

    def named(self, name: str, offset: int) -> Named | None:
        """What is named at a place, now or before the text broke."""
        file = self.files.get(name)
        found = None if file is None else self.index.at(file, offset)
        if found is not None:
            return Named(name, found.start, found.end, found.symbol, found.role, self, found)
        if self.whole is None or self.whole is self or file is None:
            return None
        shift = Shift.between(self.whole, self, name)
        before = None if shift is None else shift.back(offset)
        earlier = None if before is None else self.whole.named(name, before)
        if earlier is None or shift is None:
            return None
        start = shift.forth(earlier.start)
        end = shift.forth(earlier.end)
        if start is None or end is None or file.text[start:end] != self.whole.text(name)[earlier.start : earlier.end]:
            return None
        return earlier._replace(start=start, end=end)

    def places(self, named: Named) -> list[Named]:
        """Everywhere where the same is named."""
        known = named.reading
        found: dict[tuple[str, int], Named] = {}
        if known is not self:
            for still in self._same_here(named):
                found[still.name, still.start] = still
        for file, one in known.index.places(named.symbol):
            name = known.names[file]
            place = Named(name, one.start, one.end, one.symbol, one.role, known, one)
            led = place if known is self else self.lead(place)
            if led is not None:
                found.setdefault((led.name, led.start), led)
        return [found[key] for key in sorted(found)]

    def _same_here(self, named: Named) -> list[Named]:
        """What is still known of a symbol that was known better before: one of its declarations leads to it."""
        for one in named.symbol.declared:
            place = named.reading.names.get(one.name.file)
            if place is None:
                continue
            led = self.lead(
                Named(place, one.name.start, one.name.end, named.symbol, "", named.reading, named.occurrence)
            )
            file = self.files.get(place)
            found = None if led is None or file is None else self.index.at(file, led.start)
            if found is not None and found.symbol.name == named.symbol.name:
                return self.places(Named(place, found.start, found.end, found.symbol, found.role, self, found))
        return []

    def lead(self, place: Named) -> Named | None:
        """A place of an earlier text, in the text of now; None if something else stands there."""
        shift = Shift.between(place.reading, self, place.name)
        start, end = (None, None) if shift is None else (shift.forth(place.start), shift.forth(place.end))
        if start is None or end is None:
            return None
        if self.text(place.name)[start:end] != place.reading.text(place.name)[place.start : place.end]:
            return None
        return place._replace(start=start, end=end)

    def text(self, name: str) -> str:
        file = self.files.get(name)
        return "" if file is None else file.text


class Shift(NamedTuple):
    """Where places are behind a change: the two texts are the same up to `start`, and from `old_end` and `new_end` on."""

    start: int
    old_end: int
    new_end: int

    @classmethod
    def between(cls, earlier: Reading, later: Reading, name: str) -> Shift | None:
        if name not in earlier.files or name not in later.files:
            return None
        return cls.of(earlier.text(name), later.text(name))

    @classmethod
    def of(cls, old: str, new: str) -> Shift:
        if old == new:
            return cls(len(old), len(old), len(new))
        start = _common(old, new, min(len(old), len(new)))
        rest = min(len(old), len(new)) - start
        behind = _common(old[len(old) - rest :][::-1], new[len(new) - rest :][::-1], rest)
        return cls(start, len(old) - behind, len(new) - behind)

    def forth(self, offset: int) -> int | None:
        if offset <= self.start:
            return offset
        return offset + self.new_end - self.old_end if offset >= self.old_end else None

    def back(self, offset: int) -> int | None:
        if offset <= self.start:
            return offset
        return offset + self.old_end - self.new_end if offset >= self.new_end else None


def _common(old: str, new: str, most: int) -> int:
    """How many letters two texts begin with in common."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def read_rules(library: Library, before: Reading | None = None) -> Reading:
    return Reading(library, compile_rules(library), before)


def build_index(result: Result) -> Index:
    """What the names mean, in whichever language."""
    if not result.files:
        return Index()
    module = {RPG: "rpg_index", SENET: "senet_index", GDL: "gdl_index"}.get(result.language, "tgpl_index")
    if module == "tgpl_index" and (result.checked is None or not getattr(result.checked, "scopes", None)):
        return Index()
    build: Callable[..., Index] = import_module(f"tgpl.apps.editor.{module}").build_index
    return build(result.files, result.checked)
