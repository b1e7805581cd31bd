"""Expressions, blocks, statements and type names.

In:  a cursor at the first token. Out: a node of `tree.py`; the cursor stands behind it.

    read_expression(cursor)      # a + b * c  →  Binary("+", a, Binary("*", b, c))
"""

from __future__ import annotations

from tgpl.languages.common.token_cursor import Lost
from tgpl.languages.rpg import problems as p
from tgpl.languages.rpg.syntax import tree as t
from tgpl.languages.rpg.syntax.cursor import Cursor

# How tightly an operator binds.
BINDING = {
    "||": 1,
    "&&": 2,
    "==": 3, "!=": 3, "<": 3, ">": 3, "<=": 3, ">=": 3,
    "+": 4, "-": 4,
    "++": 5,
    "*": 6, "/": 6,
}  # fmt: skip
_COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">="))
LONGEST_CHAIN = 100  # of `else if`
LINK = 0.25  # how much higher one more part makes a chain of `++` or `else if`: they are long, not deep
OFTEN = 10  # how many times a die explodes at most if nothing else is said

_FOREIGN = {
    "return": "the value of a function is its last expression: leave `return` away",
    "let": "write `set x = …;`",
    "var": "write `set x = …;`",
    "function": "write `fun name(x: Int): Int { … };`",
    "def": "write `fun name(x: Int): Int { … };`",
    "class": "write `Name { Field: value };`",
    "object": "write `Name { Field: value };`",
    "new": "an object is made by its name alone",
    "while": "there are no loops: a function calls itself",
    "not": "`if x then false else true` turns a truth round, and `!=` says that two values differ",
}
_STARTS = frozenset(("name", "Name", "numeral", "die", "text", "(", "[", "-", "if", "this", "base", "true", "false"))


# expression = operand { operator operand }
def read_expression(c: Cursor, minimum: int = 1) -> t.Expr:
    c.enter()
    at = c.at  # a place takes in the parentheses around its sides
    left = _read_operand(c)
    while True:
        op = c.kind
        if op == "=" and minimum <= BINDING["=="] and c.depth > c.floor + 1:  # not at a statement's beginning
            c.report(p.EqualsInCondition(c.here()))
            op = "=="
        binding = BINDING.get(op)
        if binding is None or binding < minimum:
            break
        c.advance()
        height = c.height
        right = read_expression(c, binding + 1)
        chained = op == "++" and isinstance(left, t.Binary) and left.op == "++"
        left = t.Binary(at, c.before, op, left, right)
        c.height = max(height, c.height) + (LINK if chained else 1)
        if c.height > c.deepest:
            c.too_deep(c.span(left.at, left.at + 1))
    c.depth -= 1
    return left


# operand = numeral | text | "true" | "false" | dice | list | "(" expression ")" | "-" operand | if
#         | ( name | name "(" arguments ")" | thing | "this" "." Name | "base" "." Name ) { "." Name }
def _read_operand(c: Cursor) -> t.Expr:
    kind, at, end, value = c.kind, c.at, c.ends[c.i], c.values[c.i]
    c.height = 0
    node: t.Expr
    if kind == "name":
        node = _read_named(c)
    elif kind == "numeral":
        c.advance()
        node = t.Numeral(at, end, value)  # type: ignore[arg-type]
    elif kind == "text":
        c.advance()
        node = t.Text(at, end, str(value))
    elif kind == "die":
        node = _read_die(c)
        if c.word_at() == "against" and c.peek() == "die":
            c.advance()
            node = t.Against(at, c.ends[c.i], node, _read_die(c))
    elif kind in ("true", "false", "True", "False"):
        c.advance()
        node = t.Truth(at, end, kind in ("true", "True"))
    elif kind == "Name":
        node = _read_thing(c)
    elif kind in ("this", "base"):
        node = _read_own(c)
    elif kind == "(":
        opened = c.open()
        node = read_expression(c)
        c.close(")", opened)
    elif kind == "[":
        node = _read_items(c)
    elif kind == "-":
        return _read_negate(c)
    elif kind == "if":
        return _read_if(c)
    else:
        raise c.lost("an expression")
    while c.kind == ".":
        c.advance()
        node = t.Member(at, c.ends[c.i], node, c.capital("a field"))
        c.height += 1
        if c.height > c.deepest:
            c.too_deep(c.span(at, at + 1))
    return node


def _read_negate(c: Cursor) -> t.Expr:
    at = c.at
    c.enter()
    c.advance()
    value = _read_operand(c)
    c.depth -= 1
    c.height += 1
    return t.Negate(at, c.before, value)


def _read_die(c: Cursor) -> t.Die:
    if c.kind != "die":
        raise c.lost("dice, as in `4d6`")
    pair = c.values[c.i]
    assert isinstance(pair, tuple)
    node = t.Die(c.at, c.ends[c.i], *pair)
    c.advance()
    return node


def _read_named(c: Cursor) -> t.Expr:
    """A variable, a call, or one of the words that begin a pool of dice where what follows fits."""
    word, following = c.word_at(), c.peek()
    if word in ("highest", "lowest") and following == "numeral":
        return _read_keep(c, c.at, False)
    if word == "drop" and c.word_at(1) in ("highest", "lowest") and c.peek(2) == "numeral":
        at = c.begin()
        return _read_keep(c, at, True)
    if word == "explode" and following == "die":
        return _read_explode(c)
    if word == "count" and following in _COMPARISONS and c.peek(2) == "numeral" and c.word_at(3) == "of":
        return _read_count(c)
    if word in _FOREIGN and following in _STARTS and following != "(":
        c.report(p.ForeignWord(c.here(), word, _FOREIGN[word]))
        raise Lost
    name = c.small("a variable")
    return _read_call(c, name) if c.kind == "(" else t.Name(name.at, name.end, name.text)


# pool = [ "drop" ] ( "highest" | "lowest" ) number "of" die | "explode" die [ "up" "to" number ]
#      | "count" comparison number "of" die | die "against" die
def _read_keep(c: Cursor, at: int, drops: bool) -> t.Expr:
    which = str(c.values[c.i])
    c.advance()
    place, number = c.here(), _read_number(c)
    _expect_word(c, "of")
    pool = _read_die(c)
    most = pool.count - 1 if drops else pool.count
    if not 1 <= number <= most:
        c.report(p.ImpossibleNumber(place, most, pool.count, "left out" if drops else "kept"))
    return t.Keep(at, c.before, which, drops, number, pool)


def _read_explode(c: Cursor) -> t.Expr:
    at = c.begin()
    pool, times = _read_die(c), OFTEN
    if c.word_at() == "up":
        c.advance()
        _expect_word(c, "to")
        times = _read_number(c)
    return t.Explode(at, c.before, pool, times)


def _read_count(c: Cursor) -> t.Expr:
    at = c.begin()
    op = c.kind
    c.advance()
    value = _read_number(c)
    _expect_word(c, "of")
    pool = _read_die(c)
    return t.Count(at, c.before, op, value, pool)


def _read_number(c: Cursor) -> int:
    if c.kind != "numeral":
        raise c.lost("a number")
    value = c.values[c.i]
    c.advance()
    return value  # type: ignore[return-value]


def _expect_word(c: Cursor, word: str) -> None:
    if c.word_at() != word:
        raise c.lost(f"`{word}`")
    c.advance()


# arguments = [ expression { "," expression } ]
def _read_call(c: Cursor, name: t.Word) -> t.Expr:
    opened = c.open()
    arguments, height = _read_separated(c, ")")
    c.close(")", opened)
    c.height = height + 1
    return t.Call(name.at, c.before, name, arguments)


# list = "[" [ expression { "," expression } ] "]"
def _read_items(c: Cursor) -> t.Expr:
    at, opened = c.at, c.i
    c.advance()
    items, height = _read_separated(c, "]")
    c.close("]", opened)
    c.height = height + 1
    return t.Items(at, c.before, items)


def _read_separated(c: Cursor, end: str) -> tuple[tuple[t.Expr, ...], float]:
    found, height = list[t.Expr](), 0.0
    while c.kind not in (end, "end"):
        found.append(read_expression(c))
        height = max(height, c.height)
        if not c.accept(","):
            break
    return tuple(found), height


# thing = Name [ "with" Name { "and" Name } ]
def _read_thing(c: Cursor) -> t.Expr:
    name = c.capital("an object")
    given = read_traits(c)
    if c.kind == "(":
        c.report(p.MadeWithParentheses(c.here(), name.text))
        raise Lost
    return t.Thing(name.at, c.before, name, given)


def read_traits(c: Cursor) -> tuple[t.Word, ...]:
    if not c.accept("with"):
        return ()
    found = [c.capital("a trait")]
    while c.accept("and"):
        found.append(c.capital("a trait"))
    return tuple(found)


def _read_own(c: Cursor) -> t.Expr:
    at, where = c.at, c.kind
    c.advance()
    c.expect(".", f"`.` and the name of a field, as in `{where}.Health`")
    name = c.capital("a field")
    return t.Own(at, name.end, where, name)


# if = "if" expression "then" branch [ "else" branch ]
def _read_if(c: Cursor) -> t.Expr:
    """With all its `else if`: these do not stand inside each other, as far as a reader is concerned."""
    c.enter()
    links: list[tuple[int, t.Expr, t.Expr | t.Block]] = []
    otherwise: t.Expr | t.Block | None = None
    height = 0.0
    while c.kind == "if" and len(links) < LONGEST_CHAIN:
        at = c.begin()
        condition = read_expression(c)
        height = max(height, c.height)
        c.expect("then", "`then`, and what to do if this holds")
        links.append((at, condition, _read_branch(c)))
        height = max(height, c.height)
        if not c.accept("else"):
            break
        if c.kind != "if":
            otherwise = _read_branch(c)
            height = max(height, c.height)
            break
    else:
        c.too_deep(c.here())
    c.height = height + 1 + LINK * len(links)
    c.depth -= 1
    end = c.before
    if c.height > c.deepest:
        c.too_deep(c.span(links[0][0], links[0][0] + 2))
    for at, condition, then in reversed(links):
        otherwise = t.If(at, end, condition, then, otherwise)
    assert isinstance(otherwise, t.If)
    return otherwise


# branch = block | expression
def _read_branch(c: Cursor) -> t.Expr | t.Block:
    return read_block(c) if c.kind == "{" else read_expression(c)


# block = "{" { statement ";" } "}"
def read_block(c: Cursor) -> t.Block:
    at, opened, height = c.at, c.i, 0.0
    c.expect("{")
    c.enter()
    statements: list[t.Statement] = []
    while c.kind != "}":
        try:
            if c.kind in ("end", "else") or _definition_begins(c):
                c.never_closed(opened)
                break
            statements.append(read_statement(c))
            height = max(height, c.height)
        except Lost:
            c.skip()
    c.accept("}")
    c.depth -= 1
    c.height = height + 1
    return t.Block(at, c.before, tuple(statements))


def _definition_begins(c: Cursor) -> bool:
    """A definition at the left edge: the block before it was not closed. One that stands further right is misplaced."""
    begins = c.kind in ("fun", "trait") or (c.kind == "Name" and c.peek() in ("{", "extends"))
    if begins and c.file.position(c.at)[1] > 1:
        what = {"fun": "A function", "trait": "A trait"}.get(c.kind, "An object")
        c.report(p.DefinitionInside(c.here(), what))
        c.advance()
        raise Lost
    return begins


# statement = "set" ( name | expression "." Name ) "=" expression | expression
def read_statement(c: Cursor) -> t.Statement:
    """With its `;`. Wherever it loses its way, what was open inside it is not open any more."""
    floor, c.floor = c.floor, c.depth
    try:
        made = _read_set(c) if c.kind == "set" else _read_evaluate(c)
        c.end_statement("This statement")
    except Lost:
        c.depth = c.floor
        raise
    finally:
        c.floor = floor
    return made


def _read_set(c: Cursor) -> t.Statement:
    at = c.begin()
    if c.peek() == "=" or c.kind not in ("name", "Name", "this", "base", "("):
        name = c.small("a variable")
        c.expect("=", "`=` and a value")
        value = read_expression(c)
        return t.SetVariable(at, value.end, name, value)
    target = _read_operand(c)
    height = c.height
    if not isinstance(target, t.Member):
        raise c.lost("`=`, or `.` and the name of a field")
    c.expect("=", "`=` and a value")
    value = read_expression(c)
    c.height = max(height, c.height)
    return t.SetField(at, value.end, target, value)


def _read_evaluate(c: Cursor) -> t.Statement:
    value = read_expression(c)
    if c.kind == "=" and isinstance(value, (t.Name, t.Member)):
        c.report(p.MissingSet(c.span(value.at, value.end)))
        c.advance()
        given = read_expression(c)
        if isinstance(value, t.Name):
            return t.SetVariable(value.at, given.end, t.Word(value.at, value.end, value.name), given)
        return t.SetField(value.at, given.end, value, given)
    return t.Evaluate(value.at, value.end, value)


# type = "List" "[" type "]" | Name [ "with" Name { "and" Name } ]
def read_type_name(c: Cursor) -> t.TypeName:
    at = c.at
    name = c.capital("a type")
    if name.text != "List":
        given = read_traits(c)
        return t.TypeName(at, c.before, name.text, None, given)
    c.enter()
    opened = c.open("[", "`[` and the type of what the list holds, as in `List[Int]`")
    of = read_type_name(c)
    c.close("]", opened)
    c.depth -= 1
    return t.TypeName(at, c.before, "List", of)
