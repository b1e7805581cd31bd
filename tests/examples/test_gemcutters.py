"""Gemcutters: facts that can be worked out by hand, and sums that no game may change."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from example_probes import FOLDER, attributes, finished, of_class, probe, ranked
from games import example
from tgpl.agents.perft import perft

GEMS = ("agate", "beryl", "citrine", "garnet", "opal")
EACH = {2: 4, 3: 5, 4: 7}
PEARLS = 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_moves(players: int) -> None:
    """Three of five gems in 10 ways, two of one in 5, and twelve jewels that can be put aside; nobody can make one yet."""
    game = example(FOLDER / "gemcutters" / "gemcutters.tgpl")
    assert perft(game.start(1, players), 1) == [10 + 5 + 12]


def test_no_gem_is_better_than_another() -> None:
    """At each level every gem is on as many jewels, for as many points, and asked for as often."""
    with (FOLDER / "gemcutters" / "jewels.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert Counter(row["level"] for row in rows) == {"1": 35, "2": 25, "3": 20}
    for level in "123":
        here = [row for row in rows if row["level"] == level]
        assert len({sum(int(row[gem] or 0) for row in here) for gem in GEMS}) == 1
        points = Counter[str]()
        for row in here:
            points[row["gem"]] += int(row["points"] or 0)
        assert len(set(points.values())) == 1


def test_jewels_save_gems_and_pearls_stand_for_any() -> None:
    """An agate goblet is 3 beryl, 4 garnet, 2 opal: with a beryl jewel, four garnets and an opal 3 gems are missing."""
    rules = """
        setup
        {
            for (player p in player.all()) { p has Cutter; }
            Cutter ada = Cutter[0];
            AgateGoblet goblet = new AgateGoblet();
            log($"{goblet} lacks {ada.Missing(jewel: goblet)}");
            ada.jewels[Gem.Beryl] = 1;
            ada.gems[Gem.Garnet] = 4;
            ada.gems[Gem.Opal] = 1;
            ada.gems[Gem.Pearl] = 3;
            log(ada.Missing(jewel: goblet));
            log(each gem in Gem.all() { ada.Due(jewel: goblet, gem: gem) });
            Market.gems[Gem.Garnet] = 0;
            ada.Pay(gem: Gem.Garnet, count: 3);
            log(ada.gems[Gem.Garnet] + " " + Market.gems[Gem.Garnet] + " " + ada.Held());
            log(ada.Pleases(wish: new Abbess()));
            ada.jewels[Gem.Agate] = 3;
            ada.jewels[Gem.Beryl] = 2;
            ada.jewels[Gem.Citrine] = 2;
            log(ada.Pleases(wish: new Abbess()) + " " + ada.Pleases(wish: new Envoy()));
            winner 0;
        }
    """
    assert probe("gemcutters", rules) == [
        "Agate goblet (3B 4G 2O +3) lacks 9",
        "3",
        "{0, 2, 0, 4, 2, 0}",
        "1 3 {Garnet, Opal, Pearl, Pearl, Pearl}",
        "false",
        "true false",
    ]


@pytest.mark.parametrize("expansion", [None, "guild"])
def test_gems_and_jewels_never_get_lost_and_make_the_ranking(expansion: str | None) -> None:
    for state, view in finished("gemcutters", 24, expansion):
        (market,) = attributes(view, "Market")
        cutters = {part["owners"][0]: part["attributes"] for part in of_class(view, "Cutter")}
        gems = Counter(dict(market["gems"]["table"]))
        for cutter in cutters.values():
            gems.update(dict(cutter["gems"]["table"]))
            assert sum(dict(cutter["gems"]["table"]).values()) <= 10 + (2 if expansion else 0)
        wanted = {gem.capitalize(): EACH[state.players] for gem in GEMS} | {"Pearl": PEARLS}
        assert gems == wanted
        made = {p: sum(dict(cutter["jewels"]["table"]).values()) for p, cutter in cutters.items()}
        twins = sum("makes Twin stars" in line for line in state.log)  # they count as two
        shown = sum(
            len(zone["cards"]) for name in ("Simple", "Fine", "Royal", "Aside") for zone in attributes(view, name)
        )
        piles = sum(of_class(view, name)[0]["size"] for name in ("SimplePile", "FinePile", "RoyalPile"))
        assert sum(made.values()) - twins + shown + piles == (85 if expansion else 80)
        assert max(cutter["points"] for cutter in cutters.values()) >= 15 or market["day"] == 50
        assert state.ranking == ranked({p: (cutter["points"], -made[p]) for p, cutter in cutters.items()})
