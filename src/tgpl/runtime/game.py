"""Game: translated rules, ready to be played any number of times.

game = Game(python, places, fingerprint)
state = game.start(seed=7)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from tgpl.runtime.errors import Place
from tgpl.runtime.guard import execute
from tgpl.runtime.rules import Rules
from tgpl.runtime.state import Choice, State, load_state
from tgpl.runtime.vocabulary import RULES

_SEEDS = 1 << 64

Places = dict[int, list[tuple[int, int, Place]]]


class Stretch(Protocol):
    """A piece of a rule text."""

    def on_line(self) -> tuple[str, int, int, int]: ...


class Game:
    def __init__(
        self,
        python: str,
        places: Places,
        fingerprint: str,
        heads: Iterable[Stretch] = (),
        takes: Iterable[tuple[Stretch, Stretch, str]] = (),
    ) -> None:
        """Loads a translated module. `heads`: of the rules of a rulesheet. `takes`: where something is used that was taken from
        a deck or stack, which may have been empty; where it was taken, and from what."""
        self.fingerprint = fingerprint  # of the rule texts
        filename = f"<rules {fingerprint[:12]}>"
        self.rules: Rules = execute(python, filename, RULES)["RULES"]
        self.rules.filename = filename
        self.rules.places = places
        self.rules.takes = {Place(*used.on_line()): (Place(*taken.on_line()), what) for used, taken, what in takes}
        self.rules.heads = [Place(*head.on_line()) for head in heads]

    @property
    def name(self) -> str:
        return self.rules.name

    def seats(self, players: int | None) -> int:
        """A number of players that the game takes; the least without one."""
        low, high = self.rules.players
        if players is None:
            return low
        if not low <= players <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise ValueError(f"{self.name} is for {wanted} players, not for {players}")
        return players

    def start(self, seed: int = 0, players: int | None = None) -> State:
        """A new match, at its first decision."""
        state = self.begin(seed, players)
        state._processor.proceed()
        return state

    def begin(self, seed: int = 0, players: int | None = None) -> State:
        """A new match before its setup, for those who answer on the spot."""
        return State(self, seed % _SEEDS, self.seats(players))

    def replay(self, seed: int, players: int, choices: Sequence[Choice]) -> State:
        """The match that some choices lead to; raises BadChoice at the first that is not offered."""
        state = self.start(seed, players)
        for choice in choices:
            state.take(choice)
        return state

    def load(self, text: str) -> State:
        """A saved state; raises BadSave."""
        return load_state(self, text)
