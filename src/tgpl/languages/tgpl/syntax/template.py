"""Texts with expressions in them: `$"{x} takes {n}"`.

In:  a cursor at the words before the first `{`. Out: a `Template`. The lexer has found the braces; between them stand the tokens
of an expression.
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.languages.common.token_cursor import Lost
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor

_WORDS = ("template part", "template end")


# template = "$" text, in which "{" expression "}" may stand
def read_template(c: Cursor, read_expression: Callable[[Cursor], t.Expr]) -> t.Template:
    at, parts = c.at, list[t.Expr]()
    comparing, c.comparing = c.comparing, False
    tallest = 0.0
    while c.kind != "template end":
        _add_words(c, parts)
        if c.kind in _WORDS:
            c.report(p.WrongHole(c.span(c.before - 1, c.at + 1), None))
            continue
        parts.append(read_expression(c))
        tallest = max(tallest, c.height)
        if c.kind not in _WORDS:
            formats = c.kind == ":" and c.spelling.earlier  # `{x:2}`
            c.report(p.NumberFormat(c.here()) if formats else p.WrongHole(c.here(), c.describe()))
            while c.kind not in (*_WORDS, "end"):
                c.advance()
            if c.kind == "end":
                raise Lost
    _add_words(c, parts)
    c.comparing, c.height = comparing, tallest + 1
    return t.Template(at, c.before, tuple(parts))


def _add_words(c: Cursor, parts: list[t.Expr]) -> None:
    said = str(c.values[c.i])
    if said:
        parts.append(t.Literal(c.starts[c.i], c.ends[c.i], said))
    c.advance()
