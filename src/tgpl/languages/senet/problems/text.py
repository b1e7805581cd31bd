"""Mistakes in the text itself: characters, texts, numbers."""

from __future__ import annotations

from tgpl.languages.common import lookalikes, shared_problems
from tgpl.text.diagnostics import Edit, Fix, Problem


class CannotRead(Problem, syntactic=True):
    code, title = "E910", "Program that cannot be read"
    why: str
    says = "This program cannot be read: {why}."


class ProgramTooLong(Problem, syntactic=True):
    code, title = "E911", "Program too long"
    length: int
    limit: int
    says = "This program has {length:,} characters; it may have {limit:,}."


class UnclosedText(Problem, syntactic=True):
    code, title = "E912", "String without its closing quote"
    says = 'This string begins with `"` but does not end on its line.'
    expects = 'a closing `"` on the same line; a new line inside a string is written `\\n`'

    def fix(self) -> Fix | None:
        return lookalikes.fix_ending(self.span)


class OtherQuotes(Problem, syntactic=True):
    code, title = "E913", 'String in other quotes than `"`'
    content: str
    says = 'A string stands between plain double quotes, `"`.'
    mends = 'use `"…"`', '"{content}"'

    def fix(self) -> Fix | None:
        return None if '"' in self.content else super().fix()


class TextTooLong(Problem, syntactic=True):
    code, title = "E914", "String of too many characters"
    length: int
    limit: int
    says = "This string has {length:,} characters; one may have {limit:,}."
    advises = "join it from parts with `+`"


class OtherEscape(Problem, syntactic=True):
    code, title = "E915", "Backslash that stands for nothing"
    escape: str
    says = "`{escape}` stands for nothing."
    expects = '`\\n` (new line), `\\"` or `\\\\`; for a backslash itself write two'
    mends = "write the backslash twice", "\\{escape}"


class BadNumber(Problem, syntactic=True):
    code, title = "E916", "No whole number"
    text: str
    says = "`{text}` is no whole number."
    expects = "digits alone; there are no fractions, and a name begins with a letter or `_`"


class NumberTooLarge(Problem, syntactic=True):
    code, title = "E917", "Number of more than 32 bits"
    says = "An `int` has 32 bits: it goes from -2147483648 to 2147483647."


class OtherComment(Problem, syntactic=True):
    code, title = "E918", "Comment of another language"
    says = "A comment begins with `#` and ends with its line."

    def fix(self) -> Fix | None:
        if self.span.text.startswith("/*"):
            return None
        start = self.span.start
        return Fix("write `#`", (Edit(type(self.span)(self.span.file, start, start + 2), "#"),))


_MEANT = {"&&": "and", "||": "or", "!": "not", "&": "and", "|": "or"}


class OtherOperator(Problem, syntactic=True):
    code, title = "E919", "Operator of another language"
    sign: str
    says = "There is no operator `{sign}` in Senet."

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


class OtherMinus(Problem, syntactic=True):
    code, title = "E920", "Dash for a minus"
    says = "This dash comes from a word processor; a minus is the plain `-`."
    mends = "write `-`", "-"


class StrangeCharacter(shared_problems.StrangeCharacter, Problem, syntactic=True):
    code, title = "E921", "Character without a meaning"
    where = "outside a string"
