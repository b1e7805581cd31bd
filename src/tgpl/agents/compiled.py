"""What agents who think need of a rule text: the compiled game, or a word on why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tgpl.agents.agent_names import Word
from tgpl.compile import Result

if TYPE_CHECKING:
    from tgpl.native.game import NativeGame
    from tgpl.native.library import BuildMode

_NO_SCORE = """\
This game has no score that 'greedy' could go by. Give it a function `Score` that takes one player and returns a number, \
or a number attribute `score`, not private, on something that each player owns."""


class CannotThink(Exception):
    """Why nobody can think about a game, in words for who wanted it."""


def compiled(result: Result, build: BuildMode = "soon", words: Iterable[Word] = ()) -> NativeGame:
    """For agents of these words; raises CannotThink."""
    from tgpl.agents.targets import NotInC, in_c

    try:
        native = in_c(result, build)
    except NotInC as why:
        raise CannotThink(f"Who thinks needs the compiled game: {why}.") from None
    if any(word.name == "greedy" for word in words) and not native.library.tgpl_has_score():
        raise CannotThink(_NO_SCORE)
    return native
