"""Rules of logic in C: what works out positions, and how translated rules ask it.

In:  the rules. Out: a C text that stands behind the runtime.
"""

from __future__ import annotations

from importlib.resources import files

from tgpl.logic.net import net_text
from tgpl.logic.rules import rules_text
from tgpl.terms import Logic


def evaluator(logic: Logic) -> str:
    """A net where the rules can be ground; else the rules themselves, compiled."""
    found = net_text(logic)
    texts = [rules_text(logic) if found is None else found, _read("glue.c")]
    if logic.sees or logic.knows:
        texts += [f"static i32 think_has_chance(void) {{ return {int(logic.random)}; }}", _read("guess.c")]
    return "\n".join(texts)


def _read(name: str) -> str:
    return files("tgpl.emit.c_logic").joinpath(name).read_text(encoding="utf-8")
