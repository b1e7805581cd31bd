"""Mistakes in the shape of a program: what stands where nothing of the kind can."""

from __future__ import annotations

from tgpl.languages.common import shared_problems
from tgpl.text.diagnostics import Edit, Fix, SyntaxProblem
from tgpl.text.source import Span


class MissingSemicolon(SyntaxProblem):
    code, title = "E922", "Statement or declaration without its `;`"
    vague = True
    what: str

    def message(self) -> str:
        return f"{self.what} has no end."

    def expected(self) -> str:
        return "`;` here"

    def fix(self) -> Fix:
        return Fix("put a `;` here", (Edit(self.span, ";"),))


class Unexpected(shared_problems.Unexpected):
    code, title = "E923", "Cannot stand here"


class UnclosedBlock(shared_problems.UnclosedBlock):
    code, title = "E924", "Block that is not closed"


class StrayBrace(shared_problems.StrayBrace):
    code, title = "E925", "Brace that closes nothing"


class UnclosedBracket(shared_problems.UnclosedBracket):
    code, title = "E926", "Parenthesis or bracket that is not closed"


class TooDeep(shared_problems.TooDeep):
    code, title = "E927", "Too many things inside each other"


class WordAsName(SyntaxProblem):
    code, title = "E928", "Keyword as a name"
    word: str

    def message(self) -> str:
        return f"`{self.word}` is a word of the language and cannot be a name."


class NoParentheses(SyntaxProblem):
    code, title = "E929", "Condition without parentheses"
    vague = True
    word: str

    def message(self) -> str:
        return f"What `{self.word}` asks stands between `(` and `)`."

    def fix(self) -> Fix:
        start, end = (Span(self.span.file, at, at) for at in (self.span.start, self.span.end))
        return Fix("put them there", (Edit(start, "("), Edit(end, ")")))


class NoBraces(SyntaxProblem):
    code, title = "E930", "Branch or loop without braces"
    vague = True
    word: str

    def message(self) -> str:
        return f"What `{self.word}` governs stands between `{{` and `}}`, also if it is a single statement."

    def fix(self) -> Fix:
        start, end = (Span(self.span.file, at, at) for at in (self.span.start, self.span.end))
        return Fix("put them there", (Edit(start, "{ "), Edit(end, " }")))


class OutsideSections(SyntaxProblem):
    code, title = "E931", "Neither in `@setup` nor in `@turns`"
    vague = True

    def message(self) -> str:
        return "This stands outside `@setup { … }` and `@turns { … }`; a program has nothing else."

    def advice(self) -> str:
        return "look above for a section or function that was closed too early"


class MissingSection(SyntaxProblem):
    code, title = "E932", "Missing section"
    vague = True
    section: str

    def message(self) -> str:
        return f"This program has no `{self.section}` section."

    def expected(self) -> str:
        return "`@setup { … }`, what there is before the game begins, and `@turns { … }`, what happens in it"


class SectionTwice(SyntaxProblem):
    code, title = "E933", "Section in the wrong place"
    section: str

    def message(self) -> str:
        return f"`{self.section}` cannot stand here: a program is `@setup {{ … }}`, then `@turns {{ … }}`."


class DefinitionInside(SyntaxProblem):
    code, title = "E934", "Definition in the wrong place"
    what: str
    where: str

    def message(self) -> str:
        return f"{self.what} is defined {self.where}, not here."


class EqualsInCondition(SyntaxProblem):
    code, title = "E935", "`=` as a condition"

    def message(self) -> str:
        return "`=` gives a variable its value; two values are compared with `==`."

    def fix(self) -> Fix:
        return Fix("write `==`", (Edit(self.span, "=="),))


class NotAssignable(SyntaxProblem):
    code, title = "E936", "Something that cannot be given a value"

    def message(self) -> str:
        return "Only a variable, a field or an element of a list can be given a value."


class WrongWord(shared_problems.WrongWord):
    code, title = "E937", "Almost a word of the language"


class NoBeginning(shared_problems.NoBeginning):
    code, title = "E938", "Bracket that is not opened"
