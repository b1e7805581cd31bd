"""Words of the edition between TGDL and TGPL, as the author's own games have them: `required`, `override effect`, `on Pawn move`.

In:  a cursor at such a word. Out: the cursor behind it, or at the word of today. In a TGDL file that is a hint, in a TGPL file an error with
its correction; both are read as meant. What is said otherwise than by one word (texts for players, groups) stands in `information.py` and
`classes.py`; members of objects, whose type must be known, in `desugar/older_members.py`.
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.text.source import Span

_PARTS = ("effect", "require", "required", "trigger", "input", "player", "auto", "optional", "function", "verb")
EVENTS = {"move": "movement", "call": "action"}


def is_board_cell(word: str | None) -> bool:
    """What a tile was called, in any case: `boardcell`, `BoardCell`."""
    return word is not None and word.casefold() == "boardcell"


def tell_older(c: Cursor, span: Span, instead: str) -> None:
    """A word that this edition has another for."""
    c.report(p.OlderWord(span, instead) if c.spelling.earlier else p.OtherEdition(span, instead, "tgpl"))


def read_older_part(c: Cursor) -> bool:
    """At a part of an action or a function, of TGDL. True if it says `override`, which that edition wants before the part too."""
    if not c.spelling.earlier:
        return False
    overrides = c.word == "override" and c.word_at(1) in _PARTS
    if overrides:
        c.advance()
    if c.word == "required" and c.peek() in ("{", "for"):
        tell_older(c, c.here(), "require")
        c.values[c.i] = "require"
    return overrides


def read_older_event(c: Cursor, words: list[str], at: int) -> list[str]:
    """What happens, in today's words; the cursor stands behind it."""
    if len(words) == 1 and words[0] in EVENTS:
        tell_older(c, c.span(at, c.before), EVENTS[words[0]])
        return [EVENTS[words[0]]]
    return words


def read_older_kind(c: Cursor) -> None:
    """`boardcell Field { … }`, where a declaration begins."""
    if is_board_cell(c.word) and c.peek() == "name" and c.peek(2) in ("{", ":"):
        tell_older(c, c.here(), "tile")
        c.values[c.i] = "tile"
