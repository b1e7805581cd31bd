"""Running a script: what it prints goes out as it comes, and an error is told behind it.

ended = run_script(result, seed=7, target="python", write=sys.stdout.write)     # raises NotInC
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.compile import Result
from tgpl.runtime.record import Outcome


def name_seats(result: Result) -> tuple[str, ...]:
    """What the players are called, where the rules name them: the roles of a rulesheet."""
    logic = getattr(result.checked, "logic", None)
    return () if logic is None else tuple(logic.roles)


def run_script(result: Result, seed: int, target: str, write: Callable[[str], None]) -> Outcome:
    """To its end, or to the error that stops it."""
    if target == "c":
        return _run_in_c(result, seed, write)
    state = result.game().begin(seed)
    state.hear(write)
    state.proceed()
    return state


def _run_in_c(result: Result, seed: int, write: Callable[[str], None]) -> Outcome:
    from tgpl.agents.targets import play_in_c

    ended = play_in_c(result, result.game().begin(seed), "first", 1)
    for piece in ended.log:
        write(piece)
    return ended
