"""Rule texts written anew: mended (`check --fix`), in one style (`format`), in the later edition, or in another spelling (`convert`).

In:  what came out of a game. Out: texts. Those that are mended are changed only if what is then told about the game is less, and
nothing of a new kind; the others play as the original does, comments included.

    fix_rules(compile_rules(Folder.of_main("tris.tgpl"))).texts
    format_rules("tris.tgpl")
    convert_to_tgpl(compile_rules(Folder.of_main("tris.tgdl")))
    respell_sheet(compile_rules(Folder.of_main("tris.kif")), "hrf")
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

from tgpl.compile import Result, compile_rules
from tgpl.languages.registry import Formatted, language_of
from tgpl.text.corrections import fewer
from tgpl.text.diagnostics import Fix, Problem, apply_edits, compatible_fixes
from tgpl.text.disk import content
from tgpl.text.files import LARGEST, STANDARD, Changed, decode
from tgpl.text.records import Frozen
from tgpl.text.source import SourceFile

MOST_ROUNDS = 10  # one correction may uncover another
MOST_ALONE = 12  # corrections that are tried one by one


class FixedRules(Frozen):
    texts: dict[str, str]
    counts: dict[str, int]


def fix_rules(result: Result) -> FixedRules:
    texts, counts = dict[str, str](), dict[str, int]()
    problems = result.problems
    for _ in range(MOST_ROUNDS):
        for fixes in _choices(problems):
            changed = {**texts, **_edit_texts(fixes)}
            after = compile_rules(Changed(result.library, changed)).problems
            if fewer(after, problems):
                break
        else:
            break
        texts, problems = changed, after
        for _, problem in fixes:
            name = problem.span.file.name
            counts[name] = counts.get(name, 0) + 1
    return FixedRules(texts, counts)


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


def _edit_texts(fixes: list[tuple[Fix, Problem]]) -> dict[str, str]:
    edits = [edit for fix, _ in fixes for edit in fix.edits]
    files = {edit.span.file for edit in edits}
    return {file.name: apply_edits(file.text, [edit for edit in edits if edit.span.file is file]) for file in files}


def convert_to_tgpl(result: Result) -> str:
    from tgpl.languages.tgpl.check.symbols import Game
    from tgpl.languages.tgpl.print.file import spell_file
    from tgpl.languages.tgpl.syntax.tree import File

    checked, tree = result.checked, result.files[-1].tree
    assert isinstance(checked, Game) and isinstance(tree, File)
    return spell_file(tree, checked, checked.scopes[-1])


def respell_sheet(result: Result, spelling: str | None) -> str:
    """A rulesheet as "kif" or "hrf"; without either, as what it is not."""
    from tgpl.languages.gdl.print.rulesheet import spell_sheet
    from tgpl.languages.gdl.syntax.tree import Sheet

    sheet = result.files[-1].tree
    assert isinstance(sheet, Sheet)
    return spell_sheet(sheet, not sheet.infix if spelling is None else spelling == "hrf")


def format_rules(path: str) -> tuple[str, Formatted | None]:
    """The text of a file, and the same in the style of its language; raises BadFile or Unreadable."""
    text = decode(content(path, LARGEST))
    return text, language_of(path).format(SourceFile(path, text))


def show_difference(name: str, before: str, after: str) -> str:
    lines = unified_diff(before.splitlines(True), after.splitlines(True), name, f"{name} (formatted)")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ no end of line\n" for line in lines)
