"""Nothing that a seat may not see appears in what it is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import EXAMPLES, example
from hidden import hidden_serials
from tgpl.compile import compile_rules
from tgpl.runtime.state import State
from tgpl.runtime.visibility import find_visible, find_visible_when_asked
from tgpl.text.files import Texts

SECRET = [path for path in EXAMPLES if example(path).rules.secrets]


def seen_by(state: State, seat: int | None) -> frozenset[int]:
    asked = state.decision is not None and state.decision.player == seat
    return state._processor.look(
        lambda match: find_visible_when_asked(match, seat) if asked and seat is not None else find_visible(match, seat)
    )


def ids(data: Any) -> set[int]:
    """Every object that plain data names."""
    if isinstance(data, dict):
        own = {data["id"]} if isinstance(data.get("id"), int) else set()
        return own.union(*(ids(part) for part in data.values()))
    if isinstance(data, list):
        return set().union(*(ids(part) for part in data))
    return set()


@pytest.mark.features("T63")
@pytest.mark.parametrize("path", SECRET, ids=lambda path: path.stem)
@given(seed=st.integers(0, 2**32), chance=st.data())
@settings(max_examples=10, deadline=None)
def test_examples(path: Path, seed: int, chance: st.DataObject) -> None:
    state = example(path).start(seed)
    for _ in range(100):
        if state.decision is None:
            return
        for seat in (None, *range(state.players)):
            view = state.view(seat)
            assert not seen_by(state, seat) & hidden_serials(state, seat)
            assert ids(view) == set(range(len(view["objects"])))
            json.dumps(view)
            mine = state.decision.player == seat
            assert ("options" in view["decision"]) == mine
        state.choose(chance.draw(st.integers(0, len(state.decision.options) - 1)))


RULES = """
game "thief";
players 2;
interactable Card { number value; }
stack Deck { returns Card; default { for (number v = 0; v < 8; v += 1) { push(new Card() { value = v; }); } } }
global class Table_ { private number secret = 4711; Deck deck = new Deck(); List<Card> open = {}; }
class Hand
{
    private List<Card> cards = {};
    private number plan = 4712;
    action Steal { trigger PlayerChoiceEvent; input Card c in Hand[this.player + 1].cards;
        effect { Hand[this.player + 1].cards.remove(c); cards.add(c); c.assign(this.player); turn.pass(); } }
    action Show { trigger PlayerChoiceEvent; input Card c in cards;
        effect { cards.remove(c); Table_.open.add(c); if (cards.length == 0) { winner this.player; } turn.pass(); } }
}
turn T { default { return player.active() + 1; } }
setup
{
    for (player p in player.all())
    {
        Hand h = new Hand(); h.assign(p);
        for (number i = 0; i < 3; i += 1) { Card c = Table_.deck.pop(); c.assign(p); h.cards.add(c); }
    }
}
"""


def test_what_lies_in_a_private_hand() -> None:
    game = compile_rules(Texts("main.tgpl", {"main.tgpl": RULES})).game()
    state = game.start(3)
    mine, theirs, nobody = (json.dumps(state.view(seat)) for seat in (0, 1, None))
    assert "4712" in mine and "4712" in theirs and "4712" not in nobody
    assert all("4711" not in shown for shown in (mine, theirs, nobody))
    for shown, values in ((mine, {7.0, 6.0, 5.0}), (theirs, {4.0, 3.0, 2.0}), (nobody, set())):
        cards = [part for part in json.loads(shown)["objects"] if part["class"] == "Card"]
        assert {card["attributes"]["value"] for card in cards} == values
        deck = next(part for part in json.loads(shown)["objects"] if part["class"] == "Deck")
        assert deck["size"] == 2


def test_simultaneous_choices_are_unseen() -> None:
    """What one seat chooses changes nothing that the others see, until all have chosen."""
    state = example(next(path for path in EXAMPLES if path.stem == "goofspiel")).start(5)
    before = state.view(1)
    del before["decision"], before["moves"]
    for chosen in range(3):
        other = state.copy()
        other.choose(0)
        other.choose(chosen)
        assert other.decision is not None and other.decision.player == 1
        after = other.view(1)
        del after["decision"], after["moves"]
        assert after == before


def test_hidden_candidates_tell_nothing() -> None:
    game = compile_rules(Texts("main.tgpl", {"main.tgpl": RULES})).game()
    orders = set()
    for seed in range(20):
        state = game.start(seed)
        state.choose(0)
        decision = state.decision
        assert decision is not None
        assert [option.label for option in decision.options] == ["", "", ""]
        orders.add(tuple(option.key for option in decision.options))
        assert state.view(0)["decision"]["options"] == [None, None, None]
        state.choose(1)
        assert state.decision is not None
    assert len(orders) > 3


def test_what_is_shown_is_seen() -> None:
    game = compile_rules(Texts("main.tgpl", {"main.tgpl": RULES})).game()
    state = game.start(1)
    state.choose(1)
    assert state.decision is not None and all(option.label for option in state.decision.options)
    state.choose(0)
    for seat in (None, 0, 1):
        shown = next(part for part in state.view(seat)["objects"] if part["class"] == "Table_")
        (card,) = shown["attributes"]["open"]
        assert "id" in card and "secret" not in shown["attributes"]
