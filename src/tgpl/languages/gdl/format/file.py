"""One style for rulesheets in KIF.

In:  a `SourceFile`. Out: its text with other blanks and ends of lines, and with nothing else changed. A list stands on one line if it did so before and is not
too long; else its first two words stand on the first line, and those that follow on further ones, as they were, or each on its own. Statements stay
together on a line as they were. A stretch whose parentheses do not match stays as it is. What is formatted once stays so.

    (<= (line ?x)(row ?m ?x))      →      (<= (line ?x) (row ?m ?x))
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from tgpl.languages.registry import Formatted
from tgpl.text.source import SourceFile

WIDEST = 120
INDENT = 4
DEEPEST = 150
_TOKEN = re.compile(r"[()]|;[^\n]*|[^\s();\ufeff]+")


class _Term(NamedTuple):
    """A word, a comment, or a list with what stands in it."""

    text: str  # of a list ""
    items: tuple[_Term, ...]
    breaks: int  # how many lines end before it
    start: int
    end: int

    @property
    def is_comment(self) -> bool:
        return self.text.startswith(";")


def format_file(file: SourceFile) -> Formatted:
    made = lay_out(file)
    return made if say_the_same(file.text, made.text) else Formatted(file.text, 1)


def lay_out(file: SourceFile) -> Formatted:
    if "\ufeff" in file.text.lstrip("\ufeff"):
        return Formatted(file.text, 1)  # it parts words here, and nobody sees where
    page, at, left = _Page(), 0, 0
    for start, end in _split(file.text):
        terms = _read(file.text, start, end)
        if terms is None:
            page.keep(file.text[start:end], file.text.count("\n", at, start) > 1)
            left += 1
        else:
            for term in terms:
                page.put(term)
        at = end
    return Formatted(page.text("\r\n" if "\r\n" in file.text else "\n"), left)


def say_the_same(text: str, other: str) -> bool:
    """Whether two texts have the same words and comments in the same order."""
    before, after = ([match.group().rstrip() for match in _TOKEN.finditer(one)] for one in (text, other))
    return before == after


def _split(text: str) -> list[tuple[int, int]]:
    """The parts of a sheet that are read apart from each other: all of it, or, if its parentheses do not match, what begins in the first column."""
    if _read(text, 0, len(text)) is not None:
        return [(0, len(text))]
    starts = [match.start() for match in re.finditer(r"^[(;]", text, re.MULTILINE)]
    bounds = [0, *(start for start in starts if start), len(text)]
    return [(start, end) for start, end in pairwise(bounds) if text[start:end].strip()]


def _read(text: str, start: int, end: int) -> list[_Term] | None:
    """What stands there; None if parentheses do not match, or too many lie in each other."""
    lists: list[list[_Term]] = [[]]
    opened: list[tuple[int, int]] = []
    before = len(text[:start].rstrip())
    for match in _TOKEN.finditer(text, start, end):
        breaks = text.count("\n", before, match.start()) if before else 2
        before = match.end()
        if match.group() == "(":
            lists.append([])
            opened.append((match.start(), breaks))
            if len(opened) > DEEPEST:
                return None
        elif match.group() == ")":
            if not opened:
                return None
            (at, breaks), items = opened.pop(), lists.pop()
            lists[-1].append(_Term("", tuple(items), breaks, at, match.end()))
        else:
            lists[-1].append(_Term(match.group().rstrip(), (), breaks, match.start(), match.end()))
    return None if opened else lists[0]


class _Page:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.behind: dict[int, str] = {}  # comments behind lines

    def put(self, term: _Term) -> None:
        """A statement or comment at the top of the sheet."""
        if term.is_comment and not term.breaks and self.lines:
            self.behind[len(self.lines) - 1] = term.text
            return
        if term.breaks > 1 and self.lines:
            self.lines.append("")
        said = term.text or _spell(term)
        alone = said is None or term.breaks > 0 or not self.lines or len(self.lines) - 1 in self.behind
        if not alone:
            self.lines[-1] += f" {said}"
        elif said is not None and (len(said) <= WIDEST or not any(item.items for item in term.items)):
            self.lines.append(said)
        else:
            self.lines.append("")
            self._open(term, 0)

    def keep(self, text: str, blank: bool) -> None:
        if blank and self.lines:
            self.lines.append("")
        self.lines += [line.removesuffix("\r") for line in text.rstrip().split("\n")]

    def _open(self, term: _Term, column: int) -> None:
        """A list over several lines, whose `(` comes next on the last line, in this column."""
        self.lines[-1] += "("
        words, broken = 0, any(item.breaks for item in term.items[2:])
        for item in term.items:
            if item.is_comment and not item.breaks:
                self.behind[len(self.lines) - 1] = item.text
                continue
            commented = len(self.lines) - 1 in self.behind
            said = item.text or _spell(item)
            together = broken and not item.breaks and said is not None and len(self.lines[-1]) + len(said) < WIDEST
            if item.is_comment or commented or (words > 1 and not together):
                self.lines.append(" " * (column + INDENT))
            elif words:
                self.lines[-1] += " "
            self._put_inside(item)
            words += not item.is_comment
        if len(self.lines) - 1 in self.behind or (term.items and term.items[-1].is_comment):
            self.lines.append(" " * column)
        self.lines[-1] += ")"

    def _put_inside(self, item: _Term) -> None:
        said, column = item.text or _spell(item), len(self.lines[-1])
        if said is not None and (column + len(said) <= WIDEST or not item.items):
            self.lines[-1] += said
        else:
            self._open(item, column)

    def text(self, end: str) -> str:
        written, i = list[str](), 0
        while i < len(self.lines):
            last = i + 1
            while i in self.behind and last in self.behind:
                last += 1
            column = max(len(line) for line in self.lines[i:last]) + 2
            for k in range(i, last):
                written.append(f"{self.lines[k]:<{column}}{self.behind[k]}" if k in self.behind else self.lines[k])
            i = last
        return "".join(line.rstrip() + end for line in written)


def _spell(term: _Term) -> str | None:
    """A list on one line; None if it has a comment in it, or did not stand on one."""
    parts = []
    for i, item in enumerate(term.items):
        said = None if item.is_comment or (i and item.breaks) else item.text or _spell(item)
        if said is None:
            return None
        parts.append(said)
    return f"({' '.join(parts)})"
