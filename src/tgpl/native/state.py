"""A match of a compiled game, from decision to decision: the state that thinks fast.

It knows numbers of options and no labels; who wants to show something follows a `State` with it.

    state = NativeState(game)
    state.begin(seed=7)
    while state.player is not None:
        state.choose(0)
    state.ranking

A copy is one memory copy. Matches may be used from several threads, each from one at a time.
"""

from __future__ import annotations

import ctypes

from tgpl.native import results
from tgpl.native.game import NativeGame
from tgpl.native.library import Library
from tgpl.runtime.decision import Decision
from tgpl.runtime.state import BadChoice, Choice, State

_SPACING = 16  # choices between two copies that are kept for taking back
_MOST_KEPT = 64
_FREE = (None, "number", "string")


class OutOfStep(Exception):
    """The compiled match and the one it follows have come apart: one of the targets is wrong."""


class NativeState:
    def __init__(self, game: NativeGame, library: Library | None = None) -> None:
        self.game = game
        self.seed = 0
        self.players = game.players[0]
        self.choices: list[Choice] = []
        self._kept: list[tuple[int, bytes]] = []  # copies on the way here, each with the number of choices before it
        self._library = game.library if library is None else library
        self._match = results.open_match(self._library)
        self._where = (ctypes.c_int64 * 8)()
        self._begun = False

    def __del__(self) -> None:
        if getattr(self, "_match", None):
            self._library.tgpl_close(self._match)
            self._match = None

    # -- looking

    @property
    def library(self) -> Library:
        """Where the match lives: its copies can be loaded only there."""
        return self._library

    @property
    def handle(self) -> ctypes.c_void_p:
        """The match itself, for functions of the library."""
        return ctypes.c_void_p(self._match)

    @property
    def ended(self) -> str | None:
        """How it ended: winner, stuck, error; None while it goes on."""
        return results.ENDS[self._where[0]]

    @property
    def player(self) -> int | None:
        """Who decides; None when it is over."""
        return self._where[2] if self._where[1] else None

    @property
    def options(self) -> int:
        """How many there are: those that the same decision of a `State` lists, in the same order."""
        return self._where[3] if self._where[1] else 0

    @property
    def free(self) -> str | None:
        """Whether any number or any text may be named; options are then only proposals."""
        return _FREE[self._where[4]] if self._where[1] else None

    @property
    def moves(self) -> int:
        return self._where[5]

    @property
    def commits(self) -> int:
        return self._where[6]

    @property
    def refused(self) -> bool:
        """Whether the last choice was taken back."""
        return bool(self._where[7])

    @property
    def ranking(self) -> list[list[int]] | None:
        if self.ended != "winner":
            return None
        return results.read_ranking(self._library, self._match)

    @property
    def log(self) -> list[str]:
        """What was said, up to the decision that is open."""
        return results.read_log(self._library, self._match)

    def digest(self) -> str:
        """Equal for equal positions of a game, whatever way led there; not the one that a `State` gives."""
        return results.read_digest(self._library, self._match)

    # -- playing

    def begin(self, seed: int = 0, players: int | None = None) -> None:
        """A new match, at its first decision."""
        self.seed = results.seed_word(seed)
        self.players = self.game.seats(players)
        self.choices = []
        self._kept = []
        self._begun = True
        self._library.tgpl_start(self._match, self.seed, self.players)
        self._look()

    def choose(self, number: int) -> None:
        """Takes an option by its number."""
        there = isinstance(number, int) and 0 <= number < self.options
        if not there or self._library.tgpl_choose(self._match, number) < 0:
            raise BadChoice(f"There is no option {number}: choose 0 to {self.options - 1}.")
        self._note_choice(number)

    def take(self, choice: Choice) -> None:
        """A choice as `State.choices` keeps it; a named value is not tested again."""
        if isinstance(choice, dict):
            raise results.NotSupported("a match in which something was changed by hand")
        if not isinstance(choice, list):
            self.choose(choice)
            return
        if not choice:
            result = self._library.tgpl_give_up(self._match)
        else:
            value = choice[0]
            what = 0 if value is None else 2 if isinstance(value, str) else 1
            text = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else b""
            number = float(value) if isinstance(value, (int, float)) else 0.0
            result = self._library.tgpl_name(self._match, what, number, text, len(text))
        if result < 0:
            raise BadChoice(f"{choice!r} is not possible here.")
        self._note_choice(choice)

    def _note_choice(self, choice: Choice) -> None:
        self.choices.append(choice)
        self._look()

    def _look(self) -> None:
        self._library.tgpl_where(self._match, self._where)
        results.check_supported(self._library, self._match, self._where[0])

    # -- copies

    def save(self) -> bytes:
        """The match as bytes that `load` of any match of the same game understands, in this process and of the same
        library: a game that was compiled anew in the background has another."""
        return results.save_match(self._library, self._match)

    def load(self, saved: bytes, seed: int, players: int, choices: list[Choice]) -> None:
        """What `save` gave, and what led there."""
        results.load_match(self._library, self._match, saved)
        self.seed, self.players, self.choices = seed, players, list(choices)
        self._begun = True
        self._kept = [kept for kept in self._kept if kept[0] <= len(choices)]
        self._look()

    def copy(self) -> NativeState:
        made = NativeState(self.game, self._library)
        made.load(self.save(), self.seed, self.players, self.choices)
        return made

    # -- in step with a state

    def follow(self, state: State, decision: Decision | None = None) -> None:
        """Comes to the same decision, with the choices since the last that both have made. `decision`: the one that is
        answered on the spot, in a state that is being played."""
        wanted = state.choices
        same = self._begun and self.seed == state.seed and self.players == state.players
        shared = _common_prefix(self.choices, wanted) if same else 0
        if not same or (shared < len(self.choices) and not self._return_to_copy(shared)):
            self.begin(state.seed, state.players)
        for choice in wanted[len(self.choices) :]:
            if len(self.choices) % _SPACING == 0:
                self._keep()
            self.take(choice)
        asked = decision or (state.decision if state.ended is None else None)
        theirs = None if asked is None else (asked.player, len(asked.options))
        if theirs != (None if self.player is None else (self.player, self.options)):
            raise OutOfStep(f"seed {state.seed}, choices {wanted}")

    def _keep(self) -> None:
        length = len(self.choices)
        if not self._kept or self._kept[-1][0] < length:
            if len(self._kept) >= _MOST_KEPT:
                del self._kept[1::2]
            self._kept.append((length, self.save()))

    def _return_to_copy(self, shared: int) -> bool:
        """To the last copy before some choice was taken back."""
        while self._kept and self._kept[-1][0] > shared:
            self._kept.pop()
        if not self._kept:
            return False
        length, saved = self._kept[-1]
        self.load(saved, self.seed, self.players, self.choices[:length])
        return True


def _common_prefix(mine: list[Choice], theirs: list[Choice]) -> int:
    """How many choices are the same from the beginning on."""
    if mine == theirs[: len(mine)]:
        return len(mine)
    return next(i for i, choice in enumerate(mine) if i >= len(theirs) or theirs[i] != choice)
