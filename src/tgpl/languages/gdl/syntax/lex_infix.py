"""Infix text to tokens.

In:  a `SourceFile`. Out: `Tokens`, the comments, and what cannot be read. Kinds: "name", "variable", "quoted" (a name between
quotes, verbatim), or the sign itself; `and`, `or`, `not` are "&", "|", "~" where they stand for these.

    tokens, comments, problems = lex_infix(SourceFile("a.hrf", "line(X) :- row(M,X)   % three of a kind"))
    tokens.values   # ["line", "(", "?x", ")", ":-", …]
"""

from __future__ import annotations

import re

from tgpl.languages.common.lexing import Read, Tokens, scan
from tgpl.languages.gdl import problems as p
from tgpl.languages.gdl.syntax import tree as t
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span

_WORD = r"[0-9]+\.[0-9]+|[+-]?\w[\w+\-]*|[+\-*/<>=!\#$@^]+"
_TOKEN = re.compile(
    rf"""[\s\ufeff]+
      | (?P<comment>[%;][^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?|//[^\n]*)
      | (?P<sign>:-|<=(?![+\-*/<>=!\#$@^])|[(),.]|&&?|\|\|?|~)
      | (?P<variable>\?(?:[^\s();,&|~.'"%:]+|'(?:[^'\n]|'')*'))
      | (?P<word>{_WORD})
      | (?P<quoted>'(?:[^'\n]|'')*'|"[^"\n]*")
      | (?P<bad>.)
    """,
    re.VERBOSE,
)
_PLAIN = re.compile(_WORD)
_SAYS = {"&&": "&", "||": "|"}
_UNSPEAKABLE = re.compile(r"[\s();\ufeff]|^\?|^$|^<=$")  # as a name, in KIF


def is_plain(name: str) -> bool:
    """Whether a constant can be written without quotes."""
    if _PLAIN.fullmatch(name) is None or is_capital(name) or name in ("not", "and", "or"):
        return False
    return "//" not in name and "/*" not in name


def is_capital(word: str) -> bool:
    return word[0] == "_" or word[0].isupper() or word[0].istitle()


def lex_infix(file: SourceFile) -> tuple[Tokens, list[t.Comment], list[Problem]]:
    problems, comments = list[Problem](), list[t.Comment]()

    def unusual(group: str, text: str, span: Span, before: Tokens) -> Read:
        if group == "comment":
            comments.append(t.Comment(span.start, _content(text)))
            return None, None, None
        if group == "variable":
            return _read_variable(text, span)
        if group == "quoted":
            return _read_quoted(text, span)
        return p.StrangeCharacter(span, text), None, None

    tokens = scan(file, _TOKEN, problems, _plain, unusual)
    for i, kind in enumerate(tokens.kinds):
        value = str(tokens.values[i])
        if kind == "variable" and value[0] != "?" and value != "_":  # as KIF writes it
            tokens.values[i] = f"?{value}"
    tokens.add("eof", None, len(file.text), len(file.text))
    return tokens, comments, problems


def _plain(group: str, text: str) -> str | None:
    if group == "sign":
        return _SAYS.get(text, text)
    if group == "word":
        return "variable" if is_capital(text) else "name"
    return None


def _content(comment: str) -> str:
    """Without its marks."""
    if comment.startswith("/*"):
        return comment[2:].removesuffix("*/")
    return comment.removeprefix("//") if comment[0] == "/" else comment[1:].rstrip("\r")


def _read_variable(text: str, span: Span) -> Read:
    name = text[2:-1].replace("''", "'") if text[1:2] == "'" else text[1:]
    if re.search(r"[\s();\ufeff]", name) or not name.isprintable():
        return p.BadQuoted(span), "variable", "?quoted"
    return None, "variable", f"?{name}"


def _read_quoted(text: str, span: Span) -> Read:
    name = text[1:-1].replace("''", "'") if text[0] == "'" else text
    if _UNSPEAKABLE.search(name) or not name.isprintable():
        return p.BadQuoted(span), "quoted", "quoted"
    return None, "quoted", name
