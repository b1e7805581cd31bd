"""Hives: facts that can be worked out by hand, sums that no game may change, and its expansion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games import QUICK, TESTS, example
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.compile import compile_rules
from tgpl.runtime.state import State
from tgpl.text.files import Folder, Texts

FOLDER = TESTS.parent / "examples" / "hives"
View = dict[str, Any]
HELPERS = """
    function Begin { returns; effect { Supply.Open(); for (player p in player.all()) { p has Keeper, Deck, Hand, Played, Laid; Keeper[p].actions = 1; } } }
    function Hold { function input player who; function input List<Card> cards; returns; effect { move cards to Hand[who]; } }
"""
PILES = {"Drop": 60, "Jar": 30, "Barrel": 20, "Wasp": 20, "Nectar": 12}
LAND = ("Clover", "Meadow", "Heath", "Glade")


def probed(setup: str, name: str = "hives") -> State:
    """The game, or its expansion, with another setup for two, in which every pile lies open."""
    rules = (FOLDER / "hives.tgpl").read_text(encoding="utf-8").replace("PILES = 10", "PILES = 100")
    head = 'game "probe"; players 2 { names "Anise", "Borage"; } import "hives.tgpl";'
    texts = {"hives.tgpl": rules, "probe.tgpl": f"{head}\n{HELPERS} setup {{ Begin(); {setup} }}"}
    if name != "hives":
        expansion = (FOLDER / f"{name}.tgpl").read_text(encoding="utf-8").replace('of "hives.tgpl"', 'of "whole.tgpl"')
        main = rules.split("setup\n{", 1)
        rest = main[1].split("\n}\n", 1)[1]
        texts = {"whole.tgpl": f"{main[0]} {HELPERS} setup {{ Begin(); {setup} }} {rest}", "probe.tgpl": expansion}
    result = compile_rules(Texts("probe.tgpl", texts))
    assert result.playable, [str(problem) for problem in result.problems]
    state = result.game().start(0, 2)
    assert state.error is None, state.error
    return state


def offered(state: State) -> list[str]:
    assert state.decision is not None
    return [option.label for option in state.decision.options]


def take(state: State, *labels: str) -> None:
    for label in labels:
        state.choose(offered(state).index(label))


def asked(state: State) -> int:
    assert state.decision is not None
    return state.decision.player


def owned_by(view: View, name: str) -> dict[int, dict[str, Any]]:
    return {part["owners"][0]: part["attributes"] for part in view["objects"] if part["class"] == name}


def size(zone: dict[str, Any]) -> int:
    return int(zone["length"]) if "length" in zone else len(zone["cards"])


def left(view: View) -> dict[str, int]:
    (supply,) = (part["attributes"] for part in view["objects"] if part["class"] == "Supply")
    return {str(kind): int(count) for _, piles in supply["left"]["table"] for kind, count in piles["table"]}


def finished(name: str, games: int = 24) -> Iterator[State]:
    game = example(FOLDER / f"{name}.tgpl")
    for seed in range(games):
        players = 2 + seed % 3
        state = game.begin(seed, players)
        state.play(combine_agents(make_agents("random", players, seed)), 2_000)
        assert state.ended == "winner", (seed, state.ended, state.error)
        yield state


# ---- by hand


def test_on_the_first_day_only_what_can_be_paid_for_is_offered() -> None:
    """Seven drops and three clovers: two to five coins. Everything for that much, but the wasps, or nothing."""
    game = example(FOLDER / "hives.tgpl")
    seen = set()
    for seed in range(12):
        state = game.start(seed)
        player = asked(state)
        coins = int(owned_by(state.view(None), "Keeper")[player]["coins"])
        seen.add(coins)
        (supply,) = (part["attributes"] for part in state.view(None)["objects"] if part["class"] == "Supply")
        piles = {int(cost): [kind for kind, _ in kinds["table"]] for cost, kinds in supply["left"]["table"]}
        assert sum(map(len, piles.values())) == 17  # three honeys, three lands, the wasps, ten jobs
        take(state, "Buy")
        payable = {kind for cost, kinds in piles.items() if cost <= coins for kind in kinds} - {"Wasp"}
        assert set(offered(state)) == payable
    assert seen <= {2, 3, 4, 5} and len(seen) > 1


def test_what_a_deck_is_worth() -> None:
    state = probed("""
        Hold(who: 0, cards: { new Clover(), new Meadow(), new Wasp(), new Barrel(), new Queen() });
        move new Heath() to Deck[0];
        move new Heath() to Laid[0];
        move new Wasp() to Played[0];
        log(Score(who: 0));
        winner 0;
    """)
    assert list(state.log) == ["14"]  # 1 + 3 + 6 + 6 - 1 - 1


def test_the_queen_doubles_a_skep() -> None:
    state = probed("""
        Hold(who: 0, cards: { new Queen(), new Skep(), new Bear() });
        for (number i = 1; i <= 5; i += 1) { move new Drop() to Deck[0]; }
        turn.pass(0, "Work");
    """)
    take(state, "PlayJob", "Queen", "Skep")
    view = state.view(None)
    assert owned_by(view, "Keeper")[0]["actions"] == 4  # the queen takes the only one, the skep gives twice two
    assert [size(owned_by(view, name)[0]) for name in ("Hand", "Deck", "Played")] == [3, 3, 2]


def raid(more: str = "") -> State:
    state = probed(f"""
        Hold(who: 0, cards: {{ new Bear(), new Drop() }});
        Hold(who: 1, cards: {{ new Drop(), new Drop(), new Clover(), new Jar(), new Smoker() }});
        {more}
        turn.pass(0, "Work");
    """)
    take(state, "PlayJob", "Bear")
    return state


def test_who_answers_with_a_smoker_is_spared_and_draws() -> None:
    state = raid("move new Heath() to Deck[1];")
    assert asked(state) == 1 and len(offered(state)) == 2 and offered(state)[0] == "Smoker"
    state.choose(0)
    view = state.view(1)
    hand = owned_by(view, "Hand")[1]["cards"]
    names = sorted(part["class"] for part in view["objects"] if part.get("id") in {card["id"] for card in hand})
    assert names == ["Clover", "Drop", "Drop", "Heath", "Jar"]
    assert asked(state) == 0  # with one drop, and two coins of the bear
    assert owned_by(view, "Keeper")[0]["coins"] == 3


def test_who_passes_keeps_three_cards() -> None:
    state = raid()
    state.choose(1)
    assert asked(state) == 1
    take(state, *[next(label for label in offered(state) if "Drop" in label)])
    assert "Drop" in str(offered(state))  # the other one is still there
    take(state, *[next(label for label in offered(state) if "Clover" in label)])
    view = state.view(None)
    assert [size(owned_by(view, name)[1]) for name in ("Hand", "Laid")] == [3, 2]
    assert asked(state) == 0


def test_gaining_goes_by_the_price() -> None:
    state = probed("""
        Hold(who: 0, cards: { new Cooper(), new Drop() });
        turn.pass(0, "Work");
    """)
    take(state, "PlayJob", "Cooper")
    cheap = {
        "Drop",
        "Jar",
        "Clover",
        "Wasp",
        "Smoker",
        "Chandler",
        "Skep",
        "Scout",
        "Cooper",
        "Stall",
        "Grafter",
        "Swarm",
    }
    assert set(offered(state)) == cheap | {"Bear"}
    take(state, "Bear")
    assert left(state.view(None))["Bear"] == 7
    assert [card["id"] for card in owned_by(state.view(None), "Laid")[0]["cards"]] != []


def test_blossom_by_hand() -> None:
    state = probed(
        """
        Hold(who: 0, cards: { new Bear(), new Bear(), new Bear(), new Bear() });
        log(Score(who: 0));
        turn.pass(0, "Work");
        """,
        "blossom",
    )
    assert state.log[-1] == "0"
    take(state, "PlayJob", "Bear")
    assert asked(state) == 0  # nobody else has a card, so nobody is asked
    assert "Nectar" in left(state.view(None)) and left(state.view(None))["Glade"] == 8


# ---- sums


@pytest.mark.parametrize("name", ["hives", "blossom"])
def test_cards_come_from_the_supply_and_stay_with_their_players(name: str) -> None:
    for state in finished(name):
        view = state.view(None)
        piles = left(view)
        full = {kind: 4 + 2 * state.players if kind in LAND else PILES.get(kind, 8) for kind in piles}
        gone = sum(full.values()) - sum(piles.values())
        owned = sum(
            size(zone) for place in ("Deck", "Hand", "Played", "Laid") for zone in owned_by(view, place).values()
        )
        given_up = sum(" gives up " in line for line in state.log)
        assert owned == 10 * state.players + gone - given_up
        assert min(piles.values()) >= 0
        days = [int(line.split()[-2]) for line in state.log[-state.players :]]
        assert max(days) - min(days) <= 1
        assert min(days) == 25 or piles["Heath"] == 0 or sum(count == 0 for count in piles.values()) >= 3
        points = [int(line.split()[2]) for line in state.log[-state.players :]]
        ranks = sorted(range(state.players), key=lambda p: (-points[p], days[p], p))
        assert state.ranking is not None and [p for place in state.ranking for p in place] == ranks


@pytest.mark.parametrize("name", ["hives", "blossom"])
def test_both_targets_play_alike(name: str) -> None:
    result = compile_rules(Folder.of_main(str(FOLDER / f"{name}.tgpl")))
    game, native = result.game(), result.native(QUICK)
    for seed in range(6):
        players = 2 + seed % 3
        state = game.begin(seed, players)
        state.play(combine_agents(make_agents("random", players, seed)), 2_000)
        found = native.play(seed, players, agent="random", most_moves=2_000)
        assert (found.ended, found.ranking, found.choices, found.log) == (
            "winner",
            state.ranking,
            state.choices,
            state.log,
        )
