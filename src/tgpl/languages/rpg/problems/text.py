"""Mistakes in the text itself: characters, texts, numbers, dice."""

from __future__ import annotations

from tgpl.languages.common import lookalikes, shared_problems
from tgpl.text.diagnostics import Fix, Problem


class CannotRead(Problem, stage="lexical", syntactic=True):
    code, title = "E800", "File that cannot be read"
    why: str
    says = "This script cannot be read: {why}."


class ScriptTooLong(Problem, stage="lexical", syntactic=True):
    code, title = "E801", "Script too long"
    length: int
    limit: int
    says = "This script has {length:,} characters; it may have {limit:,}."


class UnclosedText(Problem, stage="lexical", syntactic=True):
    code, title = "E802", "Text without its closing quote"
    says = 'This text begins with `"` but does not end on its line.'
    expects = 'a closing `"` on the same line; write `\\n` for a new line inside a text'

    def fix(self) -> Fix | None:
        return lookalikes.fix_ending(self.span)


class OtherQuotes(Problem, stage="lexical", syntactic=True):
    code, title = "E803", 'Other quotes than `"`'
    content: str
    says = 'A text stands between plain double quotes, `"`.'
    mends = 'use `"…"`', '"{content}"'

    def fix(self) -> Fix | None:
        return None if '"' in self.content else super().fix()


class TextTooLong(Problem, stage="lexical", syntactic=True):
    code, title = "E804", "Text of too many characters"
    length: int
    limit: int
    says = "This text has {length:,} characters; one text may have {limit:,}."
    advises = "join it from parts with `++`"


class OtherEscape(Problem, stage="lexical", syntactic=True):
    code, title = "E805", "Escape that stands for nothing"
    escape: str
    says = "`{escape}` stands for nothing."
    expects = '`\\n` (new line), `\\t` (tab), `\\"` or `\\\\`; for a backslash itself write two'
    mends = "write the backslash twice", "\\{escape}"


class BadNumber(Problem, stage="lexical", syntactic=True):
    code, title = "E806", "Neither a number nor dice"
    text: str
    says = "`{text}` is neither a number nor dice."
    expects = "digits, as in `12`, or a number of dice, `d` and how many faces they have, as in `2d6`"

    def advice(self) -> str | None:
        digits = self.text.replace("D", "d")
        if digits.endswith("d") and digits[:-1].isdecimal():
            return f"did you mean `{digits}6`?"
        if digits != self.text and digits.replace("d", "", 1).isdecimal():
            return f"did you mean `{digits}`?"
        return "a name begins with a letter" if not digits.replace("d", "").isdecimal() else None


class NumberTooLarge(Problem, stage="lexical", syntactic=True):
    code, title = "E807", "Number that is too large"
    says = "Whole numbers are exact up to 9,007,199,254,740,991; this one is larger."


class EmptyDice(Problem, stage="lexical", syntactic=True):
    code, title = "E808", "Dice that cannot be thrown"
    count: int
    faces: int
    expects = "two positive numbers, as in `2d6`"

    def message(self) -> str:
        if self.faces:
            what = "a die has fewer than 4,294,967,296 faces" if self.count else "at least one die must be thrown"
        else:
            what = "a die needs at least one face"
        return f"`{self.span.text}` is nothing to throw: {what}."


class OtherComment(Problem, stage="lexical", syntactic=True):
    code, title = "E809", "Comment that is no comment here"
    says = "A comment begins with `//` and ends with its line."


class OtherMinus(Problem, stage="lexical", syntactic=True):
    code, title = "E810", "A dash for a minus"
    says = "This dash comes from a word processor; a minus is the plain `-`."
    mends = "write `-`", "-"


_MEANT = {
    "!": "there is no `!`: `if x then false else true` turns a truth round, and `!=` says that two values differ",
    "&": 'for "and" write `&&`',
    "|": 'for "or" write `||`',
    "%": "there is no remainder: `x - x / n * n` gives it",
}


class StrangeCharacter(shared_problems.StrangeCharacter, Problem, stage="lexical", syntactic=True):
    code, title = "E811", "Character that means nothing here"
    where = "outside a text"

    def advice(self) -> str | None:
        return _MEANT.get(self.found)
