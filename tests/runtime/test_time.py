"""Who waits gets an answer: budgets of steps where nobody is asked, and calls into C that come back when they are told to."""

from __future__ import annotations

import threading
import time

import pytest

from tgpl.agents.flat import find_best
from tgpl.agents.search import Search
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.agents.solve import Solver
from tgpl.agents.targets import run_interruptible
from tgpl.compile import Result, compile_rules
from tgpl.native.game import Halted, NativeGame
from tgpl.native.state import NativeState
from tgpl.text.files import Texts
from tgpl.text.limits import STEPS_IN_ALL, STEPS_OF_A_DECISION

HEAD = 'game "x"; players 2; setup { log("go"); } global class Sum { number n = 0; }\n'
BUSY = "for (number i = 0; i < 900000; i += 1) { Sum.n = (Sum.n * 7 + i) % 1000003; }"
# Nobody is ever asked, and no position comes up twice.
UNASKED = {
    "phases": "turn t { phase p { Sum.n += 1; number k = 0; for (number i = 0; i < 999000; i += 1) { k += 1; } } }",
    "requires": """turn t { phase p; }
        global interactable A { action go { trigger PlayerChoiceEvent; effect { turn.pass(); }
            require { number k = 0; for (number i = 0; i < 900000; i += 1) { k += 1; } return k < 0; } } }
        global interactable B { action Count { trigger NoChoiceEvent; effect { Sum.n += 1; } } }""",
    "inputs": """turn t { phase p; }
        global interactable A { action go { trigger PlayerChoiceEvent;
            input number x from 1 to 100;
            effect { for (number i = 0; i < 100000; i += 1) { optional input number y from 1 to 2
                { filter { number k = 0; for (number j = 0; j < 90000; j += 1) { k += 1; } return y < 0; } }; Sum.n += 1; } turn.pass(); } } }""",
}
# Two who choose all the time, in games of a thousand million steps each.
LONG = f"""{HEAD}turn t {{ phase p; }}
    global interactable A {{
        action left {{ trigger PlayerChoiceEvent; effect {{ {BUSY} turn.pass(); }} }}
        action right {{ trigger PlayerChoiceEvent; effect {{ {BUSY} turn.pass(); }} }}
    }}"""
SOON = 20.0  # seconds of the processor: a thousandth of what it would be else


def compiled(text: str) -> Result:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    assert result.playable, result.problems
    return result


@pytest.fixture(scope="module")
def long_game() -> NativeGame:
    return compiled(LONG).native()


@pytest.mark.parametrize("name", UNASKED)
def test_one_budget_for_all_that_happens_before_somebody_is_asked(name: str) -> None:
    result = compiled(HEAD + UNASKED[name])
    state = result.game().start(1)
    state.play(combine_agents(make_agents("random", 2, 1)), 5)
    match = result.native().play(1, agent="random", agent_seed=1, most_moves=5)
    assert state.error is not None and state.error.code == "R706"
    assert match.error == ("R706", state.error.place, state.error.player)
    assert match.log == state.log and match.moves == state.moves
    assert state._processor.match.spent <= 2 * STEPS_IN_ALL + STEPS_OF_A_DECISION
    assert state.commits < 100


def test_who_is_asked_begins_a_new_budget(long_game: NativeGame) -> None:
    match = long_game.play(1, most_moves=30)
    assert (match.ended, match.moves) == ("limit", 30)


def test_a_long_playout_is_left_when_the_time_is_up(long_game: NativeGame) -> None:
    state = NativeState(long_game)
    state.begin(1)
    before = time.process_time()
    found = Search(long_game, state.library).run(state, 1, seconds=0.5)
    assert found.games >= 1 and sum(known.visits for known in found.options) == found.games
    assert time.process_time() - before < SOON


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_is_heard_in_the_middle_of_a_playout(long_game: NativeGame, threads: int) -> None:
    state = NativeState(long_game)
    state.begin(1)
    search = Search(long_game, state.library, threads)
    before = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        search.run(state, 1, games=100, tell=_interrupt)
    assert time.process_time() - before < SOON
    assert search.run(state, 1, seconds=0.1).games >= 1  # and goes on from there


def _interrupt(done: object) -> None:
    raise KeyboardInterrupt


def test_calls_into_c_come_back_when_they_are_told_to(long_game: NativeGame) -> None:
    before = time.process_time()
    for work in (lambda: long_game.many(100, 1), lambda: long_game.play(1), lambda: long_game.perft(1, 12)):
        with pytest.raises(KeyboardInterrupt):
            run_interruptible(work, lambda: _interrupt(0), long_game.halt)
    assert long_game.play(1, most_moves=2).moves == 2
    assert time.process_time() - before < SOON


def test_who_is_halted_has_no_result(long_game: NativeGame) -> None:
    found: list[BaseException] = []

    def work() -> None:
        try:
            long_game.many(1000, 1)
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        long_game.halt()
        thread.join(0.01)
    assert [type(error) for error in found] == [Halted]


def test_solving_can_be_left(long_game: NativeGame) -> None:
    solver, state = Solver(long_game, 1_000_000), compiled(LONG).game().start(1)
    before = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        solver.at(state, _interrupt)
    assert time.process_time() - before < SOON


def test_a_number_of_games_gives_the_same_whoever_waits() -> None:
    native = compiled(LONG.replace("900000", "9")).native()
    state = NativeState(native)
    state.begin(1)
    first, second = (Search(native, state.library).run(state, 7, games=300) for _ in range(2))
    assert first == second and first.games == 300


def test_random_games_in_python_look_at_the_clock() -> None:
    state = compiled(LONG.replace("900000", "30000")).game().start(1)
    before = time.process_time()
    number, share = find_best(state, 200, 1, seconds=0.2)
    assert number in (0, 1) and share == 0.0
    assert time.process_time() - before < SOON


def test_an_interrupt_leaves_nothing_of_a_transaction() -> None:
    state = compiled(LONG.replace("900000", "9")).game().start(1)
    processor = state._processor
    before = state.digest()
    processor.match.listener = None
    processor.match.questions.chooser = _interrupt
    processor.decision = None
    with pytest.raises(KeyboardInterrupt):
        processor.step()
    processor.match.questions.chooser = None
    processor.proceed()
    assert state.digest() == before
