"""Problems as an editor shows them, and the edits that mend them.

In:  a `Reading`. Out: `Told` problems of one file, each with what would mend it; and the edits that mend all that can be mended together.
"""

from __future__ import annotations

from typing import NamedTuple

from tgpl.apps.editor.reading import Reading
from tgpl.compile import compile_rules
from tgpl.text.corrections import fewer
from tgpl.text.diagnostics import Fix, Problem, errors
from tgpl.text.files import STANDARD, Changed


class Change(NamedTuple):
    """A stretch of a file becomes another text."""

    name: str  # of the file
    start: int
    end: int
    text: str


class Mending(NamedTuple):
    words: str
    changes: tuple[Change, ...]


class Told(NamedTuple):
    start: int
    end: int
    code: str
    title: str
    severity: str  # "error" or "warning"
    message: str
    mending: Mending | None
    near: str = ""  # the name that was probably meant


def tell_problems(reading: Reading, name: str, *, tried: bool = True) -> list[Told]:
    """What is wrong in a file. `tried`: every correction was tried, which takes its time; else none is offered."""
    file = reading.files.get(name)
    problems = reading.result.problems if tried else reading.result.found
    return [_tell(reading, problem, tried) for problem in problems if _is_in(reading, problem, name, file)]


def _is_in(reading: Reading, problem: Problem, name: str, file: object) -> bool:
    if file is not None:
        return problem.span.file.name == getattr(file, "name", None)
    return problem.span.file.name == getattr(reading.library, "shown", "") + name


def _tell(reading: Reading, problem: Problem, tried: bool) -> Told:
    words = [problem.message()]
    expected, advice = problem.expected(), problem.advice()
    words += [f"expected: {expected}"] if expected else []
    words += [f"try: {advice}"] if advice else []
    fix = problem.offer() if tried else None
    mending = None if fix is None else _mending(reading, fix)
    span = problem.span
    near = str(getattr(problem, "near", None) or "")
    return Told(span.start, span.end, problem.code, problem.title, problem.severity, "\n".join(words), mending, near)


def take_near(reading: Reading, name: str, told: Told) -> Mending | None:
    """The name that was probably meant, if it mends."""
    said = reading.text(name)[told.start : told.end]
    if told.mending is not None or not told.near or not said.isidentifier():
        return None
    change = Change(name, told.start, told.end, told.near)
    text = reading.text(name)[: told.start] + told.near + reading.text(name)[told.end :]
    shown = getattr(reading.library, "shown", "")
    after = errors(compile_rules(Changed(reading.library, {shown + name: text})).found)
    return Mending(f"write `{told.near}`", (change,)) if fewer(after, errors(reading.result.found)) else None


def _mending(reading: Reading, fix: Fix) -> Mending | None:
    by_name = {file.name: name for name, file in reading.files.items()}
    changes = list[Change]()
    for edit in fix.edits:
        name = by_name.get(edit.span.file.name)
        if name is None or name.startswith(STANDARD):
            return None
        changes.append(Change(name, edit.span.start, edit.span.end, edit.text))
    return Mending(fix.words, tuple(changes))


def mend_all(reading: Reading) -> Mending | None:
    """Everything that `check --fix` would mend."""
    from tgpl.apps.rewrite import fix_rules

    made = fix_rules(reading.result)
    by_name = {file.name: name for name, file in reading.files.items()}
    changes = [
        Change(by_name[name], 0, len(reading.text(by_name[name])), text)
        for name, text in made.texts.items()
        if name in by_name
    ]
    count = sum(made.counts.values())
    return Mending(f"mend all that can be mended ({count})", tuple(changes)) if changes else None
