"""Groups of boards and the connections of their tiles, written as TGPL."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from tgpl.languages.tgpl.print.expressions import quote, spell
from tgpl.languages.tgpl.print.statements import Page, write_block
from tgpl.languages.tgpl.syntax import tree as t


def write_group(page: Page, node: t.Group, members: Callable[[list[t.Node]], None]) -> None:
    page.open(f"{'override ' if node.override else ''}group {node.name}")
    if node.geometry is not None:
        page.line(f"geometry {node.geometry}{' around' if node.around else ''};")
    if node.orientation is not None:
        page.line(f"orientation {node.orientation};")
    if node.hollow:
        page.line("holes null;")
    _write_grid(page, node)
    write_hints(page, node.display)
    named = [attribute for attribute in node.attributes if attribute.name in node.named]
    if named:
        page.open("tiles")
        for attribute in named:
            page.before(attribute.at)
            page.line(f"{attribute.name}: {page.type(attribute.type_name)}{_spell_fills(page, attribute.value)};")
        page.close(named[-1].end)
    if node.links:
        page.open("adjacency")
        for link in node.links:
            _write_link(page, link)
        page.close(node.links[-1].end)
    rest: list[t.Node] = [attribute for attribute in node.attributes if attribute.name not in node.named]
    members(sorted([*rest, *node.functions], key=lambda member: member.at))
    if node.default is not None:
        page.before(node.default.at)
        write_block(page, "default", node.default)
    page.close(node.end)


def write_hints(page: Page, hints: tuple[t.Hint, ...]) -> None:
    if hints:
        for hint in hints:
            page.before(hint.at)
        said = (f"{hint.word} {', '.join(quote(text) for text, _, _ in hint.texts)};" for hint in hints)
        page.line(f"display {{ {' '.join(said)} }}")


def _write_grid(page: Page, node: t.Group) -> None:
    whole = [row for row in node.rows if row.number is None]
    if whole:
        page.open("grid")
        for row in whole:
            page.before(row.at)
            page.line(f"{_spell_cells(page, row)};")
            page.behind(row.end)
        page.close(whole[-1].end)
    for row in node.rows:
        if row.number is not None:
            page.line(f"row {row.number}: {_spell_cells(page, row)};")


def _spell_cells(page: Page, row: t.GridRow) -> str:
    """The tiles of a line; many of one kind are counted."""
    cells = [page.type(cell) for cell in row.tiles]
    if len(cells) <= 12:
        return ", ".join(cells)
    runs = [(word, len(list(same))) for word, same in groupby(cells)]
    return ", ".join(word if count == 1 else f"{count} {word}" for word, count in runs)


def _spell_fills(page: Page, value: t.Expr | None) -> str:
    if not isinstance(value, t.New) or not value.fills:
        return ""
    return " { " + " ".join(f"{one.name} = {page.expr(one.value)};" for one in value.fills) + " }"


def write_borders(page: Page, links: tuple[t.Link, ...]) -> None:
    page.gap()
    page.open("borders")
    for link in links:
        _write_link(page, link)
    page.close(links[-1].end)


def _write_link(page: Page, node: t.Link) -> None:
    page.before(node.at)
    back = "" if node.back is None else f" {spell(t.Literal(0, 0, node.back))}"
    there = "" if node.there is None else f" {spell(t.Literal(0, 0, node.there))}"
    page.line(f"{_spell_place(node.first)}{back} {node.arrow}{there} {_spell_place(node.second)};")
    page.behind(node.end)


def _spell_place(node: t.Place) -> str:
    if node.name is not None:
        return node.name if node.group is None else f"{node.group}.{node.name}"
    return f"{node.group or ''}({int(node.first)}, {int(node.second)})"
