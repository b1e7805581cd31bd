"""Two matches that look alike to a seat are told to it in the same bytes, whatever is hidden in them: in random games with
secrets, at every question, on every surface."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from alike import assert_alike, quick
from games import QUICK
from programs.veiled import NUMBERS, SEALED, bidding, hidden, surfaces, veiled
from tgpl.bindings.program_facts import ProgramFacts, find_facts
from tgpl.compile import Result, compile_rules
from tgpl.native.toolchain import compiler
from tgpl.runtime.state import State
from tgpl.text.files import Texts
from thinkers import MANNERS, thought

compiles = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")
PROGRAMS = st.integers(0, 199)
HIDDEN = st.tuples(*[st.integers(0, 3)] * NUMBERS)
WAYS = st.sampled_from([(0, 0, 0), (0, 3, 1), (0, 1, 0), (1,)])  # an offer with its inputs, or none
QUESTIONS = 12


@cache
def compiled(text: str) -> tuple[Result, ProgramFacts]:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert result.playable, [str(problem) for problem in result.problems]
    return result, find_facts(result.program())


def assert_told_alike(states: list[State], seat: int | None, facts: ProgramFacts) -> None:
    first, second = (surfaces(state, seat, facts) for state in states)
    assert first.keys() == second.keys()
    for name, shown in first.items():
        assert shown == second[name], name


@given(program=PROGRAMS, one=HIDDEN, other=HIDDEN, seeds=st.tuples(st.integers(0, 9), st.integers(0, 9)))
@settings(max_examples=25, deadline=None, phases=(Phase.explicit, Phase.generate))
def test_what_looks_alike_is_told_alike(
    program: int, one: tuple[int, ...], other: tuple[int, ...], seeds: tuple[int, int]
) -> None:
    result, facts = compiled(veiled(program))
    game, chance = result.game(), Random(program)
    states = [hidden(game, numbers, seed) for numbers, seed in zip((one, other), seeds, strict=True)]
    for _ in range(QUESTIONS):
        assert [state.error for state in states] == [None, None]
        for seat in (0, None):
            assert_told_alike(states, seat, facts)
        decision = states[0].decision
        if decision is None or decision.player != 0:
            return
        number = chance.randrange(len(decision.options))
        for state in states:
            state.choose(number)


@given(one=st.tuples(WAYS, WAYS), other=st.tuples(WAYS, WAYS))
@settings(max_examples=20, deadline=None, phases=(Phase.explicit, Phase.generate))
def test_what_is_chosen_at_the_same_time_is_told_to_nobody(
    one: tuple[tuple[int, ...], ...], other: tuple[tuple[int, ...], ...]
) -> None:
    result, facts = compiled(SEALED)
    states = [bidding(result.game(), ways) for ways in (one, other)]
    for seat in (1, None):
        assert_told_alike(states, seat, facts)


@compiles
@pytest.mark.parametrize("program", range(8))
def test_both_targets_play_games_with_secrets_alike(program: int) -> None:
    result, _ = compiled(veiled(program))
    assert_alike(result.game(), quick(result), 4)


@compiles
@pytest.mark.parametrize("program", range(3))
def test_who_thinks_is_told_alike(program: int) -> None:
    result, _ = compiled(veiled(program))
    states = [hidden(result.game(), numbers) for numbers in ((0, 0, 0), (3, 1, 2))]
    native = quick(result)
    for manner in MANNERS:
        one, other = (thought(native, state, 20, seed=3, manner=manner) for state in states)
        assert one == other
