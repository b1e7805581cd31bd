"""What a machine can type: of the texts that a program can tell apart those that lead on.

A Senet program takes any character and answers rubbish with words. So each text that is proposed is tried: it leads on if
what follows, up to the end of the move, changes more than the output. Where that shows only when more is typed, that is tried
too, the shortest ways first, as far as patience goes. What could have been left out, because the rest of the way alone comes to
the same, was rubbish too.

    Trial(state).leads(3)               # whether the option does
    typist(agent, lambda: state)        # an agent that types nothing else
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.agents.seats import Agent, seats
from tgpl.runtime.decision import Decision
from tgpl.runtime.game import Game
from tgpl.runtime.state import State

_TRIES = 400  # of one option
_DEEPEST = 6  # texts behind each other in one move
_ENOUGH = 3  # ways that are looked at closely

Outcome = tuple[
    str, object
]  # how the move ended, and where that leads; nothing where more is to be typed, or nothing changed
Way = tuple[int, ...]  # options, one behind the other
_NOTHING: Outcome = ("", None)


class Trial:
    """About the open decision of a state; the state is left as it was."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._first_digest, self._commits = state.first_question_digest(), state.commits
        self._tries = 0  # of the option that is being tried
        self._open = False  # a way was followed so far and no further

    def all(self) -> list[int]:
        """Every option that leads on; all of them if none does."""
        assert self.state.decision is not None
        options = range(len(self.state.decision.options))
        return [number for number in options if self.leads(number)] or [*options]

    def leads(self, number: int) -> bool:
        self._tries = 0
        for length in range(1, _DEEPEST + 1):
            self._open = False
            ways: list[tuple[Way, Outcome]] = []
            self._follow((number,), length, ways)
            if ways or not self._open:
                return any(not self._in_vain(way, outcome) for way, outcome in ways)
            if self._tries > _TRIES:
                break
        return False

    def _follow(self, way: Way, length: int, ways: list[tuple[Way, Outcome]]) -> None:
        """Takes the last step of a way, and finds all that it can go on to, up to a length."""
        state = self.state
        self._tries += 1
        with state.branch(), state.track_question_digest() as question_digest:
            state.choose(way[-1])
            outcome = self._outcome(question_digest)
            if outcome is not None:
                if outcome != _NOTHING and len(way) == length:
                    ways.append((way, outcome))
            elif len(way) == length or self._tries > _TRIES:
                self._open = True
            else:
                for number in range(len(state.decision.options) if state.decision is not None else 0):
                    if len(ways) < _ENOUGH:
                        self._follow((*way, number), length, ways)

    def _outcome(self, question_digest: Callable[[], str]) -> Outcome | None:
        """What has become of the move; None while it goes on."""
        state = self.state
        if state.ended is not None:
            return _NOTHING if state.ended == "error" else (state.ended, str(state.ranking))
        if state.commits == self._commits:
            return None
        after = question_digest()
        return _NOTHING if after == self._first_digest else ("done", after)

    def _in_vain(self, way: Way, outcome: Outcome) -> bool:
        """Whether only the end of a way would come to the same, here or where the move asked first."""
        texts = self._texts(way)
        ends = [texts[start:] for start in range(1, len(texts))]
        return any(self._typed(end, anew) == outcome for end in ends for anew in (False, True))

    def _texts(self, way: Way) -> list[str]:
        found, state = [], self.state
        with state.branch():
            for number in way:
                assert state.decision is not None
                found.append(str(state.decision.options[number].key))
                state.choose(number)
        return found

    def _typed(self, texts: list[str], anew: bool) -> Outcome | None:
        """What the move comes to if just that is typed; None if that is too much or too little."""
        state = self.state
        self._tries += 1
        with state.branch(), state.track_question_digest() as question_digest:
            if anew:
                state.ask_anew()
            for text in texts:
                moved = state.ended is not None or state.commits != self._commits
                if moved or state.decision is None or state.decision.length != len(text):
                    return None
                state.name(text)
            return self._outcome(question_digest)


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
