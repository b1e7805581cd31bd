"""Text to tokens.

In:  a `SourceFile`. Out: `Tokens` and the lexical problems. Every text gives tokens: what cannot be read is reported and
left out, or read as what was meant.

    tokens, problems = lex(SourceFile("a.snt", 'print("hi"); # greets'))
    tokens.kinds   # ["name", "(", "text", ")", ";", "eof"]
"""

from __future__ import annotations

import re

from tgpl.languages.common.identifiers import WORD, known, normal, stranger
from tgpl.languages.common.lookalikes import ALIKE, meant
from tgpl.languages.common.token_cursor import Read, Tokens, scan
from tgpl.languages.senet import problems as p
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span

KEYWORDS = frozenset(
    """int str bool void list group and or not if else while for break continue return assert True False None
    elif in this func pass end""".split()
)
LARGEST = 2**31 - 1
LONGEST_TEXT = 65_536
LONGEST_FILE = 8_000_000

_TOKEN = re.compile(
    r"""[ \t\r\n\f\v\ufeff]+ | \#[^\n]*
      | (?P<word>"""
    + WORD
    + r""")
      | (?P<section>@\w*)
      | (?P<foreign>&&|\|\||[+\-*/%]=|\+\+|!(?!=)|&|\|)
      | (?P<comment>/\*(?:[^*]|\*(?!/))*(?:\*/)?|//[^\n]*)
      | (?P<sign>>>|<<|[<>=!]=|[{}()\[\];,.<>=+\-*/%])
      | (?P<number>[0-9]\w*(?:\.[0-9]\w*)?)
      | (?P<text>"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*")
      | (?P<open>"[^\n]*?(?=[\s)\];,}]*(?:\n|\Z)))
      | (?P<quoted>'[^'\n]*'|[“”„«»][^“”„«»"\n]*[“”«»"]|[‘’‚‹›][^‘’‚‹›"\n]*[‘’‹›])
      | (?P<alike>"""
    + ALIKE
    + r""")
      | (?P<bad>.)
    """,
    re.VERBOSE,
)
_SIGNS = frozenset((*"{}()[];,.<>=+-*/%", "<=", ">=", "!=", "and", "or", "not"))
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", '"': '"', "\\": "\\"}
_READ_AS = {"&&": "and", "||": "or", "!": "not", "&": "and", "|": "or", "++": "+"}  # else `=`, of `+=` and its like


def lex(file: SourceFile) -> tuple[Tokens, list[Problem]]:
    tokens, problems = Tokens(file), list[Problem]()
    if len(file.text) > LONGEST_FILE:
        problems.append(p.ProgramTooLong(Span(file, 0, 0), len(file.text), LONGEST_FILE))
    else:
        tokens = scan(file, _TOKEN, problems, _plain, _unusual)
    tokens.add("eof", None, len(file.text), len(file.text))
    return tokens, problems


def _plain(group: str, text: str) -> str | None:
    if group == "word":
        return _kind(text) if text.isascii() else None
    if group == "section":
        return text if text in ("@setup", "@turns") else "@"
    return text if group == "sign" else None


def _kind(word: str) -> str:
    return word if word in KEYWORDS else "name"


def _unfamiliar(word: str, span: Span) -> Read:
    """A word that is not plain ASCII, as the name that it is."""
    at = stranger(word)
    if at is None:
        return None, _kind(normal(word)), normal(word)
    strange = Span(span.file, span.start + at, span.start + at + 1)
    return p.StrangeCharacter(strange, word[at]), "name", known(word)


def _unusual(group: str, text: str, span: Span, before: Tokens) -> Read:
    """Everything but plain words and signs: (what is wrong with it, the token's kind or None to leave it out, its value)."""
    if group == "word":
        return _unfamiliar(text, span)
    if group == "number":
        negative = bool(before.kinds) and before.kinds[-1] == "-"
        return _number(text, span, LARGEST + negative)
    if group == "text":
        return _text(text, span)
    if group == "open":
        return p.UnclosedText(span), "text", text[1:]
    if group == "quoted":
        return p.OtherQuotes(span, text[1:-1]), "text", text[1:-1]
    if group == "comment":
        return p.OtherComment(span), None, None
    if group == "foreign":
        return p.OtherOperator(span, text), _READ_AS.get(text, "="), text
    if group == "alike":
        sign = meant(text)
        sign = _READ_AS.get(sign, sign)
        return p.StrangeCharacter(span, text, sign), sign if sign in _SIGNS else None, sign
    if text in "–—−":
        return p.OtherMinus(span), "-", "-"
    return p.StrangeCharacter(span, text), None, text


def _number(text: str, span: Span, largest: int) -> Read:
    if not (text.isdecimal() and text.isascii()):
        return p.BadNumber(span, text), "numeral", 1
    value = int(text) if len(text) < 20 else largest + 1
    return (p.NumberTooLarge(span), "numeral", 1) if value > largest else (None, "numeral", value)


def _text(text: str, span: Span) -> Read:
    content = text[1:-1]
    if len(content) > LONGEST_TEXT:
        return p.TextTooLong(span, len(content), LONGEST_TEXT), "text", ""
    problem: Problem | None = None
    if "\\" in content:
        for escape in _ESCAPE.finditer(content):
            if escape[1] not in _ESCAPED:
                at = span.start + 1 + escape.start()
                problem = p.OtherEscape(Span(span.file, at, at + 2), escape.group())
        content = _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), content)
    return problem, "text", content
