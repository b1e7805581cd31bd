"""A fix is offered only where it cannot be wrong: applied, nothing is left to complain about."""

from __future__ import annotations

from pathlib import Path

import pytest

from formats import EARLIER, MAIN, read
from tgpl.compile import compile_rules
from tgpl.text.diagnostics import apply_fixes, errors
from tgpl.text.files import Texts

PROBLEMS = Path(__file__).parent.parent / "golden" / "problems"


@pytest.mark.features("T59")
@pytest.mark.parametrize(
    "name",
    [
        "slips",
        "E101_same_line",
        "E107",
        "E109_everywhere",
        "E110_everywhere",
        "E132",
        "E133",
        "E325_everywhere",
        "E609",
        "mixed",
        "mixed_tgdl",
    ],
)
def test_fixes_mend_everything(name: str) -> None:
    sources = read(PROBLEMS / f"{name}.golden").sources
    for _ in range(3):
        wrong = errors(compile_rules(Texts(MAIN if MAIN in sources else EARLIER, sources)).problems)
        mended = apply_fixes(wrong)
        if not mended:
            break
        sources = {**sources, **{file.name: text for file, text in mended.items()}}
    assert [problem.code for problem in wrong] == []
