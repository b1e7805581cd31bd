"""Places in a text as editors count them: lines from 0, and letters of a line in units of an encoding.

lines = Lines("a😀b\\n")
lines.position(2)        # (0, 3): the smiley counts two in UTF-16
"""

from __future__ import annotations

from bisect import bisect_right

_UNITS = {"utf-8": 1, "utf-16": 2, "utf-32": 4}


class Lines:
    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self.encoding = encoding if encoding in _UNITS else "utf-16"
        self.starts = [0]
        at = text.find("\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = text.find("\n", at + 1)

    def position(self, offset: int) -> tuple[int, int]:
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        return line, self._units(self.text[self.starts[line] : offset])

    def _units(self, text: str) -> int:
        if text.isascii():
            return len(text)
        return (
            len(text.encode(f"{self.encoding}-le" if self.encoding != "utf-8" else "utf-8", "surrogatepass"))
            // _UNITS[self.encoding]
        )

    def offset(self, line: int, character: int) -> int:
        """Of a place that need not be there: behind the end of a line is its end."""
        if line >= len(self.starts):
            return len(self.text)
        start = self.starts[max(line, 0)]
        end = self.starts[line + 1] - 1 if line + 1 < len(self.starts) else len(self.text)
        said = self.text[start:end].rstrip("\r")
        if said.isascii():
            return start + min(max(character, 0), len(said))
        units = 0
        for i, letter in enumerate(said):
            if units >= character:
                return start + i
            units += self._units(letter)
        return start + len(said)

    def stretch(self, first: int, last: int) -> tuple[int, int]:
        """From the first word of a line to the end of another."""
        start, end = self.offset(first, 0), self.offset(last, len(self.text))
        said = self.text[start:end]
        return start + len(said) - len(said.lstrip()), end
