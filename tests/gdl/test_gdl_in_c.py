"""The rulesheets of examples/gdl in C: as nets and as rules they say what the reference says, and play what Python plays.

`scripts/sheets_alike.py` plays a thousand games of each.
"""

from __future__ import annotations

import pytest

from alike import assert_alike
from evaluators import Mind, differences, ways
from games import QUICK
from sheets import NAMES, SHEETS, logic
from tgpl.agents.targets import NotInC, load_native
from tgpl.compile import compile_rules
from tgpl.native.toolchain import compiler
from tgpl.text.files import Folder

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="needs a C compiler")

FLAGS = () if QUICK == "tcc" else ("-O1",)
# Whose nets take their time to make: the script does it.
LARGE = {"chess", "draughts", "nine_mens_morris", "reversi"}
SLOW = {("net", name) for name in LARGE}


@pytest.mark.features("G1", "G4")
@pytest.mark.parametrize(
    ("name", "way"),
    [(name, way) for name in NAMES for way in ("net", "rules") if not logic(name).knows and (way, name) not in SLOW],
)
def test_what_c_says_is_what_the_reference_says(name: str, way: str) -> None:
    mind = Mind(ways(logic(name), way)[way], FLAGS)
    assert differences(logic(name), mind, games=2) == []
    mind.close()


@pytest.mark.features("G5")
@pytest.mark.parametrize("name", [name for name in NAMES if logic(name).knows])
def test_what_players_know_is_a_table_of_positions(name: str) -> None:
    mind = Mind(ways(logic(name))["table"], FLAGS)
    assert differences(logic(name), mind, games=10) == []
    mind.close()


@pytest.mark.features("G5")
def test_too_many_positions_are_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tgpl.gdl.automaton.MOST_POSITIONS", 10)
    with pytest.raises(NotInC, match="too many positions"):
        load_native(compile_rules(Folder.of_main(str(SHEETS / "first_to_know.kif"))), QUICK)


@pytest.mark.features("G6")
@pytest.mark.parametrize("name", [name for name in NAMES if name not in LARGE])
def test_matches_are_played_alike(name: str) -> None:
    result = compile_rules(Folder.of_main(str(SHEETS / f"{name}.kif")))
    assert_alike(result.game(), result.native(QUICK), seeds=2)
