"""Text to tokens.

In:  a `SourceFile`. Out: `Tokens` and the lexical problems. Every text gives tokens: what cannot be read is reported and left
out. Names and signs are read in the loop itself, not by `lexing.scan`: they are nearly all of a text.

    tokens, problems = lex(SourceFile("a.tgpl", "x += 1;"))
    tokens.kinds   # ["name", "+=", "numeral", ";", "end"]
"""

from __future__ import annotations

import re

from tgpl.languages.common.identifiers import WORD, drop_strange, find_stranger, normalize
from tgpl.languages.common.lexing import LONGEST_FILE, LONGEST_TEXT, MOST_LEXICAL_PROBLEMS, Read, Tokens
from tgpl.languages.common.lookalikes import ALIKE, plain_sign
from tgpl.languages.common.vocabulary import TGPL
from tgpl.languages.tgpl import problems as p
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span

# Words that can never be a name. All the other words of the language are keywords only where they can stand.
RESERVED = TGPL.reserved

_TOKEN = re.compile(
    r"""[ \t\r\n\f\v\ufeff]+ | //[^\n]*
      | (?P<name>"""
    + WORD
    + r""")
      | (?P<block>/\*(?:[^*]|\*(?!/))*(?:\*/)?)
      | (?P<sign>&&|\|\||[<>=!+\-*/%^&|]=|[{}()\[\];:,.<>=!+\-*/%^&|?])
      | (?P<number>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?P<tail>\w*))
      | (?P<string>"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*")
      | (?P<template>\$"(?:[^"\\\n{]|\\[^\n]|\{\{|\{(?:[^{}"\n]|"(?:[^"\\\n]|\\[^\n])*+"|\{[^{}"\n]*+\})*+\})*+")
      | (?P<broken>\$"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+")
      | (?P<open>\$?"[^\n]*?(?=[\s)\];,}]*(?:\n|\Z)))
      | (?P<single>\$?'[^'\n]*')
      | (?P<hash>\#[^\n]*)
      | (?P<typographic>[“”„«»][^“”„«»"\n]*[“”«»"]|[‘’‚‹›][^‘’‚‹›"\n]*[‘’‹›])
      | (?P<backslashes>\\\\[^\n]*)
      | (?P<alike>"""
    + ALIKE
    + r""")
      | (?P<bad>[^\w\s{}()\[\];:,.<>=!+\-*/%^&|?"]+|.)
    """,
    re.VERBOSE,
)
_SIGNS = frozenset((*"{}()[];:,.<>=!+-*/%^&|?", "<=", ">=", "!=", "&&", "||"))
_DICE = re.compile(r"([0-9]+)[dD]([0-9]*)")
_HOLE = re.compile(r'\{\{|\}\}|\\[^\n]|\{((?:[^{}"\n]|"(?:[^"\\\n]|\\[^\n])*+"|\{[^{}"\n]*+\})*+)\}')
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
_ESCAPED = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


class Words:
    """The words that an edition keeps for itself."""

    def __init__(
        self, edition: str, kinds: dict[str, str], foreign: dict[str, str], slips: dict[str, str] | None = None
    ) -> None:
        self.edition = edition
        self.kinds = kinds  # a reserved word → the kind of its token
        self.foreign = foreign  # words and signs of the other edition → how this one says it
        self.slips = slips or {}  # words that its document misspells


TGPL_WORDS = Words("tgpl", {word: word for word in RESERVED}, {})


def lex(file: SourceFile, words: Words | None = None) -> tuple[Tokens, list[Problem]]:
    tokens, problems = Tokens(file), list[Problem]()
    if len(file.text) > LONGEST_FILE:
        problems.append(p.FileTooLong(Span(file, 0, 0), len(file.text), LONGEST_FILE))
    else:
        _scan(file, tokens, problems, words or TGPL_WORDS)
    tokens.add("end", None, len(file.text), len(file.text))
    return tokens, problems


def _scan(
    file: SourceFile, tokens: Tokens, problems: list[Problem], words: Words, start: int = 0, end: int | None = None
) -> None:
    kinds, foreign, slips, mixed = words.kinds, words.foreign, words.slips, list[Problem]()
    add_kind, add_value = tokens.kinds.append, tokens.values.append
    add_start, add_end = tokens.starts.append, tokens.ends.append
    for match in _TOKEN.finditer(file.text, start, len(file.text) if end is None else end):
        kind = match.lastgroup
        if kind is None:
            continue
        text = match.group()
        value: object = text
        if kind == "name":
            if not text.isascii():
                value = text = _unfamiliar(text, file, match.start(), problems)
                if len(problems) >= MOST_LEXICAL_PROBLEMS:
                    break
            reserved = kinds.get(text)
            if reserved is not None:
                kind = reserved
                if text in foreign:
                    span = Span(file, match.start(), match.end())
                    mixed.append(p.OtherEdition(span, foreign[text], words.edition))
            elif text in slips:
                value = slips[text]
                mixed.append(p.Misspelt(Span(file, match.start(), match.end()), slips[text]))
        elif kind == "sign":
            kind = text
            if text == "?" and words.edition != "tgpl":
                problems.append(p.UnknownCharacter(Span(file, match.start(), match.end()), text))
                continue
            if text in foreign:
                span = Span(file, match.start(), match.end())
                mixed.append(p.OtherEdition(span, foreign[text], words.edition))
        elif kind == "template":
            _scan_template(file, tokens, problems, words, match)
            if len(problems) >= MOST_LEXICAL_PROBLEMS:
                break
            continue
        else:
            problem, kind, value = _unusual(match, Span(file, match.start(), match.end()), foreign)
            if problem is not None:
                problems.append(problem)
                if len(problems) >= MOST_LEXICAL_PROBLEMS:
                    break
            if kind is None:
                continue
        add_kind(kind)
        add_value(value)
        add_start(match.start())
        add_end(match.end())
    problems += mixed


def _unfamiliar(word: str, file: SourceFile, start: int, problems: list[Problem]) -> str:
    """A word that is not plain ASCII, as the name that it is."""
    at = find_stranger(word)
    if at is None:
        return normalize(word)
    problems.append(p.UnknownCharacter(Span(file, start + at, start + at + 1), word[at]))
    return drop_strange(word)


def _unusual(match: re.Match[str], span: Span, foreign: dict[str, str]) -> Read:
    """Everything but names and signs: (what is wrong with it, the token's kind or None to leave it out, its value)."""
    text = match.group()
    group = match.lastgroup
    if group in ("number", "tail"):
        return _number(match, span)
    if group == "string":
        return _string(text, span)
    if group == "open":
        return p.UnclosedString(span), "text", text.removeprefix("$")[1:]
    if group == "broken":
        return p.OpenHole(_find_open_hole(span)), "text", text[2:-1]
    if group == "single":
        said = text.removeprefix("$")[1:-1]
        return p.SingleQuotes(Span(span.file, span.end - len(said) - 2, span.end), said), "text", said
    if group == "block":
        return p.BlockComment(span), None, None
    if group == "backslashes":
        return p.BackslashComment(span), None, None
    if group == "hash":
        return p.HashComment(span), None, None
    if group == "typographic":
        return p.TypographicQuotes(span, text[1:-1]), "text", text[1:-1]
    if group == "alike":
        return _alike(text, span, foreign)
    return _bad(text, span)


def _number(match: re.Match[str], span: Span) -> Read:
    text, tail = match.group(), match.group("tail")
    if tail:
        return _dice(text, span) or (p.NameStartsWithDigit(span, text), "name", text)
    value = float(text)
    if value == float("inf"):
        return p.NumberTooLarge(span), "numeral", 0.0
    return None, "numeral", value


def _dice(text: str, span: Span) -> Read | None:
    """`2d6`, or what was meant to be; whether there are such dice, the parser asks."""
    found = _DICE.fullmatch(text)
    if found is None:
        return None
    if not found[2]:
        return (
            p.WrongDice(span, f"`{text}` does not say how many faces each die has.", f"{found[1]}d6", True),
            "dice",
            "1d6",
        )
    meant = f"{found[1]}d{found[2]}"
    return (None if text == meant else p.WrongDice(span, "Dice have a small `d`.", meant)), "dice", meant


def _string(text: str, span: Span) -> Read:
    content = text[1:-1]
    if len(content) > LONGEST_TEXT:
        return p.StringTooLong(span, len(content), LONGEST_TEXT), "text", ""
    problem: Problem | None = None
    if "\\" in content:
        for escape in _ESCAPE.finditer(content):
            if escape[1][0] not in _ESCAPED and len(escape[1]) != 5:
                at = span.start + 1 + escape.start()
                problem = p.UnknownEscape(Span(span.file, at, at + 2), escape.group())
        content = _ESCAPE.sub(_unescape, content)
    return problem, "text", content


def _scan_template(
    file: SourceFile, tokens: Tokens, problems: list[Problem], words: Words, match: re.Match[str]
) -> None:
    """`$"{x} takes {n}"`: words (`template`, `template part`, `template end`) with the tokens of expressions between them."""
    start, end = match.start() + 2, match.end() - 1
    if end - start > LONGEST_TEXT:
        problems.append(p.StringTooLong(Span(file, match.start(), match.end()), end - start, LONGEST_TEXT))
        tokens.add("text", "", match.start(), match.end())
        return
    kind, word_at, began = "template", start, match.start()
    said = ""
    for hole in _HOLE.finditer(file.text, start, end):
        if hole[1] is None and hole[0][0] == "\\":
            continue
        said += _read_words(file, problems, word_at, hole.start())
        word_at = hole.end()
        if hole[1] is None:
            said += hole[0][0]
            continue
        tokens.add(kind, said, began, hole.start() + 1)
        _scan(file, tokens, problems, words, hole.start() + 1, hole.end() - 1)
        kind, began, said = "template part", hole.end() - 1, ""
    said += _read_words(file, problems, word_at, end)
    tokens.add("text" if kind == "template" else "template end", said, began, match.end())


def _read_words(file: SourceFile, problems: list[Problem], start: int, end: int) -> str:
    problem, _, said = _string(f'"{file.text[start:end]}"', Span(file, start - 1, end + 1))
    if problem is not None:
        problems.append(problem)
    return str(said)


def _find_open_hole(span: Span) -> Span:
    """The brace of a template that is not closed, if one can be found."""
    text, open_ = span.text, [hole for hole in re.finditer(r"\{\{|\{[^{}]*\}|\{", span.text) if hole[0] == "{"]
    at = span.start + (open_[0].start() if open_ else text.find("{"))
    return Span(span.file, at, at + 1)


def _unescape(escape: re.Match[str]) -> str:
    code = escape[1]
    if len(code) == 5:
        character = chr(int(code[1:], 16))
        return "\ufffd" if "\ud800" <= character <= "\udfff" else character
    return _ESCAPED.get(code, code)


def _alike(text: str, span: Span, foreign: dict[str, str]) -> Read:
    sign = plain_sign(text)
    spelled = foreign.get(sign, sign)
    return p.UnknownCharacter(span, text, spelled), sign if sign in _SIGNS else None, spelled


def _bad(text: str, span: Span) -> Read:
    if text in "–—−":
        return p.TypographicMinus(span), "-", "-"
    return p.UnknownCharacter(span, text), None, None
