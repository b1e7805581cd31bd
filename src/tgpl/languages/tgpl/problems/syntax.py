"""Mistakes in the shape of the text: what stands where nothing of the kind can."""

from __future__ import annotations

from tgpl.languages.common import shared_problems
from tgpl.text.diagnostics import Edit, Fix, SyntaxProblem
from tgpl.text.source import Span


class MissingSemicolon(SyntaxProblem):
    code, title = "E101", "Missing `;`"
    vague = True

    def message(self) -> str:
        return "This statement has no end."

    def expected(self) -> str:
        return "`;` here"

    def fix(self) -> Fix:
        return Fix("put a `;` here", (Edit(self.span, ";"),))


class Unexpected(shared_problems.Unexpected):
    code, title = "E102", "Something else belongs here"


class UnclosedBlock(shared_problems.UnclosedBlock):
    code, title = "E103", "Block without an end"


class StrayBrace(shared_problems.StrayBrace):
    code, title = "E104", "`}` without a beginning"


class UnclosedBracket(shared_problems.UnclosedBracket):
    code, title = "E105", "Bracket without an end"


class TooDeep(SyntaxProblem):
    code, title = "E106", "Nested too deeply"
    limit: int
    what: str = "things stand inside each other"

    def message(self) -> str:
        return f"More than {self.limit:,} {self.what} here; nobody could read that."

    def advice(self) -> str:
        return "give parts of it a name: a variable, or a function of their own"


class AssignmentInCondition(SyntaxProblem):
    code, title = "E107", "`=` in a condition"

    def message(self) -> str:
        return "`=` gives a variable its value; a condition compares with `==`."

    def fix(self) -> Fix:
        return Fix("write `==`", (Edit(self.span, "=="),))


class WrongForSeparator(SyntaxProblem):
    code, title = "E108", "`for` without its `;`"
    found: str

    def message(self) -> str:
        return f"The three parts of a `for` are divided by `;`, not by `{self.found}`."

    def fix(self) -> Fix:
        return Fix("write `;`", (Edit(self.span, ";"),))


class ReturnForReturns(SyntaxProblem):
    code, title = "E109", "`return` for `returns`"

    def message(self) -> str:
        return "`returns` declares the type of the result; `return` gives the result, inside the effect."

    def fix(self) -> Fix:
        return Fix("write `returns`", (Edit(self.span, "returns"),))


class ModifierBehindInput(SyntaxProblem):
    code, title = "E110", "Modifier behind `input`"
    mode: str

    def message(self) -> str:
        return f"`{self.mode}` says how the input is answered and stands before `input`."

    def fix(self) -> Fix:
        return Fix(f"write `{self.mode} input`", (Edit(self.span, f"{self.mode} input"),))


class Increment(SyntaxProblem):
    code, title = "E111", "No `++` or `--`"
    target: str
    sign: str

    def message(self) -> str:
        return f"There is no `{self.sign}{self.sign}`."

    def fix(self) -> Fix:
        text = f"{self.target} {self.sign}= 1"
        return Fix(f"write `{text}`", (Edit(self.span, text),))


class WordOperator(SyntaxProblem):
    code, title = "E112", "Operator in words"
    word: str
    sign: str

    def message(self) -> str:
        return f"`{self.word}` is how the earlier edition (TGDL) says it; here it is `{self.sign}`."

    def fix(self) -> Fix:
        text = self.sign
        end = self.span.end
        if self.word == "not" and self.span.file.text[end : end + 1] == " ":
            end += 1
        return Fix(f"write `{text}`", (Edit(Span(self.span.file, self.span.start, end), text),))


class KeywordAsName(SyntaxProblem):
    code, title = "E113", "A word of the language as a name"
    word: str

    def message(self) -> str:
        return f"`{self.word}` is a word of the language and cannot be a name."

    def advice(self) -> str:
        return f"choose another name, `{self.word}_` or `my_{self.word}` for example"


class AssignmentInside(SyntaxProblem):
    code, title = "E114", "Assignment inside an expression"

    def message(self) -> str:
        return "An assignment gives no value, so it cannot be a part of an expression."

    def advice(self) -> str:
        return "make it a statement of its own, or write `==` to compare"


class StatementOutsideEffect(SyntaxProblem):
    code, title = "E115", "Statement outside the effect"
    vague = True
    owner: str

    def message(self) -> str:
        return f"What {_article(self.owner)} does stands in its `effect {{ … }}`."

    def advice(self) -> str:
        return "move this statement into the effect"


class NewWithoutParentheses(SyntaxProblem):
    code, title = "E116", "`new` without `()`"

    def message(self) -> str:
        return "Behind the class that `new` makes stand two parentheses."

    def fix(self) -> Fix:
        return Fix("put `()` here", (Edit(self.span, "()"),))


class NewWithArguments(SyntaxProblem):
    code, title = "E117", "`new` takes nothing between its parentheses"
    name: str

    def message(self) -> str:
        return "The attributes of a new object are filled in braces behind the parentheses."

    def expected(self) -> str:
        return f"`new {self.name}() {{ attribute = value; }}`"


class ElseWithoutIf(SyntaxProblem):
    code, title = "E118", "`else` without `if`"
    vague = True

    def message(self) -> str:
        return "This `else` follows no `if`."

    def advice(self) -> str:
        return "look above for a `;` or a `}` too many"


class DirectiveTooLate(SyntaxProblem):
    code, title = "E119", "Directive too late"
    word: str

    def message(self) -> str:
        return f"`{self.word}` stands at the top of the file, before every declaration."


class Misplaced(SyntaxProblem):
    code, title = "E120", "Wrong kind of member"
    member: str
    owner: str

    def message(self) -> str:
        return f"{_article(self.owner).capitalize()} cannot have {_article(self.member)}."

    def advice(self) -> str:
        return "put it into a class, an interactable, a tile or a board"


class PartTwice(SyntaxProblem):
    code, title = "E121", "The same part twice"
    part: str
    owner: str

    def message(self) -> str:
        return f"This {self.owner} has a second `{self.part}`; there can be only one."


class LoopsTooDeep(SyntaxProblem):
    code, title = "E122", "Too many loops inside each other"
    limit: int

    def message(self) -> str:
        return f"At most {self.limit} loops may stand inside each other."


class MemberElsewhere(SyntaxProblem):
    code, title = "E123", "Part in the wrong place"
    word: str
    owner: str
    where: str

    def message(self) -> str:
        return f"`{self.word}` does not stand directly in {_article(self.owner)}: it belongs in {self.where}."


class OutsideItsBlock(SyntaxProblem):
    code, title = "E124", "Outside its block"
    vague = True
    word: str

    def message(self) -> str:
        return f"`{self.word}` cannot stand alone at the top of a file."

    def advice(self) -> str:
        if self.word == "action":
            return "put it into a class (in TGDL: a state), or look above for a `}` too many"
        return "look above for a `}` too many"


class StatementOutside(SyntaxProblem):
    code, title = "E125", "Statement outside any effect"
    vague = True

    def message(self) -> str:
        return "Statements stand in `setup`, in an effect or in another block, not here."

    def advice(self) -> str:
        return "look above for a `}` too many"


class ConditionWithoutParentheses(SyntaxProblem):
    code, title = "E126", "Condition without parentheses"
    vague = True

    def message(self) -> str:
        return "A condition stands in parentheses."

    def expected(self) -> str:
        return "`(` … `)`"


class NotFirst(SyntaxProblem):
    code, title = "E127", "Not at the very beginning"
    word: str

    def message(self) -> str:
        return f"`{self.word}` is the first thing in its file."


class DirectiveTwice(SyntaxProblem):
    code, title = "E128", "Directive twice"
    word: str

    def message(self) -> str:
        return f"`{self.word}` was said already."


class NoVisibility(SyntaxProblem):
    code, title = "E129", "Visibility on the wrong kind"
    kind: str

    def message(self) -> str:
        if self.kind == "board":
            return "A board has no owner: it is made with `new`, or it is `global`."
        return f"`local`, `group` and `global` are for classes and interactables; {_article(self.kind)} has no owner."


class AttributeWithoutType(SyntaxProblem):
    code, title = "E130", "Attribute without a type"
    name: str

    def message(self) -> str:
        return f"The attribute `{self.name}` does not say what it holds."

    def expected(self) -> str:
        return "`returns` and a type inside its braces"


class ModifierHere(SyntaxProblem):
    code, title = "E131", "Modifier that means nothing here"
    word: str
    what: str | None  # what it stands before; None: it was said already

    def message(self) -> str:
        if self.what is None:
            return f"`{self.word}` was said already."
        return f"`{self.word}` means nothing for {self.what}."

    def advice(self) -> str | None:
        if self.what is not None and self.word == "private":
            return "only attributes can be hidden from the other players"
        return None

    def fix(self) -> Fix | None:
        if self.what is not None and self.what.startswith("an input"):
            return None  # one of two that contradict each other: which, only the designer knows
        text, end = self.span.file.text, self.span.end
        while text[end : end + 1].isspace():
            end += 1
        return Fix("remove it", (Edit(Span(self.span.file, self.span.start, end), ""),))


class Unquoted(SyntaxProblem):
    code, title = "E132", "Text without quotes"
    what: str

    def message(self) -> str:
        return f"{self.what} is a text: it stands in quotes."

    def fix(self) -> Fix:
        text = f'"{self.span.text}"'
        return Fix(f"write `{text}`", (Edit(self.span, text),))


class OtherLoop(SyntaxProblem):
    code, title = "E133", "A loop as other languages write it"
    here: str  # the word or sign that stands in this place here

    def message(self) -> str:
        return "A loop over a list is written `for (T x in list) { … }`."

    def fix(self) -> Fix:
        return Fix(f"write `{self.here}`", (Edit(self.span, self.here),))


class UnknownHint(SyntaxProblem):
    code, title = "E134", "Unknown display hint"
    word: str
    near: str | None
    group: bool = False  # it was said of a group

    def message(self) -> str:
        return f"`display` knows no `{self.word}`{' for a group' if self.group else ''}."

    def expected(self) -> str:
        if self.group:
            return "`columns` or `rows`"
        return "`name`, `symbol`, `color`, `image` or `place`"

    def fix(self) -> Fix | None:
        return None if self.near is None else Fix(f"write `{self.near}`", (Edit(self.span, self.near),))


class GridSize(SyntaxProblem):
    code, title = "E135", "Impossible size of a grid"
    most: int

    def message(self) -> str:
        return "This is not a number of tiles that a grid can have."

    def expected(self) -> str:
        return f"a whole number from 1 to {self.most}"


class WrongWord(shared_problems.WrongWord):
    code, title = "E136", "Not a word of the language here"


class NoBeginning(shared_problems.NoBeginning):
    code, title = "E137", "Bracket without a beginning"


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
