"""Mistakes in the shape of the text: what stands where nothing of the kind can."""

from __future__ import annotations

from tgpl.languages.common import shared_problems
from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


class MissingSemicolon(Problem, syntactic=True, vague=True):
    code, title = "E101", "Missing `;`"
    says = "This statement has no end."
    expects = "`;` here"
    mends = "put a `;` here", ";"


class Unexpected(shared_problems.Unexpected, Problem, syntactic=True, vague=True):
    code, title = "E102", "Something else belongs here"


class UnclosedBlock(shared_problems.UnclosedBlock, Problem, syntactic=True, vague=True):
    code, title = "E103", "Block without an end"


class StrayBrace(shared_problems.StrayBrace, Problem, syntactic=True, vague=True):
    code, title = "E104", "`}` without a beginning"


class UnclosedBracket(shared_problems.UnclosedBracket, Problem, syntactic=True, vague=True):
    code, title = "E105", "Bracket without an end"


class TooDeep(shared_problems.TooDeep, Problem, syntactic=True):
    code, title = "E106", "Nested too deeply"
    advises = "give parts of it a name: a variable, or a function of their own"


class AssignmentInCondition(Problem, syntactic=True):
    code, title = "E107", "`=` in a condition"
    says = "`=` gives a variable its value; a condition compares with `==`."
    mends = "write `==`", "=="


class WrongForSeparator(Problem, syntactic=True):
    code, title = "E108", "`for` without its `;`"
    found: str
    says = "The three parts of a `for` are divided by `;`, not by `{found}`."
    mends = "write `;`", ";"


class ReturnForReturns(Problem, syntactic=True):
    code, title = "E109", "`return` for `returns`"
    says = "`returns` declares the type of the result; `return` gives the result, inside the effect."
    mends = "write `returns`", "returns"


class ModifierBehindInput(Problem, syntactic=True):
    code, title = "E110", "Modifier behind `input`"
    mode: str
    says = "`{mode}` says how the input is answered and stands before `input`."
    mends = "write `{mode} input`", "{mode} input"


class Increment(Problem, syntactic=True):
    code, title = "E111", "No `++` or `--`"
    target: str
    sign: str
    says = "There is no `{sign}{sign}`."
    mends = "write `{target} {sign}= 1`", "{target} {sign}= 1"


class WordOperator(Problem, syntactic=True):
    code, title = "E112", "Operator in words"
    word: str
    sign: str
    says = "`{word}` is how the earlier edition (TGDL) says it; here it is `{sign}`."

    def fix(self) -> Fix:
        text = self.sign
        end = self.span.end
        if self.word == "not" and self.span.file.text[end : end + 1] == " ":
            end += 1
        return Fix(f"write `{text}`", (Edit(Span(self.span.file, self.span.start, end), text),))


class KeywordAsName(Problem, syntactic=True):
    code, title = "E113", "A word of the language as a name"
    word: str
    says = "`{word}` is a word of the language and cannot be a name."
    advises = "choose another name, `{word}_` or `my_{word}` for example"


class AssignmentInside(Problem, syntactic=True):
    code, title = "E114", "Assignment inside an expression"
    says = "An assignment gives no value, so it cannot be a part of an expression."
    advises = "make it a statement of its own, or write `==` to compare"


class StatementOutsideEffect(Problem, syntactic=True, vague=True):
    code, title = "E115", "Statement outside the effect"
    owner: str
    advises = "move this statement into the effect"

    def message(self) -> str:
        return f"What {_article(self.owner)} does stands in its `effect {{ … }}`."


class NewWithoutParentheses(Problem, syntactic=True):
    code, title = "E116", "`new` without `()`"
    says = "Behind the class that `new` makes stand two parentheses."
    mends = "put `()` here", "()"


class NewWithArguments(Problem, syntactic=True):
    code, title = "E117", "`new` takes nothing between its parentheses"
    name: str
    says = "The attributes of a new object are filled in braces behind the parentheses."
    expects = "`new {name}() {{ attribute = value; }}`"


class ElseWithoutIf(Problem, syntactic=True, vague=True):
    code, title = "E118", "`else` without `if`"
    says = "This `else` follows no `if`."
    advises = "look above for a `;` or a `}}` too many"


class DirectiveTooLate(Problem, syntactic=True):
    code, title = "E119", "Directive too late"
    word: str
    says = "`{word}` stands at the top of the file, before every declaration."


class Misplaced(Problem, syntactic=True):
    code, title = "E120", "Wrong kind of member"
    member: str
    owner: str
    advises = "put it into a class, an interactable, a tile or a board"

    def message(self) -> str:
        return f"{_article(self.owner).capitalize()} cannot have {_article(self.member)}."


class PartTwice(Problem, syntactic=True):
    code, title = "E121", "The same part twice"
    part: str
    owner: str
    says = "This {owner} has a second `{part}`; there can be only one."


class LoopsTooDeep(Problem, syntactic=True):
    code, title = "E122", "Too many loops inside each other"
    limit: int
    says = "At most {limit} loops may stand inside each other."


class MemberElsewhere(Problem, syntactic=True):
    code, title = "E123", "Part in the wrong place"
    word: str
    owner: str
    where: str

    def message(self) -> str:
        return f"`{self.word}` does not stand directly in {_article(self.owner)}: it belongs in {self.where}."


class OutsideItsBlock(Problem, syntactic=True, vague=True):
    code, title = "E124", "Outside its block"
    word: str
    says = "`{word}` cannot stand alone at the top of a file."

    def advice(self) -> str:
        if self.word == "action":
            return "put it into a class (in TGDL: a state), or look above for a `}` too many"
        return "look above for a `}` too many"


class StatementOutside(Problem, syntactic=True, vague=True):
    code, title = "E125", "Statement outside any effect"
    says = "Statements stand in `setup`, in an effect or in another block, not here."
    advises = "look above for a `}}` too many"


class ConditionWithoutParentheses(Problem, syntactic=True, vague=True):
    code, title = "E126", "Condition without parentheses"
    says = "A condition stands in parentheses."
    expects = "`(` … `)`"


class NotFirst(Problem, syntactic=True):
    code, title = "E127", "Not at the very beginning"
    word: str
    says = "`{word}` is the first thing in its file."


class DirectiveTwice(Problem, syntactic=True):
    code, title = "E128", "Directive twice"
    word: str
    says = "`{word}` was said already."


class NoVisibility(Problem, syntactic=True):
    code, title = "E129", "Visibility on the wrong kind"
    kind: str

    def message(self) -> str:
        if self.kind == "board":
            return "A board has no owner: it is made with `new`, or it is `global`."
        if self.kind == "zone":
            return "A zone belongs to one player, or to nobody, or it is `global`; it cannot be a group's."
        return f"`local`, `group` and `global` are for classes and interactables; {_article(self.kind)} has no owner."


class AttributeWithoutType(Problem, syntactic=True, vague=True):
    code, title = "E130", "Attribute without a type"
    name: str
    short: bool = False  # it stands on a line, without braces
    says = "The attribute `{name}` does not say what it holds."

    def expected(self) -> str:
        if self.short:
            return f"a type before it, as in `number {self.name} = …;`"
        return "`returns` and a type inside its braces"

    def advice(self) -> str | None:
        return "if it is a statement of an effect, look above for a `}` too many" if self.short else None


class ModifierHere(Problem, syntactic=True):
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


class Unquoted(Problem, syntactic=True):
    code, title = "E132", "Text without quotes"
    what: str
    says = "{what} is a text: it stands in quotes."
    mends = 'write `"{span.text}"`', '"{span.text}"'


class OtherLoop(Problem, syntactic=True):
    code, title = "E133", "A loop as other languages write it"
    here: str  # the word or sign that stands in this place here
    says = "A loop over a list is written `for (T x in list) {{ … }}`."
    mends = "write `{here}`", "{here}"


class UnknownHint(Problem, syntactic=True):
    code, title = "E134", "Unknown display hint"
    word: str
    meant: str | None
    group: bool = False  # it was said of a group
    mends = ("write `{meant}`", "{meant}")

    def message(self) -> str:
        return f"`display` knows no `{self.word}`{' for a group' if self.group else ''}."

    def expected(self) -> str:
        if self.group:
            return "`columns` or `rows`"
        return "`name`, `short`, `text`, `symbol`, `color`, `image`, `place` or `hide`"


class GridSize(Problem, syntactic=True):
    code, title = "E135", "Impossible size of a grid"
    most: int
    says = "This is not a number of tiles that a grid can have."
    expects = "a whole number from 1 to {most}"


class WrongWord(shared_problems.WrongWord, Problem, syntactic=True):
    code, title = "E136", "Not a word of the language here"


class NoBeginning(shared_problems.NoBeginning, Problem, syntactic=True):
    code, title = "E137", "Bracket without a beginning"


class SwappedWords(Problem, syntactic=True):
    code, title = "E138", "Words in the wrong order"
    first: str
    second: str
    says = "`{second}` belongs before `{first}`."
    mends = "write `{second} {first}`", "{second} {first}"


class MissingWord(Problem, syntactic=True):
    code, title = "E139", "Something is missing here"
    word: str
    before: str
    says = "`{word}` is missing before {before}."
    mends = "put `{word}` here", " {word}"


class OtherSign(Problem, syntactic=True):
    code, title = "E140", "Another sign than here"
    written: str
    meant: str
    does: str
    says = "`{meant}` {does}, not `{written}`."
    mends = "write `{meant}`", "{meant}"


class MissingQuote(Problem, syntactic=True):
    code, title = "E141", "A quote is missing"
    says = 'A `"` is missing here: one of the texts of this line has only one.'
    mends = 'put a `"` here', '"'


class ParametersInParentheses(Problem, syntactic=True, vague=True):
    code, title = "E142", "Parentheses behind the name of a function"
    says = "What a function takes, and what it returns, stands in its braces."
    expects = "`function F {{ function input number n; returns number; effect {{ … }} }}`"


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


class QueryWithoutBlock(Problem, syntactic=True):
    code, title = "E562", "A question that asks nothing"
    word: str
    name: str
    values: str
    says = "`{word} {name} in {values}` does not say what it asks of each `{name}`."
    expects = "braces behind the list: `{word} {name} in {values} {{ … }}`"


class SeveralAnswers(Problem, syntactic=True):
    code, title = "E563", "More than one answer"
    word: str
    says = "`{word}` asks one thing of each element; only `sort` takes several, the first before the next."
    advises = "join them: `a && b`, `a + b`"


class SemicolonInQuery(Problem, syntactic=True):
    code, title = "E564", "An expression with `;`"
    says = "In the braces of a question stands an expression, without `;`, or statements with `return`."
    mends = ("leave the `;` out", "")


class PhaseInQuotes(Problem, syntactic=True):
    code, title = "E571", "A phase in quotes"
    name: str
    says = "Behind `during` stands the name of a phase, without quotes."
    mends = ("write `{name}`", "{name}")


class OtherThanIn(Problem, syntactic=True):
    code, title = "E572", "A question without `in`"
    written: str
    says = "Between the name and the list stands `in`, not `{written}`."

    def fix(self) -> Fix:
        return Fix("write `in`", (Edit(self.span, " in" if self.written == ":" else "in"),))
