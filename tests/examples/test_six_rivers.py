"""Six rivers: facts that can be worked out by hand, and sums that no game may change."""

from __future__ import annotations

import re

import pytest

from example_probes import FOLDER, View, attributes, finished, of_class, probe, ranked
from games import example
from tgpl.agents.perft import perft

BROUGHT = {"Fells": 3, "Heath": 4, "Sound": 3, "Vale": 5, "Marsh": 3, "Downs": 2, "Isles": 3}
SEALS = 8 + 8 + 8 + 2


@pytest.mark.parametrize(("players", "first"), [(2, 12 * 4), (3, 8 * 3), (4, 6 * 3)])
def test_first_moves(players: int, first: int) -> None:
    """A third of the lands as bands, but three at least; each number of them can be placed on each land."""
    game = example(FOLDER / "six_rivers" / "six_rivers.tgpl")
    assert perft(game.start(1, players), 1) == [first]


def test_what_is_a_set() -> None:
    """Three alike, or three different; crowns count as whatever is missing."""
    rules = """
        function Tell
        {
            function input List<Seal> seals;
            returns;
            effect { log($"{AllAlike(seals: seals)} {AllDifferent(seals: seals)}"); }
        }
        setup
        {
            Tell(seals: { new Boat(), new Boat(), new Boat() });
            Tell(seals: { new Boat(), new Horse(), new Tower() });
            Tell(seals: { new Boat(), new Boat(), new Horse() });
            Tell(seals: { new Boat(), new Boat(), new Crown() });
            Tell(seals: { new Boat(), new Horse(), new Crown() });
            Tell(seals: { new Boat(), new Crown(), new Crown() });
            winner 0;
        }
    """
    alike, different, none, both = "true false", "false true", "false false", "true true"
    assert probe("six_rivers", rules) == [alike, different, none, alike, different, both]


def test_what_lands_bring_and_what_oaths_want() -> None:
    rules = """
        setup
        {
            for (player p in player.all()) { p has Clan; }
            for (Land land in Country.Map.tiles) { land.holder = land.region == Region.Downs || land.region == Region.Marsh ? 0 : 1; }
            log(Clan[0].Income() + " " + Clan[1].Income());
            log(Score(who: 0) + " " + Score(who: 1));
            log(new Shores().Kept(clan: Clan[0]) + " " + new Waters().Kept(clan: Clan[0]) + " " + new Hills().Kept(clan: Clan[1]));
            log(new Wide().Kept(clan: Clan[1]) + " " + new Strong().Kept(clan: Clan[1]) + " " + new Walled().Kept(clan: Clan[1]));
            winner 0;
        }
    """
    # Seven lands and 3 + 2; seventeen, which are five bands, and 3 + 4 + 3 + 5.
    assert probe("six_rivers", rules) == ["8 20", "12 32", "true false true", "true true false"]


@pytest.mark.parametrize("expansion", [None, "high_water"])
def test_lands_and_seals_never_get_lost_and_make_the_ranking(expansion: str | None) -> None:
    by_points = 0
    for state, view in finished("six_rivers", 24, expansion):
        lands = [part["attributes"] for part in view["objects"] if part["kind"] == "tile"]
        assert len(lands) == (30 if expansion else 24)
        assert all(land["bands"] >= 1 for land in lands)
        (deck,) = of_class(view, "Seals")
        held = sum(hand["length"] for hand in attributes(view, "Hand"))
        assert deck["size"] + len(deck["discards"]["stack"]) + held == SEALS
        out = {line.split()[0] for line in state.log if line.endswith("is driven out of the country.")}
        assert len(out) == state.players - len({land["holder"] for land in lands})
        if told := re.fullmatch(r"The clans come to \{(.+)\}\.", state.log[-1]):
            by_points += 1
            points = [count_points(lands, p) for p in range(state.players)]
            assert told[1] == ", ".join(str(score) for score, _ in points)
            assert state.ranking == ranked(dict(enumerate(points)))
    assert by_points > 10


def count_points(lands: list[View], who: int) -> tuple[int, int]:
    """A land one, a region what it brings; and the bands, which decide between equals."""
    own = [land for land in lands if land["holder"] == who]
    lost = {land["region"] for land in lands if land["holder"] != who}
    whole = {land["region"] for land in lands} - lost
    return len(own) + sum(BROUGHT[region] for region in whole), int(sum(land["bands"] for land in own))
