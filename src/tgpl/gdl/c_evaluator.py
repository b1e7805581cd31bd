"""What every evaluator in C has: its tables, and an answer to questions about roles and moves that there are not.

In:  a rulesheet, and the text of an evaluator with functions `role_*`. Out: the whole text, with the functions `think_*`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tgpl.text.terms import Logic


def add_questions(logic: Logic, evaluator: str) -> str:
    sizes = f"enum {{ THINK_ROLES = {len(logic.roles) + logic.random} }};"
    return "\n".join([sizes, evaluator, (Path(__file__).parent / "c_evaluator.c").read_text(encoding="utf-8")])


def array(kind: str, name: str, entries: Iterable[object], empty: str = "0") -> str:
    """A constant table; C has none without entries."""
    found = list(map(str, entries))
    rows = [", ".join(found[at : at + 32]) for at in range(0, len(found), 32)] or [empty]
    return f"static const {kind} {name}[] = {{\n" + ",\n".join(rows) + "};"
