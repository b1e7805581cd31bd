"""What agents who think need of a rule text: the compiled game, or a word on why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tgpl.compile import Result

if TYPE_CHECKING:
    from tgpl.runtime.loading import Build
    from tgpl.runtime.native import NativeGame


class CannotThink(Exception):
    """Why nobody can think about a game, in words for who wanted it."""


def compiled(result: Result, build: Build = "soon") -> NativeGame:
    """Raises CannotThink."""
    from tgpl.emit.c import Unsupported
    from tgpl.runtime.loading import NoCompiler

    try:
        return result.native(build)
    except Unsupported as why:
        raise CannotThink(f"Nobody can think about this game yet: it cannot be compiled because of {why}.") from why
    except NoCompiler as why:
        raise CannotThink(f"Who thinks needs the compiled game, and it cannot be compiled here: {why}.") from why
