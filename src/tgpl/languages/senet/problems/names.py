"""Mistakes about names: what is not there, what is there twice, what cannot be meant here."""

from __future__ import annotations

from typing import ClassVar

from tgpl.text.diagnostics import Problem


def _near(near: str | None) -> str | None:
    return None if near is None else f"did you mean `{near}`?"


class UnknownVariable(Problem):
    code, title = "E940", "Unknown variable"
    vague = True
    name: str
    near: str | None

    def message(self) -> str:
        return f"There is no variable `{self.name}` here."

    def advice(self) -> str | None:
        return _near(self.near)


class UnknownFunction(Problem):
    code, title = "E941", "Unknown function or group"
    vague = True
    name: str
    near: str | None

    def message(self) -> str:
        return f"There is no function and no group `{self.name}` that can be called here."

    def advice(self) -> str | None:
        return _near(self.near)


class UnknownGroup(Problem):
    code, title = "E942", "Unknown type"
    vague = True
    name: str
    near: str | None

    def message(self) -> str:
        return f"There is no type `{self.name}`."

    def expected(self) -> str:
        return "`int`, `str`, `bool`, `void`, `list<…>`, or a group"

    def advice(self) -> str | None:
        return _near(self.near)


class UnknownMember(Problem):
    code, title = "E943", "Unknown member"
    name: str
    owner: str
    what: str  # "field" or "function"
    near: str | None

    def message(self) -> str:
        return f"`{self.owner}` has no {self.what} `{self.name}`."

    def advice(self) -> str | None:
        return _near(self.near)


class NoMembers(Problem):
    code, title = "E944", "Member of something that is no group"
    type_: str

    def message(self) -> str:
        return f"Only values of a group have fields and functions; this is of type `{self.type_}`."


class DefinedTwice(Problem):
    code, title = "E945", "Name that is taken"
    name: str
    line: int  # 0: it belongs to the language

    def message(self) -> str:
        if not self.line:
            return f"`{self.name}` is a standard group of the language."
        return f"`{self.name}` is there already, since line {self.line}."

    def advice(self) -> str:
        return "choose another name, or leave one of them out"


class UsedTooEarly(Problem):
    code, title = "E946", "Variable used before its declaration"
    name: str
    line: int

    def message(self) -> str:
        return f"`{self.name}` is declared only later, in line {self.line}."


class ThisOutside(Problem):
    code, title = "E947", "`this` outside a group"

    def message(self) -> str:
        return "`this` is the one that a function of a group was called on; here is no group."


class GroupAsValue(Problem):
    code, title = "E948", "Group where a value is wanted"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is a group, not one of its instances."

    def advice(self) -> str:
        return f"declare one, as in `{self.name} x;`, or use `this` inside the group"


class BaseCycle(Problem):
    code, title = "E949", "Group that extends itself"
    name: str

    def message(self) -> str:
        return f"`{self.name}` extends itself, perhaps by way of others."


class HoldsItself(Problem):
    code, title = "E950", "Group that holds itself"
    name: str

    def message(self) -> str:
        return f"Every `{self.name}` would hold another `{self.name}`, without end: groups are values."

    def advice(self) -> str:
        return f"let it hold a list, `list<{self.name}>`, which may be empty"


class NotInherited(Problem):
    code, title = "E951", "Value for an attribute that is not inherited"
    name: str
    owner: str
    near: str | None

    def message(self) -> str:
        return f"What `{self.owner}` extends has no attribute `{self.name}` that could begin otherwise."

    def advice(self) -> str:
        return _near(self.near) or "a new attribute needs its type, as in `int x = 1;`"


class OtherFieldType(Problem):
    code, title = "E952", "Inherited attribute with another type"
    name: str
    type_: str

    def message(self) -> str:
        return f"`{self.name}` is inherited and has the type `{self.type_}`."


class NoBegin(Problem):
    code, title = "E953", "No turn function `begin`"

    def message(self) -> str:
        return "The game begins with the turn function `begin`; this program has none."

    def expected(self) -> str:
        return "`begin() { … }` in `@turns`, without parameters"


class OutOfPlace(Problem):
    code, title = "E954", "Jump out of place"
    word: str

    def message(self) -> str:
        where = {
            "break": "inside a `for` or `while` loop",
            "continue": "inside a `for` or `while` loop",
            "return": "in a function",
        }
        return f"`{self.word}` stands {where.get(self.word, 'in a function of `@turns`')}."


class NoTurn(Problem):
    code, title = "E955", "No turn function"
    name: str
    near: str | None

    def message(self) -> str:
        return f"`pass` names a turn function without parameters and without a value; `{self.name}` is none."

    def advice(self) -> str | None:
        return _near(self.near)


class NeverReached(Problem):
    code, title = "W960", "Turn function that is never reached"
    severity: ClassVar[str] = "warning"
    name: str

    def message(self) -> str:
        return f"No `pass` and no call leads from `begin` to `{self.name}`."
