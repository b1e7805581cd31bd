"""A tree back to a text, in either spelling, with its comments.

In:  a `Sheet` that was read whole. Out: a text that means the same, rule for rule.

    spell_sheet(sheet, infix=True)      line(X) :- row(M,X)
    spell_sheet(sheet, infix=False)     (<= (line ?x) (row ?m ?x))
"""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

from tgpl.languages.gdl.syntax import tree as t
from tgpl.languages.gdl.syntax.lex_infix import is_capital, is_plain

_WIDEST = 100
_INDENT = "    "


class _Item(NamedTuple):
    start: int
    end: int
    said: str
    is_comment: bool


def spell_sheet(sheet: t.Sheet, infix: bool) -> str:
    """Rules and comments in their order; what stood on one line stays on one, and paragraphs stay apart."""
    items, ahead = list[_Item](), 0
    comments = [_Item(start, start + len(text), _spell_comment(text, infix), True) for start, text in sheet.comments]
    for rule in sheet.rules:
        inside = ahead
        while inside < len(comments) and comments[inside].start < rule.start:
            inside += 1
        items += comments[ahead:inside]
        ahead = inside
        while ahead < len(comments) and comments[ahead].start < rule.end:
            ahead += 1
        items.append(_Item(rule.start, rule.end, _spell_rule(rule, comments[inside:ahead], infix), False))
    items += comments[ahead:]
    parts = [items[0].said] if items else []
    for last, item in itertools.pairwise(items):
        parts += [_gap(sheet.file.text.count("\n", last.end, item.start), last, item), item.said]
    return "".join([*parts, "\n"])


def _spell_comment(text: str, infix: bool) -> str:
    return "\n".join(f"{'%' if infix else ';'}{line.rstrip()}" for line in text.split("\n"))


def _gap(ends: int, last: _Item, item: _Item) -> str:
    """Between two items with so many ends of lines between them."""
    if ends > 1:
        return "\n\n"
    apart = last.is_comment or (not item.is_comment and "\n" in last.said + item.said)
    return "\n" if ends or apart else " "


def _spell_rule(rule: t.Rule, inside: list[_Item], infix: bool) -> str:
    """Head and literals on one line where they are few and short, else each on its own, behind the comments about it."""
    head, *literals = map(_spell_literal if infix else spell_kif, (rule.head, *rule.body))
    if not literals:
        said = head if infix or head[0] == "(" else f"({head})"
        return "\n".join([*(comment.said for comment in inside), said])
    opening, join, end = (f"{head} :-", " &", "") if infix else (f"(<= {head}", "", ")")
    line = f"{opening} {f'{join} '.join(literals)}{end}"
    if len(line) <= _WIDEST and len(literals) <= 3 and not inside:
        return line
    lines = [opening]
    for i, literal in enumerate(literals):
        about = [comment.said for comment in inside if comment.start < rule.body[i].end]
        inside = inside[len(about) :]
        lines += [_INDENT + part for text in about for part in text.split("\n")]
        lines.append(f"{_INDENT}{literal}{end if i == len(literals) - 1 else join}")
    return "\n".join(lines + [comment.said for comment in inside])


def spell_kif(term: t.Term) -> str:
    return f"({' '.join([term.name, *map(spell_kif, term.arguments)])})" if term.arguments else term.name


# ---- infix


def spell_infix_term(term: t.Term) -> str:
    if term.is_variable:
        return spell_infix_variable(term.name)
    name = term.name if is_plain(term.name) else _quote(term.name)
    return f"{name}({','.join(map(spell_infix_term, term.arguments))})" if term.arguments else name


def spell_infix_variable(name: str) -> str:
    """`X` for `?x`; what no capital can begin keeps its `?`."""
    word = name[1:]
    if re.fullmatch(r"\w[\w+\-]*", word) and word != "_":
        written = word[0].upper() + word[1:]
        if is_capital(written) and written.lower() == word:
            return written
    return name if re.fullmatch(r"""\?[^\s();,&|~.'"%:]+""", name) else "?" + _quote(word)


def _quote(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def _spell_literal(term: t.Term) -> str:
    """Of a rule; one with signs inside is put between parentheses."""
    if term.key == ("not", 1):
        return f"~{_spell_literal(term.arguments[0])}"
    if term.name not in ("or", "and") or not term.arguments:
        return spell_infix_term(term)
    if len(term.arguments) == 1:
        return f"{term.name}({_spell_literal(term.arguments[0])})"
    if term.name == "and":
        return f"({' & '.join(map(_spell_literal, term.arguments))})"
    return f"({' | '.join(map(_spell_choice, term.arguments))})"


def _spell_choice(term: t.Term) -> str:
    """Of an `or`: `&` binds more than `|`."""
    said = _spell_literal(term)
    return said[1:-1] if term.name == "and" and len(term.arguments) > 1 else said
