"""Mistakes about the two editions, TGPL and TGDL. All count as syntax: the edition decides how a text is read."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


class OtherEdition(Problem, syntactic=True):
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


class NameHidesAttribute(Problem, syntactic=True):
    code, title = "E602", "Two things of one name"
    name: str
    owner: str
    says = "`{name}` is an attribute of `{owner}` already, and its actions name attributes without a dot."
    advises = "give one of the two another name"


class NameOfGlobal(Problem, syntactic=True):
    code, title = "E603", "The name of a global state"
    name: str
    says = "`{name}` is a global state: it is supplied everywhere, and nothing else can have its name."
    advises = "choose another name"


class Sealed(Problem, syntactic=True):
    code, title = "E604", "Sealed from outside"
    owner: str
    action: str
    says = "`{owner}` is sealed: only its own actions and functions may use its action `{action}`."
    advises = "let `{owner}` do it itself, or take `sealed` away"


class SetupOverlap(Problem, syntactic=True):
    code, title = "E605", "Two setups for one number of players"
    number: int
    says = "Another setup is already for {number} players."


class NoSetupFor(Problem, syntactic=True):
    code, title = "E606", "No setup for this number of players"
    number: int
    says = "With {number} players there is no setup."
    expects = "`setup for {number} players {{ … }}`, or a `setup {{ … }}` for all the others"


class UnlikeResults(Problem, syntactic=True):
    code, title = "E607", "A verb that gives different things"
    name: str
    found: str
    says = "The `return`s of `{name}` do not agree: {found}."
    advises = (
        "let all of them give one type (`as` makes of an object its base), or say which: `return T;` behind the effect"
    )


class NoUnnamedEffect(Problem, syntactic=True):
    code, title = "E608", "Setup without an unnamed effect"
    says = "This setup has only effects with a name."
    expects = "an `effect {{ … }}` without a name, which is run for the setup"


class ModifierBehindName(Problem, syntactic=True):
    code, title = "E609", "Modifier behind the name of an input"
    input_at: int  # where `input` stands
    says = "`{span.text}` behind the name is how TGDL has it; in a TGPL file it stands before `input`."

    def fix(self) -> Fix:
        words = " ".join({"verb": "function", "all": "auto"}.get(word, word) for word in self.span.text.split())
        start = self.span.start
        while self.span.file.text[start - 1].isspace():
            start -= 1
        before = Span(self.span.file, self.input_at, self.input_at)
        gone = Span(self.span.file, start, self.span.end)
        return Fix(f"write `{words} input`", (Edit(before, f"{words} "), Edit(gone, "")))


class ComputedInformation(Problem, syntactic=True):
    code, title = "E610", "Information that has to be worked out"
    hint: str  # what says it today: "short", "text" or "ask"

    def message(self) -> str:
        if self.hint == "ask":
            return "What is asked is one expression, `return …;`, and this does more."
        return "What a thing shows of itself is a text with attributes of it filled in, and this is more than that."

    def advice(self) -> str:
        if self.hint == "ask":
            return 'let a verb work it out, and `return` what it gives; in TGPL: `ask $"…"`'
        return (
            f'write `return $"… {{attribute}} …";`, or give the object an attribute that holds the text; '
            f'in TGPL: `display {{ {self.hint} "… {{attribute}} …"; }}`'
        )


class InformationElsewhere(Problem, syntactic=True):
    code, title = "E611", "Information that nobody is shown"
    owner: str  # "an action" or "a goal"
    says = "The `information` of {owner} is shown nowhere; classes have texts, and inputs ask."
    advises = 'put it into the state or interactable (in TGPL: `display {{ text "…"; }}`), or into an input (`ask "…"`)'


class TextOfDerived(Problem, syntactic=True):
    code, title = "E612", "Which `to_string` is not known"
    type: str
    heirs: tuple[str, ...]  # classes that have one

    def message(self) -> str:
        some = ", ".join(f"`{name}`" for name in self.heirs[:3])
        return f"Here it is only known to be of type `{self.type}`; but {some}, which it may be, has a `to_string` of its own."

    def advice(self) -> str:
        return f"say what it is: `(x as {self.heirs[0]}).to_string()`"


class NumberFormat(Problem, syntactic=True):
    code, title = "E613", "How a number is to be written"
    says = "Behind `:` would stand how many digits are written; numbers are always written as they are."
    advises = "leave it out; `{{round(x * 100) / 100}}` keeps two digits behind the point"


class Misspelt(Problem, syntactic=True, slip=True):
    code, title = "W601", "A slip of the pen"
    word: str
    says = "This is read as `{word}`."
    mends = "write `{word}`", "{word}"


class BackslashComment(Problem, syntactic=True, slip=True):
    code, title = "W602", "A comment with backslashes"
    says = "Comments begin with `//`."

    def fix(self) -> Fix:
        span = Span(self.span.file, self.span.start, self.span.start + 2)
        return Fix("write `//`", (Edit(span, "//"),))


class OlderWord(Problem, syntactic=True, slip=True):
    code, title = "W603", "An older word"
    word: str  # of today
    says = "Today the word for it is `{word}`; this is read as that."
    mends = "write `{word}`", "{word}"
