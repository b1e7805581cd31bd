"""Mistakes in what single rules say, and in who plays."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


class NoRoles(Problem):
    code, title = "E980", "Nobody plays"
    infix: bool
    says = "No fact says who plays: this sheet has no `role`."

    def expected(self) -> str:
        return "a fact for each player, as in " + ("`role(white)`" if self.infix else "`(role white)`")


class OnlyRandom(Problem):
    code, title = "E982", "Only chance plays"
    says = "`random` is chance, which draws its moves and has no seat; somebody else has to play."
    expects = "another `role`"


class TooManyRoles(Problem):
    code, title = "E994", "Too many roles"
    most: int
    says = "A game has at most {most} roles."


class RoleByRule(Problem):
    code, title = "E983", "Role that is no plain fact"
    role: str
    by_rule: bool
    expects = "a fact for each player, with a single name"

    def message(self) -> str:
        if self.by_rule:
            return f"Who plays has to be plain before anything is worked out; here a rule decides about `{self.role}`."
        return f"A role is a single name, not a term with arguments like `{self.role}`."


class GivenInHead(Problem):
    code, title = "E984", "Conclusion that no rule can draw"
    word: str
    join: Span | None  # where an `&` is missing, perhaps

    def message(self) -> str:
        said = {"true": "what holds now", "does": "what a player does"}.get(self.word, "what a player knows")
        return f"`{self.word}` says {said}. That comes from the game; no fact and no rule can state it."

    def advice(self) -> str | None:
        if self.join is not None:
            return "if it belongs to the body of the rule before, join it with `&`"
        if self.word == "does":
            return "which moves there are is said by `legal`, what they change by `next`"
        return (
            "what holds at first is said by `init`, what holds after a move by `next`" if self.word == "true" else None
        )

    def fix(self) -> Fix | None:
        return None if self.join is None else Fix("put an `&` before it", (Edit(self.join, " &"),))


class NoHead(Problem):
    code, title = "E985", "Head that is no atom"
    found: str
    says = "`{found}` cannot follow from anything: a head is a relation with its arguments, nothing else."
    advises = "write one rule for each conclusion; `not`, `or`, `and` and `distinct` stand in bodies only"


class NoLiteral(Problem):
    code, title = "E986", "Variable where a literal should stand"
    variable: str
    says = "`{variable}` is a variable. A body asks whether relations hold, perhaps negated; a variable is none."
    expects = "a relation, as in `true` of `{variable}`"


class UnsafeVariable(Problem):
    code, title = "E987", "Variable without a value"
    variable: str
    where: str  # "head", "not", "distinct" or "knows"
    sometimes: bool  # some alternatives of an `or` bind it
    literal: str | None  # that could bind it
    expects = "a literal of the body, not negated, that has `{variable}` among its arguments"
    advises = "add `{literal}`, if that is what it ranges over"

    def message(self) -> str:
        if self.sometimes:
            return f"Only some alternatives of the `or` give `{self.variable}` a value; in the others it could be anything."
        if self.where == "head":
            return f"Nothing in the body gives `{self.variable}` of the head a value; it could be anything."
        return f"`{self.variable}` stands only where something is tested (`{self.where}`); nothing gives it a value to test."


class VariableInFact(Problem):
    code, title = "E988", "Variable in a fact"
    variable: str
    fact: str
    join: Span | None  # where an `&` is missing, perhaps
    says = "A fact has no body that could give `{variable}` a value: it would hold of anything there is."

    def advice(self) -> str:
        if self.join is not None:
            return f"if `{self.fact}` belongs to the body of the rule before, join it with `&`; else give it a body"
        return f"give it a body that says what `{self.variable}` can be"


class TooEarly(Problem):
    code, title = "E990", "Asked before it is known"
    word: str
    head: str

    def message(self) -> str:
        if self.word == "does":
            return f"`{self.head}` is asked before anybody moves, so it cannot depend on `does`."
        return f"`{self.head}` is asked before there is a position, so it cannot depend on `true`."

    def advice(self) -> str | None:
        if self.word != "does" or self.head not in ("legal", "goal", "terminal"):
            return None
        return "let `next` keep what was done as a fact, and ask for that with `true`"


class NoLegal(Problem):
    code, title = "E992", "Nobody can ever move"
    says = "No rule says what is `legal`, so nobody can ever move."
    expects = "a rule or fact for `legal`, with a role and a move"


class NegativeCycle(Problem):
    code, title = "E991", "Atom that holds because it does not"
    atom: str
    head: str
    advises = "decide one of them without the other; what held before the move can be asked with `true`"

    def message(self) -> str:
        if self.atom == self.head:
            return f"`{self.head}` would hold because it does not hold."
        return (
            f"`{self.head}` needs that `{self.atom}` does not hold, and `{self.atom}` depends on `{self.head}` again."
        )


class GrowingRecursion(Problem):
    code, title = "E989", "Recursion that makes ever larger terms"
    atom: str
    argument: str
    head: str
    says = "`{head}` builds a larger term out of `{atom}`, which needs `{head}` again, without end."
    expects = "a literal outside this circle that says what `{argument}` can be"
