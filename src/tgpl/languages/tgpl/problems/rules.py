"""Mistakes against the rules of the table: returns, tests, inputs, boards, decks, turns."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span

COLOURS = tuple("black blue brown cyan gray green magenta orange pink purple red white yellow".split())


class ReturnHere(Problem):
    code, title = "E401", "`return` where nothing is returned"
    where: str
    says = "{where} gives nothing back and runs to its end: it has no `return`."
    advises = "use `if` and `else` to leave something out, or move it into a function"


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
    says = "{where} must give a `{wanted}`, but it can come to its end without `return`."
    advises = "add a `return` for the case that nothing above applies"


class MissingReturns(Problem):
    code, title = "E404", "Function without `returns`"
    name: str
    result: str | None  # as the effect shows it; "" for nothing, None if it does not
    says = "`{name}` does not say what it returns."
    expects = "`returns T;`, or `returns;` for nothing"

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
    "out": "take a player out of the game",
    "first": "give away the mark of the first player",
}


class TestActs(Problem):
    code, title = "E405", "A test that does something"
    test: str
    what: str
    through: str | None  # the function that does it
    advises = "do it in an effect"

    def message(self) -> str:
        doing = _DOINGS[self.what]
        if self.through is not None:
            return f"{self.test} is only a test, but `{self.through}` can {doing}."
        return f"{self.test} is only a test: it cannot {doing}."


class OutsideLoop(Problem):
    code, title = "E406", "Outside a loop"
    word: str
    says = "`{word}` belongs in a `while` or a `for`."


class TriggerIsNoEvent(Problem):
    code, title = "E407", "Trigger without an event"
    name: str
    kind: str
    says = "A trigger waits for an event, and `{name}` is a {kind}."


class TriggerTwice(Problem):
    code, title = "E408", "Two triggers for one event"
    name: str
    says = "This action observes `{name}` already."
    advises = "put both conditions into one trigger, with `||`"


class NoEffect(Problem):
    code, title = "E409", "Nothing happens"
    what: str
    name: str
    says = "The {what} `{name}` has no effect."
    expects = "`effect {{ … }}`"


class DeckOfNothing(Problem):
    code, title = "E410", "Deck of nothing"
    name: str
    says = "The stack `{name}` does not say what lies in it."
    expects = "`returns` and the name of an interactable"


class DeckOfWrongKind(Problem):
    code, title = "E411", "Deck of the wrong kind"
    name: str
    kind: str
    says = "A deck is made of interactables, and `{name}` is a {kind}."


class NoGeometry(Problem):
    code, title = "E412", "Group without geometry"
    name: str
    says = "The group `{name}` does not say how its tiles lie."
    expects = "`geometry square;`, `geometry hex;` or `geometry graph;`"


class GraphWithGrid(Problem):
    code, title = "E413", "Graph with a grid"
    says = "A graph has no grid: its tiles are added and connected in `default {{ … }}`."
    expects = "`this.add(tile);` and `this.connect(a, b);` in `default`"


class HexWithoutOrientation(Problem):
    code, title = "E414", "Hexes without orientation"
    name: str
    says = "Hexes stand on a point or on a side, and the grid is read accordingly."
    expects = "`orientation row;` (points up) or `orientation column;` (sides up)"


class OrientationWithoutHex(Problem):
    code, title = "E415", "Orientation without a grid"
    geometry: str
    says = "Only grids have an orientation; this group is a `{geometry}`."


class NoGrid(Problem):
    code, title = "E416", "Group without a grid"
    name: str
    geometry: str
    says = "The {geometry} group `{name}` has no tiles."
    expects = "`grid {{ … }}`"


class GridOfWrongKind(Problem):
    code, title = "E417", "Tiles of the wrong kind"
    name: str
    kind: str
    says = "A group is made of tiles, and `{name}` is a {kind}."


class NoSuchRow(Problem):
    code, title = "E418", "No such line in the grid"
    number: int
    count: int
    says = "There is no line {number} to replace: the grid has {count}, counted from 0."


class FunctionInputElsewhere(Problem):
    code, title = "E419", "`function input` outside a function"
    where: str
    says = "`function input` is what a call of a function passes; {where} has none."
    advises = "leave out `function`: then a player is asked, or the call may answer it by name"


class FilterOnArgument(Problem):
    code, title = "E420", "Filter on a `function input`"
    says = "What a call passes is not chosen, so it cannot be filtered."


class DefaultOnInput(Problem):
    code, title = "E421", "Default value for a chosen input"
    says = "Only a `function input` can have a default value."
    advises = "an input that may stay empty is `optional input`"


class RangeOnWrongType(Problem):
    code, title = "E422", "Range on the wrong type"
    got: str
    says = "`from … to …` is for numbers, and this input is a `{got}`."


class TwoSources(Problem):
    code, title = "E433", "Candidates from two places"
    says = "`in` says what there is to choose from, and so does `from … to`: an input has one of them."
    advises = "keep one, and put the other condition into a filter"


class TileDoesNotFit(Problem):
    code, title = "E434", "A tile that the base does not expect"
    group: str
    tile: str
    says = "All tiles of `{group}` are a `{tile}` in the base, whose rules count on that; this one is not."
    advises = "take a `{tile}`, or a tile that inherits from it"


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
    says = "There is no colour `{colour}`."

    def expected(self) -> str:
        return f"one of {', '.join(COLOURS)}, or `#rrggbb`"


class TooManyTiles(Problem):
    code, title = "E438", "Too many tiles"
    most: int
    says = "The grids of a game can have {most:,} tiles in all."


class LoopWithoutType(Problem):
    code, title = "E435", "A loop that does not say what it goes through"
    name: str
    type: str | None  # what the list holds, if that is plain
    says = "`{name}` is declared here, and a declaration begins with a type."
    expects = "`for (T {name} in list)`"

    def fix(self) -> Fix | None:
        if self.type is None:
            return None
        here = Span(self.span.file, self.span.start, self.span.start)
        return Fix(f"write `{self.type} {self.name}`", (Edit(here, f"{self.type} "),))


class CannotChoose(Problem):
    code, title = "E423", "Nothing to choose from"
    got: str
    says = "Nobody can choose a `{got}`."
    expects = "a class, `player`, `bool`, `number`, `string`, or a List of one of the first three"


class ElementInWholeFilter(Problem):
    code, title = "E424", "Filter on what?"
    name: str
    says = "`{name}` is the whole list; in a filter for each element it cannot be seen."
    advises = "use the filter's own name, or move the condition into a filter without a name"


class PassInDefault(Problem):
    code, title = "E425", "`turn.pass()` inside `default`"
    says = "`turn.pass()` asks `default` who is next; `default` itself must say it."
    expects = "`return player.active() + 1;` or `turn.pass(player, phase);`"


class DefaultGivesNothing(Problem):
    code, title = "E426", "A `default` that decides nothing"
    name: str
    says = "The `default` of the turn `{name}` neither returns a player nor passes."
    expects = "`return player.active() + 1;` or `turn.pass(player, phase);`"


class SimultaneousEffect(Problem):
    code, title = "E427", "Simultaneous phase with an effect"
    name: str
    says = "In the simultaneous phase `{name}` everybody chooses an action; it cannot have an effect of its own."
    advises = "put the effect into the phase that follows"


class GlobalOwner(Problem):
    code, title = "E428", "A global class has no owner"
    name: str
    member: str
    says = "`{name}` is global: it belongs to everybody, so `{member}` makes no sense on it."


class NoOwnerIndex(Problem):
    code, title = "E429", "No owner to look up"
    name: str
    visibility: str
    says = "`{name}[p]` is the one that player p owns, but `{name}` is {visibility}."


class UselessStatement(Problem):
    code, title = "E430", "A statement that does nothing"
    says = "This is computed and then forgotten."
    advises = "assign it, return it, or call something"


class FailNeedsText(Problem):
    code, title = "E431", "`fail` without words"
    got: str
    word: str = "fail"
    says = "`{word}` says in a text why the move is not possible; this is a `{got}`."


class ActionOnWrongPhase(Problem):
    code, title = "E432", "A phase cannot be called"
    name: str
    says = "`{name}` is a phase: it is entered, not called."
    expects = '`turn.pass(player, "{name}");`'
