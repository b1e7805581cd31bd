"""Groups of boards, the connections of their tiles, and zones, written as TGPL."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from tgpl.languages.tgpl.print.expressions import quote, spell
from tgpl.languages.tgpl.print.statements import Page, write_block
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import Zone


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
    tiles: list[t.Attribute | t.TypeName] = sorted([*named, *node.laid], key=lambda tile: tile.at)
    if tiles:
        page.open("tiles")
        for tile in tiles:
            page.before(tile.at)
            page.line(f"{_spell_tile(page, tile)};")
        page.close(tiles[-1].end)
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


def _spell_tile(page: Page, tile: t.Attribute | t.TypeName) -> str:
    if isinstance(tile, t.TypeName):
        return page.type(tile)
    return f"{tile.name}: {page.type(tile.type_name)}{_spell_fills(page, tile.value)}"


def write_hints(page: Page, hints: tuple[t.Hint, ...]) -> None:
    if hints:
        for hint in hints:
            page.before(hint.at)
        said = (f"{hint.word} {_spell_hint(hint)};" for hint in hints)
        page.line(f"display {{ {' '.join(said)} }}")


def _spell_hint(hint: t.Hint) -> str:
    names = hint.word in ("hide", "owner")
    return ", ".join(text if names else quote(text) for text, _, _ in hint.texts)


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


def write_zone(page: Page, node: Zone) -> None:
    """What a zone says of itself."""
    said = [f"seen by {node.seen};"] if node.seen is not None else []
    said += ["ordered;"] if node.ordered else []
    said += ["keeps owner;"] if node.keeps else []
    said += [f"holds {page.expr(node.capacity)};"] if node.capacity is not None else []
    if node.source is not None:
        said.append(f"refill from {page.expr(node.source)}{' always' if node.always else ''};")
    for line in said:
        page.line(line)
