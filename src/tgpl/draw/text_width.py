"""How wide texts are on a terminal, and what of them fits.

In:  texts. Out: columns, cells, clipped texts.
"""

from __future__ import annotations

import unicodedata


def measure(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return len(text) if text.isascii() else sum(map(_measure_character, text))


def _measure_character(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0  # drawn onto the character before it
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def split_cells(text: str) -> list[str]:
    """A text by the columns of a terminal: what is drawn onto a character is with it, and behind a wide one comes
    an empty text."""
    found: list[str] = []
    for character in text:
        wide = _measure_character(character)
        if wide == 0 and found:
            at = len(found) - 1 - (found[-1] == "" and len(found) > 1)
            found[at] += character
        else:
            found += [character, ""][: max(1, wide)]
    return found


def clip(text: str, columns: int) -> str:
    """As much of a text as fits."""
    return "".join(split_cells(text)[:columns]) if measure(text) > columns else text
