"""Cards at the terminal: rows that wrap, equal ones counted, equal options once, what is seen of others' moves."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from short_games import game
from tables import piped
from tgpl.apps.session.table import Table
from tgpl.apps.terminal.about import describe_thing
from tgpl.apps.terminal.answer import Unclear
from tgpl.apps.terminal.line import understand
from tgpl.apps.terminal.onlookers import Onlookers
from tgpl.apps.terminal.screen import THEME, Screen
from tgpl.apps.terminal.why import find_reasons
from tgpl.draw.alike import find_alike
from tgpl.draw.changes import describe_changes, look_at
from tgpl.draw.panel import draw_panel
from tgpl.draw.scene import Scene
from tgpl.draw.text_width import measure
from tgpl.draw.wrap import wrap_pieces, wrap_text
from tgpl.runtime.state import State

HEAD = 'game "t";\nplayers 2;\n'
SHOP = """interactable Card { string name; number price = 1; display { name "{name}"; } }
interactable Mill { number level = 1; }
stack Pile { returns Card; default { push(new Card() { name = "Fish"; }); } }
class Seat { number coins = 5; number wood = 2; private List<Card> hand = {}; List<Card> table = {}; List<Mill> mills = {};
  Pile pile = new Pile();
  action Play { trigger PlayerChoiceEvent; input Card card in hand; effect { hand.remove(card); table.add(card); turn.pass(); } }
  action Hide { trigger PlayerChoiceEvent; effect { hand.clear(); turn.pass(); } }
  action Grind { trigger PlayerChoiceEvent; input Mill mill in mills; effect { mill.level += 1; coins += 1; turn.pass(); } }
  action Buy { trigger PlayerChoiceEvent; input Card card in Market.row; effect { Market.row.remove(card); table.add(card); turn.pass(); } } }
global class Market { List<Card> row = {}; }
setup { for (player p in player.all()) { Seat s = new Seat(); s.assign(p);
    for (string n in { "Copper", "Estate", "Copper", "Copper" }) { s.hand.add(new Card() { name = n; }); }
    s.mills.add(new Mill()); s.mills.add(new Mill()); }
  for (string n in { ROW }) { Market.row.add(new Card() { name = n; }); } }"""


def started(row: str = '"Copper", "Inn", "Inn", "Copper"', text: str = SHOP) -> State:
    return game(text.replace("ROW", row), head=HEAD).start(1)


def take(state: State, *labels: str) -> None:
    for label in labels:
        assert state.decision is not None
        state.choose([option.label for option in state.decision.options].index(label))


def panel(state: State, seat: int | None, width: int | None = None) -> list[str]:
    return ["".join(words for words, _ in line) for line in draw_panel(Scene(state.view(seat)), width)]


def options(state: State) -> list[str]:
    assert state.decision is not None
    out = io.StringIO()
    screen = Screen(Console(file=out, theme=THEME, width=80, markup=False))
    screen.show_options(state.decision, state.game.rules, screen.sight(state))
    return [line.strip() for line in out.getvalue().splitlines()]


def played(state: State, typed: str) -> list[int | None] | str:
    found = understand(typed, state, Screen(Console(file=io.StringIO())).sight(state))
    return found.words if isinstance(found, Unclear) else [step.picked.number for step in found.steps]


# ---- what lies on the table


def test_equal_cards_are_counted() -> None:
    lines = panel(started(), 0)
    assert lines[0] == "Market: row Copper, 2 × Inn, Copper"  # a common row has an order, a hand has none
    assert lines[1] == (
        "player 0: coins 5; wood 2; hand 3 × Copper, Estate; table none; mills 2 × Mill (level 1); pile 1 card"
    )
    assert lines[2] == "player 1: coins 5; wood 2; table none; mills 2 × Mill (level 1); pile 1 card"


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_rows_wrap_and_hide_nothing(width: int) -> None:
    names = [f"Harbour of the {n}th Duke" for n in range(50)]
    state = started(", ".join(f'"{name}"' for name in names))
    take(state, "Buy")
    lines = panel(state, 0, width)
    assert max(map(measure, lines)) <= width
    assert all(any(name in line for line in lines) for name in names)  # each of them whole, in one line
    assert "player 0: coins 5; wood 2" in "\n".join(lines)


def test_lines_end_between_things() -> None:
    assert wrap_pieces(["red fox,", "blue hen,", "ox"], 14, 2) == ["red fox,", "  blue hen, ox"]
    assert wrap_pieces(["a long card that fits nowhere", "b"], 12, 2) == [
        "a long card",
        "    that",
        "    fits",
        "    nowhere",
        "  b",
    ]
    assert wrap_text("  said: one two three", 12, 2) == ["  said: one", "    two", "    three"]
    assert all(measure(line) <= 10 for line in wrap_text("漢" * 40, 10, 2)) and wrap_text("", 10) == [""]


# ---- options that are alike


def test_equal_options_are_listed_once() -> None:
    state = started()
    take(state, "Play")
    assert options(state) == ["1  3 × Copper", "2  Estate"]
    assert played(state, "copper") == [0] == played(state, "1") == played(state, "cop")
    assert played(state, "#3") == [2]  # each of them still has its place
    assert "not in the list; Copper is 1" in str(played(state, "3"))
    take(state, "Estate")
    take(state, "Grind")
    assert options(state) == ["1  2 × Mill (level 1)"]
    assert played(state, "mill") == [0] == played(state, "1")  # what a card tells of itself is no name
    assert played(state, "level 1") == [0]


def test_what_lies_elsewhere_is_not_alike() -> None:
    state = started()
    take(state, "Buy")
    assert options(state) == ["1  2 × Copper", "2  2 × Inn"]
    assert played(state, "copper") == [0] and played(state, "inn") == [1] and played(state, "#4") == [3]
    state = started(text=SHELVES)
    take(state, "Take")
    assert options(state) == ["1  2 × Card (n 4)", "3  Card (n 4)"]
    assert "fits more than one: #1 Card (n 4), #3 Card (n 4)" in str(played(state, "card"))


SHELVES = """interactable Card { number n = 4; }
global class S { List<Card> left = {}; List<Card> right = {};
  action Take { trigger PlayerChoiceEvent; input Card card; effect { turn.pass(); } } }
setup { S.left.add(new Card()); S.left.add(new Card()); S.right.add(new Card()); }"""


def test_a_zone_tells_of_the_deck_that_it_keeps() -> None:
    text = """interactable Card { display { name "card"; } }
    stack Drawer { returns Card; 5 Card; display { name "the drawer"; } }
    global zone Row of Card { Drawer drawer = new Drawer(); holds 2; refill from drawer always; }
    zone Stall of Card { Drawer under = new Drawer(); number coins = 2; }
    global class Desk { Drawer spare = new Drawer(); action Wait { trigger PlayerChoiceEvent; effect { turn.pass(); } } }
    setup { 0 has Stall; }"""
    shown = panel(game(text, head=HEAD).start(1), 0)
    assert shown == [
        "Row: 2 × card; drawer 3 cards",
        "the drawer: 5 cards",
        "player 0: Stall none; coins 2; under 5 cards",
    ]


def zone(kind: str) -> Scene:
    """Three cards in a zone; the first and the last are the same."""
    cards = [{"id": n, "class": "Card", "kind": "interactable", "attributes": {"n": float(n == 2)}} for n in (1, 2, 3)]
    lie: list[object] = [{"id": 1}, {"id": 2}, {"id": 3}]
    row = {"id": 0, "class": "Row", "kind": "class", "global": True, "zone": kind}
    shown = {**row, "attributes": {"cards": lie, "length": 3.0}}
    return Scene({"players": 1, "seat": 0, "objects": [shown, *cards]})


def test_zones() -> None:
    assert find_alike(zone("loose"), ["Card"] * 3, [1, 2, 3], ()) == [0, 1, 0]
    assert find_alike(zone("ordered"), ["Card"] * 3, [1, 2, 3], ()) == [0, 1, 2]
    told = ["".join(words for words, _ in draw_panel(zone(kind))[0]) for kind in ("loose", "ordered")]
    assert told == ["Row: 2 × Card (n 0), Card (n 1)", "Row: Card (n 0), Card (n 1), Card (n 0)"]
    closed = zone("loose")
    del closed.objects[0]["attributes"]["cards"]
    assert draw_panel(closed) == [[("Row", "bold"), (": 3 cards", "")]]


@pytest.mark.parametrize(
    ("change", "alike"),
    [
        ("", True),
        ("S.chosen = a;", False),  # something refers to one of them
        ("S.shelf.add(a);", False),
        ("S.shelf.add(a); S.shelf.add(b);", True),
        ("a.n = 2;", False),
        ("a.secret = 2;", False),  # nobody but an owner knows
        ("a.assign(1);", False),
        ("a.assign(0); b.assign(0);", True),
    ],
)
def test_what_is_alike(change: str, alike: bool) -> None:
    text = """interactable Card { number n = 1; PRIVATE }
    global class S { List<Card> shelf = {}; Card chosen; List<Card> all = {};
      action Take { trigger PlayerChoiceEvent; input Card card in all; effect { turn.pass(); } } }
    setup { Card a = new Card(); Card b = new Card(); S.all.add(a); S.all.add(b); CHANGE }"""
    private = "private number secret = 1;" if "secret" in change else ""
    state = started(text=text.replace("CHANGE", change).replace("PRIVATE", private))
    take(state, "Take")
    assert state.decision is not None
    labels = [option.label for option in state.decision.options]
    groups = Screen(Console(file=io.StringIO())).sight(state).alike(state.decision)
    assert (groups[0] == groups[1]) == alike, labels


def test_other_names_are_never_alike() -> None:
    state = started()
    take(state, "Play")
    scene = Scene(state.view(0))
    objects = scene.view["decision"]["objects"]
    assert find_alike(scene, ["a", "b", "c", "a"], objects, ()) == [0, 1, 2, 0]


def test_a_number_that_a_card_tells_is_never_taken_for_a_name() -> None:
    state = started(text=SHELVES.replace("input Card card;", "input List<Card> cards { return true; }"))
    take(state, "Take")
    assert [line.split()[-1] for line in options(state)][-1] == "done"
    assert "not offered" in str(played(state, "4"))  # `done` is the fourth, and the cards say 4


# ---- moves of others


def test_what_is_seen_of_a_move() -> None:
    state = started()
    looks = [look_at(Scene(state.view(1)))]
    for labels in (("Play", "Copper"), ("Hide",), ("Buy", "Inn")):
        take(state, *labels)
        looks.append(look_at(Scene(state.view(1))))
    assert describe_changes(looks[0], looks[1], 0) == ["table + Copper"]
    assert describe_changes(looks[1], looks[2], 1) == ["hand − 3 × Copper, − Estate"]  # their own
    assert describe_changes(looks[2], looks[3], 0) == ["table + Inn", "Market: row − Inn"]
    hidden = started()
    before = look_at(Scene(hidden.view(1)))
    take(hidden, "Hide")
    assert describe_changes(before, look_at(Scene(hidden.view(1))), 0) == []


def test_moves_are_told_where_there_are_secrets(tmp_path: Path) -> None:
    rules = tmp_path / "r.tgpl"
    rules.write_text(HEAD + SHOP.replace("ROW", '"Inn"'), encoding="utf-8")
    out = piped("play estate\nbuy\nquit\n", str(rules), home=tmp_path)
    assert out.count("player 0: table + Estate") == 1
    assert "player 1: Inn (Buy, card; the only choice)" in out  # there was nothing to choose
    assert out.count("player 1: table + Inn; Market: row − Inn") == 1
    assert "hand −" not in out


SETS = """interactable Card { string name; display { name "{name}"; } }
class Seat { List<Card> hand = {};
  action Give { trigger PlayerChoiceEvent; input 2 Card cards in hand { return any c in cards { c.name == "Elk" }; }
    effect { for (Card c in cards) { log("gives " + c.name); } turn.pass(); } } }
setup { for (player p in player.all()) { Seat s = new Seat(); s.assign(p);
    for (string n in { NAMES }) { s.hand.add(new Card() { name = n; }); } } }"""


@pytest.mark.parametrize(
    ("names", "typed", "given"),
    [
        ('"Ant", "Bee", "Elk"', "bee\nelk\n", ["Bee", "Elk"]),  # behind a bee only the elk is left, and not the ant
        ('"Ant", "Elk"', "ant\nelk\n", ["Ant", "Elk"]),  # the only move, and all of it: nothing passes by unseen
    ],
)
def test_no_move_is_made_without_a_choice(names: str, typed: str, given: list[str], tmp_path: Path) -> None:
    rules = tmp_path / "r.tgpl"
    rules.write_text(HEAD + SETS.replace("NAMES", names), encoding="utf-8")
    out = piped(typed + "quit\n", str(rules), "--seats", "human,first", "--seed", "1", home=tmp_path)
    said = [line.split()[1] for line in out.splitlines() if line.startswith("  gives ")]
    assert said[:2] == given, out


def test_what_one_player_does_in_a_row_is_told_as_one() -> None:
    state, onlookers = started(), Onlookers()
    onlookers.watch(1, look_at(Scene(state.view(1))), 1)
    for labels in (("Play",), ("Copper",)):
        take(state, *labels)
        onlookers.watch(1, look_at(Scene(state.view(1))), 0)
    assert onlookers.tell(1) == ["  player 0: table + Copper"]
    assert onlookers.tell(1) == [] and onlookers.tell(None) == []


# ---- in the order of declaration


ZONES = """interactable Card { number price = 1; display { name "{name} ({price})"; } }
cards Wares : Card { price, text; Anvil: 4, "Heavy."; Bread: 1, "Fresh."; }
override interactable Anvil { function Ring { returns string; effect { return "cling"; } } }
class Purse { number coins = 2;
  action Buy { trigger PlayerChoiceEvent; input Card card in Hand[this.player] { return card.price < coins; } effect { move card to Away; turn.pass(); } }
  action Rest { trigger PlayerChoiceEvent; effect { turn.pass(); } } }
zone Yard of Card { } zone Hand of Card { seen by owner; } global zone Away of Card { }
setup { for (player p in player.all()) { p has Hand, Purse, Yard; move new Anvil() to Hand[p]; move new Anvil() to Hand[p]; } }"""


def test_a_supply_is_told_whole() -> None:
    """Twenty kinds by what they cost: none is left out, and what lies under one key is held together."""
    text = """interactable Card { number cost = 0; }
cards Wares : Card { cost; ROWS }
global class Supply { Table<Table<number>> left = {}; Table<number> prices = {};
  action Sell { trigger PlayerChoiceEvent; input kind of Card what; effect { left[what.cost][what] -= 1; turn.pass(); } } }
setup { for (kind of Card k in Card.kinds) { Supply.left[k.cost][k] = 8; Supply.prices[k] = k.cost; } }"""
    rows = " ".join(f"Ware{number}: {number % 2};" for number in range(20))
    shown = panel(game(text.replace("ROWS", rows), head=HEAD).start(1), 0, 80)
    whole = " ".join(line.strip() for line in shown)
    kinds = [", ".join(f"Ware{number}: 8" for number in range(cost, 20, 2)) for cost in (0, 1)]
    assert f"left 0: ({kinds[0]}), 1: ({kinds[1]})" in whole
    assert "prices " + ", ".join(f"Ware{number}: {number % 2}" for number in range(20)) in whole
    assert max(map(measure, shown)) <= 80


def told(state: State, width: int = 100) -> list[str]:
    out = io.StringIO()
    Screen(Console(file=out, theme=THEME, width=width, markup=False)).show_table(state, 0)
    return out.getvalue().splitlines()


def test_what_a_player_has_is_told_in_the_order_of_declaration() -> None:
    state = started(text=ZONES)
    assert told(state)[1] == "player 0: coins 2; Yard none; Hand 2 × Anvil (4)"
    assert told(state, 30)[1:3] == ["player 0: coins 2; Yard none", "  Hand 2 × Anvil (4)"]


def test_why_an_action_cannot_be_chosen_with_something() -> None:
    table = Table(game(ZONES, head=HEAD), 1, 2, [None, None])
    for words in ("buy anvil", "anvil", "buy"):
        found = find_reasons(table.state, table.before_move, words)
        assert not isinstance(found, str)
        (reason,) = found
        assert (reason.name, reason.things) == ("Buy", ["Purse (coins 2)"]) and "none of 2 passes" in reason.words
    assert isinstance(find_reasons(table.state, table.before_move, "buy bread"), str)


def test_what_was_opened_again_is_told_once() -> None:
    state = started(text=ZONES)
    (anvil,) = [describe_thing(Scene(state.view(1)), state.game.rules, "bread")]
    assert anvil == ["Bread", "  Fresh."]
    hidden = describe_thing(Scene(state.view(None)), state.game.rules, "anvil")
    assert hidden == ["Anvil", "  Heavy."]
