"""Hostile programs: sizes, counts and values at their ends. Both targets do the same, and nothing breaks."""

from __future__ import annotations

import pytest

from games import QUICK
from hostile import PROGRAMS
from test_native import assert_alike, quick
from tgpl.compile import compile_rules
from tgpl.files import Texts
from tgpl.runtime.compilers import compiler

pytestmark = pytest.mark.skipif(QUICK == "cc" and compiler() is None, reason="nothing here compiles C")


def text_of(name: str) -> str:
    return f'game "hostile"; players 2;\n{PROGRAMS[name]}'


@pytest.mark.parametrize("name", PROGRAMS)
def test_hostile_programs_are_played_alike(name: str) -> None:
    result = compile_rules(Texts("main.tgpl", {"main.tgpl": text_of(name)}))
    assert result.playable, list(result.problems)
    assert_alike(result.game(), quick(result), 2)
