"""Source text and places in it.

In:  a file's name and text. Out: `SourceFile`, which turns offsets into lines and columns, and `Span`, a
place that every problem, node and run-time error can point at.

    file = SourceFile("tris.tgpl", "game \\"tris\\";")
    Span(file, 0, 4).position  # (1, 1)
"""

from __future__ import annotations

from bisect import bisect_right

from tgpl.text.records import Frozen


class SourceFile:
    """One rule text. Equal names are not equal files: each load makes its own."""

    __slots__ = ("_lines", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name  # as the user would name it: relative to where the main file stands
        self.text = text
        self._lines: list[int] | None = None  # offset of each line's first character, made when first asked

    @property
    def lines(self) -> list[int]:
        if self._lines is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._lines = starts
        return self._lines

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        start = self.lines[number - 1]
        end = self.lines[number] - 1 if number < len(self.lines) else len(self.text)
        return self.text[start:end].rstrip("\r")


class Span(Frozen):
    """A stretch of a source file, from `start` up to but without `end`."""

    file: SourceFile
    start: int
    end: int

    @property
    def position(self) -> tuple[int, int]:
        return self.file.position(self.start)

    @property
    def text(self) -> str:
        return self.file.text[self.start : self.end]

    def on_line(self) -> tuple[str, int, int, int]:
        """File name, line, and the columns that it covers on that line."""
        line, column = self.position
        end_line, end_column = self.file.position(self.end)
        return self.file.name, line, column, end_column if end_line == line else column + 1
