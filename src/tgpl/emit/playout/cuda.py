"""Playouts on a graphics card: the same functions on flat states, one match a thread.

In:  a program. Out: a text for CUDA with one kernel, `tgpl_playouts`. The block with which every match begins comes from the compiled game.
"""

from __future__ import annotations

from pathlib import Path

from tgpl.core import nodes as n
from tgpl.emit.c.module import Module
from tgpl.emit.c.program import define_all
from tgpl.emit.playout.program import translate_playouts
from tgpl.text import limits

HEAD, KERNEL = (Path(__file__).parent / name for name in ("cuda_head.cu", "cuda_kernel.cu"))


def emit_cuda(program: n.Program, others: int) -> str:
    """Raises Unsupported."""
    module = Module(program)
    define_all(module)
    made = translate_playouts(module, others)
    head = [HEAD.read_text(encoding="utf-8"), f"enum {{ IDLE_PHASES = {limits.IDLE_PHASES} }};"]
    return "\n".join([*head, *made.shared, KERNEL.read_text(encoding="utf-8")]) + "\n"
