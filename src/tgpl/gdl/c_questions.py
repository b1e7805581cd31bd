"""What can be asked of any evaluator in C: questions about roles and moves that there are not have an answer too.

In:  a rulesheet, and the text of an evaluator with functions `role_*`. Out: the whole text, with the functions `think_*`.
"""

from __future__ import annotations

from pathlib import Path

from tgpl.text.terms import Logic


def add_questions(logic: Logic, evaluator: str) -> str:
    sizes = f"enum {{ THINK_ROLES = {len(logic.roles) + logic.random} }};"
    return "\n".join([sizes, evaluator, (Path(__file__).parent / "c_questions.c").read_text(encoding="utf-8")])
