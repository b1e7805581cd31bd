"""Text to tokens.

In:  a `SourceFile`. Out: `Tokens` (parallel lists) and the lexical problems. Every text gives tokens: what cannot be
read is reported and left out.

    tokens, problems = lex(SourceFile("a.rpg", "set x = 2d6;"))
    tokens.kinds   # ["set", "name", "=", "die", ";", "end"]
"""

from __future__ import annotations

import re

from tgpl.languages.common.identifiers import WORD
from tgpl.languages.common.lexing import Read, Tokens, lex_file, read_text, read_word, refuse
from tgpl.languages.common.lookalikes import ALIKE
from tgpl.languages.common.vocabulary import RPG
from tgpl.languages.rpg import problems as p
from tgpl.text.diagnostics import Problem
from tgpl.text.limits import MOST_FACES
from tgpl.text.source import SourceFile, Span

KEYWORDS = RPG.reserved
LARGEST = 2**53  # whole numbers below are exact

_TOKEN = re.compile(
    r"""[ \t\r\n\f\v\ufeff]+ | //[^\n]*
      | (?P<word>"""
    + WORD
    + r""")
      | (?P<comment>/\*(?:[^*]|\*(?!/))*(?:\*/)?|\#[^\n]*)
      | (?P<sign>\+\+|&&|\|\||[<>=!]=|[{}()\[\];:,.<>=+\-*/])
      | (?P<number>[0-9]\w*)
      | (?P<text>"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*")
      | (?P<open>"[^\n]*?(?=[\s)\];,}]*(?:\n|\Z)))
      | (?P<quoted>'[^'\n]*'|[“”„«»][^“”„«»"\n]*[“”«»"]|[‘’‚‹›][^‘’‚‹›"\n]*[‘’‹›])
      | (?P<alike>"""
    + ALIKE
    + r""")
      | (?P<bad>[^\w\s{}()\[\];:,.<>=+\-*/"]|.)
    """,
    re.VERBOSE,
)
_DIE = re.compile(r"([0-9]+)d([0-9]+)")
_SIGNS = frozenset((*"{}()[];:,.<>=+-*/", "<=", ">=", "!=", "&&", "||"))
_READ_AS = {"%": "/", "&": "&&", "|": "||"}  # so that only the sign itself is reported
_ESCAPED = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def lex(file: SourceFile) -> tuple[Tokens, list[Problem]]:
    return lex_file(file, _TOKEN, _plain, _unusual, p.ScriptTooLong)


def _plain(group: str, text: str) -> str | None:
    if group == "word":
        return _kind(text) if text.isascii() else None
    return text if group == "sign" else None


def _kind(word: str) -> str:
    return word if word in KEYWORDS else "Name" if word[0].isupper() else "name"


def _unusual(group: str, text: str, span: Span, before: Tokens) -> Read:
    """Everything but plain words and signs: (what is wrong with it, the token's kind or None to leave it out, its value)."""
    if group == "word":
        return read_word(text, span, _kind, p)
    if group == "number":
        return _number(text, span)
    if group == "text":
        return read_text(text, span, _ESCAPED, p)
    if text in _READ_AS:
        return p.StrangeCharacter(span, text), _READ_AS[text], text
    return refuse(group, text, span, _SIGNS, {}, p)


def _number(text: str, span: Span) -> Read:
    if text.isdecimal() and text.isascii():
        value = int(text) if len(text) < 20 else LARGEST
        return (p.NumberTooLarge(span), "numeral", 1) if value >= LARGEST else (None, "numeral", value)
    die = _DIE.fullmatch(text)
    if die is None:
        return p.BadNumber(span, text), "numeral", 1
    count, faces = (int(digits) if len(digits) < 20 else LARGEST for digits in die.groups())
    if max(count, faces) >= LARGEST:
        return p.NumberTooLarge(span), "die", (1, 1)
    if not count or not faces or faces > MOST_FACES:
        return p.EmptyDice(span, count, faces), "die", (1, 1)
    return None, "die", (count, faces)
