"""What the names of a game mean: every symbol, and every place where one is named.

The languages fill it in (`tgpl_index.py` and its neighbours); the answers of the editor are found in it.

    found = index.at(file, 120)              # what stands there
    index.places(found.symbol)               # everywhere where it is named
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from tgpl.text.source import SourceFile, Span


class Symbol:
    """Something with a name. What overrides another is the same symbol, declared again."""

    __slots__ = ("container", "declared", "kind", "meaning", "name")

    def __init__(self, kind: str, name: str, container: Symbol | None = None, meaning: Any = None) -> None:
        self.kind = (
            kind  # "class" and the other kinds of classes, "attribute", "function", "action", "variable", … "built-in"
        )
        self.name = name
        self.container = container  # what it is a member of
        self.meaning = meaning  # what the checker knows of it
        self.declared: list[Declaration] = []  # the first one first; none of what is predefined

    @property
    def path(self) -> str:
        return self.name if self.container is None else f"{self.container.path}.{self.name}"

    def __repr__(self) -> str:
        return f"<{self.kind} {self.path}>"


class Declaration(NamedTuple):
    name: Span  # where its name stands
    whole: Span
    meaning: Any = None  # of this declaration: an override is one of its own


class Occurrence(NamedTuple):
    """A symbol is named here."""

    start: int
    end: int
    symbol: Symbol
    role: str = "reads"  # "declares", "reads", "writes", "calls", "makes"; "text": a text that says its name
    meaning: Any = None  # which of its declarations is meant, as the checker knows it
    within: Symbol | None = None  # the function, action, phase … in which it stands


class Throw(NamedTuple):
    """An event is thrown."""

    event: Symbol
    span: Span
    within: Symbol | None


class Index:
    def __init__(self) -> None:
        self.symbols: dict[Hashable, Symbol] = {}  # by what tells them apart
        self.occurrences: dict[SourceFile, list[Occurrence]] = {}
        self.throws: list[Throw] = []
        self._starts: dict[SourceFile, list[int]] = {}
        self._places: dict[Symbol, list[tuple[SourceFile, Occurrence]]] | None = None

    def finish(self) -> None:
        """Puts occurrences in order, each place once: what declares it goes before what names it."""
        for file, found in self.occurrences.items():
            once: dict[tuple[int, int], Occurrence] = {}
            for one in found:
                known = once.get((one.start, one.end))
                if known is None or (one.role == "declares" and known.role != "declares"):
                    once[one.start, one.end] = one
            self.occurrences[file] = [once[key] for key in sorted(once)]
            self._starts[file] = [one.start for one in self.occurrences[file]]

    def at(self, file: SourceFile, offset: int) -> Occurrence | None:
        """What is named at a place; right behind a name still counts."""
        found, starts = self.occurrences.get(file, []), self._starts.get(file, [])
        last = bisect_right(starts, offset) - 1
        for i in (last, last - 1):
            if i >= 0 and found[i].start <= offset <= found[i].end:
                return found[i]
        return None

    def places(self, symbol: Symbol) -> list[tuple[SourceFile, Occurrence]]:
        if self._places is None:
            self._places = {}
            for file, one in self:
                self._places.setdefault(one.symbol, []).append((file, one))
        return self._places.get(symbol, [])

    def __iter__(self) -> Iterator[tuple[SourceFile, Occurrence]]:
        for file, found in self.occurrences.items():
            for one in found:
                yield file, one
