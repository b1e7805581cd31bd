"""Facts about the example games that can be worked out by hand, and sums that no game may change.

What a probe logs is held against what a person with pencil and paper would get. Conserved sums are looked at in what a
spectator sees of random games.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from example_probes import FOLDER, attributes, finished, of_class, probe, probed, ranked
from games import example
from tgpl.agents.perft import perft
from tgpl.runtime.rng import Rng

# ---- workshops


def test_workshops_work_in_the_order_in_which_they_were_built() -> None:
    """In a good order two grain are six coins on the first morning; in the worst order it takes three mornings."""
    rules = """
        function Open
        {
            function input player p;
            function input List<Workshop> built;
            returns;
            effect
            {
                Yard yard = new Yard();
                yard.assign(p);
                yard.workshops = built;
                for (number day = 1; day <= 3; day += 1)
                {
                    yard.WorkEverywhere();
                    log(yard.grain + " " + yard.flour + " " + yard.coins + " " + yard.Fame());
                }
            }
        }
        setup
        {
            Open(p: 0, built: { new Farm(), new Mill(), new Bakery() });
            Open(p: 1, built: { new Bakery(), new Mill(), new Farm() });
            Open(p: 0, built: { new Farm(), new Mill(), new Almshouse(), new Fair(), new Bakery() });
            winner 0;
        }
    """
    assert probe("workshops", rules) == [
        *("0 0 6 4", "0 0 12 4", "0 0 18 4"),
        *("2 0 0 4", "2 2 0 4", "2 2 6 4"),
        *("0 0 5 8", "0 0 10 9", "0 0 15 10"),  # one flour to the poor, two coins from the fair, three from the bakery
    ]


def test_workshops_never_get_lost_and_make_the_ranking() -> None:
    for state, view in finished("workshops"):
        (town,) = attributes(view, "Town")
        (plans,) = of_class(view, "Plans")
        built = [len(yard["workshops"]) for yard in attributes(view, "Yard")]
        given_up = len(plans["discards"]["stack"])
        assert plans["size"] + len(town["market"]) + given_up + sum(built) == 10 * (state.players + 1) + 2
        assert given_up == state.moves / state.players - 1  # one each round, but none after the last
        fame = {part["id"]: part["attributes"].get("fame") for part in view["objects"] if "attributes" in part}
        scores = {}
        for yard in of_class(view, "Yard"):
            own = yard["attributes"]
            total = own["thanks"] + sum(fame[workshop["id"]] for workshop in own["workshops"])
            scores[yard["owners"][0]] = (total, own["coins"])
        assert state.ranking == ranked(scores)


# ---- settlement


def test_settlement_first_moves() -> None:
    """Eight places need nothing, and only on the beach can several stand.

    Second worker: 8 places after the beach, 7 after each of the 7 others: 57. Third: 8 after twice the beach, 7 after the beach and
    another in either order (2 * 7 * 7), 6 after two others (7 * 6 * 6): 358. Who went to the forest first, which leaves the second
    player 7 places, can now build a hut or a boat: 14 more.
    """
    game = example(FOLDER / "settlement" / "settlement.tgpl")
    assert perft(game.start(), 3) == [8, 57, 372]


@pytest.mark.parametrize("expansion", [None, "crafts"])
def test_settlement_glory_is_what_was_built(expansion: str | None) -> None:
    worth = {"hut": 1, "boat": 3, "tower": 6, "hall": 8}
    for state, view in finished("settlement", expansion=expansion):
        built = {p: Counter[str]() for p in range(state.players)}
        glory = Counter[int]()
        for line in state.log:
            if found := re.fullmatch(r"Player (\d) builds a (\w+) and has (-?\d+) glory\.", line):
                p = int(found[1])
                built[p][found[2]] += 1
                glory[p] += worth[found[2]]
                assert glory[p] == int(found[3])
            elif found := re.fullmatch(r"Player (\d) has (\d+) fish too few\.", line):
                glory[int(found[1])] -= 2 * int(found[2])
            elif found := re.fullmatch(r"Player (\d) (makes a tool|gives a feast)\.", line):
                glory[int(found[1])] += 1 if found[2] == "makes a tool" else 3
        stores = {}
        for settler in of_class(view, "Settler"):
            (p,) = settler["owners"]
            own = settler["attributes"]
            assert len(own["workers"]) == 3 + built[p]["hut"] <= 5
            assert own["boats"] == built[p]["boat"]
            assert min(own["wood"], own["stone"], own["fish"]) >= 0
            stores[p] = own["wood"] + own["stone"] + own["fish"]
        assert state.ranking == ranked({p: (glory[p], stores[p]) for p in stores})
        assert sum(line.startswith("Year") for line in state.log) == 5


def test_settlement_with_crafts_first_moves() -> None:
    """Two more places need nothing; a feast takes four fish, so only a shoal on top of the first three allows it."""
    game = example(FOLDER / "settlement" / "crafts.tgpl")
    omens = set()
    for seed in range(20):
        state = game.start(seed)
        omens.add(state.log[0])
        assert perft(state, 1) == [11 if state.log[0] == "The omen: Shoal." else 10]
    assert len(omens) == 4


# ---- honours


def test_honours_tricks() -> None:
    """Trump beats the ace of the led suit; without trump the highest of the led suit takes, whatever else lies there."""
    rules = """
        import "std/cards52";
        function Lay
        {
            function input List<number> ranks;
            function input List<string> suits;
            returns;
            effect
            {
                CardTable.trick.trump = "clubs";
                CardTable.trick.Lead(by: 2);
                for (number i = 0; i < 4; i += 1)
                {
                    CardTable.trick.cards.add(new PlayingCard() { rank = ranks[i]; suit = suits[i]; });
                }
                CardTable.GatherTrick();
            }
        }
        setup
        {
            for (player p in player.all()) { Seat seat = new Seat(); seat.assign(p); seat.hand.add(new PlayingCard()); }
            Lay(ranks: { 10, 13, 2, 14 }, suits: { "hearts", "hearts", "clubs", "hearts" });
            Lay(ranks: { 5, 14, 11, 6 }, suits: { "hearts", "spades", "diamonds", "hearts" });
            for (player p in player.all()) { Seat[p].hand.clear(); }
            Lay(ranks: { 3, 2, 2, 12 }, suits: { "hearts", "spades", "diamonds", "hearts" });
            CardTable.CheckGoal();
            winner 0;
        }
    """
    assert probe("honours", rules, players=4) == [
        "Player 0 takes a trick worth 7.",
        "Player 1 takes a trick worth 5.",
        "Player 1 takes a trick worth 7.",  # a queen, and five for the last one
        "The score is 7 to 12.",
    ]


def test_honours_every_hand_is_worth_45() -> None:
    """Four suits with 4 + 3 + 2 + 1, and 5 for the last trick; thirteen tricks, and after a hand all cards are back."""
    for state, view in finished("honours", games=12):
        hands = 0
        for line in state.log:
            if found := re.fullmatch(r"The score is (\d+) to (\d+)\.", line):
                hands += 1
                score = (int(found[1]), int(found[2]))
                assert sum(score) == 45 * hands
        assert sum("takes a trick" in line for line in state.log) == 13 * hands
        assert state.moves == (4 + 52) * hands
        assert max(score) >= 100
        assert state.ranking == ([[0, 2], [1, 3]] if score[0] > score[1] else [[1, 3], [0, 2]])
        (deck,) = of_class(view, "Deck52")
        assert deck["size"] + len(deck["discards"]["stack"]) == 52


# ---- wildfire


def test_wildfire_spreads_with_the_wind() -> None:
    """From the corner a strong wind from the west makes three burning fields, a wind from the north then six, or five at the pond."""
    rules = """
        function Blow
        {
            function input number direction;
            function input number force;
            returns;
            effect
            {
                Wind wind = new Wind() { direction = direction; force = force; };
                Valley.Spread(fires: Valley.BurningFields(), wind: wind);
                log(Valley.BurningFields().length + " burn");
            }
        }
        setup
        {
            Valley.map.Fields[0][0].fire = 1;
            Blow(direction: 6, force: 1);                  // over the edge
            Blow(direction: 2, force: 2);
            Blow(direction: 4, force: 1);
            Valley.map.Fields[4][1].fire = 1;
            Blow(direction: 4, force: 1);                  // three more in the corner, and none in the pond at (4, 2)
            for (number i = 1; i <= 3; i += 1) { Valley.BurnOn(fires: Valley.BurningFields()); }
            log(Valley.BurningFields().length + " burn, houses lost: " + Valley.housesLost);
            Valley.map.Fields[5][1].fire = 3;
            Valley.BurnOn(fires: Valley.BurningFields());
            log("not reached");
        }
    """
    state = probed("wildfire", rules)
    burnt = ["A house burns down."]
    assert state.log == ["1 burn", "3 burn", "6 burn", "10 burn", *burnt, "0 burn, houses lost: 1", *burnt]
    assert (state.ended, state.ranking) == ("winner", [])


def test_wildfire_first_moves() -> None:
    """Without a fire: four ways to walk, and to rest. Trees can be felled in the woods, with two points of strength left."""
    rules = "setup { Firefighter f = new Firefighter(); f.assign(0); f.move_to(Valley.map.Fields[3][COLUMN]); }"
    for column, moves in (("3", 5), ("2", 6), ("0", 5)):  # the fire station, beside the pond, at the edge
        state = probed("wildfire", rules.replace("COLUMN", column), players=1)
        assert perft(state, 1) == [moves]


def test_wildfire_ends_with_rain_or_two_houses() -> None:
    for state, _ in finished("wildfire"):
        cards = sum(line.startswith("The weather") for line in state.log)
        houses = state.log.count("A house burns down.")
        if state.ranking:
            assert (state.ranking, cards, state.log[-1]) == ([list(range(state.players))], 20, "Rain!")
            assert houses < 2
        else:
            assert houses == 2 and cards <= 20


# ---- banners


def test_banners_first_moves() -> None:
    """Both land on any of the 19 fields; then the first raises there, or marches with one or two to a neighbour.

    A hexagon with sides of three fields has 42 borders, so the neighbours of all fields are 84: 19 * (19 + 2 * 84) ways.
    """
    game = example(FOLDER / "banners" / "banners.tgpl")
    assert perft(game.start(), 2) == [19, 19 * 19]
    ways = 0
    for field in range(19):
        state = game.start()
        for chosen in (0, field, 0, 0):  # to raise there, and the second player on the first field
            state.choose(chosen)
        ways += perft(state, 1)[0]
    assert ways == 19 + 2 * 84


def test_banners_scores() -> None:
    rules = """
        function Stand
        {
            function input player p;
            function input number count;
            function input Field field;
            returns;
            effect
            {
                for (number i = 0; i < count; i += 1) { Lord[p].AtHome()[0].move_to(field); }
            }
        }
        setup
        {
            for (player p in player.all())
            {
                Lord lord = new Lord();
                lord.assign(p);
                for (number i = 0; i < 12; i += 1) { lord.MakeBanner(); }
            }
            List<Field> map = Realm.Fields();
            Stand(p: 0, count: 2, field: map[0]);       // hills: 3, 2, 2, 0: who share the second place get nothing
            Stand(p: 0, count: 1, field: map[3]);
            Stand(p: 1, count: 2, field: map[4]);
            Stand(p: 2, count: 2, field: map[1]);
            Stand(p: 0, count: 1, field: map[2]);       // woods: 1, 1, 0, 0: who share the first place get half
            Stand(p: 1, count: 1, field: map[5]);
            Stand(p: 3, count: 1, field: map[9]);       // plain: only player 3
            Stand(p: 0, count: 3, field: map[18]);      // marsh: 3, 1, 0, 2; the third gets nothing
            Stand(p: 1, count: 1, field: map[17]);
            Stand(p: 3, count: 2, field: map[14]);
            Realm.EndSeason();                          // worth 4, 4, 6, 4
            Realm.EndSeason();                          // worth 5, 5, 7, 5; half of five is two
            winner 0;
        }
    """
    assert probe("banners", rules, players=4) == [
        f"Player {p} has {glory} glory."
        for p, glory in (
            *((0, 4 + 2 + 4), (1, 2), (2, 0), (3, 6 + 2)),
            *((0, 10 + 5 + 2 + 5), (1, 2 + 2), (2, 0), (3, 8 + 7 + 2)),
        )
    ]


def test_banners_stay_twelve_each() -> None:
    """Every player has 12 turns, and a season gives out at most what its provinces are worth to a first and a second."""
    most = [sum(worth + season + (worth + season) // 2 for worth in (4, 4, 4, 4, 6)) for season in range(3)]
    for state, view in finished("banners", games=24):
        assert state.moves == 12 * state.players
        assert Counter(banner["owners"][0] for banner in of_class(view, "Banner")) == dict.fromkeys(
            range(state.players), 12
        )
        told = [int(found[1]) for line in state.log if (found := re.search(r"has (\d+) glory", line))]
        totals = [sum(told[i : i + state.players]) for i in range(0, len(told), state.players)]
        gained = [after - before for before, after in zip([0, *totals], totals, strict=False)]
        assert len(gained) == 3 and all(got <= limit for got, limit in zip(gained, most, strict=True))
        assert state.ranking == ranked(dict(enumerate(told[-state.players :])))


# ---- ten thousand


def test_ten_thousand_points() -> None:
    hands = {
        "1": 100,
        "5, 5": 100,
        "1, 2": 0,
        "2, 2, 2": 200,
        "1, 1, 1": 1000,
        "6, 6, 6, 6": 1200,
        "5, 5, 5, 5, 5, 1": 2100,
        "1, 1, 1, 1, 1, 1": 8000,
        "3, 3, 3, 4, 4, 4": 700,
        "6, 5, 4, 3, 2, 1": 1500,
        "5, 4, 3, 2, 1": 0,
        "": 0,
    }
    lines = [f"log(Points(faces: {{ {faces} }}));" for faces in hands]
    told = probe("ten_thousand", f"setup {{ {' '.join(lines)} winner 0; }}")
    assert dict(zip(hands, map(int, told), strict=True)) == hands


def test_ten_thousand_chance_of_nothing() -> None:
    """Of the 1,296 throws of four dice 204 count nothing: 4^4 without ones and fives, less 48 with three of a kind and 4 with four."""
    rules = """
        import "std/dice";
        setup
        {
            List<Die> dice = { new Die(), new Die(), new Die(), new Die() };
            number nothing = 0;
            for (number throw = 0; throw < 1296; throw += 1)
            {
                number rest = throw;
                for (Die die in dice) { die.face = 1 + rest % 6; rest = floor(rest / 6); }
                if (DiceThatCount(thrown: dice).length == 0) { nothing += 1; }
            }
            log(nothing);
            winner 0;
        }
    """
    assert probe("ten_thousand", rules) == ["204"]


@pytest.mark.parametrize(
    ("faces", "moves"),
    [
        ("2, 1, 2, 5, 2, 6", 7),  # with the three twos or without, with the one or without, with the five or without
        ("1, 1, 1, 1, 2, 3", 15),  # any of the ones
        ("3, 1, 2, 6, 5, 4", 4),  # the straight, or the one, the five, both
        ("2, 2, 2, 3, 3, 3", 2),  # one three of a kind, and later perhaps the other
    ],
)
def test_ten_thousand_ways_to_keep(faces: str, moves: int) -> None:
    rules = f"""
        import "std/dice";
        setup
        {{
            Gambler gambler = new Gambler();
            gambler.assign(0);
            List<number> faces = {{ {faces} }};
            for (number i = 0; i < 6; i += 1) {{ Board.thrown[i].face = faces[i]; }}
            Board.kept = false;
            turn.pass(0, "Decide");
        }}
    """
    assert perft(probed("ten_thousand", rules), 1) == [moves]


def test_ten_thousand_is_fair_to_all_seats() -> None:
    """Everybody has the same number of turns, all scores are multiples of fifty, and the dice stay six."""
    for state, view in finished("ten_thousand", games=12):
        scores = dict.fromkeys(range(state.players), 0)
        turns = Counter[int]()
        for line in state.log:
            if found := re.fullmatch(r"Player (\d) has (\d+)\.", line):
                turns[int(found[1])] += 1
                assert int(found[2]) > scores[int(found[1])]
                scores[int(found[1])] = int(found[2])
            elif found := re.fullmatch(r"Nothing counts: player (\d) loses \d+\.", line):
                turns[int(found[1])] += 1
        assert len(set(turns.values())) == 1 and len(turns) == state.players
        assert all(score % 50 == 0 for score in scores.values()) and max(scores.values()) >= 10_000
        assert state.ranking == ranked(scores)
        assert len(of_class(view, "Die")) == 6


# ---- pig


def _chance_to_lose_a_turn(goal: int) -> float:
    """Of who rolls until a goal is reached: by hand, from the goal downwards."""
    chances = dict.fromkeys(range(goal, goal + 6), 0.0)
    for total in range(goal - 1, -1, -1):
        chances[total] = (1.0 + sum(chances[total + die] for die in range(2, 7))) / 6.0
    return chances[0]


def test_pig_is_lost_as_often_as_others_have_worked_out() -> None:
    """Who holds at 20 loses 62 of 100 turns (Neller and Presser, "Optimal play of the dice game Pig", 2004)."""
    chance = _chance_to_lose_a_turn(20)
    assert round(chance, 4) == 0.6245
    lost = turns = 0
    game = example(FOLDER / "pig" / "pig.tgpl")
    for seed in range(150):
        state = game.start(seed)
        while state.decision is not None:
            mine = [o for o in state.view(None)["objects"] if o.get("owners") == [state.decision.player]]
            collected = mine[0]["attributes"]["collected"]
            labels = [option.label for option in state.decision.options]
            state.choose(labels.index("Hold" if collected >= 20 else "Roll"))
        lost += sum("rolls a one" in line for line in state.log)
        turns += len(state.log)
    spread = (chance * (1.0 - chance) / turns) ** 0.5
    assert turns > 1_000 and abs(lost / turns - chance) < 3.0 * spread


# ---- frontier


def _frontier() -> dict[tuple[str, int, int], dict[tuple[str, int, int], float]]:
    """The land as on squared paper, by group, column and row: hexes whose centres are one apart are neighbours."""
    high = ["-##-", "####", "####", "##-#"]  # row by row
    low = ["###", "###", "#-#", "###", "###"]  # column by column
    centres = {
        ("H", x, y): (x + y % 2 / 2, y * 0.75**0.5) for y, row in enumerate(high) for x, c in enumerate(row) if c == "#"
    }
    centres |= {
        ("L", x, y): (x * 0.75**0.5, y + x % 2 / 2)
        for x, line in enumerate(low)
        for y, c in enumerate(line)
        if c == "#"
    }
    ways: dict[tuple[str, int, int], dict[tuple[str, int, int], float]] = {tile: {} for tile in centres}
    for one, (x, y) in centres.items():
        for other, (u, v) in centres.items():
            if one != other and one[0] == other[0] and (x - u) ** 2 + (y - v) ** 2 < 1.1:
                ways[one][other] = 1.0
    del ways["H", 1, 1]["H", 1, 2], ways["H", 1, 2]["H", 1, 1]  # the cliff
    del ways["H", 3, 2]["H", 3, 1]  # the scree
    ways["H", 2, 0]["H", 3, 1] = ways["H", 3, 1]["H", 2, 0] = 2.0
    ways["L", 1, 2]["L", 3, 1] = ways["L", 3, 1]["L", 1, 2] = 1.0
    for up, down in ((("H", 0, 3), ("L", 0, 0)), (("H", 1, 3), ("L", 1, 0)), (("H", 3, 3), ("L", 4, 0))):
        ways[up][down], ways[down][up] = 1.0, 2.0
    return ways


def _distances(ways: dict[Any, dict[Any, float]], start: Any) -> dict[Any, float]:
    """By going over all ways again and again until nothing gets nearer."""
    known = {start: 0.0}
    changed = True
    while changed:
        changed = False
        for one, cost in list(known.items()):
            for other, price in ways[one].items():
                if cost + price < known.get(other, float("inf")):
                    known[other] = cost + price
                    changed = True
    return known


@pytest.mark.features("D23", "D24", "D26")
def test_the_land_of_frontier_is_as_on_paper() -> None:
    rules = """setup
    {
        List<tile> all = {};
        for (Ground t in Realm.Highlands.tiles) { all.add(t); }
        for (Ground t in Realm.Lowlands.tiles) { all.add(t); }
        for (tile a in all) { for (tile b2 in all) { log(Spot(t: a) + ";" + Spot(t: b2) + ";" + a.neighbors().contains(b2) + ";" + a.distance(b2)); } }
    }
    function Spot
    {
        function input tile t; returns string;
        effect { if (t.group is Realm.Highlands) { return "H" + t.x + t.y; } return "L" + t.x + t.y; }
    }"""
    ways = _frontier()
    expected = []
    for one in ways:
        known = _distances(ways, one)
        for other in ways:
            near = "true" if other in ways[one] else "false"
            expected.append(f"{one[0]}{one[1]}{one[2]};{other[0]}{other[1]}{other[2]};{near};{known[other]:.0f}")
    assert sorted(probe("frontier", rules)) == sorted(expected)


def test_the_first_move_of_frontier() -> None:
    """Each unit of the hills to its free neighbours, at most three orders away; or a rest. No village is empty and held."""
    ways = _frontier()
    units = [("H", 1, 0), ("H", 2, 1), ("H", 0, 2), ("H", 1, 1)]
    marches = sum(goal not in units and cost <= 3 for unit in units for goal, cost in ways[unit].items())
    assert perft(example(FOLDER / "frontier" / "frontier.tgpl").start(), 1) == [marches + 1] == [13]


def test_nobody_in_frontier_is_in_two_places() -> None:
    for state, view in finished("frontier", games=12):
        units = [*of_class(view, "Foot"), *of_class(view, "Rider")]
        standing = [unit["tile"]["id"] for unit in units if not unit["discarded"]]
        assert len(standing) == len(set(standing)) and state.moves < 300
        assert all(unit["owners"] for unit in units if not unit["discarded"])


# ---- bazaar


def test_a_bargain_that_cannot_be_kept_leaves_no_trace() -> None:
    state = example(FOLDER / "bazaar" / "bazaar.tgdl").start(5)
    before = state.position()
    assert state.decision is not None
    labels = [option.label for option in state.decision.options]
    state.choose(next(i for i, label in enumerate(labels) if "sell_silk" in label))
    assert state.refused == "You have not got that."
    after = state.position()
    assert after["struck"] and {**after, "struck": []} == before


def test_nobody_at_the_bazaar_owes_anything_and_no_price_stays_above_seven() -> None:
    game, bursts = example(FOLDER / "bazaar" / "bazaar.tgdl"), 0
    for seed in range(6):
        state, chance = game.start(seed, 3), Rng(seed)
        while state.decision is not None and state.ended is None:
            view = state.view(None)
            (market,) = attributes(view, "market")
            assert market["silk"] <= 7 and market["spice"] <= 7
            assert all(
                trader[ware] >= 0 for trader in attributes(view, "trader") for ware in ("coins", "silk", "spice")
            )
            state.choose(chance.below(len(state.decision.options)))
        assert state.ended == "winner" and state.moves == 30
        bursts += sum("bursts" in line for line in state.log)
    assert bursts
