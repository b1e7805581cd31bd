"""Where each stretch of a translated text comes from.

While the text is put together, `marked` wraps stretches in characters that nobody can write in a rule text (they are
escaped in literals); `unmark` takes them out again and notes line, columns and origin of each.
"""

from __future__ import annotations

import re

from tgpl.text.source import Span

_OPEN, _MIDDLE, _CLOSE = "\ue000", "\ue001", "\ue002"
_MARKS = re.compile(f"{_OPEN}([0-9]+){_MIDDLE}|{_CLOSE}")

Stretch = tuple[int, int, Span]  # from column, to column, origin


class SourceMap:
    def __init__(self) -> None:
        self.spans: list[Span] = []

    def mark(self, text: str, span: Span) -> str:
        self.spans.append(span)
        return f"{_OPEN}{len(self.spans) - 1}{_MIDDLE}{text}{_CLOSE}"

    def take_marks(self, text: str) -> tuple[str, dict[int, list[Stretch]]]:
        """The clean text, and for each line (from 1) the stretches on it; columns count bytes, as Python's do."""
        lines, found = [], dict[int, list[Stretch]]()
        for number, line in enumerate(text.split("\n"), 1):
            if _OPEN in line:
                line, found[number] = self._line(line)
            lines.append(line)
        return "\n".join(lines), found

    def _line(self, line: str) -> tuple[str, list[Stretch]]:
        placed: list[Stretch] = []
        waiting: list[tuple[int, int]] = []
        clean, column, last = [], 0, 0
        for mark in _MARKS.finditer(line):
            piece = line[last : mark.start()]
            clean.append(piece)
            column += len(piece.encode())
            last = mark.end()
            if mark[1] is not None:
                waiting.append((int(mark[1]), column))
            else:
                number, start = waiting.pop()
                placed.append((start, column, self.spans[number]))
        clean.append(line[last:])
        return "".join(clean), placed
