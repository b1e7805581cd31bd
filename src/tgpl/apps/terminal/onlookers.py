"""What people see of the moves of others, in a game where choices are not told: what one player does in a row is told as one.

In:  after every choice, who made it and what each person sees now. Out: lines for a person, when they look at the screen next.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.draw.changes import Look, describe_changes


class _Seen(NamedTuple):
    mover: int  # who chose last
    since: Look  # before they began
    last: Look


class Onlookers:
    def __init__(self) -> None:
        self._seen: dict[int, _Seen] = {}
        self._lines: dict[int, list[tuple[int, str]]] = {}  # that a person has not read yet, and of whom they tell

    def watch(self, person: int, now: Look, mover: int) -> None:
        """A choice was made; the first one that a person sees is nothing to compare with."""
        seen = self._seen.get(person)
        goes_on = seen is not None and seen.mover == mover
        since = now if seen is None else seen.since if goes_on else seen.last
        self._seen[person] = _Seen(mover, since, now)
        lines = self._lines.setdefault(person, [])
        if goes_on and lines and lines[-1][0] == mover:
            lines.pop()
        told = "; ".join(describe_changes(since, now, mover)) if person != mover else ""
        if told:
            lines.append((mover, f"  {now.players[mover]}: {told}"))

    def tell(self, person: int | None) -> list[str]:
        """What a person has seen and not read yet."""
        return [line for _, line in self._lines.pop(person, [])] if person is not None else []
