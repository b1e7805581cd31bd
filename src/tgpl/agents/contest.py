"""Matches between agents from beginning to end in compiled code, one after the other: the same ones that `tgpl run` plays
with the same words and seed.

    contest = Contest(native)
    match = contest.play(["mcts:50", "random"], seed=7, players=2, most_moves=1000)
    match.ranking, match.choices

Whoever wants to know more looks on: `watch` hears of every choice before it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from tgpl.agents.agent_names import AgentSpec, UnknownAgent
from tgpl.agents.meaning import Meaning
from tgpl.agents.search import Search, SearchResult
from tgpl.agents.search_agent import MANNERS, agent_seed, count_games, decision_seed
from tgpl.agents.seats import random_chance
from tgpl.agents.styles import Style, Will, parse_style
from tgpl.native.facts import Observer
from tgpl.native.game import NativeGame
from tgpl.native.library import Library
from tgpl.native.state import NativeState
from tgpl.runtime.state import Choice


class Chooser(Protocol):
    """Who sits at a seat of one match."""

    @property
    def found(self) -> SearchResult | None:
        """What the last choice was made by, if somebody thought about it."""

    def choose(self, state: NativeState, among: list[int] | None = None) -> int:
        """The number of an option; `among`: one of these."""


Watch = Callable[[NativeState, Chooser, int], None]  # where the match stands, who chooses there, and what


class Finished(NamedTuple):
    """A match that is over, or was left where it stood."""

    ended: str  # winner, stuck, error, limit
    ranking: list[list[int]] | None
    moves: int
    choices: list[Choice]


class First:
    found: SearchResult | None = None

    def choose(self, state: NativeState, among: list[int] | None = None) -> int:
        return 0 if among is None else among[0]


class Random:
    found: SearchResult | None = None

    def __init__(self, seat: int, seed: int) -> None:
        self._chance = random_chance(seed, seat)

    def choose(self, state: NativeState, among: list[int] | None = None) -> int:
        return self._chance.below(state.options) if among is None else among[self._chance.below(len(among))]


class Thinker:
    def __init__(self, spec: AgentSpec, seat: int, seed: int, native: NativeGame, library: Library) -> None:
        if spec.seconds is not None:
            raise UnknownAgent(
                "Whoever thinks for so many seconds comes to another result each time: say how many games."
            )
        self.spec = spec
        self.found: SearchResult | None = None
        self._seed = agent_seed(seed, seat)
        self._search = Search(native, library, spec.threads, MANNERS[spec.name])

    @property
    def work(self) -> int:
        return self._search.work

    def choose(self, state: NativeState, among: list[int] | None = None) -> int:
        self.found = None
        if state.options == 1:
            return 0
        if among is not None and len(among) == 1:
            return among[0]
        seed = decision_seed(self._seed, state.moves)
        self.found = self._search.run_here(state, seed, count_games(self.spec, state.options), among)
        return self.found.best


class Taste:
    """What somebody likes: of several options those after which they have most of it, one move ahead, whatever comes of it."""

    def __init__(self, wish: int, seat: int, seed: int, native: NativeGame, library: Library) -> None:
        self._seed = agent_seed(seed, seat) ^ wish
        self._search = Search(native, library, 1, "greedy", wish)

    def sift(self, state: NativeState, among: list[int]) -> list[int]:
        if len(among) < 2:
            return among
        seed, games = decision_seed(self._seed, state.moves), count_games(AgentSpec("greedy"), state.options)
        worth = self._search.run_here(state, seed, games).options
        most = max(worth[number].mean for number in among)
        return [number for number in among if worth[number].mean >= most - 1e-9]


class Styled:
    """Somebody with a will of their own: see styles.py."""

    def __init__(self, will: Will, inner: Chooser, tastes: Sequence[Taste] = ()) -> None:
        self._will, self._inner, self._tastes = will, inner, tastes

    @property
    def found(self) -> SearchResult | None:
        return self._inner.found

    def choose(self, state: NativeState, among: list[int] | None = None) -> int:
        among = self._will.allow()
        for taste in self._tastes:
            among = taste.sift(state, among)
        return self._inner.choose(state, among)


class Contest:
    """One match at a time, all with the same library."""

    def __init__(self, native: NativeGame, meaning: Meaning | None = None) -> None:
        """`meaning`: what names of styles mean, where there are some."""
        self.native = native
        self.meaning = meaning
        self.library = native.library
        self.state = NativeState(native, self.library)
        self.observer = Observer(self.state)

    def seat(self, words: Sequence[str], seed: int) -> list[Chooser]:
        """A chooser for each seat, by the words of `--agents`."""
        return [self._make_styled(parse_style(word), seat, seed) for seat, word in enumerate(words)]

    def _make_styled(self, style: Style, seat: int, seed: int) -> Chooser:
        inner = self._make(style.base, seat, seed)
        if style.is_plain:
            return inner
        if self.meaning is None:
            raise UnknownAgent("Play styles are for who knows what the rules call things: `tgpl lab`.")
        tastes = [
            Taste(self.meaning.wishes.index(word) + 1, seat, seed, self.native, self.library) for word in style.likes
        ]
        return Styled(Will(style, self.meaning, self.observer), inner, tastes)

    def _make(self, spec: AgentSpec, seat: int, seed: int) -> Chooser:
        if spec.name == "first":
            return First()
        if spec.name == "random":
            return Random(seat, seed)
        return Thinker(spec, seat, seed, self.native, self.library)

    def play(
        self, words: Sequence[str], seed: int, players: int, most_moves: int, watch: Watch = lambda *_: None
    ) -> Finished:
        return self.play_with(self.seat(words, seed), seed, players, most_moves, watch)

    def play_with(
        self, choosers: Sequence[Chooser], seed: int, players: int, most_moves: int, watch: Watch
    ) -> Finished:
        state = self.state
        state.begin(seed, players)
        while state.player is not None and state.moves < most_moves:
            if not state.options:
                state.take([])
                continue
            chooser = choosers[state.player]
            chosen = chooser.choose(state)
            watch(state, chooser, chosen)
            state.choose(chosen)
        return Finished(state.ended or "limit", state.ranking, state.moves, list(state.choices))
