"""Corrections of what is typed: an input of a session, an expression whose odds are asked.

In:  some texts, and how to find what is wrong with them. Out: what to tell, with the corrections that help.
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.text.corrections import correct, start_reading
from tgpl.text.diagnostics import Problem
from tgpl.text.source import SourceFile, Span


def correct_typed(files: list[SourceFile], wrong: Callable[..., list[Problem]]) -> list[Problem]:
    """`wrong` takes as many files."""

    def again(changed: dict[str, str]) -> list[Problem]:
        return wrong(*(SourceFile(file.name, changed.get(file.name, file.text)) for file in files))

    return correct(start_reading(wrong(*files), again), lambda _: ())


def move_problem(problem: Problem, file: SourceFile) -> Problem:
    """The same problem in another file, in which the same letters stand at the same places."""
    facts = (getattr(problem, name) for name in problem.__match_args__)
    return type(problem)(*(Span(file, fact.start, fact.end) if isinstance(fact, Span) else fact for fact in facts))
