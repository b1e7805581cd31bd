"""The example games: their moves are as many as everybody counts, and they come to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import EXAMPLES, example
from tgpl.agents.perft import perft
from tgpl.agents.seats import seated, seats

# Known from elsewhere: connect four and breakthrough from the literature on game programming, tris by counting.
COUNTS = {
    "tris": [9, 72, 504, 3024],
    "connect_four": [7, 49, 343, 2401],
    "breakthrough": [22, 484],
    "goofspiel": [6, 36, 180],
}


@pytest.mark.parametrize("path", [path for path in EXAMPLES if path.stem in COUNTS], ids=lambda path: path.stem)
def test_moves(path: Path) -> None:
    counts = COUNTS[path.stem]
    assert perft(example(path).start(), len(counts)) == counts


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_random_games(path: Path) -> None:
    game = example(path)
    for seed in range(25):
        players = game.rules.players[seed % 2]
        state = game.begin(seed, players)
        state.play(seated(seats("random", players, seed)), 2_000)
        assert state.ended == "winner", (seed, state.ended, state.error)
