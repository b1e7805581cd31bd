"""Questions to lists: `any c in hand { c.red }`, `sort down c in hand { c.cost, c.name }`.

In:  a cursor at the word. Out: a `Query` of `tree.py`, or None where the word is a name. The block says what is asked of each element: an
expression, or statements with `return`.

    _read_query(cursor)      # count c in hand { c.cost > 2 }  →  Query("count", …)
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import TYPE_WORDS, read_expression, read_type_name, starts_type
from tgpl.languages.tgpl.syntax.statements import read_block

TESTS = frozenset(("any", "all", "count", "first", "where"))  # whose block says yes or no
QUERY_WORDS = (*sorted(TESTS), "best", "each", "least", "sort", "sum")
_OTHER_WORDS = ("of", "on", "from", "within")  # what people write for `in`
_STATEMENT_WORDS = frozenset("if while for return break continue winner".split())


# query = word ["down"] [type] name "in" expression "{" ( expression { "," expression } | { statement } ) "}"
def _read_query(c: Cursor) -> t.Query | None:
    down = c.word == "sort" and c.word_at(1) == "down" and c.word_at(2) != "in" and _walks(c, 2)
    if not down and not _walks(c, 1) and not _mend_in(c):
        return None
    at, word = c.at, str(c.word)
    c.advance()
    if down:
        c.advance()
    type_ = None if c.word_at(1) == "in" else read_type_name(c)
    name, name_at = c.name("a name for each element")
    c.advance()
    comparing, c.comparing = c.comparing, False
    values = read_expression(c)
    height = c.height
    if c.kind != "{":
        c.report(p.QueryWithoutBlock(c.span(at, c.before), word, name, c.file.text[values.at : values.end]))
        c.comparing = comparing
        return t.Query(at, c.before, word, down, type_, name, name_at, values, (), None)
    keys, body = _read_question(c, word)
    c.comparing = comparing
    c.height = max(height, c.height) + 1
    return t.Query(at, c.before, word, down, type_, name, name_at, values, keys, body)


def _walks(c: Cursor, steps: int) -> bool:
    """Whether `x in …` or `T x in …` stands so many tokens ahead."""
    if c.peek(steps) == "name" and c.word_at(steps + 1) == "in":
        return True
    taken = starts_type(c, steps)
    return taken > 0 and c.peek(steps + taken) == "name" and c.word_at(steps + taken + 1) == "in"


def _mend_in(c: Cursor) -> bool:
    """`any c of hand`: two names in a row are nothing else, so it is read as meant."""
    if c.peek() != "name" or (c.word_at(2) not in _OTHER_WORDS and c.peek(2) != ":"):
        return False
    c.report(p.OtherThanIn(c.token(c.i + 2), c.file.text[c.starts[c.i + 2] : c.ends[c.i + 2]]))
    c.kinds[c.i + 2], c.values[c.i + 2] = "name", "in"
    return True


def _read_question(c: Cursor, word: str) -> tuple[tuple[t.Expr, ...], t.Block | None]:
    """What is asked of each element: expressions, or a block."""
    if _holds_statements(c):
        loops, gives_bool, c.loops, c.gives_bool = c.loops, c.gives_bool, 0, word in TESTS
        c.comparing = False
        body = read_block(c)
        c.loops, c.gives_bool, c.height = loops, gives_bool, 0
        return (), body
    opened = c.i
    c.enter()
    c.advance()
    c.comparing = word in TESTS
    keys, tallest = [], 0.0
    while True:
        keys.append(read_expression(c))
        tallest = max(tallest, c.height)
        if not c.accept(","):
            break
    if len(keys) > 1 and word != "sort":
        c.report(p.SeveralAnswers(c.span(keys[1].at, keys[-1].end), word))
    if c.kind == ";" and not (c.peek() == "}" and c.peek(2) in ("}", "name", "end")):
        c.report(p.SemicolonInQuery(c.here()))
        c.advance()
    c.depth -= 1
    c.height = tallest
    c.close("}", opened)
    return tuple(keys), None


def _holds_statements(c: Cursor) -> bool:
    """Whether the braces here hold statements rather than expressions: something in them ends with `;`, and something follows."""
    if c.peek() in _STATEMENT_WORDS or (c.peek() in TYPE_WORDS and c.peek(2) in ("name", "<")):
        return True
    if c.blocks is None:
        c.blocks = _find_blocks(c.kinds)
    return c.i in c.blocks


def _find_blocks(kinds: list[str]) -> set[int]:
    """The `{` of a text that hold statements: all at once, because braces may lie in braces."""
    found: set[int] = set()
    open_: list[int] = []
    for i, kind in enumerate(kinds):
        if kind == "{":
            open_.append(i)
        elif kind == "}" and open_:
            open_.pop()
        elif kind == ";" and open_ and kinds[i + 1] != "}":
            found.add(open_[-1])
    return found


QUERIES: dict[str, Callable[[Cursor], t.Expr | None]] = dict.fromkeys(QUERY_WORDS, _read_query)
