"""A tree back to a text, in either spelling, with its comments.

In:  a `Sheet` that was read whole. Out: a text that means the same, rule for rule.

    spelled(sheet, infix=True)      line(X) :- row(M,X)
    spelled(sheet, infix=False)     (<= (line ?x) (row ?m ?x))
"""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

from tgpl.languages.gdl import tree as t
from tgpl.languages.gdl.lex_infix import is_capital, is_plain

_WIDEST = 100
_INDENT = "    "


class _Item(NamedTuple):
    start: int
    end: int
    said: str
    is_comment: bool


def spelled(sheet: t.Sheet, infix: bool) -> str:
    """Rules and comments in their order; what stood on one line stays on one, and paragraphs stay apart."""
    mark, say = ("%", infix_rule) if infix else (";", kif_rule)
    items = [_Item(rule.start, rule.end, say(rule), False) for rule in sheet.rules]
    items += [_Item(start, start + len(text), _comment(text, mark), True) for start, text in sheet.comments]
    items.sort()
    parts = [items[0].said] if items else []
    behind = 0
    for last, item in itertools.pairwise(items):
        behind = max(behind, last.end)
        ends = sheet.file.text.count("\n", behind, item.start) if item.start >= behind else 1  # 1: inside a rule
        parts += [_gap(ends, last, item), item.said]
    return "".join([*parts, "\n"])


def _gap(ends: int, last: _Item, item: _Item) -> str:
    """Between two items with so many ends of lines between them."""
    if ends > 1:
        return "\n\n"
    apart = last.is_comment or (not item.is_comment and "\n" in last.said + item.said)
    return "\n" if ends or apart else " "


def _comment(text: str, mark: str) -> str:
    return "\n".join(f"{mark}{line.rstrip()}" for line in text.split("\n"))


# ---- KIF


def kif_rule(rule: t.Rule) -> str:
    head = kif(rule.head)
    if not rule.body:
        return head if head[0] == "(" else f"({head})"
    return _laid_out([f"(<= {head}", *map(kif, rule.body)], "", ")")


def kif(term: t.Term) -> str:
    return f"({' '.join([term.name, *map(kif, term.arguments)])})" if term.arguments else term.name


def _laid_out(parts: list[str], join: str, end: str) -> str:
    """Head and literals on one line where they are few and short, else each on its own."""
    line = f"{parts[0]} {f'{join} '.join(parts[1:])}{end}"
    if len(line) <= _WIDEST and len(parts) <= 4:
        return line
    return "\n".join([parts[0], *(f"{_INDENT}{part}{join}" for part in parts[1:-1]), f"{_INDENT}{parts[-1]}{end}"])


# ---- infix


def infix_rule(rule: t.Rule) -> str:
    head = infix_term(rule.head)
    if not rule.body:
        return head
    return _laid_out([f"{head} :-", *map(_literal, rule.body)], " &", "")


def infix_term(term: t.Term) -> str:
    if term.is_variable:
        return infix_variable(term.name)
    name = term.name if is_plain(term.name) else _quoted(term.name)
    return f"{name}({','.join(map(infix_term, term.arguments))})" if term.arguments else name


def infix_variable(name: str) -> str:
    """`X` for `?x`; what no capital can begin keeps its `?`."""
    word = name[1:]
    if re.fullmatch(r"\w[\w+\-]*", word) and word != "_":
        written = word[0].upper() + word[1:]
        if is_capital(written) and written.lower() == word:
            return written
    return name if re.fullmatch(r"""\?[^\s();,&|~.'"%:]+""", name) else "?" + _quoted(word)


def _quoted(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def _literal(term: t.Term) -> str:
    """Of a body; one with signs inside is put between parentheses."""
    if term.key == ("not", 1):
        return f"~{_literal(term.arguments[0])}"
    if term.name not in ("or", "and") or not term.arguments:
        return infix_term(term)
    if len(term.arguments) == 1:
        return f"{term.name}({_literal(term.arguments[0])})"
    if term.name == "and":
        return f"({' & '.join(map(_literal, term.arguments))})"
    return f"({' | '.join(map(_choice, term.arguments))})"


def _choice(term: t.Term) -> str:
    """Of an `or`: `&` binds more than `|`."""
    said = _literal(term)
    return said[1:-1] if term.name == "and" and len(term.arguments) > 1 else said
