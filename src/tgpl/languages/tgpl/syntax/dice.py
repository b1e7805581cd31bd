"""Dice in an expression: `2d6`, and what is done with a pool of them.

In:  a cursor at the first token. Out: a `Dice` of `tree.py`; the cursor stands behind it. Only the words are gathered here: whether
they are a formula says `tgpl.text.dice_formula`. Words like `highest` are names everywhere else.

    read_pool(cursor)      # highest 3 of 4d6  →  Dice("highest 3 of 4d6")
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.text.dice_formula import COMPARISONS, FormulaError, spell_formula

POOL_WORDS = frozenset(("highest", "lowest", "drop", "explode", "count"))


def starts_pool(c: Cursor, word: str) -> bool:
    """Whether one of these words is no name here."""
    if word == "explode":
        return c.peek() == "dice"
    if word == "count":
        return c.peek() in COMPARISONS and c.peek(2) == "numeral" and c.word_at(3) == "of"
    if word == "drop":
        return c.word_at(1) in ("highest", "lowest") and c.peek(2) == "numeral"
    return c.peek() == "numeral" and c.word_at(2) == "of"


# dice = pool [ "against" pool ] | [ "drop" ] ( "highest" | "lowest" ) number "of" pool
#      | "explode" pool [ "up" "to" number ] | "count" comparison number "of" pool
def read_pool(c: Cursor) -> t.Dice:
    at, first, word = c.at, c.i, c.word
    while c.kind != "dice":
        if c.i - first > 4 or c.kind not in ("name", "numeral", *COMPARISONS):
            raise c.lost("dice, like `4d6`")
        c.advance()
    c.advance()
    if word == "explode" and c.word == "up" and c.word_at(1) == "to" and c.peek(2) == "numeral":
        c.i += 2
        c.advance()
    elif word is None and c.word == "against" and c.peek() == "dice":
        c.advance()
        c.advance()
    words = " ".join(_spell_pool(c, i) for i in range(first, c.i))
    try:
        text = spell_formula(words)
    except FormulaError as error:
        c.report(p.WrongDice(c.span(at, c.before), error.message, None, c.i == first + 1))
        text = "1d6"
    return t.Dice(at, c.before, text)


def _spell_pool(c: Cursor, i: int) -> str:
    """A token; dice that were mended are as they were meant."""
    return str(c.values[i]) if c.kinds[i] == "dice" else c.file.text[c.starts[i] : c.ends[i]]
