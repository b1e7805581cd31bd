"""Mistakes in the shape of a program: what stands where nothing of the kind can."""

from __future__ import annotations

from tgpl.languages.common import shared_problems
from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


class MissingSemicolon(Problem, syntactic=True, vague=True):
    code, title = "E922", "Statement or declaration without its `;`"
    what: str
    says = "{what} has no end."
    expects = "`;` here"
    mends = "put a `;` here", ";"


class Unexpected(shared_problems.Unexpected, Problem, syntactic=True, vague=True):
    code, title = "E923", "Cannot stand here"


class UnclosedBlock(shared_problems.UnclosedBlock, Problem, syntactic=True, vague=True):
    code, title = "E924", "Block that is not closed"


class StrayBrace(shared_problems.StrayBrace, Problem, syntactic=True, vague=True):
    code, title = "E925", "Brace that closes nothing"


class UnclosedBracket(shared_problems.UnclosedBracket, Problem, syntactic=True, vague=True):
    code, title = "E926", "Parenthesis or bracket that is not closed"


class TooDeep(shared_problems.TooDeep, Problem, syntactic=True):
    code, title = "E927", "Too many things inside each other"


class WordAsName(Problem, syntactic=True):
    code, title = "E928", "Keyword as a name"
    word: str
    says = "`{word}` is a word of the language and cannot be a name."


class NoParentheses(Problem, syntactic=True, vague=True):
    code, title = "E929", "Condition without parentheses"
    word: str
    says = "What `{word}` asks stands between `(` and `)`."

    def fix(self) -> Fix:
        start, end = (Span(self.span.file, at, at) for at in (self.span.start, self.span.end))
        return Fix("put them there", (Edit(start, "("), Edit(end, ")")))


class NoBraces(Problem, syntactic=True, vague=True):
    code, title = "E930", "Branch or loop without braces"
    word: str
    says = "What `{word}` governs stands between `{{` and `}}`, also if it is a single statement."

    def fix(self) -> Fix:
        start, end = (Span(self.span.file, at, at) for at in (self.span.start, self.span.end))
        return Fix("put them there", (Edit(start, "{ "), Edit(end, " }")))


class OutsideSections(Problem, syntactic=True, vague=True):
    code, title = "E931", "Neither in `@setup` nor in `@turns`"
    says = "This stands outside `@setup {{ … }}` and `@turns {{ … }}`; a program has nothing else."
    advises = "look above for a section or function that was closed too early"


class MissingSection(Problem, syntactic=True, vague=True):
    code, title = "E932", "Missing section"
    section: str
    says = "This program has no `{section}` section."
    expects = "`@setup {{ … }}`, what there is before the game begins, and `@turns {{ … }}`, what happens in it"


class SectionTwice(Problem, syntactic=True):
    code, title = "E933", "Section in the wrong place"
    section: str
    says = "`{section}` cannot stand here: a program is `@setup {{ … }}`, then `@turns {{ … }}`."


class DefinitionInside(Problem, syntactic=True):
    code, title = "E934", "Definition in the wrong place"
    what: str
    where: str
    says = "{what} is defined {where}, not here."


class EqualsInCondition(Problem, syntactic=True):
    code, title = "E935", "`=` as a condition"
    says = "`=` gives a variable its value; two values are compared with `==`."
    mends = "write `==`", "=="


class NotAssignable(Problem, syntactic=True):
    code, title = "E936", "Something that cannot be given a value"
    says = "Only a variable, a field or an element of a list can be given a value."


class WrongWord(shared_problems.WrongWord, Problem, syntactic=True):
    code, title = "E937", "Almost a word of the language"


class NoBeginning(shared_problems.NoBeginning, Problem, syntactic=True):
    code, title = "E938", "Bracket that is not opened"
