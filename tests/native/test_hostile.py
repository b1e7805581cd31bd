"""Hostile programs: sizes, counts and values at their ends. Both targets do the same, and nothing breaks."""

from __future__ import annotations

import ctypes
import math
import resource
import threading
from functools import cache
from typing import Any

import pytest

from alike import assert_alike, compiled, quick
from games import EXAMPLES, QUICK
from hostile import PROGRAMS
from tgpl.agents.perft import perft
from tgpl.agents.search import Search
from tgpl.compile import compile_rules
from tgpl.native.game import NativeGame
from tgpl.native.results import NotSupported
from tgpl.native.state import NativeState
from tgpl.native.toolchain import compiler
from tgpl.native.walk import Bench
from tgpl.runtime.state import BadChoice, Choice
from tgpl.text.files import Texts

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")


UNSUPPORTED = 5


def text_of(name: str) -> str:
    return f'game "hostile"; players 2;\n{PROGRAMS[name]}'


@pytest.mark.parametrize("name", PROGRAMS)
def test_hostile_programs_are_played_alike(name: str) -> None:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text_of(name)}))
    assert result.playable, list(result.problems)
    assert_alike(result.game(), quick(result), 2)


# -- what Python hands to C


WRONG = [
    ("play", {"players": 5000}, "players"),
    ("play", {"players": 0}, "players"),
    ("play", {"players": -1}, "players"),
    ("play", {"players": 2**32 + 2}, "players"),
    ("play", {"players": 2.0}, "players"),
    ("play", {"players": True}, "players"),
    ("play", {"agent": "nobody"}, "agent"),
    ("play", {"most_moves": -1}, "most_moves"),
    ("play", {"most_moves": 2**31}, "most_moves"),
    ("play", {"seed": "x"}, "seed"),
    ("play", {"agent_seed": 0.5}, "seed"),
    ("many", {"count": -1}, "count"),
    ("many", {"count": 2**32 + 1}, "count"),
    ("many", {"players": 65}, "players"),
    ("many", {"agent": "mcts"}, "agent"),
    ("perft", {"depth": -1}, "depth"),
    ("perft", {"depth": 2**32 + 1}, "depth"),
    ("perft", {"players": 5000}, "players"),
    ("perft", {"depth": 3, "room": (ctypes.c_uint64 * 2)()}, "room"),
]


@cache
def small_game() -> NativeGame:
    return quick(compiled(next(path for path in EXAMPLES if path.stem == "tris")))


@pytest.mark.parametrize(("call", "given", "word"), WRONG)
def test_arguments_that_cannot_be_are_refused(call: str, given: dict[str, Any], word: str) -> None:
    game = small_game()
    plain = {"play": {"seed": 1}, "many": {"seed": 1, "count": 1}, "perft": {"seed": 1, "depth": 1}}[call]
    with pytest.raises(ValueError, match=word):
        getattr(game, call)(**{**plain, **given})


def test_c_looks_at_them_too() -> None:
    """Whoever calls a library without the classes around it."""
    game = small_game()
    library = game.library
    match = library.tgpl_open()
    totals, found = (ctypes.c_uint64 * 4)(), (ctypes.c_int64 * 71)()
    for players in (-(2**31), -1, 0, 1, 3, 64, 65, 5000, 2**31 - 1):
        assert library.tgpl_play(match, 1, players, 2, 1, 10) == UNSUPPORTED
        assert library.tgpl_start(match, 1, players) == UNSUPPORTED
        assert library.tgpl_many(match, 2, 1, players, 2, 10, found) == UNSUPPORTED
        assert library.tgpl_perft(match, 1, players, 2, totals) == UNSUPPORTED
        assert library.tgpl_choose(match, 0) < 0
    assert library.tgpl_play(match, 1, 2, 3, 1, 10) == UNSUPPORTED  # somebody who thinks, and has no tree
    assert library.tgpl_perft(match, 1, 2, -1, totals) == UNSUPPORTED
    assert library.tgpl_play(match, 1, 2, 2, 1, 10) != UNSUPPORTED
    library.tgpl_close(match)


def test_choices_that_are_not_there() -> None:
    state = NativeState(small_game())
    with pytest.raises(ValueError, match="players"):
        state.begin(1, players=3)
    state.begin(1)
    for number in (-1, state.options, 2**31, 2**32, -(2**32), 0.0):
        with pytest.raises(BadChoice):
            state.choose(number)  # type: ignore[arg-type]
    choices: list[Choice] = [[], [1.0], ["x"], [None], [math.nan]]
    for choice in choices:
        with pytest.raises(BadChoice):
            state.take(choice)
    for saved in (b"", b"short", state.save()[:-1], state.save() + b"x", bytes(1000)):
        with pytest.raises(ValueError, match="no copy"):
            state.load(saved, 1, 2, [])


def test_values_that_cannot_be_named() -> None:
    text = """game "named"; players 2; global class S { number n = 0;
        action Go { trigger PlayerChoiceEvent; input number x { return x > 100; } effect { log(x); } }
        action Say { trigger PlayerChoiceEvent; input string s { return s != ""; } effect { log(s); } } } setup { }"""
    state = NativeState(quick(compile_rules(Texts("main.tgpl", {"main.tgpl": text}))))
    wrong: list[list[Choice]] = [[["x"], [None], [math.nan], [math.inf]], [[1.0], [None]]]
    for first in (0, 1):
        state.begin(1)
        state.choose(first)
        for choice in wrong[first]:
            with pytest.raises(BadChoice):
                state.take(choice)
        state.take([1000.0] if first == 0 else ["y"])


def test_outcomes_that_are_not_there() -> None:
    text = 'game "drawn"; players 2; global class S { action Go { trigger PlayerChoiceEvent; effect { log(random(6)); } } } setup { log(random(6)); }'
    game = quick(compile_rules(Texts("main.tgpl", {"main.tgpl": text})))
    with pytest.raises(ValueError, match="widest"):
        Bench(game, [], [], listed=0, spare=4, widest=-1)
    bench = Bench(game, [], [], listed=0, spare=4, widest=8)
    stop = bench.start(1, 2, 100)
    assert stop.among == 6
    for outcome in (-1, 6, 2**31 - 1, 2**32):
        with pytest.raises(ValueError, match="no option"):
            bench.walk(outcome, -1, 100)
    bench.walk(5, -1, 100)
    assert Bench(game, [], [], listed=0, spare=4, widest=1).start(1, 2, 100).among > 1  # not for ever


# -- the machine's own stack


DEEP = """game "deep"; players 2;
    function Deep { function input number n; returns number; effect { if (n == 0) { return 0; } return 1 + Deep(n: n - 1); } }
    setup { log(Deep(n: 900)); winner 0; }"""


@pytest.mark.parametrize("size", [64, 256, 1024, 8192])
def test_calls_know_the_stack_of_their_thread(size: int) -> None:
    """Where there is little of it, deep calls are refused, and nothing breaks."""
    game = quick(compile_rules(Texts("main.tgpl", {"main.tgpl": DEEP})))
    found: list[object] = []

    def play() -> None:
        try:
            found.append(game.play(1).log)
        except NotSupported as error:
            found.append(str(error))

    before = threading.stack_size(size * 1024)
    try:
        thread = threading.Thread(target=play)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert found == [["900"]] or (size < 1024 and found == ["so many calls inside each other"])


def test_counting_deep_knows_it_too() -> None:
    """A game in which there is always one thing to do, thousands of times."""
    text = """game "long"; players 2; global class S { number n = 0; action Go { trigger PlayerChoiceEvent; effect { n += 1; if (n > 60000) { winner 0; } } } } setup { }"""
    game = quick(compile_rules(Texts("main.tgpl", {"main.tgpl": text})))
    try:
        assert game.perft(1, 50_000) == [1] * 50_000
    except NotSupported as error:
        assert "behind each other" in str(error)


# -- those who look ahead


THOUGHT_ABOUT = [
    "a range from 2^53 on",
    "a range as long as can be",
    "one text held by everything that can hold one",
    "decks, tables and one text among what is hidden",
    "a hidden option of a narrower type",
    "hidden things that each hold the next",
    "a list of many that is chosen one by one",
    "a tile that is added to a smaller grid",
]


@pytest.mark.parametrize("name", THOUGHT_ABOUT)
def test_hostile_programs_are_thought_about(name: str) -> None:
    """On a thread, as a search is that has several: it has less of a stack."""
    native = quick(compile_rules(Texts("main.tgpl", {"main.tgpl": text_of(name)})))
    state = NativeState(native)
    state.begin(3)
    search = Search(native, state.library, threads=2)
    for _ in range(3):
        if state.player is None or not state.options:
            break
        assert search.run(state, seed=1, games=12).games >= 2
        state = state.copy()
        state.choose(state.options - 1)


def test_a_text_that_is_hidden_often_is_imagined_once() -> None:
    """300 times the same 40 KB, twice, for 64 imagined worlds: if each were kept for itself, two thousand million bytes."""
    native = quick(compile_rules(Texts("main.tgpl", {"main.tgpl": text_of(THOUGHT_ABOUT[3])})))
    state = NativeState(native)
    state.begin(3)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    Search(native, state.library).run(state, seed=1, games=12)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # KB


@pytest.mark.parametrize("name", [THOUGHT_ABOUT[0], *THOUGHT_ABOUT[2:5]])
def test_moves_of_hostile_programs_are_counted_alike(name: str) -> None:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text_of(name)}))
    assert quick(result).perft(2, 1) == perft(result.game().start(2), 1)


def test_a_copy_of_a_long_choice_goes_on_anywhere() -> None:
    """Every list of answers has to be as long as the others: one that was loaded once was longer than what it says."""
    native = quick(
        compile_rules(Texts("main.tgpl", {"main.tgpl": text_of("a list of many that is chosen one by one")}))
    )
    state = NativeState(native)
    state.begin(1)
    for number in range(150):
        if number in (65, 66, 129):
            state = state.copy()
        state.choose(0)
    assert state.options == 52  # the rest, and the end
