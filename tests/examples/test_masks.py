"""Masks: facts that can be worked out by hand, sums that no game may change, and its expansion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games import QUICK, TESTS, example
from tgpl.agents.perft import perft
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.compile import compile_rules
from tgpl.runtime.state import State
from tgpl.text.files import Folder, Texts

FOLDER = TESTS.parent / "examples" / "masks"
View = dict[str, Any]
HELPERS = """
    function Begin { returns; effect { for (player p in player.all()) { p has Family, Hand, Street, Secret, Face; } } }
    function Put { function input List<House> houses; function input player of = 0; returns; effect { move houses to Street[of]; } }
"""


def probed(setup: str) -> State:
    """The game with another setup, for two."""
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.suffix in (".tgpl", ".csv")
    }
    head = 'game "probe"; players 2 { names "Alba", "Bruno"; } import "masks.tgpl";'
    texts["probe.tgpl"] = f"{head}\n{HELPERS} setup {{ Begin(); {setup} }}"
    state = compile_rules(Texts("probe.tgpl", texts)).game().start(0)
    assert state.error is None, state.error
    return state


def offered(state: State) -> list[str]:
    assert state.decision is not None
    return [option.label for option in state.decision.options]


def take(state: State, *labels: str) -> None:
    for label in labels:
        state.choose(offered(state).index(label))


def finished(expansion: str = "masks", games: int = 24) -> Iterator[tuple[State, View]]:
    game = example(FOLDER / f"{expansion}.tgpl")
    fewest, most = game.rules.players
    for seed in range(games):
        players = fewest + seed % (most - fewest + 1)
        state = game.begin(seed, players)
        state.play(combine_agents(make_agents("random", players, seed)), 2_000)
        assert state.ended == "winner", (seed, state.ended, state.error)
        yield state, state.view(None)


def zones(view: View, name: str) -> dict[int, View]:
    return {part["owners"][0]: part for part in view["objects"] if part["class"] == name}


def size(zone: View) -> int:
    return int(zone["attributes"]["length"] if "length" in zone["attributes"] else len(zone["attributes"]["cards"]))


# ---- by hand


def test_the_draft_is_counted() -> None:
    """Seven masks on the tray; two players take two each, four players one: 7 · 6 · 5 · 4 ways either way."""
    game = example(FOLDER / "masks.tgpl")
    for players in (2, 4):
        assert perft(game.start(1, players), 4) == [7, 42, 210, 840]


def test_what_streets_are_worth() -> None:
    state = probed("""
        Put(houses: { new Courthouse(), new Palace(), new BellTower() });
        log(Score(who: 0));
        Put(houses: { new StallRow(), new Orchard(), new Jetty() });
        log(Score(who: 0));
        Town.builder = 0;
        Family[1].gold = 11;
        Put(houses: { new StrongRoom(), new Theatre() }, of: 1);
        for (number i = 1; i <= 6; i += 1) { move new Jetty() to Hand[1]; }
        log(Score(who: 0) + " " + Score(who: 1));
        winner 0;
    """)
    # 3 + 6 + 5 and two of the Crown; three more and all five quarters; the first full street; 5 + 4, eleven gold and six plans.
    assert list(state.log) == ["16", "22", "24 16"]


def test_income_and_robbery() -> None:
    state = probed("""
        Put(houses: { new Courthouse(), new Palace(), new StallRow() });
        for (kind of Mask k in Mask.kinds)
        {
            Mask mask = new k();
            move mask to Face[0];
            log(k.name + " " + mask.Income());
        }
        Family[0].gold = 5;
        Town.robber = 1;
        Face[0].cards[0].Rob();
        log(Family[0].gold + " " + Family[1].gold);
        winner 0;
    """)
    *incomes, _, robbed = state.log
    assert incomes == ["Spider 0", "Magpie 0", "Cat 0", "Lion 2", "Tortoise 0", "Bee 2", "Beaver 0", "Heron 0"]
    assert robbed == "2 5"  # half of five, rounded up, to two


def test_a_mask_that_is_caught_misses_its_turn_and_one_that_is_marked_pays() -> None:
    state = probed("""
        Family[1].gold = 7;
        move new Spider() to Secret[0]; move new Lion() to Secret[1];
        move new Magpie() to Secret[0]; move new Bee() to Secret[1];
        turn.pass(0, "Call");
    """)
    take(state, "TakeGold", "Catch")
    assert offered(state) == ["Magpie", "Cat", "Lion", "Tortoise", "Bee", "Beaver", "Heron"]
    take(state, "Lion", "Done", "TakeGold", "Mark")
    assert offered(state) == ["Cat", "Tortoise", "Bee", "Beaver", "Heron"]  # what is caught has nothing to take
    take(state, "Bee", "Done")
    assert "Bruno wears Lion and is caught." in state.log
    assert state.log[-1] == "Alba takes 4 gold from Bruno."
    assert state.decision is not None and state.decision.player == 1
    families = zones(state.view(None), "Family")
    assert [families[p]["attributes"]["gold"] for p in (0, 1)] == [10, 4]  # 2 + 2 + 2 + 4, 7 - 4 + 1


def test_the_heron_pays_the_difference_and_one() -> None:
    setup = """
        Family[0].gold = 3;
        Put(houses: { new Jetty(), new Orchard() });
        Put(houses: { new RoseWalk(), new Courthouse(), new Palace(), new Labyrinth(), new Orchard() }, of: 1);
        move new Heron() to Secret[0];
        MORE
        turn.pass(0, "Call");
    """
    state = probed(setup.replace("MORE", ""))
    take(state, "TakeGold", "Swap")  # one for the jetty makes 6 gold
    assert offered(state) == ["Jetty (Harbour 1)"]  # Bruno has an orchard already
    take(state, "Jetty (Harbour 1)")
    assert offered(state) == ["Rose Walk (Garden 2)", "Courthouse (Crown 3)", "Palace (Crown 6)"]  # no second orchard
    take(state, "Palace (Crown 6)")
    families = zones(state.view(None), "Family")
    assert [families[p]["attributes"]["gold"] for p in (0, 1)] == [0, 8]
    safe = probed(setup.replace("MORE", "move new Tortoise() to Face[1];"))
    take(safe, "TakeGold")
    assert "Swap" not in offered(safe)


def test_the_cat_sees_a_hand_and_nobody_else_does() -> None:
    state = probed("""
        move new Palace() to Hand[1]; move new Jetty() to Hand[1];
        move new Cat() to Secret[0];
        turn.pass(0, "Call");
    """)
    take(state, "TakeGold", "Sneak", "Bruno")
    assert sorted(offered(state)) == ["Jetty (Harbour 1)", "Palace (Crown 6)"]
    assert "Palace" not in str(state.view(None)["objects"])
    take(state, "Palace (Crown 6)")
    assert state.log[-1] == "Alba sneaks into the house of Bruno."


# ---- sums


@pytest.mark.parametrize(("expansion", "houses", "masks", "aside"), [("masks", 52, 8, 1), ("strangers", 63, 10, 2)])
def test_nothing_gets_lost_and_streets_make_the_ranking(expansion: str, houses: int, masks: int, aside: int) -> None:
    for state, view in finished(expansion):
        decks = {part["class"]: part["size"] for part in view["objects"] if part["kind"] == "stack"}
        lying = {name: zones(view, name) for name in ("Hand", "Street", "Secret", "Face", "Tray")}
        count = {name: sum(map(size, found.values())) for name, found in lying.items()}
        assert decks["Plans"] + count["Hand"] + count["Street"] == houses
        assert decks["Box"] == aside and aside + count["Secret"] + count["Face"] + count["Tray"] == masks
        assert count["Face"] == state.players * (2 if state.players < 4 else 1)
        things = {part["id"]: part for part in view["objects"]}
        for street in lying["Street"].values():
            names = [things[card["id"]]["class"] for card in street["attributes"]["cards"]]
            assert max(Counter(names).values(), default=0) <= 1
        points = {int(p): int(line.split()[2]) for p, line in enumerate(state.log[-state.players :])}
        assert state.ranking is not None and state.ranking[0][0] in [
            p for p in points if points[p] == max(points.values())
        ]
        longest = max(map(size, lying["Street"].values()))
        assert longest >= 7 or sum("opens the box" in line for line in state.log) == 12


@pytest.mark.parametrize("name", ["masks", "strangers"])
def test_both_targets_play_alike(name: str) -> None:
    result = compile_rules(Folder.of_main(str(FOLDER / f"{name}.tgpl")))
    game, native = result.game(), result.native(QUICK)
    fewest, most = game.rules.players
    for seed, players in enumerate(range(fewest, most + 1)):
        state = game.begin(seed, players)
        state.play(combine_agents(make_agents("random", players, seed)), 2_000)
        found = native.play(seed, players, agent="random", most_moves=2_000)
        assert (found.ended, found.ranking, found.choices, found.log) == (
            "winner",
            state.ranking,
            state.choices,
            state.log,
        )
