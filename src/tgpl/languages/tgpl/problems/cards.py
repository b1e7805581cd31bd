"""Mistakes in tables of cards, in the files that hold them, and in what decks begin with."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


def _one(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


class TableWithoutBase(Problem):
    code, title = "E580", "Table without a class of cards"
    name: str
    says = "The cards of `{name}` need a class that says what all of them have."
    expects = "`cards {name} : Card`, with a class of yours behind the `:`"
    advises = "to add cards to a table of the game that is expanded, say `override cards {name}`"


class TableOfWrongKind(Problem):
    code, title = "E581", "Table of things that cannot be cards"
    name: str
    kind: str  # of what the table is to be made of; "global …" for a class of which there is one
    expects = "an `interactable`, a `class`, a `tile` or an `event`"

    def message(self) -> str:
        if self.kind.startswith("global"):
            return f"`{self.name}` is global: there is exactly one, so it cannot have many rows."
        return f"`{self.name}` is {_one(self.kind)}; a table lists things that are made one by one."


class MissingColumns(Problem):
    code, title = "E582", "Table without columns"
    name: str
    says = "The first line of `{name}` says what its columns are called; this is no such line."
    expects = "a line like `copies, cost, text;` before the first card"


class UnknownColumn(Problem):
    code, title = "E583", "Unknown column"
    column: str
    base: str
    near: str | None
    in_decks: bool  # its cards can lie in decks
    in_file: bool  # it stands in a file of cards, which nobody but its author writes

    def message(self) -> str:
        if self.column == "copies":
            return f"`copies` says how many decks get; a `{self.base}` lies in no deck."
        return f"`{self.base}` has no attribute `{self.column}`."

    def expected(self) -> str:
        words = f"{'`copies`, ' if self.in_decks else ''}`name`, `text`, `symbol` or `color`"
        new = f"; `number {self.column}` adds one to the cards of this table" if self.column.isidentifier() else ""
        new += "; a column that begins with `#` is for you alone" if self.in_file else ""
        return f"an attribute of `{self.base}`, or {words}{new}"

    def fix(self) -> Fix | None:
        if self.near is None or self.in_file:
            return None
        return Fix(f"write `{self.near}`", (Edit(self.span, self.near),))


class ColumnTwice(Problem):
    code, title = "E584", "Two columns of one name"
    column: str
    says = "There are two columns called `{column}`."


class CellCount(Problem):
    code, title = "E585", "Row that does not fit its columns"
    name: str
    count: int
    columns: tuple[str, ...]

    def message(self) -> str:
        cells = f"{self.count} cell{'' if self.count == 1 else 's'}"
        columns = f"{len(self.columns)} column{'' if len(self.columns) == 1 else 's'}"
        return f"`{self.name}` has {cells}; the table has {columns}: {', '.join(self.columns)}."

    def advice(self) -> str | None:
        if self.count > len(self.columns):
            return "name every column in the first line; a text with commas in it stands in quotes"
        return "a cell may be empty, but what parts it from the next stays"


class BadCell(Problem):
    code, title = "E586", "Cell that does not fit its column"
    column: str
    text: str
    wanted: str
    expects = "{wanted}"

    def message(self) -> str:
        shown = f"{self.text[:40]}…" if len(self.text) > 40 else self.text
        return f"The column `{self.column}` takes {self.wanted}; this is `{shown}`."


class CellNotConstant(Problem):
    code, title = "E587", "Cell that is worked out"
    column: str
    type: str
    says = "A cell of `{column}` holds what every copy of the card has: a value that stands there, nothing that the game works out."
    advises = "give the card a body: `{{ override {type} {column} = …; }}`"


class BadRowName(Problem):
    code, title = "E588", "Card without a name"
    text: str
    column: str
    expects = (
        "something that begins with a letter and is no word of the language; a column `id` can hold names for the rules"
    )

    def message(self) -> str:
        if not self.text.strip():
            return f"The column `{self.column}` gives the cards their names, and this one is empty."
        return f"The column `{self.column}` gives the cards their names, and `{self.text[:40]}` cannot be made one."


class TableTooLarge(Problem):
    code, title = "E589", "Table that is too large"
    what: str  # "rows", "columns", "characters"
    most: int
    says = "A table of cards may have {most:,} {what}; this one has more."


class TableFile(Problem):
    code, title = "E590", "File that is no table"
    path: str
    says = "`{path}` is no file of cards."
    expects = "a file whose name ends in `.csv` or `.tsv`"


class BrokenFile(Problem):
    code, title = "E591", "File of cards that cannot be read"
    why: str
    says = "{why}"


class RowAgain(Problem):
    code, title = "E592", "Card of a table declared again"
    name: str
    table: str | None  # None: it is the table itself

    def message(self) -> str:
        if self.table is None:
            return f"`{self.name}` is a table; to give its cards more, say `override`."
        return f"`{self.name}` is a card of the table `{self.table}`; to give it more, say `override`."

    def fix(self) -> Fix:
        return Fix(
            "put `override` before it", (Edit(Span(self.span.file, self.span.start, self.span.start), "override "),)
        )


class RowOfOtherKind(Problem):
    code, title = "E593", "Card of another kind"
    name: str
    said: str
    kind: str
    expects = "`override {kind} {name}`"

    def message(self) -> str:
        return f"`{self.name}` is {_one(self.kind)} of a table, not {_one(self.said)}."


class NoCardOfDeck(Problem):
    code, title = "E594", "Not a card of this deck"
    name: str
    kind: str
    holds: str
    expects = "`{holds}`, a class that derives from it, or a table of them"

    def message(self) -> str:
        return f"This is a deck of `{self.holds}`; `{self.name}` is {_one(self.kind)} that is none."


class ContentCount(Problem):
    code, title = "E595", "Impossible number of cards"
    most: int
    says = "This is not a number of cards that a deck can begin with."
    expects = "a whole number from 1 to {most:,}"


class TableIsNoCard(Problem):
    code, title = "E596", "A table where one card is wanted"
    name: str
    card: str | None  # one of them
    says = "`{name}` is a table of cards; only its cards can be made, each by its name."
    expects = "one of them, as `{card}`"
