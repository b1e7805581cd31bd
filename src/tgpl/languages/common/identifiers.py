"""Names that are not plain ASCII: one spelling for each, and nothing in them that is no letter or digit.

In:  a word as it stands in a rule text. Out: the name in Unicode's normal form for compatibility (NFKC), so that `ﬁ` and
`fi` are one, or where the first character stands that a name cannot have (`²`, `½`, `⒈`: numbers in a dress, whose normal
forms can be signs). The rules are those of Unicode's identifiers (XID).

    normalize("ﬁeld")      # "field"
    find_stranger("x½")      # 1
"""

from __future__ import annotations

import unicodedata

# What is put above, below or behind letters, by block: `\w` knows only the letters. What of it no name can have is found later.
_MARKS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    r"\u0900-\u109f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f"
)
WORD = rf"[^\W\d][\w{_MARKS}]*"
NO_NAME = "cannot stand in a name: names have letters, digits and `_`"


def normalize(word: str) -> str:
    return unicodedata.normalize("NFKC", word)


def find_stranger(word: str) -> int | None:
    """The place of the first character that no name can have there."""
    if word.isidentifier() and normalize(word).isidentifier():
        return None
    return next((at for at in range(len(word)) if not word[: at + 1].isidentifier()), 0)


def drop_strange(word: str) -> str:
    """A name in which something is strange, without that: errors behind the first one are told with it."""
    return normalize("".join(letter for letter in word if f"_{letter}".isidentifier())) or "_"
