"""The languages for Pygments: documents, terminals and pages show rule texts in colour by `tgpl`, `tgdl`, `rpg`, `senet`, `gdl` and `gdl-infix`.

In:  the lexicons of the languages. Out: a lexer class each, which `pyproject.toml` names as entry points.

    pygmentize -l tgpl tris.tgpl
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer, LexerContext, RegexLexer, include
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from tgpl.languages.common.lexicon import LEXICONS, Lexicon

TOKENS: dict[str, _TokenType] = {
    "comment": Comment.Single,
    "number": Number,
    "variable": Name.Variable,
    "name": Name,
    "sign": Operator,
    "control": Keyword,
    "word": Keyword,
    "constant": Keyword.Constant,
    "type": Keyword.Type,
    "operator": Operator.Word,
    "kind": Keyword.Declaration,
    "modifier": Keyword.Declaration,
    "special": Name.Builtin.Pseudo,
    "built_in": Name.Builtin,
}


def _states(lexicon: Lexicon) -> dict[str, list[Any]]:
    rules: list[Any] = [(r"[\s\ufeff]+", Whitespace)]
    rules += [(re.escape(lexicon.template), String, "template")] if lexicon.template else []
    for rule in lexicon.rules:
        if rule.kind == "text":
            rules.append((rule.pattern, _paint_text(lexicon.escape)))
        elif rule.kind == "declared":
            rules.append((rule.pattern, _paint_declared))
        else:
            rules.append((rule.pattern, TOKENS[rule.kind]))
    rules.append((r"[{}()\[\];:,.]", Punctuation))
    return {
        "root": rules,
        "template": [
            (r"\{\{|\}\}|" + lexicon.escape, String.Escape),
            (r"\{", String.Interpol, "hole"),
            (r'"', String, "#pop"),
            (r"(?=\n)", String, "#pop"),
            (r'[^"\\{}\n]+|.', String),
        ],
        "hole": [(r"\}", String.Interpol, "#pop"), (r"(?=\n)", String, "#pop"), include("root")],
    }


def _paint_text(escape: str) -> Any:
    pattern = re.compile(escape)

    def paint(
        lexer: Lexer, match: re.Match[str], context: LexerContext | None = None
    ) -> Iterator[tuple[int, Any, str]]:
        at, said = 0, match.group()
        for found in pattern.finditer(said):
            if found.start() > at:
                yield match.start() + at, String, said[at : found.start()]
            yield match.start() + found.start(), String.Escape, found.group()
            at = found.end()
        if at < len(said):
            yield match.start() + at, String, said[at:]

    return paint


def _paint_declared(
    lexer: Lexer, match: re.Match[str], context: LexerContext | None = None
) -> Iterator[tuple[int, Any, str]]:
    yield match.start(1), Keyword.Declaration, match[1]
    yield match.end(1), Whitespace, match.string[match.end(1) : match.start(2)]
    yield match.start(2), Name.Class, match[2]


class _RulesLexer(RegexLexer):
    flags = re.MULTILINE
    priority = 0.5  # another lexer claims `*.kif` too


class TgplLexer(_RulesLexer):
    name, aliases, filenames = "TGPL", ["tgpl"], ["*.tgpl"]
    tokens = _states(LEXICONS["tgpl"])


class TgdlLexer(_RulesLexer):
    name, aliases, filenames = "TGDL", ["tgdl"], ["*.tgdl"]
    tokens = _states(LEXICONS["tgdl"])


class RpgLexer(_RulesLexer):
    name, aliases, filenames = "RPG", ["rpg"], ["*.rpg"]
    tokens = _states(LEXICONS["rpg"])


class SenetLexer(_RulesLexer):
    name, aliases, filenames = "Senet", ["senet"], ["*.snt"]
    tokens = _states(LEXICONS["senet"])


class GdlLexer(_RulesLexer):
    name, aliases, filenames = "GDL", ["gdl", "kif"], ["*.kif", "*.gdl"]
    tokens = _states(LEXICONS["gdl"])


class GdlInfixLexer(_RulesLexer):
    name, aliases, filenames = "GDL (infix)", ["gdl-infix", "hrf"], ["*.hrf"]
    tokens = _states(LEXICONS["gdl-infix"])
