"""Playouts on flat states come to the same as matches that are played in the usual way: ends, first places, moves."""

from __future__ import annotations

from collections import Counter

import pytest

from games import TESTS
from tgpl.agents.search import Search
from tgpl.compile import Result, compile_rules
from tgpl.emit.c.module import Module
from tgpl.emit.c.program import emit
from tgpl.emit.playout.program import find_obstacle
from tgpl.native.game import NativeGame
from tgpl.native.state import NativeState
from tgpl.runtime.errors import Place
from tgpl.text.files import Folder, Texts

EXAMPLES = TESTS.parent / "examples"
FLAT = ("tris", "connect_four", "breakthrough", "reversi", "hex", "draughts", "pig")


def assert_alike(result: Result, games: int = 20, most_moves: int = 300, players: int | None = None) -> NativeGame:
    native = result.native("tcc")
    counted = native.many(games, seed=3, players=players, most_moves=most_moves)
    played = [native.play(3 + i, players=players, most_moves=most_moves) for i in range(games)]
    firsts = Counter(seat for one in played if one.ranking is not None for seat in one.ranking[0])
    assert counted.ends == dict(Counter(one.ended for one in played))
    assert counted.firsts == [firsts[seat] for seat in range(len(counted.firsts))]
    assert counted.moves == sum(one.moves for one in played)
    return native


@pytest.mark.parametrize("name", FLAT)
def test_examples_are_played_so(name: str) -> None:
    result = compile_rules(Folder.of_main(str(EXAMPLES / name / f"{name}.tgpl")))
    assert assert_alike(result).playouts == 20
    assert_alike(result, most_moves=7)  # a match that is left where it stands


def test_what_is_in_the_way_is_told() -> None:
    program = compile_rules(Folder.of_main(str(EXAMPLES / "goofspiel" / "goofspiel.tgpl"))).program()
    assert find_obstacle(Module(program)) == "secrets"
    assert "#define FLAT" not in emit(program)[0]


def small(text: str) -> Result:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": f'game "x"; players 2;\n{text}'}))
    assert result.playable, [str(problem) for problem in result.problems]
    return result


BOARD = """
    tile Field { number value = 0; player mark = null; bool lit = false; }
    board Map { group Grid { geometry square; grid 4 by 3 of Field; } }
    global class State { Map map = new Map(); number turns = 0; List<Field> open = {}; List<number> numbers = { 1, 2, 3 }; }
    setup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p); } for (tile t in State.map.Grid.tiles) { State.open.add(t as Field); } }
"""
END = "State.turns += 1; if (State.turns > 12) { winner State.turns % 2; } turn.pass();"
INPUTS = {
    "a range": "input number n from 1 to 3; effect { State.turns += n; END }",
    "a range that moves": "input number n from State.turns to State.turns + 2; effect { if (n == State.turns) { State.turns += 1; } END }",
    "a player and a bool": "input player who; input bool yes; effect { if (yes && who == 0) { State.turns += 3; } END }",
    "a filter": "input Field f { return f.mark == null; } effect { f.mark = this.player; END }",
    "two that depend": "input Field f { return f.mark == null; } input Field g { return g != f && g.x == f.x; } effect { f.mark = this.player; END }",
    "two without an answer": "input Field f { return f.mark == null; } input Field g { return g.x > f.x + 1; } effect { f.mark = 0; END }",
    "a list": "input Field f in State.open; effect { State.open.remove(f); END }",
    "a list with repeats": "input number n in { 3, 1, 3, 2, 1 }; effect { State.turns += n; END }",
    "a list of objects with repeats": "input Field f in Twice(); effect { f.mark = 0; END }",
    "an optional one": "optional input Field f { return f.x > State.turns; } effect { if (f != null) { f.lit = true; } END }",
    "in the middle": "effect { input Field f in State.open; f.lit = !f.lit; input number n from 0 to 2; State.turns += n; END }",
    "in the middle without an answer": "effect { if (State.turns > 3) { input Field f { return f.x > 9; } f.lit = true; } END }",
    "a test that tries": "input Field f { f.value = 5; State.turns += 100; return Sum() % 2 == 1; } effect { f.value = 1; END }",
    "chance": "effect { State.turns += random(3); if (random(10) == 0) { winner this.player; } END }",
    "dice": "effect { State.turns += roll(2d6) / 4; END }",
    "fractions": "effect { State.turns += 0.5; State.map.Grid[1][1].value = State.turns / 3; END }",
    "a loop": "effect { number i = 0; while (i < 5) { i += 1; if (i == 2) { continue; } State.turns += 1; if (i == 4) { break; } } END }",
    "too long a loop": "effect { if (State.turns > 4) { while (true) { State.turns += 1; } } END }",
    "a loop of a million": "effect { if (State.turns == 4) { for (number i = 0; i < 1000000; i += 1) { State.turns += 0.000001; } } END }",
    "a list of numbers": "effect { State.numbers.add(4); for (number n in State.numbers) { State.turns += n - n; } if (State.numbers.contains(9)) { winner 1; } END }",
    "null": "effect { Field f = State.map.Grid[State.turns][0]; f.lit = true; END }",
    "outside a list": "effect { State.turns += State.numbers[State.turns]; END }",
    "fail": "input number n from 0 to 1; effect { if (n == 1) { fail; } END }",
    "many objects": "effect { Hand h = new Hand(); h.assign(this.player); END }",
    "a ranking": "effect { if (State.turns == 5) { winner { { 1 }, { 0, 1 } }; } END }",
    "a draw": "effect { if (random(4) == 0) { winner { { 0, 1 } }; } END }",
    "calls": "effect { State.turns += Depth(n: 7) + Sum(); END }",
    "too deep": "effect { if (State.turns == 4) { State.turns += Depth(n: 5000); } END }",
    "a switch of the player": "effect { if (State.turns % 3 == 0) { turn.pass(this.player); } END }",
    "log": 'effect { log("turn " + State.turns); END }',
    "event": "effect { event.throw(new Rung() { amount = 2; }); END }",
}  # fmt: skip
REST = """
    event Rung { number amount = 0; }
    global class Bell { action Ring { trigger Rung; effect { State.turns += event.amount; } } }
    function Sum { returns number; effect { number sum = 0; for (tile t in State.map.Grid.tiles) { sum += (t as Field).value; } return sum; } }
    function Depth { function input number n; returns number; effect { if (n <= 0) { return 0; } return Depth(n: n - 1) * 0 + 1; } }
    function Twice { returns List<Field>; effect { List<Field> l = {}; for (Field f in State.open) { if (f.mark == null) { l.add(f); l.add(f); } } return l; } }
"""


@pytest.mark.parametrize("name", INPUTS)
def test_small_games_are_played_alike(name: str) -> None:
    action = INPUTS[name].replace("END", END)
    assert_alike(small(f"{BOARD}{REST}class Hand {{ action Do {{ trigger PlayerChoiceEvent; {action} }} }}"))


TURNS = {
    "phases": "turn Day { phase One { } phase Two { State.turns += 1; } phase Three { } }",
    "a default": 'turn Day { phase One { } phase Two { } default { if (turn.phase.active() == "One") { turn.pass(player.active(), "Two"); } else { return player.active() + 1; } } }',
    "two turns": 'turn Day { phase One { } default { turn.use("Night"); return player.active() + 1; } } turn Night { phase Two { State.turns += 2; turn.use("Day"); turn.pass(player.active()); } }',
    "a phase that asks": "turn Day { phase One { input number n from 0 to 2; State.turns += n; } phase Two { } }",
}


@pytest.mark.parametrize("name", TURNS)
def test_turns_are_alike(name: str) -> None:
    action = f"action Do {{ trigger PlayerChoiceEvent; effect {{ {END} }} }}"
    judge = "global class Judge { action Stuck { trigger NoChoiceEvent; effect { winner event.active; } } }"
    assert_alike(small(f"{BOARD}{judge}class Hand {{ {action} }}{TURNS[name]}"))


PIECES = """
    tile Field { }
    board Map { group Grid { geometry square; grid 4 by 4 of Field; } }
    global class State { Map map = new Map(); number turns = 0; }
    setup { for (player p in player.all()) { for (number i = 0; i < 3; i += 1) { Man m = new Man(); m.assign(p); m.move_to(State.map.Grid[i][p * 3]); } } }
    interactable Man
    {
        function Goals { returns List<Field>; effect { List<Field> l = {}; for (number d = -1; d < 2; d += 1)
            { Field f = State.map.Grid[tile.x + d][tile.y + 1 - 2 * player]; if (f != null && (f.pieces.length == 0 || f.pieces[0].player != player)) { l.add(f); } } return l; } }
        action Go { trigger PlayerChoiceEvent; input Field to in Goals(); effect { for (interactable taken in to.pieces) { taken.discard(); } move_to(to);
            if (to.y == 3 * (1 - player)) { winner this.player; } State.turns += 1; turn.pass(); } }
    }
    interactable King : Man { override function Goals { effect { return base.Goals(); } } override action Go { effect { base.Go(); } } }
    global class Judge { action Stuck { trigger NoChoiceEvent { return State.turns > 0; } effect { winner event.active + 1; } } }
"""


def test_pieces_that_take_each_other() -> None:
    assert assert_alike(small(PIECES), 60).playouts == 60


def test_several_numbers_of_players() -> None:
    text = (
        BOARD
        + f"class Hand {{ action Do {{ trigger PlayerChoiceEvent; input Field f {{ return f.mark != this.player; }} effect {{ f.mark = this.player; {END} }} }} }}"
    )
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": f'game "x"; players 2 to 4;\n{text}'}))
    for players in (2, 3, 4):
        assert_alike(result, players=players)


@pytest.mark.parametrize("name", ["tris", "breakthrough", "draughts"])
def test_who_thinks_finds_the_same(name: str) -> None:
    """With games in the head on flat states, and without."""
    result = compile_rules(Folder.of_main(str(EXAMPLES / name / f"{name}.tgpl")))
    text, spans = emit(result.program())
    places = [Place(*span.on_line()) for span in spans]
    assert text.startswith("#define FLAT\n")
    found = []
    for source in (text, text.removeprefix("#define FLAT\n")):
        game = NativeGame(source, places, result.program().players, build="tcc")
        match = NativeState(game, game.library)
        match.begin(5)
        search = Search(game, game.library)
        found.append((search.run(match, 7, 300), game.library.tgpl_playouts(search._workers[0]._match.handle)))
    (flat, played), (usual, none) = found
    assert flat == usual and played > 0 and not none
