"""Statements, blocks and inputs.

In:  a cursor at the first token. Out: nodes of `tree.py`. A statement that makes no sense is reported and left
out; its neighbours are read as if it were not there.
"""

from __future__ import annotations

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl import tree as t
from tgpl.languages.tgpl.cursor import Cursor, Lost
from tgpl.languages.tgpl.parse_expression import TYPE_WORDS, condition, expression, starts_type, type_name

_ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|="))
DEEPEST_LOOPS = 16  # inside each other
DEEPEST_BLOCKS = 60


# block = "{" { statement } "}"
def block(c: Cursor) -> t.Block:
    at, opened = c.at, c.i
    c.expect("{")
    statements = _statements(c, opened)
    return t.Block(at, c.before, statements)


def test_block(c: Cursor) -> t.Block:
    """A block whose `return` gives a bool."""
    outer, c.gives_bool = c.gives_bool, True
    made = block(c)
    c.gives_bool = outer
    return made


def block_or_statement(c: Cursor) -> t.Block:
    """A single statement may stand where a block is expected, as in C."""
    if c.kind == "{":
        return block(c)
    at = c.at
    _nest(c)
    one = statement(c)
    c.depth -= 1
    return t.Block(at, c.before, () if one is None else (one,))


def _statements(c: Cursor, opened: int) -> tuple[t.Statement, ...]:
    """The content of a block whose `{` is token `opened`, and its `}`."""
    _nest(c)
    depth, loops, gives_bool = c.depth, c.loops, c.gives_bool
    statements: list[t.Statement] = []
    while not c.end_of_block(opened):
        start = c.i
        try:
            if c.cut_short(opened):
                break
            one = statement(c)
            if one is not None:
                statements.append(one)
        except Lost:
            c.depth, c.loops, c.gives_bool, c.comparing = depth, loops, gives_bool, False
            c.skip_statement()
            if c.i == start:
                c.advance()
    c.depth = depth - 1
    return tuple(statements)


def _nest(c: Cursor) -> None:
    c.depth += 1
    if c.depth > DEEPEST_BLOCKS:
        c.too_deep(c.here())


def statement(c: Cursor) -> t.Statement | None:
    reader = _READERS.get(c.kind)
    if reader is not None:
        return reader(c)
    if c.kind == "name":
        reader = _CONTEXTUAL.get(c.values[c.i])  # type: ignore[call-overload]
        if reader is not None:
            read: t.Statement | None = reader(c)
            if read is not None:
                return read
    if _declares(c):
        return _declaration(c)
    return _expression_statement(c)


def _declares(c: Cursor) -> bool:
    """A declaration: a type, then a name."""
    kind = c.kind
    if kind == "name":
        following = c.kinds[c.i + 1]
        if following == "name":
            return True
        if following != ".":
            return False
    elif kind not in TYPE_WORDS:
        return False
    return c.peek(starts_type(c)) == "name" or kind in TYPE_WORDS


# declaration = type name [ "=" expression ] ";"
def _declaration(c: Cursor) -> t.Declare:
    made = _declared(c)
    c.semicolon()
    return made


def _declared(c: Cursor) -> t.Declare:
    at = c.at
    type_ = type_name(c)
    name, name_at = c.name("a name for the variable")
    value = None
    if c.kind == "=":
        c.advance()
        value = expression(c)
    return t.Declare(at, c.before, type_, name, name_at, value)


# statement = expression ";" | target ("=" | "+=" | …) expression ";"
def _expression_statement(c: Cursor) -> t.Statement:
    node = _assignment(c)
    c.semicolon()
    return node


def _assignment(c: Cursor) -> t.Assign | t.Evaluate:
    target = expression(c)
    op = c.kind
    if op not in _ASSIGNMENTS:
        return t.Evaluate(target.at, target.end, target)
    c.advance()
    value = expression(c)
    if c.kind == "=":
        c.report(p.AssignmentInside(c.here()))
        raise Lost
    return t.Assign(target.at, value.end, target, op, value)


# if = "if" "(" condition ")" block { "else" "if" "(" condition ")" block } [ "else" block ]
def _if(c: Cursor) -> t.If:
    at = c.at
    branches = [_branch(c)]
    otherwise = None
    while c.kind == "else":
        c.advance()
        if c.kind == "if":
            branches.append(_branch(c))
        else:
            otherwise = block_or_statement(c)
            break
    return t.If(at, c.before, tuple(branches), otherwise)


def _branch(c: Cursor) -> tuple[t.Expr, t.Block]:
    c.advance()
    return _in_parentheses(c), block_or_statement(c)


def _in_parentheses(c: Cursor) -> t.Expr:
    opened = c.i
    if c.kind != "(":
        c.report(p.ConditionWithoutParentheses(c.here()))
        return condition(c)
    c.advance()
    value = condition(c)
    c.close(")", opened)
    return value


def _else(c: Cursor) -> t.Statement | None:
    c.report(p.ElseWithoutIf(c.here()))
    c.advance()
    return _if(c) if c.kind == "if" else block_or_statement(c)


# while = "while" "(" condition ")" block
def _while(c: Cursor) -> t.While:
    at = c.at
    c.advance()
    value = _in_parentheses(c)
    body = _loop_body(c)
    return t.While(at, c.before, value, body)


def _loop_body(c: Cursor) -> t.Block:
    c.loops += 1
    if c.loops > DEEPEST_LOOPS:
        c.report(p.LoopsTooDeep(c.here(), DEEPEST_LOOPS))
        c.loops = -1_000_000  # said once
    body = block_or_statement(c)
    c.loops -= 1
    return body


# for = "for" "(" [declaration | assignment] ";" [condition] ";" [assignment] ")" block
#     | "for" "(" type name "in" expression ")" block
def _for(c: Cursor) -> t.Statement:
    at = c.at
    c.advance()
    opened = c.i
    c.expect("(")
    if _walks_list(c):
        return _for_each(c, at, opened)
    first: t.Declare | t.Assign | t.Evaluate | None = None
    if c.kind != ";":
        first = _declared(c) if _declares(c) else _assignment(c)
    _for_separator(c)
    check = condition(c) if c.kind not in (";", ")") else None
    _for_separator(c)
    after = _assignment(c) if c.kind != ")" else None
    c.close(")", opened)
    body = _loop_body(c)
    return t.For(at, c.before, first, check, after, body)


def _walks_list(c: Cursor, steps: int = 0) -> bool:
    """`T x in`; also `x in`, `T x :` and `x :`, which are mistakes."""
    taken = starts_type(c, steps)
    if taken and c.peek(steps + taken) == "name" and c.word_at(steps + taken) != "in":
        steps += taken
    elif c.peek(steps) != "name":
        return False
    return c.word_at(steps + 1) == "in" or c.peek(steps + 1) == ":"


def _foreach(c: Cursor) -> t.Statement | None:
    """`foreach (…)`, which other languages have; here it may be the name of a function."""
    if c.peek() != "(" or not _walks_list(c, 2):
        return None
    if c.peek(3) == ":":  # perhaps a call with a named argument
        return None
    c.report(p.OtherLoop(c.here(), "for"))
    return _for(c)


def _for_separator(c: Cursor) -> None:
    if c.kind == ":" or c.kind == ",":
        c.report(p.WrongForSeparator(c.here(), c.kind))
        c.advance()
    else:
        c.expect(";", "`;` between the three parts of `for`")


def _for_each(c: Cursor, at: int, opened: int) -> t.ForEach:
    if c.word_at(1) == "in" or c.peek() == ":":
        type_ = t.TypeName(c.at, c.at, "?")  # missing: the list will tell
    else:
        type_ = type_name(c)
    name, name_at = c.name("a name for each element")
    if c.kind == ":":
        c.report(p.OtherLoop(c.here(), "in"))
    c.advance()
    values = expression(c)
    c.close(")", opened)
    body = _loop_body(c)
    return t.ForEach(at, c.before, type_, name, name_at, values, body)


# return = "return" [ expression ] ";"
def _return(c: Cursor) -> t.Return:
    at = c.at
    c.advance()
    value = None
    if c.kind not in (";", "}", "end"):
        c.comparing = c.gives_bool
        value = expression(c)
        c.comparing = False
        if c.kind == "=":
            c.report(p.AssignmentInside(c.here()))
            c.advance()
            expression(c)
    c.semicolon()
    return t.Return(at, c.before, value)


def _break(c: Cursor) -> t.Break:
    at = c.at
    c.advance()
    c.semicolon()
    return t.Break(at, c.before)


def _continue(c: Cursor) -> t.Continue:
    at = c.at
    c.advance()
    c.semicolon()
    return t.Continue(at, c.before)


# winner = "winner" expression ";"
def _winner(c: Cursor) -> t.Winner:
    at = c.at
    c.advance()
    value = expression(c)
    c.semicolon()
    return t.Winner(at, c.before, value)


def _nothing(c: Cursor) -> None:
    c.advance()


# fail = "fail" [ expression ] ";"
def _fail(c: Cursor) -> t.Fail | None:
    if c.peek() in ("=", ".", "(", "[", "+=", "-=") or (c.peek() == "name" and c.peek(2) == "="):
        return None  # a variable called `fail`, or one of a class called so
    at = c.at
    c.advance()
    message = expression(c) if c.kind != ";" and not c.on_new_line() else None
    c.semicolon()
    return t.Fail(at, c.before, message)


# ---- inputs

# What may follow in the header of a function, an action or a phase.
PARTS = frozenset("input optional auto player function effect require trigger prio returns".split())
_MODES = ("player", "auto", "function")
_MODIFIERS = ("optional", *_MODES)
_BEHIND_A_NAME = ("=", ";", "{", ",", ")", ".")


def at_input(c: Cursor) -> bool:
    """Whether an input begins here, with or without modifiers."""
    steps = 0
    while (word := c.word_at(steps)) in ("optional", "auto", "function"):
        steps += 1
    if word == "player":
        return _asks_player(c, steps)
    return word == "input" and _asks_for(c, steps + 1, bare=steps == 0)


def _asks_for(c: Cursor, steps: int, *, bare: bool) -> bool:
    """Whether what stands behind `input` can be asked for; else `input` is a name: `optional input = …`."""
    taken = starts_type(c, steps)
    if c.word_at(steps) in _MODIFIERS and c.peek(steps + 1) not in _BEHIND_A_NAME:
        return True  # a modifier on the wrong side
    return taken > 0 and (not bare or c.peek(steps + taken) == "name" or c.peek(steps) in TYPE_WORDS)


def _asks_player(c: Cursor, steps: int) -> bool:
    """`player input …`, `player e input …`; not `player p = …` nor `player.active()`."""
    following = c.peek(steps + 1)
    if following in (".", "=", ";", ")", ","):
        return False
    if following == "name":
        word = c.word_at(steps + 1)
        if word == "input":
            return _asks_for(c, steps + 2, bare=False)
        if word in ("optional", "auto"):
            return c.peek(steps + 2) not in ("=", ";")
        operators = ("+", "-", "*", "/", "%", "^", ".", "[", "(")
        return c.word_at(steps + 2) == "input" or c.peek(steps + 2) in operators
    return following in ("numeral", "(", "-")


def _input_statement(c: Cursor) -> t.Input | None:
    return read_input(c) if at_input(c) else None


# input = ["optional"] ["player" [expression] | "auto" | "function"] "input" type name
#         ["in" expression | "from" expression "to" expression] ["=" expression] (filters | ";")
def read_input(c: Cursor) -> t.Input:
    at = c.at
    said: dict[str, int] = {}
    asked = _modifiers(c, said)
    word_at = c.at
    c.advance()
    asked = _modifiers_behind(c, said, word_at) or asked
    mode = next((word for word in said if word in _MODES), "player")
    type_ = type_name(c)
    name, name_at = c.name("a name for the input")
    among = low = high = value = None
    if c.accept_word("in"):
        among = expression(c)
    if c.accept_word("from"):
        low = expression(c)
        if not c.accept_word("to"):
            raise c.lost("`to` and the highest number")
        high = expression(c)
    if c.accept("="):
        value = expression(c)
        if mode == "function":
            c.refuse(said, "an argument that has a default", "optional")
    filters: tuple[t.Filter, ...] = ()
    if c.kind == "{":
        filters = _filters(c)
        c.accept(";")
    else:
        c.semicolon(PARTS)
    return t.Input(
        at, c.before, "optional" in said, mode, asked, type_, name, name_at, among, low, high, value, filters
    )


def _modifiers(c: Cursor, said: dict[str, int]) -> t.Expr | None:
    """What stands before `input`; gives the player who is asked, if one is named."""
    asked = None
    while c.word != "input":
        if c.word not in _MODIFIERS:
            raise c.lost("`input`")
        word = _modifier(c, said)
        if word == "player" and c.word != "input" and not _another_modifier(c):
            asked = expression(c)
    return asked


def _another_modifier(c: Cursor) -> bool:
    """A modifier behind `player`; not `player player.active() input …`."""
    return c.word in _MODIFIERS and c.peek() in ("name", *TYPE_WORDS)


def _modifier(c: Cursor, said: dict[str, int]) -> str:
    """One modifier, noted with its token; it contradicts no other."""
    word = str(c.word)
    other = next((mode for mode in said if mode in _MODES), None) if word in _MODES else None
    if word in said or other is not None:
        c.report(p.ModifierHere(c.here(), word, None if word in said else f"an input that says `{other}`"))
    else:
        said[word] = c.i
    c.advance()
    return word


def _modifiers_behind(c: Cursor, said: dict[str, int], word_at: int) -> t.Expr | None:
    """`input auto T x`, as a listing of the thesis has it: reported, and read as `auto input T x`."""
    start, asked = c.at, None
    while c.word in _MODIFIERS and _modifier_behind(c):
        word = _modifier(c, said)
        if word == "player" and not _another_modifier(c) and _names_player(c):
            asked = expression(c)
    if c.at > start:
        c.report(p.ModifierBehindInput(c.span(word_at, c.before), c.file.text[start : c.before]))
    return asked


def _modifier_behind(c: Cursor) -> bool:
    """`input player T x`; not `input player p;` nor `input player p in …`, where it is the type."""
    following, behind = c.peek(), c.word_at(2)
    if following == "name" and (c.peek(2) in (";", "{", "=", "}", "end") or behind in ("in", "from")):
        return False
    if following == "name" and behind in PARTS and c.word_at(1) not in _MODIFIERS:
        return False  # `input player p effect { … }`: only its `;` is missing
    if c.word == "player" and following in ("numeral", "(", "-", "name"):
        return True
    return c.word_at(1) in _MODIFIERS or _type_and_name(c, 1)


def _names_player(c: Cursor) -> bool:
    """Behind `input player`: whether an expression follows, and not yet the type."""
    if not _type_and_name(c, 0):
        return True
    return c.kind == "name" and _type_and_name(c, 1) and c.word_at(2) not in ("in", "from")


def _type_and_name(c: Cursor, steps: int) -> bool:
    taken = starts_type(c, steps)
    return taken > 0 and c.peek(steps + taken) == "name"


# filters = "{" { "filter" [name] block } "}" | block
def _filters(c: Cursor) -> tuple[t.Filter, ...]:
    if c.word_at(1) != "filter" or not (c.peek(2) == "{" or (c.peek(2) == "name" and c.peek(3) == "{")):
        at = c.at
        body = test_block(c)
        return (t.Filter(at, c.before, None, body),) if body.statements else ()
    opened = c.i
    c.advance()
    filters = []
    while not c.end_of_block(opened):
        if c.cut_short(opened):
            break
        at = c.at
        if not c.accept_word("filter"):
            raise c.lost("`filter` or `}`")
        name = c.word
        if name is not None:
            c.advance()
        filters.append(t.Filter(at, c.before, name, test_block(c)))
    return tuple(filters)


_READERS = {
    "if": _if,
    "else": _else,
    "while": _while,
    "for": _for,
    "return": _return,
    "break": _break,
    "continue": _continue,
    "winner": _winner,
    ";": _nothing,
    "{": block,
}
_CONTEXTUAL = {
    "input": _input_statement,
    "optional": _input_statement,
    "auto": _input_statement,
    "player": _input_statement,
    "function": _input_statement,
    "fail": _fail,
    "foreach": _foreach,
}
