"""The questions of a report: a module for each family of them.

A family is asked anew whenever more games were played. What it may be wrong about is shared out: `FAMILIES` says between how
many, so that a whole report about a sound game gives a false alarm in one of twenty cases at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tgpl.apps.lab.answers import Answer, Inquiry
from tgpl.apps.lab.intervals import LOOKS, Level
from tgpl.apps.lab.questions import (
    actions,
    components,
    course,
    happened,
    kingmaking,
    options,
    seats,
    skill,
    strategies,
    tension,
    waiting,
)

Family = Callable[[Inquiry], Iterator[Answer]]
# For each number of players; what it leans on: the purposes of the series that it needs.
FAMILIES: dict[str, tuple[Family, tuple[str, ...]]] = {
    "seats": (seats.ask, ("equals",)),
    "course": (course.ask, ("equals",)),
    "options": (options.ask, ("equals",)),
    "waiting": (waiting.ask, ("equals",)),
    "actions": (actions.ask, ("equals", "without")),
    "components": (components.ask, ("equals",)),
    "tension": (tension.ask, ("equals",)),
    "kingmaking": (kingmaking.ask, ("equals",)),
    "skill": (skill.ask, ("skill", "ladder")),
    "strategies": (strategies.ask, ("skill", "strategy")),
}


def ask_all(inquiry: Inquiry, players: tuple[int, ...]) -> Iterator[tuple[str, Answer]]:
    """Every question, with the family that it belongs to. What the inquiry is about stands in it, but for the players."""
    level = Level(len(FAMILIES) * len(players) * LOOKS)
    for answer in happened.ask(inquiry._replace(level=level)):
        yield "happened", answer
    for count in players:
        for name, (ask, _) in FAMILIES.items():
            for answer in ask(inquiry._replace(level=level, players=count)):
                yield name, answer
