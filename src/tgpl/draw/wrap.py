"""Long lines in the width of a terminal: they end between things, never in the middle of one that fits into a line.

In:  pieces that belong together, or texts. Out: lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from tgpl.draw.text_width import measure, split_cells


def wrap_pieces(pieces: Sequence[str], width: int, indent: int, first: int = 0) -> list[str]:
    """Pieces with blanks between them, as many to a line as fit; lines behind the first begin with an indent. `first`: columns of the first
    line that are taken. A piece that is longer than a line ends between words."""
    indent = min(indent, width // 2)
    lines = [""]
    used = first
    for piece in pieces:
        wide = measure(piece)
        if lines[-1] and used + 1 + wide > width:
            lines.append(" " * indent)
            used = indent
        elif lines[-1]:
            lines[-1] += " "
            used += 1
        if used + wide > width:
            *whole, piece = _break_words(piece, width, used, indent + 2)
            for line in whole:
                lines[-1] += line
                lines.append("")
            used, wide = (0 if whole else used), measure(piece)
        lines[-1] += piece
        used += wide
    return lines


def wrap_text(text: str, width: int, indent: int = 0) -> list[str]:
    """A text between words; lines behind the first begin as far right as the first, and the indent further."""
    start = len(text) - len(text.lstrip(" "))
    if measure(text) <= width:
        return [text]
    return _break_words(text, width, 0, start + indent)


def _break_words(text: str, width: int, used: int, indent: int) -> list[str]:
    """Lines; the first of them has some columns less, the others begin with an indent."""
    indent = min(indent, width // 2)
    start = len(text) - len(text.lstrip(" "))
    lines, used = [text[:start]], used + start
    fresh = used <= indent  # nothing stands in the line yet
    for word in text[start:].split(" "):
        between = "" if lines[-1].strip() == "" else " "
        if used + len(between) + measure(word) > width and not fresh:
            lines.append(" " * indent)
            used, between = indent, ""
        lines[-1] += between
        used += len(between)
        cells = split_cells(word)
        while used + len(cells) > width:  # a word that no line could hold
            room = width - used
            lines[-1] += "".join(cells[:room])
            lines.append(" " * indent)
            cells, used = cells[room:], indent
        lines[-1] += "".join(cells)
        used += len(cells)
        fresh = False
    return lines
