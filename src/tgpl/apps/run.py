"""A match that machines play among themselves, for `tgpl run`: on the target that is named, or on the one that is sooner done.

played = play_match(result, RunRequest("tris.kif", agents="random"), begin, progress)
played.match.ranking
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from tgpl.agents import targets
from tgpl.agents.agent_names import AgentSpec, UnknownAgent, is_styled, parse_agent, split_seats
from tgpl.agents.compiled import CannotSearch, compile_for_search
from tgpl.agents.search_agent import SearchContext
from tgpl.agents.seats import Agent, make_agent
from tgpl.agents.targets import ALIKE, FinishedMatch, NotInC, is_better_in_c, play_in_c
from tgpl.agents.text_answers import type_useful_texts
from tgpl.apps.session.progress import Progress
from tgpl.compile import Result
from tgpl.languages.registry import GDL
from tgpl.native.results import NotSupported
from tgpl.native.state import OutOfStep
from tgpl.runtime.decision import Decision
from tgpl.runtime.state import State


class RunRequest(NamedTuple):
    """A match of machines as somebody asks for it."""

    file: str  # the rule text
    seed: int = 0
    agents: str | None = None  # one for all, or one each
    players: int | None = None
    max_moves: int = 10_000
    target: str | None = None  # "python" or "c"; None: either


class Played(NamedTuple):
    match: State | FinishedMatch
    interrupted: bool = False


def play_match(
    result: Result, asked: RunRequest, begin: Callable[[], State], progress: Callable[[str], Progress]
) -> Played:
    """As far as it goes. Python is there at once; a rulesheet that takes long in it is compiled, where that changes nothing.
    Raises UnknownAgent, CannotSearch or NotInC."""
    agents = asked.agents or "random"
    if asked.target == "c":
        state = begin()
        if agents not in ALIKE:
            raise UnknownAgent("With --target c all players are `first`, or all are `random`.")
        with progress("Playing in C"):
            return Played(play_in_c(result, state, agents, asked.max_moves))
    either = asked.target is None and result.language is GDL and agents in ALIKE
    run = _play_in_python(result, asked, begin(), progress, targets.PATIENCE if either else None)
    if either and is_better_in_c(run.state):
        with suppress(NotInC), progress("Compiling the rules"):
            return Played(play_in_c(result, run.state, agents, asked.max_moves))
        if run.state.ended is None:
            run = _play_in_python(result, asked, begin(), progress, None)
    return Played(run.state, run.interrupted)


def _play_in_python(
    result: Result, asked: RunRequest, state: State, progress: Callable[[str], Progress], patience: float | None
) -> Run:
    busy = progress("Compiling the rules")
    run = Run(result, state, asked.max_moves, busy.counter("moves"), patience)
    with busy, suppress(TakesLonger):
        run.seat(asked.agents or "random", asked.seed)
        run.play()
    return run


class TakesLonger(Exception):
    """The match is not over after so many seconds."""


class Run:
    """`patience`: seconds after which playing raises TakesLonger."""

    def __init__(
        self,
        result: Result,
        state: State,
        most_moves: int,
        tell: Callable[[int], None],
        patience: float | None = None,
    ) -> None:
        self.result = result
        self.state = state
        self.most_moves = most_moves
        self.tell = tell  # how many moves were made
        self._until = None if patience is None else time.monotonic() + patience
        self.interrupted = False
        self._agents: list[Agent] = []
        self._searches = False

    def seat(self, words: str, seed: int) -> None:
        """One word for all, or one each; raises UnknownAgent or CannotSearch."""
        seats = split_seats(words, self.state.players)
        styled = {seat: word for seat, word in enumerate(seats) if is_styled(word)}
        specs = [parse_agent("first" if seat in styled else word) for seat, word in enumerate(seats)]
        self._searches = any(spec.searches for spec in specs)
        context = None
        if self._searches:
            native = compile_for_search(self.result, "fast", specs)
            context = SearchContext(lambda: native, lambda: self.state, lambda done: self.tell(self.state.moves))
        self._agents = [self._make_agent(spec, seat, seed, context) for seat, spec in enumerate(specs)]
        if styled:
            from tgpl.agents.styled_agent import StyledSeats

            self._searches = True  # they follow the match, decision by decision
            table = StyledSeats(self.result, styled, seed, lambda: self.state)
            for seat in styled:
                self._agents[seat] = table.agent(seat)

    def _make_agent(self, spec: AgentSpec, seat: int, seed: int, context: SearchContext | None) -> Agent:
        machine = make_agent(spec, seat, seed, context)
        return machine if spec.searches else type_useful_texts(machine, lambda: self.state)

    @property
    def _types(self) -> bool:
        """Whether it asks for characters, so that what leads on has to be tried."""
        return self.state.game.rules.prints

    def play(self) -> None:
        """To the end, to the most moves, or until Ctrl-C: what was played up to then stands. Raises CannotSearch, TakesLonger."""
        try:
            if self._searches or self._types:
                self._step_by_step()
            else:
                self.state.play(self._choose, self.most_moves)
        except KeyboardInterrupt:
            self.interrupted = True
            self._replay()
        except (NotSupported, OutOfStep) as why:
            raise CannotSearch(f"The compiled game cannot go on: {why}.") from why

    def _choose(self, decision: Decision) -> int:
        self.tell(self.state.moves)
        if self._until is not None and time.monotonic() > self._until:
            raise TakesLonger
        return self._agents[decision.player](decision)

    def _step_by_step(self) -> None:
        """An answer on the spot would be in the middle of a move; who searches takes long, and may be interrupted."""
        state = self.state = self.state.game.start(self.state.seed, self.state.players)
        while state.ended is None and state.moves < self.most_moves and state.decision is not None:
            if state.decision.options:
                state.choose(self._choose(state.decision))
            else:
                state.give_up()
        state.stop()

    def _replay(self) -> None:
        """Interrupted perhaps in the middle of a move: the same choices lead to a state that is whole."""
        broken = self.state
        self.state = broken.game.start(broken.seed, broken.players)
        for choice in broken.choices:
            self.state.take(choice)
        self.state.stop()
