"""A sample of random and changed rulesheets; `python scripts/fuzz_sheets.py 10000` tries many."""

from __future__ import annotations

from collections import Counter

import pytest

from games import QUICK
from programs.sheet_trial import sheet_of, trial
from samples import sample
from tgpl.native.toolchain import compiler

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="needs a C compiler")


@pytest.mark.features("G3", "G6")
@pytest.mark.parametrize("block", sample(range(6), 2))
def test_rulesheets_that_nobody_thought_of(block: int) -> None:
    """Nothing raises, and both targets play the same, both ways in C."""
    came = Counter(trial(*sheet_of(seed), seed) for seed in range(4 + block * 6, 10 + block * 6))
    assert came.total() == 6


def test_the_same_seed_is_the_same_sheet() -> None:
    assert [sheet_of(seed) for seed in range(40, 60)] == [sheet_of(seed) for seed in range(40, 60)]


# Nobody is ever asked, and what the seat has seen grows with every step.
ENDLESS = """
(role me) (role random) (legal me wait) (legal random a) (legal random b)
(<= (sees me ?what) (does random ?what))
"""


@pytest.mark.features("G4")
def test_a_match_that_goes_on_by_itself_is_stopped() -> None:
    assert trial("main.kif", ENDLESS, 0) == "goes on"
