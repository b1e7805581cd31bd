"""Mistakes in the shape of a script: what stands where nothing of the kind can."""

from __future__ import annotations

from typing import ClassVar

from tgpl.languages.common import shared_problems
from tgpl.text.diagnostics import Edit, Fix, SyntaxProblem
from tgpl.text.source import Span

THE_END = "the end of the script"  # what is found where nothing follows


class Syntax(SyntaxProblem):
    stage: ClassVar[str] = "syntax"


class MissingSemicolon(Syntax):
    code, title = "E812", "Statement without its `;`"
    vague = True
    what: str

    def message(self) -> str:
        return f"{self.what} has no end."

    def expected(self) -> str:
        return "`;` here: every statement and definition ends with one, also the last of a block"

    def fix(self) -> Fix:
        return Fix("put a `;` here", (Edit(self.span, ";"),))


class Unexpected(Syntax):
    code, title = "E813", "Not possible here"
    vague = True
    found: str
    wanted: str

    @property
    def at_end(self) -> bool:
        """Whether it is only that the text stops too early."""
        return self.found == THE_END

    def message(self) -> str:
        return f"I found {self.found}, which cannot stand here."

    def expected(self) -> str:
        return self.wanted


class UnclosedBlock(shared_problems.UnclosedBlock):
    code, title = "E814", "`{` that is not closed"
    stage: ClassVar[str] = "syntax"


class StrayBrace(shared_problems.StrayBrace):
    code, title = "E815", "`}` that closes nothing"
    stage: ClassVar[str] = "syntax"


class UnclosedBracket(shared_problems.UnclosedBracket):
    code, title = "E816", "Bracket that is not closed"
    stage: ClassVar[str] = "syntax"


class TooDeep(shared_problems.TooDeep):
    code, title = "E817", "Too much inside each other"
    stage: ClassVar[str] = "syntax"


class MissingSet(Syntax):
    code, title = "E818", "Assignment without `set`"

    def message(self) -> str:
        return "A variable or a field gets its value with `set`."

    def fix(self) -> Fix:
        start = Span(self.span.file, self.span.start, self.span.start)
        return Fix("put `set` before it", (Edit(start, "set "),))


class EqualsInCondition(Syntax):
    code, title = "E819", "`=` where two values are compared"

    def message(self) -> str:
        return "`=` gives a variable its value, after `set`; two values are compared with `==`."

    def fix(self) -> Fix:
        return Fix("write `==`", (Edit(self.span, "=="),))


class CapitalWanted(Syntax):
    code, title = "E820", "Name that should begin with a capital"
    vague = True
    what: str
    name: str

    def message(self) -> str:
        return f"The name of {self.what} begins with a capital letter."

    def advice(self) -> str:
        return f"call it `{self.name[:1].upper()}{self.name[1:]}`"


class SmallWanted(Syntax):
    code, title = "E821", "Name that should begin with a small letter"
    what: str
    name: str

    def message(self) -> str:
        return f"The name of {self.what} begins with a small letter; capitals are for objects, traits and fields."

    def advice(self) -> str:
        return f"call it `{self.name[:1].lower()}{self.name[1:]}`"


class KeywordAsName(Syntax):
    code, title = "E822", "Word of the language as a name"
    word: str

    def message(self) -> str:
        return f"`{self.word}` is a word of the language and cannot be a name."


class ForeignWord(Syntax):
    code, title = "E823", "Word of another language"
    vague = True
    word: str
    instead: str

    def message(self) -> str:
        return f"There is no `{self.word}` in RPG."

    def advice(self) -> str:
        return self.instead


class MadeWithParentheses(Syntax):
    code, title = "E824", "Object made with `()`"
    name: str

    def message(self) -> str:
        return f"An object is made by its name alone: `{self.name}`, or `{self.name} with SomeTrait`."


class DefinitionInside(Syntax):
    code, title = "E825", "Definition inside a block"
    what: str

    def message(self) -> str:
        return f"{self.what} is defined at the top of a script, not inside a block."


class ImpossibleNumber(Syntax):
    code, title = "E826", "Impossible number of dice"
    most: int
    dice: int
    kept: str  # "kept" or "left out"

    def message(self) -> str:
        dice = "is 1 die" if self.dice == 1 else f"are {self.dice} dice"
        if not self.most:
            return f"There {dice} in this pool: none can be {self.kept}."
        return f"There {dice} in this pool: {'1' if self.most == 1 else f'1 to {self.most}'} can be {self.kept}."


class FieldSeparator(Syntax):
    code, title = "E827", "Fields without a `,` between them"

    def message(self) -> str:
        return "The fields of an object or trait are divided by `,`."

    def fix(self) -> Fix:
        return Fix("write `,`", (Edit(self.span, ","),))


class WrongWord(shared_problems.WrongWord):
    code, title = "E828", "Almost a word of the language"
    stage: ClassVar[str] = "syntax"


class NoBeginning(shared_problems.NoBeginning):
    code, title = "E829", "Bracket that is not opened"
    stage: ClassVar[str] = "syntax"
