"""Notes: a sheet that has them runs, but perhaps not as it was meant."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


def _counted(count: int) -> str:
    return "no arguments" if not count else "1 argument" if count == 1 else f"{count} arguments"


def _with(counts: tuple[int, ...]) -> str:
    return " or ".join(map(_counted, counts))


class LooseCycle(Problem):
    code, title = "W971", "Negation in a circle of relations"
    atom: str
    head: str
    says = "`{head}` needs that `{atom}` does not hold, and that relation depends on the first again."
    advises = "fine as long as no single atom comes to depend on itself; the game stops where one does"


class LooseRecursion(Problem):
    code, title = "W972", "Recursion that takes a value from itself"
    atom: str
    argument: str
    head: str
    says = "Only `{atom}`, which depends on the head again, says what `{argument}` can be."
    advises = "GDL wants it in the head or in a literal outside the circle; here it does no harm, as no terms are built"


class Undefined(Problem):
    code, title = "W973", "Relation that never holds"
    atom: str
    name: str
    count: int
    counts: tuple[int, ...]  # with these numbers of arguments it would be defined
    near: str | None
    says = "No fact and no rule says when `{atom}` holds, so it never does."

    def advice(self) -> str | None:
        if self.counts:
            return f"`{self.name}` has {_with(self.counts)} elsewhere, here it has {_counted(self.count)}"
        return super().advice()


class NeverMade(Problem):
    code, title = "W974", "Fact or move that never comes up"
    what: str  # "fact" or "move"
    term: str
    name: str
    count: int
    counts: tuple[int, ...]
    near: str | None

    def message(self) -> str:
        if self.what == "fact":
            return f"No `init` and no `next` ever makes `{self.term}` true."
        return f"No rule for `legal` ever allows `{self.term}`."

    def advice(self) -> str | None:
        if self.counts:
            return f"`{self.name}` has {_with(self.counts)} there, here it has {_counted(self.count)}"
        return super().advice()


class Slip(Problem, slip=True):
    code, title = "W976", "Almost a word of the language"
    name: str
    word: str
    places: tuple[Span, ...]
    says = "Nobody asks for `{name}`, and `{word}` is missing."
    advises = "did you mean `{word}`?"

    def fix(self) -> Fix:
        return Fix(f"write `{self.word}`", tuple(Edit(place, self.word) for place in self.places))


class MissingPart(Problem):
    code, title = "W977", "Something that games have is missing"
    words: tuple[str, ...]

    def message(self) -> str:
        return " ".join(_WITHOUT[word] for word in self.words)


_WITHOUT = {
    "init": "No `init`: the game begins with an empty position.",
    "next": "No `next`: after the first move the position is empty.",
    "terminal": "No `terminal`: the game never ends.",
    "goal": "No `goal`: everybody gets 0.",
    "base": "No `base` and no `input` say which facts and moves there can be: they are found by trying.",
}


class NotARole(Problem):
    code, title = "W978", "Nobody of that name plays"
    who: str
    roles: tuple[str, ...]
    near: str | None
    says = "`{who}` is no role, so this is never asked."

    def expected(self) -> str:
        return "one of " + ", ".join(f"`{role}`" for role in self.roles)


class GoalValue(Problem):
    code, title = "W979", "Goal that is no number from 0 to 100"
    value: str
    is_number: bool

    def message(self) -> str:
        if self.is_number:
            return f"Goals are numbers from 0 to 100; `{self.value}` is counted all the same."
        return f"Goals are numbers from 0 to 100; `{self.value}` is no number and does not count."


class OtherCount(Problem):
    code, title = "W980", "Word of the language with other arguments"
    word: str
    counts: tuple[int, ...]
    count: int

    def message(self) -> str:
        return f"`{self.word}` with {_counted(self.count)} is a name like any other; the language's own has {_with(self.counts)}."


class KeywordInTerm(Problem):
    code, title = "W981", "Word of the language inside a term"
    word: str
    relation: str
    says = "Inside `{relation}` the word `{word}` is a name like any other; nothing is asked here."

    def advice(self) -> str | None:
        if self.word != "not":
            return None
        return f"to say that something does not hold, negate the whole literal: `not` of `{self.relation}`"


class PerhapsTooEarly(Problem):
    code, title = "W982", "Perhaps asked before it is known"
    word: str
    head: str
    atom: str

    def message(self) -> str:
        when = "anybody moves" if self.word == "does" else "there is a position"
        return f"`{self.head}` is asked before {when}; rules for `{self.atom}` that ask for `{self.word}` do not apply then."


class IdleRole(Problem):
    code, title = "W983", "Role without moves or goals"
    role: str
    what: str
    says = "No rule ever gives `{role}` {what}."
