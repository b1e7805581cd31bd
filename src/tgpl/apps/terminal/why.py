"""The answer to `why`: what is not offered and what says no, as far as a name speaks of it.

In:  a match and the words behind `why`. Out: reasons, or words if there are none.
"""

from __future__ import annotations

from collections.abc import Callable

from tgpl.apps.terminal.answer import Picked, are_numbers, pick
from tgpl.apps.terminal.words import fits, is_whole, split_line, split_name
from tgpl.runtime.decision import Decision
from tgpl.runtime.errors import RuleError
from tgpl.runtime.state import State
from tgpl.runtime.why import OTHERS, Reason


def find_reasons(
    state: State, before_move: Callable[[], State | None], name: str, picked: tuple[int, ...] = ()
) -> list[Reason] | str:
    """Why something is not offered: everything, or what has a name. `before_move`: where the move began that is being made.
    `picked`: of a set that is being chosen."""
    offer = state.offer_set(picked)
    decision = state.decision if offer is None else offer.decision
    assert decision is not None
    try:
        near = state.why(picked)
        if not name:
            return _without_echoes(near, state) or "Everything is offered that there is."
        for option in decision.options:
            if _fold(option.label) == _fold(name):
                return f"{option.label} is offered."
        found = _select_within(near, name) or _explain_value(state, name, decision)
        if found:
            return found if isinstance(found, str) else _without_echoes(found, state) or found
        before = before_move()
        earlier = [*before.why(), *before.why_never()] if before is not None else state.why_never()
        found = _select_within(earlier, name)
    except RuleError as broken:
        return f"The rules break when that is looked at: {broken.message}"
    return found or f"Nothing that you can see has a name like '{name}'."


def _without_echoes(found: list[Reason], state: State) -> list[Reason]:
    """That something belongs to another goes without saying where the player has the same."""
    decision = state.decision
    offered = [] if decision is None else [option.label.partition(":")[0] for option in decision.options]
    own = {reason.name for reason in found if not reason.words.startswith(OTHERS)} | set(offered)
    return [reason for reason in found if not reason.words.startswith(OTHERS) or reason.name not in own]


def _explain_value(state: State, name: str, decision: Decision) -> list[Reason] | str:
    """About a value that is no candidate, or about something that is offered."""
    picked = pick(name, decision)
    if isinstance(picked, Picked) and picked.number is not None and not picked.rest:
        return f"{decision.options[picked.number].label or name} is offered."
    value: float | str | None = name if decision.free == "string" else None
    if decision.free == "number" or are_numbers([option.label for option in decision.options]):
        value = _parse_number(name)
    reason = state.why_not(value) if decision.kind == "input" and value is not None else None
    return [reason] if reason is not None else []


def _parse_number(words: str) -> float | None:
    try:
        return float(words.replace(",", "."))
    except ValueError:
        return None


def _select_within(found: list[Reason], name: str) -> list[Reason]:
    """What speaks of a name; or of an action and then a thing, `build tavern`."""
    action, _, thing = name.strip().partition(" ")
    return _select(found, name) or (_select(_select(found, action), thing) if thing else [])


def _select(found: list[Reason], name: str) -> list[Reason]:
    """As much of the reasons as speaks of a name: exactly that one, if there is one, else any that has it in it."""
    words = split_line(name)[0].part(0)
    readings: list[Callable[[str], bool]] = [
        lambda label: is_whole(words, split_name(label)),
        lambda label: fits(words, split_name(label), cut=False),
        lambda label: fits(words, split_name(label), cut=True),
    ]
    for speaks in readings:
        parts = []
        for reason in found:
            whole = speaks(reason.name) or any(map(speaks, reason.about))
            things = reason.things if whole else [thing for thing in reason.things if speaks(thing)]
            parts.append(reason._replace(things=things))
        if any(reason.things for reason in parts):
            return [reason for reason in parts if reason.things]
    return []


def _fold(words: str) -> str:
    return words.casefold().replace(" ", "")
