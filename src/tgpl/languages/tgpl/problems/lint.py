"""Not mistakes, but probably not what was meant: warnings that save an evening."""

from __future__ import annotations

from typing import ClassVar

from tgpl.text.diagnostics import Edit, Fix, Problem
from tgpl.text.source import Span


class Doubt(Problem):
    severity: ClassVar[str] = "warning"


class Unused(Doubt):
    code, title = "W501", "Never used"
    name: str
    instead: tuple[str, int] | None  # a neighbour of the same type that is used where this one may have been meant

    def message(self) -> str:
        return f"`{self.name}` is given a value, but nothing ever uses it."

    def advice(self) -> str:
        if self.instead is not None:
            name, line = self.instead
            return f"line {line} uses `{name}`: did you mean `{self.name}` there?"
        return "use it, or remove it"


class NeverTriggered(Doubt):
    code, title = "W502", "An action that nothing can start"
    name: str
    why: str

    def message(self) -> str:
        return f"Nothing can ever start the action `{self.name}`: {self.why}."


class AlwaysFalse(Doubt):
    code, title = "W503", "Always false"
    test: str

    def message(self) -> str:
        return f"{self.test} is never true, so nothing ever passes it."


class Unreachable(Doubt):
    code, title = "W504", "Never reached"
    behind: str

    def message(self) -> str:
        return f"Nothing behind `{self.behind}` is ever run."


class NeverMade(Doubt):
    code, title = "W505", "Nothing to choose"
    name: str
    type: str

    def message(self) -> str:
        return f"`{self.name}` asks for a `{self.type}`, but the game never makes one."


class NeverEntered(Doubt):
    code, title = "W506", "A phase that nobody enters"
    name: str

    def message(self) -> str:
        return f"No pass ever names the phase `{self.name}`."

    def advice(self) -> str:
        return f'pass to it in `default`: `turn.pass(player, "{self.name}");`'


class TurnNeverUsed(Doubt):
    code, title = "W507", "A turn that nobody uses"
    name: str

    def message(self) -> str:
        return f'The game never says `turn.use("{self.name}");`, and this is not the first turn.'


class NeverOwned(Doubt):
    code, title = "W508", "Belongs to nobody"
    name: str
    action: str

    def message(self) -> str:
        return f"No `{self.name}` is ever assigned to a player, so nobody is offered its action `{self.action}`."

    def advice(self) -> str:
        return "call `assign(player)` on it, or make the class `global`"


class AttributeReplaced(Doubt):
    code, title = "W509", "Attribute replaced without saying so"
    name: str
    base: str

    def message(self) -> str:
        return f"`{self.base}` has the attribute `{self.name}` already; this gives it another initial value."

    def fix(self) -> Fix:
        here = Span(self.span.file, self.span.start, self.span.start)
        return Fix("put `override` before it", (Edit(here, "override "),))


class AlwaysNull(Doubt):
    code, title = "W510", "Always null"
    got: str
    wanted: str

    def message(self) -> str:
        return f"A `{self.got}` is never a `{self.wanted}`: this is always null, or never true."


class NeverEnds(Doubt):
    code, title = "W512", "A game without an end"

    def message(self) -> str:
        return "Nothing that can happen in this game ends it: no `winner` is ever reached."

    def advice(self) -> str:
        return "write `winner p;` where somebody has won, or a `goal`"


class NeverPasses(Doubt):
    code, title = "W513", "Nobody passes the turn"
    name: str

    def message(self) -> str:
        return (
            f"No action that a player can choose passes the turn, `{self.name}` neither: the same player chooses again "
            "and again, until nothing can be chosen any more."
        )

    def advice(self) -> str:
        return "write `turn.pass();` where a player has finished"


class TooFewCards(Doubt):
    code, title = "W514", "Too few cards"
    players: int

    def message(self) -> str:
        return (
            f"With {self.players} players nothing is left to take here before anybody has chosen anything: `pop` gives "
            "null."
        )

    def advice(self) -> str:
        return "allow fewer `players`, deal less, or put more into the deck"


class BreaksAtOnce(Doubt):
    code, title = "W515", "A beginning that breaks"
    players: int
    error: str

    def message(self) -> str:
        many = f"{self.players} player{'' if self.players == 1 else 's'}"
        return f"With {many} the game breaks here, before anybody has chosen anything: {self.error}"


class ComparedWithItself(Doubt):
    code, title = "W511", "Compared with itself"

    def message(self) -> str:
        return "Both sides of this comparison are the same."
