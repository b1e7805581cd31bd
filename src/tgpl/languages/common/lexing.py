"""Text to tokens, for languages with a lexer of their own; and what the lexers of RPG and Senet refuse alike.

In:  a text and a pattern whose groups name what was found. Out: `Tokens` (parallel lists, because a hundred thousand small
objects would cost more than the parsing itself). What cannot be read is reported and left out, or read as what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from tgpl.languages.common.identifiers import drop_strange, find_stranger, normalize
from tgpl.languages.common.lookalikes import plain_sign
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span

MOST_LEXICAL_PROBLEMS = 20  # past these the file is probably no rule text at all
LONGEST_TEXT = 65_536  # characters in one literal; a rule text is no place for more
LONGEST_FILE = 8_000_000
_ESCAPE = re.compile(r"\\(.)")


class Tokens:
    """The tokens of one text; the last is always `end`."""

    __slots__ = ("ends", "file", "kinds", "starts", "values")

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.kinds: list[str] = []  # "name", "text", … or the sign or keyword itself; the lexer says which
        self.values: list[object] = []  # a name's text, a number, a text's content
        self.starts: list[int] = []
        self.ends: list[int] = []

    def add(self, kind: str, value: object, start: int, end: int) -> None:
        self.kinds.append(kind)
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)


Read = tuple[Problem | None, str | None, object]  # what is wrong; a token's kind, or None to leave it out; its value


def lex_file(
    file: SourceFile,
    pattern: re.Pattern[str],
    plain: Callable[[str, str], str | None],
    unusual: Callable[[str, str, Span, Tokens], Read],
    too_long: Callable[[Span, int, int], Problem],
    last_kind: str = "end",
) -> tuple[Tokens, list[Problem]]:
    """A whole file, with the token that ends it; one that is `too_long` is not read at all."""
    tokens, problems = Tokens(file), list[Problem]()
    if len(file.text) > LONGEST_FILE:
        problems.append(too_long(Span(file, 0, 0), len(file.text), LONGEST_FILE))
    else:
        tokens = scan(file, pattern, problems, plain, unusual)
    tokens.add(last_kind, None, len(file.text), len(file.text))
    return tokens, problems


def scan(
    file: SourceFile,
    pattern: re.Pattern[str],
    problems: list[Problem],
    plain: Callable[[str, str], str | None],
    unusual: Callable[[str, str, Span, Tokens], Read],
) -> Tokens:
    """Text to tokens. `plain` gives the kind of what a group of the pattern has found, if nothing can be wrong with it;
    `unusual` everything about the rest."""
    tokens = Tokens(file)
    for match in pattern.finditer(file.text):
        group, text = match.lastgroup, match.group()
        if group is None:
            continue
        value: object = text
        kind = plain(group, text)
        if kind is None:
            problem, kind, value = unusual(group, text, Span(file, match.start(), match.end()), tokens)
            if problem is not None:
                problems.append(problem)
                if len(problems) >= MOST_LEXICAL_PROBLEMS:
                    break
        if kind is not None:
            tokens.add(kind, value, match.start(), match.end())
    return tokens


def read_word(word: str, span: Span, kind_of: Callable[[str], str], mistakes: Any) -> Read:
    """A word that is not plain ASCII, as the name that it is."""
    at = find_stranger(word)
    if at is None:
        return None, kind_of(normalize(word)), normalize(word)
    strange = Span(span.file, span.start + at, span.start + at + 1)
    return mistakes.StrangeCharacter(strange, word[at]), "name", drop_strange(word)


def read_text(text: str, span: Span, escaped: dict[str, str], mistakes: Any) -> Read:
    """A text in quotes; `escaped`: what a letter behind a backslash stands for."""
    content = text[1:-1]
    if len(content) > LONGEST_TEXT:
        return mistakes.TextTooLong(span, len(content), LONGEST_TEXT), "text", ""
    problem: Problem | None = None
    if "\\" in content:
        for escape in _ESCAPE.finditer(content):
            if escape[1] not in escaped:
                at = span.start + 1 + escape.start()
                problem = mistakes.OtherEscape(Span(span.file, at, at + 2), escape.group())
        content = _ESCAPE.sub(lambda escape: escaped.get(escape[1], escape[1]), content)
    return problem, "text", content


def refuse(group: str, text: str, span: Span, signs: Collection[str], own: dict[str, str], mistakes: Any) -> Read:
    """What has no meaning in a language with these signs; `own`: how it says a sign of other languages."""
    match group:
        case "open":
            return mistakes.UnclosedText(span), "text", text[1:]
        case "quoted":
            return mistakes.OtherQuotes(span, text[1:-1]), "text", text[1:-1]
        case "comment":
            return mistakes.OtherComment(span), None, None
        case "alike":
            sign = own.get(plain_sign(text), plain_sign(text))
            return mistakes.StrangeCharacter(span, text, sign), sign if sign in signs else None, sign
        case _ if text in "–—−":
            return mistakes.OtherMinus(span), "-", "-"
        case _:
            return mistakes.StrangeCharacter(span, text), None, text
