"""Why an action is not offered: when the game begins, and in games by chance.

In:  a `Reading` and the name of an action. Out: words. The game is set up, and whoever is to choose first is asked about; then games are played, and it is told in how many it was offered.
"""

from __future__ import annotations

from tgpl.apps.editor.coverage import NO_GAME, run_test
from tgpl.apps.editor.reading import Reading
from tgpl.runtime.errors import RuleError
from tgpl.runtime.state import State
from tgpl.runtime.why import Reason
from tgpl.text.diagnostics import errors

SECONDS = 1.0  # of games by chance


def tell_why(reading: Reading, action: str, seed: int = 0) -> str:
    result = reading.result
    if errors(result.found) or not result.playable:
        return NO_GAME
    try:
        begun = _tell(result.game().start(seed), action)
        return f"{begun}\n\n{_tell_later(reading, action)}"
    except RuleError as broken:
        return f"The rules break when the game begins: {broken.message}"


def _tell(state: State, action: str) -> str:
    decision = state.decision
    if decision is None:
        return "Nobody is asked anything: the game is over when it has begun."
    begun = f"At the beginning, when player {decision.player} is asked"
    if any(option.label.partition(":")[0] == action for option in decision.options):
        return f"{begun}, `{action}` is offered."
    if decision.kind == "input":
        return f"{begun}, it is for `{decision.name}`: no action is chosen yet."
    found = [reason for reason in [*state.why(), *state.why_never()] if reason.name == action]
    if not found:
        return f"{begun}, there is nobody and nothing that could do `{action}`."
    return "\n".join([f"{begun}, `{action}` is not offered:", *map(_spell, dict.fromkeys(map(_key, found)))])


def _tell_later(reading: Reading, action: str) -> str:
    test = run_test(reading, SECONDS)
    if test is None or not (games := sum(test.games.values())):
        return "No game by chance came to its end in time."
    offered = test.count_offers(action)
    if offered:
        return f"In games by chance it was offered in {offered:,} of {games:,}."
    blamed = {line for point, lines in test.never_offered() if point.where.endswith(f".{action}") for line in lines}
    return f"In {games:,} games by chance it was never offered{_spell_lines(sorted(blamed))}."


def _spell_lines(lines: list[int]) -> str:
    if not lines:
        return ""
    return (
        f": what line {lines[0]} asks was never so"
        if len(lines) == 1
        else f": what lines {', '.join(map(str, lines))} ask was never so"
    )


def _key(reason: Reason) -> tuple[str, str, str]:
    place = "" if reason.place is None else f"{reason.place.file}:{reason.place.line}"
    return ", ".join(reason.things[:4]), reason.words, place


def _spell(key: tuple[str, str, str]) -> str:
    things, words, place = key
    return f"- {things + ': ' if things else ''}{words}{f' ({place})' if place else ''}"
