"""Texts that people read: what a player is asked, and texts with expressions in them.

In:  a `Body` and a node. Out: its type; mistakes are reported to the body.
"""

from __future__ import annotations

from tgpl.core.types import BROKEN, NOTHING, NULL, TEXT, ClassType, Collection, Type
from tgpl.languages.tgdl.desugar.to_string import call_in_text
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.check.body import Body
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.text.source import Span


def check_template(b: Body, node: t.Template) -> Type:
    parts = list[t.Expr]()
    for part in node.parts:
        got = b.expression(part)
        if got is NOTHING:
            b.accepts(part, got, TEXT, "A text")
        parts.append(call_in_text(b, part, got))
    node.parts = tuple(parts)
    return TEXT


def check_prompt(b: Body, node: t.Input, prompt: t.Expr) -> None:
    """`b` is a test: a question changes nothing."""
    if node.mode != "player":
        b.report(p.NobodyIsAsked(Span(b.file, node.name_at, node.name_at + len(node.name)), node.name, node.mode))
    got = b.expression(prompt, TEXT)
    if got not in (TEXT, BROKEN):
        b.report(p.QuestionIsNoText(b.span(prompt), b.show_type(got)))


_SHOWN = ("class", "interactable", "tile")


def check_shown(b: Body, node: t.Expr) -> None:
    """What `show` can show: an object, or several."""
    type_ = node.type
    element = type_.of if isinstance(type_, Collection) and type_.shape != "Table" else type_
    if element in (BROKEN, NULL, NOTHING, None):
        return
    if not isinstance(element, ClassType) or element.kind not in _SHOWN:
        assert type_ is not None
        b.report(
            p.ShowsNothing(b.span(node), b.show_type(type_), isinstance(type_, ClassType) and type_.kind == "stack")
        )
