"""Rules of logic in C: what works out positions, and how translated rules ask it.

In:  the rules. Out: a C text that stands behind the runtime.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

from tgpl.terms import Logic

Way = Literal["net", "rules"]


class TooLarge(Exception):
    """There is no net of rules that make too much of it."""


def evaluator(logic: Logic, way: Way | None = None) -> str:
    """A net where the rules can be ground; else the rules themselves, compiled. `way`: just this one; raises TooLarge.
    Where it matters who knows what, a list of all positions, whatever the way."""
    from tgpl.logic.net import net_text  # few games are rulesheets
    from tgpl.logic.rules import rules_text
    from tgpl.logic.unfolded import unfolded_text

    if logic.knows:
        return _whole(logic, unfolded_text(logic))
    found = None if way == "rules" else net_text(logic)
    if found is None and way == "net":
        raise TooLarge
    return _whole(logic, rules_text(logic) if found is None else found)


def _whole(logic: Logic, thinking: str) -> str:
    texts = [thinking, _read("glue.c")]
    if logic.sees or logic.knows:
        texts += [f"static i32 think_has_chance(void) {{ return {int(logic.random)}; }}", _read("guess.c")]
    return "\n".join(texts)


def _read(name: str) -> str:
    return files("tgpl.emit.c_logic").joinpath(name).read_text(encoding="utf-8")
