"""What agents who search need of a rule text: the compiled game, or a word on why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tgpl.agents.agent_names import AgentSpec
from tgpl.compile import Result

if TYPE_CHECKING:
    from tgpl.native.game import NativeGame
    from tgpl.native.library import BuildMode


class CannotSearch(Exception):
    """Why no agent can search in a game, in words for who wanted it."""


def compile_for_search(result: Result, build: BuildMode = "soon", specs: Iterable[AgentSpec] = ()) -> NativeGame:
    """For these agents; raises CannotSearch."""
    from tgpl.agents.search import NO_SCORE
    from tgpl.agents.targets import NotInC, load_native

    try:
        native = load_native(result, build)
    except NotInC as why:
        raise CannotSearch(f"Who thinks needs the compiled game: {why}.") from None
    if any(spec.name == "greedy" for spec in specs) and not native.library.tgpl_has_score():
        raise CannotSearch(NO_SCORE)
    return native
