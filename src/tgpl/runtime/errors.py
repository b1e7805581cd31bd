"""What can stop a running block: a rule that breaks, a move that fails, a game that ends, a question.

`RuleError` is for the designer: it has a code (`tgpl explain R701`), words, and the place in the rule text.
The others are how a block is left at once; the processor catches them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

if TYPE_CHECKING:
    from tgpl.runtime.decision import Decision

# What can go wrong while a game runs.
TITLES = {
    "R701": "Nothing there",
    "R702": "Outside the list",
    "R703": "`null` as a key",
    "R704": "Division by zero",
    "R705": "Number out of range",
    "R706": "Too many steps",
    "R707": "Too deep",
    "R708": "Does not fit",
    "R709": "More than one candidate",
    "R710": "Unknown turn or phase",
    "R711": "A `default` that decides nothing",
    "R712": "A move that cannot fail",
    "R713": "Too large",
    "R714": "Impossible range",
    "R715": "Too much follows",
    "R716": "Neither true nor false",
    "R717": "Too many worlds",
    "R718": "No legal move",
}


class Place(NamedTuple):
    """Where in the rule text; lines and columns from 1."""

    file: str
    line: int
    column: int
    end_column: int


class RuleError(Exception):
    """A run-time error of the rules."""

    def __init__(self, code: str, message: str, about: tuple[str, int] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.about = about  # the relation of a rulesheet whose rules it is about
        self.place: Place | None = None
        self.player: int | None = None  # who was active


class EmptyDeck(RuleError):
    """Somebody took from an empty deck or stack, which gives null; only where that is watched."""

    def __init__(self) -> None:
        super().__init__("R701", "There is nothing left to take.")


def raise_empty_deck() -> NoReturn:
    raise EmptyDeck


class Silence(BaseException):
    """Nobody answers any more: what runs is taken back to where it began, and the match stays there."""


class MoveFailed(Exception):
    """The running move is taken back; the player hears why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Cancelled(MoveFailed):
    """What the running action has done is taken back; what caused it goes on. Where none runs it is a failure."""

    def __init__(self, message: str | None, whole: bool) -> None:
        super().__init__(message or "It is cancelled.")
        self.said = message
        self.whole = whole  # also the actions of which the running one is only a part


class GameOver(Exception):
    """`winner`: nothing behind it runs."""

    def __init__(self, ranking: list[list[int]]) -> None:
        super().__init__()
        self.ranking = ranking


class Question(Exception):
    """An answer is needed that is not there yet: everything since the last commit is undone, and run again with it."""

    def __init__(self, decision: Decision) -> None:
        super().__init__()
        self.decision = decision


class Inspected(Exception):
    """What somebody wanted to know about the match where a question is asked."""

    def __init__(self, what: Any) -> None:
        super().__init__()
        self.what = what


def null_error(what: str) -> NoReturn:
    raise RuleError("R701", f"{what} is null here.")


class Uncountable(Exception):
    """A decision whose options cannot be listed."""

    def __init__(self, name: str, free: str) -> None:
        super().__init__(f"`{name}` can be any {free}; give it a range or a list to choose from.")
