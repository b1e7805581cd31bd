"""The compiled match, decision by decision, beside the state it stands for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from threading import Thread

import pytest

from games import EXAMPLES, POSITIONS, QUICK
from tgpl.compile import Result, compile_rules
from tgpl.native.state import NativeState
from tgpl.native.toolchain import compiler
from tgpl.runtime.rng import Rng
from tgpl.runtime.state import BadChoice, Choice, State
from tgpl.text.files import Folder, Texts

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="needs a C compiler")
MOST_CHOICES = 60


@cache
def compiled(path: Path) -> Result:
    return compile_rules(Folder.of_main(str(path)))


def example(name: str) -> Result:
    return compiled(next(path for path in EXAMPLES if path.stem == name))


def seen(state: State | NativeState) -> tuple[object, ...]:
    """What both can tell."""
    if isinstance(state, NativeState):
        decision = None if state.player is None else (state.player, state.options, state.free)
        return state.ended, decision, state.moves, state.commits, state.refused, state.ranking
    asked = state.decision if state.ended is None else None
    decision = None if asked is None else (asked.player, len(asked.options), asked.free)
    return state.ended, decision, state.moves, state.commits, state.refused is not None, state.ranking


def random_game(state: State, native: NativeState, chance: Rng, most: int = MOST_CHOICES) -> None:
    """The same choices in both, compared at every decision."""
    assert seen(native) == seen(state)
    for _ in range(most):
        if state.decision is None or state.ended is not None:
            break
        options = len(state.decision.options)
        choice: Choice = chance.below(options) if options else []
        state.take(choice)
        native.take(choice)
        assert seen(native) == seen(state), state.choices
        assert native.choices == state.choices


@pytest.mark.parametrize("path", [*EXAMPLES, *POSITIONS], ids=lambda path: path.stem)
def test_every_decision_is_the_same(path: Path) -> None:
    result = compiled(path)
    game, native = result.game(), NativeState(result.native(QUICK))
    for seed in range(2):
        native.begin(seed)
        random_game(game.start(seed), native, Rng(seed))


@pytest.mark.parametrize("name", ["chess", "honours", "goofspiel", "banners", "ten_thousand"])
def test_copies_go_on_alike(name: str) -> None:
    """In the same match, and in another one."""
    result = example(name)
    game, native = result.game(), NativeState(result.native(QUICK))
    state, chance = game.start(3), Rng(3)
    native.begin(3)
    for round_ in range(4):
        random_game(state, native, chance, 7)
        if state.ended is not None:
            break
        kept, copied, saved = state.copy(), native.copy(), native.save()
        random_game(state, native, Rng(round_), 20)
        random_game(kept.copy(), copied, Rng(round_ + 10), 20)
        native.load(saved, kept.seed, kept.players, kept.choices)
        assert native.save() == saved
        state = kept
        assert seen(native) == seen(state)


@pytest.mark.parametrize("name", ["draughts", "goofspiel"])
def test_a_state_is_followed_there_and_back(name: str) -> None:
    result = example(name)
    game, native = result.game(), NativeState(result.native(QUICK))
    chance, choices = Rng(5), list[int]()
    state = game.start(5)
    for _ in range(40):
        if state.decision is None:
            break
        choices.append(chance.below(len(state.decision.options)))
        state.choose(choices[-1])
        native.follow(state)
        assert seen(native) == seen(state)
    for length in (len(choices) - 1, len(choices) - 3, 17, 2, 0, 20, 9):
        state = game.replay(5, state.players, list(choices[:length]))
        native.follow(state)
        assert seen(native) == seen(state)
    native.follow(game.start(6))
    assert native.seed == 6


FREE = """game "named"; players 2;
setup { }
global class Box
{
    number sum = 0; string said = "";
    action Number
    {
        trigger PlayerChoiceEvent;
        input number n { return n > 100; }
        effect { sum += n; log(sum); if (sum > 1000) { winner player.active(); } turn.pass(player.active() + 1); }
    }
    action Text
    {
        trigger PlayerChoiceEvent;
        optional input string s;
        effect { said = s; log(said); turn.pass(player.active() + 1); }
    }
}"""


def test_values_that_nobody_proposed() -> None:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": FREE}))
    assert result.playable, [str(problem) for problem in result.problems]
    game, native = result.game(), NativeState(result.native(QUICK))
    state = game.start(0)
    choices: list[Choice] = [0, [250.5], 1, ["ä and more"], 1, [None], 0, [300], 0, [451]]
    for choice in choices:
        state.take(choice)
        native.follow(state)
        assert seen(native) == seen(state)
    assert state.ended == native.ended == "winner"


def test_where_no_value_is_known_the_move_is_taken_back() -> None:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": FREE}))
    game, native = result.game(), NativeState(result.native(QUICK))
    state = game.start(0)
    choices: list[Choice] = [0, []]
    for choice in choices:
        state.take(choice)
        native.follow(state)
        assert seen(native) == seen(state)
    assert native.refused


SEALED_NAMES = """
game "names";
players 2;
setup { }
global class Book
{
    action Sign
    {
        trigger PlayerChoiceEvent;
        effect { input string name { filter { return name != ""; } } log(player.active() + " is " + name); }
    }
}
turn Round { simultaneous phase Signing; default { return player.active() + 1; } }
"""


@pytest.mark.parametrize("second", [["Ann"], []], ids=["named", "given up too"])
def test_who_gives_up_while_choices_are_revealed_answers_for_nobody_else(second: Choice) -> None:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": SEALED_NAMES}))
    assert result.playable, [str(problem) for problem in result.problems]
    state, native = result.game().start(0), NativeState(result.native(QUICK))
    native.begin(0)
    choices: list[Choice] = [0, 0, [], second]
    for choice in choices:
        state.take(choice)
        native.take(choice)
        assert seen(native) == seen(state)
    lost = "The choice of player {} (Sign) is lost: Nobody knows a value for `name`."
    assert state.log == [lost.format(0), "1 is Ann" if second else lost.format(1)]
    assert state.decision is not None and state.decision.kind == "action"


def test_what_is_not_offered_changes_nothing() -> None:
    native = NativeState(example("tris").native(QUICK))
    native.begin(0)
    before = native.save()
    for wrong in (-1, 99):
        with pytest.raises(BadChoice):
            native.choose(wrong)
    assert native.save() == before
    with pytest.raises(ValueError, match="no copy"):
        native.load(before[:-8], 0, 2, [])
    with pytest.raises(ValueError, match="no copy"):
        native.load(b"", 0, 2, [])


def test_threads_do_not_disturb_each_other() -> None:
    game = example("connect_four").native(QUICK)
    found: dict[int, tuple[object, ...]] = {}

    def play(seed: int) -> None:
        native, chance = NativeState(game), Rng(seed)
        native.begin(seed)
        while native.player is not None:
            native.choose(chance.below(native.options))
        found[seed] = (native.ranking, native.choices)

    threads = [Thread(target=play, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    together = dict(found)
    for seed in range(6):
        play(seed)
    assert found == together and len(found) == 6
