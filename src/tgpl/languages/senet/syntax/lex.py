"""Text to tokens.

In:  a `SourceFile`. Out: `Tokens` and the lexical problems. Every text gives tokens: what cannot be read is reported and
left out, or read as what was meant.

    tokens, problems = lex(SourceFile("a.snt", 'print("hi"); # greets'))
    tokens.kinds   # ["name", "(", "text", ")", ";", "eof"]
"""

from __future__ import annotations

import re

from tgpl.languages.common.identifiers import WORD
from tgpl.languages.common.lexing import Read, Tokens, lex_file, read_text, read_word, refuse
from tgpl.languages.common.lookalikes import ALIKE
from tgpl.languages.common.vocabulary import SENET
from tgpl.languages.senet import problems as p
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span

KEYWORDS = SENET.reserved
LARGEST = 2**31 - 1

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
_ESCAPED = {"n": "\n", '"': '"', "\\": "\\"}
_READ_AS = {"&&": "and", "||": "or", "!": "not", "&": "and", "|": "or", "++": "+"}  # else `=`, of `+=` and its like


def lex(file: SourceFile) -> tuple[Tokens, list[Problem]]:
    return lex_file(file, _TOKEN, _plain, _unusual, p.ProgramTooLong, "eof")


def _plain(group: str, text: str) -> str | None:
    if group == "word":
        return _kind(text) if text.isascii() else None
    if group == "section":
        return text if text in ("@setup", "@turns") else "@"
    return text if group == "sign" else None


def _kind(word: str) -> str:
    return word if word in KEYWORDS else "name"


def _unusual(group: str, text: str, span: Span, before: Tokens) -> Read:
    """Everything but plain words and signs: (what is wrong with it, the token's kind or None to leave it out, its value)."""
    if group == "word":
        return read_word(text, span, _kind, p)
    if group == "number":
        negative = bool(before.kinds) and before.kinds[-1] == "-"
        return _number(text, span, LARGEST + negative)
    if group == "text":
        return read_text(text, span, _ESCAPED, p)
    if group == "foreign":
        return p.OtherOperator(span, text), _READ_AS.get(text, "="), text
    return refuse(group, text, span, _SIGNS, _READ_AS, p)


def _number(text: str, span: Span, largest: int) -> Read:
    if not (text.isdecimal() and text.isascii()):
        return p.BadNumber(span, text), "numeral", 1
    value = int(text) if len(text) < 20 else largest + 1
    return (p.NumberTooLarge(span), "numeral", 1) if value > largest else (None, "numeral", value)
