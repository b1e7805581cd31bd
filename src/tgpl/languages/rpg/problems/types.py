"""Mistakes in names and types."""

from __future__ import annotations

from typing import ClassVar

from tgpl.text.diagnostics import Problem
from tgpl.text.shell_commands import command


class TypeMistake(Problem):
    stage: ClassVar[str] = "type"


def _did_you_mean(near: str | None) -> str | None:
    return None if near is None else f"did you mean `{near}`?"


class UnknownVariable(TypeMistake):
    code, title = "E830", "Variable that is not there"
    vague = True
    name: str
    near: str | None
    later: int  # the line where it is set, behind this place; 0: nowhere

    def message(self) -> str:
        if self.later:
            return f"`{self.name}` is set only later, in line {self.later}."
        return f"There is no `{self.name}` here."

    def advice(self) -> str | None:
        if self.name[:1] == "d" and self.name[1:].isdecimal():
            return f"did you mean the die `1{self.name}`?"
        if self.later:
            return "set it before this place"
        return (
            _did_you_mean(self.near) or f"`set {self.name} = …;` makes it; one that a block makes ends with the block"
        )


class UnknownFunction(TypeMistake):
    code, title = "E831", "Function that is not there"
    vague = True
    name: str
    near: str | None

    def message(self) -> str:
        return f"There is no function `{self.name}`."

    def advice(self) -> str | None:
        return _did_you_mean(self.near)


class UnknownObject(TypeMistake):
    code, title = "E832", "Object that is not there"
    vague = True
    name: str
    near: str | None

    def message(self) -> str:
        return f"There is no object `{self.name}`."

    def advice(self) -> str | None:
        return _did_you_mean(self.near)


class UnknownTrait(TypeMistake):
    code, title = "E833", "Trait that is not there"
    name: str
    near: str | None

    def message(self) -> str:
        return f"There is no trait `{self.name}`."

    def advice(self) -> str | None:
        return _did_you_mean(self.near)


class UnknownType(TypeMistake):
    code, title = "E834", "Type that is not there"
    vague = True
    name: str
    near: str | None

    def message(self) -> str:
        return f"There is no type `{self.name}`."

    def expected(self) -> str:
        return "Unit, Int, Bool, String, Dice, List[…], or the name of an object or a trait"

    def advice(self) -> str | None:
        return _did_you_mean(self.near)


class UnknownField(TypeMistake):
    code, title = "E835", "Field that is not there"
    name: str
    owner: str
    near: str | None

    def message(self) -> str:
        return f"`{self.owner}` has no field `{self.name}`."

    def advice(self) -> str | None:
        return _did_you_mean(self.near)


class DefinedTwice(TypeMistake):
    code, title = "E836", "Two definitions of one name"
    name: str
    line: int

    def message(self) -> str:
        return f"`{self.name}` is defined already, in line {self.line}."


class NameOfTheLanguage(TypeMistake):
    code, title = "E837", "Definition of what is already there"
    name: str

    def message(self) -> str:
        return f"`{self.name}` belongs to the language and cannot be defined again."


class WrongType(TypeMistake):
    code, title = "E838", "Value of the wrong type"
    found: str
    wanted: str
    what: str  # "The condition", "The field `Health`", …

    def message(self) -> str:
        return f"{self.what} must be `{self.wanted}`; this is `{self.found}`."

    def advice(self) -> str | None:
        if self.wanted == "String":
            return "`getString(…)` makes a text of any value"
        if self.found == "Dice" and self.wanted == "Int":
            return "`roll(…)` throws the dice"
        return None


class WrongOperands(TypeMistake):
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


class BranchesDiffer(TypeMistake):
    code, title = "E840", "Branches of different types"
    then: str
    otherwise: str

    def message(self) -> str:
        return f"One branch gives `{self.then}`, the other `{self.otherwise}`: the whole would be neither."


class ItemsDiffer(TypeMistake):
    code, title = "E841", "List of different types"
    first: str
    found: str

    def message(self) -> str:
        return f"All values of a list are of one type: the ones before are `{self.first}`, this is `{self.found}`."


class WrongArguments(TypeMistake):
    code, title = "E842", "Wrong number of arguments"
    name: str
    wanted: int
    found: int

    def message(self) -> str:
        many = "1 argument" if self.wanted == 1 else f"{self.wanted} arguments"
        return f"`{self.name}` takes {many}; here it gets {self.found}."


class NoResult(TypeMistake):
    code, title = "E843", "Function that gives nothing"
    name: str
    wanted: str

    def message(self) -> str:
        return f"`{self.name}` should give `{self.wanted}`, but its last statement is no expression that could be its value."

    def expected(self) -> str:
        return "an expression as the last statement"


class NoFields(TypeMistake):
    code, title = "E844", "Field of something that has none"
    found: str

    def message(self) -> str:
        return f"Only objects have fields; this is `{self.found}`."


class UsedTooEarly(TypeMistake):
    code, title = "E845", "Variable used before it is set"
    name: str
    line: int

    def message(self) -> str:
        return f"What runs here uses `{self.name}`, which is set only later, in line {self.line}."

    def advice(self) -> str:
        return "set it before this place"


class ParameterTwice(TypeMistake):
    code, title = "E846", "Two parameters of one name"
    name: str

    def message(self) -> str:
        return f"There is already a parameter `{self.name}`."
