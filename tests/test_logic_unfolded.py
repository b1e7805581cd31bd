"""Rulesheets with `knows` in C: all positions listed, and the same as the reference says."""

from __future__ import annotations

import pytest

from evaluators import Mind, differences
from games import QUICK
from programs.sheets import logic_of, sheet
from test_logic_worlds import CHILDREN, COIN
from test_native import in_python
from tgpl.compile import compile_rules
from tgpl.emit.c import emit
from tgpl.files import Texts
from tgpl.logic import unfolded
from tgpl.logic.unfolded import positions, unfolded_text
from tgpl.runtime.compilers import compiler
from tgpl.runtime.native import NativeGame, NotSupported

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler")
COMPLETE = """(role a) (role b) (init p) (<= (legal ?r go) (role ?r)) (<= (legal a stop) (knows a (true p)))
(<= (next q) (does a stop) (knows (true p))) (<= (next p) (does a go)) (<= terminal (knows b (true q))) (<= (goal a 7) (true q))"""


@pytest.mark.features("G5")
@pytest.mark.parametrize("flags", [("-O1", "-Wall", "-Wextra", "-Werror"), ()], ids=["cc", "tcc"])
@pytest.mark.parametrize("text", [COIN, CHILDREN, COMPLETE], ids=["coin", "children", "complete"])
def test_what_is_known_is_the_same_in_c(text: str, flags: tuple[str, ...]) -> None:
    logic = logic_of(text)
    mind = Mind(unfolded_text(logic), flags)
    assert differences(logic, mind, games=10, longest=12) == []
    mind.close()


@pytest.mark.features("G5")
def test_random_sheets_are_the_same_in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfolded, "MOST_STEPS", 400)
    tried = 0
    for seed in range(16):
        logic = sheet(seed, knows=True)
        if logic.knows and len(positions(logic)) > 12:
            tried += 1
            mind = Mind(unfolded_text(logic), ())
            assert differences(logic, mind, games=3, longest=12) == [], seed
            mind.close()
    assert tried > 0


@pytest.mark.features("G5", "G6")
def test_a_game_that_is_too_large_is_left_to_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    result = compile_rules(Texts("main.kif", {"main.kif": COIN}))
    assert NativeGame(emit(result.program())[0], [], (2, 2), build=QUICK).play(3) == in_python(
        result.game(), 3, "random"
    )
    monkeypatch.setattr(unfolded, "MOST_POSITIONS", 3)
    with pytest.raises(NotSupported):
        NativeGame(emit(result.program())[0], [], (2, 2), build=QUICK).play(3)
