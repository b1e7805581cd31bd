"""Two matches that look alike to a seat are told to it in the same bytes, whatever is hidden in them: in random games with
secrets, at every question, on every surface."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from programs.veiled import NUMBERS, hidden, surfaces, veiled
from tgpl.compile import Result, compile_rules
from tgpl.files import Texts

PROGRAMS = st.integers(0, 10_000)
HIDDEN = st.tuples(*[st.integers(0, 3)] * NUMBERS)
QUESTIONS = 12


@cache
def compiled(seed: int) -> Result:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": veiled(seed)}))
    assert result.playable, [str(problem) for problem in result.problems]
    return result


@given(program=PROGRAMS, one=HIDDEN, other=HIDDEN, chance=st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_what_looks_alike_is_told_alike(
    program: int, one: tuple[int, ...], other: tuple[int, ...], chance: object
) -> None:
    game = compiled(program).game()
    states = [hidden(game, numbers) for numbers in (one, other)]
    for _ in range(QUESTIONS):
        assert [state.error for state in states] == [None, None]
        for seat in (0, None):
            first, second = (surfaces(state, seat) for state in states)
            for name, shown in first.items():
                assert shown == second[name], name
        decision = states[0].decision
        if decision is None or decision.player != 0:
            return
        number = chance.randrange(len(decision.options))  # type: ignore[attr-defined]
        for state in states:
            state.choose(number)
