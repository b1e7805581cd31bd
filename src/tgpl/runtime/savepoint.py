"""Where a match stands: what it goes back to when something is taken back.

point = match.save()
…
match.rollback(point)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tgpl.runtime.rules import Phase, Turn

if TYPE_CHECKING:
    from tgpl.runtime.match import Match


class Pending(NamedTuple):
    """The pass that is carried out when the running block and its events are done."""

    turn: str | None = None
    player: int | None = None
    phase: str | None = None
    default: bool = False  # ask the turn's default

    def __bool__(self) -> bool:
        return self != NOTHING


NOTHING = Pending()


class Savepoint(NamedTuple):
    """Where everything stood; `Match.rollback` goes back there."""

    journal: int
    rng: int
    serial: int
    log: int
    active: int
    turn: type[Turn] | None
    phase: type[Phase] | None
    pending: Pending


class NestedSavepoint:
    """A savepoint in the middle of a transaction: also what is running and waiting."""

    def __init__(self, match: Match) -> None:
        self.point = match.save()
        self.queue, self.waiting = match.queue, list(match.queue)
        self.held, self.resolving, self.passed = list(match.held), list(match.resolving), list(match.passed)
        self.frame = (match.running, match.limit, match.depth, match.block, match.asking)
        self.trail = len(match.trail)

    def restore(self, match: Match) -> None:
        """Steps stay counted and answers used; everything else is as it was."""
        steps, position, deciding, trail = (
            match.steps,
            match.questions.position,
            match.deciding,
            match.trail[: self.trail],
        )
        match.rollback(self.point)
        self.queue.clear()
        self.queue.extend(self.waiting)
        match.queue, match.held, match.resolving, match.passed = self.queue, self.held, self.resolving, self.passed
        match.running, match.limit, match.depth, match.block, match.asking = self.frame
        match.steps, match.questions.position, match.deciding, match.trail = steps, position, deciding, trail
