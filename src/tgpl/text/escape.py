"""Texts of others on a terminal: what is no character is written as its code, so that a rule text cannot drive it.

In:  any text. Out: one that only shows. Everything that commands write goes through here (`cli/out`, `play/screen`,
`diagnostics`).

    plain("a\\x1b[2Jb") == r"a\\x1b[2Jb"
"""

from __future__ import annotations

import unicodedata

# Beside control characters: what turns the direction of writing around, or ends a line, and halves of characters.
_UNSAFE = ("Cc", "Cs", "Zl", "Zp")
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def plain(text: str, lines: bool = False) -> str:
    """A text that only shows; `lines`: it may have several lines, and tabs in them."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if (lines and c in "\n\t") or not _drives(c) else _code(c) for c in text)


def _drives(character: str) -> bool:
    return character in _TURNING or unicodedata.category(character) in _UNSAFE


def _code(character: str) -> str:
    number = ord(character)
    known = {"\n": r"\n", "\t": r"\t", "\r": r"\r"}.get(character)
    return known or (f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}")


def plain_json(text: str) -> str:
    """The same for JSON, which has codes of its own and stays what it is."""
    if text.isascii():
        return text  # control characters are codes there already
    return "".join(c if c == "\n" or not _drives(c) else f"\\u{ord(c):04x}" for c in text)
