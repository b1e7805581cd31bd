"""A rule text of either edition as TGPL.

In:  a game without errors. Out: the text of its main file, in TGPL's spelling, comments included; it plays as the original does.

    converted(compile_rules(Folder.of_main("tris.tgdl")))
"""

from __future__ import annotations

from tgpl.compile import Result
from tgpl.languages.tgpl.spell import spell_file
from tgpl.languages.tgpl.symbols import Game
from tgpl.languages.tgpl.tree import File


def converted(result: Result) -> str:
    checked, tree = result.checked, result.files[-1].tree
    assert isinstance(checked, Game) and isinstance(tree, File)
    return spell_file(tree, checked, checked.scopes[-1])
