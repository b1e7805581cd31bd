"""Everything that a seat is sent is the same, to the byte, in worlds that look alike to it."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from random import Random

import pytest

from games import EXAMPLES, example
from programs.veiled import SEALED
from tgpl.apps.web.rules import LoadedRules
from tgpl.compile import compile_rules
from tgpl.text.files import Folder, Texts
from web_games import BIDS
from web_worlds import Pair, World

SECRET = [path for path in EXAMPLES if example(path).rules.secrets]
GAMES, MOST = 2, 60  # more of them: scripts/secrets_on_the_wire.py


@cache
def load(path: Path) -> LoadedRules:
    return LoadedRules(compile_rules(Folder.of_main(str(path))))


@pytest.mark.parametrize("path", SECRET, ids=lambda path: path.stem)
def test_worlds_that_look_alike_are_sent_alike(path: Path) -> None:
    rules, compared = load(path), 0
    for seed in range(GAMES):
        players = rules.game.seats(None)
        for seat in (seed % players, None):
            pair = Pair(rules, seat, seed, players)
            asyncio.run(pair.play(Random(seed), MOST))
            compared += pair.compared
    assert compared > 10


@pytest.mark.parametrize("text", [SEALED, BIDS], ids=["sealed", "bids"])
def test_what_is_chosen_at_the_same_time_is_sent_to_nobody(text: str) -> None:
    """Whatever the others choose, in whichever order, and how many questions that takes: nothing is sent before all have chosen."""
    rules = LoadedRules(compile_rules(Texts("main.tgpl", {"main.tgpl": text})))

    async def work() -> None:
        for seed in range(6):
            world, chance = World(rules, seed, 2), Random(seed)
            await world.enter()
            for _ in range(5):
                quiet = {seat: len(page.got) for seat, page in world.pages.items()}
                shared = world.engine.shared
                moment, done = len(shared.moments), set()
                while len(shared.moments) == moment and shared.waiting:
                    seat = chance.choice(shared.waiting)
                    ask = world.ask(seat)
                    assert ask is not None
                    for other, page in world.pages.items():
                        if other not in done:
                            assert len(page.got) == quiet[other]
                    done.add(seat)
                    option, version = chance.choice(list(ask["options"])), world.table.streams[seat].version
                    await world.say(seat, {"type": "choose", "request": 1, "version": version, "option": option})

    asyncio.run(work())


WAYS = [("Offer", "0", "false"), ("Offer", "3", "true"), ("Pass",)]


@pytest.mark.parametrize("first", [True, False], ids=["before", "after"])
def test_how_many_questions_somebody_was_asked_is_sent_to_nobody(first: bool) -> None:
    """One chooses with three answers, in another world with one; before or after the seat that looks."""
    rules = LoadedRules(compile_rules(Texts("main.tgpl", {"main.tgpl": SEALED})))

    async def choose(world: World, seat: int, labels: tuple[str, ...]) -> None:
        for label in labels:
            ask = world.ask(seat)
            assert ask is not None
            option = next(key for key, one in ask["options"].items() if one["label"] == label)
            version = world.table.streams[seat].version
            await world.say(seat, {"type": "choose", "request": 1, "version": version, "option": option})

    async def work() -> None:
        worlds = [World(rules, 1, 2) for _ in WAYS]
        for world in worlds:
            await world.enter()
            for seat, stream in world.table.streams.items():
                stream.version = 1_000
                world.pages[seat].version = 1_000
                world.pages[seat].got.clear()
        for turn in range(3):
            for number, world in enumerate(worlds):
                ways = [(0, WAYS[(number + turn) % len(WAYS)]), (1, ("Pass",))]
                for seat, labels in ways if first else reversed(ways):
                    await choose(world, seat, labels)
        for seat in (1, None):
            told = [world.pages[seat].got for world in worlds]
            assert told[0] == told[1] == told[2] and len(told[0]) >= 3

    asyncio.run(work())
