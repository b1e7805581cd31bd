"""A long match at a table: what a choice costs does not grow with the choices before it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from games import EXAMPLES, example
from short_games import game
from tgpl.apps.session.table import Table
from tgpl.runtime.state import State

LONG = """global class S { number n = 0;
action Add { trigger PlayerChoiceEvent; input number k from 1 to 3; effect { n += k; log("n " + n); turn.pass(); } } }
setup {}"""


def test_the_past_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the choices nor the log: what copies hold of them is counted, and so is how many are kept."""
    held: list[int] = []
    copied = State._copy_with

    def counting(self: State, choices: list[object], log: list[str]) -> State:
        held.append(len(choices) + len(log))
        return copied(self, choices, log)  # type: ignore[arg-type]

    monkeypatch.setattr(State, "_copy_with", counting)
    table = Table(game(LONG), 1, 2, [None, None])
    for number in range(1000):
        table.choose(0 if number % 2 == 0 else number % 3)
    assert sum(held) == 0 and len(held) <= 1000
    assert len(table._marks) <= 64


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_undo_leads_to_where_the_match_was(path: Path) -> None:
    """There and back in the middle of moves too, in random order, with people and machines: to the byte."""
    rules = example(path)
    chance = random.Random(str(path))
    players = rules.seats(None)
    machine = lambda decision: chance.randrange(len(decision.options))  # noqa: E731
    table = Table(rules, 3, players, [None if seat % 2 == 0 else machine for seat in range(players)])
    for _ in range(60):
        if table.state.ended is not None:
            break
        if chance.random() < 0.25:
            table.undo() if chance.random() < 0.7 else table.redo()
        elif table.step() is None and table.state.decision is not None and table.state.decision.options:
            table.choose(chance.randrange(len(table.state.decision.options)))
        again = rules.replay(3, players, table.state.choices)
        assert table.state.save() == again.save() and len(table.made) == len(table.state.choices)


def test_far_back_and_forth_again() -> None:
    table = Table(game(LONG), 1, 2, [None, None])
    for number in range(400):
        table.choose(0 if number % 2 == 0 else number % 3)
    whole = table.state.save()
    for _ in range(400):
        assert table.undo() == 1
    assert table.undo() == 0 and table.state.save() == game(LONG).start(1).save()
    while table.redo():
        pass
    assert table.state.save() == whole
