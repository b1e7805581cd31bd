"""What can be wrong with an expression that is to be worked out."""

from __future__ import annotations

import re

from tgpl.text.diagnostics import Problem
from tgpl.text.shell_commands import command


class TooLargeToWorkOut(Problem):
    code, title = "E901", "Too large to work out"
    why: str
    says = "The odds of this cannot be worked out exactly in a moment: {why}."
    expects = "fewer dice, or fewer different results on the way"


class MayDivideByZero(Problem):
    code, title = "E902", "Division by zero"
    always: bool

    def message(self) -> str:
        return (
            "This is zero, and nothing can be divided by zero."
            if self.always
            else "This can come to zero, and nothing can be divided by zero."
        )

    def advice(self) -> str | None:
        return None if self.always else "add something, as in `12 / (1d6 + 1)`, so that it cannot be zero"


class WantsNumber(Problem):
    code, title = "E903", "Number or dice wanted"
    place: str
    says = "This is true or false, but {place} stands for a number."
    expects = "a number or dice, as in `2d6 + 3`"
    advises = "`if … then 1 else 0` makes a number of it"


class WantsTruth(Problem):
    code, title = "E904", "Condition wanted"
    place: str
    says = "This is a number, but {place} is either true or false."
    expects = "a comparison, as in `2d6 >= 7`"


class NotForOdds(Problem):
    code, title = "E905", "Nothing that has odds"
    what: str
    says = "{what} has no odds."
    expects = "numbers, dice, comparisons and `if … then … else …`"

    def advice(self) -> str | None:
        word = self.span.text
        if re.fullmatch(r"d[1-9][0-9]*", word):
            return f"did you mean `1{word}`?"
        if self.what.startswith("A value"):
            return "ask for one of its fields, or for its text: `getString(…)`"
        if re.match(r"[a-z]\w*\(", word):
            return f"name the script that has this function: `{command('odds', 'SCRIPT.rpg', word)}`"
        return None


class UnlikeBranches(Problem):
    code, title = "E906", "Branches that do not go together"
    says = "One branch of this `if` is a number, the other is true or false."
    expects = "two numbers, or two conditions"


class MayNeverEnd(Problem):
    code, title = "E907", "May never end"
    says = "This can come back to where it was with everything as it was before, and go on so for ever."
    expects = "something that changes from round to round, so that it ends"


class FailsOnTheWay(Problem):
    code, title = "E908", "Error on the way"
    why: str
    says = "Chance can lead here to a run-time error: {why}"
    advises = "there are odds only if every way through the script comes to its end"


class TooFar(Problem):
    code, title = "E909", "Beyond exact numbers"
    says = "This can come to 9,007,199,254,740,992 or more, on either side of zero, where whole numbers end."
    expects = "smaller numbers"


class Refused(Exception):
    """Odds cannot be worked out."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem
