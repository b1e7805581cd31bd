"""A rule text of either edition as TGPL.

In:  a game without errors. Out: the text of its main file, in TGPL's spelling, comments included; it plays as the original does.

    converted(compile_rules(Folder.of_main("tris.tgdl")))
"""

from __future__ import annotations

from tgpl.compile import Result
from tgpl.languages.tgpl.spell import spell_file


def converted(result: Result) -> str:
    assert result.checked is not None
    return spell_file(result.files[-1].tree, result.checked, result.checked.scopes[-1])
