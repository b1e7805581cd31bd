"""Mistakes in names and types."""

from __future__ import annotations

from tgpl.text.diagnostics import Problem
from tgpl.text.shell_commands import command


class UnknownVariable(Problem, stage="type", vague=True):
    code, title = "E830", "Variable that is not there"
    name: str
    near: str | None
    later: int  # the line where it is set, behind this place; 0: nowhere
    advises = "`set {name} = …;` makes it; one that a block makes ends with the block"

    def message(self) -> str:
        if self.later:
            return f"`{self.name}` is set only later, in line {self.later}."
        return f"There is no `{self.name}` here."

    def advice(self) -> str | None:
        if self.name[:1] == "d" and self.name[1:].isdecimal():
            return f"did you mean the die `1{self.name}`?"
        return "set it before this place" if self.later else super().advice()


class UnknownFunction(Problem, stage="type", vague=True):
    code, title = "E831", "Function that is not there"
    name: str
    near: str | None
    says = "There is no function `{name}`."


class UnknownObject(Problem, stage="type", vague=True):
    code, title = "E832", "Object that is not there"
    name: str
    near: str | None
    says = "There is no object `{name}`."


class UnknownTrait(Problem, stage="type"):
    code, title = "E833", "Trait that is not there"
    name: str
    near: str | None
    says = "There is no trait `{name}`."


class UnknownType(Problem, stage="type", vague=True):
    code, title = "E834", "Type that is not there"
    name: str
    near: str | None
    says = "There is no type `{name}`."
    expects = "Unit, Int, Bool, String, Dice, List[…], or the name of an object or a trait"


class UnknownField(Problem, stage="type"):
    code, title = "E835", "Field that is not there"
    name: str
    owner: str
    near: str | None
    says = "`{owner}` has no field `{name}`."


class DefinedTwice(Problem, stage="type"):
    code, title = "E836", "Two definitions of one name"
    name: str
    line: int
    says = "`{name}` is defined already, in line {line}."


class NameOfTheLanguage(Problem, stage="type"):
    code, title = "E837", "Definition of what is already there"
    name: str
    says = "`{name}` belongs to the language and cannot be defined again."


class WrongType(Problem, stage="type"):
    code, title = "E838", "Value of the wrong type"
    found: str
    wanted: str
    what: str  # "The condition", "The field `Health`", …
    says = "{what} must be `{wanted}`; this is `{found}`."

    def advice(self) -> str | None:
        if self.wanted == "String":
            return "`getString(…)` makes a text of any value"
        if self.found == "Dice" and self.wanted == "Int":
            return "`roll(…)` throws the dice"
        return None


class WrongOperands(Problem, stage="type"):
    code, title = "E839", "Operator between values that it is not for"
    op: str
    left: str
    right: str

    def message(self) -> str:
        if not self.right:
            return f"`{self.op}` is not for `{self.left}`."
        if self.left == self.right:
            return f"`{self.op}` is not for two values of type `{self.left}`."
        return f"`{self.op}` is not for `{self.left}` and `{self.right}`."

    def expected(self) -> str:
        return _FOR[self.op] if self.right else "Int or Dice"

    def advice(self) -> str | None:
        sides = (self.left, self.right)
        if self.op == "+" and "String" in sides:
            return "`++` joins texts; `getString(…)` makes a text of any value"
        if "Dice" in sides and self.op in ("==", "!=", "<", ">", "<=", ">="):
            return f"`roll(…)` throws the dice; `{command('odds')}` tells how likely it is"
        if self.op == "++" and "String" in sides:
            return "`getString(…)` makes a text of any value"
        return None


_NUMBERS = "Int or Dice on both sides"
_FOR = {
    **dict.fromkeys(("+", "-", "*", "/"), _NUMBERS),
    **dict.fromkeys(("==", "!="), "two Int, or two String"),
    **dict.fromkeys(("<", ">", "<=", ">="), "two Int"),
    **dict.fromkeys(("&&", "||"), "two Bool"),
    "++": "two String, or two lists of the same type",
}


class BranchesDiffer(Problem, stage="type"):
    code, title = "E840", "Branches of different types"
    then: str
    otherwise: str
    says = "One branch gives `{then}`, the other `{otherwise}`: the whole would be neither."


class ItemsDiffer(Problem, stage="type"):
    code, title = "E841", "List of different types"
    first: str
    found: str
    says = "All values of a list are of one type: the ones before are `{first}`, this is `{found}`."


class WrongArguments(Problem, stage="type"):
    code, title = "E842", "Wrong number of arguments"
    name: str
    wanted: int
    found: int

    def message(self) -> str:
        many = "1 argument" if self.wanted == 1 else f"{self.wanted} arguments"
        return f"`{self.name}` takes {many}; here it gets {self.found}."


class NoResult(Problem, stage="type"):
    code, title = "E843", "Function that gives nothing"
    name: str
    wanted: str
    says = "`{name}` should give `{wanted}`, but its last statement is no expression that could be its value."
    expects = "an expression as the last statement"


class NoFields(Problem, stage="type"):
    code, title = "E844", "Field of something that has none"
    found: str
    says = "Only objects have fields; this is `{found}`."


class UsedTooEarly(Problem, stage="type"):
    code, title = "E845", "Variable used before it is set"
    name: str
    line: int
    says = "What runs here uses `{name}`, which is set only later, in line {line}."
    advises = "set it before this place"


class ParameterTwice(Problem, stage="type"):
    code, title = "E846", "Two parameters of one name"
    name: str
    says = "There is already a parameter `{name}`."
