"""Games that are sound by construction give hardly a false alarm: a few here, two hundred with scripts/lab_walks.py."""

from __future__ import annotations

import pytest

from games import script
from tgpl.apps.lab.questions import FAMILIES

REPORTS, GAMES = 3, 300


@pytest.fixture(autouse=True)
def quick_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TGPL_CC", "none")


def test_sound_walks_are_left_in_peace() -> None:
    walks = script("lab_walks")
    reports = [walks.report_on(number, GAMES) for number in range(REPORTS)]
    assert [finding.kind for report in reports for finding in report.findings] == []
    assert all(report.games >= GAMES and len(report.answers) > len(FAMILIES) for report in reports)


def test_walks_differ() -> None:
    walks = script("lab_walks")
    assert len({walks.write_walk(number) for number in range(20)}) == 20
