"""Mistakes in the text of a rulesheet and in its shape."""

from __future__ import annotations

from tgpl.languages.common import shared_problems
from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


class CannotRead(Problem, syntactic=True):
    code, title = "E970", "Rulesheet that cannot be read"
    why: str
    says = "This rulesheet cannot be read: {why}."


class TooLong(Problem, syntactic=True):
    code, title = "E971", "Rulesheet too long"
    length: int
    limit: int
    says = "This rulesheet has {length:,} characters; it may have {limit:,}."


class Unclosed(Problem, syntactic=True):
    code, title = "E972", "Parenthesis that is not closed"
    missing: int  # how many `)`
    line: int  # where something new begins, or 0: the end of the sheet
    advises = "close it where what it begins is complete; look first at the ends of the lines that follow it"

    def message(self) -> str:
        missing = "one `)` is" if self.missing == 1 else f"{self.missing} `)` are"
        if self.line == self.span.position[0]:
            return f"This `(` is not closed: {missing} missing."
        before = f"line {self.line}, where something new begins" if self.line else "the end of the sheet"
        return f"This `(` is not closed before {before}: {missing} missing."


class StrayParenthesis(Problem, syntactic=True):
    code, title = "E973", "Parenthesis that closes nothing"
    says = "This `)` closes nothing: every `(` before it is closed already."
    advises = "remove it, or look before it for a `)` too many or a `(` that is missing"


class TooDeep(Problem, syntactic=True):
    code, title = "E974", "Too many things inside each other"
    limit: int
    says = "More than {limit} things stand inside each other here; nobody could read that."
    advises = "close a parenthesis above, or give a part of it a relation of its own"


class StrangeCharacter(Problem, syntactic=True):
    code, title = "E975", "Character that cannot be read"
    character: str

    def message(self) -> str:
        return f"There is a character here that no name can have (U+{ord(self.character):04X})."

    def advice(self) -> str:
        if self.character.isprintable():
            return "put the whole name between `'` and `'`, if it is meant"
        return "remove it; it may have come from copying"


class NoName(Problem, syntactic=True):
    code, title = "E976", "Parentheses without a name"
    found: str  # "nothing", "a list", "the variable `?x`"
    says = "A list begins with the name of a relation or function; this one begins with {found}."
    expects = "as in `(cell 1 2 b)`"


class BadArrow(Problem, syntactic=True):
    code, title = "E977", "`<=` in the wrong place"
    why: str
    says = "{why}"
    expects = "`(<= head literal …)` at the top of the sheet, inside nothing else"


class Unexpected(shared_problems.Unexpected, Problem, syntactic=True, vague=True):
    code, title = "E978", "Cannot stand here"


class BadQuoted(Problem, syntactic=True):
    code, title = "E979", "Name in quotes that is no name"
    says = "A name has no blanks, no parentheses and no `;`, also between quotes, and does not begin with `?`."


class MissingJoin(Problem, syntactic=True):
    code, title = "E993", "Literal that nothing joins to its rule"
    sign: str  # what follows it
    join: Span
    says = "Nothing joins this to the literal before, so it begins a new rule; but `{sign}` goes on with a body."

    def fix(self) -> Fix:
        return Fix("join it with `&`", (Edit(self.join, " &"),))


class VariableAsName(Problem, syntactic=True):
    code, title = "E981", "Variable as the name of a relation or function"
    written: str
    says = "`{written}` is a variable, because it begins with a capital; a relation or function has a name of its own."

    def advice(self) -> str:
        return f"write `{self.written[:1].lower()}{self.written[1:]}`, or `'{self.written}'` if the capital has to stay"


class OtherSpelling(Problem, syntactic=True):
    code, title = "W970", "Other spelling than the file's name says"
    infix: bool  # what the text is

    def message(self) -> str:
        found, ending = ("infix", ".hrf") if self.infix else ("prefix KIF", ".kif")
        return f"This text is {found}, and is read so; such files end in `{ending}`, or in `.gdl`, which may be either."
