"""Text to words with what stands between them: comments, ends of lines, blank lines.

In:  a `SourceFile`. Out: `Word`s, the last of them the end of the text. A text with expressions in it is one word, whatever its
braces hold.

    read_words(file, TGPL_WORDS)     # x += 1; // why   →   x, +=, 1, ;, and the end, which has the comment before it
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tgpl.languages.tgpl.syntax.lex import Words, lex
from tgpl.text.source import SourceFile

_BETWEEN = re.compile(r"(?P<comment>//[^\n]*|\\\\[^\n]*)|(?P<blank>[ \t\r\n\f\v\ufeff]+)|(?P<foreign>.)", re.DOTALL)


class Comment(NamedTuple):
    text: str
    column: int
    own_line: bool  # False: it stands behind a word
    blank: bool  # a blank line stands before it


class Word:
    __slots__ = ("blank", "breaks", "column", "comments", "end", "foreign", "kind", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int, column: int) -> None:
        self.kind = kind  # of its token
        self.text = text
        self.start = start
        self.end = end
        self.column = column
        self.comments: list[Comment] = []  # before it
        self.breaks = False  # it is the first of its line
        self.blank = False  # a blank line stands right before it
        self.foreign = False  # something stands before it that is no part of the language


def read_words(file: SourceFile, edition: Words) -> list[Word]:
    tokens, _ = lex(file, edition)
    words, before, depth, began = list[Word](), 0, 0, 0
    for kind, start, end in zip(tokens.kinds, tokens.starts, tokens.ends, strict=True):
        if kind == "template":
            began = began if depth else start
            depth += 1
        if kind == "template end":
            depth -= 1
        if depth:
            continue
        start = began if kind == "template end" else start
        word = Word(kind, file.text[start:end], start, end, _column(file.text, start))
        _read_between(file.text, before, word, first=not words)
        words.append(word)
        before = end
    return words


def _read_between(text: str, start: int, word: Word, first: bool) -> None:
    ends = 1 if first else 0  # how many lines ended since the last word or comment
    between = text[start : word.start]
    if not between or between == " ":
        word.breaks = first
        return
    for found in _BETWEEN.finditer(text, start, word.start):
        if found.lastgroup == "comment":
            said = found.group().rstrip()
            word.comments.append(Comment(said, _column(text, found.start()), ends > 0, ends > 1))
            word.breaks, ends = True, 0
        elif found.lastgroup == "blank":
            ends += found.group().count("\n")
        else:
            word.foreign, ends = True, 0
    word.breaks = word.breaks or ends > 0
    word.blank = ends > 1


def _column(text: str, at: int) -> int:
    return at - text.rfind("\n", 0, at) - 1
