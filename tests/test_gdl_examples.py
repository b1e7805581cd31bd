"""The rulesheets of examples/gdl: both spellings say the same, the counts are those of our other examples, matches end,
and who may know what knows that and no more."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import pytest

from sheets import NAMES, SHEETS, Played, counts, logic, moves, play, reasoner, say
from tgpl.terms import number, read, spell, spell_infix

# As the example of that name in TGPL (tests/test_examples.py), or counted by hand and by the models below.
COUNTS = {
    "tris": [9, 72, 504],
    "connect_four": [7, 49, 343],
    "breakthrough": [22, 484],
    "reversi": [4, 12, 56, 244],
    "goofspiel": [6, 36, 180],
    "rock_paper_scissors": [3, 9, 27, 81],
    "nim": [12, 100],
    "small_poker": [2, 4, 2],
    "hidden_dice": [24, 299],
    "three_doors": [3, 6],
    "first_to_know": [4, 16, 48],
}
# Where what one seat gains the others lose: what all goals come to.
SUMS = {name: 100 for name in COUNTS if name != "three_doors"} | {"pastures": 100}
GAMES = {"chess": 1, "draughts": 1, "reversi": 2, "breakthrough": 3, "connect_four": 5}  # of the others 10


@pytest.mark.features("G2")
@pytest.mark.parametrize("name", NAMES)
def test_both_spellings_say_the_same(name: str) -> None:
    assert logic(name, "hrf") == logic(name, "kif")


@pytest.mark.features("G1")
@pytest.mark.parametrize("name", sorted(COUNTS))
def test_moves(name: str) -> None:
    assert counts(name, len(COUNTS[name])) == COUNTS[name]


@pytest.mark.features("G1", "G4", "G5")
@pytest.mark.parametrize("name", NAMES)
def test_random_games_end(name: str) -> None:
    for seed in range(GAMES.get(name, 10)):
        played = play(name, seed)
        assert all(0 <= goal <= 100 for goal in played.goals)
        if name in SUMS:
            assert sum(played.goals) == SUMS[name], (seed, played.last)
