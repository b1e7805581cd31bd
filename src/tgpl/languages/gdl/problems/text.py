"""Mistakes in the text of a rulesheet and in its shape."""

from __future__ import annotations

from typing import ClassVar

from tgpl.languages.common import shared_problems
from tgpl.text.diagnostics import Edit, Fix, SyntaxProblem
from tgpl.text.source import Span


class CannotRead(SyntaxProblem):
    code, title = "E970", "Rulesheet that cannot be read"
    why: str

    def message(self) -> str:
        return f"This rulesheet cannot be read: {self.why}."


class TooLong(SyntaxProblem):
    code, title = "E971", "Rulesheet too long"
    length: int
    limit: int

    def message(self) -> str:
        return f"This rulesheet has {self.length:,} characters; it may have {self.limit:,}."


class Unclosed(SyntaxProblem):
    code, title = "E972", "Parenthesis that is not closed"
    missing: int  # how many `)`
    line: int  # where something new begins, or 0: the end of the sheet

    def message(self) -> str:
        missing = "one `)` is" if self.missing == 1 else f"{self.missing} `)` are"
        if self.line == self.span.position[0]:
            return f"This `(` is not closed: {missing} missing."
        before = f"line {self.line}, where something new begins" if self.line else "the end of the sheet"
        return f"This `(` is not closed before {before}: {missing} missing."

    def advice(self) -> str:
        return "close it where what it begins is complete; look first at the ends of the lines that follow it"


class StrayParenthesis(SyntaxProblem):
    code, title = "E973", "Parenthesis that closes nothing"

    def message(self) -> str:
        return "This `)` closes nothing: every `(` before it is closed already."

    def advice(self) -> str:
        return "remove it, or look before it for a `)` too many or a `(` that is missing"


class TooDeep(SyntaxProblem):
    code, title = "E974", "Too many things inside each other"
    limit: int

    def message(self) -> str:
        return f"More than {self.limit} things stand inside each other here; nobody could read that."

    def advice(self) -> str:
        return "close a parenthesis above, or give a part of it a relation of its own"


class StrangeCharacter(SyntaxProblem):
    code, title = "E975", "Character that cannot be read"
    character: str

    def message(self) -> str:
        return f"There is a character here that no name can have (U+{ord(self.character):04X})."

    def advice(self) -> str:
        if self.character.isprintable():
            return "put the whole name between `'` and `'`, if it is meant"
        return "remove it; it may have come from copying"


class NoName(SyntaxProblem):
    code, title = "E976", "Parentheses without a name"
    found: str  # "nothing", "a list", "the variable `?x`"

    def message(self) -> str:
        return f"A list begins with the name of a relation or function; this one begins with {self.found}."

    def expected(self) -> str:
        return "as in `(cell 1 2 b)`"


class BadArrow(SyntaxProblem):
    code, title = "E977", "`<=` in the wrong place"
    why: str

    def message(self) -> str:
        return self.why

    def expected(self) -> str:
        return "`(<= head literal …)` at the top of the sheet, inside nothing else"


class Unexpected(shared_problems.Unexpected):
    code, title = "E978", "Cannot stand here"


class BadQuoted(SyntaxProblem):
    code, title = "E979", "Name in quotes that is no name"

    def message(self) -> str:
        return "A name has no blanks, no parentheses and no `;`, also between quotes, and does not begin with `?`."


class MissingJoin(SyntaxProblem):
    code, title = "E993", "Literal that nothing joins to its rule"
    sign: str  # what follows it
    join: Span

    def message(self) -> str:
        return (
            f"Nothing joins this to the literal before, so it begins a new rule; but `{self.sign}` goes on with a body."
        )

    def fix(self) -> Fix:
        return Fix("join it with `&`", (Edit(self.join, " &"),))


class VariableAsName(SyntaxProblem):
    code, title = "E981", "Variable as the name of a relation or function"
    written: str

    def message(self) -> str:
        return f"`{self.written}` is a variable, because it begins with a capital; a relation or function has a name of its own."

    def advice(self) -> str:
        return f"write `{self.written[:1].lower()}{self.written[1:]}`, or `'{self.written}'` if the capital has to stay"


class OtherSpelling(SyntaxProblem):
    code, title = "W970", "Other spelling than the file's name says"
    severity: ClassVar[str] = "warning"
    infix: bool  # what the text is

    def message(self) -> str:
        found, ending = ("infix", ".hrf") if self.infix else ("prefix KIF", ".kif")
        return f"This text is {found}, and is read so; such files end in `{ending}`, or in `.gdl`, which may be either."
