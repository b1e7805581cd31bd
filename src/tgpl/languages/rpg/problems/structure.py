"""Mistakes in the shape of a script: what stands where nothing of the kind can."""

from __future__ import annotations

from tgpl.languages.common import shared_problems
from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span

THE_END = "the end of the script"  # what is found where nothing follows


class MissingSemicolon(Problem, stage="syntax", syntactic=True, vague=True):
    code, title = "E812", "Statement without its `;`"
    what: str
    says = "{what} has no end."
    expects = "`;` here: every statement and definition ends with one, also the last of a block"
    mends = "put a `;` here", ";"


class Unexpected(shared_problems.Unexpected, Problem, stage="syntax", syntactic=True, vague=True):
    code, title = "E813", "Not possible here"

    @property
    def at_end(self) -> bool:
        """Whether it is only that the text stops too early."""
        return self.found == THE_END


class UnclosedBlock(shared_problems.UnclosedBlock, Problem, stage="syntax", syntactic=True, vague=True):
    code, title = "E814", "`{` that is not closed"


class StrayBrace(shared_problems.StrayBrace, Problem, stage="syntax", syntactic=True, vague=True):
    code, title = "E815", "`}` that closes nothing"


class UnclosedBracket(shared_problems.UnclosedBracket, Problem, stage="syntax", syntactic=True, vague=True):
    code, title = "E816", "Bracket that is not closed"


class TooDeep(shared_problems.TooDeep, Problem, stage="syntax", syntactic=True):
    code, title = "E817", "Too much inside each other"


class MissingSet(Problem, stage="syntax", syntactic=True):
    code, title = "E818", "Assignment without `set`"
    says = "A variable or a field gets its value with `set`."

    def fix(self) -> Fix:
        start = Span(self.span.file, self.span.start, self.span.start)
        return Fix("put `set` before it", (Edit(start, "set "),))


class EqualsInCondition(Problem, stage="syntax", syntactic=True):
    code, title = "E819", "`=` where two values are compared"
    says = "`=` gives a variable its value, after `set`; two values are compared with `==`."
    mends = "write `==`", "=="


class CapitalWanted(Problem, stage="syntax", syntactic=True, vague=True):
    code, title = "E820", "Name that should begin with a capital"
    what: str
    name: str
    says = "The name of {what} begins with a capital letter."

    def advice(self) -> str:
        return f"call it `{self.name[:1].upper()}{self.name[1:]}`"


class SmallWanted(Problem, stage="syntax", syntactic=True):
    code, title = "E821", "Name that should begin with a small letter"
    what: str
    name: str
    says = "The name of {what} begins with a small letter; capitals are for objects, traits and fields."

    def advice(self) -> str:
        return f"call it `{self.name[:1].lower()}{self.name[1:]}`"


class KeywordAsName(Problem, stage="syntax", syntactic=True):
    code, title = "E822", "Word of the language as a name"
    word: str
    says = "`{word}` is a word of the language and cannot be a name."


class ForeignWord(Problem, stage="syntax", syntactic=True, vague=True):
    code, title = "E823", "Word of another language"
    word: str
    instead: str
    says = "There is no `{word}` in RPG."
    advises = "{instead}"


class MadeWithParentheses(Problem, stage="syntax", syntactic=True):
    code, title = "E824", "Object made with `()`"
    name: str
    says = "An object is made by its name alone: `{name}`, or `{name} with SomeTrait`."


class DefinitionInside(Problem, stage="syntax", syntactic=True):
    code, title = "E825", "Definition inside a block"
    what: str
    says = "{what} is defined at the top of a script, not inside a block."


class ImpossibleNumber(Problem, stage="syntax", syntactic=True):
    code, title = "E826", "Impossible number of dice"
    most: int
    dice: int
    kept: str  # "kept" or "left out"

    def message(self) -> str:
        dice = "is 1 die" if self.dice == 1 else f"are {self.dice} dice"
        if not self.most:
            return f"There {dice} in this pool: none can be {self.kept}."
        return f"There {dice} in this pool: {'1' if self.most == 1 else f'1 to {self.most}'} can be {self.kept}."


class FieldSeparator(Problem, stage="syntax", syntactic=True):
    code, title = "E827", "Fields without a `,` between them"
    says = "The fields of an object or trait are divided by `,`."
    mends = "write `,`", ","


class WrongWord(shared_problems.WrongWord, Problem, stage="syntax", syntactic=True):
    code, title = "E828", "Almost a word of the language"


class NoBeginning(shared_problems.NoBeginning, Problem, stage="syntax", syntactic=True):
    code, title = "E829", "Bracket that is not opened"
