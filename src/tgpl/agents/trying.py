"""What a machine can type: of the texts that a program can tell apart those that lead on.

A Senet program takes any character and answers rubbish with words. So each text that is proposed is tried: it leads on if
what follows, up to the end of the move, changes more than the output. Where more has to be typed before that shows, that is
tried too, as far as patience goes; what is left open then may be typed.

    Trial(state).leads(3)               # whether the option does
    typist(agent, lambda: state)        # an agent that types nothing else
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.agents.seats import Agent, seats
from tgpl.runtime.decision import Decision
from tgpl.runtime.game import Game
from tgpl.runtime.state import State

_TRIES = 2_000  # for one decision
_DEEPEST = 6  # texts behind each other in one move


class Trial:
    """About the open decision of a state; the state is left as it was."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._ground, self._rests = state.ground(), state.rests
        self._questions = [state.bearing()]  # that were answered on the way, the last one is open
        self._left = _TRIES

    def all(self) -> list[int]:
        """Every option that leads on; all of them if none does."""
        assert self.state.decision is not None
        options = range(len(self.state.decision.options))
        return [number for number in options if self.leads(number)] or [*options]

    def leads(self, number: int) -> bool:
        self._left -= 1
        if self._left < 0:
            return True
        with self.state.branch(), self.state.surveyed() as bearing:
            self.state.choose(number)
            result = self._so_far(bearing)
        return self._matters(number) if result is None else result

    def _so_far(self, bearing: Callable[[], str]) -> bool | None:
        """Behind a text that was typed; None: the same is asked again."""
        state = self.state
        if state.ended is not None:
            return state.ended != "error"
        if state.rests != self._rests:
            return bearing() != self._ground
        question = bearing()
        if question == self._questions[-1]:
            return None
        if question in self._questions or state.decision is None:
            return False
        if len(self._questions) == _DEEPEST:
            return True
        self._questions.append(question)
        result = any(self.leads(number) for number in range(len(state.decision.options)))
        self._questions.pop()
        return result

    def _matters(self, number: int) -> bool:
        """Where the same is asked again: whether anything that is typed next does something else than without it."""
        assert self.state.decision is not None
        return any(
            self._outcome(number, following) != self._outcome(following)
            for following in range(len(self.state.decision.options))
        )

    def _outcome(self, *numbers: int) -> tuple[str, str | None]:
        self._left -= 1
        state = self.state
        with state.branch(), state.surveyed() as bearing:
            for number in numbers:
                if state.decision is None or number >= len(state.decision.options):
                    break
                state.choose(number)
            if state.ended is not None:
                return "ended", state.ended
            return ("asked" if state.rests == self._rests else "done"), bearing()


def typist(agent: Agent, state: Callable[[], State]) -> Agent:
    """Lets an agent choose until it has chosen something that leads on."""

    def choose(decision: Decision) -> int:
        if decision.length is None or len(decision.options) < 2:
            return agent(decision)
        trial, left = Trial(state()), list(range(len(decision.options)))
        while left:
            chosen = agent(_among(decision, left))
            if trial.leads(left[chosen]):
                return left[chosen]
            del left[chosen]
        return agent(decision)

    return choose


def played(game: Game, seed: int, players: int, words: str, most_moves: int) -> State:
    """A match in which agents type, up to its end or to a number of moves."""
    state = game.start(seed, players)
    agents = [typist(agent, lambda: state) for agent in seats(words, players, seed)]
    while state.decision is not None and state.ended is None and state.moves < most_moves:
        state.choose(agents[state.decision.player](state.decision))
    state.stop()
    return state


def _among(decision: Decision, numbers: list[int]) -> Decision:
    options = tuple(decision.options[number] for number in numbers)
    return Decision(
        decision.player, decision.kind, decision.name, decision.subject, options, decision.free, decision.length
    )
