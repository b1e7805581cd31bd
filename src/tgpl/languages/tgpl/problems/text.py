"""Mistakes in the text itself: characters, strings, numbers, files."""

from __future__ import annotations

from tgpl.languages.common import lookalikes
from tgpl.languages.common.identifiers import NO_NAME
from tgpl.text.diagnostics import Edit, Fix, SyntaxProblem


class FileTooLong(SyntaxProblem):
    code, title = "E001", "File too long"
    length: int
    limit: int

    def message(self) -> str:
        return f"This file has {self.length:,} characters; a rule text may have {self.limit:,}."

    def advice(self) -> str:
        return "split it into several files and `import` them"


class NotText(SyntaxProblem):
    code, title = "E002", "Not a text"

    def message(self) -> str:
        return "This file is not UTF-8 text: from the marked place on it cannot be read."

    def advice(self) -> str:
        return "save it as UTF-8 in your editor"


class UnclosedString(SyntaxProblem):
    code, title = "E003", "Text without an end"

    def message(self) -> str:
        return 'This text begins with `"` but does not end on its line.'

    def expected(self) -> str:
        return 'a closing `"` on the same line; write `\\n` for a new line inside a text'

    def fix(self) -> Fix | None:
        return lookalikes.fix_ending(self.span)


class TypographicQuotes(SyntaxProblem):
    code, title = "E004", "Typographic quotes"
    content: str

    def message(self) -> str:
        return "These quotes come from a word processor; a rule text uses the plain ones."

    def fix(self) -> Fix:
        return Fix('use plain quotes: `"…"`', (Edit(self.span, f'"{self.content}"'),))


class SingleQuotes(SyntaxProblem):
    code, title = "E005", "Single quotes"
    content: str

    def message(self) -> str:
        return "A text stands between double quotes."

    def fix(self) -> Fix | None:
        if '"' in self.content:
            return None
        return Fix('use double quotes: `"…"`', (Edit(self.span, f'"{self.content}"'),))


class StringTooLong(SyntaxProblem):
    code, title = "E006", "Text too long"
    length: int
    limit: int

    def message(self) -> str:
        return f"This text has {self.length:,} characters; one text may have {self.limit:,}."


class UnknownEscape(SyntaxProblem):
    code, title = "E007", "Unknown escape"
    escape: str

    def message(self) -> str:
        return f"`{self.escape}` stands for nothing."

    def expected(self) -> str:
        return '`\\n` (new line), `\\t` (tab), `\\"`, `\\\\` or `\\u` with four digits'


class NameStartsWithDigit(SyntaxProblem):
    code, title = "E008", "Name begins with a digit"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is neither a number nor a name."

    def expected(self) -> str:
        return "a name that begins with a letter or `_`, or a number alone"


class NumberTooLarge(SyntaxProblem):
    code, title = "E009", "Number too large"

    def message(self) -> str:
        return "No number can be as large as this one: the largest is about 1.8 followed by 308 digits."


class UnknownCharacter(SyntaxProblem):
    code, title = "E010", "Unknown character"
    found: str
    meant: str | None = None  # the plain sign for it, a blank, or nothing

    def message(self) -> str:
        unseen = None if self.meant is None else lookalikes.describe(self.found, self.meant)
        if unseen is not None:
            return unseen
        shown = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in self.found[:20])
        return f"`{shown}` {NO_NAME if self.found.isalnum() else 'means nothing in a rule text'}."

    def expected(self) -> str | None:
        return f"`{self.meant}`" if self.meant and self.meant != " " else None

    def fix(self) -> Fix | None:
        return None if self.meant is None else lookalikes.make_fix(self.span, self.meant)


class TypographicMinus(SyntaxProblem):
    code, title = "E011", "Typographic minus"

    def message(self) -> str:
        return "This dash comes from a word processor; a minus is the plain `-`."

    def fix(self) -> Fix:
        return Fix("use `-`", (Edit(self.span, "-"),))


class BlockComment(SyntaxProblem):
    code, title = "E012", "Comment over several lines"

    def message(self) -> str:
        return "There are no `/* … */` comments."

    def expected(self) -> str:
        return "`//` at the start of each line of the comment"


class HashComment(SyntaxProblem):
    code, title = "E013", "Comment with `#`"

    def message(self) -> str:
        return "A comment begins with `//`."

    def fix(self) -> Fix:
        return Fix("write `//` for `#`", (Edit(self.span, "//" + self.span.text[1:]),))
