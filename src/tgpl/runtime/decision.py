"""A decision: whom the game waits for, and what they may choose.

This is all that people and machines outside ever see of a game that runs: a player, a question, options.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tgpl.text.records import Record

# What an answer is, inside the runtime: a value, or a mark for an object, an action, an end or a refusal. Objects go
# by their serial number, because a block that is run again makes its objects again.
Key = Any


class Mark(NamedTuple):
    """An answer that is no plain value."""

    what: str  # "object", "action", "done", "none", "nobody" (there was nothing to choose), "unknown" (given up)
    serial: int = 0
    action: str = ""


OBJECTS = ("object", "action")  # the marks that name one
DONE = Mark("done")  # the list is long enough
NONE = Mark("none")  # an optional input stays empty


class Option(NamedTuple):
    """One thing that can be chosen."""

    label: str  # for people; empty if the player may not see what it is
    key: Key
    hidden: bool = False  # the player may not see what it is
    copies: int = 1  # how many there are that nothing tells apart from it, itself included


class Chosen(NamedTuple):
    """What a list has so far that is chosen element by element."""

    labels: tuple[str, ...]  # empty for what the player may not see
    least: int = 0  # how many are to be chosen
    most: int | None = None
    is_set: bool = False  # so many of so many: in any order, and only a whole set is judged


class Decision(Record):
    """Asks `player` to choose one of `options`, or, where `free`, to name a number or a text."""

    player: int
    kind: str  # "action", or "input"
    name: str  # of the input; of the phase for an action
    subject: str  # the action, function or phase that asks
    options: tuple[Option, ...]
    free: str | None = None  # "number" or "string": any value may be named; options are then only proposals
    length: int | None = None  # of a text: how many characters are to be typed
    prompt: str | None = None  # what is asked, in the designer's words, if the rules have some
    chosen: Chosen | None = None  # of a list

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash((self.player, self.kind, self.name, self.subject, self.options))

    def plain(self) -> tuple[Any, ...]:
        labels = tuple((option.label, option.copies) for option in self.options)
        return self.player, self.kind, self.name, self.subject, labels, self.free, self.length, self.prompt, self.chosen

    def __repr__(self) -> str:
        labels = ", ".join(option.label or "?" for option in self.options)
        return f"<player {self.player}: {self.subject} {self.name}: {labels}>"
