"""Who thinks never peeks: states that look alike to a seat lead to the same choice."""

from __future__ import annotations

import json
from functools import cache

import pytest

from games import EXAMPLES
from ranked_pieces import ranked, ranks
from tgpl.agents.search import Manner
from tgpl.compile import Result, compile_rules
from tgpl.native.game import NativeGame
from tgpl.native.toolchain import compiler
from tgpl.runtime.game import Game
from tgpl.runtime.rng import Rng
from tgpl.runtime.state import State
from tgpl.text.files import Folder, Texts
from thinkers import MANNERS, thought

pytestmark = pytest.mark.skipif(compiler() is None, reason="needs a C compiler")


@cache
def both(text: str) -> tuple[Game, NativeGame]:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text}))
    return compiled(result)


@cache
def example(name: str) -> tuple[Game, NativeGame]:
    path = next(path for path in EXAMPLES if path.stem == name)
    return compiled(compile_rules(Folder.of_main(str(path))))


def compiled(result: Result) -> tuple[Game, NativeGame]:
    assert result.playable, [str(problem) for problem in result.problems]
    return result.game(), result.native()


def looks(state: State, seat: int) -> str:
    return json.dumps(state.view(seat), sort_keys=True)


def assert_alike(native: NativeGame, states: list[State], seat: int, games: int) -> None:
    """They look alike, are not, and lead to the same thoughts to the last number."""
    assert len({looks(state, seat) for state in states}) == 1
    assert len({state.digest() for state in states}) == len(states)
    manners: list[Manner] = ["mcts", "flat"]
    for manner in manners:
        found = [thought(native, state, games, seed=7, manner=manner) for state in states]
        assert all(one == found[0] for one in found), [one.options for one in found]


# ---- goofspiel: the order of the prizes, and what the other has bid


@pytest.mark.parametrize("decisions", [1, 3, 5])
def test_goofspiel_is_played_without_looking(decisions: int) -> None:
    """Among many matches there are some that look alike."""
    game, native = example("goofspiel")
    alike: dict[str, dict[str, State]] = {}
    for seed in range(400):
        state, chance = game.start(seed), Rng(seed)
        mine = 0
        while state.decision is not None:
            decision = state.decision
            if decision.player == 0 and decision.kind == "input":
                mine += 1
                if mine == decisions:
                    break
                state.choose(0)
            else:
                state.choose(chance.below(len(decision.options)))
        alike.setdefault(looks(state, 0), {})[state.digest()] = state
    group = max(alike.values(), key=len)
    assert len(group) > 1
    assert_alike(native, list(group.values())[:3], 0, 60)


# ---- honours: cards that others hold are exchanged by a choice that nobody sees


HONOURS = """phase Dealing
    {
        player 3 input bool exchange;
        effect
        {
            CardTable.DealHand();
            if (exchange)
            {
                for (number i = 0; i < 5; i += 1)
                {
                    PlayingCard card = Seat[1].hand[i];
                    Seat[1].hand[i] = Seat[2].hand[i];
                    Seat[2].hand[i] = card;
                }
            }
        }
    }"""


def test_honours_is_played_without_looking() -> None:
    path = next(path for path in EXAMPLES if path.stem == "honours")
    text = path.read_text(encoding="utf-8").replace("phase Dealing { CardTable.DealHand(); }", HONOURS)
    assert HONOURS in text
    game, native = both(text)
    states = []
    for exchange in (0, 1):
        state = game.start(5)
        state.choose(exchange)
        while state.decision is not None and state.decision.kind == "action":
            state.choose(0)
        states.append(state)
    assert_alike(native, states, 0, 25)
    for state in states:  # everybody gives a card to their partner; then somebody leads
        state.choose(3)
        while state.decision is not None and (state.decision.player != 0 or state.decision.kind == "action"):
            labels = [option.label for option in state.decision.options]
            state.choose(labels.index(max(labels)))
    if looks(states[0], 0) == looks(states[1], 0):
        assert_alike(native, states, 0, 25)


# ---- everything that can be hidden


HIDDEN = """game "hidden"; players 2;
setup
{
    for (player p in player.all())
    {
        Chest chest = new Chest();
        chest.assign(p);
    }
}
interactable Coin { number worth; bool false_ = false; string stamp = ""; }
class Purse { List<Coin> coins = {}; number lining = 0; }
class Chest
{
    private number secret = 0;
    private string word = "";
    private bool open = false;
    private player friend = null;
    private List<number> marks = {};
    private List<Coin> coins = {};
    private Purse purse = null;
    private Table<number> ledger = {};
    action Hide
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Hiding" && this.player == 1; }
        input number n from 1 to 3;
        input number size from 0 to 4;
        input bool lid;
        effect
        {
            secret = n;
            open = lid;
            word = "w" + n + size;
            if (lid) { friend = 0; }
            purse = new Purse() { lining = n * 2; };
            ledger["n"] = n;
            for (number i = 0; i < size; i += 1)
            {
                marks.add(i * n);
                coins.add(new Coin() { worth = i + n; false_ = lid; stamp = word; });
                purse.coins.add(new Coin() { worth = n; });
            }
            turn.pass(0, "Guessing");
        }
    }
    action Guess
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Guessing" && this.player == 0; }
        input number n from 1 to 6;
        effect
        {
            Chest other = Chest[1];
            number worth = 0;
            for (Coin coin in other.coins) { worth += coin.worth; }
            for (Coin coin in other.purse.coins) { worth += coin.worth; }
            if (n == other.secret) { winner 0; }
            if (n > 4 && worth > 20 && other.marks.length > 3 && other.open && other.ledger["n"] > 1 && other.friend == 0) { winner { {0, 1} }; }
            winner 1;
        }
    }
}
turn T { phase Hiding { } phase Guessing { } default { return 1; } }
"""


def hidden_states(game: Game) -> list[State]:
    states = []
    for n, size, lid in ((0, 0, 0), (1, 4, 1), (2, 2, 0), (2, 4, 0), (0, 1, 1)):
        state = game.start(1)
        assert state.decision is not None
        while state.decision is not None and state.decision.player == 0:
            state.choose(0)
        for choice in (0, n, size, lid, 0):
            state.choose(choice)
        states.append(state)
    return states


def test_numbers_texts_lists_and_objects_are_not_looked_at() -> None:
    game, native = both(HIDDEN)
    states = hidden_states(game)
    assert all(state.decision is not None and state.decision.name == "n" for state in states)
    assert_alike(native, states, 0, 200)


def test_what_can_be_hidden_is_learnt_from_games_of_ones_own() -> None:
    """Only 1 to 3 are ever hidden."""
    game, native = both(HIDDEN)
    found = thought(native, hidden_states(game)[0], 600)
    assert found.best < 3
    tried = [known.visits for known in found.options]
    assert sum(tried[:3]) > 2 * sum(tried[3:])
    means = [known.mean for known in found.options]
    assert 0.15 < max(means) < 0.6, "a third of the guesses is right: more would be looking"


def test_a_rank_is_not_read_off_the_age_of_a_piece() -> None:
    """They were made in a known order, and stand in one that only their owner knows."""
    result = ranks()
    native = result.native()
    states = [ranked(a) for a in range(4)]
    found = [[thought(native, state, 120, seed=7, manner=manner) for state in states] for manner in MANNERS]
    for same in found:
        assert all(one == same[0] for one in same), [one.options for one in same]
        assert all(known.mean < 0.7 for known in same[0].options), "one in four is right"


# ---- hidden boards, and options that cannot be seen


BOARDS = """game "boards"; players 2;
setup { for (player p in player.all()) { Admiral a = new Admiral(); a.assign(p); a.sea = new Sea(); } }
interactable Ship { number guns = 1; }
tile Water { bool hit = false; }
board Sea { group Grid { geometry square; grid 3 by 1 of Water; } }
class Admiral
{
    private Sea sea = null;
    action Place
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Placing"; }
        input number x from 0 to 2;
        effect { Ship ship = new Ship(); ship.move_to(sea.Grid[x][0]); if (this.player == 0) { turn.pass(1, "Placing"); } else { turn.pass(0, "Shooting"); } }
    }
    action Shoot
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Shooting"; }
        input number x from 0 to 3;
        effect { if (x < 3 && Admiral[this.player + 1].sea.Grid[x][0].pieces.length > 0) { winner this.player; } winner this.player + 1; }
    }
}
turn T { phase Placing { } phase Shooting { } default { return 0; } }
"""


def test_what_stands_on_a_hidden_board_is_not_looked_at() -> None:
    game, native = both(BOARDS)
    states = []
    for x in (0, 1, 2):
        state = game.start(2)
        for choice in (0, 1, 0, x, 0):
            state.choose(choice)
        states.append(state)
    assert_alike(native, states, 0, 100)
    found = thought(native, states[0], 400)
    assert found.best < 3
    assert all(0.15 < known.mean < 0.55 for known in found.options[:3])


DRAWING = """game "drawing"; players 2;
setup { for (player p in player.all()) { Hand h = new Hand(); h.assign(p); } }
interactable Card { number value = 0; }
class Hand
{
    private List<Card> cards = {};
    action Fill
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Filling"; }
        input number good from 0 to 2;
        effect
        {
            for (number i = 0; i < 3; i += 1) { Card card = new Card(); if (i == good) { card.value = 1; } cards.add(card); }
            if (this.player == 0) { turn.pass(1, "Filling"); } else { turn.pass(0, "Drawing"); }
        }
    }
    action Draw
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Drawing"; }
        optional input Card card in Hand[this.player + 1].cards;
        effect { if (card != null && card.value == 1) { winner this.player; } winner this.player + 1; }
    }
}
turn T { phase Filling { } phase Drawing { } default { return 0; } }
"""


def test_cards_from_behind_are_all_the_same() -> None:
    game, native = both(DRAWING)
    states = []
    for good in (0, 1, 2):
        state = game.start(3)
        for choice in (0, 1, 0, good, 0):
            state.choose(choice)
        assert state.decision is not None
        assert [option.label for option in state.decision.options[:3]] == ["", "", ""]
        states.append(state)
    assert_alike(native, states, 0, 100)
    found = thought(native, states[0], 600)
    assert found.best < 3, "to draw one is better than to draw none"
    assert found.options[0] == found.options[1] == found.options[2]
    assert 0.2 < found.options[0].mean < 0.45


ZONES = """game "zones"; players 2;
interactable Card { number value = 0; }
zone Hand of Card { seen by owner; }
zone Pile of Card { seen by nobody; ordered; }
global class Desk
{
    number wrong = 0;
    action Fill
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Filling"; }
        input number good from 0 to 3;
        effect
        {
            player me = player.active();
            for (number i = 0; i < 4; i += 1) { Card c = new Card() { value = i; }; if (i == good) { move c to Pile[me]; } else { move c to Hand[me]; } }
            if (me == 0) { turn.pass(1, "Filling"); } else { turn.pass(0, "Guessing"); }
        }
    }
    action Guess
    {
        trigger PlayerChoiceEvent { return turn.phase.active() == "Guessing"; }
        input number value from 0 to 5;
        effect
        {
            number found = 0;
            for (player p in player.all()) { for (Card c in Pile[p]) { if (c.zone != Pile[p] || c.player != p) { Desk.wrong += 1; } } }
            for (Card c in Hand[1]) { found += 1; if (c.zone != Hand[1] || c.player != 1) { Desk.wrong += 1; } }
            Card top = Pile[1].top;
            move top to Hand[1];
            if (Desk.wrong > 0 || found != 3 || Hand[1].length != 4 || Hand[1].cards.length != 4 || Pile[1].length != 0) { winner 1; }
            if (top.value == value) { winner 0; }
            winner 1;
        }
    }
}
setup { for (player p in player.all()) { p has Hand, Pile; } }
turn T { phase Filling { } phase Guessing { } default { return 0; } }
"""


def test_zones_are_imagined_as_full_as_they_are() -> None:
    """And what lies there knows where it lies: else a guess would never be right."""
    game, native = both(ZONES)
    states = []
    for good in (0, 1, 3):
        state = game.start(3)
        for choice in (0, 2, 0, good, 0):
            state.choose(choice)
        states.append(state)
    assert_alike(native, states, 0, 100)
    found = thought(native, states[0], 600)
    assert found.best < 4
    assert all(0.1 < known.mean < 0.5 for known in found.options[:4])
    assert all(known.mean < 0.05 for known in found.options[4:])
