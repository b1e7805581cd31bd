"""Tables of cards, and what decks begin with, written as TGPL."""

from __future__ import annotations

from collections.abc import Callable

from tgpl.languages.tgpl.print.boards import write_hints
from tgpl.languages.tgpl.print.expressions import quote
from tgpl.languages.tgpl.print.statements import Page
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import CardRow, CardTable, Column, Content, FileCell


def write_table(page: Page, node: CardTable, members: Callable[[list[t.Node]], None]) -> None:
    head = f"{'override ' if node.override else ''}cards {node.name}"
    head += "" if node.base is None else f" : {page.type(node.base)}"
    if node.path is not None:  # its rows stay where they stand
        page.line(f"{head} from {quote(node.path)};")
        return
    page.open(head)
    page.line(f"{', '.join(_spell_column(page, column) for column in node.columns)};")
    for row in node.rows:
        page.before(row.at)
        _write_row(page, row, members)
        page.behind(row.end)
    page.close(node.end)


def _spell_column(page: Page, node: Column) -> str:
    return node.name if node.type_name is None else f"{page.type(node.type_name)} {node.name}"


def _write_row(page: Page, node: CardRow, members: Callable[[list[t.Node]], None]) -> None:
    cells = [page.expr(cell) if cell is not None and not isinstance(cell, FileCell) else "" for cell in node.cells]
    head = f"{node.name}: {', '.join(cells)}".rstrip() if cells else node.name
    inside: list[t.Node] = sorted([*node.attributes, *node.functions, *node.actions], key=lambda one: one.at)
    if not inside and not node.display:
        page.line(f"{head};")
        return
    page.open(head)
    write_hints(page, node.display)
    members(inside)
    page.close(node.end)


def write_contents(page: Page, contents: tuple[Content, ...]) -> None:
    for one in contents:
        page.before(one.at)
        page.line(f"{'' if one.count == 1 else f'{one.count} '}{page.type(one.card)};")
        page.behind(one.end)
