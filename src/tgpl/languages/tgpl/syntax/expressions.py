"""Expressions and type names.

In:  a cursor at the first token. Out: a node of `tree.py`; the cursor stands behind it. Operators bind as in
3.2.4 of the thesis; `!` takes in comparisons and equality, as the order there has it.

    read_expression(cursor)      # a + b * c  →  Binary("+", a, Binary("*", b, c))
"""

from __future__ import annotations

from tgpl.languages.common.token_cursor import Lost
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import DEEPEST, Cursor
from tgpl.languages.tgpl.syntax.dice import POOL_WORDS, read_pool, starts_pool
from tgpl.languages.tgpl.syntax.template import read_template

# How tightly an operator binds; `^` alone binds to the right.
BINDING = {
    "||": 1, "&&": 2, "|": 3, "&": 4,
    "==": 5, "!=": 5,
    "<": 6, ">": 6, "<=": 6, ">=": 6, "is": 6, "as": 6,
    "+": 7, "-": 7,
    "*": 8, "/": 8, "%": 8,
    "^": 10,
}  # fmt: skip
NEGATION = 9  # so that -2^2 is -(2^2)
NOT = 5  # so that !a == b is !(a == b), and !x is King is !(x is King)

_WORD_OPERATORS = {"and": "&&", "or": "||", "mod": "%", "xor": "^"}
_OPPOSED = frozenset(("name", "numeral", "dice", "("))  # what dice that stand `against` others begin with
TYPE_WORDS = frozenset(("number", "string", "bool", "List", "Table", "Stack"))


# expression = operand { operator operand }
def read_expression(c: Cursor, minimum: int = 1) -> t.Expr:
    c.depth += 1
    if c.depth > DEEPEST:
        c.too_deep(c.here())
    at = c.starts[c.i]  # a place takes in the parentheses around its sides
    left = _read_operand(c)
    bindings = c.spelling.binding
    while True:
        op = c.kind
        binding = bindings.get(op)
        if binding is None:
            if not (op == "=" and _read_as_equal(c, minimum)) and not (op == "name" and _find_word_operator(c)):
                break
            op = c.kind
            binding = bindings[op]
        if binding < minimum:
            break
        if op in "+-" and c.peek() == op and _report_increment(c, left):
            break
        if op == "+" and c.peek() == "+" and c.starts[c.i + 1] == c.ends[c.i]:
            c.report(p.OtherSign(c.span(c.starts[c.i], c.ends[c.i + 1]), "++", "+=", "adds to a variable"))
            c.i += 1
            c.kind = c.kinds[c.i] = "+="
            break
        if op == "<" and c.peek() == ">" and c.starts[c.i + 1] == c.ends[c.i] and "!=" in bindings:
            c.report(p.OtherSign(c.span(c.starts[c.i], c.ends[c.i + 1]), "<>", "!=", "compares"))
            c.i += 1
            op = "!="
        if (op == "==" or op == "!=") and c.peek() == "=" and c.starts[c.i + 1] == c.ends[c.i]:
            c.report(p.OtherSign(c.span(c.starts[c.i], c.ends[c.i + 1]), f"{op}=", op, "compares"))
            c.i += 1
        c.i += 1
        c.kind = c.kinds[c.i]
        height = c.height
        if op == "is" or op == "as":
            wanted = read_type_name(c)
            left = t.TypeTest(at, wanted.end, op, left, wanted)
        else:
            right = read_expression(c, binding if op == "^" else binding + 1)
            if c.height > height:
                height = c.height
            left = t.Binary(at, c.ends[c.i - 1], op, left, right)
            if c.spelling.earlier:
                left = _as_tgpl(left)
        c.height = height + 1
        if height >= DEEPEST:
            c.too_deep(c.span(left.at, left.at + 1))
    if c.kind == "?" and minimum == 1:
        left = _read_conditional(c, left, at)
    c.depth -= 1
    return left


# conditional = expression "?" expression ":" expression
def _read_conditional(c: Cursor, condition: t.Expr, at: int) -> t.Expr:
    """The loosest of all, and to the right: `a ? b : c ? d : e` is `a ? b : (c ? d : e)`."""
    height = c.height
    c.advance()
    yes = read_expression(c)
    height = max(height, c.height)
    c.expect(":", "`:` and the value otherwise, as in `a ? b : c`")
    no = read_expression(c)
    c.height = max(height, c.height) + 1
    if c.height > DEEPEST:
        c.too_deep(c.span(at, at + 1))
    return t.Conditional(at, c.before, condition, yes, no)


def _as_tgpl(node: t.Binary) -> t.Expr:
    """An operation that TGDL means otherwise, as one of the tree."""
    op = node.op
    if op == "xor":
        node.op = "^"
    elif op == "nand":
        node.op = "&&"
        return t.Unary(node.at, node.end, "!", node)
    elif op in ("==", "!=") and not _is_null(node.left) and not _is_null(node.right):
        node.op = "same" if op == "==" else "differ"
    return node


def _is_null(node: t.Expr) -> bool:
    return isinstance(node, t.Literal) and node.value is None


def _read_as_equal(c: Cursor, minimum: int) -> bool:
    """`=` in a condition, or beside `&&` and its like: reported, then read as `==`."""
    binding = c.spelling.binding
    if minimum > binding["=="] or not (c.comparing or minimum > binding["||"]):
        return False
    c.report(p.AssignmentInCondition(c.here()))
    c.kind = c.kinds[c.i] = "=="
    return True


def _find_word_operator(c: Cursor) -> bool:
    """`a and b`, as the earlier edition spells it: reported, then read as meant."""
    word = c.word
    if word not in _WORD_OPERATORS or c.peek() in (";", ")", "=", ".", ",", "end"):
        return False
    c.report(p.WordOperator(c.here(), word, _WORD_OPERATORS[word]))
    c.kind = c.kinds[c.i] = _WORD_OPERATORS[word]
    return True


def _report_increment(c: Cursor, value: t.Expr) -> bool:
    """`x++`, which other languages have."""
    if c.peek(2) not in (";", ")"):
        return False
    c.report(p.Increment(c.span(value.at, c.ends[c.i + 1]), c.file.text[value.at : value.end], c.kind))
    c.kind = c.kinds[c.i] = f"{c.kind}="  # read as `x += 1`
    c.kinds[c.i + 1], c.values[c.i + 1] = "numeral", 1.0
    return True


# operand = literal | dice | name | "(" expression ")" | "{" items "}" | new | ("-" | "!") operand, then { suffix }
def _read_operand(c: Cursor) -> t.Expr:
    kind, i = c.kind, c.i
    at = c.starts[i]
    c.height = 0
    node: t.Expr
    if kind == "name":
        name: str = c.values[i]  # type: ignore[assignment]
        if name == "not" and c.peek() in ("name", "(", "true", "false"):
            c.report(p.WordOperator(c.here(), "not", "!"))
            return _read_unary(c, "!", c.spelling.negation)
        if name in POOL_WORDS and starts_pool(c, name):
            node = read_pool(c)
        elif name in c.spelling.operands and (found := c.spelling.operands[name](c)) is not None:
            node = found
        else:
            c.i = i + 1
            c.kind = c.kinds[i + 1]
            node = t.Name(at, c.ends[i], name)
    elif kind == "dice":
        node = read_pool(c)
    elif kind == "numeral" or kind == "text":
        c.i = i + 1
        c.kind = c.kinds[i + 1]
        node = t.Literal(at, c.ends[i], c.values[i])  # type: ignore[arg-type]
    elif kind == "true" or kind == "false" or kind == "null":
        c.advance()
        node = t.Literal(at, c.ends[i], None if kind == "null" else kind == "true")
    elif kind == "template":
        node = read_template(c, read_expression)
    elif kind == "(":
        c.advance()
        node = read_expression(c)
        if c.kind == "=":
            raise _report_assignment_inside(c)
        c.close(")", i)
    elif kind == "+" and c.spelling.earlier:
        plus = _read_unary(c, "+", c.spelling.minus)
        return t.Binary(at, plus.end, "*", t.Literal(at, at + 1, 1.0), plus.value)
    elif kind == "-":
        return _read_unary(c, "-", c.spelling.minus)
    elif kind == "!":
        return _read_unary(c, "!", c.spelling.negation)
    elif kind == "new":
        node = _read_new(c)
    elif kind == "{":
        node = _read_braces(c)
    elif kind == "[":
        raise c.lost("an expression; a list stands in braces, as in `{ 1, 2, 3 }`")
    else:
        raise c.lost("an expression")
    if c.kind in ".[(":
        node = _read_suffixes(c, node, at)
    if c.kind == "name" and c.values[c.i] == "against" and c.peek() in _OPPOSED:
        node = _read_against(c, node, at)
    return node


# opposed = operand "against" operand
def _read_against(c: Cursor, own: t.Expr, at: int) -> t.Call:
    """`attack against defence`, which is `attack.against(defence)` in words."""
    word, height = c.begin(), c.height
    others = _read_operand(c)
    c.height = max(height, c.height) + 1
    end = word + len("against")
    return t.Call(
        at, c.before, t.Member(at, end, own, "against", word), (t.Argument(others.at, c.before, None, others),)
    )


def _read_unary(c: Cursor, op: str, binding: int) -> t.Unary:
    at = c.begin()
    value = read_expression(c, binding)
    c.height += 1
    return t.Unary(at, c.before, op, value)


def _report_assignment_inside(c: Cursor) -> Lost:
    c.report(p.AssignmentInside(c.here()))
    return Lost()


# suffix = "." name | "[" expression "]" | "(" arguments ")"
def _read_suffixes(c: Cursor, node: t.Expr, at: int) -> t.Expr:
    while True:
        kind, i = c.kind, c.i
        height = c.height + 1
        if kind == ".":
            c.advance()
            node = _read_member(c, node, at)
        elif kind == "[":
            c.advance()
            comparing, c.comparing = c.comparing, False
            key = read_expression(c)
            c.comparing = comparing
            c.close("]", i)
            node = t.Index(at, c.before, node, key, c.spelling.earlier)
        elif kind == "(":
            arguments = _read_arguments(c)
            node = t.Call(at, c.before, node, arguments)
        else:
            return node
        c.height = max(c.height, height)
        if c.height >= DEEPEST:
            c.too_deep(c.span(node.at, node.at + 1))


def _read_member(c: Cursor, value: t.Expr, at: int) -> t.Member:
    """Behind the dot every word is a name."""
    i = c.i
    word = c.values[i]
    if not isinstance(word, str) or not (word[:1].isalpha() or word[:1] == "_") or c.kind == "text":
        raise c.lost("the name of a member")
    c.advance()
    return t.Member(at, c.ends[i], value, word, c.starts[i])


# arguments = "(" [ [name ":"] expression { "," [name ":"] expression } ] ")"
def _read_arguments(c: Cursor) -> tuple[t.Argument, ...]:
    opened = c.open()
    if c.kind == ")":
        c.advance()
        return ()
    arguments = []
    comparing, c.comparing = c.comparing, False
    while True:
        at, name = c.at, None
        if c.kind == "name" and c.peek() == ":":
            name = c.word
            c.advance()
            c.advance()
        value = read_expression(c)
        if c.kind == "=":
            raise _report_assignment_inside(c)
        if name is None and c.kind == "name" and isinstance(value, t.Name) and c.peek() in (",", ")", ".", "(", "["):
            raise c.lost(f"`:` between the name of an argument and its value, as in `{value.name}: …`; or `,`")
        arguments.append(t.Argument(at, value.end, name, value))
        if c.kind != ",":
            break
        c.advance()
    c.comparing = comparing
    c.close(")", opened)
    return tuple(arguments)


# new = "new" type "(" ")" [ "{" fills "}" ]
def _read_new(c: Cursor) -> t.New:
    at = c.begin()
    made = read_type_name(c)
    if c.kind == "(":
        arguments = _read_arguments(c)
        if arguments:
            c.report(p.NewWithArguments(c.span(arguments[0].at, arguments[-1].end), str(made.name)))
    elif not c.spelling.earlier:
        c.report(p.NewWithoutParentheses(c.span(c.before, c.before)))
    given = read_fills(c) if c.kind == "{" else ()
    return t.New(at, c.before, made, given)


# fills = [name ("=" | ":")] expression { ("," | ";") … }
def read_fills(c: Cursor) -> tuple[t.Fill, ...]:
    opened = c.i
    c.enter()
    c.advance()
    comparing, c.comparing = c.comparing, False
    given = []
    while c.kind not in ("}", "end"):
        at, name = c.at, None
        if c.kind == "name" and c.peek() in ("=", ":"):
            name = c.word
            c.advance()
            c.advance()
        value = read_expression(c)
        given.append(t.Fill(at, value.end, name, value))
        if c.kind not in (",", ";"):
            break
        c.advance()
    c.comparing = comparing
    _close_braces(c, opened)
    return tuple(given)


# braces = "{" [ expression { "," expression } [","] ] "}"
def _read_braces(c: Cursor) -> t.Braces:
    at, opened = c.at, c.i
    c.enter()
    c.advance()
    comparing, c.comparing = c.comparing, False
    items = []
    tallest = 0.0
    while c.kind not in ("}", "end"):
        items.append(read_expression(c))
        tallest = max(tallest, c.height)
        if c.kind != ",":
            break
        c.advance()
    c.comparing = comparing
    _close_braces(c, opened)
    c.height = tallest + 1
    return t.Braces(at, c.before, tuple(items))


def _close_braces(c: Cursor, opened: int) -> None:
    c.depth -= 1
    if c.kind == "}":
        c.advance()
    elif c.kind == "end" or c.kind == ";":
        c.report(p.UnclosedBracket(c.span(c.before, c.before), "}", c.span(c.starts[opened], c.ends[opened])))
    else:
        raise c.lost(f"`,` or {c.closing('}', opened)}")


# type = "kind" "of" name [ "." name ] | ("List" | "Table" | "Stack") "<" type ">" | "number" | "string" | "bool" | name [ "." name ]
def read_type_name(c: Cursor) -> t.TypeName:
    kind, i = c.kind, c.i
    at = c.starts[i]
    if kind == "name":
        name = str(c.values[i])
        if name == "number" and c.spelling.earlier:
            c.report(p.OtherEdition(c.here(), "decimal", "tgdl"))
        if name == "kind" and _says_kind(c, 0):
            return _read_kind(c, at)
        c.advance()
        if c.kind == "." and c.peek() == "name":
            c.advance()
            inner = str(c.values[c.i])
            c.advance()
            return _lists_of(c, t.TypeName(at, c.before, inner, None, name))
        return _lists_of(c, t.TypeName(at, c.ends[i], name))
    if kind not in TYPE_WORDS:
        raise c.lost("a type")
    c.advance()
    if kind in ("number", "string", "bool"):
        return _lists_of(c, t.TypeName(at, c.ends[i], kind))
    c.enter()
    c.expect("<", f"`<` and the type of what the {kind.lower()} holds, as in `{kind}<number>`")
    of = read_type_name(c)
    c.expect(">")
    c.depth -= 1
    return _lists_of(c, t.TypeName(at, c.before, kind, of))


def _says_kind(c: Cursor, steps: int) -> bool:
    """`kind of Card`, and not a variable `of` of a class `kind`."""
    if c.word_at(steps) != "kind" or c.word_at(steps + 1) != "of" or c.spelling.earlier:
        return False
    return c.peek(steps + 2) == "name" or c.peek(steps + 2) in TYPE_WORDS


def _read_kind(c: Cursor, at: int) -> t.TypeName:
    c.advance()
    c.advance()
    c.enter()
    of = read_type_name(c)
    c.depth -= 1
    return t.TypeName(at, c.before, "kind", of)


def _lists_of(c: Cursor, type_: t.TypeName) -> t.TypeName:
    """`T[]`, which is TGDL's `List<T>`."""
    while c.kind == "[" and c.peek() == "]":
        at = c.begin()
        c.advance()
        if not c.spelling.earlier:
            inside = c.file.text[type_.at : at]
            c.report(p.OtherEdition(c.span(type_.at, c.before), f"List<{inside}>", "tgpl"))
        type_ = t.TypeName(type_.at, c.before, "List", type_)
    return type_


def read_condition(c: Cursor) -> t.Expr:
    """An expression in a condition's parentheses, where `=` was meant as `==`."""
    c.comparing = True
    value = read_expression(c)
    c.comparing = False
    return value


def starts_type(c: Cursor, steps: int = 0) -> int:
    """How many tokens a type takes that begins `steps` tokens ahead; 0 if none does."""
    taken = _starts_single_type(c, steps)
    while taken and c.peek(steps + taken) == "[" and c.peek(steps + taken + 1) == "]":
        taken += 2
    return taken


def _starts_single_type(c: Cursor, steps: int) -> int:
    kind = c.peek(steps)
    if kind == "name" and _says_kind(c, steps):
        inner = _starts_single_type(c, steps + 2) if steps < DEEPEST else 0
        return 2 + inner
    if kind == "name":
        return 3 if c.peek(steps + 1) == "." and c.peek(steps + 2) == "name" else 1
    if kind in ("number", "string", "bool"):
        return 1
    if kind not in TYPE_WORDS or c.peek(steps + 1) != "<":
        return 1 if kind in TYPE_WORDS else 0
    inner = starts_type(c, steps + 2) if steps < DEEPEST else 0
    if not inner:
        return 1
    return inner + 3
