"""A report by the clock: even where the machine has no time for it, there is something to tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from tgpl.apps.lab.lab import Lab, Request
from tgpl.compile import compile_rules
from tgpl.text.files import Folder

TRIS = Path(__file__).parent.parent.parent / "examples" / "tris" / "tris.tgpl"


def test_time_that_is_over_before_the_first_game_leaves_some_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TGPL_CC", "none")
    request = Request(str(TRIS), minutes=0.0, agents=("mcts:5", "mcts:20"), workers=1)
    report = Lab(compile_rules(Folder.of_main(str(TRIS))), request).run(lambda words: None)
    assert report.games > 0 and report.answers
