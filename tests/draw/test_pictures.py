"""Pictures: what a seat's page draws, of every example and every kind of game."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import EXAMPLES, TESTS, TYPED_EXAMPLES, example
from tgpl.compile import compile_rules
from tgpl.draw.graph_layout import lay_out
from tgpl.draw.picture import make_picture
from tgpl.draw.picture_types import Picture
from tgpl.draw.scene import read_words
from tgpl.gdl.boards.sheet_picture import SheetPicture
from tgpl.runtime.game import Game
from tgpl.runtime.state import State
from tgpl.text.files import Texts

SHEETS = sorted(TESTS.parent.glob("examples/gdl/*.kif"))
GAMES = [*EXAMPLES, *TYPED_EXAMPLES, *SHEETS]
STEPS = 14


@cache
def sheet(game: Game) -> SheetPicture | None:
    return None if game.rules.logic is None else SheetPicture(game.rules)


def picture(state: State, seat: int | None) -> Picture:
    offer = state.offer_set()
    return make_picture(state, seat, None if offer is None else offer.decision, sheet(state.game))


def named(name: str) -> Game:
    return example(next(path for path in GAMES if path.name == name))


def play(game: Game, chance: Random) -> Iterator[State]:
    """A match at its first decisions."""
    state = game.start(chance.randrange(99))
    for _ in range(STEPS):
        yield state
        if state.decision is None:
            return
        if state.decision.options:
            state.choose(chance.randrange(len(state.decision.options)))
        else:
            state.give_up()
    yield state


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part)
    else:
        yield value


def assert_whole(picture: Picture) -> None:
    """Everything that is named is there."""
    boards, tiles, things, zones = picture["boards"], picture["tiles"], picture["things"], picture["zones"]
    assert {tile["board"] for tile in tiles.values()} <= boards.keys()
    for board in boards.values():
        assert {end for link in (*board.get("links", ()), *board.get("walls", ())) for end in link} <= tiles.keys()
        assert board["width"] > 0 and board["height"] > 0
    held: dict[str, int] = dict.fromkeys(zones, 0)
    for thing in things.values():
        at = thing["at"]
        assert at["tile"] in tiles if "tile" in at else at["zone"] in zones
        assert ("name" in thing) == (thing["face"] == "up")
        if "zone" in at:
            held[at["zone"]] += 1
    assert {key: zone["size"] - zone.get("hidden", 0) for key, zone in zones.items()} == held
    touched = {*tiles, *things, *zones, *(f"p{player}" for player in picture["players"])}
    if "ask" in picture:
        for option in picture["ask"]["options"].values():
            assert {key for step in option.get("path", ()) for key in step} <= touched


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.stem}{path.suffix}")
def test_pictures_are_whole(path: Path) -> None:
    game = example(path)
    for state in play(game, Random(path.stem)):
        for seat in (*range(state.players), None):
            made = picture(state, seat)
            assert json.loads(json.dumps(made)) == made
            assert None not in leaves(made)
            assert_whole(made)
            asked = state.decision is not None and state.decision.player == seat
            assert ("ask" in made) == asked
            assert made == picture(state.copy(), seat)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_all_that_stands_on_boards_is_in_the_picture(path: Path) -> None:
    for state in play(example(path), Random(path.stem)):
        view, made = state.view(None), picture(state, None)
        tiles = [shown for shown in view["objects"] if shown["kind"] == "tile" and not shown["blank"]]
        assert {str(shown["id"]) for shown in tiles} <= made["tiles"].keys()
        pieces = {(piece["id"], tile["id"]) for tile in tiles for piece in tile["pieces"] if "id" in piece}
        drawn = {(int(key), int(at["tile"])) for key, thing in made["things"].items() if "tile" in (at := thing["at"])}
        assert drawn == pieces


def test_a_piece_is_touched_and_then_its_target() -> None:
    state = named("chess.tgpl").start()
    made = picture(state, 0)
    tiles = {tile["name"]: key for key, tile in made["tiles"].items()}
    pawn = next(key for key, thing in made["things"].items() if thing["at"].get("tile") == tiles["e2"])
    number = next(key for key, option in made["ask"]["options"].items() if option.get("path") == [[pawn]])
    assert made["ask"]["options"][number]["action"] == "Move"
    assert made["things"][pawn]["symbol"] == "♙"
    state.choose(int(number))
    targets = picture(state, 0)["ask"]
    assert [option.get("path") for option in targets["options"].values()] == [[[tiles["e3"]]], [[tiles["e4"]]]]
    assert targets["words"] == "Move: where to?"


def test_a_move_of_a_rulesheet_names_its_fields() -> None:
    made = picture(named("chess.kif").start(), 0)
    paths = {option["label"]: option.get("path") for option in made["ask"]["options"].values()}
    assert paths["move(e,2,e,4)"] == [["g0.e.2"], ["g0.e.4"]]
    assert made["things"]["g0.e.1/wk"] == {
        "at": {"tile": "g0.e.1", "n": 0},
        "face": "up",
        "name": "wk",
        "kind": "k",
        "letter": "wk",
        "owner": 0,
    }
    assert made["players"]["1"]["color"] == "black"


@pytest.mark.parametrize("name", ["connect_four.tgpl", "connect_four.kif"])
def test_a_column_is_chosen_by_any_of_its_fields(name: str) -> None:
    state = named(name).start()
    if state.decision is not None and state.decision.kind == "action":
        state.choose(0)
    made = picture(state, 0)
    for option in made["ask"]["options"].values():
        (column,) = option["path"]
        assert len(column) == 6 and len({made["tiles"][key]["x"] for key in column}) == 1


def test_hands_are_for_their_owners() -> None:
    state = named("honours.tgpl").start(5)
    for seat in range(4):
        hands = [zone for zone in picture(state, seat)["zones"].values() if zone["kind"] == "hand"]
        assert [(zone["owner"], zone["size"]) for zone in hands] == [(seat, 13)]
    watched = picture(state, None)
    assert "hand" not in [zone["kind"] for zone in watched["zones"].values()] and not watched["things"]


def test_the_only_action_leads_on_if_it_asks_for_something() -> None:
    assert picture(named("tris.tgpl").start(), 0)["ask"]["leads"]
    assert "leads" not in picture(named("pig.tgpl").start(), 0)["ask"]  # it throws the die at once
    assert "leads" not in picture(named("chess.tgpl").start(), 0)["ask"]


ZONES = """game "zones"; players 2;
enum Suit { Hearts, Spades }
interactable Card { number cost = 3; display { name "card {cost}"; text "Costs {cost}."; } }
stack Pile { returns Card; 9 Card; }
zone Hand of Card { seen by owner; holds 7;
  action Play { trigger PlayerChoiceEvent; input 1 to 2 Card played in cards; effect { for (Card c in played) { move c to Heap; } turn.pass(); } } }
global zone Heap of Card { ordered; }
global class Shop { Pile pile = new Pile(); Table<number> left = { {"gold", 3}, {"iron", 0} }; Table<number> fame = {}; number goalToReach = 9; }
setup { for (player p in player.all()) { p has Hand; for (number i = 0; i < 3; i += 1) { move Shop.pile.pop() to Hand[p]; } } Shop.fame[0] = 2; }
turn T { phase P { } default { turn.pass(player.active() + 1, "P"); } }
"""


@cache
def zones() -> Game:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": ZONES}))
    assert result.playable
    return result.game()


def test_zones_and_values() -> None:
    state = zones().start(1)
    made = picture(state, 0)
    told = {zone["name"]: (zone["kind"], zone["size"], zone.get("owner")) for zone in made["zones"].values()}
    assert told == {"Hand": ("hand", 3, 1), "Heap": ("pile", 0, None), "Pile": ("deck", 3, None)}
    sizes = [(zone["size"], zone.get("hidden", 0)) for zone in made["zones"].values() if zone["name"] == "Hand"]
    assert sizes == [(3, 0), (3, 3)]
    assert [value["name"] for value in made["values"]] == ["Left", "Goal to reach"]
    assert made["values"][0]["rows"] == [["gold", "3"], ["iron", "0"]]
    assert made["players"]["0"]["values"] == [{"name": "Fame", "value": "2", "number": 2.0}]
    assert made["players"]["1"]["values"] == [{"name": "Fame", "value": "-"}]
    card = next(thing for thing in made["things"].values())
    assert (card["name"], card["text"]) == ("card 3", "Costs 3.")
    state.choose(0)
    ask = picture(state, 0)["ask"]
    assert ask["set"] == {"least": 1, "most": 2} and ask["words"] == "Play: 1 to 2 for played"
    assert picture(state, 1) == {**picture(state, 1), "asked": [0]} and "ask" not in picture(state, 1)


def test_what_is_hidden_has_no_face_and_no_number() -> None:
    state = named("goofspiel.tgpl").start(3)
    for seat in (0, 1):
        made = picture(state, seat)
        owned = [zone["owner"] for zone in made["zones"].values() if zone["kind"] == "hand"]
        assert set(owned) == {seat}


@pytest.mark.parametrize(
    ("name", "words"),
    [("SendWorker", "Send worker"), ("turnsLeft", "Turns left"), ("buy_silk", "Buy silk"), ("HP", "HP"), ("e2", "E2")],
)
def test_names_as_people_read_them(name: str, words: str) -> None:
    assert read_words(name) == words
    assert read_words("a name already") == "a name already"


def test_graphs_are_laid_out_by_their_steps() -> None:
    ring = (*((at, at + 1) for at in range(7)), (0, 7))
    places = lay_out(8, ring)
    lengths = [math.dist(places[one], places[other]) for one, other in ring]
    assert max(lengths) < 1.3 * min(lengths)
    assert math.dist(places[0], places[4]) > 2 * max(lengths)
    assert lay_out(1, ()) == ((0.0, 0.0),) and lay_out(0, ()) == ()
    assert len(set(lay_out(4, ()))) == 4
