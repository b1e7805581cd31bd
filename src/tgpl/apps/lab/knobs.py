"""What can be varied in a rule text: numbers that stand in it, each by its place.

A knob is a number of the designer: what an attribute of a class begins with (`Heap.stones`), a constant (`GOAL`), a cell of a table
of cards (`Copper.cost`), or a whole column of one (`Treasure.cost`). A text is varied by writing another number where the old one
stands, so that whatever else is in it, comments and layout too, stays as it is.

    knobs = find_knobs(result)
    knobs["Heap.stones"].cells[0].value      # 21.0
    turn(result, knobs["Heap.stones"].turned("=", Decimal(12)))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from tgpl.apps.lab.batches import Rules
from tgpl.compile import Result
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tree import FileCell
from tgpl.text.diagnostics import closest
from tgpl.text.files import STANDARD
from tgpl.text.source import SourceFile, Span

_PLAIN = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_MOST_NAMED = 12  # knobs in a message


class CannotVary(ValueError):
    """Why something cannot be varied, and what can."""


class Cell(NamedTuple):
    """A number in a rule text."""

    span: Span
    value: Decimal


class Edit(NamedTuple):
    """A number that is written somewhere instead of another."""

    span: Span
    text: str


class Knob(NamedTuple):
    name: str
    cells: tuple[Cell, ...]  # one, or those of a column that hold a number

    @property
    def told(self) -> str:
        """What it is now."""
        values = sorted({cell.value for cell in self.cells})
        return write_number(values[0]) if len(values) == 1 else f"{write_number(values[0])}..{write_number(values[-1])}"

    def turned(self, op: str, value: Decimal) -> list[Edit]:
        """`=`: every cell gets the value; `+=`: as much more."""
        return [Edit(cell.span, write_number(value if op == "=" else cell.value + value)) for cell in self.cells]


def write_number(value: Decimal) -> str:
    """As rules have it: no exponent, no zeros behind."""
    text = f"{value:f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def find_knobs(result: Result) -> dict[str, Knob]:
    """By name. Where an expansion says something anew, its number counts. Raises CannotVary for languages without such places."""
    found: dict[str, Knob] = {}
    trees = [loaded.tree for loaded in result.files if not loaded.name.startswith(STANDARD)]
    if not all(isinstance(tree, t.File) for tree in trees):
        raise CannotVary(
            "Only games in TGPL and TGDL can be varied: others have no attributes and constants with names"
        )
    for tree in trees:
        if isinstance(tree, t.File):
            for knob in _list_knobs(tree):
                before = found.get(knob.name)
                is_column = before is not None and any(
                    table.name == knob.name.partition(".")[0] for table in tree.tables
                )
                found[knob.name] = knob._replace(cells=before.cells + knob.cells) if before and is_column else knob
    return found


def _list_knobs(tree: t.File) -> Iterator[Knob]:
    file = tree.file
    for constant in tree.constants:
        yield from _make_knob(constant.name, file, [constant.value])
    for class_ in tree.classes:
        yield from _list_attributes(class_.name, file, class_.attributes)
    for table in tree.tables:
        cells = table.file or file
        for at, column in enumerate(table.columns):
            if column.name:
                values = [row.cells[at] if at < len(row.cells) else None for row in table.rows]
                yield from _make_knob(f"{table.name}.{column.name}", cells, values)
                for row, value in zip(table.rows, values, strict=True):
                    yield from _make_knob(f"{row.name}.{column.name}", cells, [value])
        for row in table.rows:
            yield from _list_attributes(row.name, file, row.attributes)


def _list_attributes(owner: str, file: SourceFile, attributes: tuple[t.Attribute, ...]) -> Iterator[Knob]:
    for attribute in attributes:
        yield from _make_knob(f"{owner}.{attribute.name}", file, [attribute.value])


def _make_knob(name: str, file: SourceFile, values: Iterable[t.Node | None]) -> Iterator[Knob]:
    """None, where no number stands."""
    cells = []
    for value in values:
        number = _read_number(file, value)
        if value is not None and number is not None:
            cells.append(Cell(Span(file, value.at, value.end), number))
    if cells:
        yield Knob(name, tuple(cells))


def _read_number(file: SourceFile, value: t.Node | None) -> Decimal | None:
    match value:
        case t.Literal() if isinstance(value.value, float | int) and not isinstance(value.value, bool):
            return _read_text(file.text[value.at : value.end])
        case t.Unary(op="-", value=t.Literal() as inner):
            number = _read_number(file, inner)
            return None if number is None else -number
        case FileCell():
            return _read_text(value.text)
        case _:
            return None


def _read_text(text: str) -> Decimal | None:
    """Only plain numbers."""
    return Decimal(text.strip()) if _PLAIN.fullmatch(text.strip()) else None


def choose_knob(knobs: dict[str, Knob], name: str) -> Knob:
    """Raises CannotVary, with what was probably meant, or what there is."""
    if name in knobs:
        return knobs[name]
    near = closest(name, knobs) or next((known for known in knobs if known.endswith(f".{name}")), None)
    if near is not None:
        raise CannotVary(
            f"{name!r} cannot be varied: no number stands in the rules under this name. Did you mean {near}?"
        )
    if not knobs:
        raise CannotVary(f"{name!r} cannot be varied: no attribute, constant or card of these rules is a plain number")
    listed = ", ".join(f"{knob.name} ({knob.told})" for knob in [*knobs.values()][:_MOST_NAMED])
    more = f", and {len(knobs) - _MOST_NAMED} more" if len(knobs) > _MOST_NAMED else ""
    raise CannotVary(f"{name!r} cannot be varied. What can be: {listed}{more}")


def turn(result: Result, edits: Iterable[Edit]) -> Rules:
    """The same texts with other numbers. Where two edits change the same number, the later counts."""
    rules, names = Rules.of(result), {id(file): name for name, file in result.source_files.items()}
    by_file: dict[str, dict[tuple[int, int], str]] = {}
    for edit in edits:
        by_file.setdefault(names[id(edit.span.file)], {})[edit.span.start, edit.span.end] = edit.text
    sources = dict(rules.sources)
    for name, changes in by_file.items():
        text = sources[name]
        for (start, end), number in sorted(changes.items(), reverse=True):
            text = text[:start] + number + text[end:]
        sources[name] = text
    return rules._replace(sources=sources)
