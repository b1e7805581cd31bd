"""Saved states and records that somebody changed: a clear no, or a state that works; never anything else."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games import EXAMPLES, example
from short_games import HEAD, game
from tgpl.runtime.record import BadRecord, read
from tgpl.runtime.save import BadSave
from tgpl.runtime.state import BadChoice

ODD: list[Any] = [None, True, -1, 0, 3, 10**400, 0.5, "", "x", [], [[]], {}, {"o": 0}, {"c": 0}, {"o": 10**9}]


def paths(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of some JSON."""
    found = [at] if at else []
    if isinstance(data, dict):
        for key, value in data.items():
            found += paths(value, (*at, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            found += paths(value, (*at, i))
    return found


def changed(text: str, chance: random.Random) -> str:
    data = json.loads(text)
    for _ in range(chance.choice((1, 1, 2))):
        path = chance.choice(paths(data))
        holder = data
        for step in path[:-1]:
            holder = holder[step]
        if chance.random() < 0.2:
            del holder[path[-1]]
        else:
            holder[path[-1]] = chance.choice(ODD)
    return json.dumps(data)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_changed_saves(path: Any) -> None:
    rules = example(path)
    chance = random.Random(path.stem)
    for seed in range(40):
        state = rules.start(seed)
        for _ in range(chance.randrange(8)):
            if state.decision is not None and state.decision.options:
                state.choose(chance.randrange(len(state.decision.options)))
        try:
            loaded = rules.load(changed(state.save(), chance))
        except BadSave:
            continue
        for _ in range(5):
            loaded.view(None)
            loaded.copy().save()
            if loaded.decision is None or not loaded.decision.options:
                break
            loaded.choose(chance.randrange(len(loaded.decision.options)))


def test_an_error_is_saved_with_the_state() -> None:
    rules = game("setup { List<number> l = {}; log(l[1]); }")
    state = rules.start()
    again = rules.load(state.save())
    assert state.error is not None and again.error is not None
    assert (again.error.code, again.error.message, again.error.place) == (
        "R702",
        state.error.message,
        state.error.place,
    )


@pytest.mark.parametrize("main", [[], {}, None, 3, "other.tgpl"])
def test_records_without_a_main_file(main: Any) -> None:
    data = {"format": "tgpl record 1", "tool": "0", "main": main, "sources": {"main.tgpl": HEAD}, "seed": 1}
    with pytest.raises(BadRecord):
        read(json.dumps({**data, "players": 2, "choices": []}))


def test_a_number_that_is_too_large_to_be_named() -> None:
    rules = game(
        "global class S { action A { trigger PlayerChoiceEvent; input number n; effect { winner n; } } } setup {}"
    )
    state = rules.start()
    state.choose(0)
    with pytest.raises(BadChoice):
        state.take([10**400])
    state.take([5])
    assert state.ranking == [[1]]


def test_the_tiles_of_a_group_are_a_list_of_what_they_are() -> None:
    rules = game(
        """tile Lake {} tile Pond : Lake {} board B { group G { geometry square; grid { Lake, Pond; } } }
        global class S { B land = new B(); List<Lake> lakes = land.G.tiles;
          action A { trigger PlayerChoiceEvent; effect { lakes.add(new Pond()); log(lakes.length); winner 0; } } }
        setup {}"""
    )
    state = rules.start()
    again = rules.load(state.save())
    assert again.save() == state.save()
    again.choose(0)
    assert again.log == ["3"]


def test_a_tile_that_does_not_fit_into_a_group() -> None:
    """Whoever walks over its tiles relies on what they are."""
    state = game(
        """tile Lake {} tile Hill {} board B { group G { geometry square; grid { Lake; } } }
        global class S { B land = new B(); }
        setup { S.land.G.add(new Lake()); log(S.land.G.tiles.length); S.land.G.add(new Hill()); }"""
    ).start()
    assert state.log == ["2"] and state.error is not None and state.error.code == "R708"


def test_a_list_that_was_seen_as_one_of_what_is_in_it() -> None:
    rules = game(
        """class A { } class B : A { } global class S { List<B> kept = {};
          action Go { trigger PlayerChoiceEvent; effect { log(kept); winner 0; } } }
        setup { List<A> all = { new B() }; S.kept = all as List<B>; }"""
    )
    state = rules.start()
    again = rules.load(state.save())
    assert again.save() == state.save()
    again.choose(0)
    assert again.log == ["{B}"]
