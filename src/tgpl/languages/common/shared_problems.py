"""Mistakes that several languages share. Each mixes them into a problem of its own, with a code and a title.

class StrayBrace(shared_problems.StrayBrace, Problem, syntactic=True, vague=True):
    code, title = "E104", "`}` without a beginning"
"""

from __future__ import annotations

from typing import ClassVar

from tgpl.languages.common import lookalikes
from tgpl.languages.common.identifiers import NO_NAME
from tgpl.text.diagnostics import Edit, Fix
from tgpl.text.records import Frozen
from tgpl.text.source import Span


class StrangeCharacter(Frozen):
    __slots__ = ()
    where: ClassVar[str]  # it means nothing
    span: Span
    found: str
    meant: str | None = None  # the plain sign for it, a blank, or nothing

    def shown(self) -> str:
        return self.found if self.found.isprintable() else f"U+{ord(self.found):04X}"

    def message(self) -> str:
        unseen = None if self.meant is None else lookalikes.describe(self.found, self.meant)
        why = NO_NAME if self.found.isalnum() else f"means nothing {self.where}"
        return unseen or f"`{self.shown()}` {why}."

    def expected(self) -> str | None:
        return f"`{self.meant}`" if self.meant and self.meant != " " else None

    def fix(self) -> Fix | None:
        return None if self.meant is None else lookalikes.make_fix(self.span, self.meant)


class Unexpected(Frozen):
    __slots__ = ()
    found: str
    wanted: str
    says = "I found {found}, which cannot stand here."
    expects = "{wanted}"


class UnclosedBlock(Frozen):
    __slots__ = ()
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


class StrayBrace(Frozen):
    __slots__ = ()
    span: Span
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


class NoBeginning(Frozen):
    __slots__ = ()
    bracket: str
    closing: Span
    says = (
        "A `{bracket}` is missing here: without it the `{closing.text}` of line {closing.position[0]} closes nothing."
    )

    def fix(self) -> Fix:
        text, at = self.span.file.text, self.span.start  # type: ignore[attr-defined]
        inside = text[at - 1 : at].isalnum() and text[at : at + 1] not in ("", " ", "\n")
        edit = Edit(self.span, self.bracket if inside else f" {self.bracket}")  # type: ignore[attr-defined]
        return Fix(f"put a `{self.bracket}` here", (edit,))


class WrongWord(Frozen):
    __slots__ = ()
    span: Span
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


class UnclosedBracket(Frozen):
    __slots__ = ()
    bracket: str
    opening: Span
    says = "The `{opening.text}` of line {opening.position[0]}, column {opening.position[1]} is not closed."
    expects = "`{bracket}` here"
    mends = "put a `{bracket}` here", "{bracket}"


class TooDeep(Frozen):
    __slots__ = ()
    limit: int
    what: str = "things stand inside each other"
    says = "More than {limit:,} {what} here; nobody could read that."
    advises: ClassVar[str] = "give parts of it a name: a variable, or a function"
