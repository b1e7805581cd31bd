"""Statements in words of the table that are short for calls: `out p;`, `first p;`, `show cards to p;`.

In:  a cursor at the first word. Out: the call, as `player.out(p)` has it; None if the word is a name there.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import read_expression

_CALLS = {"out": "out", "first": "set_first", "show": "show"}
_NAMED = re.compile(r"\b(?:class|interactable|stack|event|tile|connection|board|state)\s+(out|first|show)\b")


def _is_name(c: Cursor) -> bool:
    """`out = 1`, `out.x`, `out(…)`, `out x = …`; `out x;` only where the file has a class of that name."""
    if c.peek() == "name" and c.word_at(1) not in ("this", "event", "player", "turn"):
        if c.peek(2) in ("=", "name") and c.word_at(2) != "to":
            return True
        return c.peek(2) == ";" and any(found[1] == c.word for found in _NAMED.finditer(c.file.text))
    return c.peek() not in ("name", "numeral", "text", "template", "{", "new", "-")


# out = ( "out" | "first" ) expression ";"
def _read_mark(c: Cursor) -> t.Evaluate | None:
    if _is_name(c) or c.peek() in ("{", "new", "text", "template"):
        return None
    at, word = c.at, str(c.word)
    c.advance()
    player = read_expression(c)
    made = _call(at, c.before, word, player)
    c.semicolon()
    return t.Evaluate(at, c.before, made)


# show = "show" expression "to" expression ";"
def _read_show(c: Cursor) -> t.Evaluate | None:
    if _is_name(c) or (c.peek() == "name" and c.peek(2) == ";"):
        return None
    at = c.at
    c.advance()
    thing = read_expression(c)
    if not c.accept_word("to"):
        raise c.lost("`to` and a player, as in `show card to p;`")
    player = read_expression(c)
    made = _call(at, c.before, "show", thing, player)
    c.semicolon()
    return t.Evaluate(at, c.before, made)


def _call(at: int, end: int, word: str, *values: t.Expr) -> t.Call:
    callee = t.Member(at, at + len(word), t.Name(at, at, "player"), _CALLS[word], at)
    return t.Call(at, end, callee, tuple(t.Argument(value.at, value.end, None, value) for value in values))


TABLE_WORDS: dict[str, Callable[[Cursor], t.Statement | None]] = {
    "out": _read_mark,
    "first": _read_mark,
    "show": _read_show,
}
