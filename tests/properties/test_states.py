"""At every decision of random games: copies, saves, reloads and replays agree to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import EXAMPLES, GOLDENS, example, golden
from tgpl.runtime.game import Game
from tgpl.runtime.rng import Rng
from tgpl.runtime.state import State

Facts = tuple[object, ...]


def tell(state: State) -> Facts:
    """Everything that two states have in common if nobody can tell them apart."""
    return state.save(), state.digest(), state.decision, state.log, state.ended, state.ranking, state.moves


def probe(game: Game, seed: int, chance: st.DataObject, decisions: int, into: int = 0) -> None:
    """Plays, and at each decision, from some way into the game on, holds everything that can be done with a state
    against everything else."""
    state = game.start(seed)
    aside = Rng(seed)
    for _ in range(into):
        if state.decision is None or not state.decision.options:
            return
        state.choose(aside.below(len(state.decision.options)))
    facts = tell(state)
    for _ in range(decisions):
        copied, reloaded = state.copy(), game.load(str(facts[0]))
        replayed = game.replay(seed, state.players, list(state.choices))  # also where undoing leads to
        for other in (copied, reloaded, replayed):
            assert tell(other) == facts
        assert state == reloaded and hash(state) == hash(reloaded)
        for seat in (None, *range(state.players)):
            assert state.view(seat) == copied.view(seat) == replayed.view(seat)
        decision = state.decision
        if decision is None or not decision.options:
            return
        chosen = chance.draw(st.integers(0, len(decision.options) - 1), label=repr(decision))
        with state.branch():
            state.choose(chosen)
        assert tell(state) == facts  # undone
        for other in (state, copied, reloaded):
            other.choose(chosen)
        replayed.take(state.choices[-1])  # redone
        facts = tell(state)
        for other in (copied, reloaded, replayed):
            assert tell(other) == facts


def small(game: Game) -> bool:
    """A game with many objects takes long to write down, again and again."""
    return len(game.start()._processor.match.registrar.by_serial) < 60


@pytest.mark.features("T61")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@given(seed=st.integers(0, 2**64 - 1), chance=st.data())
@settings(max_examples=8, deadline=None)
def test_examples(path: Path, seed: int, chance: st.DataObject) -> None:
    game = example(path)
    probe(game, seed, chance, decisions=12 if small(game) else 3, into=chance.draw(st.integers(0, 80), label="into"))


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
@given(seed=st.integers(0, 2**64 - 1), chance=st.data())
@settings(max_examples=4, deadline=None)
def test_goldens(path: Path, seed: int, chance: st.DataObject) -> None:
    if "endless" in path.stem or "huge" in path.stem:
        return  # they only burn time
    game = golden(path)
    if game is not None:
        probe(game, seed, chance, decisions=12)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=5, deadline=None)
def test_answered_on_the_spot_or_later(path: Path, seed: int) -> None:
    """A game whose answers come at once is the same as one that waits for each."""
    game = example(path)
    quick = game.begin(seed)
    quick.play(lambda decision: (seed * 7 + decision.player * 3 + len(decision.options)) % len(decision.options), 60)
    slow = game.start(seed, quick.players)
    for choice in quick.choices:
        slow.take(choice)
    assert slow.digest() == quick.digest() or quick.ended == "limit"
    assert slow.log[: len(quick.log)] == quick.log
    assert (slow.ranking, slow.moves) == (quick.ranking, quick.moves)
