"""Mistakes against the rules of the table: returns, tests, inputs, boards, decks, turns."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span

COLOURS = tuple("black blue brown cyan gray green magenta orange pink purple red white yellow".split())


class ReturnHere(Problem):
    code, title = "E401", "`return` where nothing is returned"
    where: str

    def message(self) -> str:
        return f"{self.where} gives nothing back and runs to its end: it has no `return`."

    def advice(self) -> str:
        return "use `if` and `else` to leave something out, or move it into a function"


class ReturnValue(Problem):
    code, title = "E402", "`return` with or without a value"
    wanted: str | None

    def message(self) -> str:
        if self.wanted is None:
            return "This function says `returns;`, so its `return` has no value."
        return f"This `return` must give a `{self.wanted}`."


class MissingReturn(Problem):
    code, title = "E403", "Not every path returns"
    where: str
    wanted: str

    def message(self) -> str:
        return f"{self.where} must give a `{self.wanted}`, but it can come to its end without `return`."

    def advice(self) -> str:
        return "add a `return` for the case that nothing above applies"


class MissingReturns(Problem):
    code, title = "E404", "Function without `returns`"
    name: str
    result: str | None  # as the effect shows it; "" for nothing, None if it does not

    def message(self) -> str:
        return f"`{self.name}` does not say what it returns."

    def expected(self) -> str:
        return "`returns T;`, or `returns;` for nothing"

    def fix(self) -> Fix | None:
        if self.result is None:
            return None
        text = f"returns {self.result};" if self.result else "returns;"
        brace = self.span.file.text.find("{", self.span.end) + 1
        place = Span(self.span.file, brace, brace)
        return Fix(f"say `{text}`", (Edit(place, f" {text}"),)) if brace else None


_DOINGS = {
    "ask": "ask a player",
    "winner": "end the game",
    "pass": "pass the turn",
    "use": "change the turn",
    "throw": "throw an event",
    "fail": "fail the move",
}


class TestActs(Problem):
    code, title = "E405", "A test that does something"
    test: str
    what: str
    through: str | None  # the function that does it

    def message(self) -> str:
        doing = _DOINGS[self.what]
        if self.through is not None:
            return f"{self.test} is only a test, but `{self.through}` can {doing}."
        return f"{self.test} is only a test: it cannot {doing}."

    def advice(self) -> str:
        return "do it in an effect"


class OutsideLoop(Problem):
    code, title = "E406", "Outside a loop"
    word: str

    def message(self) -> str:
        return f"`{self.word}` belongs in a `while` or a `for`."


class TriggerIsNoEvent(Problem):
    code, title = "E407", "Trigger without an event"
    name: str
    kind: str

    def message(self) -> str:
        return f"A trigger waits for an event, and `{self.name}` is a {self.kind}."


class TriggerTwice(Problem):
    code, title = "E408", "Two triggers for one event"
    name: str

    def message(self) -> str:
        return f"This action observes `{self.name}` already."

    def advice(self) -> str:
        return "put both conditions into one trigger, with `||`"


class NoEffect(Problem):
    code, title = "E409", "Nothing happens"
    what: str
    name: str

    def message(self) -> str:
        return f"The {self.what} `{self.name}` has no effect."

    def expected(self) -> str:
        return "`effect { … }`"


class DeckOfNothing(Problem):
    code, title = "E410", "Deck of nothing"
    name: str

    def message(self) -> str:
        return f"The stack `{self.name}` does not say what lies in it."

    def expected(self) -> str:
        return "`returns` and the name of an interactable"


class DeckOfWrongKind(Problem):
    code, title = "E411", "Deck of the wrong kind"
    name: str
    kind: str

    def message(self) -> str:
        return f"A deck is made of interactables, and `{self.name}` is a {self.kind}."


class NoGeometry(Problem):
    code, title = "E412", "Group without geometry"
    name: str

    def message(self) -> str:
        return f"The group `{self.name}` does not say how its tiles lie."

    def expected(self) -> str:
        return "`geometry square;`, `geometry hex;` or `geometry graph;`"


class GraphWithGrid(Problem):
    code, title = "E413", "Graph with a grid"

    def message(self) -> str:
        return "A graph has no grid: its tiles are added and connected in `default { … }`."

    def expected(self) -> str:
        return "`this.add(tile);` and `this.connect(a, b);` in `default`"


class HexWithoutOrientation(Problem):
    code, title = "E414", "Hexes without orientation"
    name: str

    def message(self) -> str:
        return "Hexes stand on a point or on a side, and the grid is read accordingly."

    def expected(self) -> str:
        return "`orientation row;` (points up) or `orientation column;` (sides up)"


class OrientationWithoutHex(Problem):
    code, title = "E415", "Orientation without a grid"
    geometry: str

    def message(self) -> str:
        return f"Only grids have an orientation; this group is a `{self.geometry}`."


class NoGrid(Problem):
    code, title = "E416", "Group without a grid"
    name: str
    geometry: str

    def message(self) -> str:
        return f"The {self.geometry} group `{self.name}` has no tiles."

    def expected(self) -> str:
        return "`grid { … }`"


class GridOfWrongKind(Problem):
    code, title = "E417", "Grid of the wrong kind"
    name: str
    kind: str

    def message(self) -> str:
        return f"A grid is made of tiles, and `{self.name}` is a {self.kind}."


class NoSuchRow(Problem):
    code, title = "E418", "No such line in the grid"
    number: int
    count: int

    def message(self) -> str:
        return f"There is no line {self.number} to replace: the grid has {self.count}, counted from 0."


class FunctionInputElsewhere(Problem):
    code, title = "E419", "`function input` outside a function"
    where: str

    def message(self) -> str:
        return f"`function input` is what a call of a function passes; {self.where} has none."

    def advice(self) -> str:
        return "leave out `function`: then a player is asked, or the call may answer it by name"


class FilterOnArgument(Problem):
    code, title = "E420", "Filter on a `function input`"

    def message(self) -> str:
        return "What a call passes is not chosen, so it cannot be filtered."


class DefaultOnInput(Problem):
    code, title = "E421", "Default value for a chosen input"

    def message(self) -> str:
        return "Only a `function input` can have a default value."

    def advice(self) -> str:
        return "an input that may stay empty is `optional input`"


class RangeOnWrongType(Problem):
    code, title = "E422", "Range on the wrong type"
    got: str

    def message(self) -> str:
        return f"`from … to …` is for numbers, and this input is a `{self.got}`."


class TwoSources(Problem):
    code, title = "E433", "Candidates from two places"

    def message(self) -> str:
        return "`in` says what there is to choose from, and so does `from … to`: an input has one of them."

    def advice(self) -> str:
        return "keep one, and put the other condition into a filter"


class TileDoesNotFit(Problem):
    code, title = "E434", "A tile that the base does not expect"
    group: str
    tile: str

    def message(self) -> str:
        return (
            f"All tiles of `{self.group}` are a `{self.tile}` in the base, whose rules count on that; this one is not."
        )

    def advice(self) -> str:
        return f"take a `{self.tile}`, or a tile that inherits from it"


class HintOfNothing(Problem):
    code, title = "E436", "A display hint that cannot be shown"
    name: str
    private: bool
    near: str | None

    def message(self) -> str:
        if self.private:
            return f"`{{{self.name}}}` is private: what is displayed can be seen by everybody."
        return f"`{{{self.name}}}` is no attribute of this class."

    def advice(self) -> str | None:
        return None if self.near is None or self.private else f"did you mean `{{{self.near}}}`?"


class UnknownColour(Problem):
    code, title = "E437", "Unknown colour"
    colour: str
    near: str | None

    def message(self) -> str:
        return f"There is no colour `{self.colour}`."

    def expected(self) -> str:
        return f"one of {', '.join(COLOURS)}, or `#rrggbb`"

    def advice(self) -> str | None:
        return None if self.near is None else f"did you mean `{self.near}`?"


class TooManyTiles(Problem):
    code, title = "E438", "Too many tiles"
    most: int

    def message(self) -> str:
        return f"The grids of a game can have {self.most:,} tiles in all."


class LoopWithoutType(Problem):
    code, title = "E435", "A loop that does not say what it goes through"
    name: str
    type: str | None  # what the list holds, if that is plain

    def message(self) -> str:
        return f"`{self.name}` is declared here, and a declaration begins with a type."

    def expected(self) -> str:
        return f"`for (T {self.name} in list)`"

    def fix(self) -> Fix | None:
        if self.type is None:
            return None
        here = Span(self.span.file, self.span.start, self.span.start)
        return Fix(f"write `{self.type} {self.name}`", (Edit(here, f"{self.type} "),))


class CannotChoose(Problem):
    code, title = "E423", "Nothing to choose from"
    got: str

    def message(self) -> str:
        return f"Nobody can choose a `{self.got}`."

    def expected(self) -> str:
        return "a class, `player`, `bool`, `number`, `string`, or a List of one of the first three"


class ElementInWholeFilter(Problem):
    code, title = "E424", "Filter on what?"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is the whole list; in a filter for each element it cannot be seen."

    def advice(self) -> str:
        return "use the filter's own name, or move the condition into a filter without a name"


class PassInDefault(Problem):
    code, title = "E425", "`turn.pass()` inside `default`"

    def message(self) -> str:
        return "`turn.pass()` asks `default` who is next; `default` itself must say it."

    def expected(self) -> str:
        return "`return player.active() + 1;` or `turn.pass(player, phase);`"


class DefaultGivesNothing(Problem):
    code, title = "E426", "A `default` that decides nothing"
    name: str

    def message(self) -> str:
        return f"The `default` of the turn `{self.name}` neither returns a player nor passes."

    def expected(self) -> str:
        return "`return player.active() + 1;` or `turn.pass(player, phase);`"


class SimultaneousEffect(Problem):
    code, title = "E427", "Simultaneous phase with an effect"
    name: str

    def message(self) -> str:
        return (
            f"In the simultaneous phase `{self.name}` everybody chooses an action; it cannot have an effect of its own."
        )

    def advice(self) -> str:
        return "put the effect into the phase that follows"


class GlobalOwner(Problem):
    code, title = "E428", "A global class has no owner"
    name: str
    member: str

    def message(self) -> str:
        return f"`{self.name}` is global: it belongs to everybody, so `{self.member}` makes no sense on it."


class NoOwnerIndex(Problem):
    code, title = "E429", "No owner to look up"
    name: str
    visibility: str

    def message(self) -> str:
        return f"`{self.name}[p]` is the one that player p owns, but `{self.name}` is {self.visibility}."


class UselessStatement(Problem):
    code, title = "E430", "A statement that does nothing"

    def message(self) -> str:
        return "This is computed and then forgotten."

    def advice(self) -> str:
        return "assign it, return it, or call something"


class FailNeedsText(Problem):
    code, title = "E431", "`fail` without words"
    got: str
    word: str = "fail"

    def message(self) -> str:
        return f"`{self.word}` says in a text why the move is not possible; this is a `{self.got}`."


class ActionOnWrongPhase(Problem):
    code, title = "E432", "A phase cannot be called"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is a phase: it is entered, not called."

    def expected(self) -> str:
        return f'`turn.pass(player, "{self.name}");`'
