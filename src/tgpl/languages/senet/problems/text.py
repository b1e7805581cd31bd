"""Mistakes in the text itself: characters, texts, numbers."""

from __future__ import annotations

from tgpl.languages.common import lookalikes
from tgpl.languages.common.identifiers import NO_NAME
from tgpl.text.diagnostics import Edit, Fix, SyntaxProblem


class CannotRead(SyntaxProblem):
    code, title = "E910", "Program that cannot be read"
    why: str

    def message(self) -> str:
        return f"This program cannot be read: {self.why}."


class ProgramTooLong(SyntaxProblem):
    code, title = "E911", "Program too long"
    length: int
    limit: int

    def message(self) -> str:
        return f"This program has {self.length:,} characters; it may have {self.limit:,}."


class UnclosedText(SyntaxProblem):
    code, title = "E912", "String without its closing quote"

    def message(self) -> str:
        return 'This string begins with `"` but does not end on its line.'

    def expected(self) -> str:
        return 'a closing `"` on the same line; a new line inside a string is written `\\n`'

    def fix(self) -> Fix | None:
        return lookalikes.fix_ending(self.span)


class OtherQuotes(SyntaxProblem):
    code, title = "E913", 'String in other quotes than `"`'
    content: str

    def message(self) -> str:
        return 'A string stands between plain double quotes, `"`.'

    def fix(self) -> Fix | None:
        if '"' in self.content:
            return None
        return Fix('use `"…"`', (Edit(self.span, f'"{self.content}"'),))


class TextTooLong(SyntaxProblem):
    code, title = "E914", "String of too many characters"
    length: int
    limit: int

    def message(self) -> str:
        return f"This string has {self.length:,} characters; one may have {self.limit:,}."

    def advice(self) -> str:
        return "join it from parts with `+`"


class OtherEscape(SyntaxProblem):
    code, title = "E915", "Backslash that stands for nothing"
    escape: str

    def message(self) -> str:
        return f"`{self.escape}` stands for nothing."

    def expected(self) -> str:
        return '`\\n` (new line), `\\"` or `\\\\`; for a backslash itself write two'

    def fix(self) -> Fix:
        return Fix("write the backslash twice", (Edit(self.span, f"\\{self.escape}"),))


class BadNumber(SyntaxProblem):
    code, title = "E916", "No whole number"
    text: str

    def message(self) -> str:
        return f"`{self.text}` is no whole number."

    def expected(self) -> str:
        return "digits alone; there are no fractions, and a name begins with a letter or `_`"


class NumberTooLarge(SyntaxProblem):
    code, title = "E917", "Number of more than 32 bits"

    def message(self) -> str:
        return "An `int` has 32 bits: it goes from -2147483648 to 2147483647."


class OtherComment(SyntaxProblem):
    code, title = "E918", "Comment of another language"

    def message(self) -> str:
        return "A comment begins with `#` and ends with its line."

    def fix(self) -> Fix | None:
        if self.span.text.startswith("/*"):
            return None
        start = self.span.start
        return Fix("write `#`", (Edit(type(self.span)(self.span.file, start, start + 2), "#"),))


_MEANT = {"&&": "and", "||": "or", "!": "not", "&": "and", "|": "or"}


class OtherOperator(SyntaxProblem):
    code, title = "E919", "Operator of another language"
    sign: str

    def message(self) -> str:
        return f"There is no operator `{self.sign}` in Senet."

    def advice(self) -> str:
        if self.sign in _MEANT:
            return f"write `{_MEANT[self.sign]}`"
        return "write it out, as in `x = x + 1`"

    def fix(self) -> Fix | None:
        if self.sign not in _MEANT:
            return None
        around = self.span.file.text
        before = " " if around[self.span.start - 1 : self.span.start].isalnum() else ""
        behind = "" if around[self.span.end : self.span.end + 1].isspace() else " "
        return Fix(f"write `{_MEANT[self.sign]}`", (Edit(self.span, before + _MEANT[self.sign] + behind),))


class OtherMinus(SyntaxProblem):
    code, title = "E920", "Dash for a minus"

    def message(self) -> str:
        return "This dash comes from a word processor; a minus is the plain `-`."

    def fix(self) -> Fix:
        return Fix("write `-`", (Edit(self.span, "-"),))


class StrangeCharacter(SyntaxProblem):
    code, title = "E921", "Character without a meaning"
    character: str
    meant: str | None = None  # the plain sign for it, a blank, or nothing

    def message(self) -> str:
        unseen = None if self.meant is None else lookalikes.describe(self.character, self.meant)
        if unseen is not None:
            return unseen
        shown = self.character if self.character.isprintable() else f"U+{ord(self.character):04X}"
        return f"`{shown}` {NO_NAME if self.character.isalnum() else 'means nothing outside a string'}."

    def expected(self) -> str | None:
        return f"`{self.meant}`" if self.meant and self.meant != " " else None

    def fix(self) -> Fix | None:
        return None if self.meant is None else lookalikes.make_fix(self.span, self.meant)
