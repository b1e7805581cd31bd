"""Not mistakes, but probably not what was meant: warnings that save an evening."""

from __future__ import annotations

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


class PlayerAsNumber(Problem):
    code, title = "W530", "A player where a number is wanted"
    players: tuple[Span, ...]  # those that are counted with
    number: str  # the type, as the edition calls it
    changes: bool  # `n += p`

    def message(self) -> str:
        return f"`{self.span.text}` has a player in it, so what it comes to goes around the table; here a number is wanted."

    def advice(self) -> str | None:
        return None if self.changes else f"if that is meant: `(({self.span.text}) as player)`"

    def fix(self) -> Fix:
        edits = tuple(Edit(span, f"({span.text} as {self.number})") for span in self.players)
        written = self.span.text
        for edit in reversed(edits):
            at = edit.span.start - self.span.start
            written = written[:at] + edit.text + written[at + len(edit.span.text) :]
        return Fix(f"count with numbers: `{written}`", edits)


class Unused(Problem):
    code, title = "W501", "Never used"
    name: str
    instead: tuple[str, int] | None  # a neighbour of the same type that is used where this one may have been meant
    says = "`{name}` is given a value, but nothing ever uses it."

    def advice(self) -> str:
        if self.instead is not None:
            name, line = self.instead
            return f"line {line} uses `{name}`: did you mean `{self.name}` there?"
        return "use it, or remove it"


class NeverTriggered(Problem):
    code, title = "W502", "An action that nothing can start"
    name: str
    why: str
    says = "Nothing can ever start the action `{name}`: {why}."


class AlwaysFalse(Problem):
    code, title = "W503", "Always false"
    test: str
    says = "{test} is never true, so nothing ever passes it."


class Unreachable(Problem):
    code, title = "W504", "Never reached"
    behind: str
    says = "Nothing behind `{behind}` is ever run."


class NeverMade(Problem):
    code, title = "W505", "Nothing to choose"
    name: str
    type: str
    says = "`{name}` asks for a `{type}`, but the game never makes one."


class NeverEntered(Problem):
    code, title = "W506", "A phase that nobody enters"
    name: str
    says = "No pass ever names the phase `{name}`."
    advises = 'pass to it in `default`: `turn.pass(player, "{name}");`'


class TurnNeverUsed(Problem):
    code, title = "W507", "A turn that nobody uses"
    name: str
    says = 'The game never says `turn.use("{name}");`, and this is not the first turn.'


class NeverOwned(Problem):
    code, title = "W508", "Belongs to nobody"
    name: str
    action: str
    says = "No `{name}` is ever assigned to a player, so nobody is offered its action `{action}`."
    advises = "call `assign(player)` on it, or make the class `global`"


class AttributeReplaced(Problem):
    code, title = "W509", "Attribute replaced without saying so"
    name: str
    base: str
    says = "`{base}` has the attribute `{name}` already; this gives it another initial value."

    def fix(self) -> Fix:
        here = Span(self.span.file, self.span.start, self.span.start)
        return Fix("put `override` before it", (Edit(here, "override "),))


class AlwaysNull(Problem):
    code, title = "W510", "Always null"
    got: str
    wanted: str
    says = "A `{got}` is never a `{wanted}`: this is always null, or never true."


class NeverEnds(Problem):
    code, title = "W512", "A game without an end"
    says = "Nothing that can happen in this game ends it: no `winner` is ever reached."
    advises = "write `winner p;` where somebody has won, or a `goal`"


class NeverPasses(Problem):
    code, title = "W513", "Nobody passes the turn"
    name: str
    says = (
        "No action that a player can choose passes the turn, `{name}` neither: the same player chooses again "
        "and again, until nothing can be chosen any more."
    )
    advises = "write `turn.pass();` where a player has finished"


class TooFewCards(Problem):
    code, title = "W514", "Too few cards"
    players: int
    says = "With {players} players nothing is left to take here before anybody has chosen anything: `pop` gives null."
    advises = "allow fewer `players`, deal less, or put more into the deck"


class BreaksAtOnce(Problem):
    code, title = "W515", "A beginning that breaks"
    players: int
    error: str

    def message(self) -> str:
        many = f"{self.players} player{'' if self.players == 1 else 's'}"
        return f"With {many} the game breaks here, before anybody has chosen anything: {self.error}"


class ComparedWithItself(Problem):
    code, title = "W511", "Compared with itself"
    says = "Both sides of this comparison are the same."
