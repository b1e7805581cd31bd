"""Mistakes that several languages share; each language gives them a code and a title."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, SyntaxProblem
from tgpl.text.source import Span


class Unexpected(SyntaxProblem):
    vague = True
    found: str
    wanted: str

    def message(self) -> str:
        return f"I found {self.found}, which cannot stand here."

    def expected(self) -> str:
        return self.wanted


class UnclosedBlock(SyntaxProblem):
    vague = True
    found: str
    opening: Span | None = None  # if it is plain where the `}` is missing: there is the place, and here its `{`
    edits: tuple[Edit, ...] = ()

    def message(self) -> str:
        if self.opening is None:
            return f"This `{{` is not closed before {self.found}."
        return f"The `{{` of line {self.opening.position[0]} is not closed before {self.found}."

    def expected(self) -> str:
        return "a `}` where it ends" if self.opening is None else "`}` here"

    def fix(self) -> Fix | None:
        if not self.edits:
            return None
        return Fix("put a `}` there" if len(self.edits) == 1 else f"put {len(self.edits)} `}}` there", self.edits)


class StrayBrace(SyntaxProblem):
    vague = True
    plain: bool = False  # that it is this one

    def extent(self) -> tuple[int, int]:
        """From where to where it goes, with the `;` that ends what it was taken to close."""
        text, start, end = self.span.file.text, self.span.start, self.span.end
        alone = text[text.rfind("\n", 0, start) + 1 : start].strip() == ""
        return start, end + 1 if alone and self.span.text == "}" and text[end : end + 1] == ";" else end

    def message(self) -> str:
        sign = self.span.text
        opening = {")": "(", "]": "["}.get(sign, "{")
        return f"This `{sign}` closes nothing: every `{opening}` before it is closed already."

    def advice(self) -> str | None:
        return None if self.plain else "remove it, or look above for a `{` that is missing or was closed too early"

    def fix(self) -> Fix | None:
        if not self.plain:
            return None
        text, (start, end) = self.span.file.text, self.extent()
        line, behind = text.rfind("\n", 0, start) + 1, text.find("\n", end)
        if behind >= 0 and not text[line:start].strip() and not text[end:behind].strip():
            start, end = line, behind + 1  # nothing else stands on its line
        return Fix("remove it", (Edit(Span(self.span.file, start, end), ""),))


class NoBeginning(SyntaxProblem):
    bracket: str
    closing: Span

    def message(self) -> str:
        line = self.closing.position[0]
        return (
            f"A `{self.bracket}` is missing here: without it the `{self.closing.text}` of line {line} closes nothing."
        )

    def fix(self) -> Fix:
        text = f" {self.bracket}"
        return Fix(f"put a `{self.bracket}` here", (Edit(self.span, text),))


class WrongWord(SyntaxProblem):
    word: str
    instead: str | None  # "" if it is one too many; None if nothing says the same
    why: str  # "near", "foreign", "extra", "absent" or "elsewhere"
    note: str = ""

    def message(self) -> str:
        match self.why:
            case "near":
                return f"`{self.word}` is almost a word of the language."
            case "foreign":
                return f"`{self.word}` is how other languages say it."
            case "extra":
                return f"`{self.word}` means nothing here."
            case "absent":
                return f"There is no `{self.word}` in this language."
            case _:
                return f"`{self.word}` cannot stand here."

    def expected(self) -> str | None:
        return f"`{self.instead}`" if self.instead else None

    def advice(self) -> str | None:
        return self.note or None

    def fix(self) -> Fix | None:
        if self.instead is None:
            return None
        if self.instead:
            return Fix(f"write `{self.instead}`", (Edit(self.span, self.instead),))
        text, end = self.span.file.text, self.span.end
        while text[end : end + 1] in (" ", "\t"):
            end += 1
        return Fix("remove it", (Edit(Span(self.span.file, self.span.start, end), ""),))


class UnclosedBracket(SyntaxProblem):
    vague = True
    bracket: str
    opening: Span

    def message(self) -> str:
        line, column = self.opening.position
        return f"The `{self.opening.text}` of line {line}, column {column} is not closed."

    def expected(self) -> str:
        return f"`{self.bracket}` here"

    def fix(self) -> Fix:
        return Fix(f"put a `{self.bracket}` here", (Edit(self.span, self.bracket),))


class TooDeep(SyntaxProblem):
    limit: int
    what: str = "things stand inside each other"

    def message(self) -> str:
        return f"More than {self.limit:,} {self.what} here; nobody could read that."

    def advice(self) -> str:
        return "give parts of it a name: a variable, or a function"
