"""Mistakes about types: a value of another type than its place wants."""

from __future__ import annotations

from tgpl.text.diagnostics import Problem


class WrongType(Problem):
    code, title = "E956", "Value of another type"
    found: str
    wanted: str
    what: str
    says = "{what} is of type `{wanted}`; this is a `{found}`."

    def advice(self) -> str | None:
        if (self.found, self.wanted) == ("int", "str"):
            return "`itos(…)` makes a string of a number"
        return "`stoi(…)` makes a number of a string" if (self.found, self.wanted) == ("str", "int") else None


class WrongOperands(Problem):
    code, title = "E957", "Operator that is not for these types"
    op: str
    left: str
    right: str

    def message(self) -> str:
        if not self.right:
            return f"`{self.op}` is not for a `{self.left}`."
        return f"`{self.op}` is not for a `{self.left}` and a `{self.right}`."

    def expected(self) -> str:
        if self.op in ("==", "!="):
            return "two values of the same type"
        if self.op in ("and", "or", "not"):
            return "`bool`"
        return "`int`, or two of type `str`" if self.op == "+" else "`int`"

    def advice(self) -> str | None:
        if self.op == "+" and {self.left, self.right} == {"int", "str"}:
            return "`itos(…)` makes a string of a number"
        return None


class ItemsDiffer(Problem):
    code, title = "E958", "List of different types"
    first: str
    other: str
    says = "The values of a list have one type: before this they are of type `{first}`, this is a `{other}`."


class WrongArguments(Problem):
    code, title = "E959", "Wrong arguments"
    name: str
    given: str
    known: tuple[str, ...]

    def message(self) -> str:
        given = f"({self.given})" if self.given else "no arguments"
        return f"`{self.name}` does not take {given}."

    def expected(self) -> str:
        return " or ".join(f"`{self.name}({one})`" for one in self.known)


class NoReturn(Problem):
    code, title = "E961", "Path without a `return`"
    name: str
    type_: str
    says = "`{name}` gives a `{type_}`, but it can come to its end without a `return`."


class ReturnsWithoutType(Problem):
    code, title = "E962", "Value of a function that says no type"
    name: str
    type_: str
    says = "`{name}` gives a value, but nothing before its name says of which type."
    expects = "`{type_} {name}(…)`"


class NotABoard(Problem):
    code, title = "E963", "Place that is no place on a board"
    what: str
    wanted: str
    found: str
    says = "{what} must be {wanted}; this is a `{found}`."
    expects = "`piece >> board[1, 2]`, `board << [1, 2]` or `tray << board[1, 2]`"


class SeveralIndexes(Problem):
    code, title = "E964", "Element of a list with several numbers"
    says = "An element of a list has one number; only a place on a board, behind `>>` or `<<`, has several."
    advises = "a list in a list is reached by `l[1][2]`, the index of a place by `board.toi([1, 2])`"


class NoCondition(Problem):
    code, title = "E965", "No condition in an `assert` function"
    type_: str
    says = "Every expression of an `assert` function is a condition; this is a `{type_}`."


class NothingDeclared(Problem):
    code, title = "E966", "Arguments for something that is no group"
    type_: str
    says = "Only one of a group is made with arguments; `{type_}` is none."
