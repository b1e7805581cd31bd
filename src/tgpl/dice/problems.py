"""What can be wrong with an expression that is to be worked out."""

from __future__ import annotations

import re

from tgpl.text.diagnostics import Problem
from tgpl.text.shell_commands import command


class TooLargeToWorkOut(Problem):
    code, title = "E901", "Too large to work out"
    why: str

    def message(self) -> str:
        return f"The odds of this cannot be worked out exactly in a moment: {self.why}."

    def expected(self) -> str:
        return "fewer dice, or fewer different results on the way"


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

    def message(self) -> str:
        return f"This is true or false, but {self.place} stands for a number."

    def expected(self) -> str:
        return "a number or dice, as in `2d6 + 3`"

    def advice(self) -> str:
        return "`if … then 1 else 0` makes a number of it"


class WantsTruth(Problem):
    code, title = "E904", "Condition wanted"
    place: str

    def message(self) -> str:
        return f"This is a number, but {self.place} is either true or false."

    def expected(self) -> str:
        return "a comparison, as in `2d6 >= 7`"


class NotForOdds(Problem):
    code, title = "E905", "Nothing that has odds"
    what: str

    def message(self) -> str:
        return f"{self.what} has no odds."

    def expected(self) -> str:
        return "numbers, dice, comparisons and `if … then … else …`"

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

    def message(self) -> str:
        return "One branch of this `if` is a number, the other is true or false."

    def expected(self) -> str:
        return "two numbers, or two conditions"


class MayNeverEnd(Problem):
    code, title = "E907", "May never end"

    def message(self) -> str:
        return "This can come back to where it was with everything as it was before, and go on so for ever."

    def expected(self) -> str:
        return "something that changes from round to round, so that it ends"


class FailsOnTheWay(Problem):
    code, title = "E908", "Error on the way"
    why: str

    def message(self) -> str:
        return f"Chance can lead here to a run-time error: {self.why}"

    def advice(self) -> str:
        return "there are odds only if every way through the script comes to its end"


class TooFar(Problem):
    code, title = "E909", "Beyond exact numbers"

    def message(self) -> str:
        return "This can come to 9,007,199,254,740,992 or more, on either side of zero, where whole numbers end."

    def expected(self) -> str:
        return "smaller numbers"


class Refused(Exception):
    """Odds cannot be worked out."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem
