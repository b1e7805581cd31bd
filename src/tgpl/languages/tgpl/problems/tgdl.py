"""Mistakes about the two editions, TGPL and TGDL. All count as syntax: the edition decides how a text is read."""

from __future__ import annotations

from tgpl.languages.tgpl.problems.lint import Doubt
from tgpl.text.diagnostics import Edit, Fix, SyntaxProblem
from tgpl.text.source import Span


class OtherEdition(SyntaxProblem):
    code, title = "E601", "A word of the other edition"
    instead: str  # how this edition says it
    edition: str  # the edition of this file: "tgpl" or "tgdl"
    fixable: bool = True  # replacing the word alone is right

    def message(self) -> str:
        here, other = ("TGDL", "TGPL") if self.edition == "tgdl" else ("TGPL", "TGDL")
        return f"`{self.span.text}` is how {other} says it; in a {here} file it is `{self.instead}`."

    def fix(self) -> Fix | None:
        if not self.fixable:
            return None
        end, text = self.span.end, self.instead
        behind = self.span.file.text[end : end + 1]
        if text[-1:].isalpha() and (behind.isalnum() or behind in ("_", "(")) and behind:
            text += " "  # `!x` becomes `not x`
        return Fix(f"write `{self.instead}`", (Edit(self.span, text),))


class NameHidesAttribute(SyntaxProblem):
    code, title = "E602", "Two things of one name"
    name: str
    owner: str

    def message(self) -> str:
        return (
            f"`{self.name}` is an attribute of `{self.owner}` already, and its actions name attributes without a dot."
        )

    def advice(self) -> str:
        return "give one of the two another name"


class NameOfGlobal(SyntaxProblem):
    code, title = "E603", "The name of a global state"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is a global state: it is supplied everywhere, and nothing else can have its name."

    def advice(self) -> str:
        return "choose another name"


class Sealed(SyntaxProblem):
    code, title = "E604", "Sealed from outside"
    owner: str
    action: str

    def message(self) -> str:
        return f"`{self.owner}` is sealed: only its own actions and functions may use its action `{self.action}`."

    def advice(self) -> str:
        return f"let `{self.owner}` do it itself, or take `sealed` away"


class SetupOverlap(SyntaxProblem):
    code, title = "E605", "Two setups for one number of players"
    number: int

    def message(self) -> str:
        return f"Another setup is already for {self.number} players."


class NoSetupFor(SyntaxProblem):
    code, title = "E606", "No setup for this number of players"
    number: int

    def message(self) -> str:
        return f"With {self.number} players there is no setup."

    def expected(self) -> str:
        return f"`setup for {self.number} players {{ … }}`, or a `setup {{ … }}` for all the others"


class UnlikeResults(SyntaxProblem):
    code, title = "E607", "A verb that gives different things"
    name: str
    found: str

    def message(self) -> str:
        return f"The `return`s of `{self.name}` do not agree: {self.found}."

    def advice(self) -> str:
        return "let all of them give one type (`as` makes of an object its base), or say which: `return T;` behind the effect"


class NoUnnamedEffect(SyntaxProblem):
    code, title = "E608", "Setup without an unnamed effect"

    def message(self) -> str:
        return "This setup has only effects with a name."

    def expected(self) -> str:
        return "an `effect { … }` without a name, which is run for the setup"


class ModifierBehindName(SyntaxProblem):
    code, title = "E609", "Modifier behind the name of an input"
    input_at: int  # where `input` stands

    def message(self) -> str:
        return f"`{self.span.text}` behind the name is how TGDL has it; in a TGPL file it stands before `input`."

    def fix(self) -> Fix:
        words = " ".join({"verb": "function", "all": "auto"}.get(word, word) for word in self.span.text.split())
        start = self.span.start
        while self.span.file.text[start - 1].isspace():
            start -= 1
        before = Span(self.span.file, self.input_at, self.input_at)
        gone = Span(self.span.file, start, self.span.end)
        return Fix(f"write `{words} input`", (Edit(before, f"{words} "), Edit(gone, "")))


class Misspelt(Doubt):
    syntactic = True
    code, title = "W601", "A slip of the pen"
    slip = True
    word: str

    def message(self) -> str:
        return f"This is read as `{self.word}`."

    def fix(self) -> Fix:
        return Fix(f"write `{self.word}`", (Edit(self.span, self.word),))


class BackslashComment(Doubt):
    syntactic = True
    code, title = "W602", "A comment with backslashes"
    slip = True

    def message(self) -> str:
        return "Comments begin with `//`."

    def fix(self) -> Fix:
        span = Span(self.span.file, self.span.start, self.span.start + 2)
        return Fix("write `//`", (Edit(span, "//"),))
