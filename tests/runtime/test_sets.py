"""Choosing k of n: each set once, equal things as one option, and a search for a set that passes which comes to an end."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from alike import assert_alike, quick
from short_games import HEAD, game
from tgpl.agents.perft import perft
from tgpl.compile import compile_rules
from tgpl.runtime.state import State
from tgpl.text.files import Texts

CARDS = """enum Suit { Hearts, Spades, Clubs }
interactable Card { number cost = 0; display { name "card {cost}"; } }
class Hand { List<Card> cards = {}; List<Card> others = {}; Card marked; %s }
setup { Hand h = new Hand(); h.assign(0); for (number i = 0; i < 6; i += 1) { h.cards.add(new Card() { cost = %s; }); } %s }"""

REST = "action Rest { trigger PlayerChoiceEvent; effect { log(1); } }"


def hand(members: str, cost: str = "0", setup: str = "") -> State:
    return game(CARDS % (members, cost, setup)).start(1)


def asks(how: str, effect: str = "log(x.length);") -> str:
    return f"action Take {{ trigger PlayerChoiceEvent; input {how} effect {{ {effect} turn.pass(0); }} }}"


def offered(state: State) -> list[tuple[str, int]]:
    assert state.decision is not None
    return [(option.label, option.copies) for option in state.decision.options]


def take(state: State, *labels: str) -> None:
    for label in labels:
        assert state.decision is not None
        state.choose([option.label for option in state.decision.options].index(label))


# ---- each set once


@pytest.mark.parametrize(
    ("how", "cost", "sets"),
    [
        ("3 Card x in cards;", "i", 20),
        ("3 Card x in cards;", "0", 1),
        ("3 Card x in cards;", "i % 3", 7),  # of three kinds, two of each
        ("any number of Card x in cards;", "i % 3", 27),
        ("up to 2 Card x in cards;", "i % 2", 6),
        ("2 to 3 Card x in cards;", "i % 2", 7),
        ("at least 5 Card x in cards;", "i % 2", 3),
        ("2 Card x in cards { filter c { return c.cost < 3; } }", "i", 3),
        ("2 number x in { 1, 1, 2, 3 };", "0", 4),
        ("2 number x from 1 to 4;", "0", 6),
        ("2 player x;", "0", 1),
        ("2 player x in { 0, 0, 1 };", "0", 1),  # a player is there once
        ('2 string x in { "a", "a", "b" };', "0", 2),
        ("2 Suit x in { Suit.Hearts, Suit.Spades, Suit.Hearts };", "0", 2),
        ("2 Suit x;", "0", 3),
        ("2 kind of Card x in { Card, Card };", "0", 1),
    ],
)
def test_every_set_is_one_move(how: str, cost: str, sets: int) -> None:
    state = hand(asks(how), cost)
    assert perft(state, 1) == [sets]


def test_a_set_ends_by_itself_or_when_the_player_says_so() -> None:
    state = hand(asks("2 to 3 Card x in cards;"), "i % 2")
    take(state, "Take")
    assert offered(state) == [("card 0", 3), ("card 1", 3)]
    take(state, "card 0", "card 1")
    assert offered(state) == [("card 1", 2), ("done", 1)]
    take(state, "card 1")
    assert state.log == ["3"] and state.moves == 1


def test_what_may_be_none_is_never_missing() -> None:
    state = hand(asks("up to (cards.length - 9) Card x in cards;"))
    take(state, "Take")
    assert state.log == ["0"]
    assert "Take" not in dict(offered(hand(asks("7 Card x in cards;") + REST)))


def test_null_is_no_number() -> None:
    state = hand("number n;" + asks("n Card x in cards;"))
    assert state.ended == "error" and state.error is not None and state.error.code == "R701"


def test_only_a_whole_set_is_judged() -> None:
    state = hand(
        asks("2 to 4 Card x in cards { number sum = 0; for (Card c in x) { sum += c.cost; } return sum == 9; }"), "i"
    )
    take(state, "Take", "card 0", "card 1")
    assert offered(state) == [("card 3", 1)]  # and with it card 5: 0, 1, 3, 5
    take(state, "card 3", "card 5")
    assert state.log == ["4"]


# ---- what nothing tells apart


@pytest.mark.parametrize(
    ("setup", "groups"),
    [
        ("", [6]),
        ("h.marked = h.cards[4];", [5, 1]),
        ("h.others.append({ h.cards[1], h.cards[3] });", [4, 2]),
        ("h.others.append({ h.cards[1], h.cards[3], h.cards[1] });", [4, 1, 1]),
        ("h.cards[2].assign(1);", [5, 1]),
        ("h.others = h.cards;", [6]),
        ("Card held = h.cards[5]; log(held.cost);", [6]),
    ],
)
def test_what_refers_to_one_of_them_tells_them_apart(setup: str, groups: list[int]) -> None:
    state = hand(asks("2 Card x in cards;"), setup=setup)
    take(state, "Take")
    assert state.offer_set() is not None
    offer = state.offer_set()
    assert offer is not None and [option.copies for option in offer.decision.options] == groups


SECRETS = """interactable Card { private number value = 0; number back = 1; }
class Hand { private List<Card> cards = {}; private Card wanted;
  action Steal { trigger PlayerChoiceEvent; input 2 Card x in Market.row; effect { log("stolen"); turn.pass(); } }
  action Keep { trigger PlayerChoiceEvent; input 2 Card x in cards; effect { log("kept"); turn.pass(); } } }
global class Market { List<Card> row = {}; }
setup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p);
  for (number i = 0; i < 4; i += 1) { Card own = new Card(); own.assign(p); h.cards.add(own); Market.row.add(new Card() { value = %s; }); } }
  %s }"""


@pytest.mark.parametrize("value", ["0", "i"])
@pytest.mark.parametrize("more", ["", "Hand[1].wanted = Hand[0].cards[2];"])
def test_what_is_hidden_is_not_told_by_counts(value: str, more: str) -> None:
    state = game(SECRETS % (value, more)).start(1)
    with state.branch():
        take(state, "Steal")
        offer = state.offer_set()
        assert offer is not None and [option.copies for option in offer.decision.options] == [1] * 8
    take(state, "Keep")
    assert [count for _, count in offered(state)] == [4]  # what another wants in secret is not for this player


# ---- looking for a set that passes

ODD = "{ number sum = 0; for (Card c in x) { sum += c.cost; } return sum % 2 == 1; }"


@pytest.mark.parametrize("how", ["List<Card>", "any number of Card", "4 to 9 Card", "at least 3 Card"])
def test_where_no_set_passes_nothing_is_offered(how: str) -> None:
    text = CARDS.replace("i < 6", "i < 18") % (
        asks(f"{how} x in cards {ODD}") + REST,
        "2",
        "",
    )
    state = game(text).start(1)
    assert offered(state) == [("Rest", 1)] and state.ended is None


@pytest.mark.parametrize("how", ["List<Card>", "4 to 9 Card"])
def test_where_nobody_can_tell_a_dead_end_fails(how: str) -> None:
    """Eighteen cards that are all different: too many sets to try. What led into a dead end is not offered again."""
    text = CARDS.replace("i < 6", "i < 18") % (
        asks(f"{how} x in cards {ODD}") + REST,
        "2 * i",
        "",
    )
    made = game(text)
    state = made.start(1)
    assert offered(state) == [("Take", 1), ("Rest", 1)]
    take(state, "Take")
    first = offered(state)[0]
    while state.decision is not None and state.decision.kind == "input":
        state.choose(0)
    assert state.ended is None and state.refused == "There is nothing to choose for `x`." and state.moves == 0
    take(state, "Take")
    assert first not in offered(state)


@pytest.mark.parametrize("how", ["3 Card x in cards;", f"2 to 4 Card x in cards {ODD}", f"List<Card> x in cards {ODD}"])
@pytest.mark.parametrize("cost", ["i", "i % 3", "2 * i"])
def test_both_targets_choose_alike(how: str, cost: str) -> None:
    rules = CARDS % (asks(how, "cards.removeRange(x); log(x.length);"), cost, "h.marked = h.cards[3];")
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": HEAD + rules}))
    assert_alike(result.game(), quick(result), seeds=4, most_moves=12)


def test_a_call_answers_with_a_set() -> None:
    action = "action Take { input 2 Card x in cards; effect { log(x.length); } }"
    calls = "action Call { trigger PlayerChoiceEvent; effect { this.Take(x: { cards[0], cards[1] }); this.Take(x: { cards[0] });"
    state = hand(f'{action} {calls} this.Take(x: {{ cards[0], cards[0] }}); log("end"); turn.pass(0); }} }}')
    take(state, "Call")
    assert state.log == ["2", "end"]


# ---- why


def test_why_judges_the_set_and_not_the_order() -> None:
    state = hand(
        asks("3 Card x in cards { number sum = 0; for (Card c in x) { sum += c.cost; } return sum == 6; }"), "i"
    )
    take(state, "Take", "card 1")  # with 0 and 5, or with 2 and 3
    told = {
        thing: reason.words
        for reason in state.why()
        for thing in reason.things
        if "not in the list" not in reason.words
    }
    assert told == {
        "card 1": "it is chosen already",
        "card 4": "no set with it passes the filter",
        "done": "1 is chosen so far, and 3 are wanted",
    }


def test_any_order_at_the_table() -> None:
    state = hand(asks("3 Card x in cards;"), "i")
    take(state, "Take")
    assert [label for label, _ in offered(state)] == ["card 0", "card 1", "card 2", "card 3"]
    offer = state.offer_set((5,))
    assert offer is not None and [option.label for option in offer.decision.options] == [f"card {i}" for i in range(5)]
    whole = state.offer_set((5, 0, 3))
    assert (
        whole is not None
        and whole.is_whole
        and [key.serial for key in whole.keys] == sorted(key.serial for key in whole.keys)
    )


def test_in_a_perfectly_small_case_sets_are_those_of_mathematics() -> None:
    for kinds in (1, 2, 4):
        for size in (1, 2, 3):
            state = hand(asks(f"{size} Card x in cards;"), f"i % {kinds}")
            most = {kind: len(range(kind, 6, kinds)) for kind in range(kinds)}
            sets = [
                one
                for one in combinations_with_replacement(range(kinds), size)
                if all(one.count(kind) <= most[kind] for kind in one)
            ]
            assert perft(state, 1) == [len(sets)]
