"""Files of cards: comma- or tab-separated lines beside the rules, as spreadsheets write them.

In:  a `SourceFile`. Out: columns and rows of a `CardTable`, with places in that file, and what is wrong with it. A file is untrusted:
whatever is in it, it is read or told.

    columns, rows, problems = read_card_file(SourceFile("kingdom.csv", "name,cost\nBig Money,7"))
    rows[0].name   # "BigMoney"
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from tgpl.languages.common.identifiers import find_stranger, normalize
from tgpl.languages.common.token_cursor import Lost
from tgpl.languages.tgpl import problems as p
from tgpl.languages.tgpl.syntax import tree as t
from tgpl.languages.tgpl.syntax.card_tables import MOST_COLUMNS, MOST_ROWS, read_column
from tgpl.languages.tgpl.syntax.card_tree import CardRow, Column, FileCell
from tgpl.languages.tgpl.syntax.cursor import Cursor
from tgpl.languages.tgpl.syntax.expressions import read_expression
from tgpl.languages.tgpl.syntax.lex import RESERVED, lex
from tgpl.languages.tgpl.syntax.parse import SPELLING
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span

LONGEST_CARD_FILE = 1_000_000  # characters
MOST_BROKEN = 20  # places of one file that are told
_DELIMITERS = ("\t", ";", ",")
_QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"')
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_APART = re.compile(r"[^\w]+")
_NOT_NAMES = RESERVED | {"player"}


_Read = TypeVar("_Read", Column, t.Expr)


class _Cell(NamedTuple):
    text: str
    start: int
    end: int  # with its quotes, without blanks around


def read_card_file(file: SourceFile) -> tuple[list[Column], list[CardRow], list[Problem]]:
    reader = _Reader(file)
    if len(file.text) > LONGEST_CARD_FILE:
        reader.problems.append(p.TableTooLarge(Span(file, 0, 0), "characters", LONGEST_CARD_FILE))
        return [], [], reader.problems
    control = _CONTROL.search(file.text)
    if control is not None:
        word = f"U+{ord(control.group()):04X}"
        reader.break_at(
            control.start(), control.end(), f"No text has the character {word}: this is another kind of file."
        )
        return [], [], reader.problems
    reader.read()
    return reader.columns, reader.rows, reader.problems


class _Reader:
    def __init__(self, file: SourceFile) -> None:
        self.file, self.text = file, file.text
        self.at = 1 if self.text.startswith("\ufeff") else 0
        self.delimiter = _find_delimiter(file)
        self.plain = re.compile(rf"[^{self.delimiter}\r\n]*")
        self.problems: list[Problem] = []
        self.columns: list[Column] = []
        self.rows: list[CardRow] = []
        self.naming = 0  # the column that names the cards
        self.headings: tuple[str, ...] = ()

    def break_at(self, start: int, end: int, why: str) -> None:
        self.problems.append(p.BrokenFile(Span(self.file, start, end), why))

    def read(self) -> None:
        while self.at < len(self.text) and len(self.problems) < MOST_BROKEN:
            before = len(self.problems)
            line = self._read_line()
            if not any(cell.text for cell in line):
                continue
            if not self.columns:
                self._read_header(line)
            elif len(self.rows) == MOST_ROWS:
                self.problems.append(p.TableTooLarge(Span(self.file, line[0].start, line[0].end), "rows", MOST_ROWS))
                return
            else:
                self._read_row(line, counted=len(self.problems) == before)
        if not self.columns and not self.problems:
            self.break_at(0, 0, "This file is empty: its first line says what the columns are called.")

    # -- lines and cells

    def _read_line(self) -> list[_Cell]:
        cells = [self._read_cell()]
        while self.text.startswith(self.delimiter, self.at):
            self.at += 1
            cells.append(self._read_cell())
        end = _LINE_END.match(self.text, self.at)
        self.at = len(self.text) if end is None else end.end()
        return cells

    def _read_cell(self) -> _Cell:
        while self.text.startswith((" ", "\t"), self.at) and not self.text.startswith(self.delimiter, self.at):
            self.at += 1
        start = self.at
        if not self.text.startswith('"', start):
            return self._read_plain(start)
        found = _QUOTED.match(self.text, start)
        if found is None:
            self.break_at(start, start + 1, 'This quote is never closed. A quote inside a text is written twice: `""`.')
            self.at = len(self.text)
            return _Cell("", start, self.at)
        self.at = found.end()
        rest = self._read_plain(self.at)
        if rest.text:
            self._break_behind(found, rest)
        return _Cell(found.group()[1:-1].replace('""', '"').replace("\r\n", "\n"), start, found.end())

    def _break_behind(self, found: re.Match[str], rest: _Cell) -> None:
        """Something stands behind a text in quotes; if that goes over several lines, its own quote is probably missing."""
        end = _LINE_END.search(found.group())
        if end is not None and '"' not in self.text[found.start() + 1 : found.start() + end.start()]:
            line = self.file.position(found.end())[0]
            why = f"This quote is not closed in its line: the text goes on up to the next quote, in line {line}."
            self.break_at(found.start(), found.start() + 1, why)
            return
        why = 'Behind the closing quote nothing but the next cell can stand. A quote inside a text is written twice: `""`.'
        self.break_at(rest.start, rest.end, why)

    def _read_plain(self, start: int) -> _Cell:
        """Up to the next delimiter or the end of the line."""
        found = self.plain.match(self.text, start)
        assert found is not None
        self.at = found.end()
        text = found.group()
        begin = start + len(text) - len(text.lstrip())
        return _Cell(text.strip(), begin, max(begin, start + len(text.rstrip())))

    # -- columns

    def _read_header(self, line: list[_Cell]) -> None:
        while not line[-1].text:
            line.pop()
        if len(line) > MOST_COLUMNS:
            extra = line[MOST_COLUMNS]
            self.problems.append(p.TableTooLarge(Span(self.file, extra.start, extra.end), "columns", MOST_COLUMNS))
            line = line[:MOST_COLUMNS]
        self.columns = [self._make_column(cell) for cell in line]
        names = [column.name for column in self.columns]
        self.naming = names.index("id") if "id" in names else names.index("name") if "name" in names else 0
        self.columns[self.naming].naming = True
        self.headings = tuple(cell.text for cell in line)

    def _make_column(self, cell: _Cell) -> Column:
        if not cell.text:
            self.break_at(cell.start, cell.start, "This column has no name. One that begins with `#` is for you alone.")
        if not cell.text or cell.text.startswith("#"):
            return Column(cell.start, cell.end, "")
        found = _read_whole(cell, read_column)
        return Column(cell.start, cell.end, cell.text) if found is None else found

    # -- rows

    def _read_row(self, line: list[_Cell], counted: bool) -> None:
        while len(line) > len(self.columns) and not line[-1].text:
            line.pop()
        named = line[self.naming] if self.naming < len(line) else _Cell("", line[0].start, line[0].start)
        name = name_of(named.text)
        if name is None:
            column = self.headings[self.naming]
            self.problems.append(p.BadRowName(Span(self.file, named.start, named.end), named.text, column))
            return
        if counted and len(line) != len(self.columns):
            place = line[len(self.columns)] if len(line) > len(self.columns) else _Cell("", line[0].start, line[-1].end)
            count = p.CellCount(Span(self.file, place.start, place.end), named.text, len(line), self.headings)
            self.problems.append(count)
        cells = [FileCell(cell.start, cell.end, cell.text) if cell.text else None for cell in line[: len(self.columns)]]
        cells += [None] * (len(self.columns) - len(cells))
        row = CardRow(line[0].start, line[-1].end, name, named.start, named.text, tuple(cells))
        self.rows.append(row)


def _find_delimiter(file: SourceFile) -> str:
    """What stands between the cells of the first line: most often, outside quotes."""
    if file.name.lower().endswith(".tsv"):
        return "\t"
    start = len(file.text) - len(file.text.lstrip("\ufeff\r\n "))
    end = _LINE_END.search(file.text, start)
    head = _QUOTED.sub("", file.text[start : len(file.text) if end is None else end.start()])
    counts = {sign: head.count(sign) for sign in _DELIMITERS}
    return max(_DELIMITERS, key=lambda sign: (counts[sign], sign == ","))


def name_of(text: str) -> str | None:
    """The class that a card becomes: what is a name stays as it is; else its words are joined, each with a capital letter."""
    text = normalize(text)
    if not _is_name(text):
        words = _APART.split(text.replace("'", "").replace("’", ""))
        text = "".join(word[:1].upper() + word[1:] for word in words)
    return text if _is_name(text) else None


def _is_name(text: str) -> bool:
    return text.isidentifier() and find_stranger(text) is None and text not in _NOT_NAMES


# ---- what a cell says in the language


def read_cell_expression(cell: FileCell) -> t.Expr | None:
    """A cell as an expression; None if it is none."""
    return _read_whole(_Cell(cell.text, cell.at, cell.end), read_expression)


def _read_whole(cell: _Cell, read: Callable[[Cursor], _Read]) -> _Read | None:
    """What a cell says, as a whole, with the place of the cell; None if it cannot be read."""
    tokens, problems = lex(SourceFile("cell", cell.text))
    if problems:
        return None
    c = Cursor(tokens, problems, SPELLING)
    try:
        found = read(c)
    except Lost:
        return None
    if problems or c.kind != "end":
        return None
    _place(found, cell.start, cell.end)
    return found


def _place(node: object, start: int, end: int) -> None:
    """Everything that a cell says stands where the cell does."""
    if isinstance(node, tuple):
        for part in node:
            _place(part, start, end)
    elif isinstance(node, t.Node):
        node.at, node.end = start, end
        for field in node.__match_args__:
            if field.endswith("_at"):
                setattr(node, field, start)
            _place(getattr(node, field), start, end)
