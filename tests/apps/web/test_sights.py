"""Pictures that are drawn again only in part are those that would be drawn anew, and no object in them is null."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import EXAMPLES
from tgpl.apps.web.engine import MatchEngine
from tgpl.apps.web.refused import Refused
from tgpl.apps.web.rules import LoadedRules
from tgpl.compile import compile_rules
from tgpl.text.files import Folder

CHOICES = 25


def has_null(value: Any) -> bool:
    if isinstance(value, dict):
        return any(part is None or has_null(part) for part in value.values())
    return isinstance(value, list) and any(map(has_null, value))


def choose_any(engine: MatchEngine, chance: Random) -> None:
    """One choice of somebody who is asked, or back to before it."""
    seat = chance.choice(engine.shared.waiting)
    options = list(engine.picture(seat)["ask"]["options"])
    try:
        if chance.random() < 0.1:
            engine.cancel(seat)
        elif chance.random() < 0.05 and engine.at > 0:
            engine.go_back(engine.at - 1)
        else:
            engine.choose(seat, {"option": chance.choice(options)} if options else {"value": [1]}, 0)
    except Refused:
        pass


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_is_not_drawn_again_is_as_if_it_were(path: Path) -> None:
    rules, chance = LoadedRules(compile_rules(Folder.of_main(str(path)))), Random(7)
    players = rules.game.seats(None)
    engine = MatchEngine(rules, 3, players)
    for _ in range(CHOICES):
        if not engine.shared.waiting:
            break
        choose_any(engine, chance)
        for seat in (*range(players), None):
            picture, place = engine.picture(seat), engine.shared.place(seat)
            assert picture == engine._draw(place, seat, engine.shared.asked)
            assert not has_null(picture)
