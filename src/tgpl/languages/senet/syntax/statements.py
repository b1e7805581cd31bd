"""Statements and blocks, with recovery: report once, skip to the next statement, go on."""

from __future__ import annotations

from collections.abc import Callable

from tgpl.languages.common.token_cursor import Lost
from tgpl.languages.senet import problems as p
from tgpl.languages.senet.syntax import tree as t
from tgpl.languages.senet.syntax.cursor import TYPES, Cursor
from tgpl.languages.senet.syntax.expressions import read_arguments, read_expression, read_separated, read_type_name

DEEPEST_LOOPS = 16  # inside each other
MOST_BRANCHES = 2_000  # of one `if`: each stands inside the one before it when it is translated


# block = "{" { statement } "}"
def read_block(c: Cursor) -> t.Block:
    at, opened = c.at, c.i
    c.expect("{")
    c.enter()
    statements: list[t.Statement] = []
    while c.kind != "}":
        if c.kind in ("eof", "@setup", "@turns"):
            c.never_closed(opened)
            break
        depth, start = c.depth, c.i
        try:
            made = read_statement(c)
            if made is not None:
                statements.append(made)
        except Lost:
            c.depth = depth
            c.skip(start)
    c.accept("}")
    c.depth -= 1
    return t.Block(at, c.before, tuple(statements))


# statement = block | if | while | for | "break" ";" | "continue" ";" | "return" [ expression ] ";"
#           | "pass" "(" name "," expression ")" ";" | "end" ";" | declaration | expression ";"
def read_statement(c: Cursor) -> t.Statement | None:
    """None for a lone `;`, and for a definition that does not belong here."""
    at = c.at
    made: t.Statement
    if c.kind in _KINDS:
        return _KINDS[c.kind](c)
    if c.kind == "{":
        return read_block(c)
    if c.accept(";"):
        return None
    if report_misplaced(c):
        return None
    if is_declaration(c):
        return read_declaration(c)
    value = read_expression(c)
    made = t.Evaluate(at, value.end, value)
    c.end_statement("This statement")
    return made


def report_misplaced(c: Cursor) -> bool:
    """A function or group inside a function: read and left out."""
    from tgpl.languages.senet.syntax.parse import read_definition

    if not begins_definition(c):
        return False
    what = "A group" if c.kind == "group" else "A function"
    c.report(p.DefinitionInside(c.here(), what, "in `@setup`, a group or `@turns`"))
    read_definition(c)
    return True


def begins_definition(c: Cursor) -> bool:
    """`group X (`, `func`, `assert f(`, `int f() {`, `f() {`"""
    if c.kind in ("func", "assert"):
        return True
    if c.kind == "group" and c.peek() == "name" and c.peek(2) in ("(", "{"):
        return True
    steps = 0
    if c.kind in TYPES or c.kind == "group" or (c.kind == "name" and c.peek() in ("name", ".")):
        steps = _type_length(c)
    return c.peek(steps) == "name" and c.peek(steps + 1) == "(" and c.behind(c.i + steps + 1) == "{"


def _type_length(c: Cursor) -> int:
    """How many tokens the type here has; 0 if it is none."""
    steps = 0
    while c.peek(steps) in ("list", "<", "[", "group"):
        steps += 1
    if c.peek(steps) not in TYPES and c.peek(steps) != "name":
        return 0
    steps += 1
    while c.peek(steps) == "." and c.peek(steps + 1) == "name":
        steps += 2
    while c.peek(steps) in (">", ">>", "]"):
        steps += 1
    return steps


def is_declaration(c: Cursor) -> bool:
    if c.kind in TYPES or c.kind == "group":
        return True
    if c.kind != "name":
        return False
    return c.peek() == "name" or (c.peek() == "." and c.peek(2) == "name" and c.peek(3) == "name")


# declaration = type name [ "=" expression | arguments ] ";"
def read_declaration(c: Cursor) -> t.Declare:
    at = c.at
    type_ = read_type_name(c)
    name = c.name("a variable")
    value, given = None, None
    if c.accept("="):
        value = read_expression(c)
    elif c.kind == "(":
        given = read_arguments(c)
    made = t.Declare(at, c.before, type_, name, value, given)
    c.end_statement("This declaration")
    return made


# if = "if" condition block { "elif" condition block } [ "else" block ]
def _read_if(c: Cursor) -> t.Statement:
    at = c.begin()
    branches = [(_read_condition(c, "if"), _read_body(c, "if"))]
    otherwise = None
    while c.kind in ("elif", "else"):
        word = c.kind
        c.advance()
        if word == "else" and c.kind != "if":
            otherwise = _read_body(c, "else")
            break
        c.accept("if")
        if len(branches) == MOST_BRANCHES:
            c.report(p.TooDeep(c.here(), MOST_BRANCHES, "branches follow each other"))
        branches.append((_read_condition(c, "elif"), _read_body(c, "elif")))
    return t.If(at, c.before, tuple(branches), otherwise)


def _read_condition(c: Cursor, word: str) -> t.Expr:
    opened = c.i
    if c.kind == "(" and _read_parenthesised(c):
        c.advance()
        value = read_expression(c)
        c.close(")", opened)
        return value
    value = read_expression(c)
    c.report(p.NoParentheses(c.span(value.at, value.end), word))
    return value


def _read_parenthesised(c: Cursor) -> bool:
    """Whether the parentheses that begin here go round the whole condition."""
    return c.behind(c.i) not in ("and", "or", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", ".")


def _read_body(c: Cursor, word: str) -> t.Block:
    if c.kind == "{":
        return read_block(c)
    at = c.at
    made = read_statement(c)
    c.report(p.NoBraces(c.span(at, c.before), word))
    return t.Block(at, c.before, () if made is None else (made,))


# while = "while" condition block
def _read_while(c: Cursor) -> t.Statement:
    at = c.begin()
    condition = _read_condition(c, "while")
    return t.While(at, c.before, condition, _read_loop_body(c, "while"))


def _read_loop_body(c: Cursor, word: str) -> t.Block:
    c.loops += 1
    if c.loops > DEEPEST_LOOPS:
        c.report(p.TooDeep(c.here(), DEEPEST_LOOPS, "loops stand inside each other"))
        c.loops = -1_000_000  # said once
    body = _read_body(c, word)
    c.loops -= 1
    return body


# for = "for" "(" [ type ] name "in" ( "{" [ expression { "," expression } ] "}" | expression ) ")" block
def _read_for(c: Cursor) -> t.Statement:
    at = c.begin()
    opened = c.open("(", "`(`, as in `for (int x in {1, 2})`")
    type_ = None if c.kind == "name" and c.peek() == "in" else read_type_name(c)
    name = c.name("a variable")
    c.expect("in", "`in` and the values, as in `for (int x in {1, 2})`")
    values: t.Expr | tuple[t.Expr, ...]
    if c.kind == "{":
        brace = c.i
        c.advance()
        values = read_separated(c, "}")
        if not c.accept("}"):
            c.report(p.UnclosedBlock(c.token(brace), c.describe()))
            raise Lost
    else:
        start = c.at
        values = read_expression(c)
        if c.kind == ",":
            c.advance()
            more = read_separated(c, ")")
            c.report(p.Unexpected(c.span(start, c.before), "several values", "braces round them: `in {a, b}`"))
            values = (values, *more)
    c.close(")", opened)
    return t.For(at, c.before, type_, name, values, _read_loop_body(c, "for"))


def _read_word(c: Cursor) -> t.Statement:
    """`break`, `continue` or `end`."""
    word = c.kind
    made = _WORDS[word](c.begin(), c.before)
    c.end_statement(f"This `{word}`")
    return made


_WORDS: dict[str, type[t.Break | t.Continue | t.End]] = {"break": t.Break, "continue": t.Continue, "end": t.End}


def _read_return(c: Cursor) -> t.Statement:
    at = c.begin()
    value = None if c.kind in (";", "}") else read_expression(c)
    made = t.Return(at, c.before, value)
    c.end_statement("This `return`")
    return made


def _read_pass(c: Cursor) -> t.Statement:
    at = c.begin()
    opened = c.open("(", "`(`, a turn function and a player, as in `pass(begin, 0);`")
    function = c.name("a turn function")
    c.expect(",", "`,` and the player who is on move then")
    player = read_expression(c)
    c.close(")", opened)
    made = t.Pass(at, c.before, function, player)
    c.end_statement("This `pass`")
    return made


_KINDS: dict[str, Callable[[Cursor], t.Statement]] = {
    "if": _read_if,
    "while": _read_while,
    "for": _read_for,
    "break": _read_word,
    "continue": _read_word,
    "return": _read_return,
    "pass": _read_pass,
    "end": _read_word,
}
