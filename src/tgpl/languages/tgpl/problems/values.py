"""Mistakes with enums, constants, `? :`, `switch` and kinds."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span

# ---- enums


class EnumIsNoValue(Problem):
    code, title = "E520", "An enum is not one of its values"
    name: str
    value: str | None  # its first
    says = "`{name}` is the enum itself, not one of its values."

    def advice(self) -> str:
        example = "" if self.value is None else f"`{self.name}.{self.value}` is a value, "
        return f"{example}`{self.name}.all()` the list of all"


class UnknownValue(Problem):
    code, title = "E521", "No such value of an enum"
    vague = True
    enum: str
    name: str
    near: str | None
    values: tuple[str, ...]
    says = "`{enum}` has no value `{name}`."

    def advice(self) -> str | None:
        if self.near is not None:
            return f"did you mean `{self.near}`?"
        return f"it has {_list_words(self.values)}" if self.values else None


class ValueTwice(Problem):
    code, title = "E522", "A value of an enum twice"
    enum: str
    name: str
    says = "`{enum}` has a value `{name}` already."


class TooManyValues(Problem):
    code, title = "E523", "An enum with too many values, or none"
    enum: str
    count: int
    most: int

    def message(self) -> str:
        if not self.count:
            return f"`{self.enum}` has no values."
        return f"`{self.enum}` has {self.count:,} values; {self.most:,} is the most."

    def expected(self) -> str | None:
        return None if self.count else f"names between its braces, as in `enum {self.enum} {{ Red, Blue }}`"


class EnumIsNoClass(Problem):
    code, title = "E525", "An enum is no class"
    name: str
    says = "`{name}` is an enum: it has values, but no objects and nothing that derives from it."


class BareValue(Problem):
    code, title = "E526", "A value without its enum"
    name: str
    enums: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.name}` is a value of {_list_words(self.enums)}: outside a `case` it stands behind that name and a dot."

    def fix(self) -> Fix | None:
        if len(self.enums) != 1:
            return None
        full = f"{self.enums[0]}.{self.name}"
        return Fix(f"write `{full}`", (Edit(self.span, full),))


class TextForValue(Problem):
    code, title = "E527", "A text is no value of an enum"
    enum: str
    value: str | None  # the one that is called so
    says = "A text is never a `{enum}`, also if it says the same."
    mends = ("write `{enum}.{value}`", "{enum}.{value}")


# ---- constants


class NotConstant(Problem):
    code, title = "E528", "Not constant"
    where: str  # "A constant", "A case"
    says = "{where} must be known before the game begins, and this is only known while it runs."
    expects = "numbers, texts, `true`, `false`, values of enums, other constants, and what operators make of them"


class ConstantFails(Problem):
    code, title = "E529", "A constant that cannot be worked out"
    why: str
    says = "{why}"


class AssignsConstant(Problem):
    code, title = "E530", "A constant stays as it is"
    name: str
    line: int
    says = "`{name}` is a constant (line {line}): it cannot be changed."
    advises = "what changes while a game runs is an attribute, for instance of a `global class`"


class ConstantOfObjects(Problem):
    code, title = "E531", "A constant of a type that has none"
    name: str
    type: str
    says = "`{name}` cannot be a constant: a `{type}` is made while a game runs."
    expects = "a constant number, string, bool, player, dice, enum or kind"


class CircularConstant(Problem):
    code, title = "E532", "A constant that needs itself"
    name: str
    says = "`{name}` is worked out from itself."


class ConstantIncomplete(Problem):
    code, title = "E533", "A constant without its type or its value"
    name: str
    missing: str  # "type" or "value"
    says = "The constant `{name}` does not say its {missing}."
    expects = "`const number {name} = 5;`"


# ---- `a ? b : c`


class NoCommonType(Problem):
    code, title = "E535", "Two sides that do not go together"
    yes: str
    no: str

    def message(self) -> str:
        if self.yes == self.no == "null":
            return "Both sides are null, so nobody knows what this is."
        return f"Before the `:` stands a `{self.yes}`, behind it a `{self.no}`: the two have no type in common."


# ---- `switch`


class SwitchOver(Problem):
    code, title = "E536", "Nothing to switch over"
    type: str
    object: bool
    says = "`switch` goes by numbers, texts, bools, players, enums and kinds, not by a `{type}`."

    def fix(self) -> Fix | None:
        if not self.object:
            return None
        return Fix("switch over its kind", (Edit(self.span, f"{self.span.text}.kind"),))


class CaseTwice(Problem):
    code, title = "E537", "A case that was there before"
    value: str
    before: str  # what takes it in already
    line: int

    def message(self) -> str:
        if self.before == self.value:
            return f"There is a case for `{self.value}` in line {self.line} already."
        return f"The case `{self.before}` in line {self.line} takes in `{self.value}` already."


class BreakInCase(Problem):
    code, title = "E539", "`break` at the end of a case"
    loop: bool  # there is a loop around that it could mean
    says = "A case ends by itself: nothing falls through into the next one, so there is nothing to break."

    def advice(self) -> str | None:
        return (
            "to leave the loop around, write `if (…) { break; }` before or behind the `switch`" if self.loop else None
        )

    def fix(self) -> Fix | None:
        return None if self.loop else Fix("remove it", (Edit(self.span, ""),))


class CaseMissing(Problem):
    code, title = "W520", "Values without a case"
    type: str
    missing: tuple[str, ...]
    advises = "add them, or say `default: ;` if nothing is to happen"

    def message(self) -> str:
        return f"Of `{self.type}` this `switch` leaves out {_list_words(self.missing)}: nothing happens for them."


class CaseOfExpansion(Problem):
    code, title = "W521", "A value that the base game has no case for"
    values: tuple[str, ...]
    switch: str  # its file and line
    word: str  # "function" or "action", if it stands in one
    name: str
    stops: bool

    def message(self) -> str:
        comes = "the game stops with an error if one comes there" if self.stops else "nothing happens for them there"
        return f"The `switch` in {self.switch} was written without {_list_words(self.values)}: {comes}."

    def advice(self) -> str | None:
        if not self.word:
            return "give that `switch` a `default`, or see to it that they never come there"
        call = f"base.{self.name}({'…' if self.word == 'function' else ''})"
        return f"say what happens: `override {self.word} {self.name} {{ effect {{ … }} }}`, with `{call}` for the values of the base game"


# ---- kinds


class KindOfWhat(Problem):
    code, title = "E541", "`kind of` something that is no class"
    name: str
    says = "`{name}` has no kinds: `kind of` is for the classes that a game declares."


class KindUnknown(Problem):
    code, title = "E542", "What a kind does not know"
    attribute: str
    class_: str
    says = "`{attribute}` cannot be asked of a kind: what a new `{class_}` begins with there is worked out when it is made."
    advises = "a kind knows attributes that begin with a constant: a number, a text, a value of an enum, `null`"


class KindIsNoObject(Problem):
    code, title = "E543", "A kind is no object"
    name: str
    kind: str
    says = "`{name}` is for objects, and a `{kind}` is only a class of them."
    advises = "`new k()` makes an object of it"


class AsKind(Problem):
    code, title = "E544", "`as` needs a class"
    name: str
    says = "`{name}` is a kind that is only known while the game runs, so nobody knows what comes out of this."
    advises = "`is {name}` asks whether it is one"


class NoKinds(Problem):
    code, title = "E545", "A class without kinds"
    name: str
    says = "There is exactly one `{name}`, which is made at the beginning: it has no kinds to choose from or to make."


class ClassForObject(Problem):
    code, title = "E546", "A class compared with an object"
    object: Span
    name: str
    negated: bool
    says = "`{name}` is a class, and an object never equals one."

    def fix(self) -> Fix:
        asked = f"{'!' if self.negated else ''}{self.object.text} is {self.name}"
        return Fix(f"ask `{asked}`", (Edit(self.span, asked),))


def _list_words(words: tuple[str, ...]) -> str:
    """`a`, `b` and `c`; of many the first ones."""
    shown = [f"`{word}`" for word in words[:8]]
    if len(words) > len(shown):
        return f"{', '.join(shown)} and {len(words) - len(shown)} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
