"""Mistakes in the text itself: characters, strings, numbers, files."""

from __future__ import annotations

from tgpl.languages.common import lookalikes, shared_problems
from tgpl.text.diagnostics import Edit, Fix, Problem


class FileTooLong(Problem, syntactic=True):
    code, title = "E001", "File too long"
    length: int
    limit: int
    says = "This file has {length:,} characters; a rule text may have {limit:,}."
    advises = "split it into several files and `import` them"


class NotText(Problem, syntactic=True):
    code, title = "E002", "Not a text"
    says = "This file is not UTF-8 text: from the marked place on it cannot be read."
    advises = "save it as UTF-8 in your editor"


class UnclosedString(Problem, syntactic=True):
    code, title = "E003", "Text without an end"
    says = 'This text begins with `"` but does not end on its line.'
    expects = 'a closing `"` on the same line; write `\\n` for a new line inside a text'

    def fix(self) -> Fix | None:
        return lookalikes.fix_ending(self.span)


class TypographicQuotes(Problem, syntactic=True):
    code, title = "E004", "Typographic quotes"
    content: str
    says = "These quotes come from a word processor; a rule text uses the plain ones."
    mends = 'use plain quotes: `"…"`', '"{content}"'


class SingleQuotes(Problem, syntactic=True):
    code, title = "E005", "Single quotes"
    content: str
    says = "A text stands between double quotes."
    mends = 'use double quotes: `"…"`', '"{content}"'

    def fix(self) -> Fix | None:
        return None if '"' in self.content else super().fix()


class StringTooLong(Problem, syntactic=True):
    code, title = "E006", "Text too long"
    length: int
    limit: int
    says = "This text has {length:,} characters; one text may have {limit:,}."


class UnknownEscape(Problem, syntactic=True):
    code, title = "E007", "Unknown escape"
    escape: str
    says = "`{escape}` stands for nothing."
    expects = '`\\n` (new line), `\\t` (tab), `\\"`, `\\\\` or `\\u` with four digits'


class NameStartsWithDigit(Problem, syntactic=True):
    code, title = "E008", "Name begins with a digit"
    name: str
    says = "`{name}` is neither a number nor a name."
    expects = "a name that begins with a letter or `_`, or a number alone"


class NumberTooLarge(Problem, syntactic=True):
    code, title = "E009", "Number too large"
    says = "No number can be as large as this one: the largest is about 1.8 followed by 308 digits."


class UnknownCharacter(shared_problems.StrangeCharacter, Problem, syntactic=True):
    code, title = "E010", "Unknown character"
    where = "in a rule text"

    def shown(self) -> str:
        return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in self.found[:20])


class TypographicMinus(Problem, syntactic=True):
    code, title = "E011", "Typographic minus"
    says = "This dash comes from a word processor; a minus is the plain `-`."
    mends = "use `-`", "-"


class BlockComment(Problem, syntactic=True):
    code, title = "E012", "Comment over several lines"
    says = "There are no `/* … */` comments."
    expects = "`//` at the start of each line of the comment"


class HashComment(Problem, syntactic=True):
    code, title = "E013", "Comment with `#`"
    says = "A comment begins with `//`."

    def fix(self) -> Fix:
        return Fix("write `//` for `#`", (Edit(self.span, "//" + self.span.text[1:]),))
