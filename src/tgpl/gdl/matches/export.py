"""A match that was played here, as a recorded one: its choices become joint moves, with what chance drew among them.

In:  the game of a rulesheet, and the seed and choices of a match. Out: a `Replayed`.

    record_match(result.game(), state.seed, state.choices)
"""

from __future__ import annotations

from collections.abc import Sequence

from tgpl.gdl.matches.recorded_match import RecordedMatch
from tgpl.gdl.matches.replay import Replayed, all_roles, replay
from tgpl.runtime.datalog.reasoner import Reasoner
from tgpl.runtime.decision import Decision
from tgpl.runtime.errors import Silence
from tgpl.runtime.game import Game
from tgpl.runtime.state import Answer, Choice
from tgpl.text.terms import CHANCE, Logic, Term


def record_match(game: Game, seed: int, choices: Sequence[Choice]) -> Replayed:
    """Plays it again and records every joint move. `game` is this function's own from then on."""
    logic = game.rules.logic
    assert logic is not None
    recorder = game.rules.reasoner = _MoveRecorder(logic)
    left = iter(choices)

    def chooser(_: Decision) -> Answer:
        choice = next(left, None)
        if choice is None:
            raise Silence
        assert not isinstance(choice, dict)  # nobody changes a rulesheet's position by hand
        return choice

    state = game.begin(seed, None)
    state.play(chooser, len(choices) + 1)
    return replay(logic, RecordedMatch(tuple(recorder.joint), {}, None))


class _MoveRecorder(Reasoner):
    """Hears every joint move."""

    def __init__(self, logic: Logic) -> None:
        super().__init__(logic)
        numbers = {role: number for number, role in enumerate((*logic.roles, CHANCE))}
        self.order = [numbers[role] for role in all_roles(logic)]
        self.joint: list[tuple[Term, ...]] = []
        self.reached: str | None = None

    def next(self, text: str, moves: tuple[int, ...]) -> str:
        if self.reached not in (None, text):
            return super().next(text, moves)  # only tried
        self.joint.append(tuple(self.moves(text, role)[moves[role]] for role in self.order))
        self.reached = super().next(text, moves)
        return self.reached
