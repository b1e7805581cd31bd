"""Playouts on a graphics card: the same functions on flat states, one match a thread; of rulesheets gates on words, a match a bit.

In:  a program. Out: a text for CUDA with one kernel, `tgpl_playouts`. The block with which every match begins comes from the compiled game.
"""

from __future__ import annotations

from pathlib import Path

from tgpl.core import nodes as n
from tgpl.core.analysis.call_graph import build_call_graph
from tgpl.emit.c.module import Module
from tgpl.emit.c.program import define_all
from tgpl.emit.playout.program import translate_playouts
from tgpl.gdl.net.bit_slices import slice_text
from tgpl.text import limits
from tgpl.text.terms import Logic

HEAD, KERNEL, SLICED_HEAD, SLICED_KERNEL = (
    Path(__file__).parent / f"cuda_{name}.cu" for name in ("head", "kernel", "sliced_head", "sliced_kernel")
)
DEEPEST = (
    64  # calls inside each other on a card, where every thread keeps room for all of them; who needs more is given up
)
CALL_SIZE = 1 << 10  # bytes of one of them: more than any function has kept


def emit_cuda(program: n.Program, others: int) -> str:
    """Raises Unsupported."""
    module = Module(program)
    define_all(module)
    made = translate_playouts(module, others)
    head = [
        HEAD.read_text(encoding="utf-8"),
        f"enum {{ IDLE_PHASES = {limits.IDLE_PHASES} }};",
        f"#define FLAT_DEEPEST {DEEPEST}",
    ]
    return "\n".join([*head, *made.shared, KERNEL.read_text(encoding="utf-8")]) + "\n"


def stack_size(program: n.Program) -> int:
    """Bytes that calls which lead back to themselves can take."""
    return DEEPEST * CALL_SIZE if build_call_graph(program).recursive else 0


def emit_cuda_sheet(logic: Logic) -> str:
    """Raises NotSliced."""
    parts = [HEAD.read_text(encoding="utf-8"), SLICED_HEAD.read_text(encoding="utf-8"), slice_text(logic)]
    return "\n".join([*parts, SLICED_KERNEL.read_text(encoding="utf-8")]) + "\n"
