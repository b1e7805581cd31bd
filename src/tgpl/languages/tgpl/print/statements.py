"""Statements, inputs and blocks of the tree, written as TGPL, with the comments of the text they came from.

In:  nodes that `check` has looked at. Out: lines, through a `Page`, which also knows where each comment belongs.
"""

from __future__ import annotations

import re
from typing import assert_never

from tgpl.languages.tgpl.print.expressions import spell, spell_inner, spell_name, spell_type
from tgpl.languages.tgpl.syntax import tree as t

_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|(?P<comment>(?://|\\\\)[^\n]*)')


class Page:
    """Lines as they grow, and the comments that still have to be put among them."""

    def __init__(self, text: str, board: str | None) -> None:
        self.text = text
        self.board = board  # what the one board of a TGDL game is called
        self.lines: list[str] = []
        self.depth = 0
        self.comments = [
            (m.start(), m.end(), m["comment"][2:].strip()) for m in _COMMENT.finditer(text) if m["comment"]
        ]

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text if text else "")

    def gap(self) -> None:
        """A blank line, unless there is one, or a block has just begun."""
        if self.lines and self.lines[-1] and not self.lines[-1].endswith("{"):
            self.line("")

    def before(self, at: int) -> None:
        """The comments that stand before a place, each on a line of its own."""
        while self.comments and self.comments[0][0] < at:
            self.line(f"// {self.comments.pop(0)[2]}".rstrip())

    def behind(self, end: int) -> None:
        """A comment behind something, on the same line."""
        if self.comments and self.comments[0][0] >= end and "\n" not in self.text[end : self.comments[0][0]]:
            if not self.text[end : self.comments[0][0]].strip(" \t;}"):
                self.lines[-1] += f"  // {self.comments.pop(0)[2]}".rstrip()

    def open(self, head: str) -> None:
        if head:
            self.line(head)
        self.line("{")
        self.depth += 1

    def close(self, end: int) -> None:
        self.before(end)
        self.depth -= 1
        self.line("}")

    def expr(self, node: t.Expr) -> str:
        return spell(node, 0, self.board)

    def type(self, node: t.TypeName) -> str:
        return spell_type(node, self.board)


def write_block(page: Page, head: str, node: t.Block) -> None:
    """A head with its block; a short one stands on one line."""
    if not node.statements and not _commented(page, node):
        page.line(f"{head} {{ }}".strip())
        return
    page.open(head)
    for one in node.statements:
        write_statement(page, one)
    page.close(node.end)


def spell_on_one_line(node: t.Block, board: str | None) -> str:
    """A block in the middle of an expression; its comments stand before the statement around."""
    page = Page("", board)
    write_block(page, "", node)
    return " ".join(line.strip() for line in page.lines if line)


def _commented(page: Page, node: t.Node) -> bool:
    return any(node.at <= start < node.end for start, _, _ in page.comments)


def write_statement(page: Page, node: t.Statement) -> None:
    page.before(node.at)
    match node:
        case t.Block():
            write_block(page, "", node)
        case t.If():
            _write_if(page, node)
        case t.Switch():
            _write_switch(page, node)
        case t.While():
            write_block(page, f"while ({page.expr(node.condition)})", node.body)
        case t.For():
            _write_for(page, node)
        case t.ForEach():
            _write_for_each(page, node)
        case t.Input():
            write_input(page, node)
        case _:
            page.line(f"{_spell_simple(page, node)};")
    page.behind(node.end)


def _spell_simple(page: Page, node: t.SimpleStatement) -> str:
    """A statement that stands on one line, without its `;`."""
    match node:
        case t.Declare():
            return _spell_declare(page, node)
        case t.Assign():
            return _spell_assign(page, node)
        case t.Evaluate():
            return page.expr(node.value)
        case t.Return():
            return "return" if node.value is None else f"return {page.expr(node.value)}"
        case t.Break():
            return "break"
        case t.Continue():
            return "continue"
        case t.Winner():
            return f"winner {page.expr(node.value)}"
        case t.Fail():
            return "fail" if node.message is None else f"fail {page.expr(node.message)}"
        case t.Cancel():
            return _spell_cancel(page, node)
        case t.Win():
            return _spell_win(page, node)
        case t.Has():
            return f"{page.expr(node.player)} has {', '.join(map(page.expr, node.things))}"
        case _:
            assert_never(node)


def _spell_declare(page: Page, node: t.Declare) -> str:
    value = "" if node.value is None else f" = {page.expr(node.value)}"
    return f"{page.type(node.type_name)} {spell_name(node.name)}{value}"


def _spell_assign(page: Page, node: t.Assign) -> str:
    target = node.target
    if isinstance(target, t.Index) and target.lookup == "table":
        return (
            f"{spell_inner(target.value, False, page.board)}[{page.expr(target.key)}] {node.op} {page.expr(node.value)}"
        )
    if isinstance(target, t.Index) and target.lookup == "at":
        inner = spell_inner(target.value, True, page.board)
        if node.op == "=":
            return f"{inner}.put({page.expr(target.key)}, {page.expr(node.value)})"
        return f"{inner}[{page.expr(target.key)}] {node.op} {page.expr(node.value)}"
    return f"{page.expr(target)} {node.op} {page.expr(node.value)}"


def _spell_part(page: Page, node: t.Declare | t.Assign | t.Evaluate | None) -> str:
    """A statement in the head of a `for`."""
    if isinstance(node, t.Declare):
        return _spell_declare(page, node)
    if isinstance(node, t.Assign):
        return _spell_assign(page, node)
    return "" if node is None else page.expr(node.value)


def _write_switch(page: Page, node: t.Switch) -> None:
    page.open(f"switch ({page.expr(node.value)})")
    for case in node.cases:
        page.before(case.at)
        _write_case(page, f"case {', '.join(map(page.expr, case.values))}:", case.body)
    if node.otherwise is not None:
        page.before(node.otherwise.at)
        _write_case(page, "default:", node.otherwise)
    page.close(node.end)


def _write_case(page: Page, head: str, body: t.Block) -> None:
    page.line(head if body.statements else f"{head} ;")
    page.depth += 1
    for one in body.statements:
        write_statement(page, one)
    page.depth -= 1


def _write_if(page: Page, node: t.If) -> None:
    word = "if"
    for condition, body in node.branches:
        write_block(page, f"{word} ({page.expr(condition)})", body)
        word = "else if"
    if node.otherwise is not None:
        write_block(page, "else", node.otherwise)


def _write_for(page: Page, node: t.For) -> None:
    condition = "" if node.condition is None else f" {page.expr(node.condition)}"
    after = "" if node.after is None else f" {_spell_part(page, node.after)}"
    write_block(page, f"for ({_spell_part(page, node.first)};{condition};{after})", node.body)


def _write_for_each(page: Page, node: t.ForEach) -> None:
    write_block(
        page, f"for ({page.type(node.type_name)} {spell_name(node.name)} in {page.expr(node.values)})", node.body
    )


def _spell_cancel(page: Page, node: t.Cancel) -> str:
    what = "" if node.what is None else f" {node.what}"
    return f"cancel{what}" + ("" if node.message is None else f" {page.expr(node.message)}")


def _spell_win(page: Page, node: t.Win) -> str:
    players = ", ".join(map(page.expr, node.players))
    return f"{'draw' if node.draw else 'win'} {players}".strip()


# ---- inputs


def write_input(page: Page, node: t.Input) -> None:
    page.before(node.at)
    head = _input_head(page, node)
    if not node.filters:
        page.line(f"{head};")
    elif len(node.filters) == 1 and node.filters[0].name is None:
        write_test_block(page, head, node.filters[0].body)
    else:
        page.open(head)
        for filter_ in node.filters:
            page.before(filter_.at)
            write_test_block(
                page, "filter" if filter_.name is None else f"filter {spell_name(filter_.name)}", filter_.body
            )
        page.close(node.end)
    page.behind(node.end)


def _input_head(page: Page, node: t.Input) -> str:
    words = ["optional"] if node.optional else []
    if node.mode != "player":
        words.append(node.mode)
    elif node.asked is not None:
        words.append(f"player {spell(node.asked, 20, page.board)}")
    words += ["input", *_count_and_type(page, node), spell_name(node.name)]
    if node.among is not None:
        words.append(f"in {page.expr(node.among)}")
    if node.low is not None and node.high is not None:
        words.append(f"from {page.expr(node.low)} to {page.expr(node.high)}")
    if node.value is not None:
        words.append(f"= {page.expr(node.value)}")
    if node.prompt is not None:
        words.append(f"ask {page.expr(node.prompt)}")
    return " ".join(words)


def _count_and_type(page: Page, node: t.Input) -> list[str]:
    count, of = node.count, node.type_name.of
    if count is None or of is None:
        return [page.type(node.type_name)]
    least, most = (None if one is None else _spell_count(page, one) for one in (count.least, count.most))
    words = {"exactly": least, "up to": f"up to {most}", "at least": f"at least {least}", "to": f"{least} to {most}"}
    return [words.get(count.form) or count.form, page.type(of)]


def _spell_count(page: Page, node: t.Expr) -> str:
    return page.expr(node) if isinstance(node, (t.Literal, t.Name)) else f"({page.expr(node)})"


def write_test_block(page: Page, head: str, node: t.Block) -> None:
    """A test; one that only returns something stands on one line."""
    one = node.statements[0] if len(node.statements) == 1 else None
    if isinstance(one, t.Return) and one.value is not None and not _commented(page, node):
        line = f"{head} {{ return {page.expr(one.value)}; }}"
        if len(line) + 4 * page.depth <= 120:
            page.line(line)
            return
    write_block(page, head, node)
