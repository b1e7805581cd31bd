"""Why an action is not offered when the game begins.

In:  a `Reading` and the name of an action. Out: words. The game is set up, and whoever is to choose first is asked about.
"""

from __future__ import annotations

from tgpl.apps.editor.reading import Reading
from tgpl.runtime.errors import RuleError
from tgpl.runtime.state import State
from tgpl.runtime.why import Reason
from tgpl.text.diagnostics import errors


def tell_why(reading: Reading, action: str, seed: int = 0) -> str:
    result = reading.result
    if errors(result.found) or not result.playable:
        return "This is no game that can be begun: it has errors, or no `game`."
    try:
        return _tell(result.game().start(seed), action)
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


def _key(reason: Reason) -> tuple[str, str, str]:
    place = "" if reason.place is None else f"{reason.place.file}:{reason.place.line}"
    return ", ".join(reason.things[:4]), reason.words, place


def _spell(key: tuple[str, str, str]) -> str:
    things, words, place = key
    return f"- {things + ': ' if things else ''}{words}{f' ({place})' if place else ''}"
