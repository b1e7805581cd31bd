"""All that was given to a session, as one text, and where each stretch of it comes from.

One text, so that places in what was typed now and in what was typed before can be compared; `locate` turns them back
into places that people know: `input 3`, or the name of a file.

    transcript = Transcript()
    start = transcript.add("input 1", "set x = 1;")
    transcript.locate(Span(transcript.file, start + 4, start + 5))
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span

_LINES = ("line", "later")  # facts of problems that are numbers of lines


class Transcript:
    def __init__(self) -> None:
        self.file = SourceFile("session", "")
        self._starts: list[int] = []
        self._pieces: list[SourceFile] = []

    def add(self, name: str, text: str) -> int:
        """A piece of its own; gives where it begins."""
        start = len(self.file.text)
        self._starts.append(start)
        self._pieces.append(SourceFile(name, text))
        self.file = SourceFile("session", f"{self.file.text}{text}\n")
        return start

    def alone(self) -> SourceFile:
        """The last piece at its place, with nothing before it."""
        start, piece = self._starts[-1], self._pieces[-1]
        return SourceFile(piece.name, " " * start + piece.text)

    def newest_first(self) -> list[SourceFile]:
        """The pieces: a file may have been read twice."""
        return self._pieces[::-1]

    def older(self) -> list[SourceFile]:
        """All pieces but the last."""
        return self._pieces[:-1]

    def locate(self, span: Span) -> Span:
        """A place of the whole text in its piece."""
        number = bisect_right(self._starts, span.start) - 1
        start, piece = self._starts[number], self._pieces[number]
        longest = len(piece.text)
        return Span(piece, min(span.start - start, longest), min(max(span.end - start, 0), longest))

    def relocate(self, problem: Problem) -> Problem:
        """A problem at the place that people know."""
        relocate = type(problem)(*(self._fact(problem, name) for name in problem.__match_args__))
        if problem.offer() != problem.fix():  # it was tried, and does not help alone
            relocate.withhold()
        return relocate

    def _fact(self, problem: Problem, name: str) -> Any:
        fact = getattr(problem, name)
        if isinstance(fact, Span):
            return self.locate(fact)
        if name in _LINES and fact:
            at = self.file.lines[fact - 1]
            return self.locate(Span(self.file, at, at)).position[0]
        return fact
