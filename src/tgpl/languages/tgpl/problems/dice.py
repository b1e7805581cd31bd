"""Mistakes with dice."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


class WrongDice(Problem):
    code, title = "E330", "Dice that cannot be thrown"
    why: str
    meant: str | None = None  # how it is written
    spelt: bool = False  # what is wrong is how the dice themselves are written
    says = "{why}"
    mends = ("write `{meant}`", "{meant}")

    def expected(self) -> str | None:
        return "how many dice, `d`, and how many faces each has, as in `2d6`" if self.spelt else None


class DieWithoutNumber(Problem):
    code, title = "E331", "A die without its number"
    name: str
    says = "There is no `{name}` here; dice say how many they are, also if it is one."
    mends = "did you mean `1{name}`?", "1{name}"


class NotThrown(Problem):
    code, title = "E332", "Dice that nobody has thrown"
    where: str
    compared: bool  # then it may be their chance that is meant
    other: Span | None = None  # the dice that they are compared with
    says = "{where} takes a number, and dice are none before they are thrown."

    def advice(self) -> str | None:
        return "or ask for the odds: `chance(2d6 >= 7)`" if self.compared else None

    def fix(self) -> Fix:
        thrown = [(span, f"roll({span.text})") for span in (self.span, self.other) if span is not None]
        words = " and ".join(f"`{text}`" for _, text in thrown)
        return Fix(f"throw them: {words}", tuple(Edit(span, text) for span, text in thrown))


class ChanceOfWhat(Problem):
    code, title = "E333", "Chance of what?"
    says = "`chance(…)` says how likely it is that dice come to something: it compares them."
    expects = "dice, a comparison and a number or other dice: `chance(2d6 >= 7)`, `chance(1d20 > 1d12)`"


class DiceInPlace(Problem):
    code, title = "E334", "Dice changed on the way"
    op: str
    says = "`{op}` on dice needs a plain place: a variable, or attributes and indices without calls."
    advises = "put what the dice belong to into a variable first"
