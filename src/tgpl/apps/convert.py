"""A rule text of either edition as TGPL; a rulesheet in its other spelling.

In:  a game without errors. Out: the text of its main file, comments included; it plays as the original does.

    converted(compile_rules(Folder.of_main("tris.tgdl")))
    respelled(compile_rules(Folder.of_main("tris.kif")), "hrf")
"""

from __future__ import annotations

from tgpl.compile import Result
from tgpl.languages.tgpl.check.symbols import Game
from tgpl.languages.tgpl.print.file import spell_file
from tgpl.languages.tgpl.syntax.tree import File


def converted(result: Result) -> str:
    checked, tree = result.checked, result.files[-1].tree
    assert isinstance(checked, Game) and isinstance(tree, File)
    return spell_file(tree, checked, checked.scopes[-1])


def respelled(result: Result, spelling: str | None) -> str:
    """A rulesheet as "kif" or "hrf"; without either, as what it is not."""
    from tgpl.languages.gdl.print.rulesheet import spell_sheet
    from tgpl.languages.gdl.syntax.tree import Sheet

    sheet = result.files[-1].tree
    assert isinstance(sheet, Sheet)
    return spell_sheet(sheet, not sheet.infix if spelling is None else spelling == "hrf")
