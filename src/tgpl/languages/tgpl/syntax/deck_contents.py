"""What a deck begins with: `5 Guard; 2 Priest, Treasure;`, lines as grids have them."""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax.card_tree import Content
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import read_type_name

MOST_COPIES = 1_000  # of one card, in one line
_ENDS = (";", ",", "}")


def starts_content(c: Cursor) -> bool:
    if c.kind == "numeral":
        return c.peek() == "name"
    if c.kind != "name":
        return False
    return c.peek() in _ENDS or (c.peek() == "." and c.peek(2) == "name" and c.peek(3) in _ENDS)


# contents = [number] type { "," [number] type } ";"
def read_contents(c: Cursor, following: frozenset[str]) -> list[Content]:
    found = [_read_content(c)]
    while c.accept(","):
        found.append(_read_content(c))
    c.semicolon(following)
    return found


def _read_content(c: Cursor) -> Content:
    at, count = c.at, 1
    if c.kind == "numeral":
        value = float(str(c.values[c.i]))
        if not 1 <= value <= MOST_COPIES or value != int(value):
            c.report(p.ContentCount(c.here(), MOST_COPIES))
            value = 1.0
        count = int(value)
        c.advance()
    card = read_type_name(c)
    return Content(at, c.before, count, card)
