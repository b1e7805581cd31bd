"""How the words of each language look: patterns for whatever colours a text without reading it.

In:  the vocabulary of a language. Out: a `Lexicon`, whose rules are tried at every place in their order. The patterns mean the same to Python's `re` (where `$` ends a line) and to
Oniguruma, which editors use; so Pygments and the grammars of editors are made from one table. A word that can also be a name is taken for one where it looks like one: behind a dot, or before a sign that
wants a value in front of it. What a word really means only the language server knows.

    LEXICONS["tgpl"].rules[0]        # Rule(kind="comment", pattern="//[^\\n]*")
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tgpl.languages.common.vocabulary import GDL, RPG, SENET, TGDL, TGPL, Vocabulary


class Rule(NamedTuple):
    kind: str  # "comment", "text", "number", "variable", "name", "sign"; "declared": a word and what it declares; or of words one of `GROUPS`
    pattern: str


class Lexicon(NamedTuple):
    name: str
    title: str
    endings: tuple[str, ...]
    line_comment: str
    rules: tuple[Rule, ...]
    brackets: tuple[str, ...] = ("{}", "()", "[]")
    template: str | None = None  # what begins a text in which something is filled in between `{` and `}`
    escape: str = r"\\(?:u[0-9a-fA-F]{4}|.)"  # in a text

    @property
    def comment(self) -> str:
        return next(rule.pattern for rule in self.rules if rule.kind == "comment")


# What the groups of a vocabulary are to whoever colours: the first that has a word decides.
GROUPS = {
    "control": ("control",),
    "constant": ("constant",),
    "type": ("type",),
    "operator": ("operator",),
    "kind": ("kind", "directive"),
    "modifier": ("modifier",),
    "special": ("special",),
    "built_in": ("built_in", "pool"),
    "word": ("part", "word", "statement", "happening", "query", "hint"),
}
_TEXT = r'"(?:[^"\\\n]|\\.)*"?'
_NUMBER = r"\b[0-9]+(?:\.[0-9]+)?(?:[dD][0-9]+|[eE][+-]?[0-9]+)?\b"
_NAME = r"[^\W\d]\w*"
# A name stands behind a dot; in front of a sign that wants a value, or before what ends one.
_NOT_BEHIND_A_DOT = r"(?<![.\w])"
_NOT_A_VALUE = r"(?!\s*(?:[-+*/%^&|<>=!?:,)\]]|\.(?!\.)))"
_NOT_GIVEN = r"(?!\s*(?:[-+*/%^&|]?=(?!=)|[,)\]]))"
_CALLED = r"(?=\s*\()"


def _words(words: set[str]) -> str:
    """One of them, the longest first, and no part of another."""
    listed = "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
    return rf"(?:{listed})(?!\w)"


def _word_rules(vocabulary: Vocabulary) -> list[Rule]:
    rules, seen = list[Rule](), set[str]()
    for kind, groups in GROUPS.items():
        words = {word for word in vocabulary.words(*groups) if word not in seen}
        seen |= words
        always = words & vocabulary.reserved
        rules += [Rule(kind, _NOT_BEHIND_A_DOT + _words(always))] if always else []
        rules += [Rule(kind, _NOT_BEHIND_A_DOT + _words(words - always) + _guard(kind))] if words - always else []
    return rules


def _guard(kind: str) -> str:
    """What does not follow a word that is meant as one."""
    if kind == "built_in":
        return _CALLED
    if kind == "special":
        return ""
    return _NOT_GIVEN if kind in ("type", "kind") else _NOT_A_VALUE


def _declared(vocabulary: Vocabulary, behind: str) -> Rule:
    """`class Card`: a word and a name, as two groups; `behind`: what shows that something is declared there."""
    kinds = _words(set(vocabulary.words("kind")))
    return Rule("declared", rf"{_NOT_BEHIND_A_DOT}({kinds})[ \t]+({_NAME})(?=\s*(?:{behind}))")


def _of_braces(vocabulary: Vocabulary, comment: str, behind: str, signs: str) -> tuple[Rule, ...]:
    return (
        Rule("comment", comment),
        Rule("text", _TEXT),
        Rule("number", _NUMBER),
        _declared(vocabulary, behind),
        *_word_rules(vocabulary),
        Rule("name", _NAME),
        Rule("sign", signs),
    )


_SIGNS = r"[-+*/%^&|<>=!?~]+"
_SHEET_WORDS = (
    Rule("operator", rf"(?<![\w-]){_words(set(GDL.words('operator')))}(?![\w-])"),
    Rule("sign", r"<=|:-|[&|~]"),
    Rule("kind", rf"(?<![\w-]){_words(set(GDL.words('kind')))}(?![\w-])"),
    Rule("special", rf"(?<![\w-]){_words(set(GDL.words('special')))}(?![\w-])"),
    Rule("number", r"(?<![\w-])[0-9]+(?![\w-])"),
)
_ALL = (
    Lexicon("tgpl", "TGPL", (".tgpl",), TGPL.line_comment, _of_braces(TGPL, r"//[^\n]*", r"[{:]|of\b|$", _SIGNS), template='$"'),
    Lexicon(
        "tgdl", "TGDL", (".tgdl",), TGDL.line_comment, _of_braces(TGDL, r"//[^\n]*|\\\\[^\n]*", r"[{:]|of\b|$", _SIGNS), template='$"'
    ),
    Lexicon("rpg", "RPG", (".rpg",), RPG.line_comment, _of_braces(RPG, r"//[^\n]*", r"[=({]|for\b|extends\b", _SIGNS)),
    Lexicon("senet", "Senet", (".snt",), SENET.line_comment, _of_braces(SENET, r"\#[^\n]*", r"[({]", _SIGNS)),
    Lexicon(
        "gdl",
        "GDL",
        (".kif", ".gdl"),
        GDL.line_comment,
        (Rule("comment", r";[^\n]*"), Rule("variable", r"\?[^\s();]+"), *_SHEET_WORDS, Rule("name", r"[^\s();]+")),
        brackets=("()",),
    ),
    Lexicon(
        "gdl-infix",
        "GDL (infix)",
        (".hrf",),
        "%",
        (
            Rule("comment", r"[%;][^\n]*|//[^\n]*"),
            Rule("text", r"'(?:[^'\n]|'')*'|\"[^\"\n]*\""),
            Rule("variable", r"\?\w+|(?<![\w-])[A-Z_][\w+-]*"),
            *_SHEET_WORDS,
            Rule("name", r"\w[\w+-]*"),
        ),
        brackets=("()",),
    ),
)  # fmt: skip
LEXICONS = {lexicon.name: lexicon for lexicon in _ALL}


def lexicon_of(file: str) -> Lexicon:
    """By the ending of a file's name; that of TGPL, if it has no other."""
    return next((one for one in _ALL if file.lower().endswith(one.endings)), _ALL[0])
