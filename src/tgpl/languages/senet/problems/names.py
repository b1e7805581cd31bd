"""Mistakes about names: what is not there, what is there twice, what cannot be meant here."""

from __future__ import annotations

from tgpl.text.diagnostics import Problem


class UnknownVariable(Problem, vague=True):
    code, title = "E940", "Unknown variable"
    name: str
    near: str | None
    says = "There is no variable `{name}` here."


class UnknownFunction(Problem, vague=True):
    code, title = "E941", "Unknown function or group"
    name: str
    near: str | None
    says = "There is no function and no group `{name}` that can be called here."


class UnknownGroup(Problem, vague=True):
    code, title = "E942", "Unknown type"
    name: str
    near: str | None
    says = "There is no type `{name}`."
    expects = "`int`, `str`, `bool`, `void`, `list<…>`, or a group"


class UnknownMember(Problem):
    code, title = "E943", "Unknown member"
    name: str
    owner: str
    what: str  # "field" or "function"
    near: str | None
    says = "`{owner}` has no {what} `{name}`."


class NoMembers(Problem):
    code, title = "E944", "Member of something that is no group"
    type_: str
    says = "Only values of a group have fields and functions; this is of type `{type_}`."


class DefinedTwice(Problem):
    code, title = "E945", "Name that is taken"
    name: str
    line: int  # 0: it belongs to the language
    advises = "choose another name, or leave one of them out"

    def message(self) -> str:
        if not self.line:
            return f"`{self.name}` is a standard group of the language."
        return f"`{self.name}` is there already, since line {self.line}."


class UsedTooEarly(Problem):
    code, title = "E946", "Variable used before its declaration"
    name: str
    line: int
    says = "`{name}` is declared only later, in line {line}."


class ThisOutside(Problem):
    code, title = "E947", "`this` outside a group"
    says = "`this` is the one that a function of a group was called on; here is no group."


class GroupAsValue(Problem):
    code, title = "E948", "Group where a value is wanted"
    name: str
    says = "`{name}` is a group, not one of its instances."
    advises = "declare one, as in `{name} x;`, or use `this` inside the group"


class BaseCycle(Problem):
    code, title = "E949", "Group that extends itself"
    name: str
    says = "`{name}` extends itself, perhaps by way of others."


class HoldsItself(Problem):
    code, title = "E950", "Group that holds itself"
    name: str
    says = "Every `{name}` would hold another `{name}`, without end: groups are values."
    advises = "let it hold a list, `list<{name}>`, which may be empty"


class NotInherited(Problem):
    code, title = "E951", "Value for an attribute that is not inherited"
    name: str
    owner: str
    near: str | None
    says = "What `{owner}` extends has no attribute `{name}` that could begin otherwise."
    advises = "a new attribute needs its type, as in `int x = 1;`"


class OtherFieldType(Problem):
    code, title = "E952", "Inherited attribute with another type"
    name: str
    type_: str
    says = "`{name}` is inherited and has the type `{type_}`."


class NoBegin(Problem):
    code, title = "E953", "No turn function `begin`"
    says = "The game begins with the turn function `begin`; this program has none."
    expects = "`begin() {{ … }}` in `@turns`, without parameters"


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
    says = "`pass` names a turn function without parameters and without a value; `{name}` is none."


class NeverReached(Problem):
    code, title = "W960", "Turn function that is never reached"
    name: str
    says = "No `pass` and no call leads from `begin` to `{name}`."
