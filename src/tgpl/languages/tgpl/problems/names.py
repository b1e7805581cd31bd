"""Mistakes with names: unknown, twice, in the wrong file; and with declarations as a whole."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


def _meant(near: str | None) -> str | None:
    return None if near is None else f"did you mean `{near}`?"


class UnknownName(Problem):
    code, title = "E201", "Unknown name"
    vague = True
    name: str
    near: str | None

    def message(self) -> str:
        return f"There is no `{self.name}` here."

    def advice(self) -> str:
        return _meant(self.near) or f"declare it first: a type, then `{self.name} = …;`"


_TYPE_WORDS = {
    "int": "number", "integer": "number", "float": "number", "double": "number", "decimal": "number",
    "boolean": "bool", "Bool": "bool", "str": "string", "text": "string", "String": "string", "char": "string",
    "Number": "number", "list": "List", "table": "Table", "Player": "player", "array": "List", "dict": "Table",
}  # fmt: skip


class UnknownType(Problem):
    code, title = "E202", "Unknown type"
    vague = True
    name: str
    near: str | None

    def message(self) -> str:
        return f"There is no type `{self.name}`."

    def _word(self) -> str | None:
        word = _TYPE_WORDS.get(self.name)
        return "decimal" if word == "number" and self.span.file.name.lower().endswith(".tgdl") else word

    def advice(self) -> str | None:
        word = self._word()
        if self.name == "void":
            return "a function without a result says `returns;`"
        return f"it is called `{word}` here" if word else _meant(self.near)

    def fix(self) -> Fix | None:
        word = self._word()
        if word is None or word[0].isupper():
            return None
        return Fix(f"write `{word}`", (Edit(self.span, word),))


class UnknownMember(Problem):
    code, title = "E203", "Unknown member"
    owner: str
    name: str
    near: str | None

    def message(self) -> str:
        return f"`{self.owner}` has no `{self.name}`."

    def advice(self) -> str | None:
        return _meant(self.near)


class UnknownFunction(Problem):
    code, title = "E204", "Unknown function"
    vague = True
    name: str
    near: str | None

    def message(self) -> str:
        return f"There is no function or action `{self.name}` here."

    def advice(self) -> str | None:
        if self.name in ("print", "println", "printf", "write"):
            return "`log(x);` writes a line to the game's log"
        if self.name == "fail":
            return 'it is a statement, without parentheses: `fail "why";`'
        return _meant(self.near)


class NoneForNull(Problem):
    code, title = "E205", "`none` for `null`"

    def message(self) -> str:
        return "The absence of a value is called `null` here."

    def fix(self) -> Fix:
        return Fix("write `null`", (Edit(self.span, "null"),))


class AlreadyDeclared(Problem):
    code, title = "E206", "Name already taken"
    name: str
    line: int

    def message(self) -> str:
        return f"`{self.name}` was declared already in line {self.line} and can be seen here."

    def advice(self) -> str:
        return "choose another name, or leave out the type to give the first one a new value"


class DeclaredTwice(Problem):
    code, title = "E207", "Declared twice"
    name: str
    where: str  # of the first one

    def message(self) -> str:
        return f"There is already a `{self.name}`: {self.where}."

    def advice(self) -> str:
        return "every class, function and turn needs a name of its own"


class MemberTwice(Problem):
    code, title = "E208", "Member declared twice"
    owner: str
    name: str

    def message(self) -> str:
        return f"`{self.owner}` has two members called `{self.name}`."


class ImportClash(Problem):
    code, title = "E209", "Two files declare the same name"
    name: str
    file: str
    other: str  # in words

    def message(self) -> str:
        return f"`{self.name}` is declared in `{self.file}` and in {self.other}."

    def advice(self) -> str:
        return f'give the import a name: `import "{self.file}" as …;`'


class ImportNotFound(Problem):
    code, title = "E210", "File not found"
    path: str
    near: str | None

    def message(self) -> str:
        if not self.path:
            return "This names no file."
        return f"There is no file `{self.path}` beside this one."

    def advice(self) -> str | None:
        return _meant(self.near)


class ImportOutside(Problem):
    code, title = "E211", "File outside the game's folder"
    path: str

    def message(self) -> str:
        return f"`{self.path}` lies outside the folder of the main file; a game can only use what is in its own."

    def advice(self) -> str:
        return "copy the file into the game's folder"


class CannotRead(Problem):
    code, title = "E212", "File cannot be read"
    path: str
    why: str

    def message(self) -> str:
        return f"`{self.path}` cannot be read: {self.why}."


class InheritanceCycle(Problem):
    code, title = "E213", "A class that is its own base"
    name: str

    def message(self) -> str:
        return f"`{self.name}` would inherit from itself."


class WrongBase(Problem):
    code, title = "E214", "Base of another kind"
    kind: str
    base: str
    base_kind: str

    def message(self) -> str:
        return f"`{self.base}` is a `{self.base_kind}`; only another `{self.base_kind}` can inherit from it."

    def expected(self) -> str:
        return f"the name of a `{self.kind}`"


class VisibilityDiffers(Problem):
    code, title = "E215", "Visibility unlike the base's"
    visibility: str
    base: str
    base_visibility: str

    def message(self) -> str:
        return f"`{self.base}` is {self.base_visibility}, so what inherits from it cannot be {self.visibility}."


class OverridesNothing(Problem):
    code, title = "E216", "Nothing to override"
    what: str
    name: str
    near: str | None

    def message(self) -> str:
        article = "an" if self.what[0] in "aeiou" else "a"
        return f"`override` replaces {article} {self.what} of the base, but the base has no `{self.name}`."

    def advice(self) -> str:
        return _meant(self.near) or "leave out `override`, or check the base behind the `:`"


class MissingOverride(Problem):
    code, title = "E217", "Replaces without saying so"
    what: str
    name: str
    base: str

    def message(self) -> str:
        return f"`{self.base}` has a {self.what} `{self.name}` already; to replace it, say `override`."

    def fix(self) -> Fix:
        here = Span(self.span.file, self.span.start, self.span.start)
        return Fix("put `override` before it", (Edit(here, "override "),))


class MissingGame(Problem):
    code, title = "E218", "No `game` directive"

    def message(self) -> str:
        return "The main file of a game begins with its name."

    def expected(self) -> str:
        return '`game "…";` as the first line'


class MissingSetup(Problem):
    code, title = "E219", "No `setup`"

    def message(self) -> str:
        return "The file with the `game` directive says in `setup { … }` how the game begins."

    def expected(self) -> str:
        return "a `setup { … }` in this file"


class MissingPlayers(Problem):
    code, title = "E220", "No number of players"

    def message(self) -> str:
        return "The game does not say how many play it."

    def fix(self) -> Fix:
        end = self.span.file.text.find(";", self.span.start)
        place = Span(self.span.file, end + 1, end + 1) if end >= 0 else self.span
        return Fix("say `players 2;`", (Edit(place, "\nplayers 2;"),) if end >= 0 else ())


class BadPlayers(Problem):
    code, title = "E221", "Impossible number of players"
    most: int

    def message(self) -> str:
        return f"A game has at least 1 and at most {self.most} players, the lower number first."


class SetupTwice(Problem):
    code, title = "E222", "More than one `setup`"

    def message(self) -> str:
        return "A game begins in one way: there can be only one `setup`."


class OutsideClass(Problem):
    code, title = "E223", "`this` outside a class"
    word: str

    def message(self) -> str:
        return f"`{self.word}` is the object whose action or function runs; here there is none."


class NoBase(Problem):
    code, title = "E224", "`base` without a base"
    owner: str

    def message(self) -> str:
        return f"`{self.owner}` inherits from nothing, so it has no `base`."


class NoEvent(Problem):
    code, title = "E225", "`event` where there is none"
    attribute: bool = False  # the class has a member of that name

    def message(self) -> str:
        return "`event` is what set off an action: it is seen in its trigger, inputs and effect, and nowhere else."

    def advice(self) -> str | None:
        return "the member of this object is `this.event`" if self.attribute else None


class UnknownTurn(Problem):
    code, title = "E226", "Unknown turn"
    name: str
    near: str | None

    def message(self) -> str:
        return f'There is no turn "{self.name}".'

    def advice(self) -> str | None:
        return _meant(self.near)


class UnknownPhase(Problem):
    code, title = "E227", "Unknown phase"
    name: str
    turn: str | None
    near: str | None

    def message(self) -> str:
        where = f'The turn "{self.turn}" has' if self.turn else "There is"
        return f'{where} no phase "{self.name}".'

    def advice(self) -> str | None:
        return _meant(self.near)


class PredefinedMember(Problem):
    code, title = "E228", "Name of a predefined member"
    name: str
    kind: str

    def message(self) -> str:
        return f"Every {self.kind} has a predefined `{self.name}`; yours needs another name."


class CannotExpand(Problem):
    code, title = "E229", "Nothing to expand"
    path: str

    def message(self) -> str:
        return f"`{self.path}` is no game: an expansion needs a file with a `game` directive."


class OverrideOutsideExpansion(Problem):
    code, title = "E230", "`override` of a whole declaration"
    what: str
    name: str

    def message(self) -> str:
        return f"Only an expansion can open a {self.what} again, and only one that its base game has."

    def advice(self) -> str:
        return f'leave out `override`, or begin the file with `expansion "…" of "…";` if `{self.name}` is there'


class AttributeDiffers(Problem):
    code, title = "E231", "Attribute of another type"
    name: str
    base: str
    wanted: str

    def message(self) -> str:
        return f"`{self.base}` has an attribute `{self.name}` of type `{self.wanted}`; only its value can be changed."


class ClassIsNoValue(Problem):
    code, title = "E232", "A class is no value"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is a class; there may be many of it, or none."

    def advice(self) -> str:
        return f"`new {self.name}()` makes one; `{self.name}[p]` is the one that player p owns"


class WordIsNoValue(Problem):
    code, title = "E233", "Not a value by itself"
    word: str
    examples: str

    def message(self) -> str:
        return f"`{self.word}` alone means nothing."

    def expected(self) -> str:
        return self.examples


class BlankTileName(Problem):
    code, title = "E234", "`b` is the blank tile"

    def message(self) -> str:
        return "In a grid `b` is the blank tile, so no tile of yours can be called so."


class OverrideChanges(Problem):
    code, title = "E235", "Override of more than the effect"
    what: str
    part: str

    def message(self) -> str:
        if self.what in ("function", "action"):
            return f"An override replaces the effect; this {self.what} keeps the {self.part} of the original."
        return f"This {self.what} keeps the {self.part} of the original."

    def advice(self) -> str:
        effect = ": the original's can be used in the effect" if self.what in ("function", "action") else ""
        return f"leave out the {self.part}{effect}"


class FunctionIsNoValue(Problem):
    code, title = "E236", "A function is no value"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is a function: it gives something only when it is called."

    def expected(self) -> str:
        return f"`{self.name}(…)`"


class InputTooEarly(Problem):
    code, title = "E237", "Input used too early"
    name: str
    where: str

    def message(self) -> str:
        return f"`{self.name}` is chosen only after {self.where} was tested."

    def advice(self) -> str:
        return "put the condition into a filter of the input"


class WithoutGame(Problem):
    code, title = "E238", "Part of a game in a library"
    word: str

    def message(self) -> str:
        return f"`{self.word}` belongs to a whole game, and this file is none: it does not begin with `game`."

    def advice(self) -> str:
        return "move it into the main file, or call a function from there"


class ExpansionCycle(Problem):
    code, title = "E239", "An expansion of itself"
    path: str

    def message(self) -> str:
        return f"`{self.path}` is this very expansion, or cannot do without it: there is no game below."

    def expected(self) -> str:
        return "the file of a game, or of an expansion that leads to one"


class ImportOfExpansion(Problem):
    code, title = "E240", "Import of an expansion"
    path: str

    def message(self) -> str:
        return f"`{self.path}` is an expansion: it changes its base game, and is played itself."

    def advice(self) -> str:
        return "import a file without `expansion`, or expand this one"
