"""Mistakes in the text itself: characters, texts, numbers, dice."""

from __future__ import annotations

from typing import ClassVar

from tgpl.languages.common import lookalikes
from tgpl.languages.common.identifiers import NO_NAME
from tgpl.text.diagnostics import Edit, Fix, SyntaxProblem


class Lexical(SyntaxProblem):
    stage: ClassVar[str] = "lexical"


class CannotRead(Lexical):
    code, title = "E800", "File that cannot be read"
    why: str

    def message(self) -> str:
        return f"This script cannot be read: {self.why}."


class ScriptTooLong(Lexical):
    code, title = "E801", "Script too long"
    length: int
    limit: int

    def message(self) -> str:
        return f"This script has {self.length:,} characters; it may have {self.limit:,}."


class UnclosedText(Lexical):
    code, title = "E802", "Text without its closing quote"

    def message(self) -> str:
        return 'This text begins with `"` but does not end on its line.'

    def expected(self) -> str:
        return 'a closing `"` on the same line; write `\\n` for a new line inside a text'

    def fix(self) -> Fix | None:
        return lookalikes.fix_ending(self.span)


class OtherQuotes(Lexical):
    code, title = "E803", 'Other quotes than `"`'
    content: str

    def message(self) -> str:
        return 'A text stands between plain double quotes, `"`.'

    def fix(self) -> Fix | None:
        if '"' in self.content:
            return None
        return Fix('use `"…"`', (Edit(self.span, f'"{self.content}"'),))


class TextTooLong(Lexical):
    code, title = "E804", "Text of too many characters"
    length: int
    limit: int

    def message(self) -> str:
        return f"This text has {self.length:,} characters; one text may have {self.limit:,}."

    def advice(self) -> str:
        return "join it from parts with `++`"


class OtherEscape(Lexical):
    code, title = "E805", "Escape that stands for nothing"
    escape: str

    def message(self) -> str:
        return f"`{self.escape}` stands for nothing."

    def expected(self) -> str:
        return '`\\n` (new line), `\\t` (tab), `\\"` or `\\\\`; for a backslash itself write two'

    def fix(self) -> Fix:
        return Fix("write the backslash twice", (Edit(self.span, f"\\{self.escape}"),))


class BadNumber(Lexical):
    code, title = "E806", "Neither a number nor dice"
    text: str

    def message(self) -> str:
        return f"`{self.text}` is neither a number nor dice."

    def expected(self) -> str:
        return "digits, as in `12`, or a number of dice, `d` and how many faces they have, as in `2d6`"

    def advice(self) -> str | None:
        digits = self.text.replace("D", "d")
        if digits.endswith("d") and digits[:-1].isdecimal():
            return f"did you mean `{digits}6`?"
        if digits != self.text and digits.replace("d", "", 1).isdecimal():
            return f"did you mean `{digits}`?"
        return "a name begins with a letter" if not digits.replace("d", "").isdecimal() else None


class NumberTooLarge(Lexical):
    code, title = "E807", "Number that is too large"

    def message(self) -> str:
        return "Whole numbers are exact up to 9,007,199,254,740,991; this one is larger."


class EmptyDice(Lexical):
    code, title = "E808", "Dice that cannot be thrown"
    count: int
    faces: int

    def message(self) -> str:
        if self.faces:
            what = "a die has fewer than 4,294,967,296 faces" if self.count else "at least one die must be thrown"
        else:
            what = "a die needs at least one face"
        return f"`{self.span.text}` is nothing to throw: {what}."

    def expected(self) -> str:
        return "two positive numbers, as in `2d6`"


class OtherComment(Lexical):
    code, title = "E809", "Comment that is no comment here"

    def message(self) -> str:
        return "A comment begins with `//` and ends with its line."


class OtherMinus(Lexical):
    code, title = "E810", "A dash for a minus"

    def message(self) -> str:
        return "This dash comes from a word processor; a minus is the plain `-`."

    def fix(self) -> Fix:
        return Fix("write `-`", (Edit(self.span, "-"),))


_MEANT = {
    "!": "there is no `!`: `if x then false else true` turns a truth round, and `!=` says that two values differ",
    "&": 'for "and" write `&&`',
    "|": 'for "or" write `||`',
    "%": "there is no remainder: `x - x / n * n` gives it",
}


class StrangeCharacter(Lexical):
    code, title = "E811", "Character that means nothing here"
    character: str
    meant: str | None = None  # the plain sign for it, a blank, or nothing

    def message(self) -> str:
        unseen = None if self.meant is None else lookalikes.describe(self.character, self.meant)
        if unseen is not None:
            return unseen
        shown = self.character if self.character.isprintable() else f"U+{ord(self.character):04X}"
        return f"`{shown}` {NO_NAME if self.character.isalnum() else 'means nothing outside a text'}."

    def expected(self) -> str | None:
        return f"`{self.meant}`" if self.meant and self.meant != " " else None

    def fix(self) -> Fix | None:
        return None if self.meant is None else lookalikes.make_fix(self.span, self.meant)

    def advice(self) -> str | None:
        return _MEANT.get(self.character)
