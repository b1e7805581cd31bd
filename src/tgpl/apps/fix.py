"""`check --fix`: the texts of a game with all corrections that are offered.

In:  what came out of a game. Out: the changed texts by name, and how many problems of each were mended. A text is changed only if
what is then told about the game is less, and nothing of a new kind.

    mended(compile_rules(Folder.of_main("tris.tgpl"))).texts
"""

from __future__ import annotations

from collections.abc import Iterator

from tgpl.compile import Result, compile_rules
from tgpl.text.corrections import fewer
from tgpl.text.diagnostics import Fix, Problem, apply_edits, compatible_fixes
from tgpl.text.files import STANDARD, Changed
from tgpl.text.records import Frozen

MOST_ROUNDS = 10  # one correction may uncover another
MOST_ALONE = 12  # corrections that are tried one by one


class Mended(Frozen):
    texts: dict[str, str]
    counts: dict[str, int]


def mended(result: Result) -> Mended:
    texts, counts = dict[str, str](), dict[str, int]()
    problems = result.problems
    for _ in range(MOST_ROUNDS):
        for fixes in _choices(problems):
            changed = {**texts, **_texts(fixes)}
            after = compile_rules(Changed(result.library, changed)).problems
            if fewer(after, problems):
                break
        else:
            break
        texts, problems = changed, after
        for _, problem in fixes:
            name = problem.span.file.name
            counts[name] = counts.get(name, 0) + 1
    return Mended(texts, counts)


def _choices(problems: list[Problem]) -> Iterator[list[tuple[Fix, Problem]]]:
    """All corrections, then each alone."""
    wanted = [p for p in problems if p.severity == "error" or p.slip]
    fixes = [
        (fix, problem)
        for fix, problem in compatible_fixes(wanted)
        if not any(edit.span.file.name.startswith(STANDARD) for edit in fix.edits)
    ]
    if fixes:
        yield fixes
    if len(fixes) > 1:
        yield from ([one] for one in fixes[:MOST_ALONE])


def _texts(fixes: list[tuple[Fix, Problem]]) -> dict[str, str]:
    edits = [edit for fix, _ in fixes for edit in fix.edits]
    files = {edit.span.file for edit in edits}
    return {file.name: apply_edits(file.text, [edit for edit in edits if edit.span.file is file]) for file in files}
