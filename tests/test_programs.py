"""Random programs: a small part of what scripts/fuzz_programs.py tries."""

from __future__ import annotations

import pytest

from programs import program
from programs.failures import FAILURES
from programs.trial import compiled, played, trial
from programs.world import ODD_NAMES
from tgpl.core import nodes
from tgpl.core.operations import OPERATIONS
from tgpl.core.walk import walk
from tgpl.runtime.errors import TITLES


@pytest.mark.parametrize("seed", range(60))
def test_a_program_is_the_same_however_it_is_played(seed: int) -> None:
    trial(seed)


def test_the_same_seed_gives_the_same_program() -> None:
    assert program(7) == program(7) != program(8)


def test_programs_cover_the_language() -> None:
    """Nearly everything that the core can say is said in a few programs."""
    found = set()
    for seed in range(40):
        for node in walk(compiled(seed).program()):
            found.add(type(node).__name__)
            if isinstance(node, nodes.Operate):
                found.add(node.op)
    kinds = {name for name, kind in vars(nodes).items() if isinstance(kind, type) and issubclass(kind, nodes.Node)}
    assert kinds - {"Node"} <= found
    assert len(found & set(OPERATIONS)) > 0.8 * len(OPERATIONS)


def test_every_run_time_error_is_tried() -> None:
    of_rulesheets = {"R715", "R716", "R717", "R718"}  # tests/test_logic_limits.py, test_gdl_play.py
    assert {code for code, _, _ in FAILURES} == set(TITLES) - of_rulesheets


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_ordinary(name: str) -> None:
    text = f"""game "odd"; players 2;
    global class Core {{ number {name} = 1; function f {{ returns number; effect {{ return {name} + this.{name}; }} }} }}
    class A{name} {{ bool {name} = true; }}
    function Sum {{ function input number {name}; returns number; effect {{ return {name} * 2; }} }}
    setup {{ number {name} = Sum({name}: Core.f()); log({name} + " " + new A{name}().{name}); winner 0; }}"""
    result = compiled(text)
    assert result.problems == []
    assert played(result.game(), 0, 2).log == ["4 true"]
