"""Statements and blocks.

In:  a cursor at the first token. Out: nodes of `tree.py`. A statement that makes no sense is reported and left
out; its neighbours are read as if it were not there.
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.languages.common.token_cursor import Lost
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import (
    TYPE_WORDS,
    read_condition,
    read_expression,
    read_type_name,
    starts_type,
)

_ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|="))
DEEPEST_LOOPS = 16  # inside each other
DEEPEST_BLOCKS = 60
MOST_BRANCHES = 2_000  # of one `if`: each stands inside the one before it when it is translated


# block = "{" { statement } "}"
def read_block(c: Cursor) -> t.Block:
    at, opened = c.at, c.i
    c.expect("{")
    statements = _read_statements(c, opened)
    return t.Block(at, c.before, statements)


def read_test_block(c: Cursor) -> t.Block:
    """A block whose `return` gives a bool."""
    outer, c.gives_bool = c.gives_bool, True
    made = read_block(c)
    c.gives_bool = outer
    return made


def read_block_or_statement(c: Cursor) -> t.Block:
    """A single statement may stand where a block is expected, as in C."""
    if c.kind == "{":
        return read_block(c)
    if c.kind == ":":
        raise c.lost("braces around what is done: `{ … }`")
    at = c.at
    nest(c)
    one = read_statement(c)
    c.depth -= 1
    return t.Block(at, c.before, () if one is None else (one,))


def _read_statements(c: Cursor, opened: int) -> tuple[t.Statement, ...]:
    """The content of a block whose `{` is token `opened`, and its `}`."""
    nest(c)
    depth, loops, gives_bool = c.depth, c.loops, c.gives_bool
    statements: list[t.Statement] = []
    while not c.end_of_block(opened):
        start = c.i
        try:
            if c.cut_short(opened):
                break
            one = read_statement(c)
            if one is not None:
                statements.append(one)
        except Lost:
            c.depth, c.loops, c.gives_bool, c.comparing = depth, loops, gives_bool, False
            c.skip_statement()
            if c.i == start:
                c.advance()
    c.depth = depth - 1
    return tuple(statements)


def nest(c: Cursor) -> None:
    c.depth += 1
    if c.depth > DEEPEST_BLOCKS:
        c.too_deep(c.here())


def read_statement(c: Cursor) -> t.Statement | None:
    reader = _READERS.get(c.kind)
    if reader is not None:
        return reader(c)
    if c.kind == "name":
        reader = c.spelling.statements.get(c.values[c.i])  # type: ignore[call-overload]
        if reader is not None:
            read: t.Statement | None = reader(c)
            if read is not None:
                return read
    if _declares(c) and not (c.word_at(1) == "has" and c.peek(2) == "name") and not _asks_list(c):
        return _read_declaration(c)
    return _read_expression_statement(c)


def _declares(c: Cursor) -> bool:
    """A declaration: a type, then a name."""
    kind = c.kind
    if kind == "name":
        following = c.kinds[c.i + 1]
        if following == "name":
            return True
        if following != "." and not (following == "[" and c.peek(2) == "]"):
            return False
    elif kind not in TYPE_WORDS:
        return False
    return c.peek(starts_type(c)) == "name" or kind in TYPE_WORDS


def _asks_list(c: Cursor, steps: int = 0) -> bool:
    """`first c in hand …`: no declaration goes on with `in`."""
    return c.word_at(steps) in c.spelling.operands and "in" in (c.word_at(steps + 2), c.word_at(steps + 3))


# declaration = type name [ "=" expression ] ";"
def _read_declaration(c: Cursor) -> t.Declare:
    made = _read_declared(c)
    c.semicolon()
    return made


def accept_value(c: Cursor) -> bool:
    """Over the `=` before the value of something that is declared; `==` is reported, then read as meant."""
    if c.kind == "==":
        c.report(p.OtherSign(c.here(), "==", "=", "gives a value"))
        c.advance()
        return True
    value = c.kind in ("numeral", "text", "new", "true", "false") or (c.kind == "{" and c.peek() == "}")
    if value and not c.on_new_line() and not c.spelling.earlier:
        report_missing(c, "=")
        return True
    return c.accept("=")


def _read_declared(c: Cursor) -> t.Declare:
    at = c.at
    type_ = read_type_name(c)
    name, name_at = c.name("a name for the variable")
    value = read_expression(c) if accept_value(c) else None
    return t.Declare(at, c.before, type_, name, name_at, value)


# statement = expression ";" | target ("=" | "+=" | …) expression ";"
def _read_expression_statement(c: Cursor) -> t.Statement:
    target = read_expression(c)
    node: t.Statement = _read_has(c, target) if c.word == "has" and c.peek() == "name" else _read_assigned(c, target)
    c.semicolon()
    return node


# has = expression "has" expression { "," expression }
def _read_has(c: Cursor, player: t.Expr) -> t.Has:
    c.advance()
    things = [read_expression(c)]
    while c.accept(","):
        things.append(read_expression(c))
    return t.Has(player.at, c.before, player, tuple(things))


def _read_assignment(c: Cursor) -> t.Assign | t.Evaluate:
    return _read_assigned(c, read_expression(c))


def _read_assigned(c: Cursor, target: t.Expr) -> t.Assign | t.Evaluate:
    op = c.kind
    if op not in _ASSIGNMENTS:
        return t.Evaluate(target.at, target.end, target)
    c.advance()
    value = read_expression(c)
    if c.kind == "=":
        c.report(p.AssignmentInside(c.here()))
        raise Lost
    return t.Assign(target.at, value.end, target, op, value)


# if = "if" "(" condition ")" block { "else" "if" "(" condition ")" block } [ "else" block ]
def _read_if(c: Cursor) -> t.If:
    at = c.at
    branches = [_read_branch(c)]
    otherwise = None
    while c.kind == "else":
        c.advance()
        if c.kind == "if":
            if len(branches) == MOST_BRANCHES:
                c.report(p.TooDeep(c.here(), MOST_BRANCHES, "branches follow each other"))
            branches.append(_read_branch(c))
        else:
            otherwise = read_block_or_statement(c)
            break
    return t.If(at, c.before, tuple(branches), otherwise)


def _read_branch(c: Cursor) -> tuple[t.Expr, t.Block]:
    c.advance()
    return _read_in_parentheses(c), read_block_or_statement(c)


def _read_in_parentheses(c: Cursor) -> t.Expr:
    opened = c.i
    if c.spelling.earlier:
        return read_condition(c)
    if c.kind != "(":
        c.report(p.ConditionWithoutParentheses(c.here()))
        return read_condition(c)
    c.advance()
    value = read_condition(c)
    c.close(")", opened)
    return value


def _read_else(c: Cursor) -> t.Statement | None:
    c.report(p.ElseWithoutIf(c.here()))
    c.advance()
    return _read_if(c) if c.kind == "if" else read_block_or_statement(c)


# while = "while" "(" condition ")" block
def _read_while(c: Cursor) -> t.While:
    at = c.begin()
    value = _read_in_parentheses(c)
    body = _read_loop_body(c)
    return t.While(at, c.before, value, body)


def _read_loop_body(c: Cursor) -> t.Block:
    c.loops += 1
    if c.loops > DEEPEST_LOOPS:
        c.report(p.LoopsTooDeep(c.here(), DEEPEST_LOOPS))
        c.loops = -1_000_000  # said once
    body = read_block_or_statement(c)
    c.loops -= 1
    return body


# for = "for" "(" [declaration | assignment] ";" [condition] ";" [assignment] ")" block
#     | "for" "(" type name "in" expression ")" block
def _read_for(c: Cursor) -> t.Statement:
    at = c.begin()
    opened = c.open("(")
    if _walks_list(c):
        return _read_for_each(c, at, opened)
    taken = starts_type(c)
    if taken and c.peek(taken) == c.peek(taken + 1) == "name":
        type_ = read_type_name(c)
        name, name_at = c.name("a name for each element")
        return _read_over(c, at, opened, type_, name, name_at, read_past_missing(c, "in"))
    first: t.Declare | t.Assign | t.Evaluate | None = None
    if c.kind != ";":
        first = _read_declared(c) if _declares(c) else _read_assignment(c)
    _read_for_separator(c)
    check = read_condition(c) if c.kind not in (";", ")") else None
    _read_for_separator(c)
    after = _read_assignment(c) if c.kind != ")" else None
    c.close(")", opened)
    body = _read_loop_body(c)
    return t.For(at, c.before, first, check, after, body)


def _walks_list(c: Cursor, steps: int = 0) -> bool:
    """`T x in`; also `x in`, `T x :` and `x :`, which are mistakes."""
    taken = starts_type(c, steps)
    if taken and c.peek(steps + taken) == "name" and c.word_at(steps + taken) != "in":
        steps += taken
    elif c.peek(steps) != "name":
        return False
    return c.word_at(steps + 1) == "in" or c.peek(steps + 1) == ":"


def _read_foreach(c: Cursor) -> t.Statement | None:
    """`foreach (…)`, which other languages have; here it may be the name of a function."""
    if c.peek() != "(" or not _walks_list(c, 2):
        return None
    if c.peek(3) == ":":  # perhaps a call with a named argument
        return None
    c.report(p.OtherLoop(c.here(), "for"))
    return _read_for(c)


def _read_for_separator(c: Cursor) -> None:
    if c.kind == ":" or c.kind == ",":
        c.report(p.WrongForSeparator(c.here(), c.kind))
        c.advance()
    else:
        c.expect(";", "`;` between the three parts of `for`")


def _read_for_each(c: Cursor, at: int, opened: int) -> t.ForEach:
    if c.word_at(1) == "in" or c.peek() == ":":
        type_ = t.TypeName(c.at, c.at, "?")  # missing: the list will tell
    else:
        type_ = read_type_name(c)
    name, name_at = c.name("a name for each element")
    if c.kind == ":":
        c.report(p.OtherLoop(c.here(), "in"))
    c.advance()
    return _read_over(c, at, opened, type_, name, name_at, read_expression(c))


def read_past_missing(c: Cursor, word: str) -> t.Expr:
    """What stands behind a word that was left out: that is reported, and what stands there read."""
    report_missing(c, word)
    return read_expression(c)


def report_missing(c: Cursor, word: str) -> None:
    c.report(p.MissingWord(c.span(c.before, c.before), word, c.describe()))


def _read_over(
    c: Cursor, at: int, opened: int, type_: t.TypeName, name: str, name_at: int, values: t.Expr
) -> t.ForEach:
    c.close(")", opened)
    body = _read_loop_body(c)
    return t.ForEach(at, c.before, type_, name, name_at, values, body)


# return = "return" [ expression ] ";"
def _read_return(c: Cursor) -> t.Return:
    at = c.begin()
    value = None
    if c.kind not in (";", "}", "end"):
        c.comparing = c.gives_bool
        value = read_expression(c)
        c.comparing = False
        if c.kind == "=":
            c.report(p.AssignmentInside(c.here()))
            c.advance()
            read_expression(c)
    c.semicolon()
    return t.Return(at, c.before, value)


def _read_break(c: Cursor) -> t.Break:
    at = c.begin()
    c.semicolon()
    return t.Break(at, c.before)


def _read_continue(c: Cursor) -> t.Continue:
    at = c.begin()
    c.semicolon()
    return t.Continue(at, c.before)


# winner = "winner" expression ";"
def _read_winner(c: Cursor) -> t.Winner | t.Win:
    at = c.begin()
    values = [read_expression(c)]
    while c.accept(","):
        values.append(read_expression(c))
    c.semicolon()
    if len(values) == 1:
        return t.Winner(at, c.before, values[0])
    if not c.spelling.earlier:
        said = c.span(at, values[-1].end)
        c.report(p.OtherEdition(said, "win" + said.text.removeprefix("winner"), "tgpl"))
    return t.Win(at, c.before, tuple(values), False)


def _read_nothing(c: Cursor) -> None:
    c.advance()


# fail = "fail" [ expression ] ";"
def _read_fail(c: Cursor) -> t.Fail | None:
    if c.peek() in ("=", ".", "(", "[", "+=", "-=") or (c.peek() == "name" and c.peek(2) == "="):
        return None  # a variable called `fail`, or one of a class called so
    at = c.begin()
    message = read_expression(c) if c.kind != ";" and not c.on_new_line() else None
    c.semicolon()
    return t.Fail(at, c.before, message)


# move = "move" expression "to" expression ";"
def _read_move(c: Cursor) -> t.Evaluate | None:
    """Short for `piece.move_to(tile)`, also of several, and to zones and decks."""
    if c.peek() != "new" and (c.peek() != "name" or c.peek(2) in ("=", ";")):
        return None  # a variable or function called `move`, or a variable of a class called so
    at = c.begin()
    piece = read_expression(c)
    to = c.at
    if not c.accept_word("to"):
        raise c.lost("`to` and a tile, a zone or a deck, as in `move pawn to field;`")
    tile = read_expression(c)
    call = t.Call(
        at, c.before, t.Member(at, to + 2, piece, "move_to", to), (t.Argument(tile.at, tile.end, None, tile),)
    )
    c.semicolon()
    return t.Evaluate(at, c.before, call)


# cancel = "cancel" [ "all" | name ] [ expression ] ";"
def _read_cancel(c: Cursor) -> t.Cancel | None:
    texts = ("text", "template")
    if c.peek() not in (";", *texts, "name", "}") or (c.peek() == "name" and c.peek(2) not in (";", *texts)):
        return None
    at = c.begin()
    what, what_at = None, c.at
    if c.kind == "name" and not c.on_new_line():
        what = c.word
        c.advance()
    message = read_expression(c) if c.kind in texts and not c.on_new_line() else None
    c.semicolon()
    return t.Cancel(at, c.before, what, what_at, message)


# win = ("win" | "draw") expression { "," expression } ";"
def _read_win(c: Cursor) -> t.Win | None:
    if c.peek() in ("=", ".", "(", "[", "+=", "-=", ";") or (c.peek() == "name" and c.peek(2) in ("=", ";", "name")):
        if not (c.peek() == "name" and c.peek(2) == ";") and not _asks_list(c, 1):
            return None  # a variable of that name, or one of a class of that name
    at, draw = c.at, c.word == "draw"
    c.advance()
    players = [read_expression(c)]
    while c.accept(","):
        players.append(read_expression(c))
    c.semicolon()
    return t.Win(at, c.before, tuple(players), draw)


_READERS = {
    "if": _read_if,
    "else": _read_else,
    "while": _read_while,
    "for": _read_for,
    "return": _read_return,
    "break": _read_break,
    "continue": _read_continue,
    "winner": _read_winner,
    ";": _read_nothing,
    "{": read_block,
}
# Words that begin a statement only where what follows fits; those of inputs and of passing stand with them.
CONTEXTUAL: dict[str, Callable[[Cursor], t.Statement | None]] = {
    "fail": _read_fail,
    "cancel": _read_cancel,
    "win": _read_win,
    "draw": _read_win,
    "foreach": _read_foreach,
    "move": _read_move,
}
