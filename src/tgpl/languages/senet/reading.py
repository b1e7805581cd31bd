"""What `read(n)` and `clear_input()` become: a player is asked for a text, as for anything else in a game."""

from __future__ import annotations

from tgpl.core import nodes as n
from tgpl.core.types import NOTHING, NUMBER, PLAYER, TEXT
from tgpl.source import Span


def read_function(span: Span, on_move: n.Expr) -> n.Function:
    """The function that every `read(n)` calls."""
    asked = n.Convert(span, PLAYER, on_move)
    text = n.Input(span, "text", TEXT, False, False, asked, None, None, None, ())
    body = n.Block(span, (n.Ask(span, (text,)), n.Return(span, n.Local(span, TEXT, "text"))))
    return n.Function(span, "read", (n.Parameter(span, "count", NUMBER, None),), (), TEXT, body)


def clear_function(span: Span) -> n.Function:
    return n.Function(span, "clear_input", (), (), NOTHING, n.Block(span, ()))
