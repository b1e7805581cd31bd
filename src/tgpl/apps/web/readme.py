"""A README as parts that a page can show without any markup: headings, paragraphs, lists, listings, tables.

In:  a text in the Markdown that people write in READMEs. Out: plain data; what stands in it is text and never more. Links are their words.

    part_text("# Tris\\n\\nThree *in a row*.")     # [{"kind": "heading", "level": 1, "text": ["Tris"]}, {"kind": "paragraph", …}]
"""

from __future__ import annotations

import re
from typing import Any

Part = dict[str, Any]
Spans = list[Any]  # texts, and {"style", "text"}
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_SPAN = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*\s][^*]*)\*|\b_(?P<under>[^_]+)_\b")
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_ITEM = re.compile(r"\s*(?:([-*+])|(\d+)[.)])\s+(.*)")
_FENCE = re.compile(r"\s*```")
_RULE = re.compile(r"\s*\|?[\s:|-]+\|[\s:|-]*$")
_PICTURE = re.compile(r"\s*!\[[^\]]*\]\([^)]*\)\s*$")


def part_text(text: str) -> list[Part]:
    return _Parts(text.split("\n")).read()


class _Parts:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0
        self.found: list[Part] = []

    def read(self) -> list[Part]:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            heading = _HEADING.match(line)
            if heading is not None:
                self._add({"kind": "heading", "level": len(heading[1]), "text": part_spans(heading[2])})
            elif _FENCE.match(line):
                self._read_listing()
            elif line.startswith("    "):
                self._read_indented()
            elif line.lstrip().startswith("|"):
                self._read_table()
            elif _ITEM.match(line):
                self._read_list()
            elif not line.strip() or _PICTURE.match(line):
                self.at += 1
            else:
                self._read_paragraph()
        return self.found

    def _add(self, part: Part) -> None:
        self.found.append(part)
        self.at += 1

    def _read_listing(self) -> None:
        start = self.at + 1
        self.at = next((n for n in range(start, len(self.lines)) if _FENCE.match(self.lines[n])), len(self.lines))
        self._add({"kind": "code", "text": "\n".join(self.lines[start : self.at])})

    def _read_indented(self) -> None:
        """Four spaces at the beginning of a paragraph make a listing."""
        start = self.at
        while self.at < len(self.lines) and (self.lines[self.at].startswith("    ") or not self.lines[self.at].strip()):
            self.at += 1
        listing = "\n".join(line[4:] for line in self.lines[start : self.at]).rstrip()
        self.found.append({"kind": "code", "text": listing})

    def _read_table(self) -> None:
        rows = []
        while self.at < len(self.lines) and self.lines[self.at].lstrip().startswith("|"):
            line = self.lines[self.at]
            if not _RULE.match(line):
                rows.append([part_spans(cell.strip()) for cell in line.strip().strip("|").split("|")])
            self.at += 1
        self.found.append({"kind": "table", "rows": rows})

    def _read_list(self) -> None:
        items: list[str] = []
        first = _ITEM.match(self.lines[self.at])
        while self.at < len(self.lines):
            line = self.lines[self.at]
            item = _ITEM.match(line)
            if item is not None:
                items.append(item[3])
            elif line.startswith(" ") and line.strip() and items:
                items[-1] += f" {line.strip()}"
            else:
                break
            self.at += 1
        ordered = first is not None and first[2] is not None
        self.found.append({"kind": "list", "ordered": ordered, "items": [part_spans(item) for item in items]})

    def _read_paragraph(self) -> None:
        words = []
        while self.at < len(self.lines) and self._goes_on(self.lines[self.at]):
            words.append(self.lines[self.at].strip())
            self.at += 1
        self.found.append({"kind": "paragraph", "text": part_spans(" ".join(words))})

    def _goes_on(self, line: str) -> bool:
        ends = (_HEADING.match(line), _FENCE.match(line), _ITEM.match(line), _PICTURE.match(line))
        return bool(line.strip()) and not any(ends) and not line.lstrip().startswith("|")


def part_spans(text: str) -> Spans:
    text = _LINK.sub(lambda found: found[1], text)
    found: Spans = []
    at = 0
    for span in _SPAN.finditer(text):
        if span.start() > at:
            found.append(text[at : span.start()])
        style = "em" if span.lastgroup == "under" else str(span.lastgroup)
        found.append({"style": style, "text": span[span.lastgroup or 0]})
        at = span.end()
    return [*found, text[at:]] if at < len(text) else found
