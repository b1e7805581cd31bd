"""What players read, as the edition between TGDL and TGPL has it: `information { short { return "…"; } long { return "…"; } }`.

In:  a cursor at `information`. Out: of a class the hints of a `display`, in which only attributes can be filled in; of an input the
question that is asked, which is any expression. A text that a display cannot say is reported with what can.
"""

from __future__ import annotations

import re

from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.print.expressions import quote
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import read_expression
from tgpl.languages.tgpl.syntax.members import read_members
from tgpl.languages.tgpl.syntax.statements import read_block

_HINTS = {"short": "short", "long": "text"}
_FOLLOWING = frozenset(_HINTS)
_FILLED = re.compile(r"\{\w+\}")

Paragraph = tuple[str, t.Block]  # "short" or "text", and what gives it


def at_information(c: Cursor) -> bool:
    return c.word == "information" and c.peek() == "{"


# information = "information" "{" ( { ("short" | "long") (block | expression ";") } | { statement } ) "}"
def _read_paragraphs(c: Cursor) -> list[Paragraph]:
    c.advance()
    if c.word_at(1) not in _HINTS:
        return [("text", read_block(c))]
    found: list[Paragraph] = []

    def member() -> None:
        if c.word not in _HINTS:
            raise c.lost("`short` or `long`")
        hint = _HINTS[str(c.word)]
        c.advance()
        if c.kind == "{":
            found.append((hint, read_block(c)))
        else:
            at = c.at
            value = read_expression(c)
            c.semicolon(_FOLLOWING)
            found.append((hint, t.Block(at, c.before, (t.Return(at, c.before, value),))))

    read_members(c, member, frozenset())
    return found


def _only_value(block: t.Block) -> t.Expr | None:
    """What a block gives that does nothing else."""
    match block.statements:
        case (t.Return(value=value),):
            return value
    return None


# ---- of a class


def read_class_information(c: Cursor) -> list[t.Hint]:
    """The hints of a display; the paragraphs of each are one text."""
    at, word = c.at, c.here()
    texts: dict[str, list[str]] = {}
    for hint, block in _read_paragraphs(c):
        value = _only_value(block)
        text = None if value is None else _spell_display(value)
        if text is None:
            c.report(p.ComputedInformation(c.span(block.at, block.end), hint))
        else:
            texts.setdefault(hint, []).append(text)
    made = {hint: " ".join(lines) for hint, lines in texts.items()}
    if not c.spelling.earlier:
        said = " ".join(f"{hint} {quote(text)};" for hint, text in made.items())
        c.report(p.OtherEdition(word, f"display {{ {said} }}", "tgpl", False))
    return [t.Hint(at, c.before, hint, ((text, at, c.before),)) for hint, text in made.items()]


def _spell_display(node: t.Expr) -> str | None:
    """A text whose values are attributes of the object, as a display writes it; None if it is something else."""
    match node:
        case t.Literal(value=str(text)):
            return None if _FILLED.search(text) else text
        case t.Template():
            parts = [_spell_part(part) for part in node.parts]
            return None if None in parts else "".join(part or "" for part in parts)
        case t.Binary(op="+", left=left, right=right):
            first, second = _spell_display(left), _spell_display(right)
            if first is None and second is None:
                return None  # two values are added, not joined
            first, second = first or _spell_part(left), second or _spell_part(right)
            return None if first is None or second is None else first + second
    return None


def _spell_part(node: t.Expr) -> str | None:
    match node:
        case t.Name(name=name) | t.Member(value=t.Name(name="this"), name=name):
            return f"{{{name}}}"
    return _spell_display(node)


# ---- of an input, of an action


def read_question(c: Cursor) -> t.Expr | None:
    """What a player is asked: all paragraphs, one behind the other."""
    at, parts = c.at, list[t.Expr]()
    for _, block in _read_paragraphs(c):
        value = _only_value(block)
        if value is None:
            c.report(p.ComputedInformation(c.span(block.at, block.end), "ask"))
            continue
        parts += [t.Literal(value.at, value.at, " ")] if parts else []
        parts += value.parts if isinstance(value, t.Template) else (value,)
    if len(parts) == 1 and isinstance(parts[0], t.Literal):
        return parts[0]
    return t.Template(at, c.before, tuple(parts)) if parts else None


def refuse_information(c: Cursor, owner: str) -> bool:
    """`information` where nothing can show it: told, and left out."""
    if not at_information(c):
        return False
    c.report(p.InformationElsewhere(c.here(), owner))
    _read_paragraphs(c)
    return True
