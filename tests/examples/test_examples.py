"""The example games: their moves are as many as everybody counts, and they come to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import EXAMPLES, POSITIONS, TYPED_EXAMPLES, example, script
from tgpl.agents.perft import perft
from tgpl.agents.seats import combine_agents, make_agents

pages = script("examples")

# Known from elsewhere: most from the literature on game programming, the rest by counting. `scripts/deep_perft.py` goes
# deeper.
COUNTS = {
    "tris": [9, 72, 504, 3024],
    "tris_tgdl": [9, 72, 504, 3024],
    "connect_four": [7, 49, 343, 2401],
    "breakthrough": [22, 484],
    "goofspiel": [6, 36, 180],
    "hare_and_hounds": [7, 21],
    "reversi": [4, 12, 56, 244],
    "draughts": [7, 49, 302],
    "chess": [20, 400],
    "kiwipete": [48],
    "hex": [121],
    "nine_mens_morris": [24, 552],
    "bazaar": [3, 9],
}
# Games that take their time: how many are played. Of the others 25.
FEWER = {"chess": 3, "draughts": 10, "hex": 10, "nine_mens_morris": 12, "reversi": 10}


@pytest.mark.parametrize(
    "path", [path for path in EXAMPLES + POSITIONS if path.stem in COUNTS], ids=lambda path: path.stem
)
def test_moves(path: Path) -> None:
    counts = COUNTS[path.stem]
    assert perft(example(path).start(), len(counts)) == counts


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_random_games(path: Path) -> None:
    game = example(path)
    for seed in range(FEWER.get(path.stem, 25)):
        players = game.rules.players[seed % 2]
        state = game.begin(seed, players)
        state.play(combine_agents(make_agents("random", players, seed)), 2_000)
        assert state.ended == "winner", (seed, state.ended, state.error)


@pytest.mark.parametrize("path", [*EXAMPLES, *TYPED_EXAMPLES], ids=lambda path: path.stem)
def test_pages(path: Path) -> None:
    """Every example has a page with a picture, and a recorded match that is still what comes out."""
    game, match, record = pages.recorded(path)
    kept = path.with_name("match.json").read_text(encoding="utf-8")
    assert kept == record, "run scripts/examples.py"
    assert path.with_name("picture.svg").read_text(encoding="utf-8") == pages.picture(game, match, path.stem)
    page = path.with_name("README.md").read_text(encoding="utf-8")
    assert "(picture.svg)" in page and f"./tgpl play examples/{path.stem}/{path.name}" in page
