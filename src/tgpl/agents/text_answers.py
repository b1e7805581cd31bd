"""What a machine can type: of the texts that a program can tell apart those that lead on.

A Senet program takes any character and answers rubbish with words. So each text that is proposed is tried: it leads on if
what follows, up to the end of the move, changes more than the output. Where that shows only when more is typed, that is tried
too, the shortest first, as far as patience goes. What could have been left out, because the rest alone comes to
the same, was rubbish too.

    TextTrial(state).leads_on(3)               # whether the option does
    type_useful_texts(agent, lambda: state)        # an agent that types nothing else
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.agents.seats import Agent, make_agents
from tgpl.runtime.decision import Decision
from tgpl.runtime.game import Game
from tgpl.runtime.state import State

_TRIES = 400  # of one option
_DEEPEST = 6  # texts behind each other in one move
_ENOUGH = 3  # paths that are looked at closely

# How the move ended, and where that leads; nothing where more is to be typed, or nothing changed.
MoveResult = tuple[str, object]
Path = tuple[int, ...]  # options, one behind the other
_NOTHING: MoveResult = ("", None)


class TextTrial:
    """About the open decision of a state; the state is left as it was."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._first_digest, self._commits = state.first_question_digest(), state.commits
        self._tries = 0  # of the option that is being tried
        self._open = False  # a path was followed so far and no further

    def useful(self) -> list[int]:
        """Every option that leads on; all of them if none does."""
        assert self.state.decision is not None
        options = range(len(self.state.decision.options))
        return [number for number in options if self.leads_on(number)] or [*options]

    def leads_on(self, number: int) -> bool:
        self._tries = 0
        for length in range(1, _DEEPEST + 1):
            self._open = False
            paths: list[tuple[Path, MoveResult]] = []
            self._follow((number,), length, paths)
            if paths or not self._open:
                return any(not self._is_redundant(path, outcome) for path, outcome in paths)
            if self._tries > _TRIES:
                break
        return False

    def _follow(self, path: Path, length: int, paths: list[tuple[Path, MoveResult]]) -> None:
        """Takes the last step of a path, and finds all that it can go on to, up to a length."""
        state = self.state
        self._tries += 1
        with state.branch(), state.track_question_digest() as question_digest:
            state.choose(path[-1])
            outcome = self._outcome(question_digest)
            if outcome is not None:
                if outcome != _NOTHING and len(path) == length:
                    paths.append((path, outcome))
            elif len(path) == length or self._tries > _TRIES:
                self._open = True
            else:
                for number in range(len(state.decision.options) if state.decision is not None else 0):
                    if len(paths) < _ENOUGH:
                        self._follow((*path, number), length, paths)

    def _outcome(self, question_digest: Callable[[], str]) -> MoveResult | None:
        """What has become of the move; None while it goes on."""
        state = self.state
        if state.ended is not None:
            return _NOTHING if state.ended == "error" else (state.ended, str(state.ranking))
        if state.commits == self._commits:
            return None
        after = question_digest()
        return _NOTHING if after == self._first_digest else ("done", after)

    def _is_redundant(self, path: Path, outcome: MoveResult) -> bool:
        """Whether only the end of a path would come to the same, here or where the move asked first."""
        texts = self._texts(path)
        ends = [texts[start:] for start in range(1, len(texts))]
        return any(self._type(end, anew) == outcome for end in ends for anew in (False, True))

    def _texts(self, path: Path) -> list[str]:
        found, state = [], self.state
        with state.branch():
            for number in path:
                assert state.decision is not None
                found.append(str(state.decision.options[number].key))
                state.choose(number)
        return found

    def _type(self, texts: list[str], anew: bool) -> MoveResult | None:
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


def type_useful_texts(agent: Agent, state: Callable[[], State]) -> Agent:
    """Lets an agent choose until it has chosen something that leads on."""

    def choose(decision: Decision) -> int:
        if decision.length is None or len(decision.options) < 2:
            return agent(decision)
        trial, left = TextTrial(state()), list(range(len(decision.options)))
        while left:
            chosen = agent(_restrict(decision, left))
            if trial.leads_on(left[chosen]):
                return left[chosen]
            del left[chosen]
        return agent(decision)

    return choose


def play_typed(game: Game, seed: int, players: int, words: str, most_moves: int) -> State:
    """A match in which agents type, up to its end or to a number of moves."""
    state = game.start(seed, players)
    agents = [type_useful_texts(agent, lambda: state) for agent in make_agents(words, players, seed)]
    while state.decision is not None and state.ended is None and state.moves < most_moves:
        state.choose(agents[state.decision.player](state.decision))
    state.stop()
    return state


def _restrict(decision: Decision, numbers: list[int]) -> Decision:
    options = tuple(decision.options[number] for number in numbers)
    asks = decision.free, decision.length, decision.prompt
    return Decision(decision.player, decision.kind, decision.name, decision.subject, options, *asks)
