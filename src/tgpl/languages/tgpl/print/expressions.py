"""Expressions and types of the tree, written as TGPL.

In:  nodes that `check` has looked at, of either edition. Out: text. What TGDL means otherwise is said in full: `l.at(i)`,
`same(a, b)`, `turn.phase.active()`.

    spell(node)      # Binary("same", a, b)  →  "same(a, b)"
"""

from __future__ import annotations

import re

from tgpl.core.types import Collection
from tgpl.languages.tgpl.check import symbols as s
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.expressions import BINDING, NEGATION, NOT
from tgpl.languages.tgpl.syntax.lex import RESERVED

_TIGHTEST = 20
_SURE = (t.New, t.Braces, t.Unary, t.Dice)  # never null
_NESTED = re.compile(r'\{[^}]*[{"]|\$"')  # braces or quotes inside braces
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def spell_name(word: str) -> str:
    """A name; one that TGPL keeps for itself gets a tail."""
    return f"{word}_" if word in RESERVED else word


def quote(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(character, character) for character in text) + '"'


def spell_type(node: t.TypeName, board: str | None = None) -> str:
    """A type; `board` is what the one board of a TGDL game is called."""
    if node.of is not None and node.name == "kind":
        return f"kind of {spell_type(node.of, board)}"
    if node.of is not None:
        return f"{node.name}<{spell_type(node.of, board)}>"
    if node.alias is not None:
        return f"{node.alias}.{node.name}"
    return board if board is not None and node.name == "board" else node.name


def spell(node: t.Expr, around: int = 0, board: str | None = None) -> str:
    """An expression, in parentheses if what stands around it binds tighter."""
    text, binding = _spell(node, board)
    return f"({text})" if binding < around else text


def spell_inner(node: t.Expr, lists: bool, board: str | None) -> str:
    """A collection into which something is written, with what TGDL makes on the way there; `lists`: a list is."""
    if isinstance(node, t.Index) and isinstance(node.type, Collection) and node.lookup in ("at", "table"):
        at = node.lookup == "at"
        value, key = spell_inner(node.value, lists or at, board), spell(node.key, 0, board)
        return f"{value}.inner({key})" if lists or at else f"{value}[{key}]"
    return spell(node, _TIGHTEST, board)


def _spell(node: t.Expr, board: str | None) -> tuple[str, int]:
    match node:
        case t.Literal():
            return _spell_literal(node)
        case t.Dice():
            return node.text, _TIGHTEST if " " not in node.text else BINDING["^"] + 1
        case t.Name():
            return (spell_name(node.name), _TIGHTEST) if node.meant is None else _spell(node.meant, board)
        case t.Member():
            return f"{spell(node.value, _TIGHTEST, board)}.{_spell_member(node)}", _TIGHTEST
        case t.Index():
            value, key = spell(node.value, _TIGHTEST, board), spell(node.key, 0, board)
            return (f"{value}.at({key})" if node.lookup == "at" else f"{value}[{key}]"), _TIGHTEST
        case t.Call():
            if node.meant is not None:
                return _spell_template(node.meant, board)
            arguments = ", ".join(_spell_argument(one, board) for one in node.arguments)
            return f"{spell(node.callee, _TIGHTEST, board)}({arguments})", _TIGHTEST
        case t.Unary():
            if node.op == "!":  # takes in all that follows up to the next `&`
                return f"!{spell(node.value, NOT, board)}", NOT - 1
            return f"-{spell(node.value, NEGATION + 1, board)}", NEGATION
        case t.Binary():
            return _spell_binary(node, board)
        case t.Conditional():
            condition, yes = spell(node.condition, 1, board), spell(node.yes, 0, board)
            return f"{condition} ? {yes} : {spell(node.no, 0, board)}", 0
        case t.TypeTest():
            binding = BINDING[node.op]
            return f"{spell(node.value, binding, board)} {node.op} {spell_type(node.wanted, board)}", binding
        case t.New():
            return _spell_new(node, board), _TIGHTEST
        case t.Braces():
            inner = ", ".join(spell(item, 0, board) for item in node.items)
            return (f"{{ {inner} }}" if inner else "{}"), _TIGHTEST
        case t.Template():
            return _spell_template(node, board)
        case t.Query():
            return _spell_query(node, board), _TIGHTEST


def _spell_query(node: t.Query, board: str | None) -> str:
    type_ = "" if node.type_name is None else f"{spell_type(node.type_name, board)} "
    head = f"{node.word} {'down ' if node.down else ''}{type_}{spell_name(node.name)}"
    values = spell(node.values, 0, board)
    if isinstance(node.values, t.New) and not node.values.fills:
        values = f"({values})"  # else the question would be what it is filled with
    if node.body is None:
        return f"{head} in {values} {{ {', '.join(spell(key, 0, board) for key in node.keys)} }}"
    from tgpl.languages.tgpl.print.statements import spell_on_one_line  # statements hold expressions in turn

    return f"{head} in {values} {spell_on_one_line(node.body, board)}"


def _spell_member(node: t.Member) -> str:
    """The language's own may be called like words that it keeps for itself: `event.new`."""
    if node.today is not None:
        return spell_name(node.today)
    predefined = isinstance(node.refers, s.Attribute) and node.refers.node is None
    return node.name if predefined else spell_name(node.name)


def _spell_literal(node: t.Literal) -> tuple[str, int]:
    value = node.value
    if value is None:
        return "null", _TIGHTEST
    if isinstance(value, bool):
        return ("true" if value else "false"), _TIGHTEST
    return (quote(value) if isinstance(value, str) else _spell_number(value)), _TIGHTEST


def _spell_number(value: float) -> str:
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _spell_argument(node: t.Argument, board: str | None) -> str:
    value = spell(node.value, 0, board)
    return value if node.name is None else f"{spell_name(node.name)}: {value}"


def _spell_binary(node: t.Binary, board: str | None) -> tuple[str, int]:
    op = node.op
    if op in ("same", "differ"):
        if not (_is_never_null(node.left) or _is_never_null(node.right)):
            text = f"same({spell(node.left, 0, board)}, {spell(node.right, 0, board)})"
            return (text, _TIGHTEST) if op == "same" else (f"!{text}", NOT - 1)
        op = "==" if op == "same" else "!="
    binding = BINDING[op]
    left, right = (binding + 1, binding) if op == "^" else (binding, binding + 1)
    return f"{spell(node.left, left, board)} {op} {spell(node.right, right, board)}", binding


def _is_never_null(node: t.Expr) -> bool:
    """As `lower` knows it: then a plain comparison means the same."""
    if isinstance(node, t.Name):
        return node.refers == "this" or (node.meant is not None and _is_never_null(node.meant))
    if isinstance(node, t.Call) and isinstance(node.callee, t.Member) and isinstance(node.callee.value, t.Name):
        return node.callee.value.name == "player" and node.callee.name in ("active", "count")
    if isinstance(node, t.Literal):
        return node.value is not None
    return isinstance(node, (t.Binary, *_SURE))


def _spell_template(node: t.Template, board: str | None) -> tuple[str, int]:
    """Joined with `+` where an expression has more braces than a template can hold."""
    words = [part.value if isinstance(part, t.Literal) else None for part in node.parts]
    holes = [spell(part, 0, board) for part in node.parts]
    if any(not isinstance(said, str) and _NESTED.search(hole) for said, hole in zip(words, holes, strict=True)):
        binding = BINDING["+"]
        return " + ".join(['""', *(spell(part, binding + 1, board) for part in node.parts)]), binding
    told = [
        quote(said)[1:-1].replace("{", "{{").replace("}", "}}") if isinstance(said, str) else _spell_hole(hole)
        for said, hole in zip(words, holes, strict=True)
    ]
    return f'$"{"".join(told)}"', _TIGHTEST


def _spell_hole(hole: str) -> str:
    """Two braces beside each other would be one as such."""
    return f"{{{' ' if hole[0] == '{' else ''}{hole}{' ' if hole[-1] == '}' else ''}}}"


def _spell_new(node: t.New, board: str | None) -> str:
    made = f"new {spell_type(node.made, board)}()"
    if not node.fills:
        return made
    fills = [f"{spell_name(one.name)} = {spell(one.value, 0, board)};" for one in node.fills if one.name is not None]
    items = ", ".join(spell(one.value, 0, board) for one in node.fills if one.name is None)
    return f"{made} {{ {' '.join(fills) if fills else items} }}"
