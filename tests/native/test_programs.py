"""Random programs: a small part of what scripts/fuzz_programs.py tries."""

from __future__ import annotations

import pytest

from alike import quick
from few_steps import few_steps
from games import QUICK
from programs import program
from programs.dense import dense
from programs.failures import FAILURES
from programs.trial import compiled, played, trial
from programs.world import ODD_NAMES
from samples import sample
from tgpl.core import nodes
from tgpl.core.operations import OPERATIONS
from tgpl.core.walk import walk
from tgpl.emit.c.program import emit
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.native.toolchain import compiler
from tgpl.runtime.errors import TITLES, Place
from tgpl.runtime.state import State


@pytest.mark.parametrize("seed", sample(range(60), 20))
def test_a_program_is_the_same_however_it_is_played(seed: int) -> None:
    with few_steps(10):
        trial(seed)


def test_the_same_seed_gives_the_same_program() -> None:
    assert program(7) == program(7) != program(8)


def test_programs_cover_the_language() -> None:
    """Nearly everything that the core can say is said in a few programs."""
    found = set()
    for seed in range(60):
        for node in walk(compiled(seed).program()):
            found.add(type(node).__name__)
            if isinstance(node, nodes.Operate):
                found.add(node.op)
    kinds = {name for name, kind in vars(nodes).items() if isinstance(kind, type) and issubclass(kind, nodes.Node)}
    assert kinds - {"Node"} <= found
    others = ("logic.", "dice.", "int32")  # of rulesheets, RPG and Senet
    own = {name for name in OPERATIONS if not name.startswith(others)}
    assert len(found & own) > 0.88 * len(own)


def test_every_run_time_error_is_tried() -> None:
    of_rulesheets = {"R715", "R716", "R717", "R718"}  # tests/gdl/test_gdl_limits.py, test_gdl_play.py
    assert {code for code, _, _ in FAILURES} == set(TITLES) - of_rulesheets


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_ordinary(name: str) -> None:
    text = f"""game "odd"; players 2;
    global class Core {{ number {name} = 1; function f {{ returns number; effect {{ return {name} + this.{name}; }} }} }}
    class A{name} {{ bool {name} = true; }}
    function Sum {{ function input number {name}; returns number; effect {{ return {name} * 2; }} }}
    setup {{ number {name} = Sum({name}: Core.f()); log({name} + " " + new A{name}().{name}); winner 0; }}"""
    result = compiled(text)
    assert result.problems == []
    assert played(result.game(), 0, 2).log == ["4 true"]


# ---- hostile values: many statements for one compilation, each in a match of its own


def choose(state: State, option: int) -> None:
    """One choice; whoever asks then gets some answer."""
    state.choose(option)
    for further in range(3):
        if state.decision is None or state.ended is not None or state.decision.kind == "action":
            break
        options = len(state.decision.options)
        state.take(7 * further % options if options else [])


@pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")
@pytest.mark.parametrize("seed", range(12))
def test_hostile_values_are_alike_on_both_targets(seed: int) -> None:
    text, count = dense(seed)
    result = compiled(text)
    assert result.playable, result.problems
    game, program = result.game(), result.program()
    c, spans = emit(program)
    native = NativeGame(c, [Place(*span.on_line()) for span in spans], program.players, build=QUICK)
    for option in range(count):
        state, follower = game.start(0), NativeState(native)
        choose(state, option)
        follower.begin(0)
        for choice in state.choices:
            follower.take(choice)
        assert (follower.log, follower.ended) == (state.log, state.ended), option


SECRET_ASKER = """game "s"; players 3;
setup {
    for (player p in player.all()) { Hand hand = new Hand(); hand.assign(p); Mine mine = new Mine(); mine.assign(p); }
    Core.fuel -= 1;
}
turn Night { phase Act { } }
class Hand {
    private number n = 4;
    action Do {
        trigger on class change after { return Core.fuel > 0; }
        player (player.active() % (abs(n) + 1)) input List<Mine> e { return e.length > 0; }
        input player p in player.all();
        effect { Core.fuel -= 1; log("acts"); }
    }
}
class Mine { }
global class Core { number fuel = 90; action Go { trigger PlayerChoiceEvent; effect { winner 0; } } }"""


@pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")
@pytest.mark.parametrize("program", [pytest.param(SECRET_ASKER, id="asker"), *range(110000000, 110000012)])
def test_steps_are_counted_alike_on_both_targets(program: str | int) -> None:
    result = compiled(program)
    game, players = result.game(), result.program().players[0]
    for share in (12, 300, 10_000):
        with few_steps(share):
            found = quick(result).play(1, players, agent="random", most_moves=60)
            state = played(game, 1, players)
        error = None if state.error is None else (state.error.code, state.error.place, state.error.player or 0)
        assert (found.ended, found.log, found.error) == (state.ended, state.log, error)


# Whoever is asked gets told which pieces there are: that takes steps in Python, and none in C.
TOLD_LISTS = """game "program 96002389";
players 2;
setup
{
    for (player p in player.all()) { Salt salt = new Salt() { rival = Ware.kinds[0] }; salt.assign(p); }
    {
        log($"a }} {CONST5}");
    }
}
global class Core
{
    SmallDeck smalldeck1 = new SmallDeck();
    Land land = new Land();
    action Go
    {
        trigger PlayerChoiceEvent;
        effect
        {
            turn.pass();
        }
    }
}
interactable Ware
{
    string label = "Wa " + CONST1;
    kind of Ware rival = Spice;
}
tile Hill { string float = "{brace}"; display { name "Hill {float}"; symbol "a", "z"; } }
tile Cave { number n1 = (CONST5 + 8 - 4); string s1 = ("Ünï" + 8); }
board Land
{
    group Map0
    {
        geometry hex;
        orientation column;
        grid { Hill, Cave, Hill, Hill; }
        adjacency { (0,2) <-> (0,0); (0,3) <-> 0.5 (0,0); }
    }
}
stack Deck { returns Pawn; }
stack SmallDeck : Deck
{
    default
    {
        push(new Pawn());
    }
}
const number CONST1 = 7 * 2 - 1;
const number CONST5 = CONST1 ^ 0.5;
interactable Salt : Spice { override string label = "Sa " + CONST1; }
interactable Pawn
{
    Stack<Spice> stack1 = { new Salt(), new Salt(), new Spice() };
}
interactable Spice : Ware
{
    action Do2
    {
        player input any number of Salt f ask "{not filled in}" { for (Salt each_ in f) { if (each_ == f[0] && f.length > 1) { return false; } } return true; }
        trigger PlayerChoiceEvent { return event.active != 9; }
        effect
        {
        }
    }
}"""


@pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")
def test_telling_a_list_breaks_no_limit() -> None:
    result = compiled(TOLD_LISTS)
    game = result.game()
    for share in (1_000, 3_000):
        with few_steps(share):
            native = quick(result)
            for seed in range(1, 5):
                found, state = native.play(seed, 2, agent="random", most_moves=60), played(game, seed, 2)
                error = None if state.error is None else (state.error.code, state.error.place, state.error.player or 0)
                assert (found.ended, found.log, found.error) == (state.ended, state.log, error)


def test_every_kind_of_hostile_value_comes_up() -> None:
    texts = [dense(seed)[0] for seed in range(90)]
    for words in ("Stranger() as", ">().pop()", ">().at(0)", "9007199254740992", "5e-324", "as List<player>", "in null", "List<object>", "0.5 ^ 1075", "hoard_", "filter each_", "Table<object>"):  # fmt: skip
        assert any(words in text for text in texts), words
