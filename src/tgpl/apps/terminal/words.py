"""Names as people spell them: a line in words, and which words name a thing.

In:  a line that was typed, or the name of an option. Out: words, whatever their case and the signs between them; whether some words
are a whole name, a part of it, or a part with its words cut off.

    split_name("Send the 2nd-best (3, 4)")     # a name: ("send", "the", "2nd", "best", "3,4")
    fits(("best", "3", "4"), …)              # a part of it, in its order; coordinates only together
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

_WORD = re.compile(r'"[^"]*"|#[0-9]+(?!\w)|(?<![\w.)\]])-?[0-9]+(?:\.[0-9]+)?(?![\w.])|[^\W_]+|[^\w\s]')
_BETWEEN = frozenset(",;:()[]{}-–—−→>=/.'\"|")  # signs that only stand between words
_PAIR = re.compile(r"\(([0-9]+), ([0-9]+)\)")  # coordinates, as names have them
_HUMP = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")
_FIELD = re.compile(r"[a-z]{1,2}[0-9]{1,2}|[0-9]{1,2}[a-z]{1,2}")  # a place on a board with letters and numbers
_LONGEST = 24  # characters of a word that is taken apart
_MOST_SPELLINGS = 8  # of a line whose words can be taken apart at several places
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


class Word(NamedTuple):
    text: str  # in small letters
    start: int  # in the line
    end: int


class Line(NamedTuple):
    """What was typed, in words."""

    text: str
    words: tuple[Word, ...]

    def part(self, start: int, end: int | None = None) -> tuple[str, ...]:
        return tuple(word.text for word in self.words[start:end])

    def shown(self, start: int, end: int | None = None) -> str:
        """Some of the words as they were typed."""
        words = self.words[start:end]
        return self.text[words[0].start : words[-1].end] if words else ""

    def rest(self, start: int) -> str:
        """Everything from a word on."""
        return self.text[self.words[start].start :].strip() if start < len(self.words) else ""


def split_line(text: str) -> list[Line]:
    """A text in words; `e2e4` is one word, or two."""
    spellings: list[tuple[Word, ...]] = [()]
    for found in _WORD.finditer(text):
        if found[0] in _BETWEEN:
            continue
        word = Word(found[0].casefold(), found.start(), found.end())
        apart = [[word], *islice(_take_apart(word), _MOST_SPELLINGS)]
        spellings = [(*spelling, *pieces) for spelling in spellings for pieces in apart][:_MOST_SPELLINGS]
    return [Line(text, spelling) for spelling in spellings]


def _take_apart(word: Word) -> Iterator[list[Word]]:
    """A word that is several places in a row, perhaps with an x between them or a few letters behind."""
    if not 3 < len(word.text) == word.end - word.start <= _LONGEST or not _FIELD.match(word.text):
        return
    for pieces in _find_pieces(word.text, 0):
        if len(pieces) > 1:
            yield [Word(word.text[a:b], word.start + a, word.start + b) for a, b in pieces]


def _find_pieces(text: str, at: int) -> Iterator[list[tuple[int, int]]]:
    if at == len(text):
        yield []
        return
    if at and text[at:].isalpha():
        yield [(at, len(text))]
    takes = at and text[at] == "x" and text[at - 1].isdigit() and text[at + 1 : at + 2].isalpha()  # e4xd5
    starts = (at, at + 1) if takes else (at,)
    for start in starts:
        for end in range(start + 2, min(start + 4, len(text)) + 1):
            whole = _FIELD.fullmatch(text, start, end) is not None
            if whole and not (text[end - 1].isdigit() and text[end : end + 1].isdigit()):
                yield from ([(start, end), *rest] for rest in _find_pieces(text, end))


@lru_cache(maxsize=8192)
def split_name(name: str) -> tuple[str, ...]:
    """The words of a name; coordinates are one of them."""
    found: list[str] = []
    at = 0
    for pair in _PAIR.finditer(name):
        found += [*_split_plain(name[at : pair.start()]), f"{int(pair[1])},{int(pair[2])}"]
        at = pair.end()
    return (*found, *_split_plain(name[at:]))


def _split_plain(text: str) -> list[str]:
    words = [found[0] for found in _WORD.finditer(text) if found[0] not in _BETWEEN]
    return [piece.casefold() for word in words for piece in _HUMP.split(word)]


def is_whole(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether words are all of a name, from its beginning to its end."""
    return bool(words) and _follows(words, name, cut=False, gaps=False)


def fits(words: Sequence[str], name: Sequence[str], cut: bool) -> bool:
    """Whether words stand in a name, in their order; `cut`: letters may be missing at their ends."""
    return bool(words) and _follows(words, name, cut, gaps=True)


def says_which(words: Sequence[str], name: Sequence[str], following: str) -> bool:
    """Whether words name a thing so that what follows them cannot be meant to tell it from its like: with its place or number, if
    it has one. `point 5` is not another point, and then 5."""
    if is_whole(words, name) or words[0].startswith("#"):
        return True
    numbered = [word for word in name if any(map(str.isdigit, word))]
    if not numbered:
        return any(map(str.isdigit, following))
    return any(is_whole(words[i : i + length], numbered[-1:]) for i in range(len(words)) for length in (1, 2))


def _follows(words: Sequence[str], name: Sequence[str], cut: bool, gaps: bool) -> bool:
    """Step by step, with all places of the name where so many words can end; with gaps the first such place is enough."""
    ends: list[set[int]] = [set() for _ in range(len(words) + 2)]
    ends[0].add(0)
    for i in range(len(words)):
        starts = range(min(ends[i]), len(name)) if gaps and ends[i] else sorted(ends[i])
        for start in starts:
            for after, there in _find_steps(words, i, name, start, cut) if start < len(name) else ():
                ends[after].add(there)
    return bool(ends[len(words)]) if gaps else len(name) in ends[len(words)]


def _find_steps(words: Sequence[str], i: int, name: Sequence[str], at: int, cut: bool) -> Iterator[tuple[int, int]]:
    """Where the next word ends, in the words and in the name, if it stands at this place of the name."""
    if "," in name[at]:
        if i + 1 < len(words) and name[at] == _pair(words[i], words[i + 1]):
            yield i + 2, at + 1
        return
    word, joined = words[i], ""
    for end in range(at, len(name)):
        if end > at and not (name[end].isalpha() and name[end - 1].isalpha()):
            return  # only words that were one word are written together
        joined += name[end]
        if joined == word or (cut and joined.isalpha() and joined.startswith(word)):  # no half of a place, as in e2
            yield i + 1, end + 1
        if len(joined) >= len(word):
            return


def _pair(first: str, second: str) -> str:
    digits = first.isdigit() and second.isdigit() and first.isascii() and second.isascii()
    return f"{int(first)},{int(second)}" if digits and len(first) + len(second) < 9 else ""
