"""Texts of others on a terminal: what is no character is written as its code, so that a rule text cannot drive it.

In:  any text. Out: one that only shows. Also how wide a text is there.

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


def width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0  # drawn onto the character before it
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cells(text: str) -> list[str]:
    """A text by the columns of a terminal: what is drawn onto a character is with it, and behind a wide one comes
    an empty text."""
    found: list[str] = []
    for character in text:
        wide = _columns(character)
        if wide == 0 and found:
            at = len(found) - 1 - (found[-1] == "" and len(found) > 1)
            found[at] += character
        else:
            found += [character, ""][: max(1, wide)]
    return found


def clipped(text: str, columns: int) -> str:
    """As much of a text as fits."""
    return "".join(cells(text)[:columns]) if width(text) > columns else text
