"""`read` in the core: a question for so many characters, and what a machine would type there.

In:  who is on move, and what else the program has. Out: the function that `read(n)` calls.

    n.Call(span, TEXT, READ, (("count", count),))       # read(count)
    n.Operate(span, NOTHING, "input.clear", ())         # clear_input()
    make_readers(span, on_move, nodes, digits=True)          # READ itself, and READ_NUMBER, for stoi(read(count))
"""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.core import nodes as n
from tgpl.core.types import BOOL, NUMBER, PLAYER, TEXT, list_of
from tgpl.core.walk import walk
from tgpl.languages.senet.check import symbols as s
from tgpl.languages.senet.check.types import INT
from tgpl.text.source import Span

READ, READ_NUMBER = "read", "read_number"
_MOST_NUMBERS = 100  # of one length that are proposed
_MOST = 200  # texts that are
_LINE_END = "\n"


def make_readers(span: Span, on_move: n.Expr, nodes: list[n.Node], digits: bool) -> list[n.Function]:
    """The functions that are called. `nodes`: all that the program does. `digits`: it makes numbers of texts that were read
    before."""
    called = {node.function for node in walk(*nodes) if isinstance(node, n.Call)}
    texts = {READ: propose_texts(nodes, digits), READ_NUMBER: tuple(_numbers(_lengths(nodes, READ_NUMBER)))}
    return [_make_reader(span, name, on_move, texts[name]) for name in texts if name in called]


def _make_reader(span: Span, name: str, on_move: n.Expr, texts: tuple[str, ...]) -> n.Function:
    count, nothing = n.Local(span, NUMBER, "count"), n.Literal(span, TEXT, "")
    typed = n.Input(
        span, "typed", TEXT, auto=False, optional=False, asked=n.Convert(span, PLAYER, on_move), among=None, low=None, high=None,
        filters=(), length=count, proposed=texts,
    )  # fmt: skip
    none = n.Compare(span, BOOL, "<", count, n.Literal(span, NUMBER, 1.0))
    body: tuple[n.Statement, ...] = (
        n.If(span, ((none, n.Block(span, (n.Return(span, nothing),))),), None),
        n.Ask(span, (typed,)),
        n.Return(span, n.Local(span, TEXT, "typed")),
    )
    return n.Function(span, name, (n.Parameter(span, "count", NUMBER, None),), (), TEXT, n.Block(span, body))


def find_winner(checked: s.Checked) -> str | None:
    """The variable of the setup that says at `exit()` who won, if there is one."""
    known = checked.variables
    return next((name for name in ("winner", "WINNER") if name in known and known[name].type is INT), None)


def make_ending(span: Span, won: n.Expr | None, seats: int) -> list[n.Statement]:
    """The game is over, and what there is to say to people is said; but machines play for something. `won` holds who won; if
    nobody did, it is a draw."""
    nobody, everybody = list_of(list_of(PLAYER)), list_of(PLAYER)
    if won is None:
        return [n.Winner(span, n.MakeCollection(span, nobody, ()))]
    least, most = n.Literal(span, NUMBER, 0.0), n.Literal(span, NUMBER, float(seats))
    there = n.Logic(span, BOOL, "&&", n.Compare(span, BOOL, ">=", won, least), n.Compare(span, BOOL, "<", won, most))
    wins = n.Block(span, (n.Winner(span, n.Convert(span, PLAYER, won)),))
    all_ = n.Operate(span, everybody, "player.all", ())
    return [n.If(span, ((there, wins),), None), n.Winner(span, n.MakeCollection(span, nobody, (all_,)))]


def propose_texts(nodes: list[n.Node], digits: bool) -> tuple[str, ...]:
    """The texts that the program can tell apart, of every length that it reads."""
    known = dict.fromkeys(_find_compared(nodes))
    found: dict[str, None] = {}
    for length in sorted(_lengths(nodes, READ)):
        fitting = [text for text in known if len(text) == length]
        if length == 1:
            fitting += [character for text in known for character in text]
        if digits:
            fitting += _numbers({length})
        found |= dict.fromkeys(fitting or [_LINE_END * length])
    return tuple(found)[:_MOST]


def _find_compared(nodes: list[n.Node]) -> Iterator[str]:
    """Texts in comparisons, and in lists, which may be compared with."""
    for node in walk(*nodes):
        parts: tuple[n.Expr, ...] = node.items if isinstance(node, n.MakeCollection) else ()
        parts = (node.left, node.right) if isinstance(node, n.Equal) else parts
        for part in parts:
            if isinstance(part, n.Literal) and isinstance(part.value, str):
                yield part.value


def _numbers(lengths: set[int]) -> list[str]:
    """Those that a machine would type, with noughts in front."""
    return [str(number).zfill(length) for length in sorted(lengths) for number in range(min(10**length, _MOST_NUMBERS))]


def _lengths(nodes: list[n.Node], function: str) -> set[int]:
    """How many characters are read, as far as that can be told."""
    found = set()
    for node in walk(*nodes):
        if isinstance(node, n.Call) and node.function == function:
            count = node.arguments[0][1]
            known = count.value if isinstance(count, n.Literal) and isinstance(count.value, float) else None
            found |= {1, 2} if known is None else {int(known)} if 1.0 <= known <= 80.0 else set()
    return found or {1}
