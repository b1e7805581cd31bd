"""Example games that are looked into.

A probe is a small rule text that imports a game and sets it up in its own way. Random games are seen as a spectator
sees them.

    probe("workshops", "setup { log(new Well().price); winner 0; }")        # ["3"]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games import TESTS, example
from tgpl.agents.seats import combine_agents, make_agents
from tgpl.compile import compile_rules
from tgpl.runtime.state import State
from tgpl.text.files import Texts

READ = (".tgpl", ".csv")
FOLDER = TESTS.parent / "examples"
View = dict[str, Any]


def probe(name: str, rules: str, players: int = 2) -> list[str]:
    """What a setup of ours logs in a game of theirs; `rules` has a setup, and perhaps helpers."""
    return list(probed(name, rules, players).log)


def probed(name: str, rules: str, players: int = 2) -> State:
    """A game of theirs, set up in our way."""
    folder = FOLDER / name
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.*") if path.suffix in READ}
    texts["probe.tgpl"] = f'game "probe"; players {players}; import "{name}.tgpl";\n{rules}'
    result = compile_rules(Texts("probe.tgpl", texts))
    assert [problem for problem in result.problems if not result.playable] == []
    state = result.game().start(0)
    assert state.error is None, state.error
    return state


def finished(name: str, games: int = 50, expansion: str | None = None) -> Iterator[tuple[State, View]]:
    """Random games for every number of players, and what a spectator sees at the end."""
    game = example(FOLDER / name / f"{expansion or name}.tgpl")
    fewest, most = game.rules.players
    for seed in range(games):
        players = fewest + seed % (most - fewest + 1)
        state = game.begin(seed, players)
        state.play(combine_agents(make_agents("random", players, seed)), 2_000)
        assert state.ended == "winner", (seed, state.ended, state.error)
        yield state, state.view(None)


def of_class(view: View, name: str) -> list[View]:
    return [part for part in view["objects"] if part["class"] == name]


def attributes(view: View, name: str) -> list[View]:
    return [part["attributes"] for part in of_class(view, name)]


def ranked(scores: dict[int, Any]) -> list[list[int]]:
    """Places, the highest score first, ties together."""
    return [[seat for seat in scores if scores[seat] == score] for score in sorted(set(scores.values()), reverse=True)]
