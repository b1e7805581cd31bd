"""Rule texts written anew: mended (`check --fix`), in one style (`format`), in the later edition, or in another spelling (`convert`).

In:  what came out of a game. Out: texts. Those that are mended are changed only if what is then told about the game is less, and
nothing of a new kind; the others play as the original does, comments included.

    fix_rules(compile_rules(Folder.of_main("tris.tgpl"))).texts
    format_rules("tris.tgpl")
    convert_to_tgpl(compile_rules(Folder.of_main("tris.tgdl")))
    respell_sheet(compile_rules(Folder.of_main("tris.kif")), "hrf")
"""

from __future__ import annotations

from difflib import unified_diff

from tgpl.compile import Result, compile_rules
from tgpl.languages.registry import Formatted, language_of
from tgpl.text.corrections import fewer
from tgpl.text.diagnostics import Fix, Problem, apply_edits, compatible_fixes
from tgpl.text.disk import content
from tgpl.text.files import LARGEST, STANDARD, Changed, decode
from tgpl.text.records import Frozen
from tgpl.text.source import SourceFile

MOST_TRIED = 200  # readings of one game, to mend it


_Found = tuple[Fix, Problem]  # a correction, and what it mends


class FixedRules(Frozen):
    texts: dict[str, str]
    counts: dict[str, int]


def fix_rules(result: Result) -> FixedRules:
    """Makes the corrections that are offered, as one may uncover another, until none is left that mends the game."""
    fixing = _Fixing(result)
    while fixing.make_some():
        continue
    return FixedRules(fixing.texts, fixing.counts)


class _Fixing:
    """Texts as they are now, and what is told about them: less with each step, so that it ends."""

    def __init__(self, result: Result) -> None:
        self.library = result.library
        self.problems = result.problems
        self.texts = dict[str, str]()
        self.counts = dict[str, int]()
        self.left = MOST_TRIED

    def make_some(self) -> bool:
        """Makes all corrections at once, or else halves of them, down to single ones."""
        waiting = [fixes] if (fixes := _wanted_fixes(self.problems)) else []
        good, behind = list[_Found](), None
        while waiting and self.left > 0:
            some = waiting.pop()
            step = self._try([*good, *some])
            if fewer(step[1], self.problems if behind is None else behind[1]):
                good, behind = [*good, *some], step
            elif len(some) > 1:
                waiting += [some[len(some) // 2 :], some[: len(some) // 2]]
        if behind is None:
            return False
        self.texts, self.problems = behind
        for _, problem in good:
            name = problem.span.file.name
            self.counts[name] = self.counts.get(name, 0) + 1
        return True

    def _try(self, fixes: list[_Found]) -> tuple[dict[str, str], list[Problem]]:
        self.left -= 1
        changed = {**self.texts, **_edit_texts(fixes)}
        return changed, compile_rules(Changed(self.library, changed)).problems


def _wanted_fixes(problems: list[Problem]) -> list[_Found]:
    wanted = [p for p in problems if p.severity == "error" or p.slip]
    return [
        (fix, problem)
        for fix, problem in compatible_fixes(wanted)
        if not any(edit.span.file.name.startswith(STANDARD) for edit in fix.edits)
    ]


def _edit_texts(fixes: list[_Found]) -> dict[str, str]:
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
