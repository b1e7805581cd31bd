"""Mistakes with names: unknown, twice, in the wrong file; and with declarations as a whole."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


class UnknownName(Problem, vague=True):
    code, title = "E201", "Unknown name"
    name: str
    near: str | None
    says = "There is no `{name}` here."
    advises = "declare it first: a type, then `{name} = …;`"


_TYPE_WORDS = {
    "int": "number", "integer": "number", "float": "number", "double": "number", "decimal": "number",
    "boolean": "bool", "Bool": "bool", "str": "string", "text": "string", "String": "string", "char": "string",
    "Number": "number", "list": "List", "table": "Table", "Player": "player", "array": "List", "dict": "Table",
}  # fmt: skip


class UnknownType(Problem, vague=True):
    code, title = "E202", "Unknown type"
    name: str
    near: str | None
    untyped: bool = False  # a variable that another language declares so, without a type
    found: str | None = None  # if so: the type of its value
    says = "There is no type `{name}`."

    def message(self) -> str:
        if self.untyped:
            return f"`{self.name}` is how other languages say it; here a variable begins with its type."
        return super().message()

    def _word(self) -> str | None:
        word = self.found if self.untyped else _TYPE_WORDS.get(self.name)
        return "decimal" if word == "number" and self.span.file.name.lower().endswith(".tgdl") else word

    def advice(self) -> str | None:
        word = self._word()
        if self.name == "void":
            return "a function without a result says `returns;`"
        if self.untyped:
            return None if word else "like `number n = 1;`, `Card c = new Card();`, `List<Card> hand = {};`"
        return f"it is called `{word}` here" if word else super().advice()

    def fix(self) -> Fix | None:
        word = self._word()
        if word is None or (word[0].isupper() and not self.untyped):
            return None
        return Fix(f"write `{word}`", (Edit(self.span, word),))


class UnknownMember(Problem):
    code, title = "E203", "Unknown member"
    owner: str
    name: str
    near: str | None
    says = "`{owner}` has no `{name}`."


class UnknownFunction(Problem, vague=True):
    code, title = "E204", "Unknown function"
    name: str
    near: str | None
    says = "There is no function or action `{name}` here."

    def advice(self) -> str | None:
        if self.name in ("print", "println", "printf", "write"):
            return "`log(x);` writes a line to the game's log"
        if self.name == "range":
            return "count with `for (number i = 0; i < n; i += 1) { … }`"
        if self.name == "fail":
            return 'it is a statement, without parentheses: `fail "why";`'
        return super().advice()


class NoneForNull(Problem):
    code, title = "E205", "`none` for `null`"
    says = "The absence of a value is called `null` here."
    mends = "write `null`", "null"


class AlreadyDeclared(Problem):
    code, title = "E206", "Name already taken"
    name: str
    line: int
    says = "`{name}` was declared already in line {line} and can be seen here."
    advises = "choose another name, or leave out the type to give the first one a new value"


class DeclaredTwice(Problem):
    code, title = "E207", "Declared twice"
    name: str
    where: str  # of the first one
    says = "There is already a `{name}`: {where}."
    advises = "every class, function and turn needs a name of its own"


class MemberTwice(Problem):
    code, title = "E208", "Member declared twice"
    owner: str
    name: str
    says = "`{owner}` has two members called `{name}`."


class ImportClash(Problem):
    code, title = "E209", "Two files declare the same name"
    name: str
    file: str
    other: str  # in words
    says = "`{name}` is declared in `{file}` and in {other}."
    advises = 'give the import a name: `import "{file}" as …;`'


class ImportNotFound(Problem):
    code, title = "E210", "File not found"
    path: str
    near: str | None

    def message(self) -> str:
        if not self.path:
            return "This names no file."
        return f"There is no file `{self.path}` beside this one."


class ImportOutside(Problem):
    code, title = "E211", "File outside the game's folder"
    path: str
    says = "`{path}` lies outside the folder of the main file; a game can only use what is in its own."
    advises = "copy the file into the game's folder"


class CannotRead(Problem):
    code, title = "E212", "File cannot be read"
    path: str
    why: str
    says = "`{path}` cannot be read: {why}."


class InheritanceCycle(Problem):
    code, title = "E213", "A class that is its own base"
    name: str
    says = "`{name}` would inherit from itself."


class WrongBase(Problem):
    code, title = "E214", "Base of another kind"
    kind: str
    base: str
    base_kind: str
    says = "`{base}` is a `{base_kind}`; only another `{base_kind}` can inherit from it."
    expects = "the name of a `{kind}`"


class VisibilityDiffers(Problem):
    code, title = "E215", "Visibility unlike the base's"
    visibility: str
    base: str
    base_visibility: str
    says = "`{base}` is {base_visibility}, so what inherits from it cannot be {visibility}."


class OverridesNothing(Problem):
    code, title = "E216", "Nothing to override"
    what: str
    name: str
    near: str | None
    advises = "leave out `override`, or check the base behind the `:`"

    def message(self) -> str:
        article = "an" if self.what[0] in "aeiou" else "a"
        return f"`override` replaces {article} {self.what} of the base, but the base has no `{self.name}`."


class MissingOverride(Problem):
    code, title = "E217", "Replaces without saying so"
    what: str
    name: str
    base: str
    says = "`{base}` has a {what} `{name}` already; to replace it, say `override`."

    def fix(self) -> Fix:
        here = Span(self.span.file, self.span.start, self.span.start)
        return Fix("put `override` before it", (Edit(here, "override "),))


class MissingGame(Problem):
    code, title = "E218", "No `game` directive"
    says = "The main file of a game begins with its name."
    expects = '`game "…";` as the first line'


class MissingSetup(Problem):
    code, title = "E219", "No `setup`"
    says = "The file with the `game` directive says in `setup {{ … }}` how the game begins."
    expects = "a `setup {{ … }}` in this file"


class MissingPlayers(Problem):
    code, title = "E220", "No number of players"
    says = "The game does not say how many play it."

    def fix(self) -> Fix:
        end = self.span.file.text.find(";", self.span.start)
        place = Span(self.span.file, end + 1, end + 1) if end >= 0 else self.span
        return Fix("say `players 2;`", (Edit(place, "\nplayers 2;"),) if end >= 0 else ())


class BadPlayers(Problem):
    code, title = "E221", "Impossible number of players"
    most: int
    says = "A game has at least 1 and at most {most} players, the lower number first."


class SetupTwice(Problem):
    code, title = "E222", "More than one `setup`"
    says = "A game begins in one way: there can be only one `setup`."


class OutsideClass(Problem):
    code, title = "E223", "`this` outside a class"
    word: str
    says = "`{word}` is the object whose action or function runs; here there is none."


class NoBase(Problem):
    code, title = "E224", "`base` without a base"
    owner: str
    says = "`{owner}` inherits from nothing, so it has no `base`."


class NoEvent(Problem):
    code, title = "E225", "`event` where there is none"
    attribute: bool = False  # the class has a member of that name
    says = "`event` is what set off an action: it is seen in its trigger, inputs and effect, and nowhere else."

    def advice(self) -> str | None:
        return "the member of this object is `this.event`" if self.attribute else None


class UnknownTurn(Problem):
    code, title = "E226", "Unknown turn"
    name: str
    near: str | None
    says = 'There is no turn "{name}".'


class UnknownPhase(Problem):
    code, title = "E227", "Unknown phase"
    name: str
    turn: str | None
    near: str | None

    def message(self) -> str:
        where = f'The turn "{self.turn}" has' if self.turn else "There is"
        return f'{where} no phase "{self.name}".'


class PredefinedMember(Problem):
    code, title = "E228", "Name of a predefined member"
    name: str
    kind: str
    says = "Every {kind} has a predefined `{name}`; yours needs another name."


class CannotExpand(Problem):
    code, title = "E229", "Nothing to expand"
    path: str
    says = "`{path}` is no game: an expansion needs a file with a `game` directive."


class OverrideOutsideExpansion(Problem):
    code, title = "E230", "`override` of a whole declaration"
    what: str
    name: str
    near: str | None = None  # a card of a table in the same file
    says = "Only an expansion can open a {what} again, and only one that its base game has."

    def advice(self) -> str:
        if self.near is not None:
            return f"did you mean `{self.near}`, which is a card of a table?"
        return f'leave out `override`, or begin the file with `expansion "…" of "…";` if `{self.name}` is there'


class AttributeDiffers(Problem):
    code, title = "E231", "Attribute of another type"
    name: str
    base: str
    wanted: str
    says = "`{base}` has an attribute `{name}` of type `{wanted}`; only its value can be changed."


class ClassIsNoValue(Problem):
    code, title = "E232", "A class is no value"
    name: str
    says = "`{name}` is a class; there may be many of it, or none."
    advises = "`new {name}()` makes one; `{name}[p]` is the one that player p owns"


class WordIsNoValue(Problem):
    code, title = "E233", "Not a value by itself"
    word: str
    examples: str
    says = "`{word}` alone means nothing."
    expects = "{examples}"


class BlankTileName(Problem):
    code, title = "E234", "`b` is the blank tile"
    says = "In a grid `b` is the blank tile, so no tile of yours can be called so."


class OverrideChanges(Problem):
    code, title = "E235", "Override of more than the effect"
    what: str
    part: str

    def message(self) -> str:
        if self.what in ("function", "action"):
            return f"An override replaces the effect; this {self.what} keeps the {self.part} of the original."
        return f"This {self.what} keeps the {self.part} of the original."

    def advice(self) -> str:
        usable = self.what in ("function", "action") and self.part[0] != "`"
        effect = ": the original's can be used in the effect" if usable else ""
        return f"leave out the {self.part}{effect}"


class FunctionIsNoValue(Problem):
    code, title = "E236", "A function is no value"
    name: str
    says = "`{name}` is a function: it gives something only when it is called."
    expects = "`{name}(…)`"


class InputTooEarly(Problem):
    code, title = "E237", "Input used too early"
    name: str
    where: str
    says = "`{name}` is chosen only after {where} was tested."
    advises = "put the condition into a filter of the input"


class WithoutGame(Problem):
    code, title = "E238", "Part of a game in a library"
    word: str
    says = "`{word}` belongs to a whole game, and this file is none: it does not begin with `game`."
    advises = "move it into the main file, or call a function from there"


class ExpansionCycle(Problem):
    code, title = "E239", "An expansion of itself"
    path: str
    says = "`{path}` is this very expansion, or cannot do without it: there is no game below."
    expects = "the file of a game, or of an expansion that leads to one"


class ImportOfExpansion(Problem):
    code, title = "E240", "Import of an expansion"
    path: str
    says = "`{path}` is an expansion: it changes its base game, and is played itself."
    advises = "import a file without `expansion`, or expand this one"
